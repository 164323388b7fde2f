/* A moment of a finished match of Seven Waters, for its analysis: the pyramid or the park as they lay then, what was done
   in dashed red and what was better in green; the actions as words with small cards; and the reasons in words. */

import { cardBack, placed, svg } from "../../js/card.js";
import { make } from "../../js/dom.js";
import { hasText, t } from "../../js/text.js";
import { face } from "./art/cards.js";
import { bare, sum } from "./cards.js";
import { facts as cardFacts, logSign } from "./mini.js";
import { faces, lies, size } from "./rules.js";

/** @typedef {import("./rules.js").View} View */
/** @typedef {import("../../js/analysed.js").Turning} Turning */
/** @typedef {import("../../js/analysed.js").Why} Why */
/** @typedef {{ x: number, y: number, w: number, h: number }} Box */

const WIDE = 320, HIGH = 214;
const LARGE = 34; // a card of the pyramid is no wider
const LINES = [1, 2, 3, 4];
const TILES = /** @type {const} */ ([["river", "river"], ["pool", "wave"], ["theme", "flag"], ["discard", "trash"]]);

/** Slides among the events of a step, for the dots on the curve. @param {readonly any[]} events @returns {{ seat: number, size: number }[]} */
export const dots = (events) => events.filter((one) => one.e === "slide").map((one) => ({ seat: one.seat, size: Math.max(0, (one.points ?? 2) / 2 - 1) }));

/** The place on the table that a move concerns; "" where there is none. @param {any} move @param {number} seat */
export function spot(move, seat) {
  if (move.type === "draft") return `pyramid:${move.row}:${move.pos}`;
  if (move.type === "slide") return `slide:${seat}:${move.line}`;
  return move.type === "pass" ? "" : `${move.type}:${seat}`;
}

/** The cards that a move lays. @param {any} move @returns {string[]} */
const laid = (move) => move.cards ?? (move.card ? [move.card] : []);

// ------------------------------------------------------------------ the picture

