/* The middle of the pond: the draw pile, and beside it the market where the game has one. Each of them can be taken from
   while somebody draws; a stall keeps its card's place until the turn is over. Controls only: face-up cards lie in the
   felt's layer. */

import { cardBack, cardElement } from "../../js/card.js";
import { icon, make, say, set } from "../../js/dom.js";
import { t } from "../../js/text.js";
import { indexes, STALLS, stalls } from "./drawing.js";
import { size } from "./preview.js";

/** @typedef {import("./preview.js").View} View */
/** @typedef {string | number} Source "deck", or the rank of a face-up card */

export class Stock {
  /** @type {(number | null)[]} */ #lying = [];
  /** @type {HTMLElement[]} */ #stalls = [];

  /**
   * @param {string} skin
   * @param {(source: Source) => void} draw
   */
  constructor(skin, draw) {
    this.skin = skin;
    this.draw = draw;
    this.tag = make("span", { class: "tag", "aria-hidden": "true" }, icon("cards"), make("span", { class: "num" }));
    const pile = make("span", { class: "pile", "aria-hidden": "true" });
    for (let nth = 0; nth < 3; nth += 1) pile.append(cardElement(cardBack()));
    this.deck = make("div", { class: "deck", "data-place": "deck", role: "group" }, pile, this.tag);
    this.market = make("div", { class: "market", "data-place": "market", role: "group", "aria-label": t("herds.market") });
    this.root = make("div", { class: "stock" }, this.deck);
    this.root.addEventListener("keydown", (event) => this.#key(event));
  }

  /** What can be taken, in the order on the table. @returns {HTMLElement[]} */
  get takes() {
    return [...this.root.querySelectorAll(".take")].map((take) => /** @type {HTMLElement} */ (take));
  }

  /**
   * @param {View} view
   * @param {readonly Source[]} draws what may be drawn by who is looking
   * @returns {boolean} whether the focus lost its card here and nothing is left to draw
   */
  show(view, draws) {
    const left = size(view, "deck"), had = this.root.contains(document.activeElement);
    set(this.deck, "data-left", Math.min(left, 3));
    set(this.deck, "aria-label", t("herds.deck", { n: left }));
    say(/** @type {Element} */ (this.tag.lastElementChild), String(left));
    this.#take(this.deck, draws.includes("deck") ? "deck" : null, t("herds.draw.deck", { n: left }));
    const row = view.places.market;
    if (Array.isArray(row)) this.#row(row, draws, view.facts.phase === "draw" ? left : 0);
    else this.market.remove();
    if (!had || this.root.contains(document.activeElement)) return false;
    this.takes[0]?.focus();
    return !this.takes.length;
  }

  /** @param {number[]} row @param {readonly Source[]} draws @param {number} refill how many stalls will be filled again */
  #row(row, draws, refill) {
    if (!this.market.isConnected) this.root.append(this.market);
    while (this.#stalls.length < STALLS) this.#stalls.push(make("span", { class: "stall" }, make("span", { class: "sr" })));
    if (!this.market.children.length) this.market.append(...this.#stalls);
    this.#lying = stalls(this.#lying, row);
    const nth = indexes(this.#lying, row);
    let coming = refill;
    this.#stalls.forEach((stall, at) => {
      const rank = this.#lying[at] ?? null;
      const comes = rank === null && (coming -= 1) >= 0;
      set(stall, "class", rank === null ? `stall bare${comes ? " taken" : ""}` : "stall spot");
      set(stall, "data-nth", nth[at] ?? null);
      const name = rank === null ? "" : t(`herds.card.${this.skin}`, { rank });
      const takes = rank !== null && draws.includes(rank);
      say(/** @type {Element} */ (stall.firstElementChild), takes ? "" : rank === null ? t(comes ? "herds.draw.taken" : "herds.draw.bare") : name);
      stall.querySelector(".ico")?.remove();
      if (comes) stall.append(icon("clock"));
      this.#take(stall, takes ? rank : null, t("herds.draw.market", { card: name }));
    });
  }

  /** A button over what may be drawn. @param {HTMLElement} where @param {Source | null} source @param {string} label */
  #take(where, source, label) {
    const had = /** @type {HTMLElement | null} */ (where.querySelector(".take"));
    if (source === null) return had?.remove();
    const take = had ?? make("button", { class: "take", type: "button", onclick: () => this.draw(take.dataset.source === "deck" ? "deck" : Number(take.dataset.source)) });
    set(take, "data-source", source);
    set(take, "aria-label", label);
    if (!had) where.append(take);
  }

  /** From one of them to the next. @param {KeyboardEvent} event */
  #key(event) {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    const takes = this.takes, at = takes.findIndex((take) => take === document.activeElement);
    if (!step || at < 0) return;
    takes[(at + step + takes.length) % takes.length]?.focus();
    event.preventDefault();
  }
}
