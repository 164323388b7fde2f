/* A card as the felt holds it: its face, its picture in the flat layer, and where it is going. A card nobody may see has
   no face, and nothing else that could tell it from another. */

import { cardBack, cardElement } from "./card.js";
import { flip, isFlying, land } from "./flight.js";

/** @typedef {{ to: string, at: number, time: number, ease: string }} Way a leg whose end is not measured yet */

const OUTLINE = 600; // ms
const CLASSES = { chosen: "sel", pending: "pend", raised: "up" };

export class Piece {
  /** @type {Way[]} */ ways = [];
  /** the transform it has or flies to */ target = "";
  /** how high it lies at rest */ rest = 0;
  chosen = false;
  pending = false;
  raised = false;
  carried = false;
  gone = false;

  /**
   * @param {any} face null where nobody may see it
   * @param {string | null} birth the place it comes from
   * @param {(face: any) => SVGElement} draw
   */
  constructor(face, birth, draw) {
    this.face = face;
    this.birth = birth;
    this.draw = draw;
    /** it comes from the pile and shows its face on the way */
    this.flips = birth === "deck" && face !== null;
    this.el = cardElement(face === null || this.flips ? cardBack() : draw(face));
  }

  /** A card that lay face down is seen: on its way it turns over. @param {any} face */
  learn(face) {
    if (this.face !== null || face === null) return;
    this.face = face;
    this.flips = true;
  }

  /** @param {"chosen" | "pending" | "raised"} what @param {boolean} on */
  mark(what, on) {
    this[what] = on;
    this.el.classList.toggle(CLASSES[what], on);
  }

  /** @param {string} to @param {number} at @param {number} time @param {string} ease */
  go(to, at, time, ease) {
    this.ways.push({ to, at, time, ease });
  }

  get flies() {
    return isFlying(this.el);
  }

  /** Comes down to where it lies. */
  settle() {
    this.el.style.zIndex = String(this.rest);
  }

  /** There at once; where motion is not wanted a moved card says so by a ring. @param {boolean} outlined */
  place(outlined) {
    this.el.style.transform = this.target;
    this.settle();
    if (!outlined) return;
    this.el.classList.add("moved");
    setTimeout(() => this.el.classList.remove("moved"), OUTLINE);
  }

  /** Shows its face, turning over in that time; at once without one. @param {number} at @param {number} time */
  turnUp(at, time) {
    if (!this.flips) return;
    this.flips = false;
    const back = /** @type {SVGElement} */ (this.el.firstElementChild);
    const front = this.draw(this.face);
    this.el.prepend(front);
    if (time) flip(this.el, back, front, at, time);
    else back.remove();
  }

  remove() {
    this.gone = true;
    land(this.el);
    this.el.remove();
  }
}
