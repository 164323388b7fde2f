/* Which board a game of the shelf is played on, and the style sheet that it needs. Adding a game is one line here. A page
   names what it will need first, so that it comes with the rest, in one go (app/web/modules.py reads this list). */

/** @typedef {typeof import("./herds/board.js") | typeof import("./seven_waters/board.js")} Board what every board offers */

/** @type {Record<string, { sheet: string, fetch: () => Promise<Board> }>} */
export const BOARDS = {
  waterhole: { sheet: "herds", fetch: () => import("./herds/board.js") },
  kariba: { sheet: "herds", fetch: () => import("./herds/board.js") },
  seven_waters: { sheet: "seven_waters", fetch: () => import("./seven_waters/board.js") },
};
