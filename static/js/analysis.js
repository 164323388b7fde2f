/* The analysis of a finished match: asked for when somebody opens its page, waited for with a bar, and then drawn where
   the page has kept room for it. */

import { MOMENTS } from "../games/moments.js";
import { awaited, isNews } from "./analysed.js";
import { aloud, Curve, table } from "./curve.js";
import { part, say, set } from "./dom.js";
import { addressOf, Reel } from "./reel.js";
import { call, Problem, why } from "./rest.js";
import { at } from "./site.js";
import { skill } from "./skill.js";
import { t, text } from "./text.js";
import { card } from "./turning.js";
import { mendTimes } from "./when.js";

/** @typedef {import("./analysed.js").Analysis} Analysis */

const root = /** @type {HTMLElement} */ (document.getElementById("analysis"));
const match = root.dataset.match ?? "";
const wait = part(root, "wait"), live = part(root, "live"), plot = /** @type {HTMLAnchorElement} */ (part(root, "plot"));
const bar = /** @type {HTMLProgressElement} */ (part(root, "progress"));

// ------------------------------------------------------------------ asking

let heard = -1;

/** How far it is: seen at each step, heard now and then. @param {number} progress 0..1 */
function tell(progress) {
  wait.hidden = false;
  bar.value = progress;
  say(part(root, "percent"), t("analysis.percent", { n: Math.floor(100 * progress) }));
  if (!isNews(progress, heard)) return;
  aloud(live, heard < 0 ? t("analysis.asked") : t("analysis.done.n", { n: Math.floor(100 * progress) }));
  heard = progress;
}

/** Why there is none, and a way to ask again. @param {unknown} refusal */
function failed(refusal) {
  wait.hidden = true;
  part(root, "failed").hidden = false;
  const gone = refusal instanceof Problem && refusal.code === "gone";
  part(root, "again").hidden = gone;
  say(part(root, "refusal"), gone ? t("analysis.failed") : why(refusal));
}

async function ask() {
  part(root, "failed").hidden = true;
  heard = -1;
  try {
    const [analysis, record, { steps }, watched] = await Promise.all([awaited(match, tell), call("GET", `/api/matches/${match}`), call("GET", `/api/matches/${match}/moves`), call("GET", `/api/matches/${match}/replay`)]);
    await draw(analysis, record, new Reel(record, steps, new Map([["watch", watched]])));
  } catch (refusal) {
    failed(refusal);
  }
}

// ------------------------------------------------------------------ drawing

/** @param {Analysis} analysis @param {any} record @param {Reel} reel */
async function draw(analysis, record, reel) {
  const moment = MOMENTS[record.game];
  const views = await Promise.all(analysis.turning.map(async ({ step, seat }) => (await call("GET", `/api/matches/${match}/replay?seat=${seat}&step=${step - 1}`)).views[0]));
  const names = record.seats.map((/** @type {any} */ one) => one.name);
  const players = record.seats.map((/** @type {any} */ one) => ({ name: one.name, avatar: one.seat % 5, bot: one.bot }));
  const replay = at(`/matches/${match}/replay`), move = (/** @type {number} */ step) => reel.move(step);
  const dots = reel.steps.flatMap((_, step) => (moment?.dots(reel.news(step, "watch")[0]?.events ?? []) ?? []).map((one) => ({ ...one, at: step })));
  const course = { curve: analysis.curve, starts: reel.deals, move, turning: analysis.turning, dots, names, href: (/** @type {number} */ step) => replay + addressOf(step, "all") };
  choose(new Curve(plot, course, (words) => aloud(live, words)));
  part(root, "table").replaceChildren(table(course));
  part(root, "pins").hidden = !analysis.turning.length;
  skill(part(root, "skill"), analysis.players, names);
  const about = { match, game: record.game, players, move, href: (/** @type {number} */ step, /** @type {number} */ seat) => replay + addressOf(step, seat) };
  turned(analysis.turning.map((turn, nth) => card(about, turn, views[nth], nth + 1)));
  wait.hidden = true;
  root.removeAttribute("aria-busy");
  if (heard >= 0) aloud(live, t("analysis.ready"));
}

/** Whose curve is shown. @param {Curve} curve */
function choose(curve) {
  const seats = part(root, "seats");
  const chosen = () => Number(/** @type {HTMLInputElement | null} */ (seats.querySelector("input:checked"))?.value ?? 0);
  seats.addEventListener("change", () => curve.show(chosen()));
  curve.show(chosen());
}

/** @param {HTMLElement[]} cards */
function turned(cards) {
  say(part(root, "turned"), t("analysis.turning", { n: cards.length }));
  part(root, "note").hidden = !cards.length;
  part(root, "none").hidden = cards.length > 0;
  const list = part(root, "turns");
  list.hidden = !cards.length;
  list.replaceChildren(...cards);
  set(list, "data-n", cards.length);
}

await text.load();
mendTimes();
part(root, "again").addEventListener("click", () => void ask());
await ask();
