/* What a seat means to do: cards chosen in the hand, an action, and what that action still needs to know. Staged here
   until it is carried out; a plan outlives the moves of the other player and is judged anew after each. Pure. */

import { among } from "../../js/kept.js";
import { split } from "./cards.js";
import { faces, isFree, poolSuit, refused } from "./rules.js";
import { ways } from "./river.js";
import { fits, nearest, sumUp } from "./slide.js";

/** @typedef {import("./rules.js").View} View */
/** @typedef {import("./rules.js").No} No */
/** @typedef {{ face: any }} Card an item of the felt: the same object as long as the card is in the hand */
/** @typedef {"draft" | "slide" | "river" | "pool" | "theme" | "discard" | "pass"} Action */
/**
 * @typedef {object} Judged what the plan comes to
 * @property {Action | null} action
 * @property {string[]} cards chosen, as the hand has them
 * @property {any} move what would be sent, or null while it cannot be
 * @property {No | null} no why not
 * @property {import("./slide.js").Line | null} line the line that is aimed at
 * @property {import("./slide.js").Sum | null} sum
 * @property {import("./river.js").Way[]} ways
 * @property {string | null} open what is asked before it can be sent: joker or suit
 * @property {string | null} suit of the pool that would be
 */

export const SUITS_ASKED = ["S", "H", "D", "C"];

export class Plan {
  /** @type {Set<Card>} */ #chosen = new Set();
  /** @type {Action | null} what somebody chose, in contrast to what follows from the cards */ #wanted = null;
  /** @type {number | null} */ line = null;
  /** @type {string | null} what a joker was said to be: an end and ranks, or a suit */ said = null;
  /** @type {[number, number] | null} the card of the pyramid that is aimed at */ aim = null;

  get size() {
    return this.#chosen.size;
  }

  get empty() {
    return !this.size && !this.#wanted;
  }

