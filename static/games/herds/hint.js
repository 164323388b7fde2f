/* What a hint says at a table of the herds, in words. */

import { card, some } from "./words.js";

/** @typedef {import("./words.js").Said} Said */
/** @typedef {import("./words.js").Place} Place */

/** @param {Place & { players: { name: string }[] }} place @param {{ move: any, key: string, facts: Record<string, any> }} told @returns {Said} */
export function hint(place, { key, facts }) {
  const { skin } = place, n = place.players.length;
  const next = place.nameOf(((place.seat ?? 0) + 1) % n);
  return {
    key: `hint.herds.${key}`,
    facts: {
      ...facts,
      name: next,
      ...(facts.rank && { card: card(skin, facts.rank), cards: some(skin, facts.n, facts.rank) }),
      ...(facts.prey && { prey: some(skin, facts.caught, facts.prey) }),
      ...(facts.their_prey && { theirs: some(skin, facts.their_n, facts.their_prey), by: some(skin, facts.their_need, facts.their_rank) }),
    },
  };
}
