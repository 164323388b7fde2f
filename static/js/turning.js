/* The turning points of a match as cards: a picture of the moment, what was played and what would have been better, what it
   cost and why, and two ways on: to watch it, or to play on from there. */

import { MOMENTS } from "../games/moments.js";
import { playOn } from "./branch.js";
import { signed } from "./course.js";
import { avatar, icon, make, set } from "./dom.js";
import { why } from "./rest.js";
import { t } from "./text.js";
import { toast } from "./toast.js";

/** @typedef {import("./analysed.js").Turning} Turning */
/** @typedef {{ name: string, avatar: number, bot: string | null }} Who */
/** @typedef {{ match: string, game: string, players: Who[], move: (step: number) => number, href: (step: number, seat: number) => string }} Match */

/** One moment. @param {Match} match @param {Turning} turn @param {any} view before the move, as its seat saw it @param {number} nth */
export function card(match, turn, view, nth) {
  const { step, seat, loss } = turn;
  const moment = MOMENTS[match.game], who = match.players[seat];
  const said = moment?.reasons(match.game, turn, (one) => match.players[one]?.name ?? "", match.players.length);
  const chips = (/** @type {any} */ move, /** @type {string} */ cls) => moment?.chips(match.game, view, move, cls) ?? [];
  const on = make("button", { class: "btn sm", type: "button", onclick: () => void branch(on, match.match, step - 1, seat) }, icon("bot"), t("analysis.on"));
  return make("li", { class: "tp" },
    make("div", { class: "pic" }, moment?.picture(match.game, view, turn)),
    make("div", { class: "txt" },
      make("span", { class: "row between" }, make("h3", { class: "row" }, ...(who ? [avatar(who, "sm")] : []), make("span", {}, make("span", { class: "nth" }, `${nth} · ${t("analysis.move", { n: match.move(step) })}`), make("span", { class: "small muted who" }, who?.name ?? ""))),
        make("span", { class: "delta num" }, make("span", { "aria-hidden": "true" }, `${signed(-loss)} %`), make("span", { class: "sr" }, t("analysis.cost", { n: Math.round(100 * loss) })))),
      make("p", { class: "pair" }, make("span", { class: "side" }, make("span", {}, t("analysis.played")), " ", ...chips(turn.made, "was")), make("span", { class: "side" }, make("span", { "aria-hidden": "true" }, "→"), make("span", {}, t("analysis.better")), " ", ...chips(turn.better, "best"))),
      make("p", { class: "small muted" }, [said?.made, said?.better].filter(Boolean).join(" "))),
    make("div", { class: "ways" }, make("a", { class: "btn sm", href: match.href(step - 1, seat) }, icon("play"), t("analysis.watch")), on));
}

/** @param {HTMLElement} button @param {string} match @param {number} step @param {number} seat */
async function branch(button, match, step, seat) {
  if (button.getAttribute("aria-busy")) return;
  set(button, "aria-busy", "true");
  try {
    await playOn(match, step, seat);
  } catch (refusal) {
    toast(why(refusal));
  }
  set(button, "aria-busy", null);
}
