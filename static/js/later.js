/* Parts of a page that its first picture does without. Each is fetched when it is first needed, and all of them once the
   page has been standing for a while, so that a network that breaks later breaks none of them. */

const QUIET = 10_000; // ms after the first picture: by then nobody waits for anything

/** @type {Later<any>[]} */
const all = [];

/** @template T */
export class Later {
  /** @type {T | null} */ now = null;
  /** @type {Promise<T> | null} */ #coming = null;

  /**
   * @param {() => Promise<T>} fetch
   * @param {object} [how]
   * @param {(part: T) => void} [how.came] it is here
   * @param {string[]} [how.sheets] the style sheets that it needs
   * @param {boolean} [how.ahead] whether it is fetched when nothing else is to do
   */
  constructor(fetch, { came = () => {}, sheets = [], ahead = true } = {}) {
    this.fetch = () => Promise.all([fetch(), ...sheets.map(wear)]).then(([part]) => part);
    this.came = came;
    if (ahead) all.push(this);
  }

  /** The part, or null while it is on the way; it calls `came` then. @returns {T | null} */
  get() {
    if (!this.now) void this.load();
    return this.now;
  }

  /** The part. Where it cannot be had the page is loaded anew (anew.js). @returns {Promise<T>} */
  load() {
    return this.#fetched().catch(() => {
      dispatchEvent(new Event("anew"));
      return new Promise(() => {});
    });
  }

  /** Without haste: what fails now is tried again when it is needed. */
  async prepare() {
    await this.#fetched().catch(() => {});
  }

  #fetched() {
    this.#coming ??= this.fetch().then(
      (part) => {
        this.now = part;
        this.came(part);
        return part;
      },
      (error) => {
        this.#coming = null;
        throw error;
      },
    );
    return this.#coming;
  }
}

/** Puts on a style sheet that the page has named and not asked for yet, in its place among the others. @param {string} name @returns {Promise<void>} */
async function wear(name) {
  const link = /** @type {HTMLLinkElement | null} */ (document.querySelector(`link[data-later="${name}"]`));
  if (!link?.disabled) return;
  await new Promise((done, failed) => {
    link.onload = done;
    link.onerror = failed;
    link.disabled = false;
  });
}

/** The first picture stands: what is left comes when there is nothing else to do, one after the other. */
export function fetchRest() {
  setTimeout(async () => {
    for (const one of all) await one.prepare();
    document.documentElement.dataset.whole = "yes"; // nothing more will come by itself
  }, QUIET);
}
