/* Which cards of the own hand came in this turn, where they came one by one from a market: what was held when the last
   play was made is not new. */

/** @typedef {import("../../js/felt.js").Card} Card */
/** @typedef {import("./preview.js").View} View */

export class Fresh {
  /** @type {Set<Card>} */ #kept = new Set();
  #known = false;

  /**
   * The new ones among the cards held, until somebody else has played.
   * @param {readonly Card[]} held
   * @param {View} view
   * @param {number | null} seat
   * @returns {Set<Card>}
   */
  among(held, view, seat) {
    const own = seat !== null && view.facts.last?.seat === seat && Array.isArray(view.places.market);
    if (!own || !this.#known) this.#kept = new Set(held);
    this.#known = true;
    return new Set(held.filter((card) => !this.#kept.has(card)));
  }
}
