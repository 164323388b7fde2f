/* What a joker is to be: asked only where it is open, and only with the answers that are legal. */

import { make } from "../../js/dom.js";
import { t } from "../../js/text.js";
import { RANKS, sign } from "./cards.js";
import { suitPicture } from "./mini.js";
import { answerOf, SUITS_ASKED } from "./plan.js";

/** @typedef {{ value: string, label: string, pictures: (Node | string)[], cls: string }} Answer */

const STEPS = /** @type {Record<string, number>} */ ({ ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 });
const MANY = 5;

/** @param {import("./plan.js").Judged} judged @returns {Answer[]} */
export function answers(judged) {
  if (judged.open === "suit") return SUITS_ASKED.map((suit) => ({ value: suit, label: t("waters.suit", { suit }), pictures: [suitPicture(suit)], cls: `suit-${suit.toLowerCase()}` }));
  return judged.ways.map((way) => {
    const signs = way.jokers.map(sign), ranks = signs.join(" ");
    const next = RANKS.indexOf(way.jokers[0] ?? "") + (way.end === "low" ? 1 : -1);
    const key = way.jokers.length > 1 || way.end === "start" ? "waters.joker.as" : `waters.joker.${way.end}`;
    return { value: answerOf(way), label: t(key, { ranks, next: sign(RANKS[next] ?? "") }), pictures: signs, cls: "" };
  });
}

/** @param {import("./plan.js").Judged} judged @param {string | null} said @param {(value: string) => void} choose */
export function question(judged, said, choose) {
  const all = answers(judged), words = t(`waters.ask.${judged.open}`);
  const opts = make("span", { class: `answers ${all.length > MANY ? "many" : ""}`, role: "radiogroup", "aria-label": words },
    ...all.map(({ value, label, pictures, cls }, nth) =>
      make("button", { class: `answer ${cls}`, type: "button", role: "radio", "aria-checked": value === said ? "true" : "false", "aria-label": label, "data-answer": value,
        tabindex: value === said || (!all.some((one) => one.value === said) && nth === 0) ? 0 : -1, onclick: () => choose(value) }, ...pictures.map((one) => make("span", {}, one)))));
  opts.addEventListener("keydown", (event) => {
    const step = STEPS[event.key];
    if (!step) return;
    const at = all.findIndex(({ value }) => value === /** @type {HTMLElement} */ (event.target).dataset.answer);
    const next = all[(at + step + all.length) % all.length];
    event.preventDefault();
    event.stopPropagation();
    if (next) choose(next.value);
  });
  return make("div", { class: "question" }, make("span", { "aria-hidden": "true" }, words), opts);
}
