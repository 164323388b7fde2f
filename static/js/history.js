/* Finished games, newest first, under the days of the reader's calendar. */

import { draw, icon, make } from "./dom.js";
import { emblem } from "./emblem.js";
import { call, Problem } from "./rest.js";
import { at } from "./site.js";
import { t, text } from "./text.js";
import { toast } from "./toast.js";
import { clock, day, zone } from "./when.js";

/** @typedef {{match: string, game: string, options: Record<string, unknown>, ended_at: string,
 *   seats: {name: string, bot: string | null}[], scores: {totals: number[], winners: number[], deals: number[][]}}} Finished */

const PAGE = 20;

const days = /** @type {HTMLElement} */ (document.getElementById("days"));
const older = /** @type {HTMLButtonElement} */ (document.getElementById("older"));
const looking = /** @type {HTMLElement} */ (document.getElementById("looking"));
/** @type {string | null} */
let cursor = null;
let shown = 0;

/** @param {Finished} match @param {Date} when */
function row(match, when) {
  const { totals, winners } = match.scores;
  const best = match.seats.map((seat, nth) => ({ ...seat, total: totals[nth] ?? 0, won: winners.includes(nth) })).sort((a, b) => b.total - a.total);
  const game = t(`game.${match.game}`);
  const shared = winners.length !== 1;
  const result = winners.length > 1 ? t("history.shared") : shared ? t("history.draw") : t("history.won", { name: match.seats[winners[0] ?? 0]?.name });
  const deals = match.options.deals === undefined ? "" : t(`option.deals.${match.options.deals}`);
  const names = best.map((seat) => make("span", {}, `${seat.name} `, make("b", { class: "num" }, String(seat.total))));
  return make(
    "li",
    {},
    make(
      "a",
      { href: at(`/matches/${match.match}`), "aria-label": `${t("history.open", { game, when: clock(when) })}: ${result}` },
      emblem(match.game),
      make("span", { class: "what" }, make("span", { class: "row wrap" }, make("b", {}, game), make("span", { class: "small muted" }, deals), make("span", { class: `chip ${shared ? "water" : "good"}` }, icon("trophy"), result)), make("span", { class: "names small" }, ...names)),
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
  looking.hidden = false;
  older.hidden = true;
  try {
    const page = await call("GET", `/api/matches?limit=${PAGE}${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ""}`);
    const first = show(page.items);
    // After "Older games" the reader goes on where the new ones begin.
    if (cursor) first?.querySelector("a")?.focus();
    cursor = page.next;
    shown += page.items.length;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    toast(error.message);
    older.hidden = false;
    return;
  } finally {
    looking.hidden = true;
    days.removeAttribute("aria-busy");
  }
  older.hidden = !cursor;
  /** @type {HTMLElement} */ (document.getElementById("none")).hidden = shown > 0;
}

await text.load();
/** @type {HTMLElement} */ (document.getElementById("zone")).textContent = t("history.zone", { zone: zone().replaceAll("_", " ") });
older.addEventListener("click", () => void more());
await more();
