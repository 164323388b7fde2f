/* What is stored of the reader: to look at, to take along, to show on the leaderboard, or to have deleted. */

import { ask } from "./ask.js";
import { make } from "./dom.js";
import { rememberedName } from "./guest.js";
import { call, Problem } from "./rest.js";
import { at } from "./site.js";
import { t, text } from "./text.js";
import { toast } from "./toast.js";
import { full } from "./when.js";

/** @typedef {{ guest: string, name: string, leaderboard: boolean, since: string, devices: number, matches: number }} Me */

const part = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
const board = /** @type {HTMLInputElement} */ (part("leaderboard"));

/** @param {Me} me */
function show(me) {
  const rows = [["me.name", me.name || t("table.nobody")], ["me.id", me.guest], ["me.since", full(new Date(me.since))], ["me.devices", String(me.devices)], ["me.matches", String(me.matches)]];
  part("facts").replaceChildren(...rows.map(([key = "", words = ""]) => make("div", {}, make("dt", {}, t(key)), make("dd", {}, words))));
  part("figures").setAttribute("href", at(`/players/${me.guest}`));
  board.checked = me.leaderboard;
  board.disabled = false; // before, nobody knows which way a tap would go
  part("known").hidden = false;
  part("known").removeAttribute("aria-busy");
}

/** Nobody is known here, or not any more. */
function forget() {
  part("known").hidden = true;
  part("unknown").hidden = false;
}

async function choose() {
  try {
    show(await call("POST", "/api/me", { leaderboard: board.checked }));
    toast(t(board.checked ? "me.leaderboard.on" : "me.leaderboard.off"));
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    board.checked = !board.checked;
    toast(error.message);
  }
}

async function remove() {
  try {
    await call("POST", "/api/me/delete", { sure: true });
    for (const storage of [localStorage, sessionStorage]) storage.clear();
    forget();
    part("unknown").textContent = t("me.deleted");
    part("main").focus();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    toast(error.message);
  }
}

await text.load();
board.addEventListener("change", () => void choose());
part("delete").addEventListener("click", () =>
  ask(t("me.delete.sure"), [make("p", {}, t("me.delete.text"))], [
    { words: t("me.delete.stay"), primary: true },
    { words: t("me.delete.go"), does: () => void remove() },
  ]));
if (rememberedName()) await call("GET", "/api/me").then(show, forget);
else forget();
