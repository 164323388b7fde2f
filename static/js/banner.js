/* The banner under the bar: a state that lasts, or why something was refused. One at a time, the gravest first. */

import { icon, make } from "./dom.js";
import { t } from "./text.js";

/** @typedef {"refused" | "lost" | "back" | "away"} Slot in the order of their weight */
/** @typedef {{ kind: "bad" | "warn" | "good" | "info", icon: string, words: string, button?: { words: string, does: () => void } }} Notice */

/** @type {Slot[]} */
const ORDER = ["refused", "lost", "back", "away"];

export class Banner {
  /** @type {Map<Slot, Notice>} */ #notices = new Map();
  /** @type {Map<Slot, ReturnType<typeof setTimeout>>} */ #ends = new Map();
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

  #show() {
    const slot = ORDER.find((one) => this.#notices.has(one));
    const notice = slot && this.#notices.get(slot);
    const key = notice ? `${slot}|${notice.words}` : "";
    if (key === this.#shown) return;
    this.#shown = key;
    this.root.hidden = !notice;
    if (!notice) return this.root.replaceChildren();
    this.root.setAttribute("aria-label", t("table.notice"));
    this.root.className = `banner ${notice.kind}`;
    const button = notice.button && make("button", { class: "btn sm", type: "button", onclick: notice.button.does }, notice.button.words);
    this.root.replaceChildren(icon(notice.icon), make("span", { class: "grow" }, notice.words), ...(button ? [button] : []));
  }
}
