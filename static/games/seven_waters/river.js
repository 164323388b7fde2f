/* The lazy river: one run of ranks, A 2 .. K, in any suits. Which ends chosen cards may join, and what a joker may stand
   for there: every legal way and no other. Pure. */

import { isJoker, number, RANKS, split, stands } from "./cards.js";

/** @typedef {{ end: "start" | "low" | "high", cards: string[], jokers: string[] }} Way a move of the river: cards low to high with
 *   their jokers named, and the ranks those stand for */

const LAST = RANKS.length - 1;

/** The ranks wanted at the low and at the high end, from 0; null where the run can grow no further. @param {readonly string[]} river */
export function ends(river) {
  if (!river.length) return { low: null, high: null };
  const low = stands(river[0] ?? "") - 1, high = stands(river.at(-1) ?? "") + 1;
  return { low: low < 0 ? null : low, high: high > LAST ? null : high };
}

/**
 * Every way in which these cards, all of them, can be laid.
 * @param {readonly string[]} river as the view has it
 * @param {readonly string[]} cards
 * @returns {Way[]}
 */
export function ways(river, cards) {
  if (!cards.length) return [];
  const n = cards.length;
  if (!river.length) return Array.from({ length: RANKS.length - n + 1 }, (_, first) => way("start", first, cards)).flatMap((one) => one ?? []);
  const { low, high } = ends(river);
  return [low === null ? null : way("low", low - n + 1, cards), high === null ? null : way("high", high, cards)].flatMap((one) => one ?? []);
}

/** The cards as a run from a rank on, or null. @param {Way["end"]} end @param {number} first @param {readonly string[]} cards @returns {Way | null} */
function way(end, first, cards) {
  if (first < 0 || first + cards.length - 1 > LAST) return null;
  const { naturals, jokers } = split(cards);
  const free = [...jokers];
  /** @type {string[]} */ const laid = [];
  /** @type {string[]} */ const ranks = [];
  for (let rank = first; rank < first + cards.length; rank += 1) {
    const natural = naturals.filter((card) => number(card) === rank);
    if (natural.length > 1) return null;
    const [card = free.shift()] = natural;
    if (!card) return null;
    const named = RANKS[rank] ?? "";
    laid.push(isJoker(card) ? `${card}=${named}` : card);
    if (isJoker(card)) ranks.push(named);
  }
  return laid.length === cards.length && naturals.every((card) => laid.includes(card)) ? { end, cards: laid, jokers: ranks } : null;
}

/**
 * Why a written move of the river is refused, or null.
 * @param {readonly string[]} river
 * @param {string} end
 * @param {readonly string[]} cards low to high, a joker bare or named
 * @returns {"river_end" | "river_joker" | "river_run" | null}
 */
export function refusal(river, end, cards) {
  const named = cards.findIndex((card) => !isJoker(card) || card.length > 2);
  let first = 0;
  if (!river.length) {
    if (end !== "start") return "river_end";
    if (named < 0) return "river_joker";
    first = stands(cards[named] ?? "") - named;
  } else {
    if (end !== "low" && end !== "high") return "river_end";
    const rank = ends(river)[end];
    if (rank === null) return "river_run";
    first = end === "low" ? rank - cards.length + 1 : rank;
  }
  const run = cards.every((card, nth) => first + nth >= 0 && first + nth <= LAST && (isJoker(card) && card.length === 2 ? true : stands(card) === first + nth));
  return run ? null : "river_run";
}
