/* Which board a game of the shelf is played on. Adding a game is one line here. */

/** @typedef {typeof import("./herds/board.js")} Board what every board offers */

/** @type {Record<string, () => Promise<Board>>} */
export const BOARDS = {
  waterhole: () => import("./herds/board.js"),
  kariba: () => import("./herds/board.js"),
};
