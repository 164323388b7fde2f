/* Scores and log: a column beside the felt, and a sheet from below where there is no room for one. */

import { part, say, set } from "./dom.js";
import { cover, uncover } from "./over.js";
import { t } from "./text.js";

export class Side {
  #unread = 0;
  #wide = matchMedia("(min-width: 1100px)");

  /** @param {HTMLElement} root the section #table */
  constructor(root) {
    this.root = root;
    this.sheet = /** @type {HTMLElement} */ (root.querySelector("#side"));
    this.shade = /** @type {HTMLElement} */ (root.querySelector("#shade"));
    this.badge = part(root, "unread");
    for (const button of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-sheet]"))) button.addEventListener("click", () => this.open(button.dataset.sheet ?? "log"));
    part(root, "side-close").addEventListener("click", () => this.close());
    this.shade.addEventListener("click", () => this.close());
    this.#wide.addEventListener("change", () => this.close());
    this.#swipe();
  }

  /** @param {string} which scores or log */
  open(which) {
    if (this.#wide.matches) return;
    say(part(this.root, "side-title"), t(`table.${which}`));
    set(this.sheet, "data-open", which);
    set(this.sheet, "role", "dialog");
    set(this.sheet, "aria-modal", "true");
    this.shade.hidden = false;
    if (which === "log") this.#read();
    cover(this.sheet, [...document.querySelectorAll("body > .bar, .felt, .dock")], () => this.close());
  }

  close() {
    if (!this.sheet.dataset.open) return;
    for (const name of ["data-open", "aria-modal"]) set(this.sheet, name, null);
    set(this.sheet, "role", "complementary");
    this.shade.hidden = true;
    uncover(this.sheet);
  }

  /** @param {number} n new lines of the log */
  news(n) {
    if (this.#wide.matches || this.sheet.dataset.open === "log") return this.#read();
    this.#unread += n;
    this.badge.hidden = this.#unread === 0;
    say(this.badge, this.#unread > 99 ? "99+" : String(this.#unread));
  }

  /** Under a sheet the table stays alive: it says so when the own turn comes. @param {boolean} mine */
  turn(mine) {
    part(this.root, "side-turn").hidden = !mine;
  }

  #read() {
    this.#unread = 0;
    this.badge.hidden = true;
  }

  /** Swiping its head down closes the sheet. */
  #swipe() {
    const head = /** @type {HTMLElement} */ (this.sheet.querySelector(".hd"));
    let from = 0;
    head.addEventListener("pointerdown", (event) => (from = event.clientY));
    head.addEventListener("pointerup", (event) => event.clientY - from > 48 && this.close());
  }
}
