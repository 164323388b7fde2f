/* The list of whom one hears: a switch for everybody, and one for each who is here or has said something. */

import { keep, make, part, say, set } from "./dom.js";
import { Muted } from "./muted.js";
import { t } from "./text.js";

/** @typedef {import("./seats.js").Room} Room */

/** This browser's storage, or nothing where it is switched off. */
function storage() {
  try {
    return localStorage;
  } catch {
    return undefined;
  }
}

export class Mutes {
  /** @type {{ guest: string, name: string }[]} */ #people = [];

  /** @param {HTMLElement} root the chat's panel @param {() => void} changed */
  constructor(root, changed) {
    this.of = new Muted(storage());
    this.button = part(root, "mutes-show");
    this.panel = part(root, "mutes");
    this.list = part(root, "mute-list");
    this.changed = changed;
    this.button.addEventListener("click", () => this.#open(this.panel.hidden));
    this.panel.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      this.#open(false);
      this.button.focus();
    });
    globalThis.addEventListener?.("storage", (event) => {
      if (event.key !== "muted") return;
      this.of.read();
      this.#draw();
      this.changed();
    });
  }

  /** @param {boolean} open */
  #open(open) {
    this.panel.hidden = !open;
    set(this.button, "aria-expanded", String(open));
  }

  /** @param {Room} room @param {string} me @param {{ guest: string, name: string }[]} lines */
  show(room, me, lines) {
    const people = new Map(lines.map(({ guest, name }) => [guest, name]));
    for (const one of [...room.watchers, ...room.seats]) if (one?.guest) people.set(one.guest, one.name);
    people.delete(me);
    this.#people = [...people].map(([guest, name]) => ({ guest, name }));
    this.#draw();
  }

  #draw() {
    const rows = [{ guest: "", name: "" }, ...this.#people];
    keep(this.list, rows, (one) => one.guest || "everybody", (one) => this.#row(one.guest), (row, one) => {
      say(/** @type {Element} */ (row.firstElementChild), one.guest ? t("chat.mute.one", { name: one.name || t("chat.somebody") }) : t("chat.mute.all"));
      const box = /** @type {HTMLInputElement} */ (row.querySelector("input"));
      box.checked = one.guest ? this.of.guests.includes(one.guest) : this.of.all;
      box.disabled = Boolean(one.guest) && this.of.all;
    });
    this.button.toggleAttribute("data-muted", this.of.all || this.#people.some(({ guest }) => this.of.has(guest)));
  }

  /** @param {string} guest "" for everybody */
  #row(guest) {
    const box = make("input", { type: "checkbox", role: "switch", class: "tog", onchange: () => {
      if (guest) this.of.set(guest, box.checked);
      else this.of.setAll(box.checked);
      this.#draw();
      this.changed();
    } });
    return make("label", { class: "opt-row" }, make("span"), box);
  }
}
