/* The herds in words: which text of the catalogue, and with which facts. No sentence stands here. */

import { make } from "../../js/dom.js";
import { t } from "../../js/text.js";
import { size } from "./preview.js";

/** @typedef {{ key: string, facts: Record<string, any>, cards?: Record<string, number[]>, nodes?: Record<string, Node[]> }} Said cards: ranks shown as small cards */
/** @typedef {import("../../js/log.js").Line} Line */
/** @typedef {import("./preview.js").View} View */
/** @typedef {{ skin: string, seat: number | null, replay?: boolean, nameOf: (seat: number) => string }} Place the table as this reader sits at it; in a replay nobody is "you" */

const RANKS = [1, 2, 3, 4, 5, 6, 7, 8];

/** "two 7s", "one ace" @param {string} skin @param {number} n @param {number} rank */
export const few = (skin, n, rank) => t(`herds.few.${skin}`, { n, rank, count: t("herds.count", { n }) });

/** "two 7s", "an ace" @param {string} skin @param {number} n @param {number} rank */
export const some = (skin, n, rank) => (n === 1 ? t(`herds.a.${skin}`, { rank }) : few(skin, n, rank));

/** "6s", "aces" @param {string} skin @param {number} rank */
export const those = (skin, rank) => t(`herds.those.${skin}`, { rank });

/** "7, hippo" @param {string} skin @param {number} rank */
export const card = (skin, rank) => t(`herds.card.${skin}`, { rank });

/** At the start of a sentence. @param {string} words */
export const first = (words) => words.charAt(0).toLocaleUpperCase() + words.slice(1);

/** Who, for {who, select, me {...} other {...}}. @param {Place} place @param {number} seat */
export const who = (place, seat) => ({ who: seat === place.seat && !place.replay ? "me" : "other", name: place.nameOf(seat) });

/** What chosen cards would do. @param {Place} place @param {import("./preview.js").Foreseen} play @param {string} under table.say or live @returns {Said} */
export function foreseen(place, play, under) {
  const herd = few(place.skin, play.total, play.rank);
  const facts = { herd, Herd: first(herd), chosen: first(few(place.skin, play.n, play.rank)), n: play.captured };
  if (play.prey) return { key: `herds.${under}.chase`, facts: { ...facts, those: those(place.skin, play.prey), prey: some(place.skin, play.captured, play.prey) } };
  return { key: `herds.${under}.${play.total >= 3 ? "nobody" : "makes"}`, facts };
}

/** The last move in a sentence, or null at the start of a deal. @param {Place} place @param {any} last @returns {Said | null} */
export function lastMove(place, last) {
  if (!last) return null;
  const facts = { ...who(place, last.seat), cards: some(place.skin, last.n, last.rank), n: last.captured };
  if (!last.captured) return { key: "herds.say.played", facts };
  return { key: "herds.say.caught", facts: { ...facts, prey: some(place.skin, last.captured, last.prey) } };
}

/** One event for the ear; null where it is nothing to hear. @param {Place} place @param {any} event @returns {Said | null} */
export function heard(place, event) {
  const facts = { ...event, ...(event.seat == null ? {} : who(place, event.seat)) };
  switch (event.e) {
    case "play":
      return { key: "herds.live.play", facts: { ...facts, cards: some(place.skin, event.n, event.rank), herd: first(few(place.skin, event.total, event.rank)) } };
    case "capture": {
      const key = event.rank === 1 ? "herds.live.aces" : "herds.live.capture";
      return { key, facts: { ...facts, prey: some(place.skin, event.n, event.prey), those: those(place.skin, event.prey), by: first(those(place.skin, event.rank)) } };
    }
    case "draw":
      return drew(place, event, facts);
    case "refill":
      return { key: "herds.live.refill", facts: { ...facts, cards: named(place, event.moves[0][2]) } };
    case "nothing":
    case "empty":
    case "deal":
      return { key: `herds.live.${event.e}`, facts };
    case "deal_over":
    case "match_over":
      return { key: `herds.live.${event.e}`, facts: { ...facts, scores: scores(place, event.scores ?? event.totals) } };
    default:
      return null;
  }
}

