/* The wire to a room: a socket that comes back by itself, and two of them where an answer is late. It reports to its
   ears and never asks the page anything; no DOM in here, so that it runs under node against a socket and a clock of a
   test's own. docs/protocol.md says what travels. */

import { CLOCK, Line } from "./line.js";
import { Patience } from "./patience.js";
import { Sent } from "./sent.js";

/** @typedef {import("./line.js").Clock} Clock */
/** @typedef {"kicked" | "noroom" | "old"} Why */
/** @typedef {{ is: "opening" | "ok" | "slow" | "lost" | "gone", why?: Why, word?: string, code?: number, retryAt?: number,
 *   trip: number | null, since: number }} Conn
 *   slow: a ping waits longer than it should; lost: trying again; gone: for good, with the server's own word for it */
/** @typedef {{ welcome?: (message: any) => void, room?: (message: any) => void, table?: (message: any) => void,
 *   chat?: (message: any) => void, notice?: (texts: any) => void, conn?: (conn: Conn) => void }} Ears */

/* ms; the table of timers in docs/protocol.md */
const TICK = 500, PING = 10_000, PING_OWN_TURN = 5_000, WARN = 2_000, DEAD = 8_000, LOOK = 2_000, OPENING = 6_000;
const ANSWER = 500, ANSWER_TRIPS = 4, JUMP = 4_000, UNAVAILABLE = 400, RENEWALS = 3;
const GONE = /** @type {Record<number, Why>} */ ({ 4001: "kicked", 4002: "old", 4003: "noroom" });

export class Wire {
  /** @type {Set<Line>} lines that are listened to: one, or two while they race */ #lines = new Set();
  /** @type {Line | null} the line that speaks for the room */ #main = null;
  /** the match that was told last */ #match = "";
  /** @type {any} */ #retry = null;
  /** @type {any} */ #race = null;
  /** @type {any} */ #beat = null;
  #ticked = 0;
  #renewals = 0;
  #resting = true;
  /** @type {Patience} */ #patience;

  /**
   * @param {object} with_
   * @param {string} with_.url of the room's socket
   * @param {string} with_.code of the room: the pending move is kept under it
   * @param {string} with_.build of this page
   * @param {string} with_.tab
   * @param {Ears} with_.ears
   * @param {"play" | "watch"} [with_.want]
   * @param {import("./sent.js").Store} [with_.storage] of this tab
   * @param {(url: string) => any} [with_.open]
   * @param {Clock} [with_.clock]
   * @param {() => Promise<unknown>} [with_.renew] gets a session where the server accepts none
   * @param {() => void} [with_.reload]
   * @param {() => boolean} [with_.seen] whether somebody looks at this page
   * @param {() => number} [with_.random]
   */
  constructor({ url, code, build, tab, ears, want = "play", storage, open, clock = CLOCK, renew, reload, seen, random = Math.random }) {
    this.url = url;
    this.hello = { t: "hello", p: 1, build, tab, want };
    this.ears = ears;
    this.storage = storage;
    this.open = open ?? ((/** @type {string} */ to) => new WebSocket(to));
    this.clock = clock;
    this.renew = renew ?? (async () => {});
    this.reload = reload ?? (() => {});
    this.seen = seen ?? (() => true);
    this.#patience = new Patience(random);
    this.sent = new Sent(`move:${code}`, storage, clock.now);
    /** @type {number | null} the last row this page has drawn */
    this.v = null;
    this.roomV = -1;
    /** server's clock minus ours, ms */
    this.ahead = 0;
    /** @type {number | null} */
    this.trip = null;
    /** pings come faster while it is this page's turn */
    this.ownTurn = false;
    /** @type {Conn} */
    this.conn = { is: "opening", trip: null, since: clock.now() };
  }

  /** The move that waits for its answer. */
  get pending() {
    return this.sent.pending;
  }

  start() {
    this.#resting = false;
    this.#ticked = this.clock.now();
    this.#tick();
    this.#dial();
  }

