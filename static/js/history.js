/* Finished games, newest first, under the days of the reader's calendar. */

import { draw, icon, make } from "./dom.js";
import { emblem } from "./emblem.js";
import { becomeGuest, rememberedName } from "./guest.js";
import { addressOf, hasSomebody, OF_SOMEBODY, outcome, question, sought } from "./lookup.js";
import { call, Problem } from "./rest.js";
import { at } from "./site.js";
import { t, text } from "./text.js";
import { toast } from "./toast.js";
import { clock, day, zone } from "./when.js";

/** @typedef {{match: string, game: string, options: Record<string, unknown>, ended_at: string,
 *   result: string, seats: {guest: string | null, name: string, bot: string | null}[], scores: {totals: number[], winners: number[], deals: number[][]}}} Finished */

const PAGE = 20;

const days = /** @type {HTMLElement} */ (document.getElementById("days"));
const older = /** @type {HTMLButtonElement} */ (document.getElementById("older"));
const looking = /** @type {HTMLElement} */ (document.getElementById("looking"));
/** @type {string | null} */
let cursor = null;
let shown = 0;
/** @type {string | null} this reader's public id, where it matters */
let me = null;
/** Which question the list answers: an answer to an older one comes too late. */
let asking = 0;

/** How it ended: for this reader where they sat there, else who won. @param {Finished} match @returns {{ words: string, kind: string, trophy: boolean }} */
function ending(match) {
  const { winners } = match.scores, mine = outcome(match, me);
  if (mine) return { words: t(`history.mine.${mine.how}`, mine), kind: mine.how === "won" ? "good" : mine.how === "shared" || mine.how === "draw" ? "water" : "", trophy: mine.how === "won" };
  if (match.result !== "finished") return { words: t("history.broken"), kind: "", trophy: false };
  if (winners.length > 1) return { words: t("history.shared"), kind: "water", trophy: true };
  return winners.length ? { words: t("history.won", { name: match.seats[winners[0] ?? 0]?.name }), kind: "good", trophy: true } : { words: t("history.draw"), kind: "water", trophy: false };
}

/** @param {Finished} match @param {Date} when */
function row(match, when) {
  const { totals, winners } = match.scores;
  const best = match.seats.map((seat, nth) => ({ ...seat, total: totals[nth] ?? 0, won: winners.includes(nth) })).sort((a, b) => b.total - a.total);
  const game = t(`game.${match.game}`);
  const end = ending(match);
  const deals = match.options.deals === undefined ? "" : t(`option.deals.${match.options.deals}`);
  const names = best.map((seat) => make("span", {}, `${seat.name} `, make("b", { class: "num" }, String(seat.total))));
  return make(
    "li",
    {},
    make(
      "a",
      { href: at(`/matches/${match.match}`), "aria-label": `${t("history.open", { game, when: clock(when) })}: ${end.words}` },
      emblem(match.game),
      make("span", { class: "what" }, make("span", { class: "row wrap" }, make("b", {}, game), make("span", { class: "small muted" }, deals), make("span", { class: `chip ${end.kind}` }, end.trophy && icon("trophy"), end.words)), make("span", { class: "names small" }, ...names)),
      make("time", { class: "small muted num", datetime: match.ended_at }, clock(when)),
      draw("i-right", "0 0 24 24", "ico"),
    ),
  );
}

/** @param {Finished[]} matches */
function show(matches) {
  /** @type {Element | null} */
  let first = null;
  for (const match of matches) {
    const when = new Date(match.ended_at);
    const key = when.toDateString();
    let section = /** @type {HTMLElement | null} */ (days.lastElementChild);
    if (section?.dataset.day !== key) {
      section = make("section", { class: "day", "data-day": key }, make("h2", {}, day(when)), make("ul", { class: "hist" }));
      days.append(section);
    }
    const item = row(match, when);
    section.lastElementChild?.append(item);
    first ??= item;
  }
  return first;
}

async function more() {
  const mark = asking;
  looking.hidden = false;
  older.hidden = true;
  try {
    const words = question(what, me, Date.now());
    words.set("limit", String(PAGE));
    if (cursor) words.set("cursor", cursor);
    const page = await call("GET", `/api/matches?${words}`);
    if (mark !== asking) return;
    const first = show(page.items);
    // After "Older games" the reader goes on where the new ones begin.
    if (cursor) first?.querySelector("a")?.focus();
    cursor = page.next;
    shown += page.items.length;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    if (mark !== asking) return;
    toast(error.message);
    older.hidden = false;
    return;
  } finally {
    looking.hidden = true;
    days.removeAttribute("aria-busy");
  }
  older.hidden = !cursor;
  const none = /** @type {HTMLElement} */ (document.getElementById("none")), all = addressOf(what) === "?mine=0";
  none.hidden = shown > 0;
  for (const part of /** @type {NodeListOf<HTMLElement>} */ (none.querySelectorAll("[data-none]"))) part.hidden = (part.dataset.none === "all") !== all;
}

// ------------------------------------------------------------------ what is looked for

const form = /** @type {HTMLFormElement} */ (document.getElementById("sought"));
const field = (/** @type {string} */ name) => /** @type {HTMLInputElement} */ (form.elements.namedItem(name));
const games = [.../** @type {HTMLSelectElement} */ (form.elements.namedItem("game")).options].map((option) => option.value);

/** @type {import("./lookup.js").Sought} */
let what = sought(location.search, games, Boolean(rememberedName()));

/** The form says what is looked for. */
function fill() {
  for (const name of /** @type {const} */ (["name", "game", "result", "time"])) field(name).value = what[name];
  field("mine").checked = what.mine;
  for (const option of /** @type {HTMLSelectElement} */ (form.elements.namedItem("result")).options) option.disabled = OF_SOMEBODY.includes(option.value) && !hasSomebody(what);
}

/** @param {boolean} remember whether the address is to say so */
async function look(remember) {
  asking += 1;
  if (remember) history.pushState(null, "", addressOf(what));
  fill();
  if (what.mine && me === null) me = (await becomeGuest(rememberedName()).catch(() => null))?.guest ?? null;
  cursor = null;
  shown = 0;
  days.replaceChildren();
  await more();
}

/** From the form. */
function read() {
  const said = (/** @type {string} */ name) => field(name).value.trim();
  what = { name: said("name"), game: said("game"), result: said("result"), time: said("time"), mine: field("mine").checked };
  if (OF_SOMEBODY.includes(what.result) && !hasSomebody(what)) what.result = "";
  void look(true);
}

await text.load();
/** @type {HTMLElement} */ (document.getElementById("zone")).textContent = t("history.zone", { zone: zone().replaceAll("_", " ") });
older.addEventListener("click", () => void more());
form.addEventListener("submit", (event) => {
  event.preventDefault();
  read();
});
form.addEventListener("change", (event) => event.target !== field("name") && read());
addEventListener("popstate", () => {
  what = sought(location.search, games, Boolean(rememberedName()));
  void look(false);
});
await look(false);
