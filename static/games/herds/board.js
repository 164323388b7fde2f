/* The board of the herds, for every skin of them: what lies where, and choosing cards. It lays out controls and says
   what is wanted; cards are moved by the felt, sentences are made by the catalogue. */

import { icon, make } from "../../js/dom.js";
import { Hand } from "../../js/hand.js";
import { t } from "../../js/text.js";
import { face, role } from "./art/cast.js";
import { drawChase } from "./chase.js";
import { Plan } from "./plan.js";
import { foresee, size } from "./preview.js";
import { Ring } from "./ring.js";
import { card, foreseen, lastMove, read, who } from "./words.js";

export { laid } from "./preview.js";
export { heard, lastMove, logged } from "./words.js";

/** @typedef {import("../../js/felt.js").Card} Card */
/** @typedef {import("./preview.js").View} View */
/** @typedef {import("../../js/table.js").Table} Table */

const RANKS = [1, 2, 3, 4, 5, 6, 7, 8], MAGNET = 24;

/** @type {WeakMap<Table, Board>} */
const boards = new WeakMap();

/** @param {Table} table @returns {Board} */
function boardOf(table) {
  let board = boards.get(table);
  if (board && board.skin === table.skin && board.seat === table.seat) return board;
  board?.gone.abort();
  board = new Board(table);
  boards.set(table, board);
  return board;
}

/** The board stands ready, whatever the cards do next. @param {Table} table */
export const open = (table) => void boardOf(table);

/** Lays out the table as the view has it. @param {View} view @param {Table} table */
export function render(view, table) {
  boardOf(table).render(view);
}

/** What may be chosen now; `send` carries a move out. @param {View} view @param {any} offer @param {Table} table @param {(move: any) => void} send */
export function choose(view, offer, table, send) {
  boardOf(table).choose(view, offer, send);
}

/** A wish from the keyboard. @param {Table} table @param {"pick" | "play" | "clear"} wish @param {number} [rank] */
export function act(table, wish, rank) {
  const board = boardOf(table);
  if (wish === "pick" && rank) board.pick(rank);
  else if (wish === "play") board.play();
  else if (wish === "clear") board.clear();
}

/** To the hand, or to what can be drawn. @param {Table} table */
export const focus = (table) => boardOf(table).focus();

