/* The pyramid is empty: who still plays, one after the other, until the parks open. */

import { avatar, icon, make } from "../../js/dom.js";
import { t } from "../../js/text.js";
import { who } from "./words.js";

/** The last turns that are still to come, in order. @param {any} facts of the view @returns {{ seat: number, now: boolean }[]} */
export function turns(facts) {
  const left = facts.final_turns_left ?? 0;
  if (facts.to_act === null) return [];
  return Array.from({ length: left }, (_, nth) => ({ seat: (facts.to_act + nth) % 2, now: nth === 0 }));
}

/** @param {any} facts @param {import("../../js/players.js").Player[]} players @param {number | null} seat */
export function ending(facts, players, seat) {
  const place = { seat, nameOf: (/** @type {number} */ one) => players[one]?.name ?? "" };
  const steps = turns(facts).map(({ seat: one, now }) => {
    const player = players[one];
    return make("li", { "data-now": now, "aria-current": now ? "step" : null }, player ? avatar(player) : "", t(now ? "waters.ending.now" : "waters.ending.then", { ...who(place, one), extra: facts.extra ? "yes" : "no" }));
  });
  const last = make("li", {}, make("span", { class: "av gate", "aria-hidden": "true" }, icon("flag")), t("waters.ending.open"));
  return make("section", { class: "ending", "aria-label": t("waters.ending") }, make("h2", { "aria-hidden": "true" }, t("waters.ending")), make("ol", {}, ...steps, last));
}
