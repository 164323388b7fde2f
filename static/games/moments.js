/* How a game draws and tells a moment of a finished match: the move that was made, and a better one. Adding a game is one
   line here. */

import * as herds from "./herds/moment.js";
import * as waters from "./seven_waters/moment.js";

/** @typedef {typeof herds | typeof waters} Moment what every game offers */

/** @type {Record<string, Moment>} */
export const MOMENTS = { waterhole: herds, kariba: herds, seven_waters: waters };
