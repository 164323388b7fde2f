/* The cards a seat has chosen: of one rank, staged here until they are played. A plan outlives the moves of others. */

import { among } from "../../js/kept.js";

/** @typedef {{ face: any }} Card an item of the felt: the same object as long as the card is in the hand */

export class Plan {
  /** @type {Set<Card>} */ #chosen = new Set();

  get size() {
    return this.#chosen.size;
  }

  /** @returns {number} 0 while nothing is chosen */
  get rank() {
    return [...this.#chosen][0]?.face ?? 0;
  }

  /** The faces, as a move wants them. @returns {number[]} */
  get cards() {
    return [...this.#chosen].map((card) => card.face);
  }

  /** @param {Card} card */
  has(card) {
    return this.#chosen.has(card);
  }

  clear() {
    this.#chosen.clear();
  }

  /** Choose or put back; a card of another rank begins anew. @param {Card} card */
  toggle(card) {
    if (this.#chosen.delete(card)) return;
    if (this.rank !== card.face) this.clear();
    this.#chosen.add(card);
  }

  /** Every card of this rank in the hand. @param {Card} card @param {readonly Card[]} hand */
  all(card, hand) {
    this.#chosen = new Set(hand.filter((one) => one.face === card.face));
  }

  /** One more of a rank; after the last one it begins again with one. @param {number} rank @param {readonly Card[]} hand */
  more(rank, hand) {
    const held = hand.filter((one) => one.face === rank);
    const next = held.find((one) => !this.has(one));
    if (this.rank !== rank || !next) this.clear();
    const card = next ?? held[0];
    if (card) this.#chosen.add(card);
    return card;
  }

  /** The plan as it is kept, null while nothing is chosen. */
  get told() {
    return this.size ? { cards: this.cards } : null;
  }

  /** A plan that was kept, as far as its cards are still held. @param {any} told @param {readonly Card[]} hand */
  take(told, hand) {
    if (Array.isArray(told?.cards)) this.#chosen = new Set(among(told.cards, hand));
  }

  /** Only what is still held stays chosen. @param {readonly Card[]} hand */
  check(hand) {
    for (const card of this.#chosen) if (!hand.includes(card)) this.#chosen.delete(card);
  }
}
