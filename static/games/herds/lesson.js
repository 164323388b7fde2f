/* Where the light of a lesson belongs at the waterhole: what has to be touched next so that a move comes about. */

/** @typedef {import("../../js/table.js").Table} Table */

/** @param {Table} table @param {any} move @returns {Element | null} */
export function spot(table, move) {
  if (move.type === "draw") return table.root.querySelector(`.take[data-source="${move.source}"]`);
  const cards = [...table.parts.hand.querySelectorAll(`.spot[data-rank="${move.cards[0]}"]`)];
  const chosen = table.parts.hand.querySelectorAll('[aria-selected="true"]').length;
  const next = cards.find((card) => card.getAttribute("aria-selected") !== "true");
  return chosen < move.cards.length && next ? next : table.strips.parts.play;
}

/** What the words speak of: the place at the water. @param {Table} table @param {any} move @returns {Element | null} */
export const seen = (table, move) => (move.type === "play" ? table.root.querySelector(`[data-place="herd:${move.cards[0]}"]`) : null);
