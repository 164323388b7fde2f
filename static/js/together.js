/* Looking at one replay together: who is on this page, who leads, and where the leader is. It comes back by itself; without
   it the replay is looked at alone. No DOM in here. */

import { CLOCK } from "./line.js";
import { Patience } from "./patience.js";

/** @typedef {{ people: { guest: string, name: string }[], leader: { guest: string, name: string } | null, step: number | null, you: { guest: string, leads: boolean } }} Told */

const APART = 150; // ms between two steps that are told
const GONE = [4001, 4002, 4003];

export class Together {
  /** @type {any} */ #socket = null;
  /** @type {any} */ #later = null;
  /** @type {number | null} a step that waits to be told */ #step = null;
  #free = 0;
  #lost = 0;
  #resting = true;
  /** @type {Told | null} the newest; null while there is no line */ told = null;
  /** Whether this page goes where the leader goes. */ follows = true;

  /**
   * @param {string} url
   * @param {() => void} changed
   * @param {{ open?: (url: string) => any, clock?: import("./line.js").Clock, random?: () => number, renew?: () => Promise<unknown> }} [with_]
   */
  constructor(url, changed, { open, clock = CLOCK, random = Math.random, renew = async () => {} } = {}) {
    this.url = url;
    this.changed = changed;
    this.open = open ?? ((/** @type {string} */ to) => new WebSocket(to));
    this.clock = clock;
    this.patience = new Patience(random);
    this.renew = renew;
  }

  /** Whether this page leads. */
  get leads() {
    return Boolean(this.told?.you.leads);
  }

  /** Where this page has to be, as it follows somebody. @returns {number | null} */
  get wanted() {
    return this.told?.leader && !this.leads && this.follows ? this.told.step : null;
  }

  start() {
    if (!this.#resting) return;
    this.#resting = false;
    this.#lost = this.clock.now();
    this.#dial();
  }

  /** For a page that is put aside. */
  rest() {
    this.#resting = true;
    this.clock.cancel(this.#later);
    this.#socket?.close();
    this.#socket = this.told = null;
  }

  /** @param {number | null} step from where to lead; null: no more */
  lead(step) {
    this.#say({ t: "lead", step });
  }

  /** This page is somewhere else now. A leader's hurry is told in measure. @param {number} step */
  at(step) {
    if (!this.leads) return;
    const wait = this.#free - this.clock.now();
    if (wait <= 0) return this.#tell(step);
    if (this.#step === null) this.clock.after(wait, () => this.#step !== null && this.#tell(this.#step));
    this.#step = step;
  }

  /** @param {number} step */
  #tell(step) {
    this.#step = null;
    this.#free = this.clock.now() + APART;
    this.#say({ t: "at", step });
  }

  /** @param {object} message */
  #say(message) {
    if (this.told) this.#socket?.send(JSON.stringify(message));
  }

  #dial() {
    const socket = this.open(this.url);
    this.#socket = socket;
    socket.onmessage = (/** @type {any} */ event) => this.#heard(socket, JSON.parse(event.data));
    socket.onclose = (/** @type {any} */ event) => this.#closed(socket, event.code);
  }

  /** @param {any} socket @param {any} message */
  #heard(socket, message) {
    if (socket !== this.#socket || message.t !== "together") return;
    const before = this.told?.leader?.guest;
    this.patience.reset();
    this.told = message;
    if (message.leader?.guest !== before) this.follows = true; // whoever leads anew is followed
    this.changed();
  }

  /** @param {any} socket @param {number} code */
  #closed(socket, code) {
    if (socket !== this.#socket || this.#resting) return;
    if (this.told) this.#lost = this.clock.now();
    this.#socket = this.told = null;
    this.changed();
    if (GONE.includes(code)) return;
    const again = () => (this.#later = this.clock.after(this.patience.next(code, this.clock.now() - this.#lost, true), () => this.#dial()));
    if (code === 4004) this.renew().then(again, again);
    else again();
  }
}
