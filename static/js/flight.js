/* How a card moves: legs, one after another, as one animation of its transform. It starts from wherever the card is
   right now, so a new state may come at any moment. */

import { written } from "./fan.js";

/** @typedef {import("./fan.js").Pose} Pose */
/** @typedef {{ pose: Pose, at: number, time: number, ease: string, fade?: boolean }} Leg at: ms from now */

const CURVE = 12, SWELL = 1.04;

/** @type {WeakMap<HTMLElement, Animation[]>} */
const flying = new WeakMap();

/** The times of motion, ms: tokens.css has them, and has them all 0 where less motion is asked for. */
export function tempo() {
  const style = getComputedStyle(document.documentElement);
  const ms = (/** @type {string} */ name) => Number.parseFloat(style.getPropertyValue(name)) || 0;
  return { fast: ms("--t-fast"), move: ms("--t-move"), capture: ms("--t-capture"), flip: ms("--t-flip"), stagger: ms("--stagger"), ease: style.getPropertyValue("--ease") || "ease", spring: style.getPropertyValue("--spring") || "ease-out" };
}

/** Ends every motion of a card where it should end. @param {HTMLElement} card */
export function land(card) {
  for (const animation of flying.get(card) ?? []) animation.cancel();
  flying.delete(card);
}

/** Whether a card is on its way. @param {HTMLElement} card */
export const isFlying = (card) => (flying.get(card) ?? []).some((animation) => animation.playState === "running");

/**
 * Along the legs; resolves when the card has arrived, or something else became of it.
 * @param {HTMLElement} card
 * @param {Leg[]} legs
 * @returns {Promise<unknown>}
 */
export function fly(card, legs) {
  const from = isFlying(card) ? getComputedStyle(card).transform : card.style.transform;
  land(card);
  const last = legs.at(-1);
  if (!last) return Promise.resolve();
  const end = Math.max(1, last.at + last.time);
  /** @type {Keyframe[]} */
  const frames = [{ offset: 0, transform: from }];
  let before = from;
  for (const { pose, at, time, ease } of legs) {
    frames.push({ offset: Math.min(1, at / end), transform: before, easing: ease });
    before = written(pose);
    frames.push({ offset: Math.min(1, (at + time) / end), transform: before });
  }
  card.style.transform = before;
  const animations = [card.animate(frames, { duration: end, fill: "backwards" })];
  if (last.time > 200) animations.push(curve(card, from, last));
  if (last.fade) animations.push(card.animate([{ opacity: 1 }, { opacity: 1, offset: 0.6 }, { opacity: 0 }], { duration: last.time, delay: last.at, fill: "forwards" }));
  flying.set(card, animations);
  return /** @type {Animation} */ (animations[0]).finished.catch(() => {});
}

/** Hands do not move cards along a ruler: a small bow and a swell on the way. @param {HTMLElement} card @param {string} from @param {Leg} leg */
function curve(card, from, { pose, at, time }) {
  const start = new DOMMatrixReadOnly(from.includes("%") ? `translate(${from.match(/translate\(([^)]*)\)/)?.[1] ?? "0px, 0px"})` : from);
  const dx = pose.x - start.e, dy = pose.y - start.f;
  const far = Math.hypot(dx, dy) || 1;
  const bow = (CURVE / pose.s) * Math.min(1, far / 200);
  return card.animate(
    [{ transform: "translate(0px, 0px) scale(1)" }, { transform: `translate(${((dy / far) * bow).toFixed(1)}px, ${((-dx / far) * bow).toFixed(1)}px) scale(${SWELL})` }, { transform: "translate(0px, 0px) scale(1)" }],
    { duration: time, delay: at, easing: "ease-in-out", composite: "add" },
  );
}

/**
 * Turns a card face up half-way through: its back and its face are both there and one is always edge-on.
 * @param {HTMLElement} card
 * @param {SVGElement} back
 * @param {SVGElement} face
 * @param {number} at
 * @param {number} time
 */
export function flip(card, back, face, at, time) {
  const options = { duration: time, delay: at, fill: /** @type {FillMode} */ ("both") };
  face.animate([{ transform: "scaleX(0)" }, { transform: "scaleX(0)", offset: 0.5, easing: "ease-out" }, { transform: "scaleX(1)" }], options);
  const gone = back.animate([{ transform: "scaleX(1)", easing: "ease-in" }, { transform: "scaleX(0)", offset: 0.5 }, { transform: "scaleX(0)" }], options);
  card.classList.add("turning"); // a card on its edge casts no card's shadow
  const turned = () => {
    back.remove();
    card.classList.remove("turning");
  };
  gone.finished.then(turned, turned);
}

/**
 * A herd leans on its prey before it runs; a number jumps when it changes.
 * @param {Element} element
 * @param {Keyframe[]} frames
 * @param {number} at
 * @param {number} time
 */
export function nudge(element, frames, at, time) {
  element.animate(frames, { duration: time, delay: at, easing: "ease-out", composite: "add" });
}
