/* The sum of a slide as it grows: the numbers, and a bar with one segment a card. A joker's segment is striped, and in
   the sum stands what it would count. */

import { make } from "../../js/dom.js";
import { t } from "../../js/text.js";
import { standing } from "./mini.js";

/** @typedef {import("./slide.js").Sum} Sum */

/** What a sum comes to, for the eye: short. @param {Sum} sum */
const short = (sum) => t(`waters.sum.${sum.state}`, { n: sum.off });

/** The same for the ear: "16 of 17. One to go." @param {Sum} sum */
export const spoken = (sum) => ({
  key: `waters.live.sum.${sum.state}`,
  facts: { sum: sum.sum, want: sum.want, n: sum.off, jokers: sum.state === "exact" ? sum.parts.filter(({ joker }) => joker).map(({ v }) => v) : [], stands: sum.state === "exact" && sum.parts.some(({ joker }) => joker) ? "yes" : "no" },
});

/** @param {Sum} sum @returns {HTMLElement} */
export function meter(sum) {
  const whole = Math.max(sum.want, sum.sum);
  const parts = sum.parts.flatMap(({ v, joker }, nth) => [...(nth ? [make("span", {}, "+")] : []), joker ? standing(v) : make("span", {}, String(v))]);
  const jokers = sum.parts.filter(({ joker }) => joker);
  const eq = make("div", { class: "eq" },
    make("span", { class: "parts w-not-s" }, ...parts, ...(parts.length ? [make("span", {}, "=")] : [])),
    make("b", {}, String(sum.sum)), make("span", { class: "muted" }, `/ ${sum.want}`),
    ...jokers.map(({ v }) => make("span", { class: "w-only-s" }, standing(v))),
    ...(sum.state === "none" ? [] : [make("span", { class: `chip ${sum.state === "exact" ? "good" : sum.state === "over" ? "bad" : ""}` }, short(sum))]));
  const bar = make("div", { class: `bar2 ${sum.state}` }, ...sum.parts.map(({ v, joker }) => {
    const piece = make("i", { class: joker ? "jk" : "" });
    piece.style.setProperty("--v", String(Math.round((1000 * v) / whole) / 10));
    return piece;
  }));
  return make("div", { class: "meter", "aria-hidden": "true" }, eq, bar);
}
