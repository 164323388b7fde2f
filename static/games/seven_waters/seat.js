/* The table from one seat, or from nowhere: the pyramid, both parks, and choosing what to do. It lays out controls and
   says what is wanted; cards are moved by the felt, sentences are made by the catalogue. */

import { make, set } from "../../js/dom.js";
import { Hand } from "../../js/hand.js";
import { Keeper } from "../../js/kept.js";
import { face } from "./art/cards.js";
import { surely } from "./asked.js";
import { bare, isJoker, number } from "./cards.js";
import { Chooser, off } from "./chooser.js";
import { ending, turns } from "./ending.js";
import { gauge } from "./gauge.js";
import { Info } from "./info.js";
import { question } from "./joker.js";
import { placeOf } from "./laid.js";
import { meter } from "./meter.js";
import { name } from "./mini.js";
import { Opened } from "./opened.js";
import { Park } from "./park.js";
import { Plan } from "./plan.js";
import { Pyramid } from "./pyramid.js";
import { faces, isFree, lies, size } from "./rules.js";
import { plan as foreseen, wanted } from "./sentence.js";

/** @typedef {import("../../js/felt.js").Card} Card */
/** @typedef {import("../../js/table.js").Table} Table */
/** @typedef {import("./plan.js").Action} Action */
/** @typedef {import("./rules.js").View} View */

const LOOK = 900;
/** The joker among the ranks that keys may name. */
export const JOKER = 14;

