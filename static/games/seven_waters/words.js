/* Seven Waters in words: which text of the catalogue, and with which facts. No sentence stands here. */

import { t } from "../../js/text.js";
import { bare, isJoker, sum } from "./cards.js";
import { facts as cardFacts, name, short } from "./mini.js";
import { faces, freeCards, size } from "./rules.js";

/** @typedef {{ key: string, facts: Record<string, any>, cards?: Record<string, any[]> }} Said */
/** @typedef {import("./rules.js").View} View */
/** @typedef {{ seat: number | null, replay?: boolean, nameOf: (seat: number) => string }} Place the table as this reader sits at it; in a replay nobody is "you" */

/** Who, for {who, select, me {...} other {...}}. @param {Place} place @param {number} seat */
export const who = (place, seat) => ({ who: seat === place.seat && !place.replay ? "me" : "other", name: place.nameOf(seat) });

/** Whose: a name that ends in an s takes no other one in German. @param {Place} place @param {number} seat */
export const whose = (place, seat) => ({ ...who(place, seat), ends: /[sßxzSXZ]$/u.test(place.nameOf(seat)) ? "s" : "other" });

/** "the 10 of spades" @param {string} card */
const the = (card) => t("waters.the", cardFacts(bare(card)));

/** @param {readonly string[]} cards */
const names = (cards) => cards.map((card) => name(card));

/** The last action in a few words, or null at the start. @param {Place} place @param {any} last @returns {Said | null} */
export function lastMove(place, last) {
  if (!last?.e) return null;
  const facts = { ...last, ...who(place, last.seat), card: last.card ? short(last.card) : "", cards: (last.cards ?? []).map((/** @type {string} */ card) => short(bare(card))).join(" ") };
  return { key: `waters.last.${last.e}`, facts };
}

/** One event for the ear; null where it is nothing to hear. @param {Place} place @param {any} event @returns {Said | null} */
export function heard(place, event) {
  const facts = { ...event, ...(event.seat == null ? {} : who(place, event.seat)) };
  switch (event.e) {
    case "draft":
      return { key: "waters.live.draft", facts: { ...facts, card: t("waters.whom", cardFacts(event.card)) } };
    case "uncover":
      return { key: "waters.live.uncover", facts: { ...facts, n: event.cards.length, cards: event.cards.map((/** @type {any} */ one) => the(one.card)) } };
    case "slide":
    case "river":
    case "pool":
      return { key: `waters.live.${event.e}`, facts: { ...facts, cards: names(event.cards), suit: event.suit ?? "" } };
    case "deal":
    case "discard":
    case "extra":
    case "theme":
    case "pass":
    case "lapse":
    case "skip":
    case "last_turns":
      return { key: `waters.live.${event.e}`, facts: { ...facts, extra: event.extra ? "yes" : "no" } };
    case "match_over":
      return { key: `waters.live.${event.draw ? "draw" : "over"}`, facts: { ...facts, ...who(place, event.winners[0] ?? 0), scores: event.totals.map((/** @type {number} */ n, /** @type {number} */ seat) => t("waters.points", { ...who(place, seat), n })) } };
    default:
      return null;
  }
}

/** @typedef {Said & { seat: number | null, caught: boolean, rule: boolean }} Line */

/** One action of the match as lines of the log. @param {any} item of the news @returns {Line[]} */
export function logged(item) {
  return (item.events ?? []).flatMap((/** @type {any} */ event) => line(event, item.events) ?? []);
}

/** @param {any} event @param {any[]} events of the same action @returns {Line | null} */
function line(event, events) {
  const made = (/** @type {string} */ key, /** @type {Partial<Line>} */ more = {}) => ({ key: `waters.log.${key}`, facts: event, seat: event.seat ?? null, caught: false, rule: false, ...more });
  switch (event.e) {
    case "draft":
      return made(events.some(({ e }) => e === "last_turns") ? "apex" : "draft", { cards: { card: [event.card] } });
    case "slide":
      return made("slide", { cards: { cards: event.cards }, caught: true });
    case "river":
    case "pool":
      return made(event.e, { cards: { cards: event.cards } });
    case "discard":
    case "theme":
    case "pass":
    case "skip":
      return made(event.e);
    case "deal":
    case "opened":
      return made(event.e, { seat: null, rule: true });
    default:
      return null;
  }
}

/** The whole table for the ear. @param {Place} place @param {View} view @returns {Record<string, any>} */
export function read(place, view) {
  const { seat } = place;
  const hand = seat === null ? [] : names(faces(view, `hand:${seat}`));
  const free = freeCards(view).flatMap(([row, pos]) => names(faces(view, `pyramid:${row}:${pos}`)));
  const open = seat === null ? [] : [1, 2, 3, 4].filter((one) => !size(view, `slide:${seat}:${one}`)).map((one) => sum(faces(view, `rope:${seat}:${one}`)));
  return { hand: hand.length ? hand.join(", ") : t("waters.none"), free: free.length ? free.join(", ") : t("waters.none"), lines: open.length ? open : t("waters.none"), extra: view.facts.extra ? "yes" : "no" };
}

/** What a refusal needs in words. @param {import("./rules.js").No} no */
export const refusal = (no) => ({ key: `refusal.illegal.${no.rule}`, facts: { ...no, card: no.card ? name(no.card) : "" } });

/** Cards of a suit in a park: lines, slides, river and pool; jokers never. @param {View} view @param {number} seat @param {string} suit */
export function inPark(view, seat, suit) {
  const lines = [1, 2, 3, 4].flatMap((one) => [...faces(view, `rope:${seat}:${one}`), ...faces(view, `slide:${seat}:${one}`)]);
  return [...lines, ...faces(view, `river:${seat}`), ...faces(view, `pool:${seat}`)].filter((card) => !isJoker(card) && card[1] === suit).length;
}