  /** @returns {string[]} */
  get cards() {
    return [...this.#chosen].map((card) => card.face);
  }

  get wanted() {
    return this.#wanted;
  }

  /** @param {Card} card */
  has(card) {
    return this.#chosen.has(card);
  }

  clear() {
    this.#chosen.clear();
    this.#wanted = this.line = this.said = this.aim = null;
  }

  /** Choose or put back. A theme is one card; whoever aims at the pyramid and takes up a card has thought again. @param {Card} card */
  toggle(card) {
    if (this.#wanted === "draft" || this.#wanted === "pass") this.want(null);
    this.said = null;
    if (this.#chosen.delete(card)) return;
    if (this.#wanted === "theme") this.#chosen.clear();
    this.#chosen.add(card);
  }

  /** @param {Action | null} action @param {number | null} [line] */
  want(action, line = null) {
    if (action === "draft" || action === "pass") this.#chosen.clear();
    if (action === "theme") this.#chosen = new Set([...this.#chosen].slice(0, 1));
    if (action !== "draft") this.aim = null;
    if (action !== this.#wanted) this.said = null;
    this.#wanted = action;
    this.line = line;
  }

  /** @param {number} row @param {number} pos */
  aimAt(row, pos) {
    this.want("draft");
    this.aim = [row, pos];
  }

  /** The plan as it is kept, null while nothing is chosen. */
  get told() {
    return this.empty ? null : { cards: this.cards, wanted: this.#wanted, line: this.line, said: this.said, aim: this.aim };
  }

  /** A plan that was kept, as far as its cards are still held. @param {any} told @param {readonly Card[]} hand */
  take(told, hand) {
    if (!Array.isArray(told?.cards)) return;
    this.#chosen = new Set(among(told.cards, hand));
    this.#wanted = told.wanted ?? null;
    this.line = told.line ?? null;
    this.said = told.said ?? null;
    this.aim = told.aim ?? null;
  }

  /** Only what is still there stays chosen. @param {readonly Card[]} hand @param {View} view */
  check(hand, view) {
    for (const card of this.#chosen) if (!hand.includes(card)) this.#chosen.delete(card);
    if (this.aim && !isFree(view, ...this.aim)) this.aim = null;
  }

  /** @param {View} view @param {number} seat @param {any} offer @returns {Judged} */
  judge(view, seat, offer) {
    const { cards } = this;
    const action = this.#wanted ?? (cards.length ? meant(view, seat, offer, cards) : null);
    /** @type {Judged} */
    const judged = { action, cards, move: null, no: null, line: null, sum: null, ways: [], open: null, suit: null };
    if (action) this[action](judged, view, seat, offer);
    if (judged.move) judged.no = refused(view, seat, judged.move);
    if (judged.no) judged.move = null;
    return judged;
  }

  /** @param {Judged} judged */
  draft(judged) {
    if (this.aim) judged.move = { type: "draft", row: this.aim[0], pos: this.aim[1] };
  }

  /** @param {Judged} judged @param {View} _view @param {number} _seat @param {any} offer */
  slide(judged, _view, _seat, offer) {
    const lines = offer?.lines ?? [];
    judged.line = lines.find((/** @type {any} */ one) => one.line === this.line) ?? (judged.cards.length ? nearest(judged.cards, lines) : null);
    if (!judged.line) return;
    judged.sum = sumUp(judged.cards, judged.line.total);
    if (judged.cards.length) judged.move = { type: "slide", line: judged.line.line, cards: judged.cards };
  }

  /** @param {Judged} judged @param {View} view @param {number} seat */
  river(judged, view, seat) {
    if (!judged.cards.length) return;
    judged.ways = ways(faces(view, `river:${seat}`), judged.cards);
    const way = judged.ways.length === 1 ? judged.ways[0] : judged.ways.find((one) => answerOf(one) === this.said);
    if (way) judged.move = { type: "river", end: way.end, cards: way.cards };
    else if (judged.ways.length) judged.open = "joker";
    else judged.no = { rule: "river_run" };
    if (judged.ways.length > 1) judged.open = "joker";
  }

  /** @param {Judged} judged @param {View} view @param {number} seat */
  pool(judged, view, seat) {
    const { cards } = judged;
    if (!cards.length) return;
    const suit = poolSuit(view, seat, cards);
    judged.suit = suit ?? this.said;
    if (!suit) judged.open = "suit";
    if (judged.suit) judged.move = { type: "pool", cards, ...(suit ? {} : { suit: judged.suit }) };
  }

  /** @param {Judged} judged */
  theme(judged) {
    if (judged.cards.length) judged.move = { type: "theme", card: judged.cards[0] };
  }

  /** @param {Judged} judged */
  discard(judged) {
    if (judged.cards.length) judged.move = { type: "discard", cards: judged.cards };
  }

  /** @param {Judged} judged */
  pass(judged) {
    judged.move = { type: "pass" };
  }
}

/** A way of the river as an answer. @param {import("./river.js").Way} way */
export const answerOf = ({ end, jokers }) => `${end}:${jokers.join("")}`;

/**
 * What chosen cards are most likely for: a slide they fit, else a river or pool that they join, else a slide to come.
 * @param {View} view @param {number} seat @param {any} offer @param {string[]} cards @returns {Action}
 */
export function meant(view, seat, offer, cards) {
  const lines = offer?.lines ?? [];
  if (lines.some((/** @type {any} */ one) => fits(cards, one.total))) return "slide";
  const river = faces(view, `river:${seat}`), joins = ways(river, cards).length === 1; // what would have to be asked was hardly meant
  if (river.length && joins) return "river";
  const suit = view.facts.pool_suits?.[seat];
  if (suit && split(cards).naturals.every((card) => card[1] === suit)) return "pool";
  if (lines.length) return "slide";
  return ways(river, cards).length ? "river" : refused(view, seat, { type: "pool", cards }) ? "discard" : "pool";
}
