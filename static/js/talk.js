/* What is said in a room: the lines as the server numbered them, each once, and which of them are news to this reader.
   Pure. */

import { t } from "./text.js";

/** @typedef {{ n: number, at: number, guest: string, name: string, text?: string, phrase?: string, emote?: string }} Line */
/** @typedef {import("./seats.js").Room} Room */

const KEPT = 200;
export const PHRASES = ["hello", "good_luck", "well_played", "thanks", "sorry", "one_moment", "again"]; // and the nudge
export const ANIMALS = ["fox", "bee", "hare", "hippo", "elephant", "frog"];

/** What a line says, in this reader's language. @param {{ text?: string, phrase?: string, emote?: string }} line */
export function wordsOf(line) {
  if (line.phrase) return t(`chat.phrase.${line.phrase}`);
  return line.emote ? t(`chat.react.${line.emote}`) : (line.text ?? "");
}

export class Talk {
  /** @type {Line[]} in their order */ lines = [];
  /** number of the last line before it had to be forgotten: told again, it is no news */ #old = 0;
  /** @type {number | null} number of the last line that was read; null before anything came */ #read;

  /** How far it was read before the page was opened anew. @param {number | null} read */
  constructor(read = null) {
    this.#read = read;
  }

  /**
   * Takes in what came, in whatever order and however often.
   * @param {Line[]} lines
   * @param {number} since server's time; what is older only fills the list
   * @returns {Line[]} those that are new here
   */
  hear(lines, since) {
    const known = new Set(this.lines.map((line) => line.n));
    const fresh = lines.filter((line) => !known.has(line.n)).sort((a, b) => a.n - b.n);
    if (!fresh.length) return [];
    this.lines = [...this.lines, ...fresh].sort((a, b) => a.n - b.n).slice(-KEPT);
    // Who comes for the first time has missed nothing.
    this.#read ??= this.lines.findLast((line) => line.at < since)?.n ?? 0;
    return fresh.filter((line) => line.at >= since && line.n > this.#old);
  }

  /** Everything is forgotten: it may not be read here any more. */
  clear() {
    this.#old = Math.max(this.#old, this.lines.at(-1)?.n ?? 0);
    this.lines = [];
  }

  /** All that came is read. @returns {number} the last line's number */
  read() {
    if (this.lines.length) this.#read = Math.max(this.#read ?? 0, this.lines.at(-1)?.n ?? 0);
    return this.#read ?? 0;
  }

  /** Lines of others that were not read yet. @param {string} me @param {(guest: string) => boolean} muted */
  unread(me, muted) {
    return this.lines.filter((line) => line.n > (this.#read ?? 0) && line.guest !== me && !muted(line.guest)).length;
  }
}
