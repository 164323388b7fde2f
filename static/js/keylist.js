/* The keys of a table, as a list to read, and the sheet that shows it. */

import { ask } from "./ask.js";
import { make } from "./dom.js";
import { hasText, t } from "./text.js";

const KEYS = ["pick", "space", "enter", "arrows", "clear", "scores", "last", "captured", "turn", "rules", "chat"];

/** Where a game means something of its own by a key, it says so. @param {string} game on the shelf @param {string[]} [rows] */
export function keyList(game, rows = KEYS) {
  const own = (/** @type {string} */ key) => t(hasText(`${key}.${game}`) ? `${key}.${game}` : key);
  return make("dl", { class: "keys" }, ...rows.flatMap((row) => [make("dt", {}, ...own(`table.key.${row}`).split(" ").map((key) => make("kbd", {}, key))), make("dd", {}, own(`table.key.${row}.does`))]));
}

/** @param {Node} list */
export const showKeys = (list) => ask(t("table.keys"), [list], [{ words: t("table.close"), primary: true }]);
