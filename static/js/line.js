/* One socket of the wire: it opens, says hello, counts its pings and passes on what it hears, until it is retired.
   A retired line is deaf: whatever the network still delivers for it is of the past. No DOM in here. */

/** @typedef {{ now: () => number, after: (ms: number, job: () => void) => unknown, cancel: (handle: any) => void }} Clock */
/** @typedef {{ readyState: number, send: (text: string) => void, close: (code?: number) => void,
 *   onopen: any, onmessage: any, onclose: any, onerror: any }} Socket what a line needs of a WebSocket */
/** @typedef {{ open: (line: Line) => void, message: (line: Line, message: any) => void,
 *   close: (line: Line, code: number, bye: any) => void }} Owner */

/** The browser's own clock. @type {Clock} */
export const CLOCK = { now: () => Date.now(), after: (ms, job) => setTimeout(job, ms), cancel: (handle) => clearTimeout(handle) };

export class Line {
  /**
   * @param {Socket} socket
   * @param {Owner} owner
   * @param {Clock} clock
   */
  constructor(socket, owner, clock) {
    this.socket = socket;
    this.owner = owner;
    this.clock = clock;
    this.began = clock.now();
    this.isOpen = false;
    this.welcomed = false;
    /** @type {any} what the server said before it closed */
    this.bye = null;
    this.pings = 0;
    /** @type {{n: number, at: number, limit: number} | null} the oldest ping without an answer */
    this.waiting = null;
    this.pinged = clock.now();
    socket.onopen = () => this.#opened();
    socket.onmessage = (/** @type {{data: string}} */ event) => this.#heard(event.data);
    socket.onclose = (/** @type {{code: number}} */ event) => this.#closed(event.code);
    socket.onerror = () => {}; // a close follows, and says more
  }

  #opened() {
    this.isOpen = true;
    this.owner.open(this);
  }

  /** @param {string} data */
  #heard(data) {
    let message;
    try {
      message = JSON.parse(data);
    } catch {
      return; // not of p1
    }
    if (message.t === "bye") this.bye = message;
    this.owner.message(this, message);
  }

  /** @param {number} code */
  #closed(code) {
    this.deafen();
    this.owner.close(this, this.bye?.code ?? code, this.bye);
  }

  /** @param {object} message */
  say(message) {
    if (this.isOpen && this.socket.readyState === 1) this.socket.send(JSON.stringify(message));
  }

  /**
   * Asks whether the other side is there. A ping still waiting keeps its age, but takes the stricter limit.
   * @param {number | null} v
   * @param {number} limit ms after which the line counts as dead
   */
  ping(v, limit) {
    const now = this.clock.now();
    this.pinged = now;
    this.pings += 1;
    this.waiting = this.waiting
      ? { ...this.waiting, limit: Math.min(this.waiting.limit, now - this.waiting.at + limit) }
      : { n: this.pings, at: now, limit };
    this.say({ t: "ping", n: this.pings, v });
  }

  /**
   * A pong came: the round trip in ms, or null when it answers nothing that waits.
   * @param {number} n
   */
  pong(n) {
    if (!this.waiting || n < this.waiting.n) return null;
    const trip = n === this.waiting.n ? this.clock.now() - this.waiting.at : null;
    this.waiting = null;
    return trip;
  }

  /** How long the oldest unanswered ping has waited, in ms. */
  silence() {
    return this.waiting ? this.clock.now() - this.waiting.at : 0;
  }

  deafen() {
    this.isOpen = false;
    this.socket.onopen = this.socket.onmessage = this.socket.onclose = () => {};
  }

  /** Leaves this line for good. */
  retire() {
    this.deafen();
    try {
      this.socket.close(1000);
    } catch {
      // it was never open
    }
  }
}
