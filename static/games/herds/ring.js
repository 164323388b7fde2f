/* The ring of eight round the pond: each place with its slot, its button, its tag and its flag. Controls only: the cards
   lie in the felt's layer. */

import { svg } from "../../js/card.js";
import { animal, make, say, set } from "../../js/dom.js";
import { t } from "../../js/text.js";
import { role } from "./art/cast.js";

/** @typedef {{ rank: number, target: boolean, prey: number, flag: (Node | string)[] | null, last: boolean, played: boolean, shown: number, label: string }} Look
 *   shown: cards that the tag counts, those about to come included; prey: how many would run */

const RANKS = [1, 2, 3, 4, 5, 6, 7, 8];
/** seen as one walks round the pond */
const CORNERS = new Set([1, 3, 5, 7]);
const WATER = {
  shore: "M296 6c96-8 190 8 246 66 60 62 66 160 14 226-54 68-160 78-258 76-98-2-196-6-252-72C-4 240-8 146 44 84 96 24 200 14 296 6z",
  w1: "M296 20c92-8 180 8 232 62 54 58 60 146 14 206-50 62-148 72-244 70-92-2-186-6-238-66C12 234 10 150 56 94c48-58 148-66 240-74z",
  w2: "M298 42c84-6 166 8 212 54 48 50 54 126 12 178-46 54-136 64-224 62-84-2-170-6-218-58C38 228 36 156 76 108c44-52 138-60 222-66z",
  w3: "M300 84c62-6 124 4 160 38 36 36 40 90 8 126-34 38-104 46-168 44-62-2-128-4-164-40-34-34-34-86-6-120 32-38 106-42 170-48z",
  light: "M110 130c20-8 44-8 62 0M420 118c22-8 46-6 66 4M140 276c22 8 44 8 66 0M404 288c22 6 42 4 62-6",
};

export class Ring {
  /** @type {Map<number, { place: HTMLElement, hit: HTMLElement, tag: HTMLElement, pips: HTMLElement, count: HTMLElement, flag: HTMLElement }>} */
  places = new Map();
  #home = 1;

  /**
   * @param {HTMLElement} root
   * @param {string} skin
   * @param {boolean} playing whether the places are buttons: for who watches they are not
   * @param {Node} middle what lies in the pond
   * @param {(rank: number) => void} touch a place was tapped
   */
  constructor(root, skin, playing, middle, touch) {
    this.skin = skin;
    this.touch = touch;
    this.list = make("ol", { class: "ring", "aria-label": t(`herds.ring.${skin}`) });
    this.chase = svg("svg", { class: "chase", "aria-hidden": "true" });
    for (const rank of RANKS) this.list.append(this.#place(rank, playing));
    this.list.addEventListener("keydown", (event) => this.#key(event));
    root.replaceChildren(this.#pond(), this.list, middle, this.chase);
  }

  #pond() {
    const paths = Object.entries(WATER).map(([name, d]) => svg("path", { class: name, d }));
    return svg("svg", { class: "pond", viewBox: "0 0 600 380", preserveAspectRatio: "none", "aria-hidden": "true" }, ...paths);
  }

  /** @param {number} rank @param {boolean} playing */
  #place(rank, playing) {
    const { animal: name, sign } = role(this.skin, rank);
    const hit = playing ? make("button", { class: "hit", type: "button", tabindex: -1, onclick: () => this.touch(rank) }) : make("span", { class: "sr" });
    const [pips, count] = [make("span", { class: "pips" }, make("i"), make("i"), make("i")), make("span", { class: "num", hidden: true })];
    const tag = make("span", { class: "tag", "aria-hidden": "true" }, sign, pips, count);
    const flag = make("span", { class: "flag", "aria-hidden": "true", hidden: true });
    const slot = make("span", { class: "slot", "aria-hidden": "true" }, animal(name));
    const place = make("li", { class: `place ${CORNERS.has(rank) ? "corner" : rank === 4 || rank === 8 ? "mid" : ""}`, "data-place": `herd:${rank}` }, slot, hit, tag, flag);
    this.places.set(rank, { place, hit, tag, pips, count, flag });
    return place;
  }

  /** @param {Look} look */
  show(look) {
    const parts = this.places.get(look.rank);
    if (!parts) return;
    const { place, hit, pips, count, flag } = parts;
    place.classList.toggle("herd", look.shown >= 3);
    place.classList.toggle("many", look.shown > 4);
    place.classList.toggle("target", look.target);
    place.classList.toggle("prey", look.prey > 0);
    place.classList.toggle("last", look.last);
    place.classList.toggle("played", look.played);
    pips.hidden = look.shown > 3;
    count.hidden = look.shown <= 3;
    say(count, `×${look.shown}`);
    [...pips.children].forEach((pip, nth) => pip.classList.toggle("f", nth < look.shown));
    flag.hidden = !look.flag;
    if (look.flag) flag.replaceChildren(...look.flag);
    if (hit instanceof HTMLButtonElement) set(hit, "aria-label", look.label);
    else say(hit, look.label);
    if (look.target) this.#home = look.rank;
    if (hit instanceof HTMLButtonElement) set(hit, "tabindex", look.rank === this.#home ? 0 : -1);
  }

  /** Once every place is shown: one of them is where the Tab key comes to. */
  close() {
    for (const [rank, { hit }] of this.places) if (hit instanceof HTMLButtonElement) set(hit, "tabindex", rank === this.#home ? 0 : -1);
  }

  /** Along the ring. @param {KeyboardEvent} event */
  #key(event) {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!step || !this.list.contains(document.activeElement)) return;
    this.#home = ((this.#home - 1 + step + 8) % 8) + 1;
    this.close();
    this.places.get(this.#home)?.hit.focus();
    event.preventDefault();
  }
}
