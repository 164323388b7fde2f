/* What leaving a running match means for the others, said before it is done. */

import { ask } from "./ask.js";
import { make } from "./dom.js";
import { t } from "./text.js";

/**
 * Asks whether somebody really wants to leave.
 * @param {import("./seats.js").Room} room
 * @param {string} me
 * @param {() => void} along goes on on another device
 * @param {() => void} go leaves
 */
export function askToLeave(room, me, along, go) {
  ask(t("table.leave.title"), leaving(room, me), [
    { words: t("table.leave.stay"), primary: true },
    { words: t("device.open"), does: along },
    { words: t("table.leave.go"), does: go },
  ]);
}

/** @param {import("./seats.js").Room} room @param {string} me @returns {HTMLElement[]} */
function leaving(room, me) {
  const said = [t("table.leave.text")];
  const others = room.seats.filter((seat) => seat && seat.guest !== me);
  const here = others.filter((seat) => seat?.guest && seat.state === "present");
  const [one] = here;
  if (!here.length && !room.watchers.length) said.push(t("people.leave.alone"));
  else if (one && others.length === 1) said.push(t("people.leave.two", { name: one.name }));
  if (room.host === me && here.length) said.push(t("people.leave.host"));
  return said.map((words) => make("p", {}, words));
}
