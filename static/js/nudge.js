/* When somebody may be nudged: they are here, and have been thinking for a while. Once a turn. No DOM in here. */

/** @typedef {import("./seats.js").Room} Room */

export const THINKS = 20_000; // ms

export class Nudge {
  #turn = "";
  #since = 0;
  #done = "";
  /** @type {unknown} */ #timer = null;

  /** @param {import("./line.js").Clock} clock @param {() => void} changed */
  constructor(clock, changed) {
    this.clock = clock;
    this.changed = changed;
  }

  /**
   * Whom this reader may nudge now.
   * @param {Room} room
   * @param {{ match: string, turn: number, view: any } | null} message of the running match
   * @param {number | null} seat of this reader
   * @returns {{ name: string } | null}
   */
  whom(room, message, seat) {
    const turn = room.phase === "playing" && message ? `${message.match}:${message.turn}` : "";
    if (turn !== this.#turn) this.#begin(turn);
    const acts = turn ? message?.view.facts.to_act : null;
    const other = acts === null || acts === undefined || acts === seat || seat === null ? null : room.seats[acts];
    if (!other?.guest || other.bot || other.state !== "present" || this.#done === turn) return null;
    return this.clock.now() - this.#since >= THINKS ? { name: other.name } : null;
  }

  /** It was done; not again in this turn. */
  spent() {
    this.#done = this.#turn;
  }

  /** @param {string} turn */
  #begin(turn) {
    this.#turn = turn;
    this.#since = this.clock.now();
    this.clock.cancel(this.#timer);
    this.#timer = turn ? this.clock.after(THINKS, () => this.changed()) : null;
  }
}
