/* What this page has sent and not heard about: every command keeps its id until it is answered, so that it can be said
   again on another socket and is still carried out once. The one move that may be pending outlives a reload. */

/** @typedef {{ code: string, facts: Record<string, any> }} Refusal */
/** @typedef {{ frame: any, tries: number, resolve: (data: any) => void, reject: (refusal: Refusal) => void }} Command */
/** @typedef {{ id: string, turn: number, move: any, at: number, done: Promise<any> }} Pending the move that waits for its answer */
/** @typedef {{ getItem: (key: string) => string | null, setItem: (key: string, value: string) => void,
 *   removeItem: (key: string) => void }} Store */

const TRIES = 4;

export class Sent {
  /** @type {Map<string, Command>} */ #open = new Map();

  /**
   * @param {string} key under which the pending move is kept
   * @param {Store | undefined} store
   * @param {() => number} now
   */
  constructor(key, store, now) {
    this.key = key;
    this.store = store;
    this.now = now;
    /** @type {Pending | null} */
    this.pending = null;
    this.#remember();
  }

  /** A move of before the reload is pending again, under its id. */
  #remember() {
    try {
      const kept = JSON.parse(this.store?.getItem(this.key) ?? "null");
      if (kept) this.move(kept).catch(() => {}); // whoever shows the pending move hears of it by `pending.done`
    } catch {
      this.store?.removeItem(this.key);
    }
  }

  /** The frames without an answer, oldest first. */
  frames() {
    return [...this.#open.values()].map(({ frame }) => frame);
  }

  /**
   * @param {any} frame
   * @returns {Promise<any>}
   */
  add(frame) {
    return new Promise((resolve, reject) => this.#open.set(frame.id, { frame, tries: 0, resolve, reject }));
  }

  /**
   * @param {{id: string, turn: number, move: any}} sent
   * @returns {Promise<any>}
   */
  move({ id, turn, move }) {
    this.store?.setItem(this.key, JSON.stringify({ id, turn, move }));
    const done = this.add({ t: "move", id, turn, move });
    this.pending = { id, turn, move, at: this.now(), done };
    return done;
  }

  /**
   * The command of this id is answered and forgotten; undefined when nobody waits for it.
   * @param {string} id
   */
  answered(id) {
    const command = this.#open.get(id);
    this.#open.delete(id);
    if (this.pending?.id === id) {
      this.pending = null;
      this.store?.removeItem(this.key);
    }
    return command;
  }

  /**
   * Nothing was stored, so the same frame may be said again: which, and for the how-maniest time; null to give up.
   * @param {string} id
   * @returns {{frame: any, tries: number} | null}
   */
  again(id) {
    const command = this.#open.get(id);
    if (!command) return null;
    command.tries += 1;
    return command.tries < TRIES ? { frame: command.frame, tries: command.tries } : null;
  }

  /** @param {string} id */
  has(id) {
    return this.#open.has(id);
  }

  /** Nothing will be answered any more. @param {string} code */
  giveUp(code) {
    for (const id of [...this.#open.keys()]) this.answered(id)?.reject({ code, facts: {} });
  }
}
