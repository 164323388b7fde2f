/* Time that runs out, in numbers: pure. Every moment is the server's. */

const LOW = 10;

/** Whole seconds that are left, never below zero. @param {number | null} until @param {number} now */
export const secondsLeft = (until, now) => (until === null ? 0 : Math.max(0, Math.ceil((until - now) / 1000)));

/**
 * What a clock shows: seconds, how full its ring is (0-100), and whether time is nearly up.
 * @param {number} until
 * @param {number} total s of the whole time
 * @param {number} now
 */
export function face(until, total, now) {
  const s = Math.min(total, secondsLeft(until, now)); // where the two clocks differ a little
  const full = Math.min(100, Math.max(0, (until - now) / total / 10));
  return { s, full: Math.round(full * 10) / 10, low: s <= LOW };
}

/**
 * Whether the warning of the last seconds is due now, once for each clock. One that begins below says its number anyway.
 * @param {number} s
 * @param {boolean} said
 * @param {number} total
 */
export const warns = (s, said, total) => !said && s > 0 && s <= LOW && total > LOW;
