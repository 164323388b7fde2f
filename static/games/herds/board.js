/* The board of the herds, for every skin of them: what lies where, and choosing cards. It lays out controls and says
   what is wanted; cards are moved by the felt, sentences are made by the catalogue. */

import { icon, make } from "../../js/dom.js";
import { Hand } from "../../js/hand.js";
import { Keeper } from "../../js/kept.js";
import { renderScores } from "../../js/scores.js";
import { t } from "../../js/text.js";
import { face, role } from "./art/cast.js";
import { drawChase } from "./chase.js";
import { drawing } from "./drawing.js";
import { hint } from "./hint.js";
import { Fresh } from "./fresh.js";
import { Plan } from "./plan.js";
import { foresee, size } from "./preview.js";
import { Ring } from "./ring.js";
import { due, wanted } from "./sentence.js";
import { Stock } from "./stock.js";
import { card, foreseen, read, who } from "./words.js";

export { seen, spot } from "./lesson.js";
export { awaits, laid } from "./preview.js";
export { heard, lastMove, logged } from "./words.js";

/** @typedef {import("../../js/felt.js").Card} Card */
/** @typedef {import("./preview.js").View} View */
/** @typedef {import("../../js/table.js").Table} Table */

const MAGNET = 24;

/** The ranks that keys may name. */
export const RANKS = [1, 2, 3, 4, 5, 6, 7, 8];

/** The end of the match has a page of its own; nothing is shown here before it. */
export const opens = false;

/** The end page's own words and rows, where a game counts other things than cards and deals. @type {import("../../js/result.js").Tallies} */
export const tally = (/** @type {any} */ _facts, /** @type {any} */ _players, /** @type {number} */ _mine) => null;

/** @param {Table} table @returns {Board} */
function boardOf(table) {
  const { owner } = table;
  if (owner instanceof Board && owner.skin === table.skin && owner.seat === table.seat) return owner;
  owner?.gone.abort();
  const board = new Board(table);
  table.owner = board;
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

/** The table is not shown any more. @param {Table} _table */
export const leave = (_table) => {};

/** A wish from the keyboard. @param {Table} table @param {"pick" | "play" | "clear"} wish @param {number} [rank] */
export function act(table, wish, rank) {
  const board = boardOf(table);
  if (wish === "pick" && rank) board.pick(rank);
  else if (wish === "play") board.play();
  else if (wish === "clear") board.clear();
}

/** A hint lies chosen in the hand, and is said. @param {Table} table @param {{ move: any, key: string, facts: Record<string, any> }} told */
export function hinted(table, told) {
  boardOf(table).take(told.move);
  return hint(table, told);
}

/** What is to be decided now, for the ear, where the move before did not end the turn. @param {Table} table */
export const dueNow = (table) => boardOf(table).due();

class Board {
  gone = new AbortController();
  plan = new Plan();
  fresh = new Fresh();
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
    this.keeper = new Keeper(table, this.plan);
    this.felt.faces = (rank) => face(table.skin, rank);
    this.stock = new Stock(table.skin, (source) => this.draw(source));
    this.ring = new Ring(table.parts.board, table.skin, table.seat !== null, this.stock.root, (rank) => this.touch(rank));
    table.parts.hand.replaceChildren();
    this.hand = new Hand(table.parts.hand, {
      toggle: (one) => this.toggle(one),
      all: (one) => this.change(() => this.plan.all(one, this.held())),
      play: () => (this.plan.size || this.draws.length ? this.play() : this.pointed && this.toggle(this.pointed)),
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

  /** What may be drawn now. @returns {import("./stock.js").Source[]} */
  get draws() {
    return this.offer?.draws ?? [];
  }

  // ------------------------------------------------------------------ what lies where

  /** @param {View} view */
  render(view) {
    this.view = view;
    this.keeper.find(this.held());
    this.plan.check(this.held());
    this.keeper.note();
    const held = this.held(), now = drawing(view);
    const fresh = this.fresh.among(held, view, this.seat);
    const label = (/** @type {Card} */ one) => (fresh.has(one) ? t("herds.card.new", { card: card(this.skin, one.face) }) : card(this.skin, one.face));
    this.hand.render(held, label, (one) => this.plan.has(one), now?.seat === this.seat ? now.of - now.drawn : 0, (one) => (fresh.has(one) ? t("herds.new") : ""));
  }

  /** What can be chosen, and what the choice would do. */
  show() {
    const { view } = this;
    this.places();
    if (this.stock.show(view, this.draws)) this.hand.focus();
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
    if (this.table.sending) return;
    if (this.draws.length) return this.table.tell(/** @type {import("./words.js").Said} */ (this.due()));
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

  /** A rank by its key: one more of it, and the focus with it; while drawing, the face-up card. @param {number} rank */
  pick(rank) {
    if (this.draws.length) return this.draws.includes(rank) ? this.draw(rank) : this.table.tell({ key: "herds.live.lacks", facts: { card: card(this.skin, rank) } });
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
    if (this.draws.length) return this.draws.includes("deck") ? this.draw("deck") : this.focus();
    if (!this.plan.size) return this.focus();
    if (!this.table.mine) return this.table.tell({ key: "herds.live.waits", facts: {} });
    this.send({ type: "play", cards: this.plan.cards });
  }

  /** @param {import("./stock.js").Source} source */
  draw(source) {
    if (!this.table.sending) this.send({ type: "draw", source });
  }

  /** The cards of a play are chosen. @param {any} move */
  take(move) {
    if (move.type !== "play") return;
    this.change(() => {
      this.plan.clear();
      for (const rank of move.cards) this.plan.more(rank, this.held());
    });
  }

  /** To what can be drawn, or to the hand. */
  focus() {
    const [take] = this.draws.length ? this.stock.takes : [];
    if (take) take.focus();
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
    this.table.strip({ ...wanted(this), act: { go: () => this.play(), clear: () => this.clear() } });
  }

  /** What is to be drawn, for the ear. */
  due() {
    return due(this);
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

/** Whose turn it is, and the table, for the ear. @param {Table} table @param {string} key turn, wait or watch @param {any} facts @returns {import("./words.js").Said} */
export const readTable = (table, key, facts) => ({ key: `herds.live.${key}`, facts: { ...boardOf(table).read(), name: table.nameOf(facts.to_act), place: t(`herds.ring.${table.skin}`) } });

/** What is read on demand where it is not what every game reads. @param {Table} _table @param {string} _wish @returns {import("./words.js").Said[] | null} */
export const reads = (_table, _wish) => null;

/** A card in the log. @param {Table} table @param {number} rank @returns {Node | string} */
export const sign = (table, rank) => t(`herds.sign.${table.skin}`, { rank });

/** "Deal 2 of 3" @param {any} facts */
export const where = (facts) => t("table.deal.of", { n: facts.deal, of: facts.deals });

/** @param {HTMLTableElement} element @param {View} view @param {import("../../js/players.js").Player[]} players */
export const scores = (element, view, players) => renderScores(element, view.facts, players);

/** The section of the rules that matters now. @param {Table} table */
export function part(table) {
  const { view, draws, foreseen: play } = boardOf(table);
  if (view.facts.phase === "between") return "match";
  if (draws.length) return "market";
  if (play?.prey) return play.rank === 1 ? "smallest" : play.rank - play.prey > 1 ? "gap" : "chase";
  if (view.facts.phase === "over" || !view.places.deck) return "end";
  return table.mine || play ? "turn" : "";
}
