/* The table of a running match: what a game's board is handed, and everything round the board. One state in, one
   picture out; where the viewer sits decides what can be done. */

import { set } from "./dom.js";
import { Felt } from "./felt.js";
import { Later } from "./later.js";
import { Log } from "./log.js";
import { plain } from "./phrase.js";
import { order, playerAt, renderPlayers } from "./players.js";
import { Side } from "./side.js";
import { Strip } from "./strip.js";
import { t } from "./text.js";

/** @typedef {import("./seats.js").Room} Room */
/** @typedef {import("../games/boards.js").Board} Board */
/** @typedef {import("./strip.js").Said} Said */
/** @typedef {{ room: Room & { waits?: any }, message: any, seat: number | null, pending: { turn: number, move: any } | null, news: any[], quiet: boolean,
 *   now: () => number, send: (what: string) => Promise<unknown>, move: (move: any) => void, replay?: boolean }} State replay: a finished match, at which nothing can be done */

const ANIMALS = 300; // ms the last capture is looked at before something covers it

export class Table {
  /** @type {Board | null} */ board = null;
  /** @type {string} the game's name on the shelf */ skin = "";
  /** @type {number | null} */ seat = null;
  /** @type {any} the board that stands here now; it ends when another takes its place */ owner = null;
  /** Whether it is this seat's turn and nothing is under way. */ mine = false;
  /** Whether a move is under way. */ sending = false;
  /** @type {State | null} */ state = null;
  /** @type {import("./players.js").Player[]} by seat */ players = [];
  /** @type {any} */ #ending = null;
  /** Whether it is shown. */ #here = false;
  /** Whether cards are about to follow. */ #due = false;

  /**
   * @param {HTMLElement} root the section #table
   * @param {import("./live.js").Live} live
   */
  constructor(root, live) {
    const get = (/** @type {string} */ id) => /** @type {HTMLElement} */ (root.querySelector(`#${id}`));
    this.root = root;
    this.live = live;
    this.parts = { board: get("board"), hand: get("hand"), ask: get("ask"), act: get("act"), seats: get("seats"), me: get("me"), scores: /** @type {HTMLTableElement} */ (get("scores")) };
    this.felt = new Felt({ root: get("felt"), layer: get("layer"), gauge: get("gauge") });
    this.felt.followed = () => this.board?.settled(this);
    this.lines = new Log(get("log"));
    this.side = new Side(root);
    this.strips = new Strip({ say: get("say"), play: get("play"), clear: get("clear") });
    this.dealEnd = new Later(dealEnd, { sheets: ["ranks", "over"], came: () => this.#here && this.#end(this.state?.message.view) });
  }

  // ------------------------------------------------------------------ what a board uses

  /** Whether a finished match is looked at. */
  get replay() {
    return Boolean(this.state?.replay);
  }

  /** @param {number} seat */
  nameOf(seat) {
    return this.state?.room.seats[seat]?.name ?? t("table.nobody");
  }

  /** The sentence and the button. @param {import("./strip.js").Wanted} wanted */
  strip(wanted) {
    if (this.replay) wanted = { ...wanted, say: this.#told(), go: null, clear: false };
    this.strips.show(wanted, { turn: wanted.turn ?? this.mine, sending: this.sending });
  }

  /** What has just happened, where that is all there is to say. @returns {Said[]} */
  #told() {
    const facts = this.state?.message.view.facts;
    const last = facts?.last && this.board?.lastMove(this, facts.last);
    return last ? [last] : [{ key: "replay.dealt", facts: { n: facts?.deal ?? 1 } }];
  }

  /** An answer to what the reader just did. @param {Said} said */
  tell(said) {
    this.live.answer(plain(said.key, said.facts));
  }

  // ------------------------------------------------------------------ one state, one picture

  /** @param {Board} board @param {State} state */
  show(board, state) {
    const { room, message, seat, pending, news } = state;
    this.#here = true;
    this.state = state;
    this.board = board;
    const match = message.match;
    if (this.skin !== room.game) this.#clear();
    this.skin = room.game;
    this.seat = seat;
    const view = message.view;
    this.sending = pending?.turn === message.turn;
    this.mine = seat !== null && view.facts.to_act === seat && !this.sending;
    this.side.turn(this.mine);
    this.parts.hand.hidden = seat === null;
    set(this.parts.hand, "data-place", seat === null ? null : `hand:${seat}`);
    const shown = this.sending ? board.laid(view, seat, pending?.move) : view;
    this.#players(board, shown);
    this.#lay(board, shown, news);
    this.side.news(this.lines.add(match, news, board.logged, (one) => playerAt(room, view, one, seat), (face) => board.sign(this, face)));
    this.#hear(board, news);
    this.#end(view);
  }

  /** Another game: nothing of the last one stays. */
  #clear() {
    this.felt.clear();
    this.owner?.gone.abort();
    this.owner = null;
    this.parts.board.replaceChildren();
    this.parts.ask.replaceChildren();
    set(this.parts.act, "class", "act");
  }

  /** @param {Board} board @param {any} view */
  #players(board, view) {
    const { room, seat } = /** @type {State} */ (this.state);
    const n = view.facts.totals.length;
    const players = Array.from({ length: n }, (_, one) => playerAt(room, view, one, seat));
    const others = order(n, seat).map((one) => /** @type {import("./players.js").Player} */ (players[one]));
    renderPlayers(this.parts.seats, others);
    const own = seat === null ? undefined : players[seat];
    renderPlayers(this.parts.me, own ? [own] : []);
    this.players = players;
    board.scores(this.parts.scores, view, players);
  }

