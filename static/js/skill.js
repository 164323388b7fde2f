/* Skill and luck of each player: a ring for the accuracy, a bar left or right of zero for the luck. */

import { svg } from "./card.js";
import { make, part, say, set } from "./dom.js";
import { signed } from "./course.js";
import { t } from "./text.js";

/** @typedef {import("./analysed.js").Form} Form */

const LEAST = 0.1; // a bar is full at this much luck, or at the most there was

/** The accuracy as a ring. @param {HTMLElement} ring @param {number} accuracy 0..100 @param {string} name */
export function gauge(ring, accuracy, name) {
  const turn = { cx: 50, cy: 50, r: 44, pathLength: 100 };
  const picture = svg("svg", { viewBox: "0 0 100 100", "aria-hidden": "true" }, svg("circle", { ...turn, class: "rest" }), ...(accuracy > 0 ? [svg("circle", { ...turn, class: "got", "stroke-dasharray": `${accuracy} 100`, transform: "rotate(-90 50 50)" })] : []));
  ring.replaceChildren(picture, make("span", { class: "num", "aria-hidden": "true" }, String(accuracy)));
  set(ring, "role", "img");
  set(ring, "aria-label", t("analysis.accuracy", { name, n: accuracy }));
}

/** @param {HTMLElement} bar @param {number} luck @param {number} most */
function lean(bar, luck, most) {
  const fill = make("i", { class: luck < 0 ? "neg" : "" });
  fill.style.width = `${(50 * Math.abs(luck)) / most}%`;
  bar.replaceChildren(...(Math.round(100 * luck) ? [fill] : []));
}

/** Fills the rows that the page has laid out. @param {ParentNode} root @param {readonly Form[]} players @param {readonly string[]} names */
export function skill(root, players, names) {
  const most = Math.max(LEAST, ...players.map(({ luck }) => Math.abs(luck)));
  for (const { seat, accuracy, luck, moves, flagged } of players) {
    const row = root.querySelector(`[data-seat="${seat}"]`);
    if (!row) continue;
    gauge(part(row, "gauge"), accuracy, names[seat] ?? "");
    lean(part(row, "bar"), luck, most);
    say(part(row, "luck"), t("analysis.luck", { n: signed(luck) }));
    say(part(row, "choices"), t("analysis.choices", { moves, flagged }));
  }
}
