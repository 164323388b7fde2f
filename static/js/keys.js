/* The keyboard at the table: which key wishes what. Whoever types in a field, or has something open over the table,
   means that and not this. */

/** @typedef {"pick" | "play" | "clear" | "scores" | "last" | "captured" | "turn" | "rules" | "chat" | "help"} Wish */

/** Ranks beyond what is written on the key. @type {Record<string, number>} */
const RANKS = { a: 1, 0: 10, j: 11, q: 12, k: 13, x: 14 };
/** @type {Record<string, Wish>} */
const LETTERS = { s: "scores", l: "last", c: "captured", t: "turn", r: "rules", m: "chat", "?": "help" };

/** The wish of a key, with a rank where it names one. @param {string} key @returns {[Wish, number?] | null} */
export function wishOf(key) {
  const low = key.toLowerCase();
  const rank = RANKS[low] ?? (/^[1-9]$/.test(key) ? Number(key) : 0);
  if (rank) return ["pick", rank]; // which ranks there are, a game knows
  if (key === "Enter") return ["play"];
  if (key === "Escape" || low === "z") return ["clear"];
  return LETTERS[low] ? [LETTERS[low]] : null;
}

/**
 * A key that is held down does its thing once: what is carried out cannot be taken back.
 * @param {() => boolean} listening
 */
export function once(listening) {
  addEventListener("keydown", (event) => {
    if (!event.repeat || (event.key !== "Enter" && event.key !== " ") || !listening()) return;
    event.preventDefault();
    event.stopPropagation();
  }, { capture: true });
}

/** @param {(wish: Wish, rank?: number) => void} wished @param {() => boolean} listening */
export function listen(wished, listening) {
  addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.altKey || !listening()) return;
    const undo = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z";
    if ((event.ctrlKey || event.metaKey) && !undo) return;
    const target = event.target instanceof Element ? event.target : document.body;
    if (target.closest("input, textarea, select, [contenteditable]")) return;
    if (event.key === "Enter" && target.closest("button, a")) return; // it means that button
    const wish = wishOf(event.key);
    if (!wish) return;
    event.preventDefault();
    wished(...wish);
  });
}
