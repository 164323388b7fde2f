/* The view as the mover sees it while the answer is under way: the chosen cards lie where they go, and no more. What is
   uncovered, and whose turn it is next, only the server says. Pure. */

import { bare, isJoker, RANKS } from "./cards.js";
import { faces } from "./rules.js";

/** @typedef {import("./rules.js").View} View */

/** @param {string} card */
const order = (card) => (isJoker(card) ? `99${card}` : `${String(RANKS.indexOf(card[0] ?? "")).padStart(2, "0")}${card[1]}`);

/** As a hand holds them: by rank, then by suit, jokers last. @param {readonly string[]} cards */
export const inOrder = (cards) => [...cards].sort((a, b) => (order(a) < order(b) ? -1 : 1));

/** Where a move lays its cards. @param {number | null} seat @param {any} move @returns {string | null} */
export function placeOf(seat, move) {
  if (move?.type === "draft") return `hand:${seat}`;
  if (move?.type === "slide") return `slide:${seat}:${move.line}`;
  return move && move.type !== "pass" ? `${move.type}:${seat}` : null;
}

/** @param {View} view @param {number | null} seat @param {any} move @returns {View} */
export function laid(view, seat, move) {
  const place = placeOf(seat, move), hand = `hand:${seat}`;
  if (seat === null || !place) return view;
  const places = { ...view.places };
  if (move.type === "draft") {
    const spot = `pyramid:${move.row}:${move.pos}`;
    places[hand] = inOrder([...faces(view, hand), ...faces(view, spot)]);
    delete places[spot];
    return { ...view, places };
  }
  const cards = move.type === "theme" ? [move.card] : move.cards;
  const gone = cards.map(bare);
  places[hand] = faces(view, hand).filter((card) => !gone.includes(card));
  places[place] = move.end === "low" ? [...cards, ...faces(view, place)] : [...faces(view, place), ...cards];
  return { ...view, places };
}

/**
 * The cards of a move that nobody has confirmed yet, and where they lie; `hidden` where they do not lie on the felt.
 * @param {number | null} seat @param {any} move @param {View} view before the move
 * @returns {{ place: string, cards: any[], hidden?: boolean } | null}
 */
export function awaits(seat, move, view) {
  const place = placeOf(seat, move);
  if (!place) return null;
  if (move.type === "draft") return { place, cards: faces(view, `pyramid:${move.row}:${move.pos}`) };
  return { place, cards: move.type === "theme" ? [move.card] : move.cards, hidden: true };
}
