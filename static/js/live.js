/* What is read aloud: one queue for both regions, so that nothing is talked over. Messages come at least 700 ms apart;
   when more than three wait, they become one. */

const APART = 700, MOST = 3;

/** @typedef {{ words: string, urgent: boolean, turn?: boolean }} Message turn: says whose turn it is, and what with */

export class Live {
  /** @type {Message[]} */ #waiting = [];
  #free = 0;
  /** @type {any} */ #timer = null;

  /**
   * @param {{ textContent: string | null }} polite region for what happens
   * @param {{ textContent: string | null }} urgent region for "your turn" and refusals
   * @param {(n: number, last: string) => string} summary of n messages, of which only the last still matters
   * @param {import("./line.js").Clock} clock
   */
  constructor(polite, urgent, summary, clock) {
    this.polite = polite;
    this.urgent = urgent;
    this.summary = summary;
    this.clock = clock;
  }

  /** Something happened. @param {string} words */
  say(words) {
    this.#add({ words, urgent: false });
  }

  /** It is this reader's turn, or something went wrong. @param {string} words */
  call(words) {
    this.#add({ words, urgent: true });
  }

  /** It is this reader's turn: a call that still waits is of a turn that is over. @param {string} words */
  turn(words) {
    this.#waiting = this.#waiting.filter((message) => !message.turn);
    this.#add({ words, urgent: true, turn: true });
  }

  /** The reader asked or chose: the answer comes at once, and what waited of the same kind is out of date. @param {string} words */
  answer(words) {
    this.#waiting = this.#waiting.filter((message) => message.urgent);
    this.#waiting.unshift({ words, urgent: false });
    this.#free = this.clock.now();
    this.#next();
  }

  /** @param {Message} message */
  #add(message) {
    if (!message.words) return;
    this.#waiting.push(message);
    const calm = this.#waiting.filter((one) => !one.urgent);
    if (calm.length > MOST) {
      const last = calm.at(-1)?.words ?? "";
      const at = this.#waiting.findIndex((one) => !one.urgent);
      this.#waiting = this.#waiting.filter((one) => one.urgent);
      this.#waiting.splice(at, 0, { words: this.summary(calm.length, last), urgent: false });
    }
    this.#next();
  }

  #next() {
    this.clock.cancel(this.#timer);
    this.#timer = null;
    if (!this.#waiting.length) return;
    const wait = this.#free - this.clock.now();
    if (wait > 0) {
      this.#timer = this.clock.after(wait, () => this.#next());
      return;
    }
    const message = /** @type {Message} */ (this.#waiting.shift());
    const region = message.urgent ? this.urgent : this.polite;
    // The same words twice are still two messages: a region says only what changes.
    region.textContent = region.textContent === message.words ? `${message.words}\u00A0` : message.words;
    this.#free = this.clock.now() + APART;
    this.#next();
  }
}
