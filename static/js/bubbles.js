/* What somebody says, for a few seconds beside their seat: never on cards or buttons. Where there is no free place, it lies
   on the seat's own numbers. For the eye only: it is read aloud elsewhere. */

import { animal, make } from "./dom.js";
import { around, clearing } from "./clearing.js";
import { wordsOf } from "./talk.js";

const TEXT = 6000, REACTION = 4000, GAP = 8;
const TAKEN = ".layer .card, .hand .spot, .btn:not([hidden]), .board button, .board .tag, .board .slot, .stall, .flag, .seat, .say, .todraw";

/** @typedef {import("./clearing.js").Box} Box */

export class Bubbles {
  /** @type {Map<string, { element: HTMLElement, timer: any }>} by guest */ #shown = new Map();

  /** @param {HTMLElement} felt @param {(guest: string) => number} seatOf -1 for who has none */
  constructor(felt, seatOf) {
    this.felt = felt;
    this.seatOf = seatOf;
    this.root = make("div", { class: "bubs", "aria-hidden": "true" });
    felt.append(this.root);
    new ResizeObserver(() => this.settle()).observe(felt);
  }

  /** @param {import("./talk.js").Line} line @param {number} age ms since it was said */
  show(line, age) {
    const left = (line.emote ? REACTION : TEXT) - Math.max(0, age);
    if (left <= 0 || this.seatOf(line.guest) < 0) return;
    this.#drop(line.guest);
    const element = make("div", { class: `bub ${line.emote ? "react" : ""}` }, line.emote ? animal(line.emote) : make("span", { dir: "auto" }, wordsOf(line)));
    this.root.append(element);
    this.#shown.set(line.guest, { element, timer: setTimeout(() => this.#drop(line.guest), left) });
    this.settle();
  }

  /** @param {string} guest */
  #drop(guest) {
    const had = this.#shown.get(guest);
    clearTimeout(had?.timer);
    had?.element.remove();
    this.#shown.delete(guest);
  }

  /** Nothing of it is left. */
  clear() {
    for (const guest of [...this.#shown.keys()]) this.#drop(guest);
  }

  /** Every bubble finds its place anew: cards may have come to lie there. */
  settle() {
    if (!this.#shown.size) return;
    const felt = this.felt.getBoundingClientRect();
    const taken = [...this.felt.querySelectorAll(TAKEN)].filter((one) => one.getClientRects().length).map((one) => one.getBoundingClientRect());
    for (const [guest, { element }] of this.#shown) {
      const seat = this.felt.querySelector(`.seat[data-seat="${this.seatOf(guest)}"]`);
      element.hidden = !seat;
      if (!seat) continue;
      const box = seat.getBoundingClientRect();
      this.#shape(element, null);
      const size = { width: element.offsetWidth, height: element.offsetHeight };
      const free = clearing(around(box, size, GAP), taken, felt);
      const at = free ?? inner(seat, box);
      if (free) taken.push(new DOMRect(free.left, free.top, free.width, free.height));
      else this.#shape(element, at);
      element.classList.toggle("below", at.top > box.bottom);
      element.style.left = `${at.left - felt.left}px`;
      element.style.top = `${at.top - felt.top}px`;
    }
  }

  /** As large as its words want, or exactly this box. @param {HTMLElement} element @param {Box | null} box */
  #shape(element, box) {
    element.classList.toggle("in", box !== null);
    element.style.width = box ? `${box.width}px` : "";
    element.style.height = box ? `${box.height}px` : "";
  }
}

/** The part of a seat beside its avatar, where it has one worth the name. @param {Element} seat @param {DOMRect} box @returns {Box} */
function inner(seat, box) {
  const picture = seat.querySelector(".pic")?.getBoundingClientRect();
  const left = picture?.width && box.width > 2 * picture.width ? picture.right + 2 : box.left;
  return { left, top: box.top, width: box.right - left, height: box.height };
}
