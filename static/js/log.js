/* The log beside the table: a line a move, the newest on top. It holds the running match as far as this page saw it. */

import { avatar, make } from "./dom.js";
import { chips, phrase } from "./phrase.js";

/** @typedef {import("./players.js").Player} Player */
/** @typedef {{ key: string, facts: Record<string, any>, cards?: Record<string, any[]>, seat: number | null, caught: boolean, rule: boolean, minor?: boolean }} Line
 *   rule: it heads what follows; minor: it only tells how a move was completed */

const MOST = 1000; // lines: a long match of five with a market has some hundred

export class Log {
  /** @type {Set<number>} rows that have their line */ #known = new Set();
  #match = "";
  /** The address of a row, where every line leads to its moment. @type {((v: number) => string) | null} */ leads = null;

  /** @param {HTMLElement} list */
  constructor(list) {
    this.list = list;
  }

  /**
   * @param {string} match
   * @param {any[]} news
   * @param {(item: any) => Line | Line[] | null} logged a move may take several lines, the last one on top
   * @param {(seat: number) => Player} playerAt
   * @param {(face: any) => Node | string} sign
   * @returns {number} how many moves happened since this page was opened
   */
  add(match, news, logged, playerAt, sign) {
    if (match !== this.#match) this.clear(match);
    let added = 0;
    for (const item of news) {
      if (this.#known.has(item.v)) continue;
      this.#known.add(item.v);
      for (const line of [logged(item) ?? []].flat()) {
        this.list.prepend(this.#led(this.#line(line, playerAt, sign), item.v));
        if (!item.old && !line.rule && !line.minor) added += 1;
      }
    }
    while (this.list.children.length > MOST) this.list.lastElementChild?.remove();
    return added;
  }

  /** Nothing has happened yet. @param {string} [match] */
  clear(match = this.#match) {
    this.#match = match;
    this.#known.clear();
    this.list.replaceChildren();
  }

  /** @param {HTMLElement} item @param {number} v */
  #led(item, v) {
    if (!this.leads || item.classList.contains("aside")) return item;
    item.replaceChildren(make("a", { href: this.leads(v), "data-v": v }, ...item.childNodes));
    return item;
  }

  /** @param {Line} line @param {(seat: number) => Player} playerAt @param {(face: any) => Node | string} sign */
  #line(line, playerAt, sign) {
    const nodes = Object.fromEntries(Object.entries(line.cards ?? {}).map(([name, ranks]) => [name, chips(ranks.map(sign))]));
    const words = make("span", {}, phrase(line.key, line.facts, nodes));
    if (line.rule) return make("li", { class: "rule" }, words);
    if (line.seat === null) return make("li", { class: "aside" }, words);
    const player = playerAt(line.seat);
    return make("li", { class: line.caught ? "cap" : "" }, avatar(player, "sm"), make("span", { class: "sr" }, player.name), words);
  }
}