  /** Lets go of every socket, for a page that is put aside; `look` takes them up again. */
  rest() {
    this.#resting = true;
    for (const line of [...this.#lines]) this.#drop(line);
    for (const timer of [this.#retry, this.#race, this.#beat]) this.clock.cancel(timer);
    this.#retry = this.#race = this.#beat = null;
  }

  /** Somebody looks at the page again, or the network came back: is the other side there? */
  look() {
    if (this.conn.is === "gone") return;
    if (this.#resting) this.start();
    else if (this.#main) this.#main.ping(this.v, LOOK);
    else if (this.#retry !== null) this.#dial();
  }

  // ------------------------------------------------------------------ what the page says

  /** @returns {string} */
  newId() {
    return globalThis.crypto?.randomUUID?.() ?? `${this.clock.now()}-${Math.random()}`; // no randomUUID over plain http
  }

  /**
   * A command to the room. Resolves once it is stored; rejects with {code, facts}.
   * @param {string} what
   * @param {object} [fields]
   * @returns {Promise<any>}
   */
  send(what, fields = {}) {
    if (this.conn.is === "gone") return Promise.reject({ code: "gone", facts: {} });
    const frame = { t: "cmd", id: this.newId(), do: what, ...fields };
    this.#main?.say(frame);
    return this.sent.add(frame);
  }

  /**
   * A line of chat, under an id of the speaker's own: said again with it, it is kept once.
   * @param {string} id
   * @param {{ text?: string, phrase?: string, emote?: string }} body
   * @returns {Promise<any>}
   */
  say(id, body) {
    if (this.conn.is === "gone") return Promise.reject({ code: "gone", facts: {} });
    const frame = { t: "say", id, ...body };
    this.#main?.say(frame);
    return this.sent.add(frame);
  }

  /**
   * The one move that may be pending.
   * @param {number} turn
   * @param {any} move
   * @returns {Promise<any>}
   */
  move(turn, move) {
    if (this.pending || this.conn.is === "gone") return Promise.reject({ code: "not_your_turn", facts: {} });
    const id = this.newId();
    const done = this.sent.move({ id, turn, move });
    this.#main?.say({ t: "move", id, turn, move });
    this.#expect();
    return done;
  }

  /** A move is answered soon, or a second socket carries it too: the first to answer wins. */
  #expect() {
    this.clock.cancel(this.#race);
    this.#race = this.clock.after(Math.max(ANSWER, ANSWER_TRIPS * (this.trip ?? 0)), () => {
      if (this.pending && this.#main && this.#lines.size === 1) this.#connect();
    });
  }

  // ------------------------------------------------------------------ lines

  #dial() {
    this.clock.cancel(this.#retry);
    this.#retry = null;
    this.#connect();
  }

  #connect() {
    this.#lines.add(
      new Line(
        this.open(this.url),
        {
          open: (line) => this.#opened(line),
          message: (line, message) => this.#heard(line, message),
          close: (line, code, bye) => this.#closed(line, code, bye),
        },
        this.clock,
      ),
    );
  }

  /** @param {Line} line */
  #opened(line) {
    line.say({ ...this.hello, last: this.v });
    for (const frame of this.sent.frames()) line.say(frame);
    if (this.pending) this.#expect();
  }

  /** @param {Line} line */
  #drop(line) {
    this.#lines.delete(line);
    if (this.#main === line) this.#main = null;
    line.retire();
  }

  /** From now on this line alone speaks. @param {Line} line */
  #prefer(line) {
    this.#main = line;
    for (const other of [...this.#lines]) if (other !== line) this.#drop(other);
  }

  /** A line that was welcomed while another still spoke. */
  #spare() {
    return [...this.#lines].find((line) => line.welcomed && line !== this.#main);
  }

  /** @param {Line} line @param {number} code @param {any} bye */
  #closed(line, code, bye) {
    this.#drop(line);
    const why = GONE[code];
    if (why === "old" && this.#mayReload()) return this.reload();
    if (why) return this.#gone(why, bye?.why);
    // Where even a new line fails, one that is mute is no line any more.
    if (this.#main?.waiting && this.#main.silence() >= this.#main.waiting.limit) this.#drop(this.#main);
    const spare = this.#spare();
    if (!this.#main && spare) this.#prefer(spare);
    if (this.#resting || this.#lines.size) return;
    if (code === 4004 && this.#renewals++ < RENEWALS) this.renew().then(() => this.#dial(), () => this.#later(code, bye));
    else this.#later(code, bye);
  }

  /** @param {number} code @param {any} bye */
  #later(code, bye) {
    const lasts = this.conn.is === "lost" ? this.clock.now() - this.conn.since : 0;
    const wait = this.#patience.next(code, lasts, this.seen(), bye?.retry_ms ?? 0);
    this.clock.cancel(this.#retry);
    this.#retry = this.clock.after(wait, () => this.#dial());
    const first = this.conn.is === "lost" ? this.conn.code : code; // why the line was lost, not why it is not back
    this.#state("lost", { code: first, retryAt: this.clock.now() + wait });
  }

  /** One reload for a page that is too old, never a loop. */
  #mayReload() {
    if (!this.storage || this.storage.getItem("reloaded")) return false;
    this.storage.setItem("reloaded", "1");
    return true;
  }

  /** @param {Why} why @param {string} [word] */
  #gone(why, word) {
    this.rest();
    this.#state("gone", { why, word });
    this.sent.giveUp(why === "kicked" ? "kicked" : "gone");
  }

  /** @param {Conn["is"]} is @param {Partial<Conn>} [more] */
  #state(is, more = {}) {
    const since = this.conn.is === is ? this.conn.since : this.clock.now();
    this.conn = { is, since, trip: this.trip, ...more };
    this.ears.conn?.(this.conn);
  }

  // ------------------------------------------------------------------ time

  #tick() {
    this.clock.cancel(this.#beat);
    this.#beat = this.clock.after(TICK, () => this.#tick());
    const now = this.clock.now();
    if (now - this.#ticked > JUMP) this.look(); // the machine slept
    this.#ticked = now;
    for (const line of [...this.#lines]) if (!line.welcomed && now - line.began > OPENING) this.#closed(line, 1006, null);
    const main = this.#main;
    if (!main) return;
    if (!main.waiting && now - main.pinged >= (this.ownTurn ? PING_OWN_TURN : PING)) main.ping(this.v, DEAD);
    if (main.silence() >= WARN && this.conn.is === "ok") this.#state("slow");
    if (!main.waiting || main.silence() < main.waiting.limit) return;
    const spare = this.#spare();
    if (spare) this.#prefer(spare);
    else if (this.#lines.size === 1) this.#connect();
  }

  // ------------------------------------------------------------------ what the room says

  /** @param {Line} line @param {any} message */
  #heard(line, message) {
    switch (message.t) {
      case "welcome":
        return this.#welcomed(line, message);
      case "room":
        return this.#room(message);
      case "table":
        return this.#table(line, message);
      case "ack":
        return this.#answered(line, message.id)?.resolve(message.data ?? null);
      case "nack":
        return this.#refused(line, message);
      case "chat":
        return this.ears.chat?.(message);
      case "notice":
        return this.ears.notice?.(message.notice);
      case "pong":
        return this.#pong(line, message);
    }
  }

  /** @param {Line} line @param {any} message */
  #welcomed(line, message) {
    line.welcomed = true;
    this.ahead = message.now - this.clock.now();
    this.#patience.reset();
    this.#renewals = 0;
    this.storage?.removeItem("reloaded");
    // Two lines race only for an answer. Where none is waited for, or the old line is mute, the new one takes over.
    if (!this.#main || !this.pending || this.#main.silence() >= WARN) this.#prefer(line);
    this.ears.welcome?.(message);
    this.#state("ok");
    line.ping(this.v, DEAD); // a first measure of the round trip
  }

  /** @param {any} message */
  #room(message) {
    if (message.v < this.roomV) return;
    this.roomV = message.v;
    this.ears.room?.(message);
  }

  /** @param {Line} line @param {any} message */
  #table(line, message) {
    const command = message.ack ? this.#answered(line, message.ack) : undefined;
    const before = this.v, another = message.match !== this.#match;
    if (before === null || message.v >= before) {
      this.v = message.v;
      this.#match = message.match;
      // Each line counts for itself what it told; what the other has told already is no news. A match that plays on from
      // another one begins with what happened there.
      const news = (message.news ?? []).filter((/** @type {any} */ item) => before === null || (item.old ? another : item.v > before));
      this.ears.table?.({ ...message, news });
    }
    command?.resolve(null);
  }

  /** @param {Line} line @param {any} message */
  #refused(line, message) {
    const again = message.code === "unavailable" ? this.sent.again(message.id) : null;
    if (again) this.clock.after(UNAVAILABLE * again.tries, () => this.sent.has(message.id) && this.#main?.say(again.frame));
    else this.#answered(line, message.id)?.reject({ code: message.code, facts: message.facts ?? {} });
  }

  /** Whichever line answers first goes on alone. @param {Line} line @param {string} id */
  #answered(line, id) {
    if (this.sent.has(id) && line.welcomed) this.#prefer(line);
    const command = this.sent.answered(id);
    if (!this.pending) this.clock.cancel(this.#race);
    return command;
  }

  /** @param {Line} line @param {any} message */
  #pong(line, message) {
    const trip = line.pong(message.n);
    this.ahead = message.now - this.clock.now();
    if (trip === null) return;
    this.trip = this.trip === null ? trip : Math.round(this.trip * 0.7 + trip * 0.3);
    if (line === this.#main) this.#state("ok");
  }
}
