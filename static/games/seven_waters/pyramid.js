/* The pyramid as buttons, one over the other as the cards lie: whoever cannot see it walks through its rows. Controls
   only: the cards lie in the felt's layer. */

import { make, set } from "../../js/dom.js";
import { t } from "../../js/text.js";
import { name } from "./mini.js";
import { faces, isFree, lies, ROWS } from "./rules.js";

/** @typedef {import("./rules.js").View} View */

const STEPS = /** @type {Record<string, [number, number]>} */ ({ ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] });

export class Pyramid {
  /** @type {Map<string, HTMLButtonElement>} by place */ #cells = new Map();
  /** @type {[number, number]} the card the Tab key comes to */ #home = [ROWS, 1];
  /** @type {View} */ #view = { places: {}, facts: {}, own: null };

  /** @param {(row: number, pos: number) => void} touch */
  constructor(touch) {
    this.el = make("div", { class: "pyr", role: "group", "aria-label": t("waters.pyramid") });
    for (let row = 1; row <= ROWS; row += 1) for (let pos = 1; pos <= row; pos += 1) this.#cell(row, pos, touch);
    this.el.addEventListener("keydown", (event) => this.#key(event));
    this.el.addEventListener("focusin", (event) => this.#focused(event));
  }

  /** @param {number} row @param {number} pos @param {(row: number, pos: number) => void} touch */
  #cell(row, pos, touch) {
    const place = `pyramid:${row}:${pos}`;
    const cell = make("button", { class: "cell", type: "button", "data-place": place, "data-level": row, onclick: () => touch(row, pos) });
    cell.style.setProperty("--r", String(row));
    cell.style.setProperty("--p", String(pos));
    this.#cells.set(place, cell);
    this.el.append(cell);
  }

  /** @param {View} view @param {boolean} playing whether the reader has a seat */
  render(view, playing) {
    this.#view = view;
    const had = this.el.contains(document.activeElement);
    for (const [place, cell] of this.#cells) {
      const [row = 0, pos = 0] = place.split(":").slice(1).map(Number);
      const here = lies(view, row, pos), free = isFree(view, row, pos);
      cell.classList.toggle("gone", !here);
      set(cell, "data-free", free);
      cell.disabled = !here;
      set(cell, "aria-hidden", here ? null : "true");
      set(cell, "aria-disabled", free && playing ? null : "true");
      const [face] = faces(view, place);
      const label = face ? t(free ? "waters.free" : "waters.covered", { card: name(face), row, pos }) : t("waters.facedown", { row, pos });
      set(cell, "aria-label", here ? label : null);
    }
    this.#stay();
    if (had && !this.el.contains(document.activeElement)) this.focus();
  }

  /** Where the card the Tab key comes to is gone, a free one near it takes its place. */
  #stay() {
    if (!lies(this.#view, ...this.#home)) {
      const [row, pos] = this.#home;
      const near = [...this.#spots()].sort((a, b) => Number(isFree(this.#view, ...b)) - Number(isFree(this.#view, ...a)) || Math.abs(a[0] - row) + Math.abs(a[1] - pos) - Math.abs(b[0] - row) - Math.abs(b[1] - pos));
      this.#home = near[0] ?? [ROWS, 1];
    }
    for (const [place, cell] of this.#cells) set(cell, "tabindex", place === `pyramid:${this.#home.join(":")}` ? 0 : -1);
  }

  /** Where cards lie. @returns {Generator<[number, number]>} */
  *#spots() {
    for (let row = 1; row <= ROWS; row += 1) for (let pos = 1; pos <= row; pos += 1) if (lies(this.#view, row, pos)) yield [row, pos];
  }

  /** To the card the Tab key comes to; to a free one where that is covered. */
  focus() {
    if (!isFree(this.#view, ...this.#home)) this.#home = [...this.#spots()].find((spot) => isFree(this.#view, ...spot)) ?? this.#home;
    this.#go(this.#home);
  }

  /** @param {[number, number]} spot */
  #go(spot) {
    this.#home = spot;
    this.#stay();
    this.#cells.get(`pyramid:${spot.join(":")}`)?.focus();
  }

  /** @param {FocusEvent} event */
  #focused(event) {
    const place = /** @type {HTMLElement} */ (event.target).dataset.place?.split(":").slice(1).map(Number);
    if (!place || !lies(this.#view, place[0] ?? 0, place[1] ?? 0)) return;
    this.#home = [place[0] ?? 0, place[1] ?? 0];
    this.#stay();
  }

  /** Along a row; up and down to the nearest card of the next row that has any. @param {KeyboardEvent} event */
  #key(event) {
    const step = STEPS[event.key];
    if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    const [row, pos] = this.#home;
    const all = [...this.#spots()];
    const middle = (/** @type {[number, number]} */ [r, p]) => p - (r + 1) / 2;
    if (step[0]) {
      const rows = all.filter(([r]) => (r - row) * step[0] > 0);
      const next = step[0] > 0 ? Math.min(...rows.map(([r]) => r)) : Math.max(...rows.map(([r]) => r));
      const near = rows.filter(([r]) => r === next).sort((a, b) => Math.abs(middle(a) - middle([row, pos])) - Math.abs(middle(b) - middle([row, pos])));
      if (near[0]) this.#go(near[0]);
      return;
    }
    const same = all.filter(([r]) => r === row);
    const next = same[(same.findIndex(([, p]) => p === pos) + step[1] + same.length) % same.length];
    if (next) this.#go(next);
  }
}
