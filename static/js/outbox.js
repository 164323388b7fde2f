/* What somebody has said and the room has not heard yet: one line at a time, in order, each under one id until it is
   answered. Nothing is lost silently: what is refused comes back to whoever said it. No DOM in here. */

/** @typedef {{ text?: string, phrase?: string, emote?: string }} Body */
/** @typedef {{ id: string, body: Body, at: number, patient: boolean, heard: boolean }} Waiting
 *   patient: it waits out a refusal for speed, as it was held up by the line and not by its speaker; heard: it has come back among the lines */
/** @typedef {import("./sent.js").Refusal} Refusal */

const SLOWER = 1100; // ms; the server takes a line a second

export class Outbox {
  /** @type {Waiting[]} oldest first; the first one is on its way */ waiting = [];
  #under = false;

  /**
   * @param {object} with_
   * @param {(id: string, body: Body) => Promise<unknown>} with_.say resolves once the line is stored, rejects with {code, facts}
   * @param {() => string} with_.newId
   * @param {() => void} with_.changed
   * @param {(body: Body, refusal: Refusal) => void} with_.refused
   * @param {import("./line.js").Clock} with_.clock
   * @param {string} with_.key under which lines outlive a reload
   * @param {import("./sent.js").Store} [with_.store]
   */
  constructor({ say, newId, changed, refused, clock, key, store }) {
    this.say = say;
    this.newId = newId;
    this.changed = changed;
    this.refused = refused;
    this.clock = clock;
    this.key = key;
    this.store = store;
  }

  /** Takes up what was on its way when the page was left. */
  start() {
    try {
      const kept = JSON.parse(this.store?.getItem(this.key) ?? "[]");
      this.waiting.push(...kept.map((/** @type {Waiting} */ one) => ({ ...one, patient: true, heard: false })));
    } catch {
      this.store?.removeItem(this.key);
    }
    this.#next();
  }

  /** @param {Body} body @param {boolean} online whether the line stands */
  add(body, online) {
    this.waiting.push({ id: this.newId(), body, at: this.clock.now(), patient: !online || this.waiting.length > 0, heard: false });
    this.#changed();
    this.#next();
  }

  /** The line is gone: what is held up by it is nobody's haste. */
  lost() {
    for (const one of this.waiting) one.patient = true;
  }

  /** A line of one's own has come: it is what is on its way, although its answer may still be missing. @param {Body} body */
  heard(body) {
    const [first] = this.waiting;
    if (first && !first.heard && same(first.body, body)) first.heard = true;
  }

  /** What is not among the room's lines yet. */
  get unheard() {
    return this.waiting.filter((one) => !one.heard);
  }

  #changed() {
    if (this.waiting.length) this.store?.setItem(this.key, JSON.stringify(this.waiting));
    else this.store?.removeItem(this.key);
    this.changed();
  }

  #next() {
    const [first] = this.waiting;
    if (!first || this.#under) return;
    this.#under = true;
    this.say(first.id, first.body).then(
      () => this.#done(first),
      (refusal) => this.#no(first, refusal),
    );
  }

  /** @param {Waiting} one */
  #done(one) {
    this.#under = false;
    this.waiting = this.waiting.filter((other) => other !== one);
    this.#changed();
    this.#next();
  }

  /** @param {Waiting} one @param {Refusal} refusal */
  #no(one, refusal) {
    if (refusal.code === "rate" && (one.patient || this.waiting.length > 1)) {
      one.patient = true;
      this.clock.after(SLOWER, () => {
        this.#under = false;
        this.#next();
      });
      return;
    }
    this.#done(one);
    if (!one.heard) this.refused(one.body, refusal);
  }
}

/** Whether two bodies say the same; the server tidies text before it keeps it. @param {Body} one @param {Body} other */
function same(one, other) {
  const plain = (/** @type {string | undefined} */ text) => text?.normalize("NFC").replace(/[^\p{L}\p{N}\p{P}\p{S}]/gu, "");
  return one.phrase === other.phrase && one.emote === other.emote && plain(one.text) === plain(other.text);
}