  /** @param {Board} board @param {any} view @param {any[]} news */
  #lay(board, view, news) {
    const { message, seat, pending, move, quiet } = /** @type {State} */ (this.state);
    board.open(this); // it knows how a face looks
    const awaited = this.sending ? board.awaits(seat, pending?.move, message.view) : null;
    if (awaited?.hidden) this.felt.part(`hand:${seat}`, awaited.place, awaited.cards);
    this.felt.take(view, news, quiet);
    if (!this.sending) this.felt.answered();
    else if (awaited) this.felt.await_(awaited.place, awaited.cards);
    board.render(view, this);
    board.choose(view, message.offer, this, move);
    this.#settle();
  }

  /** The cards follow their controls. Where they fly they start once the browser has laid those out: all in one task would
   *  hold a slow phone up. */
  #settle() {
    const go = () => {
      this.#due = false;
      if (!this.#here) return;
      this.felt.settle();
      if (this.felt.motion.lively) setTimeout(() => this.#here && this.board?.settled(this));
      else this.board?.settled(this);
    };
    if (!this.felt.motion.lively) return go();
    if (!this.#due) requestAnimationFrame(() => setTimeout(go));
    this.#due = true;
  }

  /** What happened, for the ear. @param {Board} board @param {any[]} news */
  #hear(board, news) {
    const fresh = news.filter((item) => !item.old);
    for (const item of fresh) {
      const said = item.events.map((/** @type {any} */ event) => board.heard(this, event)).filter(Boolean);
      if (item === fresh.at(-1)) said.push(...[board.dueNow(this) ?? []].flat());
      this.live.say(said.map((/** @type {Said} */ one) => plain(one.key, one.facts)).join(" "));
    }
  }

  // ------------------------------------------------------------------ between deals

  /** @param {any} view */
  #end(view) {
    clearTimeout(this.#ending);
    if (this.replay || view.facts.phase !== "between" || !view.facts.deal) return this.dealEnd.now?.hide();
    this.dealEnd.get(); // it may come while the cards still fly
    const wait = this.dealEnd.now?.open ? 0 : this.felt.remaining();
    if (wait) this.#ending = setTimeout(() => this.#dealEnd(), wait + ANIMALS);
    else this.#dealEnd();
  }

  #dealEnd() {
    const { room, message, seat, now, send } = /** @type {State} */ (this.state);
    const facts = message.view.facts;
    if (!this.dealEnd.now) return;
    this.side.close();
    this.dealEnd.now.show({
      facts, players: this.players, said: room.said, until: room.waits?.until ?? null, now, seat, send,
      title: `${t(`game.${room.game}`)} · ${this.where(facts)}`,
      ...(this.board?.best(this, facts) ?? { best: "", animal: "hippo" }),
    });
  }

  /** How far the match is, for the bar. @param {any} facts */
  where(facts) {
    return this.board?.where(facts) ?? "";
  }

  /** The table is not shown any more. */
  leave() {
    clearTimeout(this.#ending);
    this.#here = false;
    this.board?.leave(this);
    this.dealEnd.now?.hide();
    this.side.close();
  }

  /** The section of the rules that matters now; nothing where the board cannot say. @returns {string} */
  rulesPart() {
    return (this.state && this.board?.part?.(this)) ?? "";
  }

  // ------------------------------------------------------------------ asked for by key

  /** @param {import("./keys.js").Wish} wish @param {number} [rank] @param {string} [time] how much of it is left */
  wish(wish, rank, time = "") {
    const board = this.board;
    if (!board || !this.state || (wish === "pick" && !board.RANKS.includes(rank ?? 0))) return;
    if (wish === "pick" || wish === "play" || wish === "clear") return board.act(this, wish, rank);
    this.live.answer([this.read(wish), ...(wish === "turn" ? [time] : [])].join(" ").trim());
  }

  /** What is read on demand. @param {import("./keys.js").Wish} wish @returns {string} */
  read(wish) {
    const facts = /** @type {State} */ (this.state).message.view.facts;
    const own = this.board?.reads(this, wish);
    if (own) return own.map((said) => plain(said.key, said.facts)).join(" ");
    const players = this.players;
    const each = (/** @type {string} */ key) => players.map((player) => plain(key, { ...player, who: player.own && !this.replay ? "me" : "other", n: player.captured ?? 0 })).join(" ");
    if (wish === "scores") return each("table.read.score");
    if (wish === "captured") return each("table.read.captured");
    if (wish === "turn") return this.#turn(facts);
    const last = this.board?.lastMove(this, facts.last);
    return last ? plain(last.key, last.facts) : t("table.read.nothing");
  }

  /** @param {any} facts */
  #turn(facts) {
    if (facts.to_act === null || !this.board) return t("table.read.nobody");
    const key = this.seat === null ? "watch" : facts.to_act === this.seat ? "turn" : "wait";
    const due = this.board.dueNow(this);
    return [this.board.readTable(this, key, facts), ...(due ? [due] : [])].map((said) => plain(said.key, said.facts)).join(" ");
  }

  /** The own turn begins. @param {string} time how much of it there is */
  call(time) {
    this.live.turn(`${this.read("turn")} ${time}`.trim());
  }
}

/** The sheet of a deal's end, made and laid over the table. */
async function dealEnd() {
  const { DealEnd } = await import("./deal_end.js");
  const over = /** @type {HTMLElement} */ (/** @type {HTMLTemplateElement} */ (document.getElementById("deal-end")).content.firstElementChild?.cloneNode(true));
  document.getElementById("over")?.append(over);
  return new DealEnd(over);
}

/** @param {HTMLElement} element @param {string} words @param {string} cls @param {Node[]} [before] */
export function chip(element, words, cls, before = []) {
  element.hidden = !words;
  if (element.dataset.words === words && element.className === cls) return;
  set(element, "class", cls);
  set(element, "data-words", words);
  element.replaceChildren(...before, words);
}
