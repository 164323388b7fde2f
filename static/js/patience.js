/* How long the wire waits before it dials again: at once where the server only restarts, never longer than most people
   notice while somebody looks at the page, and unhurried where nobody does. */

/* ms */
const STEPS = [150, 300, 400], SHORT = 500, LONG = 5_000, EAGER = 60_000, CALM = 1_500, RESTART = 60;

export class Patience {
  #tries = 0;

  /** @param {() => number} random */
  constructor(random) {
    this.random = random;
  }

  /** The line stands: the next loss starts anew. */
  reset() {
    this.#tries = 0;
  }

  /**
   * ms until the next try, with jitter so that a whole table does not knock at once.
   * @param {number} code the socket closed with
   * @param {number} lasts ms since the line was lost
   * @param {boolean} seen whether somebody looks at the page
   * @param {number} [asked] ms the server asks for
   */
  next(code, lasts, seen, asked = 0) {
    const nth = this.#tries++;
    if (code === 1012 && nth === 0) return Math.max(asked, this.random() * RESTART);
    let wait = STEPS[nth] ?? SHORT;
    if (lasts > EAGER || !seen) wait = Math.min(LONG, SHORT * 1.5 ** Math.max(0, nth - STEPS.length));
    if (code === 4008 || code === 4009) wait = Math.max(wait, CALM);
    return Math.max(asked, wait * (0.5 + this.random() / 2));
  }
}
