/* Where the light of a lesson belongs between the parks: what has to be touched next so that a move comes about. */

/** @typedef {import("../../js/table.js").Table} Table */

/** @param {Table} table @param {any} move @returns {Element | null} */
export function spot(table, move) {
  const { root, parts, strips } = table;
  if (move.type === "draft") return root.querySelector(`[data-place="pyramid:${move.row}:${move.pos}"]`);
  const wanted = /** @type {string[]} */ (move.cards ?? [move.card]).map((card) => card.slice(0, 2));
  const missing = wanted.map((card) => parts.hand.querySelector(`.spot[data-rank="${card}"][aria-selected="false"]`)).find(Boolean);
  if (missing) return missing;
  const action = root.querySelector(`.choose[data-action="${move.type}"]`);
  if (action?.getAttribute("aria-checked") !== "true") return action;
  const ready = strips.parts.play.getAttribute("aria-disabled") !== "true";
  return ready ? strips.parts.play : root.querySelector(`[data-target="${move.type}"]${move.line ? `[data-line="${move.line}"]` : ""}`);
}

/** What the words speak of: the own park. @param {Table} table @param {any} move @returns {Element | null} */
export const seen = (table, move) => (move.type === "draft" || move.type === "discard" ? null : table.root.querySelector(".park.p2"));