class Board {
  gone = new AbortController();
  plan = new Plan();
  /** @type {View} */ view = { places: {}, facts: {}, own: null };
  /** @type {any} */ offer = null;
  /** @type {(move: any) => void} */ send = () => {};
  /** @type {Card | null} */ pointed = null;

  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.felt = table.felt;
    this.skin = table.skin;
    this.seat = table.seat;
    this.felt.faces = (rank) => face(table.skin, rank);
    this.ring = new Ring(table.parts.board, table.skin, table.seat !== null, { place: (rank) => this.touch(rank), draw: (source) => this.send({ type: "draw", source }) });
    table.parts.hand.replaceChildren();
    this.hand = new Hand(table.parts.hand, {
      toggle: (one) => this.toggle(one),
      all: (one) => this.change(() => this.plan.all(one, this.held())),
      play: () => (this.plan.size ? this.play() : this.pointed && this.toggle(this.pointed)),
      point: (one) => this.point(one),
      lift: (one) => this.plan.has(one) || this.change(() => (this.plan.rank === one.face ? this.plan.toggle(one) : (this.plan.clear(), this.plan.toggle(one)))),
      carry: (x, y) => this.felt.carry(this.held().filter((one) => this.plan.has(one)), x, y),
      drop: (x, y) => this.drop(x, y),
      cancel: () => this.letGo(),
    }, this.gone.signal);
  }

  held() {
    return this.seat === null ? [] : this.felt.cards(`hand:${this.seat}`);
  }

  get drawing() {
    return this.offer?.draws ?? [];
  }

  // ------------------------------------------------------------------ what lies where

  /** @param {View} view */
  render(view) {
    this.view = view;
    this.plan.check(this.held());
    const drawing = this.table.mine ? (view.facts.draws_left ?? 0) : 0;
    this.hand.render(this.held(), (one) => card(this.skin, one.face), (one) => this.plan.has(one), drawing);
  }

  /** What can be chosen, and what the choice would do. */
  show() {
    const { view } = this;
    this.places();
    const taken = view.facts.phase === "draw" && Array.isArray(view.places.market) ? Math.max(0, 3 - view.places.market.length) : 0;
    this.ring.stock(view, this.drawing, size(view, "deck") ? taken : 0);
    this.looks();
    this.strip();
  }

  get foreseen() {
    return this.plan.size ? foresee(this.view, this.offer, this.plan.rank, this.plan.size) : null;
  }

  places() {
    const play = this.table.sending ? null : this.foreseen;
    const { last, phase } = this.view.facts;
    for (const rank of RANKS) {
      const n = size(this.view, `herd:${rank}`);
      const target = play?.rank === rank, prey = play?.prey === rank ? play.captured : 0;
      const caught = Boolean(last?.captured && last.prey === rank && n === 0 && phase !== "between");
      this.ring.show({
        rank, target, prey, last: caught && !target, played: Boolean(last && !last.captured && last.rank === rank && !play),
        shown: n + (target && play ? play.n : 0),
        flag: this.flag(target, prey, caught ? last : null),
        label: this.label(rank, n, target),
      });
    }
    this.ring.close();
    this.felt.ghosts(play ? `herd:${play.rank}` : "", play ? this.plan.cards : []);
  }

  /** @param {boolean} target @param {number} prey @param {any} last @returns {(Node | string)[] | null} */
  flag(target, prey, last) {
    if (target) return [t(this.table.mine ? "herds.here" : "herds.planned")];
    if (prey) return [icon("paw"), `+${prey}`];
    return last ? [make("span", { class: "who" }, t("herds.flag", who(this.table, last.seat))), `+${last.captured}`] : null;
  }

  /** @param {number} rank @param {number} n @param {boolean} target */
  label(rank, n, target) {
    const held = this.held().filter((one) => one.face === rank).length;
    const facts = { card: card(this.skin, rank), n, held, here: target ? "yes" : "no" };
    return t(this.seat === null ? "herds.place.seen" : "herds.place", facts);
  }

  /** After the felt has settled: the path from the herd to its prey. */
  chase() {
    const play = this.table.sending ? null : this.foreseen;
    const origin = this.table.parts.board.getBoundingClientRect();
    const box = (/** @type {number} */ rank) => {
      const rect = this.ring.places.get(rank)?.hit.getBoundingClientRect();
      return rect ? { x: rect.x - origin.x, y: rect.y - origin.y, w: rect.width, h: rect.height } : null;
    };
    drawChase(this.ring.chase, play?.prey ? box(play.rank) : null, play?.prey ? box(play.prey) : null, { x: origin.width / 2, y: origin.height / 2 });
  }

  // ------------------------------------------------------------------ choosing

  /** @param {View} view @param {any} offer @param {(move: any) => void} send */
  choose(view, offer, send) {
    this.offer = offer;
    this.send = send;
    this.view = view;
    this.show();
  }

  /** A change of the plan, shown and said. @param {() => void} how */
  change(how) {
    if (this.table.sending || this.drawing.length) return;
    how();
    this.render(this.view);
    this.show();
    this.felt.settle();
    this.chase();
    const play = this.foreseen;
    if (play) this.table.tell(foreseen(this.table, play, "live"));
    else this.table.tell({ key: "herds.live.cleared", facts: {} });
  }

  looks() {
    for (const one of this.held()) this.felt.wear(one, { chosen: this.plan.has(one), raised: one === this.pointed, dim: this.plan.size > 0 && one.face !== this.plan.rank });
  }

  /** @param {Card} one */
  toggle(one) {
    this.change(() => this.plan.toggle(one));
  }

  /** @param {Card | null} one */
  point(one) {
    if (this.pointed === one) return;
    this.pointed = one;
    this.looks();
    this.felt.settle();
  }

  /** A rank by its key: one more of it, and the focus with it. @param {number} rank */
  pick(rank) {
    const held = this.held().some((one) => one.face === rank);
    if (!held) return this.table.tell({ key: "herds.live.none", facts: { card: card(this.skin, rank) } });
    /** @type {Card | undefined} */ let chosen;
    this.change(() => (chosen = /** @type {Card | undefined} */ (this.plan.more(rank, this.held()))));
    if (chosen) this.hand.focusOn(chosen);
  }

  clear() {
    if (this.plan.size) this.change(() => this.plan.clear());
  }

  /** A place was tapped: the chosen cards go there, or the first one of its rank is chosen. @param {number} rank */
  touch(rank) {
    if (this.plan.rank === rank) return this.play();
    const one = this.held().find((held) => held.face === rank);
    if (one) this.toggle(one);
    else this.table.tell({ key: "herds.live.none", facts: { card: card(this.skin, rank) } });
  }

  /** The button's wish: play what is chosen, draw, or show where to choose. */
  play() {
    if (this.table.sending) return;
    if (this.drawing.length) return this.drawing.includes("deck") ? this.send({ type: "draw", source: "deck" }) : this.focus();
    if (!this.plan.size) return this.focus();
    if (!this.table.mine) return this.table.tell({ key: "herds.live.waits", facts: {} });
    this.send({ type: "play", cards: this.plan.cards });
  }

  focus() {
    const take = /** @type {HTMLElement | null} */ (this.table.parts.board.querySelector(".take"));
    if (take && this.drawing.length) take.focus();
    else this.hand.focus();
  }

  /** @param {number} x @param {number} y */
  drop(x, y) {
    const target = this.ring.places.get(this.plan.rank)?.hit.getBoundingClientRect();
    const near = target && x > target.left - MAGNET && x < target.right + MAGNET && y > target.top - MAGNET && y < target.bottom + MAGNET;
    this.letGo();
    if (near && this.table.mine && !this.table.sending) this.play();
  }

  letGo() {
    this.felt.release();
    this.felt.settle();
  }

  // ------------------------------------------------------------------ what is said

  /** The sentence and the button. */
  strip() {
    const { facts } = this.view;
    const act = { go: () => this.play(), clear: () => this.clear() };
    const rests = facts.phase === "between" || facts.phase === "over";
    if (this.seat === null || rests) return this.table.strip({ say: this.waiting(), go: null, act });
    if (this.drawing.length) return this.table.strip({ ...this.drawn(facts.draws_left), act });
    const under = this.underWay();
    const play = under ?? this.foreseen;
    if (!play) {
      const go = { key: this.table.mine ? "herds.go.choose" : "herds.go.plan", facts: {} };
      return this.table.strip({ say: this.waiting(), go, quiet: true, act });
    }
    const cards = Array(play.n).fill(t(`herds.sign.${this.skin}`, { rank: play.rank })).join(" ");
    const say = foreseen(this.table, play, "say");
    const mine = this.table.mine || under !== null;
    return this.table.strip({
      say: this.table.mine ? [{ key: "herds.say.turn", facts: {} }, say] : [say],
      go: { key: mine ? "herds.go.play" : "herds.go.planned", facts: { cards, n: play.captured } },
      ready: mine, clear: under === null, act,
    });
  }

  /** The play that waits for its answer. */
  underWay() {
    const { state, sending } = this.table;
    const cards = sending ? state?.pending?.move.cards : null;
    return cards ? foresee(state?.message.view, this.offer, cards[0], cards.length) : null;
  }

  /** Whose turn it is, and what the last move was. @returns {import("./words.js").Said[]} */
  waiting() {
    const { to_act: seat, last, phase } = this.view.facts;
    if (phase === "between" || phase === "over") return [{ key: `herds.say.${phase}`, facts: this.view.facts }];
    const before = lastMove(this.table, last);
    const now = this.table.mine
      ? { key: "herds.say.turn", facts: {} }
      : { key: this.seat === null ? "herds.say.thinks" : before ? "herds.say.thinks" : "herds.say.plan", facts: who(this.table, seat) };
    return this.table.mine ? [now, ...(before ? [before] : [])] : [...(before ? [before] : []), now];
  }

  /** @param {number} left */
  drawn(left) {
    const deck = this.drawing.includes("deck");
    return { say: [{ key: "herds.say.draw", facts: { n: left } }], go: { key: deck ? "herds.go.deck" : "herds.go.take", facts: {} }, ready: true };
  }

  /** The table for the ear. */
  read() {
    return read(this.table, this.view);
  }
}

/** The path to the prey follows the controls. @param {Table} table */
export const settled = (table) => boardOf(table).chase();

/** The biggest catch of the deal that is over. @param {Table} table @param {any} facts */
export function best(table, facts) {
  const catch_ = facts.best[facts.deal - 1];
  if (!catch_) return { best: "", animal: role(table.skin, 7).animal };
  const animals = t(`herds.animals.${table.skin}`, { rank: catch_.rank, n: catch_.n });
  return { best: t("herds.best", { ...who(table, catch_.seat), n: catch_.n, animals }), animal: role(table.skin, catch_.rank).animal };
}

/** Facts for the sentences that read the table aloud. @param {Table} table */
export const readTable = (table) => boardOf(table).read();
