/* The seats round the table: opponents in turn order from the left, the own seat by the hand. */

import { sign } from "./counting.js";
import { avatar, icon, keep, make, say, set } from "./dom.js";
import { howOf } from "./seated.js";
import { t } from "./text.js";

/** @typedef {import("./seats.js").Room} Room */
/** @typedef {{ seat: number, name: string, avatar: number, bot: string | null, how: import("./seated.js").How | null, until: number | null, host: boolean,
 *   turn: boolean, own: boolean, hints: number, hand: number, captured: number | null, total: number }} Player how: how they are missing */

/** What one seat shows, from the room and the view. @param {Room} room @param {any} view @param {number} seat @param {number | null} mine @returns {Player} */
export function playerAt(room, view, seat, mine) {
  const holder = room.seats[seat];
  const count = (/** @type {string} */ place) => (Array.isArray(view.places[place]) ? view.places[place].length : view.places[place]);
  return {
    seat,
    name: holder?.name ?? t("table.nobody"),
    avatar: holder?.avatar ?? seat,
    bot: holder?.bot ?? null,
    how: holder ? howOf(holder) : "left",
    until: holder?.until ?? null,
    host: Boolean(holder?.guest && holder.guest === room.host),
    turn: view.facts.to_act === seat,
    own: seat === mine,
    hints: holder?.hints ?? 0,
    hand: count(`hand:${seat}`) ?? 0,
    captured: count(`captured:${seat}`) ?? null,
    total: view.facts.totals?.[seat] ?? 0,
  };
}

/** Everybody but the own seat, in turn order after it. @param {number} n @param {number | null} mine */
export function order(n, mine) {
  const from = mine === null ? 0 : mine + 1;
  return Array.from({ length: mine === null ? n : n - 1 }, (_, nth) => (from + nth) % n);
}

/** @param {HTMLElement} list @param {Player[]} players */
export function renderPlayers(list, players) {
  set(list, "data-n", players.length);
  keep(list, players, (player) => `${player.seat}:${player.own}`, create, update);
}

/** @param {Player} player */
function create({ seat, own }) {
  const item = make("li", { class: "seat", "data-seat": seat });
  item.append(
    make("span", { class: "pic" }),
    make("span", { class: "info" }, make("span", { class: "nm" }), make("span", { class: "tot num" }), make("span", { class: "st" },
      make("span", own ? {} : { "data-place": `hand:${seat}` }, make("span", { class: "sr" }, `${t("table.hand.n")} `), icon("cards"), make("span", { class: "n-hand" })),
      make("span", { "data-place": `captured:${seat}` }, make("span", { class: "sr" }, `${t("table.captured.n")} `), icon("paw"), make("span", { class: "n-captured" })),
      make("span", { class: "note", hidden: true, "aria-hidden": "true" }))),
  );
  return item;
}

/** @param {HTMLElement} item @param {Player} player */
function update(item, player) {
  set(item, "data-turn", player.turn);
  set(item, "data-how", player.how);
  set(item, "aria-current", player.turn ? "true" : null);
  face(item, player);
  const n = (/** @type {string} */ cls, /** @type {unknown} */ words) => say(/** @type {Element} */ (item.querySelector(`.${cls}`)), String(words ?? ""));
  n("n-hand", player.hand);
  n("n-captured", player.captured);
  const total = /** @type {Element} */ (item.querySelector(".tot"));
  if (total.textContent !== `${t("table.total")} ${player.total}`) total.replaceChildren(make("span", { class: "sr" }, `${t("table.total")} `), String(player.total));
  const note = /** @type {HTMLElement} */ (item.querySelector(".note"));
  noteHow(note, player);
}

/** How somebody is missing, in few words; what counts down goes on by itself (people.js). @param {HTMLElement} note @param {Player} player */
export function noteHow(note, { how, until }) {
  note.hidden = !how;
  set(note, "data-until", how === "counting" ? until : null);
  if (how !== "counting") say(note, how ? t(`people.note.${how}`) : "");
}

/** Whoever plays at a seat, as a picture: the owner, or the bot that keeps it. @param {Player} player @param {string} [size] */
export function portrait(player, size = "") {
  const { how } = player;
  const kept = how === "kept" || how === "left";
  const mark = sign(player.bot);
  return [avatar(kept ? { ...player, bot: "kept" } : player, size), ...(mark ? [mark] : []), ...(how && how !== "kept" ? [make("span", { class: "off", "aria-hidden": "true" }, icon("off"))] : [])];
}

/** Name and avatar, drawn anew only where something in them changed. @param {HTMLElement} item @param {Player} player */
function face(item, player) {
  const key = [player.name, player.avatar, player.bot, player.how, player.host, player.turn, player.own, player.hints].join("|");
  if (item.dataset.face === key) return;
  item.dataset.face = key;
  item.querySelector(".pic")?.replaceChildren(...portrait(player));
  item.querySelector(".nm")?.replaceChildren(
    make("span", { class: "who", title: player.name }, player.name),
    ...(player.host ? [icon("crown"), make("span", { class: "sr" }, t("table.host"))] : []),
    ...(player.bot ? [make("span", { class: "sr" }, t("table.bot"))] : []),
    ...(player.own ? [make("span", { class: "sr" }, t("table.you"))] : []),
    ...(player.hints ? [make("span", { class: "hints", title: t("hint.taken", { n: player.hints }) }, icon("bulb"), make("span", { "aria-hidden": "true" }, String(player.hints)), make("span", { class: "sr" }, t("hint.taken", { n: player.hints })))] : []),
    ...(player.how && player.how !== "counting" ? [make("span", { class: "sr" }, `(${t(`people.note.${player.how}`)})`)] : []),
    ...(player.turn ? [make("span", { class: "sr" }, t("table.acts"))] : []),
  );
}
