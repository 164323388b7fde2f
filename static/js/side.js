/* Scores, log and chat: a column beside the felt, and a sheet from below where there is no room for one. */

import { make, part, say, set } from "./dom.js";
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
    /** The chat has come before the reader's eyes, or has gone. */
    this.turned = () => {};
    for (const button of this.#tabs()) button.addEventListener("click", () => this.tab(button.dataset.tab ?? "log"));
    for (const button of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-sheet]"))) button.addEventListener("click", () => this.open(button.dataset.sheet ?? "log"));
    part(root, "side-close").addEventListener("click", () => this.close());
    this.shade.addEventListener("click", () => this.close());
    this.#wide.addEventListener("change", () => this.close());
    this.#swipe();
  }

  /** @returns {HTMLElement[]} log or chat, where both stand in the column */
  #tabs() {
    return [...this.root.querySelectorAll(".tabs [data-tab]")].map((one) => /** @type {HTMLElement} */ (one));
  }

  /** @param {string} which log or chat */
  tab(which) {
    set(this.sheet, "data-tab", which);
    for (const button of this.#tabs()) set(button, "aria-pressed", String(button.dataset.tab === which));
    this.turned();
  }

  /** Whether the chat lies before the reader's eyes. */
  get chatShown() {
    return this.#wide.matches ? this.sheet.dataset.tab === "chat" : this.sheet.dataset.open === "chat";
  }

  /** Whether there is a chat, and how many of its lines were not read. @param {boolean} offered @param {number} n @param {string} words */
  chat(offered, n, words) {
    for (const one of this.root.querySelectorAll(".tabs, [data-sheet=chat]")) /** @type {HTMLElement} */ (one).hidden = !offered;
    if (!offered && this.chatShown) this.#wide.matches ? this.tab("log") : this.close();
    for (const one of this.root.querySelectorAll(".chat-n")) {
      /** @type {HTMLElement} */ (one).hidden = n === 0;
      if (one.getAttribute("data-n") === String(n)) continue;
      set(one, "data-n", n);
      one.replaceChildren(make("span", { "aria-hidden": "true" }, n > 99 ? "99+" : String(n)), make("span", { class: "sr" }, ` ${words}`));
    }
  }

  /** @param {string} which scores, log or chat */
  open(which) {
    if (this.#wide.matches) return which === "chat" && this.tab("chat");
    say(part(this.root, "side-title"), t(`table.${which}`));
    set(this.sheet, "data-open", which);
    set(this.sheet, "role", "dialog");
    set(this.sheet, "aria-modal", "true");
    this.shade.hidden = false;
    if (which === "log") this.#read();
    cover(this.sheet, [...document.querySelectorAll("body > .bar, .felt, .dock")], () => this.close());
    this.turned();
  }

  close() {
    if (!this.sheet.dataset.open) return;
    for (const name of ["data-open", "aria-modal"]) set(this.sheet, name, null);
    set(this.sheet, "role", "complementary");
    this.shade.hidden = true;
    uncover(this.sheet);
    this.turned();
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
