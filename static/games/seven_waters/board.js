/* The board of Seven Waters, as every board offers itself to the table; what stands there is a Seat's. */

import { t } from "../../js/text.js";
import { gauge, points } from "./gauge.js";
import { hint } from "./hint.js";
import { logSign } from "./mini.js";
import { JOKER, Seat } from "./seat.js";
import { size } from "./rules.js";
import { read } from "./words.js";

export { scores, tally } from "./gauge.js";
export { awaits, laid } from "./laid.js";
export { seen, spot } from "./lesson.js";
export { heard, lastMove, logged } from "./words.js";

/** @typedef {import("../../js/table.js").Table} Table */
/** @typedef {import("./rules.js").View} View */
/** @typedef {import("./words.js").Said} Said */

/** The ranks that keys may name; 14 is the joker. */
export const RANKS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, JOKER];

/** The parks open over the table, and lead on to the page of the end. */
export const opens = true;

/** @param {Table} table @returns {Seat} */
function boardOf(table) {
  const { owner } = table;
  if (owner instanceof Seat && owner.seat === table.seat) return owner;
  owner?.gone.abort();
  const board = new Seat(table);
  table.owner = board;
  return board;
}

/** The board stands ready, whatever the cards do next. @param {Table} table */
export const open = (table) => void boardOf(table);

/** Lays out the table as the view has it. @param {View} view @param {Table} table */
export const render = (view, table) => boardOf(table).render(view);

/** What may be chosen now; `send` carries a move out. @param {View} view @param {any} offer @param {Table} table @param {(move: any) => void} send */
export const choose = (view, offer, table, send) => boardOf(table).choose(view, offer, send);

/** A wish from the keyboard. @param {Table} table @param {"pick" | "play" | "clear"} wish @param {number} [rank] */
export function act(table, wish, rank) {
  const board = boardOf(table);
  if (wish === "pick" && rank) board.pick(rank);
  else if (wish === "play") board.play();
  else if (wish === "clear") board.clear();
}

/** To the hand. @param {Table} table */
export const focus = (table) => boardOf(table).hand.focus();

/** The cards have followed their controls. @param {Table} _table */
export const settled = (_table) => {};

/** The table is not shown any more. @param {Table} table */
export const leave = (table) => void (table.owner instanceof Seat && table.owner.leave());

/** A hint is said. @param {Table} _table @param {{ move: any, key: string, facts: Record<string, any> }} told */
export const hinted = (_table, told) => hint(told);

/** What is still to be said after the news: nothing, the events say it all. @param {Table} _table @returns {Said | null} */
export const dueNow = (_table) => null;

/** There is no end of a deal. @param {Table} _table @param {any} _facts */
export const best = (_table, _facts) => ({ best: "", animal: "hippo" });

/** Whose turn it is, and the table, for the ear. @param {Table} table @param {string} key turn, wait or watch @param {any} facts @returns {Said} */
export const readTable = (table, key, facts) => ({ key: `waters.live.${key}`, facts: { ...read(table, boardOf(table).view), name: table.nameOf(facts.to_act) } });

/** What is read on demand where it is not what every game reads. @param {Table} table @param {string} wish @returns {Said[] | null} */
export function reads(table, wish) {
  if (wish !== "scores" && wish !== "captured") return null;
  const { view } = boardOf(table), rows = gauge(view);
  return table.players.map(({ seat, own, name: called }) => ({
    key: `waters.read.${wish}`,
    facts: { who: own ? "me" : "other", name: called, total: points(rows[seat]), hand: size(view, `hand:${seat}`), river: size(view, `river:${seat}`), pool: size(view, `pool:${seat}`),
      theme: size(view, `theme:${seat}`), discards: size(view, `discard:${seat}`), slides: [1, 2, 3, 4].filter((line) => size(view, `slide:${seat}:${line}`)).length },
  }));
}

/** The section of the rules that matters now. @param {Table} table */
export function part(table) {
  const { view, plan, judged, seat } = boardOf(table);
  if (view.facts.phase === "over") return "score";
  if (!plan.empty && judged.action) return judged.action === "pass" ? "last" : judged.action;
  if (view.facts.final_turns_left !== null) return "last";
  return view.facts.extra ? "slide" : seat !== null && table.mine ? "turn" : "";
}

/** A card in the log. @param {Table} _table @param {any} card @returns {Node | string} */
export const sign = (_table, card) => logSign(card);

/** How far the match is. @param {any} facts */
export const where = (facts) => (facts.phase === "over" ? t("waters.where.over") : facts.pyramid_left ? t("waters.where", { n: facts.pyramid_left }) : t("waters.where.last"));