/** @param {string} _game @param {View} view before the move, as its seat saw it @param {Turning} turn */
export function picture(_game, view, { seat, made, better }) {
  const drafts = [made, better].filter(({ type }) => type === "draft").length;
  const parts = drafts === 2 ? pyramid(view, made, better, 160, 300) : drafts ? [...pyramid(view, made, better, 98, 180), ...park(view, seat, made, better, 200, 12, 114)] : park(view, seat, made, better, 20, 8, 280);
  return svg("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, class: "moment", "aria-hidden": "true" }, ...parts);
}

/** @param {Box} box @param {string} cls @param {number} rx @param {number} [air] */
const frame = ({ x, y, w, h }, cls, rx, air = 0) => svg("rect", { class: cls, x: x - air, y: y - air, width: w + 2 * air, height: h + 2 * air, rx: rx + air });

/** What was done and what was better, round a place. @param {Box} box @param {any} made @param {any} better @param {string} place @param {number} seat @param {number} rx */
function rings(box, made, better, place, seat, rx) {
  const best = spot(better, seat) === place, was = spot(made, seat) === place;
  return [...(best ? [frame(box, "best", rx, 2)] : []), ...(was ? [frame(box, "was", rx, best ? 7 : 2)] : [])];
}

/** What is left of the pyramid, as large as it goes; rings over its cards. @param {View} view @param {any} made @param {any} better @param {number} middle @param {number} room */
function pyramid(view, made, better, middle, room) {
  /** @type {SVGElement[]} */ const cards = [];
  /** @type {SVGElement[]} */ const over = [];
  const rows = Math.max(3, ...Object.keys(view.places).map((place) => (place.startsWith("pyramid:") ? Number(place.split(":")[1]) : 0)));
  const w = Math.min(LARGE, room / (rows * 1.09)), h = 1.4 * w, gap = w / 11, step = w * 0.73, top = (HIGH - h - (rows - 1) * step) / 2;
  for (let row = 1; row <= rows; row += 1)
    for (let pos = 1; pos <= row; pos += 1) {
      const place = `pyramid:${row}:${pos}`;
      const box = { x: middle + (pos - (row + 1) / 2) * (w + gap) - w / 2, y: top + (row - 1) * step, w, h };
      if (!lies(view, row, pos)) cards.push(frame(box, "gone", w / 10));
      else cards.push(card(faces(view, place)[0], box));
      over.push(...rings(box, made, better, place, -1, w / 10));
    }
  return [...cards.filter((one) => one.classList.contains("gone")), ...cards.filter((one) => !one.classList.contains("gone")), ...over];
}

/** A card's picture, its back where nobody knew its face. @param {string | undefined} code @param {Box} box */
function card(code, { x, y, w, h }) {
  const drawn = code ? face(code) : cardBack();
  for (const [name, value] of Object.entries({ x, y, width: w, height: h })) drawn.setAttribute(name, String(value));
  return drawn;
}

/** The mover's park: four lines with their sums, four tiles below; what would be laid lies there. @param {View} view @param {number} seat @param {any} made @param {any} better @param {number} x @param {number} y @param {number} w */
function park(view, seat, made, better, x, y, w) {
  const wide = w > 200, h = 30, step = 37;
  const lines = LINES.flatMap((line, nth) => {
    const box = { x, y: y + nth * step, w, h }, place = `slide:${seat}:${line}`;
    const rope = faces(view, `rope:${seat}:${line}`), built = faces(view, place), at = wide ? x + 116 : x + 42;
    const new_ = [made, better].find((move) => spot(move, seat) === place);
    const cards = built.length ? built : new_ ? laid(new_) : [];
    return [frame(box, built.length ? "tile built" : "tile", 8), ...(wide ? fan(rope, x + 5, box.y + 3, 17, 84) : [placed("i-slide", x + 5, box.y + 7.5, 15, 15, "sign")]), number(sum(rope), at, box.y + 20), ...fan(cards, at + 8, box.y + 3, 17, x + w - at - 12), ...rings(box, made, better, place, seat, 8)];
  });
  const top = y + 4 * step, each = (w - 3 * 6) / 4;
  const tiles = TILES.flatMap(([name, sign], nth) => {
    const box = { x: x + nth * (each + 6), y: top + 2, w: each, h: wide ? h : 44 }, place = `${name}:${seat}`;
    const new_ = [made, better].find((move) => spot(move, seat) === place);
    const n = size(view, place), cards = new_ ? laid(new_) : [];
    const inside = wide
      ? [placed(`i-${sign}`, box.x + 5, box.y + 7, 16, 16, "sign"), ...(cards.length ? fan(cards, box.x + 26, box.y + 3, 17, each - 28) : [number(n, box.x + each - 8, box.y + 20)])]
      : [placed(`i-${sign}`, box.x + each / 2 - 6.5, box.y + 3, 13, 13, "sign"), ...(cards.length ? fan(cards, box.x + 3, box.y + 17, 17, each - 6) : [number(n, box.x + each / 2, box.y + 35, "mid")])];
    return [frame(box, "tile", 8), ...inside, ...rings(box, made, better, place, seat, 8)];
  });
  return [...lines, ...tiles];
}

/** Cards side by side in so much room, over each other where they need to be. @param {readonly string[]} codes @param {number} x @param {number} y @param {number} w of a card @param {number} room */
function fan(codes, x, y, w, room) {
  const step = codes.length > 1 ? Math.min(w + 2, (room - w) / (codes.length - 1)) : 0;
  return codes.map((code, nth) => card(code, { x: x + nth * step, y, w, h: 1.4 * w }));
}

/** @param {number} n @param {number} x @param {number} y @param {string} [cls] */
function number(n, x, y, cls = "") {
  const text = svg("text", { class: `num total ${cls}`, x, y });
  text.textContent = String(n);
  return text;
}

// ------------------------------------------------------------------ in words

/** An action as a word with small cards. @param {string} _game @param {View} view @param {any} move @param {string} cls @returns {HTMLElement[]} */
export function chips(_game, view, move, cls) {
  const cards = move.type === "draft" ? faces(view, spot(move, 0)) : laid(move);
  const signs = cards.map((one) => logSign(one));
  for (const sign of signs) sign.classList.add(cls);
  return [make("span", { class: "act-word" }, t(`waters.action.${move.type}`)), ...signs];
}

/** @param {"made" | "better"} which @param {Why} why */
function told(which, { key, facts }) {
  const text = `analysis.waters.${which}.${key}`;
  if (!key || !hasText(text)) return "";
  const card = facts.card ? t("waters.whom", cardFacts(bare(facts.card))) : "";
  const said = t(text, { ...facts, card });
  return said.charAt(0).toLocaleUpperCase() + said.slice(1);
}

/** Both reasons in words. @param {string} _game @param {Turning} turn @param {(seat: number) => string} _nameOf @param {number} _seats @returns {{ made: string, better: string }} */
export const reasons = (_game, { made_why, better_why }, _nameOf, _seats) => ({ made: told("made", made_why), better: told("better", better_why) });
