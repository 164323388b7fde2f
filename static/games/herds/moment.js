/* A moment of a finished match of the herds, for its analysis: the ring of eight as it lay then, what was played in dashed
   red and what was better in green; the moves as small cards; and the reasons in words. */

import { placed, svg } from "../../js/card.js";
import { icon, make } from "../../js/dom.js";
import { hasText, t } from "../../js/text.js";
import { role } from "./art/cast.js";
import { size } from "./preview.js";
import { first, some } from "./words.js";

/** @typedef {import("./preview.js").View} View */
/** @typedef {import("../../js/analysed.js").Turning} Turning */
/** @typedef {import("../../js/analysed.js").Why} Why */

const CATCH = 4; // cards at once that wear a dot on the curve
const FEARED = ["their_rank", "their_need", "their_prey", "their_n", "their_percent"];
const MIDDLE = { x: 130, y: 103 };
const CARD = { w: 18, h: 26 }; // of the pile and the open cards
/** Where each rank lies in the picture, clockwise. @type {[number, number][]} */
const SPOTS = [[46, 36], [130, 36], [214, 36], [214, 102], [214, 168], [130, 168], [46, 168], [46, 102]];

/** Big captures among the events of a step, for the dots on the curve. @param {readonly any[]} events @returns {{ seat: number, size: number }[]} */
export const dots = (events) => events.filter((one) => one.e === "capture" && one.n >= CATCH).map((one) => ({ seat: one.seat, size: one.n - CATCH }));

/** The place on the table that a move concerns. @param {any} move @param {number} _seat */
export const spot = (move, _seat) => (move.type === "play" ? `herd:${move.cards[0]}` : move.source === "deck" ? "deck" : "market");

// ------------------------------------------------------------------ the picture

/** @param {string} game @param {View} view before the move @param {Turning} turn */
export function picture(game, view, { made, better }) {
  const rings = [...ring(view, made, "was"), ...ring(view, better, "best")];
  if (made.type === "play" && better.type === "play" && spot(made, 0) === spot(better, 0)) rings[0]?.setAttribute("r", String(Number(rings[0].getAttribute("r")) + 7));
  return svg("svg", { viewBox: "0 0 260 214", class: "moment", "aria-hidden": "true" },
    ...pond(view), ...rings, ...SPOTS.flatMap(([x, y], nth) => place(game, nth + 1, size(view, `herd:${nth + 1}`), x, y)));
}

/** @param {string} game @param {number} rank @param {number} n @param {number} x @param {number} y */
function place(game, rank, n, x, y) {
  const { animal, sign, sky } = role(game, rank), words = n > 1 ? `${sign} ×${n}` : sign, wide = 10 + 6.6 * words.length;
  const lies = n ? [svg("circle", { class: "lies", cx: x, cy: y, r: 24, fill: sky }), placed(`an-${animal}`, x - 17, y - 17, 34, 34)] : [svg("circle", { class: "slot", cx: x, cy: y, r: 23 })];
  return [...lies, svg("rect", { class: "tag", x: x - wide / 2, y: y + 13, width: wide, height: 18, rx: 9 }), words_(words, x, y + 26.5)];
}

/** @param {string} words @param {number} x @param {number} y */
function words_(words, x, y) {
  const text = svg("text", { class: "num", x, y });
  text.textContent = words;
  return text;
}

/** The pond, with the pile and the open cards in it where a game has them. @param {View} view */
function pond(view) {
  const all = stalls(view), [rx, ry] = all.length ? [60, 34] : [46, 30];
  const cards = all.flatMap(({ x, rank }) => [svg("rect", { class: rank ? "stall" : "stall pile", x: x - CARD.w / 2, y: MIDDLE.y - CARD.h / 2, width: CARD.w, height: CARD.h, rx: 3 }), ...(rank ? [words_(String(rank), x, MIDDLE.y + 5)] : [])]);
  return [svg("ellipse", { class: "pond1", cx: MIDDLE.x, cy: MIDDLE.y, rx, ry }), svg("ellipse", { class: "pond2", cx: MIDDLE.x, cy: MIDDLE.y, rx: rx - 9, ry: ry - 8 }), ...cards];
}

/** Where the pile and each open card lie. @param {View} view */
function stalls(view) {
  const open = view.places.market;
  if (!Array.isArray(open)) return [];
  const all = [0, ...open];
  return all.map((rank, nth) => ({ rank, x: MIDDLE.x + (nth - (all.length - 1) / 2) * (CARD.w + 6) }));
}

/** @param {View} view @param {any} move @param {string} cls */
function ring(view, move, cls) {
  if (move.type === "play") {
    const [x, y] = SPOTS[move.cards[0] - 1] ?? [0, 0];
    return [svg("circle", { class: cls, cx: x, cy: y, r: 31 })];
  }
  const stall = stalls(view).find(({ rank }) => rank === (move.source === "deck" ? 0 : move.source));
  return [svg("rect", { class: cls, x: (stall?.x ?? MIDDLE.x) - CARD.w / 2 - 2, y: MIDDLE.y - CARD.h / 2 - 2, width: CARD.w + 4, height: CARD.h + 4, rx: 5 })];
}

// ------------------------------------------------------------------ in words

/** A move as small cards. @param {string} game @param {View} _view @param {any} move @param {string} cls @returns {HTMLElement[]} */
export function chips(game, _view, move, cls) {
  if (move.source === "deck") return [make("span", { class: `rk ${cls}` }, icon("cards"), ` ${t("analysis.pile")}`)];
  const ranks = /** @type {number[]} */ (move.cards ?? [move.source]);
  return ranks.map((rank) => make("span", { class: `rk ${cls}` }, t(`herds.sign.${game}`, { rank })));
}

/** Why the move was made, or a better one: its sentence, or "" where no reason is known. @param {string} game @param {"made" | "better"} which @param {Why} why @param {string} name whose turn is next */
function told(game, which, { key, facts }, name) {
  const text = `analysis.herds.${which}.${key}`;
  if (!key || !hasText(text)) return "";
  const cards = facts.rank ? some(game, key.startsWith("take") ? 1 : facts.n, facts.rank) : "";
  const said = t(text, {
    ...facts, name, cards, count: t("herds.count", { n: facts.n ?? 0 }),
    ...(facts.prey && { prey: some(game, facts.caught, facts.prey) }),
    ...(facts.their_prey && { theirs: some(game, facts.their_n, facts.their_prey), by: some(game, facts.their_need, facts.their_rank) }),
  });
  return first(said);
}

/** How the better move differs where neither catches anything and both leave the same to fear: it is the same with fewer
 *  cards, or another one; null where there is more to tell. @param {Why} made @param {Why} better @returns {"fewer" | "same" | null} */
export function alike(made, better) {
  const calm = made.key === "calm.risk" && better.key === made.key;
  if (!calm || FEARED.some((name) => made.facts[name] !== better.facts[name])) return null;
  return made.facts.rank === better.facts.rank && better.facts.n < made.facts.n ? "fewer" : "same";
}

/** Both reasons in words. @param {string} game @param {Turning} turn @param {(seat: number) => string} nameOf @param {number} seats @returns {{ made: string, better: string }} */
export function reasons(game, { seat, made_why, better_why }, nameOf, seats) {
  const next = nameOf((seat + 1) % seats), how = alike(made_why, better_why);
  const better = how ? first(t(`analysis.herds.${how}`, { cards: some(game, better_why.facts.n, better_why.facts.rank) })) : told(game, "better", better_why, next);
  return { made: told(game, "made", made_why, next), better };
}
