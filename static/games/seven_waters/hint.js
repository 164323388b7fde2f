/* What a hint says at a table of Seven Waters, in words. */

import { bare } from "./cards.js";
import { short } from "./mini.js";

/** @typedef {import("./words.js").Said} Said */

/** @param {{ move: any, key: string, facts: Record<string, any> }} told @returns {Said} */
export function hint({ move, key, facts }) {
  const cards = (move.cards ?? []).map((/** @type {string} */ one) => short(bare(one))).join(" ");
  return { key: `hint.waters.${key}`, facts: { ...facts, cards, card: facts.card ? short(facts.card) : "" } };
}