/** Somebody drew. Without a market everybody draws all the time, and only the own cards are worth a word. @param {Place} place @param {any} event @param {Record<string, any>} facts @returns {Said | null} */
function drew(place, event, facts) {
  const faces = event.moves?.[0]?.[2] ?? [];
  if (typeof event.source === "number") return { key: "herds.live.take", facts: { ...facts, cards: listed(place, faces) } };
  if (event.seat === place.seat) return { key: "herds.live.draw", facts: { ...facts, cards: listed(place, faces) } };
  return event.source ? { key: "herds.live.drew", facts } : null;
}

/** How far somebody is with drawing, in marks and words. @param {Place} place @param {import("./drawing.js").Drawing} now @param {string} under herds.say @returns {Said} */
export function counted(place, { seat, drawn, of }, under) {
  const marks = make("span", { class: "drawn", "aria-hidden": "true" }, ...Array.from({ length: of }, (_, nth) => make("i", { class: nth < drawn ? "f" : "" })));
  return { key: `herds.${under}.${seat === place.seat ? "drawn" : "draws"}`, facts: { ...who(place, seat), drawn, of }, nodes: { marks: [marks] } };
}

/** What may be drawn: "draw pile, zebra, lion" @param {Place} place @param {readonly (string | number)[]} sources */
export const choices = (place, sources) => sources.map((source) => (typeof source === "number" ? named(place, [source]) : t("herds.pile"))).join(", ");

/** "zebra, lion" @param {Place} place @param {number[]} ranks */
const named = (place, ranks) => ranks.map((rank) => t(`herds.name.${place.skin}`, { rank })).join(", ");

/** "a 3 and a 6" @param {Place} place @param {number[]} ranks */
function listed(place, ranks) {
  const sorted = [...new Set(ranks)].sort((a, b) => a - b);
  return sorted.map((rank) => some(place.skin, ranks.filter((one) => one === rank).length, rank));
}

/** "You 12", "Ben 9" @param {Place} place @param {number[]} points */
const scores = (place, points) => points.map((n, seat) => t("herds.points", { ...who(place, seat), n })).join(", ");

/**
 * One move of the match as lines of the log; null where the log needs none.
 * @param {any} item of the news
 * @returns {Line | Line[] | null}
 */
export function logged(item) {
  const events = item.events ?? [];
  const find = (/** @type {string} */ e) => events.find((/** @type {any} */ event) => event.e === e);
  const [deal, play, capture] = [find("deal"), find("play"), find("capture")];
  if (deal) return { key: "news.deal", facts: deal, seat: null, caught: false, rule: true };
  if (!play) return [...drawLines(events), ...refillLines(find("refill"))];
  const cards = { cards: Array(play.n).fill(play.rank), ...(capture && { prey: [capture.prey] }) };
  const key = capture ? "news.capture" : find("nothing") ? "news.nothing" : "news.play";
  return [{ key, facts: { n: capture?.n ?? 0 }, cards, seat: play.seat, caught: Boolean(capture), rule: false }, ...refillLines(find("refill"))];
}

/** Draws by choice, and those that followed from them. @param {any[]} events @returns {Line[]} */
function drawLines(events) {
  return events.filter(({ e }) => e === "draw").map((draw) => {
    const faces = draw.moves[0][2];
    const key = typeof draw.source === "number" ? "news.take" : faces[0] === null ? "news.drew" : "news.draw";
    return { key, facts: { n: draw.n }, cards: { cards: faces[0] === null ? [] : faces }, seat: draw.seat, caught: false, rule: false, minor: true };
  });
}

/** @param {any} refill @returns {Line[]} */
const refillLines = (refill) => (refill ? [{ key: "news.refill", facts: { n: refill.n }, cards: { cards: refill.moves[0][2] }, seat: null, caught: false, rule: false, minor: true }] : []);

/** The whole table for the ear. @param {Place} place @param {View} view @returns {Record<string, any>} */
export function read(place, view) {
  const herds = RANKS.filter((rank) => size(view, `herd:${rank}`)).map((rank) => few(place.skin, size(view, `herd:${rank}`), rank));
  const hand = view.places[`hand:${place.seat}`], row = view.places.market;
  const lies = herds.length ? herds.join(", ") : t("herds.empty");
  return {
    herds: Array.isArray(row) ? t("herds.read.row", { herds: lies, n: row.length, row: named(place, row) }) : lies,
    hand: Array.isArray(hand) ? hand.map((rank) => t(`herds.name.${place.skin}`, { rank })).join(", ") : "",
    left: size(view, "deck"),
  };
}
