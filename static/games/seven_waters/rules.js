/* The rules as far as a selection needs them: a small mirror of engine/games/seven_waters, for the answer that cannot
   wait for the network. It says yes, or no with the engine's own code; the server decides. Pure: a view in, a word out. */

import { bare, HAND_MOST, isJoker, split, sum } from "./cards.js";
import { refusal } from "./river.js";
import { fits } from "./slide.js";

/** @typedef {{ places: Record<string, any>, facts: any, own: any }} View */
/** @typedef {{ rule: string, [fact: string]: any }} No */

export const ROWS = 7;

/** @param {View} view @param {string} place @returns {string[]} the faces that lie there, as far as they are known */
export function faces(view, place) {
  const there = view.places[place];
  return Array.isArray(there) ? there : [];
}

/** How many cards lie at a place. @param {View} view @param {string} place @returns {number} */
export function size(view, place) {
  const there = view.places[place];
  return typeof there === "number" ? there : (there?.length ?? 0);
}

/** Whether a card of the pyramid lies there. @param {View} view @param {number} row @param {number} pos */
export const lies = (view, row, pos) => row >= 1 && row <= ROWS && pos >= 1 && pos <= row && view.places[`pyramid:${row}:${pos}`] !== undefined;

/** Row r, position i is covered by row r+1, positions i and i+1. @param {View} view @param {number} row @param {number} pos */
export const isFree = (view, row, pos) => lies(view, row, pos) && !lies(view, row + 1, pos) && !lies(view, row + 1, pos + 1);

/** The cards that may be drafted. @param {View} view @returns {[number, number][]} */
export function freeCards(view) {
  /** @type {[number, number][]} */ const free = [];
  for (let row = 1; row <= ROWS; row += 1) for (let pos = 1; pos <= row; pos += 1) if (isFree(view, row, pos)) free.push([row, pos]);
  return free;
}

/** @param {View} view */
const left = (view) => Object.keys(view.places).filter((place) => place.startsWith("pyramid:")).length;

/**
 * Whether a seat may make this move, apart from whose turn it is; null for yes.
 * @param {View} view as this seat sees it
 * @param {number} seat
 * @param {any} move
 * @returns {No | null}
 */
export function refused(view, seat, move) {
  switch (move.type) {
    case "pass":
      return left(view) ? { rule: "pass_early" } : null;
    case "draft":
      return draft(view, seat, move.row, move.pos);
    case "theme":
      return theme(view, seat, move.card);
    default:
      return held(view, seat, move.cards) ?? build(view, seat, move);
  }
}

/** The same with the turn: what the server would answer. @param {View} view @param {number} seat @param {any} move @returns {No | null} */
export function answer(view, seat, move) {
  if (view.facts.phase === "over" || view.facts.to_act === null) return { rule: "over" };
  return view.facts.to_act === seat ? refused(view, seat, move) : { rule: "not_your_turn" };
}

/** @param {View} view @param {number} seat @param {readonly string[]} cards @returns {No | null} */
function held(view, seat, cards) {
  if (!cards.length) return { rule: "no_cards" };
  const hand = [...faces(view, `hand:${seat}`)];
  for (const card of cards.map(bare)) {
    const at = hand.indexOf(card);
    if (at < 0) return { rule: "not_held", card };
    hand.splice(at, 1);
  }
  return null;
}

/** @param {View} view @param {number} seat @param {number} row @param {number} pos @returns {No | null} */
function draft(view, seat, row, pos) {
  if (!lies(view, row, pos)) return { rule: "no_such_card", row, pos };
  if (!isFree(view, row, pos)) return { rule: "covered", row, pos };
  return size(view, `hand:${seat}`) >= HAND_MOST ? { rule: "hand_full" } : null;
}

/** @param {View} view @param {number} seat @param {string} card @returns {No | null} */
function theme(view, seat, card) {
  if (size(view, `theme:${seat}`)) return { rule: "theme_laid" };
  return isJoker(card) ? { rule: "theme_joker" } : held(view, seat, [card]);
}

/** @param {View} view @param {number} seat @param {any} move @returns {No | null} */
function build(view, seat, move) {
  if (move.type === "slide") return slide(view, seat, move.line, move.cards);
  if (move.type === "pool") return pool(view, seat, move.cards, move.suit);
  const no = move.type === "river" ? refusal(faces(view, `river:${seat}`), move.end, move.cards) : null;
  return no ? { rule: no } : null;
}

/** @param {View} view @param {number} seat @param {number} line @param {readonly string[]} cards @returns {No | null} */
function slide(view, seat, line, cards) {
  const rope = faces(view, `rope:${seat}:${line}`);
  if (!rope.length || faces(view, `slide:${seat}:${line}`).length) return { rule: "slide_built", line };
  if (view.facts.slides_left <= 0) return { rule: "no_slides_left", slides: view.facts.slides };
  const total = sum(rope);
  if (fits(cards, total)) return null;
  const { naturals, jokers } = split(cards);
  return { rule: "slide_sum", line, total, sum: sum(naturals), jokers: jokers.length };
}

/** The suits a pool of these cards may have. @param {View} view @param {number} seat @param {readonly string[]} cards @returns {string | null} null: to be named */
export function poolSuit(view, seat, cards) {
  return view.facts.pool_suits?.[seat] ?? split(cards).naturals[0]?.[1] ?? null;
}

/** @param {View} view @param {number} seat @param {readonly string[]} cards @param {string} [named] @returns {No | null} */
function pool(view, seat, cards, named) {
  const suit = poolSuit(view, seat, cards) ?? named;
  if (!suit) return { rule: "pool_joker" };
  return split(cards).naturals.every((card) => card[1] === suit) && (!named || named === suit) ? null : { rule: "pool_suit", suit };
}
