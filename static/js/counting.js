/* Which levels of bots count cards, and the sign that says so: a tally of four strokes and one across. */

import { icon, make } from "./dom.js";
import { t } from "./text.js";

const COUNT = new Set(["hard", "expert"]);

/** Whether a bot of this level remembers what was captured and drafted. @param {string | null | undefined} level */
export const counts = (level) => COUNT.has(level ?? "");

/** The sign of a level that counts cards, or nothing. @param {string | null | undefined} level @returns {HTMLElement | null} */
export function sign(level) {
  return counts(level) ? make("span", { class: "counts", title: t("level.counts") }, icon("tally"), make("span", { class: "sr" }, ` ${t("level.counts")}`)) : null;
}
