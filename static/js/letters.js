/* How long a line of chat may be: 300 letters as people count them, and no more bytes than a frame carries. */

export const MOST = 300;
const BYTES = 3800; // a frame has 4096, its id and the rest included

/** Letters as people count them: an emoji of several parts is one. @param {string} words */
export function count(words) {
  if (!("Segmenter" in Intl)) return [...words].length;
  return [...new Intl.Segmenter(undefined, { granularity: "grapheme" }).segment(words)].length;
}

/**
 * Whether it can be sent: how many letters are left (below zero: too many), and whether it is too heavy all the same.
 * @param {string} words
 */
export function fits(words) {
  const left = MOST - count(words.trim());
  const heavy = new TextEncoder().encode(JSON.stringify(words.trim())).length > BYTES;
  return { left, heavy, ok: left >= 0 && !heavy };
}
