/* The guided first game: a fox says what to do next, and the one thing to touch keeps its light. The step ends when the
   player has done it. What is asked comes with every `table` of a lesson; here it is only said and pointed at. */

import { animal, make, part, say, set } from "./dom.js";
import { t } from "./text.js";

/** @typedef {{ step: string, nth: number, of: number, move: any }} Asked */
/** @typedef {{ game: string, asked: Asked | null, spot: () => Element | null, seen: () => Element | null, tell: (words: string) => void }} Shown
 *   spot: what to touch next; seen: what the words speak of, not to be covered where there is room */

const AROUND = 7, APART = 18, EDGE = 10, NARROW = 200;

export class Coach {
  /** @type {Shown | null} */ #shown = null;
  #said = "";
  #frame = 0;

  /** @param {HTMLElement} felt the guide lies in it @param {() => void} leave */
  constructor(felt, leave) {
    this.felt = felt;
    this.light = make("div", { class: "spotlight", "aria-hidden": "true", hidden: true });
    this.card = make("section", { class: "coach", role: "region", "aria-label": t("lesson.coach"), hidden: true },
      make("span", { class: "who", "aria-hidden": "true" }, animal("fox")),
      make("div", { class: "words" }, make("h2", { "data-part": "title" }), make("p", { class: "small", "data-part": "text" }), make("p", { class: "small do", "data-part": "do" })),
      make("div", { class: "foot" }, make("span", { class: "steps", role: "img", "data-part": "steps" }), make("button", { class: "btn ghost sm", type: "button", onclick: leave }, t("lesson.leave"))));
    felt.append(this.light, this.card);
    // What is chosen changes where the light belongs; so does everything that makes the table another size.
    for (const what of ["click", "keyup", "pointerup"]) document.addEventListener(what, () => this.#later(), true);
    new ResizeObserver(() => this.#later()).observe(felt);
  }

  /** @param {Shown | null} shown null outside lessons */
  show(shown) {
    this.#shown = shown;
    const asked = shown?.asked ?? null;
    this.card.hidden = !asked;
    this.light.hidden = true;
    if (!shown || !asked) return;
    const key = `lesson.${shown.game}.${asked.step}`;
    const later = asked.move === null;
    const words = { title: t(later ? "lesson.later" : `${key}.title`), text: t(later ? "lesson.later.text" : key), do: later ? "" : t(`${key}.do`) };
    for (const [name, sentence] of Object.entries(words)) say(part(this.card, name), sentence);
    part(this.card, "do").hidden = later;
    this.#steps(asked);
    const told = `${shown.game} ${asked.step} ${asked.nth}`;
    if (told !== this.#said) shown.tell(`${words.title}. ${words.text} ${words.do}`);
    this.#said = told;
    this.#later();
  }

  /** @param {Asked} asked */
  #steps({ nth, of }) {
    const steps = part(this.card, "steps");
    set(steps, "aria-label", t("lesson.step", { nth, of }));
    steps.replaceChildren(...Array.from({ length: of }, (_, one) => make("i", { class: one + 1 < nth ? "f" : one + 1 === nth ? "now" : "" })));
  }

  #later() {
    if (this.#shown?.asked && !this.#frame) this.#frame = requestAnimationFrame(() => this.#place());
  }

  /** The light on what to touch, the card beside it where there is room. */
  #place() {
    this.#frame = 0;
    const shown = this.#shown;
    if (!shown?.asked) return;
    const spot = shown.asked.move === null ? null : shown.spot();
    const inner = this.felt.getBoundingClientRect();
    const rect = spot?.getBoundingClientRect();
    this.light.hidden = !rect;
    if (rect) {
      const [x, y] = [rect.x - inner.x - AROUND, rect.y - inner.y - AROUND];
      Object.assign(this.light.style, { left: `${x}px`, top: `${y}px`, width: `${rect.width + 2 * AROUND}px`, height: `${rect.height + 2 * AROUND}px` });
    }
    this.card.style.width = "";
    const { offsetWidth: w, offsetHeight: h } = this.card;
    const middle = rect ? rect.x - inner.x + rect.width / 2 : inner.width / 2;
    const centred = within(middle - w / 2, inner.width - w);
    const seen = shown.asked.move === null ? undefined : shown.seen()?.getBoundingClientRect();
    const { side, top, left = centred } = rect
      ? this.#beside(rect, seen, inner, { left: centred, w, h }) ?? this.#aside(rect, inner) ?? { side: "over", top: EDGE }
      : { side: "over", top: (inner.height - h) / 2 };
    Object.assign(this.card.style, { left: `${left}px`, top: `${top}px` });
    this.card.style.setProperty("--at", `${Math.max(24, Math.min(middle - left, w - 24))}px`);
    set(this.card, "data-side", side);
  }

  /**
   * Above what to touch, below it, or at the top or bottom of the felt: the first place that covers nothing that matters.
   * @param {DOMRect} spot @param {DOMRect | undefined} seen @param {DOMRect} inner @param {{ left: number, w: number, h: number }} card
   * @returns {{ side: string, top: number, left?: number } | undefined}
   */
  #beside(spot, seen, inner, { left, w, h }) {
    const ways = [
      { side: "above", top: spot.y - inner.y - AROUND - APART - h },
      { side: "below", top: spot.bottom - inner.y + AROUND + APART },
      { side: "over", top: EDGE },
      { side: "over", top: inner.height - EDGE - h },
    ];
    const covers = (/** @type {number} */ top, /** @type {DOMRect | undefined} */ rect) =>
      rect && top < rect.bottom - inner.y && top + h > rect.y - inner.y && left < rect.right - inner.x && left + w > rect.x - inner.x;
    const fit = ways.filter(({ top }) => top >= EDGE && top + h <= inner.height - EDGE && !covers(top, spot));
    return fit.find(({ top }) => !covers(top, seen)) ?? fit[0];
  }

  /**
   * On a phone held sideways there is room on the left or the right only: the card is made as narrow as that.
   * @param {DOMRect} spot @param {DOMRect} inner @returns {{ side: string, top: number, left: number } | undefined}
   */
  #aside(spot, inner) {
    const before = spot.x - inner.x - AROUND - APART, after = inner.right - spot.right - AROUND - APART;
    const room = Math.max(before, after) - EDGE;
    if (room < NARROW) return undefined;
    this.card.style.width = `${Math.min(this.card.offsetWidth, room)}px`;
    const { offsetWidth: w, offsetHeight: h } = this.card;
    const left = after > before ? inner.width - after : before - w;
    return { side: "over", top: within(spot.y - inner.y + spot.height / 2 - h / 2, inner.height - h), left };
  }
}

/** As near as the edges allow. @param {number} at @param {number} most */
const within = (at, most) => Math.max(EDGE, Math.min(at, most - EDGE));
