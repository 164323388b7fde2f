/* A free place on the felt: the first one that lies on nothing. Pure. */

/** @typedef {{ left: number, top: number, width: number, height: number }} Box */

/** @param {Box} a @param {Box} b */
const meet = (a, b) => a.left < b.left + b.width && b.left < a.left + a.width && a.top < b.top + b.height && b.top < a.top + a.height;

/** Places round a seat for something of this size: below, beside, above. @param {Box} seat @param {{ width: number, height: number }} size @param {number} gap @returns {Box[]} */
export function around(seat, size, gap) {
  const { width, height } = size;
  const starts = [seat.left + 16, seat.left + (seat.width - width) / 2, seat.left + seat.width - width - 16];
  const middle = seat.top + (seat.height - height) / 2;
  return [
    ...starts.map((left) => ({ left, top: seat.top + seat.height + gap, ...size })),
    { left: seat.left + seat.width + gap, top: middle, ...size },
    { left: seat.left - width - gap, top: middle, ...size },
    ...starts.map((left) => ({ left, top: seat.top - height - gap, ...size })),
  ];
}

/**
 * @param {Box[]} places the best first
 * @param {Box[]} taken
 * @param {Box} within
 * @returns {Box | null}
 */
export function clearing(places, taken, within) {
  const inside = (/** @type {Box} */ one) => one.left >= within.left && one.top >= within.top && one.left + one.width <= within.left + within.width && one.top + one.height <= within.top + within.height;
  return places.find((one) => inside(one) && !taken.some((other) => meet(one, other))) ?? null;
}
