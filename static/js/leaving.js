/* What leaving a running match means for the others, said before it is done. */

import { make } from "./dom.js";
import { t } from "./text.js";

/** @param {import("./seats.js").Room} room @param {string} me @returns {HTMLElement[]} */
export function leaving(room, me) {
  const said = [t("table.leave.text")];
  const others = room.seats.filter((seat) => seat && seat.guest !== me);
  const here = others.filter((seat) => seat?.guest && seat.state === "present");
  const [one] = here;
  if (!here.length && !room.watchers.length) said.push(t("people.leave.alone"));
  else if (one && others.length === 1) said.push(t("people.leave.two", { name: one.name }));
  if (room.host === me && here.length) said.push(t("people.leave.host"));
  return said.map((words) => make("p", {}, words));
}
