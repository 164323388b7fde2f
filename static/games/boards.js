/* Which board a game of the shelf is played on. Adding a game is one line here. Boards come with the page's other
   modules, in one go: to learn the game first and fetch its board then would cost a phone several round trips. */

import * as herds from "./herds/board.js";
import * as waters from "./seven_waters/board.js";

/** @typedef {typeof herds | typeof waters} Board what every board offers */

/** @type {Record<string, Board>} */
export const BOARDS = { waterhole: herds, kariba: herds, seven_waters: waters };
