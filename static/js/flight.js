/* How a card moves: legs, one after another, as one animation of its transform. It starts from wherever the card is
   right now, so a new state may come at any moment. */

import { written } from "./fan.js";

/** @typedef {import("./fan.js").Pose} Pose */
/** @typedef {{ pose: Pose, at: number, time: number, ease: string, fade?: boolean }} Leg at: ms from now */

const CURVE = 12, SWELL = 0.04, STEPS = 10;

/** @type {WeakMap<HTMLElement, Animation[]>} */
const flying = new WeakMap();

/** @typedef {{ fast: number, move: number, capture: number, flip: number, stagger: number, ease: string }} Tempo */

/** @type {Tempo | null} */
let known = null;
globalThis.matchMedia?.("(prefers-reduced-motion: reduce)").addEventListener("change", () => (known = null));

/** The times of motion, ms: tokens.css has them, and has them all 0 where less motion is asked for. Read once, since to ask for
 *  a style makes the browser lay out the page. @returns {Tempo} */
export const tempo = () => (known ??= read());

/** @returns {Tempo} */
function read() {
  const style = getComputedStyle(document.documentElement);
  const ms = (/** @type {string} */ name) => Number.parseFloat(style.getPropertyValue(name)) || 0;
  return { fast: ms("--t-fast"), move: ms("--t-move"), capture: ms("--t-capture"), flip: ms("--t-flip"), stagger: ms("--stagger"), ease: style.getPropertyValue("--ease") };
}

/** Ends every motion of a card where it should end. @param {HTMLElement} card */
export function land(card) {
  for (const animation of flying.get(card) ?? []) animation.cancel();
  flying.delete(card);
}

/** Whether a card is on its way. @param {HTMLElement} card */
export const isFlying = (card) => (flying.get(card) ?? []).some((animation) => animation.playState === "running");

/** Where a card is right now. @param {HTMLElement} card @returns {Pose} */
export function now(card) {
  const { a, b, e, f } = new DOMMatrixReadOnly(getComputedStyle(card).transform);
  return { x: e + card.offsetWidth / 2, y: f + card.offsetHeight / 2, r: (Math.atan2(b, a) * 180) / Math.PI, s: Math.hypot(a, b) };
}

/**
 * Along the legs; resolves when the card has arrived, or something else became of it.
 * @param {HTMLElement} card
 * @param {Pose} from where it is: `now`, asked of all cards before any of them is moved
 * @param {Leg[]} legs
 * @returns {Promise<unknown>}
 */
export function fly(card, from, legs) {
  const last = legs.at(-1);
  if (!last) return Promise.resolve();
  land(card);
  const end = Math.max(1, last.at + last.time);
  /** @type {Keyframe[]} */
  const frames = [{ offset: 0, transform: written(from) }];
  let before = from;
  for (const leg of legs) {
    frames.push(...path(before, leg, end));
    before = leg.pose;
  }
  card.style.transform = written(before);
  const animations = [card.animate(frames, { duration: end, fill: "backwards" })];
  if (last.fade) animations.push(card.animate([{ opacity: 1 }, { opacity: 1, offset: 0.6 }, { opacity: 0 }], { duration: last.time, delay: last.at, fill: "forwards" }));
  flying.set(card, animations);
  return /** @type {Animation} */ (animations[0]).finished.catch(() => {});
}

/** Hands do not move cards along a ruler: a small bow and a swell on the way, longer ways more so. @param {Pose} from @param {Leg} leg @param {number} end @returns {Keyframe[]} */
function path(from, { pose, at, time, ease }, end) {
  const dx = pose.x - from.x, dy = pose.y - from.y, far = Math.hypot(dx, dy) || 1;
  const bow = time > 200 ? CURVE * Math.min(1, far / 200) : 0;
  return steps(ease).map((t, nth) => {
    const arc = Math.sin(Math.PI * t);
    return {
      offset: Math.min(1, (at + (time * nth) / STEPS) / end),
      transform: written({
        x: from.x + dx * t + (dy / far) * bow * arc,
        y: from.y + dy * t - (dx / far) * bow * arc,
        r: from.r + (pose.r - from.r) * t,
        s: (from.s + (pose.s - from.s) * t) * (1 + (bow ? SWELL * arc : 0)),
      }),
    };
  });
}

/** @type {Map<string, number[]>} */
const curves = new Map();

/** How far it is after each step. @param {string} ease */
function steps(ease) {
  const known = curves.get(ease) ?? Array.from({ length: STEPS + 1 }, (_, nth) => curveOf(ease)(nth / STEPS));
  curves.set(ease, known);
  return known;
}

/** A cubic-bezier() as a function, linear where it is none. @param {string} ease @returns {(x: number) => number} */
export function curveOf(ease) {
  const [x1 = 0, y1 = 0, x2 = 1, y2 = 1] = (/cubic-bezier\(([^)]*)\)/.exec(ease)?.[1] ?? "0,0,1,1").split(",").map(Number);
  const at = (/** @type {number} */ u, /** @type {number} */ a, /** @type {number} */ b) => 3 * (1 - u) ** 2 * u * a + 3 * (1 - u) * u ** 2 * b + u ** 3;
  return (x) => {
    let low = 0, high = 1;
    for (let nth = 0; nth < 24; nth += 1) {
      const mid = (low + high) / 2;
      if (at(mid, x1, x2) < x) low = mid;
      else high = mid;
    }
    return x >= 1 ? 1 : x <= 0 ? 0 : at((low + high) / 2, y1, y2);
  };
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
