/* The cards of Seven Waters: a common pack with a jumbo index (rank and suit side by side in the upper left, so that both
   stay in sight in a fan and under the pyramid's overlap), a lifebuoy, a parasol and a crown for J, Q and K, and a beach
   ball for the joker. The drawings are in the sprite. */

import { cardBack, paper, placed } from "../../../js/card.js";

/** @typedef {{ rank: string, suit: string, joker: boolean }} Card rank is A 2..9 T J Q K, or "" for a joker that stands for nothing yet */

const COURT = new Set(["J", "Q", "K"]);

/** A code as the wire has it: "QH", "TC", "X1", and "X1=7" for a joker that was laid as a 7. @param {string} code @returns {Card} */
export function read(code) {
  const joker = code.startsWith("X");
  return { joker, rank: joker ? (code.split("=")[1] ?? "") : code.slice(0, -1), suit: joker ? "" : code.slice(-1).toLowerCase() };
}

/** What is printed for a rank. @param {string} rank */
export const sign = (rank) => (rank === "T" ? "10" : rank);

/** @type {Map<string, SVGElement>} */
const drawn = new Map();

/** The face of a card, 100 x 140; its colour comes from the class suit-c, -d, -h or -s. @param {string} code */
export function face(code) {
  const key = code.startsWith("X") ? `X${read(code).rank}` : code;
  let picture = drawn.get(key);
  if (!picture) drawn.set(key, (picture = drawFace(code)));
  return /** @type {SVGElement} */ (picture.cloneNode(true));
}

/** The back, the same for every card. */
export const back = cardBack;

/** @param {string} code */
function drawFace(code) {
  const { joker, rank, suit } = read(code);
  const mark = joker ? "s-star" : `s-${suit}`;
  const picture = paper(...(rank ? index(rank, mark) : [placed(mark, 10, 10, 32, 32, "mark")]), middle(joker, rank, mark));
  picture.classList.add(joker ? "joker" : `suit-${suit}`);
  return picture;
}

/** Rank and suit side by side. @param {string} rank @param {string} mark */
function index(rank, mark) {
  const wide = rank === "T";
  return [
    placed(`n-${sign(rank)}`, wide ? 5 : 8, 9, wide ? 40 : 32, 43, "no"),
    placed(mark, wide ? 45 : 42, 12, wide ? 23 : 25, 25, "mark"),
  ];
}

/** The picture below the index. @param {boolean} joker @param {string} rank @param {string} mark */
function middle(joker, rank, mark) {
  if (joker) return placed("s-ball", 18, 58, 64, 64);
  return COURT.has(rank) ? placed(`c-${rank}`, 30, 72, 52, 52, "mark") : placed(mark, 30, 72, 54, 54, "mark");
}
