/* The sum of a slide: what natural cards give, and what jokers must stand for so that it fits. Pure. */

import { JOKER_MOST, split, value } from "./cards.js";

/** @typedef {{ v: number, joker: boolean, card: string }} Part */
/** @typedef {{ want: number, sum: number, low: number, high: number, parts: Part[], state: "none" | "under" | "exact" | "over", off: number }} Sum
 *   sum: as shown, jokers as they would stand; low, high: what is possible; off: how far from fitting */

/**
 * Chosen cards against the total of a rope line. A joker is 1 to 10, never 0.
 * @param {readonly string[]} cards
 * @param {number} want
 * @returns {Sum}
 */
export function sumUp(cards, want) {
  const { naturals, jokers } = split(cards);
  const fixed = naturals.reduce((all, card) => all + value(card), 0);
  const low = fixed + jokers.length, high = fixed + JOKER_MOST * jokers.length;
  const stand = spread(Math.min(Math.max(want - fixed, jokers.length), JOKER_MOST * jokers.length), jokers.length);
  const parts = [...naturals.map((card) => ({ card, v: value(card), joker: false })), ...jokers.map((card, nth) => ({ card, v: stand[nth] ?? 1, joker: true }))];
  const sum = parts.reduce((all, { v }) => all + v, 0);
  const state = !cards.length ? "none" : sum < want ? "under" : sum > want ? "over" : "exact";
  return { want, sum, low, high, parts, state, off: Math.abs(want - sum) };
}

/** A number over n jokers, as even as it goes. @param {number} total @param {number} n */
const spread = (total, n) => Array.from({ length: n }, (_, nth) => Math.floor(total / n) + (nth < total % n ? 1 : 0));

/** Whether cards build a slide of that total. @param {readonly string[]} cards @param {number} want */
export const fits = (cards, want) => sumUp(cards, want).state === "exact";

/** @typedef {{ line: number, total: number }} Line an open rope line of the offer */

/**
 * The line these cards are most likely meant for: one they fit exactly, else the nearest that still has room, else the largest.
 * @param {readonly string[]} cards
 * @param {readonly Line[]} lines
 * @returns {Line | null}
 */
export function nearest(cards, lines) {
  const sorted = [...lines].sort((a, b) => a.total - b.total);
  const exact = sorted.filter(({ total }) => fits(cards, total));
  if (exact.length) return exact[0] ?? null;
  return sorted.find(({ total }) => sumUp(cards, total).low <= total) ?? sorted.at(-1) ?? null;
}
