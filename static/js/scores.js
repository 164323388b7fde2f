/* The table of scores: a row a seat, a column a deal. */

import { avatar, make } from "./dom.js";
import { t } from "./text.js";

/** @typedef {import("./players.js").Player} Player */

/** @type {WeakMap<Element, string>} */
const shown = new WeakMap();

/** @param {HTMLTableElement} table @param {any} facts of the view @param {Player[]} players by seat */
export function renderScores(table, facts, players) {
  const key = JSON.stringify([facts.scores, facts.totals, facts.deals, facts.deal, players.map((one) => [one.name, one.avatar, one.bot, one.own])]);
  if (shown.get(table) === key) return;
  shown.set(table, key);
  const deals = Array.from({ length: facts.deals ?? 1 }, (_, nth) => nth);
  const head = make("tr", {}, make("th", { scope: "col" }, t("table.deal")), ...deals.map((nth) => make("th", { scope: "col", "aria-current": nth + 1 === facts.deal ? "true" : null }, String(nth + 1))), make("th", { scope: "col" }, t("table.total")));
  const rows = players.map((player) => {
    const points = deals.map((nth) => make("td", {}, String(facts.scores?.[nth]?.[player.seat] ?? "–")));
    const name = make("th", { scope: "row" }, make("span", { class: "row" }, avatar(player, "sm"), make("span", { class: "who", title: player.name }, player.name)));
    return make("tr", { class: player.own ? "me" : "" }, name, ...points, make("td", { class: "tot" }, String(player.total)));
  });
  table.replaceChildren(make("caption", { class: "sr" }, t("table.scores")), make("thead", {}, head), make("tbody", {}, ...rows));
}
