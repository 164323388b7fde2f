/* What stands for a game in a list. */

import { draw, make } from "./dom.js";

/** @type {Record<string, string>} */
const ART = { waterhole: "an-elephant", kariba: "an-lion", seven_waters: "s-h" };

/** @param {string} game on the shelf */
export const emblem = (game) => make("span", { class: "thumb", "data-game": game }, draw(ART[game] ?? "an-fox", "0 0 100 100", "an"));
