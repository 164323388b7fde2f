/* The own hand as a listbox of buttons: taps, double taps, keys and dragging all end in the same few wishes. A button
   stays the same element as long as its card is held, so focus survives whatever happens at the table. */

import { icon, make, say, set } from "./dom.js";
import { Drag } from "./drag.js";

/** @typedef {import("./felt.js").Card} Card */
/** @typedef {object} Wishes what somebody wants to do with the hand
 * @property {(card: Card) => void} toggle
 * @property {(card: Card) => void} all every card of this one's rank
 * @property {() => void} play
 * @property {(card: Card | null) => void} point which card the pointer is over, or the focus is on
 * @property {(card: Card) => void} lift a drag begins: the card is chosen
 * @property {(x: number, y: number) => void} carry
 * @property {(x: number, y: number) => void} drop
 * @property {() => void} cancel
 */

const DOUBLE = 320;

export class Hand {
  /** @type {Map<Card, HTMLElement>} */ #items = new Map();
  /** @type {readonly Card[]} */ #cards = [];
  /** @type {Card | null} the card the Tab key comes to */ #home = null;
  /** @type {{ card: Card, at: number } | null} */ #tapped = null;

  /**
   * @param {HTMLElement} list
   * @param {Wishes} wishes
   * @param {AbortSignal} signal ends it all, for another hand on the same list
   */
  constructor(list, wishes, signal) {
    this.list = list;
    this.wishes = wishes;
    this.drag = new Drag(list, {
      start: (target) => this.#of(target),
      lift: (card) => wishes.lift(card),
      carry: (x, y) => wishes.carry(x, y),
      drop: (x, y) => wishes.drop(x, y),
      cancel: () => wishes.cancel(),
    }, signal);
    list.addEventListener("click", (event) => this.#clicked(event), { signal });
    list.addEventListener("keydown", (event) => this.#key(event), { signal });
    list.addEventListener("focusin", (event) => this.#focused(event), { signal });
    list.addEventListener("focusout", () => wishes.point(null), { signal });
    list.addEventListener("pointerover", (event) => event.pointerType === "mouse" && wishes.point(this.#of(event.target)), { signal });
    list.addEventListener("pointerleave", () => wishes.point(null), { signal });
  }

  /**
   * The cards held now, what each is called, and which are chosen.
   * @param {readonly Card[]} cards
   * @param {(card: Card) => string} label
   * @param {(card: Card) => boolean} chosen
   * @param {number} [todraw] places for cards that are still to be drawn
   * @param {(card: Card) => string} [tag] a word on a card, or none
   */
  render(cards, label, chosen, todraw = 0, tag = () => "") {
    this.#cards = cards;
    this.#keep(cards);
    const count = cards.length + todraw;
    this.list.style.setProperty("--n", String(count));
    cards.forEach((card, nth) => {
      const item = /** @type {HTMLElement} */ (this.#items.get(card));
      const button = /** @type {HTMLElement} */ (item.firstElementChild);
      if (this.list.children[nth] !== item) this.list.insertBefore(item, this.list.children[nth] ?? null);
      item.style.setProperty("--k", String(nth));
      set(button, "aria-label", label(card));
      set(button, "aria-selected", chosen(card) ? "true" : "false");
      set(button, "data-rank", card.face);
      set(button, "tabindex", card === this.#home ? 0 : -1);
      this.#tag(button, tag(card));
    });
    this.#gaps(cards.length, todraw);
  }

  /** @param {HTMLElement} button @param {string} words */
  #tag(button, words) {
    const had = button.querySelector(".newtag");
    if (!words) return had?.remove();
    const tag = had ?? make("span", { class: "newtag", "aria-hidden": "true" });
    say(tag, words);
    if (!had) button.append(tag);
  }

  /** Buttons for new cards; those of cards that are gone go, and the focus to a neighbour. @param {readonly Card[]} cards */
  #keep(cards) {
    const order = [...this.#items.keys()];
    const hadFocus = this.list.contains(document.activeElement);
    const at = this.#home ? order.indexOf(this.#home) : 0;
    if (!this.#home || !cards.includes(this.#home)) {
      this.#home = order.slice(at).find((card) => cards.includes(card)) ?? order.slice(0, at).findLast((card) => cards.includes(card)) ?? cards[0] ?? null;
    }
    for (const card of order) {
      if (cards.includes(card)) continue;
      this.#items.get(card)?.remove();
      this.#items.delete(card);
    }
    for (const card of cards) if (!this.#items.has(card)) this.#items.set(card, this.#make());
    // Sorted anew: the map's order is the order on the table.
    this.#items = new Map(cards.map((card) => [card, /** @type {HTMLElement} */ (this.#items.get(card))]));
    if (hadFocus && !this.list.contains(document.activeElement)) queueMicrotask(() => this.focus());
  }

  #make() {
    const item = document.createElement("li");
    item.setAttribute("role", "presentation");
    const button = document.createElement("button");
    button.type = "button";
    button.className = "spot";
    button.setAttribute("role", "option");
    item.append(button);
    return item;
  }

  /** @param {number} from @param {number} count */
  #gaps(from, count) {
    for (const gap of [...this.list.querySelectorAll(".gap")].slice(count)) gap.remove();
    for (let nth = this.list.querySelectorAll(".gap").length; nth < count; nth += 1) {
      const gap = document.createElement("li");
      gap.className = "gap";
      gap.setAttribute("role", "presentation");
      const spot = document.createElement("span");
      spot.className = "spot todraw";
      spot.append(icon("plus"));
      gap.append(spot);
      this.list.append(gap);
    }
    this.list.querySelectorAll(".gap").forEach((gap, nth) => /** @type {HTMLElement} */ (gap).style.setProperty("--k", String(from + nth)));
  }

  /** To the card the Tab key comes to. */
  focus() {
    const item = this.#home && this.#items.get(this.#home);
    /** @type {HTMLElement | undefined} */ (item?.firstElementChild ?? undefined)?.focus();
  }

  /** @param {Card} card */
  focusOn(card) {
    this.#home = card;
    for (const [one, item] of this.#items) set(/** @type {Element} */ (item.firstElementChild), "tabindex", one === card ? 0 : -1);
    this.focus();
  }

  /** @param {EventTarget | null} target @returns {Card | null} */
  #of(target) {
    const item = target instanceof Element ? target.closest("li") : null;
    for (const [card, one] of this.#items) if (one === item) return card;
    return null;
  }

  /** @param {MouseEvent} event */
  #clicked(event) {
    const card = this.#of(event.target);
    if (!card || this.drag.justDropped()) return;
    const now = performance.now();
    const twice = event.detail > 0 && this.#tapped?.card === card && now - this.#tapped.at < DOUBLE;
    this.#tapped = { card, at: now };
    if (twice) this.wishes.all(card);
    else this.wishes.toggle(card);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -1, ArrowDown: 1 }[event.key];
    const card = this.#of(event.target);
    if (step) {
      const at = this.#home ? this.#cards.indexOf(this.#home) : 0;
      const next = this.#cards[(at + step + this.#cards.length) % this.#cards.length];
      if (next) this.focusOn(next);
    } else if (event.key === "Home" || event.key === "End") {
      const end = event.key === "Home" ? this.#cards[0] : this.#cards.at(-1);
      if (end) this.focusOn(end);
    } else if (event.key === "Enter" && card) this.wishes.play();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {FocusEvent} event */
  #focused(event) {
    const card = this.#of(event.target);
    if (!card) return;
    this.#home = card;
    for (const [one, item] of this.#items) set(/** @type {Element} */ (item.firstElementChild), "tabindex", one === card ? 0 : -1);
    if (/** @type {Element} */ (event.target).matches(":focus-visible")) this.wishes.point(card);
  }
}
