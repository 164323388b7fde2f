/* The dotted path from a herd to its prey, with a head, so that nobody wonders who chases whom. */

import { svg } from "../../js/card.js";

/** @typedef {{ x: number, y: number, w: number, h: number }} Box */

const BOW = 0.2, HEAD = 11, INSIDE = 0.66;

/** @param {Box} box */
const middle = ({ x, y, w, h }) => ({ x: x + w / 2, y: y + h / 2 });

/**
 * Where a line from the middle of a box comes out of its cards, in a direction.
 * @param {Box} box @param {{x: number, y: number}} to
 */
function edge(box, to) {
  const from = middle(box);
  const dx = to.x - from.x, dy = to.y - from.y;
  const scale = INSIDE * Math.min(dx ? box.w / 2 / Math.abs(dx) : Infinity, dy ? box.h / 2 / Math.abs(dy) : Infinity, 1);
  return { x: from.x + dx * scale, y: from.y + dy * scale };
}

/**
 * The path's points: from edge to edge, bowed away from the middle of the pond.
 * @param {Box} herd @param {Box} prey @param {{x: number, y: number}} centre
 */
export function bowed(herd, prey, centre) {
  const a = middle(herd), b = middle(prey);
  const far = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  const half = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
  const across = { x: -(b.y - a.y) / far, y: (b.x - a.x) / far };
  const outwards = (half.x - centre.x) * across.x + (half.y - centre.y) * across.y;
  const bow = (outwards < 0 ? -1 : 1) * BOW * Math.min(far, 260);
  const via = { x: half.x + across.x * bow, y: half.y + across.y * bow };
  return { from: edge(herd, via), via, to: edge(prey, via) };
}

/** @param {SVGElement} picture @param {Box | null} herd @param {Box | null} prey @param {{x: number, y: number}} centre */
export function drawChase(picture, herd, prey, centre) {
  if (!herd || !prey) return picture.replaceChildren();
  const { from, via, to } = bowed(herd, prey, centre);
  const angle = Math.atan2(to.y - via.y, to.x - via.x);
  const wing = (/** @type {number} */ by) => `${(to.x - HEAD * Math.cos(angle + by)).toFixed(1)} ${(to.y - HEAD * Math.sin(angle + by)).toFixed(1)}`;
  const line = `M${from.x.toFixed(1)} ${from.y.toFixed(1)}Q${via.x.toFixed(1)} ${via.y.toFixed(1)} ${to.x.toFixed(1)} ${to.y.toFixed(1)}`;
  const head = `M${wing(0.5)}L${to.x.toFixed(1)} ${to.y.toFixed(1)}L${wing(-0.5)}`;
  picture.replaceChildren(svg("path", { class: "halo", d: line + head }), svg("path", { class: "dots", d: line }), svg("path", { d: head }));
}
