/* The start page's list of the tables where this guest has a seat: one tap leads back to each. Nothing of it is in the page
   itself, which is the same for everybody. */

import { takeAlong } from "./device.js";
import { icon, make, part } from "./dom.js";
import { emblem } from "./emblem.js";
import { call } from "./rest.js";
import { at } from "./site.js";
import { t, text } from "./text.js";

/** @typedef {{ code: string, game: string, kind: string, phase: "lobby" | "playing" | "over", names: string[], your_turn: boolean }} Open */

const SHOWN = 3;
const root = globalThis.document?.getElementById("tables");
let all = false;

/** Where one waits for the reader first. @param {Open[]} tables */
export const sorted = (tables) => [...tables].sort((a, b) => Number(b.your_turn) - Number(a.your_turn));

/** @param {Open} table */
function entry({ code, game, kind, phase, names, your_turn }) {
  const state = your_turn ? make("span", { class: "chip turn" }, t("tables.turn")) : make("span", { class: "chip" }, t(`tables.${phase}`));
  const who = kind === "lesson" ? t("tables.lesson") : kind === "branch" ? t("branch.table", { names }) : names.length ? t("tables.with", { names }) : t("tables.alone");
  return make("li", {}, make("a", { href: at(`/r/${code}`) }, emblem(game), make("span", { class: "what" }, make("b", {}, t(`game.${game}`)), make("span", { class: "small muted" }, who)), state, icon("right")));
}

async function show() {
  if (!root) return;
  /** @type {Open[]} */
  const tables = await call("GET", "/api/tables").catch(() => []);
  const ready = text.load().catch(() => {});
  await ready;
  const shown = sorted(tables).slice(0, all ? tables.length : SHOWN);
  root.hidden = !tables.length;
  part(root, "tables").replaceChildren(...shown.map(entry));
  const more = part(root, "tables-more");
  more.hidden = shown.length === tables.length;
  more.replaceChildren(t("tables.more", { n: tables.length - shown.length }));
}

if (root) {
  part(root, "tables-more").addEventListener("click", async () => {
    all = true;
    const first = part(root, "tables").children.length;
    await show();
    part(root, "tables").children[first]?.querySelector("a")?.focus();
  });
  document.getElementById("take-along")?.addEventListener("click", () => void takeAlong(() => call("POST", "/api/guest/code", {}), ""));
  // Somebody who comes back to this page sees how things stand now.
  addEventListener("pageshow", (event) => event.persisted && void show());
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && void show());
  void show();
}
