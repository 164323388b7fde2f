/* The course of a match as a curve: where each step and each chance lies in a picture, and what is drawn there. Pure. */

/** @typedef {{ width: number, height: number, left: number, right: number, top: number, foot: number }} Frame foot: below the curve */
/** @typedef {{ at: number, n: number, from: number, to: number }} Deal a deal: the step it is dealt at, its number, and the steps it lasts */
/** @typedef {{ x: number, y: number, n: number, below: boolean, stem: number }} Pin where a numbered pin's head lies, and how long its stem is */

const HEAD = 22, RADIUS = 12; // a pin's head with a little air
const NEAR = 24; // two pins nearer than this would lie on each other

/** @param {Frame} frame @param {number} last the last step */
export function scale(frame, last) {
  const { width, height, left, right, top, foot } = frame;
  const wide = width - left - right, high = height - top - foot;
  return {
    x: (/** @type {number} */ step) => round(left + (last ? (wide * step) / last : 0)),
    y: (/** @type {number} */ chance) => round(top + high * (1 - chance)),
    /** The step that is nearest to a place. @param {number} x */
    step: (x) => Math.min(last, Math.max(0, Math.round((last * (x - left)) / wide) || 0)),
  };
}

/** @param {number} n */
const round = (n) => Math.round(n * 10) / 10;

/** One seat's chances, step by step. @param {readonly number[][]} curve @param {number} seat */
export const of = (curve, seat) => curve.map((row) => row[seat] ?? 0);

/** A line through all chances. @param {readonly number[]} chances @param {{ x: (step: number) => number, y: (chance: number) => number }} to */
export const path = (chances, { x, y }) => chances.map((chance, step) => `${step ? "L" : "M"}${x(step)} ${y(chance)}`).join("");

/** The same, closed along the floor. @param {readonly number[]} chances @param {{ x: (step: number) => number, y: (chance: number) => number }} to */
export const area = (chances, to) => `${path(chances, to)}V${to.y(0)}H${to.x(0)}Z`;

/** Every deal, with the steps it lasts. @param {readonly number[]} starts steps at which cards were dealt @param {number} last @returns {Deal[]} */
export const deals = (starts, last) => starts.map((at, nth) => ({ at, n: nth + 1, from: at, to: starts[nth + 1] ?? last }));

/**
 * Where numbered pins stand so that their heads do not lie on each other: over their point, or below it where the top is
 * near or another pin has the place, or further off.
 * @param {readonly { x: number, y: number }[]} points from left to right
 * @param {number} top
 * @param {number} floor
 * @returns {Pin[]}
 */
export function pins(points, top, floor) {
  /** @type {Pin[]} */ const placed = [];
  points.forEach(({ x, y }, nth) => {
    const meets = (/** @type {number} */ head) => placed.some((one) => Math.abs(one.x - x) < NEAR && Math.abs(one.y - head) < HEAD);
    const heads = [1, -1, 2, -2, 3, -3].map((by) => y - by * HEAD).filter((head) => head - RADIUS >= top && head + RADIUS <= floor);
    const head = heads.find((one) => !meets(one)) ?? heads[0] ?? y;
    placed.push({ x, y: head, n: nth + 1, below: head > y, stem: Math.abs(head - y) });
  });
  return placed;
}

/** Places moved apart so that each has so much room, around where they were. @param {readonly number[]} places from left to right @param {number} room */
export function spread(places, room) {
  /** @type {number[][]} */ let groups = places.map((place) => [place]);
  const middle = (/** @type {number[]} */ group) => group.reduce((all, one) => all + one, 0) / group.length;
  const reach = (/** @type {number[]} */ group) => ((group.length - 1) * room) / 2;
  for (let nth = 1; nth < groups.length; ) {
    const [one = [], other = []] = [groups[nth - 1], groups[nth]];
    if (middle(other) - reach(other) - (middle(one) + reach(one)) >= room) nth += 1;
    else {
      groups = [...groups.slice(0, nth - 1), [...one, ...other], ...groups.slice(nth + 1)];
      nth = Math.max(1, nth - 1);
    }
  }
  return groups.flatMap((group) => group.map((_, nth) => middle(group) - reach(group) + nth * room));
}

/** The chance as people say it: never 0 or 100 % while anything may happen. @param {number} chance */
export const percent = (chance) => (chance <= 0 ? 0 : chance >= 1 ? 100 : Math.min(99, Math.max(1, Math.round(100 * chance))));

/** A share as signed percentage points: "+6", "−2", "0". @param {number} share */
export function signed(share) {
  const points = Math.round(100 * share);
  return points > 0 ? `+${points}` : points < 0 ? `−${-points}` : "0";
}

/** Where a key leads on the curve; null where it means something else. @param {string} key @param {number} step @param {number} last @returns {number | null} */
export function along(key, step, last) {
  if (key === "ArrowLeft") return Math.max(0, step - 1);
  if (key === "ArrowRight") return Math.min(last, step + 1);
  if (key === "Home") return 0;
  return key === "End" ? last : null;
}

/* How the corners of a seat's avatar are rounded, as shares of half its size: dots wear the same shape. */
const CORNERS = [[1, 1, 1, 1], [0.55, 0.55, 0.55, 0.55], [1, 1, 1, 0.2], [0.4, 1, 0.4, 1], [1, 0.4, 1, 0.4]];

/** A seat's dot round a middle, in the shape of its avatar. @param {number} cx @param {number} cy @param {number} r @param {number} seat */
export function dot(cx, cy, r, seat) {
  const [a = 1, b = 1, c = 1, d = 1] = (CORNERS[seat % CORNERS.length] ?? []).map((share) => share * r);
  const [l, t, w] = [cx - r, cy - r, 2 * r].map(round);
  const arc = (/** @type {number} */ q, /** @type {number} */ dx, /** @type {number} */ dy) => `a${round(q)} ${round(q)} 0 0 1 ${round(dx * q)} ${round(dy * q)}`;
  const side = (/** @type {number} */ p, /** @type {number} */ q) => round(/** @type {number} */ (w) - p - q);
  return `M${round(/** @type {number} */ (l) + a)} ${t}h${side(a, b)}${arc(b, 1, 1)}v${side(b, c)}${arc(c, -1, 1)}h${-side(c, d)}${arc(d, -1, -1)}v${-side(d, a)}${arc(a, 1, -1)}z`;
}