export class Seat {
  gone = new AbortController();
  plan = new Plan();
  /** @type {View} */ view = { places: {}, facts: {}, own: null };
  /** @type {any} */ offer = null;
  /** @type {(move: any) => void} */ send = () => {};
  /** @type {Card | null} */ pointed = null;
  /** @type {any} */ #opening = null;
  #asked = "";
  #seen = "";
  /** @type {number | null} the turn whose action this page has sent */ #sent = null;

  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.felt = table.felt;
    this.seat = table.seat;
    this.keeper = new Keeper(table, this.plan);
    this.felt.faces = face;
    this.felt.bare = (card) => (typeof card === "string" ? bare(card) : card);
    this.felt.lain = (place, there) => (place.startsWith("pyramid:") ? (Array.isArray(there) ? there : [null]) : place === `hand:${this.seat}` && Array.isArray(there) ? there : null);
    this.opened = new Opened(table);
    this.pyramid = new Pyramid((row, pos) => this.take(row, pos));
    this.chooser = new Chooser((action) => this.want(action));
    this.line = make("div", { class: "w-line", hidden: true });
    const [up, down] = this.seat === null ? [0, 1] : [1 - this.seat, this.seat];
    this.parks = [new Park(up, "p1", false, () => {}), new Park(down, "p2", this.seat !== null, (target, line) => this.aim(target, line))];
    this.info = new Info();
    table.parts.board.replaceChildren(make("div", { class: "w-left" }, this.info.el, this.pyramid.el), make("div", { class: "w-parks" }, ...this.parks.map(({ el }) => el)));
    table.parts.ask.replaceChildren(...(this.seat === null ? [] : [this.chooser.el]), this.line);
    table.parts.hand.replaceChildren();
    this.hand = new Hand(table.parts.hand, {
      toggle: (one) => this.toggle(one),
      all: (one) => this.toggle(one), // two quick taps are two taps: there is nothing else to double
      play: () => (this.plan.empty && this.pointed ? this.toggle(this.pointed) : this.play()),
      point: (one) => this.point(one),
      lift: (one) => this.plan.has(one) || this.change(() => this.plan.toggle(one)),
      carry: (x, y) => this.felt.carry(this.held().filter((one) => this.plan.has(one)), x, y),
      drop: (x, y) => this.drop(x, y),
      cancel: () => this.letGo(),
    }, this.gone.signal);
    this.gone.signal.addEventListener("abort", () => this.leave());
  }

  leave() {
    clearTimeout(this.#opening);
    this.opened.hide();
  }

  held() {
    return this.seat === null ? [] : this.felt.cards(`hand:${this.seat}`);
  }

  /** What the plan comes to. */
  get judged() {
    const { state, sending } = this.table;
    const view = sending ? state?.message.view : this.view;
    return this.plan.judge(view, this.seat ?? 0, this.offer);
  }

  // ------------------------------------------------------------------ what lies where

  /** @param {View} view */
  render(view) {
    this.view = view;
    this.keeper.find(this.held());
    if (!this.table.sending) this.#settle(view);
    this.keeper.note();
    const cards = this.held();
    set(this.table.parts.hand, "data-n", Math.min(7, cards.length));
    this.hand.render(cards, (one) => name(one.face), (one) => this.plan.has(one));
    this.pyramid.render(view, this.seat !== null);
    this.info.render(view, this.table);
    this.#ending(view);
    this.#open(view);
  }

  /** What was planned is done, or is still planned as far as it is there. @param {View} view */
  #settle(view) {
    const turn = this.table.state?.message.turn ?? 0;
    if (this.#sent !== null && turn > this.#sent) this.plan.clear();
    this.#sent = null;
    this.plan.check(this.held(), view);
  }

  /** Who still plays once the pyramid is empty. @param {View} view */
  #ending(view) {
    const { final_turns_left: left, phase, extra } = view.facts;
    const shown = phase === "play" && left !== null && left !== undefined;
    const key = shown ? JSON.stringify([turns(view.facts), extra, this.table.players.map((one) => [one.name, one.bot])]) : "";
    if (key === this.#seen) return;
    this.#seen = key;
    this.pyramid.el.querySelector(".ending")?.remove();
    if (shown) this.pyramid.el.append(ending(view.facts, this.table.players, this.table.replay ? null : this.seat));
  }

  /** The parks open once the last card lies, and close when another match begins. @param {View} view */
  #open(view) {
    const match = view.facts.phase === "over" && !this.table.replay ? (this.table.state?.message.match ?? "") : "";
    if (match === this.#asked) return;
    this.#asked = match;
    clearTimeout(this.#opening);
    if (!match) return this.opened.hide();
    this.#opening = setTimeout(() => this.opened.show(this.view), this.felt.remaining() + LOOK);
  }

  // ------------------------------------------------------------------ choosing

  /** @param {View} view @param {any} offer @param {(move: any) => void} send */
  choose(view, offer, send) {
    this.offer = offer;
    this.send = send;
    this.view = view;
    this.show();
  }

  /** What is chosen, and what it comes to. */
  show() {
    const { view, seat, table } = this;
    const judged = this.judged, planned = !this.plan.empty, rows = gauge(view);
    const wait = table.sending ? placeOf(seat, table.state?.pending?.move) : null;
    for (const park of this.parks) {
      const player = table.players[park.owner];
      if (player) park.render({ view, player, seat: table.replay ? null : seat, gauge: rows[park.owner], judged: park.own && planned ? judged : null, wait, over: view.facts.phase === "over" });
    }
    this.#looks(judged);
    if (seat !== null) this.chooser.render(this.offer, view.facts, planned ? judged.action : null);
    this.chooser.el.hidden = view.facts.phase !== "play";
    this.#asks(judged, planned);
    set(table.parts.act, "class", `act ${table.mine && view.facts.extra ? "again" : ""} ${this.line.hidden ? "" : "lined"}`);
    table.strip({ ...wanted({ table, view, seat, offer: this.offer, judged, planned }), act: { go: () => this.play(), clear: () => this.clear() } });
  }

  /** The meter, or a question, where the plan has one. @param {import("./plan.js").Judged} judged @param {boolean} planned */
  #asks(judged, planned) {
    const sum = planned && judged.action === "slide" && judged.cards.length ? judged.sum : null;
    const asks = planned && judged.open ? judged : null;
    const key = JSON.stringify([sum, asks && [asks.open, asks.ways, this.plan.said]]);
    this.line.hidden = !sum && !asks;
    if (this.line.dataset.key === key) return;
    this.line.dataset.key = key;
    const had = this.line.contains(document.activeElement);
    this.line.replaceChildren(...(sum ? [meter(sum)] : asks ? [question(asks, this.plan.said, (value) => this.answer(value))] : []));
    if (had) /** @type {HTMLElement | null} */ (this.line.querySelector('[tabindex="0"]'))?.focus();
  }

  /** @param {import("./plan.js").Judged} judged */
  #looks(judged) {
    for (const one of this.held()) this.felt.wear(one, { chosen: this.plan.has(one), raised: one === this.pointed, dim: false, free: false });
    for (const place of Object.keys(this.view.places)) {
      if (!place.startsWith("pyramid:")) continue;
      const [row = 0, pos = 0] = place.split(":").slice(1).map(Number);
      const free = isFree(this.view, row, pos), aimed = judged.action === "draft" && this.plan.aim?.join() === `${row},${pos}`;
      for (const card of this.felt.cards(place)) this.felt.wear(card, { chosen: aimed, dim: !free, free });
    }
  }

  /** A change of the plan, shown and said. @param {() => void} how */
  change(how) {
    if (this.table.sending || this.seat === null || this.view.facts.phase !== "play") return;
    how();
    this.render(this.view);
    this.show();
    this.felt.settle();
    this.table.tell(foreseen({ table: this.table, view: this.view, seat: this.seat, offer: this.offer, judged: this.judged, planned: !this.plan.empty }));
  }

  /** @param {Card} one */
  toggle(one) {
    this.change(() => this.plan.toggle(one));
  }

  /** @param {Card | null} one */
  point(one) {
    if (this.pointed === one) return;
    this.pointed = one;
    this.#looks(this.judged);
    this.felt.settle();
  }

  /** An action was chosen; where it is impossible, it says why. @param {Action} action */
  want(action) {
    const why = off(this.offer, this.view.facts, action);
    if (why) return this.table.tell({ key: `waters.off.${why}`, facts: { n: this.view.facts.slides } });
    this.change(() => this.plan.want(action));
  }

  /** A line or a tile of the own park: the chosen cards are meant for it; they go there where that is clear already. @param {string} target @param {number | null} line */
  aim(target, line) {
    const action = /** @type {Action} */ (target);
    const why = target === "slide" && size(this.view, `slide:${this.seat}:${line}`) ? "built" : off(this.offer, this.view.facts, action);
    if (why) return this.table.tell({ key: `waters.off.${why}`, facts: { n: this.view.facts.slides } });
    const { judged } = this;
    if (judged.action === action && (judged.line?.line ?? null) === line && judged.move && this.table.mine) return this.play();
    this.change(() => this.plan.want(action, line));
  }

  /** What the joker is. @param {string} value */
  answer(value) {
    this.change(() => (this.plan.said = value));
  }

  /** A card of the pyramid was tapped. @param {number} row @param {number} pos */
  take(row, pos) {
    if (!lies(this.view, row, pos)) return;
    if (!isFree(this.view, row, pos)) return this.table.tell({ key: "waters.live.covered", facts: {} });
    if (this.seat === null || this.table.sending || this.view.facts.phase !== "play") return;
    const why = off(this.offer, this.view.facts, "draft");
    if (why) return this.table.tell({ key: `waters.off.${why}`, facts: {} });
    this.change(() => this.plan.aimAt(row, pos));
    if (this.table.mine) this.#draft();
  }

  /** The card that is aimed at, after the question. */
  #draft() {
    const { move } = this.judged;
    if (move?.type !== "draft") return;
    const [card = ""] = faces(this.view, `pyramid:${move.row}:${move.pos}`);
    surely(this.table.state?.message.match ?? "", card, () => this.#commit(move));
  }

  /** A rank by its key: one more of it is chosen, or the last one put back, and the focus goes with it. @param {number} rank */
  pick(rank) {
    const ofRank = this.held().filter(({ face: card }) => (rank === JOKER ? isJoker(card) : !isJoker(card) && number(card) === rank - 1));
    const card = ofRank.find((one) => !this.plan.has(one)) ?? ofRank.at(-1);
    if (!card) return this.table.tell({ key: "waters.live.none", facts: {} });
    this.toggle(card);
    this.hand.focusOn(card);
  }

  clear() {
    if (!this.plan.empty) this.change(() => this.plan.clear());
  }

  /** The button's wish: to do what is planned, or to where it can be chosen. */
  play() {
    const { table, view } = this;
    if (view.facts.phase === "over") return void table.root.dispatchEvent(new CustomEvent("show", { bubbles: true, detail: "end" }));
    if (table.sending || this.seat === null) return;
    const judged = this.judged;
    if (this.plan.empty || (judged.action === "draft" && !judged.move)) return judged.action === "draft" || !this.held().length ? this.pyramid.focus() : this.hand.focus();
    if (!table.mine) return table.tell({ key: "waters.live.waits", facts: {} });
    if (!judged.move) return this.#short(judged);
    if (judged.move.type === "draft") return this.#draft();
    this.#commit(judged.move);
  }

  /** It cannot be done yet: what is missing, and to where it can be said. @param {import("./plan.js").Judged} judged */
  #short(judged) {
    this.table.tell(foreseen({ table: this.table, view: this.view, seat: this.seat, offer: this.offer, judged, planned: true }));
    if (judged.open) /** @type {HTMLElement | null} */ (this.line.querySelector('[tabindex="0"]'))?.focus();
    else if (!judged.cards.length) this.hand.focus();
    else this.felt.shake(this.held().filter((one) => this.plan.has(one)));
  }

  /** @param {any} move */
  #commit(move) {
    if (!this.table.mine) return;
    this.#sent = this.table.state?.message.turn ?? null;
    this.send(move);
  }

  /** @param {number} x @param {number} y */
  drop(x, y) {
    const under = document.elementFromPoint(x, y);
    const target = /** @type {HTMLElement | null} */ (under?.closest("[data-target], [data-action]") ?? null);
    this.letGo();
    const action = target?.dataset.target ?? target?.dataset.action;
    if (!action || action === "draft" || action === "pass") return;
    this.change(() => this.plan.want(/** @type {Action} */ (action), target?.dataset.line ? Number(target.dataset.line) : null));
    if (this.judged.move && this.table.mine) this.play();
  }

  letGo() {
    this.felt.release();
    this.felt.settle();
  }
}
