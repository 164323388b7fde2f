/* Where every place is right now: read from the controls after CSS has laid them out, never assumed. */

import { fan, into, over } from "./fan.js";

/** @typedef {import("./fan.js").Box} Box */
/** @typedef {import("./fan.js").Pose} Pose */
/** @typedef {import("./piece.js").Piece} Piece */

const LIFT = 10, HAND = 100, OPEN = 10;

export class Spots {
  /** @type {Map<string, { el: HTMLElement, box: Box }>} */ #boxes = new Map();
  /** @type {Map<string, Pose>} */ #anchors = new Map();

  /** @param {HTMLElement} root @param {HTMLElement} layer @param {HTMLElement} gauge as wide as a card at scale 1 */
  constructor(root, layer, gauge) {
    const origin = layer.getBoundingClientRect();
    this.origin = origin;
    this.width = layer.offsetWidth;
    this.base = gauge.offsetWidth || 90;
    for (const el of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-place]"))) {
      const box = this.#box(el);
      const seat = box.w ? null : el.closest("[data-seat]")?.querySelector(".av"); // a count that is not shown here
      this.#boxes.set(el.dataset.place ?? "", { el, box: seat ? this.#box(seat) : box });
    }
  }

  /** @param {Element} el @returns {Box} */
  #box(el) {
    const rect = el.getBoundingClientRect();
    return { x: rect.x - this.origin.x, y: rect.y - this.origin.y, w: rect.width, h: rect.height };
  }

  /** The control of a place. @param {string} place */
  control(place) {
    return this.#boxes.get(place)?.el ?? null;
  }

  /** @param {string} place */
  box(place) {
    return this.#boxes.get(place)?.box ?? null;
  }

  /** How the cards of a place lie, and how high. @param {string} place @param {Piece[]} cards @returns {{ poses: Pose[], level: number } | null} */
  lie(place, cards) {
    const control = this.#boxes.get(place);
    if (!control) return null;
    const held = spots(control.el);
    const poses = held.length ? this.#seated(held, cards) : this.#fanned(control.el, cards.length);
    const else_ = poses[0] ?? into(control.box, this.base);
    const level = held.length ? HAND : OPEN + Number(control.el.dataset.level ?? 0);
    return { poses: cards.map((_, nth) => poses[nth] ?? else_), level };
  }

  /** One spot a card: it lies exactly on its own button. @param {Element[]} held @param {Piece[]} cards @returns {Pose[]} */
  #seated(held, cards) {
    return held.map((el, nth) => {
      const turn = Number.parseFloat(getComputedStyle(el).rotate) || 0;
      const pose = over(this.#box(el), /** @type {HTMLElement} */ (el).offsetWidth, turn, this.base);
      if (cards[nth]?.raised && !cards[nth]?.chosen) pose.y -= LIFT;
      return pose;
    });
  }

  /** Fanned over the place's slot. @param {HTMLElement} el @param {number} n @returns {Pose[]} */
  #fanned(el, n) {
    if (!n) return [];
    const limit = Number.parseFloat(getComputedStyle(el).getPropertyValue("--fan")) || 1.3;
    return fan(this.#box(el.querySelector(".slot") ?? el), n, this.base, limit);
  }

  /** A place as something to come from, go to, or pass. @param {string} place @returns {Pose} */
  anchor(place) {
    const known = this.#anchors.get(place) ?? this.#anchor(place);
    this.#anchors.set(place, known);
    return known;
  }

  /** Its slot, its pile, or the seat that counts it. @param {string} place @returns {Pose} */
  #anchor(place) {
    const control = this.#boxes.get(place);
    if (!control) return { x: this.width / 2, y: -40, r: 0, s: 0.3 };
    const solid = /** @type {HTMLElement | null} */ (control.el.querySelector(".slot, .pile"));
    return solid ? over(this.#box(solid), solid.offsetWidth, 0, this.base) : into(control.box, this.base);
  }
}

/** A place's spots in the order of its cards, which need not be the order on the table (`data-nth`). @param {HTMLElement} place @returns {HTMLElement[]} */
function spots(place) {
  const nth = (/** @type {HTMLElement} */ spot) => Number(spot.dataset.nth ?? 0);
  return [.../** @type {NodeListOf<HTMLElement>} */ (place.querySelectorAll(".spot"))].sort((a, b) => nth(a) - nth(b));
}
