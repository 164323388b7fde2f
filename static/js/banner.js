/* The banner under the bar: a state that lasts, or why something was refused. One at a time, the gravest first. */

import { icon, make, say } from "./dom.js";
import { t } from "./text.js";

/** @typedef {"refused" | "lost" | "back" | "time" | "claim" | "away" | "hint" | "rule" | "notice"} Slot in the order of their weight */
/** @typedef {{ words: string, cls?: string, does: () => void }} Button */
/** @typedef {{ kind: "bad" | "warn" | "good" | "info", icon: string, words: string, button?: Button, buttons?: Button[] }} Notice */

/** @type {Slot[]} */
const ORDER = ["refused", "lost", "back", "time", "claim", "away", "hint", "rule", "notice"];

export class Banner {
  /** @type {Map<Slot, Notice>} */ #notices = new Map();
  /** @type {Map<Slot, ReturnType<typeof setTimeout>>} */ #ends = new Map();
  /** @type {Button[]} what the buttons do that are shown */ #buttons = [];
  #shown = "";

  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    root.setAttribute("role", "region");
  }

  /** @param {Slot} slot @param {Notice | null} notice @param {number} [lasts] ms */
  put(slot, notice, lasts) {
    clearTimeout(this.#ends.get(slot));
    if (notice) this.#notices.set(slot, notice);
    else this.#notices.delete(slot);
    if (notice && lasts) this.#ends.set(slot, setTimeout(() => this.put(slot, null), lasts));
    this.#show();
  }

  /** Other words for what a slot shows, as where seconds are counted down: its buttons and its time stay. @param {Slot} slot @param {string} words */
  reword(slot, words) {
    const notice = this.#notices.get(slot);
    if (!notice || notice.words === words) return;
    this.#notices.set(slot, { ...notice, words });
    this.#show();
  }

  #show() {
    const slot = ORDER.find((one) => this.#notices.has(one));
    const notice = slot && this.#notices.get(slot);
    this.root.hidden = !notice;
    if (!notice) {
      this.#shown = "";
      return this.root.replaceChildren();
    }
    this.#buttons = notice.buttons ?? (notice.button ? [notice.button] : []);
    const key = [slot, notice.kind, notice.icon, ...this.#buttons.map((one) => one.words)].join("|");
    if (key !== this.#shown) this.#build(notice);
    this.#shown = key;
    say(/** @type {Element} */ (this.root.querySelector(".grow")), notice.words);
  }

  /** @param {Notice} notice */
  #build(notice) {
    this.root.setAttribute("aria-label", t("table.notice"));
    this.root.className = `banner ${notice.kind}`;
    const buttons = this.#buttons.map(({ words, cls }, nth) => make("button", { class: `btn sm ${cls ?? ""}`, type: "button", onclick: () => this.#buttons[nth]?.does() }, words));
    this.root.replaceChildren(icon(notice.icon), make("span", { class: "grow" }), ...buttons);
  }
}
