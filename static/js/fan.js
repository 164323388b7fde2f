/* Where cards lie: a pose for each card of a place, from the measures of its control. Pure geometry. */

/** @typedef {{ x: number, y: number, w: number, h: number }} Box relative to the felt, px */
/** @typedef {{ x: number, y: number, r: number, s: number }} Pose centre of the card, its turn in degrees, its scale */

const STEP = 0.36, TURN = 3.5, WIDEST = 18;

/** A pose as a transform. @param {Pose} pose */
export function written({ x, y, r, s }) {
  return `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) translate(-50%, -50%) rotate(${r.toFixed(2)}deg) scale(${s.toFixed(4)})`;
}

/**
 * Cards held together over one slot: the step shrinks as they get more, and so does the turn.
 * @param {Box} slot
 * @param {number} n
 * @param {number} base width of a card at scale 1
 * @param {number} limit how wide the fan may be, without its last card, in cards
 * @returns {Pose[]}
 */
export function fan(slot, n, base, limit) {
  const many = Math.max(1, n - 1);
  const step = slot.w * Math.min(STEP, limit / many);
  const turn = Math.min(TURN, WIDEST / many);
  const arm = slot.h * 0.7; // cards turn about a point below them
  return Array.from({ length: n }, (_, k) => {
    const d = k - (n - 1) / 2;
    const angle = (d * turn * Math.PI) / 180;
    return {
      x: slot.x + slot.w / 2 + d * step + Math.sin(angle) * arm,
      y: slot.y + slot.h / 2 + (1 - Math.cos(angle)) * arm,
      r: d * turn,
      s: slot.w / base,
    };
  });
}

/** A card that lies exactly in a box. @param {Box} box @param {number} width unturned @param {number} turn @param {number} base @returns {Pose} */
export const over = (box, width, turn, base) => ({ x: box.x + box.w / 2, y: box.y + box.h / 2, r: turn, s: width / base });

/** A card that becomes small on its way to a seat. @param {Box} box @param {number} base @returns {Pose} */
export const into = (box, base) => ({ x: box.x + box.w / 2, y: box.y + box.h / 2, r: 0, s: Math.max(0.16, Math.min(0.3, (box.h * 0.9) / (base * 1.4))) });
