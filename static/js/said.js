/* One line of chat as it stands in the list: who, when, what. Words go in as text, whatever is in them. */

import { animal, avatar, icon, make } from "./dom.js";
import { wordsOf } from "./talk.js";
import { t } from "./text.js";
import { clock } from "./when.js";

/** @typedef {import("./seats.js").Room} Room */
/** @typedef {{ key: string, at: number, guest: string, name: string, own: boolean, sending: boolean, text?: string, phrase?: string, emote?: string }} Shown */

/** @param {Shown} line @param {Room} room */
export function saidLine(line, room) {
  const when = new Date(line.at);
  const time = make("time", { datetime: when.toISOString() }, clock(when));
  const name = line.name || t("chat.somebody");
  const by = make("span", { class: "by" }, make("span", { class: line.own ? "sr" : "who", title: line.own ? null : name }, line.own ? t("chat.you") : name), " ", line.sending ? make("span", { class: "state" }, t("chat.sending")) : time);
  return make("li", { class: `msg ${line.own ? "own" : ""} ${line.sending ? "sending" : ""}` }, line.own ? null : picture(line, room), by, what(line));
}

/** The avatar of who has a seat, a mark for who has none. @param {Shown} line @param {Room} room */
function picture({ guest, name }, room) {
  const seat = room.seats.find((one) => one?.guest === guest);
  return seat ? avatar({ name: name || seat.name, avatar: seat.avatar }, "sm") : make("span", { class: "av sm none", "aria-hidden": "true" }, icon("eye"));
}

/** @param {Shown} line */
function what(line) {
  if (!line.emote) return make("span", { class: `b ${line.phrase ? "set" : ""}`, dir: "auto" }, wordsOf(line));
  return make("span", { class: "b big" }, animal(line.emote), make("span", { class: "sr" }, wordsOf(line)));
}
