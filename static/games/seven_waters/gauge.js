/* Points, one row for each thing that counts: what the parks would score now, and what they scored in the end. */

import { avatar, icon, make } from "../../js/dom.js";
import { t } from "../../js/text.js";
import { glyph } from "./mini.js";
import { faces, size } from "./rules.js";

/** @typedef {import("./rules.js").View} View */
/** @typedef {{ slides: number, river: number, pool: number, theme: number | null, hand: number, discard: number, total: number }} Breakdown */

const ROWS = /** @type {const} */ (["slides", "river", "pool", "theme", "hand", "discard"]);
const ICONS = { slides: "slide", river: "river", pool: "wave", theme: "flag", hand: "cards", discard: "trash" };

/** A number as people write it. @param {number} n */
export const written = (n) => (n < 0 ? `−${-n}` : String(n));

/** A total; where a theme lies that nobody here knows, it says that something is to come. @param {Breakdown | undefined} row */
export const points = (row) => (row ? `${written(row.total)}${row.theme === null ? " + ?" : ""}` : "–");

/** What this viewer knows of both parks. @param {View} view @returns {Breakdown[]} */
export const gauge = (view) => view.facts.result ?? view.own?.gauge ?? view.facts.parks ?? [];

/** @type {WeakMap<Element, string>} */
const shown = new WeakMap();

/** The table beside the felt. @param {HTMLTableElement} table @param {View} view @param {import("../../js/players.js").Player[]} players */
export function scores(table, view, players) {
  const rows = gauge(view), over = view.facts.phase === "over";
  const order = [...players].sort((a, b) => Number(b.own) - Number(a.own) || a.seat - b.seat);
  const themes = order.map(({ seat }) => size(view, `theme:${seat}`));
  const own = order.find((one) => one.own), [theme] = own ? faces(view, `theme:${own.seat}`) : [];
  const key = JSON.stringify([rows, themes, theme, over, order.map((one) => [one.seat, one.name, one.avatar, one.bot])]);
  if (shown.get(table) === key) return;
  shown.set(table, key);
  table.classList.add("gaugetable");
  const cell = (/** @type {Breakdown | undefined} */ row, /** @type {typeof ROWS[number]} */ what, /** @type {number} */ laid) => (!row ? "" : what === "theme" && !laid ? "–" : row[what] === null ? "?" : written(Number(row[what])));
  const body = ROWS.map((what) =>
    make("tr", {}, make("th", { scope: "row" }, `${t(`points.${what}`)}${what === "theme" && theme ? ` ${glyph(theme[1] ?? "")}` : ""}`), ...order.map(({ seat }, nth) => make("td", { class: "num" }, cell(rows[seat], what, themes[nth] ?? 0)))));
  const heads = order.map((player) => make("th", { scope: "col" }, make("span", { class: "who", title: player.name }, player.name)));
  table.replaceChildren(
    make("caption", {}, t(over ? "waters.final" : "waters.estimate")),
    make("thead", {}, make("tr", {}, make("th", { scope: "col" }, make("span", { class: "sr" }, t("points"))), ...heads)),
    make("tbody", {}, ...body, make("tr", { class: "me" }, make("th", { scope: "row" }, t("table.total")), ...order.map(({ seat }) => make("td", { class: "tot" }, points(rows[seat]))))),
  );
}

/** How a row came about, small under its points. @param {View} view @param {number} seat @param {typeof ROWS[number]} what @returns {Node | string} */
function how(view, seat, what) {
  const n = (/** @type {string} */ place) => size(view, `${place}:${seat}`);
  if (what === "slides") {
    const cards = [1, 2, 3, 4].reduce((all, line) => all + size(view, `slide:${seat}:${line}`), 0);
    return cards ? `${cards} × 2` : "–";
  }
  if (what === "theme") {
    const suit = faces(view, `theme:${seat}`)[0]?.[1];
    return suit ? make("span", {}, make("span", { class: `suit-${suit.toLowerCase()}`, "aria-hidden": "true" }, glyph(suit)), ` ${t("waters.suit", { suit })}`) : "–";
  }
  const cards = n(what);
  return cards ? t("waters.cards", { n: cards }) : "–";
}

/** @typedef {{ name: string, avatar: number, bot?: string | null }} Face */

/** The open parks against each other. @param {View} view @param {Face[]} players by seat @param {number[]} order of the columns */
export function versus(view, players, order) {
  const rows = gauge(view), most = view.facts.winners;
  const heads = order.map((seat) => make("th", { scope: "col" }, avatar(players[seat] ?? { name: "", avatar: seat }, "sm"), players[seat]?.name ?? ""));
  const body = ROWS.map((what) =>
    make("tr", {}, make("th", { scope: "row" }, make("span", { class: "row" }, icon(ICONS[what]), t(`points.${what}`))), ...order.map((seat) => make("td", {}, written(Number(rows[seat]?.[what] ?? 0)), make("small", {}, how(view, seat, what))))));
  const foot = make("tr", {}, make("th", { scope: "row" }, t("table.total")), ...order.map((seat) => make("td", { class: most?.includes(seat) ? "win" : "" }, written(rows[seat]?.total ?? 0))));
  return make("table", { class: "vs" }, make("thead", {}, make("tr", {}, make("td", {}), ...heads)), make("tbody", {}, ...body), make("tfoot", {}, foot));
}

/** Who won, in words: the headline for everybody, and what decided. @param {any} facts @param {{ name: string }[]} players @param {number} mine */
export function verdict(facts, players, mine) {
  const [won] = facts.winners, [a = 0, b = 0] = facts.totals;
  const winner = facts.winners.length === 1 ? won : null;
  const told = { who: winner === mine ? "me" : "other", name: players[winner ?? 0]?.name ?? "", n: Math.abs(a - b), total: written(Math.max(a, b)), other: written(Math.min(a, b)) };
  return { headline: t(winner === null ? "waters.end.draw" : "waters.end.wins", told), byline: t(winner === null ? "waters.end.by.draw" : a === b ? "waters.end.by.pool" : "waters.end.by", told) };
}

/** The end page: its words, and the breakdown of every point. @type {import("../../js/result.js").Tallies} */
export function tally(facts, players, mine) {
  if (!facts.result) return null;
  const order = facts.result.map((/** @type {any} */ _, /** @type {number} */ seat) => seat);
  const cells = (/** @type {keyof Breakdown} */ what) => order.map((/** @type {number} */ seat) => written(facts.result[seat][what] ?? 0));
  return {
    ...verdict(facts, players, mine),
    heads: [make("span", { class: "sr" }, t("points")), ...order.map((/** @type {number} */ seat) => players[seat]?.name ?? "")],
    rows: [...ROWS.map((what) => ({ name: make("span", { class: "row" }, icon(ICONS[what]), t(`points.${what}`)), cells: cells(what), total: false })), { name: t("table.total"), cells: cells("total"), total: true }],
  };
}
