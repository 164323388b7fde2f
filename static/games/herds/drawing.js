/* Drawing up to five with a market: how far somebody is, and where the face-up cards lie. Pure: numbers in, numbers out. */

import { size } from "./preview.js";

/** @typedef {import("./preview.js").View} View */
/** @typedef {{ seat: number, drawn: number, of: number }} Drawing who draws, how many came already, and out of how many */

const HAND = 5;
export const STALLS = 3;

/**
 * Who is drawing now; null while nobody has to choose. Whoever plays with cards left to draw held five before.
 * @param {View} view
 * @returns {Drawing | null}
 */
export function drawing(view) {
  const { phase, to_act: seat, draws_left: left, last } = view.facts;
  if (phase !== "draw" || !last) return null;
  const drawn = Math.max(0, size(view, `hand:${seat}`) - (HAND - last.n));
  return { seat, drawn, of: drawn + left };
}

/**
 * Which stall each face-up card lies in: what still lies there stays, what is new comes where there is room.
 * @param {(number | null)[]} before
 * @param {readonly number[]} row the cards that lie there now
 * @returns {(number | null)[]}
 */
export function stalls(before, row) {
  const rest = [...row];
  const after = Array.from({ length: STALLS }, (_, nth) => {
    const at = before[nth] == null ? -1 : rest.indexOf(/** @type {number} */ (before[nth]));
    return at < 0 ? null : /** @type {number} */ (rest.splice(at, 1)[0]);
  });
  return after.map((card) => card ?? rest.shift() ?? null);
}

/**
 * Which card of the row each stall shows: an index into the row, null for an empty stall.
 * @param {readonly (number | null)[]} shown
 * @param {readonly number[]} row
 * @returns {(number | null)[]}
 */
export function indexes(shown, row) {
  const used = new Set();
  return shown.map((card) => {
    const at = card === null ? -1 : row.findIndex((one, nth) => one === card && !used.has(nth));
    if (at < 0) return null;
    used.add(at);
    return at;
  });
}
