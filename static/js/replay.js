/* A finished match on the table it was played on: one step, one picture. It asks for the views that were sent, and shows
   them through the eyes of whoever is chosen. */

import { BOARDS } from "../games/boards.js";
import { kept } from "./analysed.js";
import { Banner } from "./banner.js";
import { offerPlayOn } from "./branch.js";
import { avatar, keep, make, part, say, set } from "./dom.js";
import { becomeGuest, rememberedName } from "./guest.js";
import { keyList, showKeys } from "./keylist.js";
import { listen } from "./keys.js";
import { CLOCK } from "./line.js";
import { Live } from "./live.js";
import { isCovered } from "./over.js";
import { addressOf, asked, isDeal, Reel } from "./reel.js";
import { call, why } from "./rest.js";
import { Rules } from "./rules.js";
import { keyed, Scrubber } from "./scrubber.js";
import { copy } from "./share.js";
import { at } from "./site.js";
import { Table } from "./table.js";
import { t, text } from "./text.js";
import { toast } from "./toast.js";
import { Together } from "./together.js";
import { Verdict } from "./verdict.js";

/** @typedef {import("./reel.js").As} As */

const PACE = 1400; // ms a step at speed 1
const match = document.body.dataset.match ?? "";
const section = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
const live = new Live(section("live"), section("alert"), (n, last) => t("table.summary", { n, last }), CLOCK);
const table = new Table(section("table"), live);
const rules = new Rules(/** @type {HTMLTemplateElement} */ (section("rules")), section("over"), () => table.rulesPart());
const root = section("scrub");
const eyes = /** @type {HTMLSelectElement} */ (part(root, "as"));
const scrubber = new Scrubber(root, { go: (step) => go(step), by: (steps) => go(state.step + steps), play: () => play() });

const banner = new Banner(section("banner"));
const address = new URL(at(`/ws/matches/${encodeURIComponent(match)}`), location.href).href.replace(/^http/, "ws");
const together = new Together(address, () => gather(), { renew: () => becomeGuest(rememberedName()) });

const state = {
  /** @type {Reel | null} */ reel: null,
  /** @type {import("../games/boards.js").Board | null} */ board: null,
  /** @type {Verdict | null} where an analysis is kept */ verdict: null,
  step: 0,
  /** @type {As} */ as: "all",
  speed: 1,
  /** @type {any} */ playing: null,
  /** the step that is drawn, and through whose eyes; -1 before the first */ drawn: -1,
  /** @type {As | null} */ drawnAs: null,
};

/** The room as it was: who sat where. */
const room = {
  /** @type {any} */ seats: [], game: "", host: null, kind: "play", phase: "playing", watchers: [], claims: [], said: [], house: {}, waits: null,
};

// ------------------------------------------------------------------ where one is

/** @param {number} wanted @param {{ playing?: boolean, led?: boolean }} [how] playing: the next one by itself; led: where somebody leads to */
function go(wanted, { playing = false, led = false } = {}) {
  const { reel } = state;
  if (!reel) return;
  if (!playing) stop();
  state.step = reel.within(wanted);
  if (!led && together.wanted !== null && together.wanted !== state.step) {
    together.follows = false;
    gather();
  }
  render();
  together.at(state.step);
  history.replaceState(null, "", addressOf(state.step, state.as));
}

function play() {
  if (state.playing !== null) return stop();
  if (state.step === state.reel?.last) go(0);
  scrubber.runs(true);
  next(PACE / state.speed / 2);
}

/** @param {number} wait ms */
function next(wait) {
  state.playing = setTimeout(() => {
    go(state.step + 1, { playing: true });
    if (state.step === state.reel?.last) stop();
    else next(Math.max(PACE / state.speed, table.felt.remaining()));
  }, wait);
}

function stop() {
  clearTimeout(state.playing);
  state.playing = null;
  scrubber.runs(false);
}

/** Through other eyes: their views are fetched when they are wanted first. @param {As} as */
async function see(as) {
  const { reel } = state;
  if (!reel) return;
  try {
    await fetched(reel, as);
  } catch (refusal) {
    toast(why(refusal));
    eyes.value = String(state.as);
    return;
  }
  state.as = as;
  lay();
  go(state.step);
}

/** @param {Reel} reel @param {As} as */
async function fetched(reel, as) {
  const missing = reel.viewers(as).filter((viewer) => !reel.told.has(viewer));
  await Promise.all(missing.map(async (viewer) => reel.told.set(viewer, await call("GET", `/api/matches/${match}/replay${viewer === "watch" ? "" : `?seat=${viewer}`}`))));
}

// ------------------------------------------------------------------ one step, one picture

function render() {
  const { reel, step, as, drawn, drawnAs } = state;
  const { board } = state;
  if (!reel || !board) return;
  const same = drawnAs === as, on = same && step === drawn + 1, back = same && step < drawn;
  if (back) table.lines.clear();
  const from = same && !back ? drawn + 1 : 0;
  if (same && step === drawn) return;
  const news = Array.from({ length: step - from + 1 }, (_, nth) => reel.news(from + nth, as).map((item) => ({ ...item, ...(!(on && from + nth === step) && { old: true }) }))).flat();
  const message = { match: `${match}:${as}`, view: reel.view(step, as), offer: null, turn: step, v: step };
  state.drawn = step;
  state.drawnAs = as;
  table.show(board, { room: /** @type {any} */ (room), message, seat: reel.seat(as), pending: null, news, quiet: !same || Math.abs(step - drawn) > 1, now: Date.now, send: async () => {}, move: () => {}, replay: true });
  table.parts.hand.inert = true;
  hands();
  const where = t("replay.where", { move: reel.move(step), moves: reel.moves });
  const better = state.verdict?.show(step, message.view) ?? "";
  scrubber.show(step, where, `${t("replay.step", { n: step, of: reel.last })} ${table.read("last")} ${better}`.trim());
  say(section("bar-sub"), table.where(message.view.facts));
  set(part(root, "play-on"), "aria-disabled", step === reel.last ? "true" : null);
}

/** Whose place it would be to play on: those eyes', else whoever is to act. @returns {number} */
function whoseSeat() {
  const { reel, step, as } = state;
  return typeof as === "number" ? as : (reel?.view(step, as)?.facts.to_act ?? reel?.seat(as) ?? 0);
}

/** Every hand, where all are open: the reader's own lies on the table. */
function hands() {
  const { reel, step, as } = state;
  const list = section("hands"), { board } = state;
  const all = reel && as === "all" ? reel.hands(step).filter((one) => one.kind !== "hand" || one.seat !== reel.seat(as)) : [];
  list.hidden = !all.length;
  keep(list, all, (one) => `${one.seat}:${one.kind}`, () => make("li", { class: "row" }), (item, { seat, kind, cards }) => {
    const key = JSON.stringify(cards);
    if (item.dataset.cards === key) return;
    item.dataset.cards = key;
    const player = table.players[seat];
    const words = kind === "hand" ? t("replay.hand", { name: player?.name ?? "" }) : t(`replay.${kind}`, { name: player?.name ?? "" });
    item.replaceChildren(...(player ? [avatar(player, "sm")] : []), make("span", { class: kind === "hand" ? "sr" : "small" }, `${words} `), ...cards.map((card) => make("span", { class: "rk" }, board?.sign(table, card) ?? "")));
  });
}

/** What the scrubber shows of the match as a whole. */
function lay() {
  const { reel, as } = state;
  const { board } = state;
  if (!reel || !board) return;
  const ticks = reel.steps.flatMap((_, at) => reel.news(at, as).flatMap((item) => [board.logged(item) ?? []].flat()).filter((line) => line.caught && line.seat !== null).map((line) => ({ at, line: room.seats[line.seat ?? 0].avatar })));
  scrubber.lay(reel.last, reel.deals, ticks, state.verdict?.marks);
  state.verdict?.course(reel.seat(as) ?? reel.record.scores.winners[0] ?? 0);
}

// ------------------------------------------------------------------ together

/** Who else looks at this, who leads, and there with them. */
function gather() {
  const { told, leads, wanted } = together;
  const others = (told?.people.length ?? 1) - 1, leader = told?.leader;
  const words = others ? t("replay.here", { n: others + 1 }) : "";
  part(root, "together").hidden = !others && !leads;
  say(part(root, "here"), words);
  const lead = part(root, "lead");
  say(lead, t(leads ? "replay.lead.stop" : "replay.lead"));
  lead.setAttribute("aria-pressed", String(leads));
  if (!leader || leads) banner.put("away", null);
  else {
    const name = leader.name || t("table.nobody");
    const follow = () => {
      together.follows = !together.follows;
      gather();
    };
    banner.put("away", { kind: "info", icon: "eye", words: t(together.follows ? "replay.led" : "replay.alone", { name }), button: { words: t(together.follows ? "replay.leave.led" : "replay.follow", { name }), does: follow } });
  }
  if (wanted !== null && wanted !== state.step) go(wanted, { led: true });
}

// ------------------------------------------------------------------ the page

function wireUp() {
  part(root, "lead").addEventListener("click", () => together.lead(together.leads ? null : state.step));
  addEventListener("pagehide", () => together.rest());
  addEventListener("pageshow", (event) => event.persisted && together.start());
  eyes.addEventListener("change", () => void see(/^\d+$/.test(eyes.value) ? Number(eyes.value) : /** @type {As} */ (eyes.value)));
  const speeds = /** @type {HTMLElement[]} */ ([...part(root, "speeds").querySelectorAll("button")]);
  for (const button of speeds)
    button.addEventListener("click", () => {
      state.speed = Number(button.dataset.speed);
      for (const one of speeds) one.setAttribute("aria-pressed", String(one === button));
    });
  part(root, "link").addEventListener("click", () => void copy(location.href, t("replay.copied")));
  offerPlayOn(/** @type {HTMLButtonElement} */ (part(root, "play-on")), () => ({ match, step: state.step, seat: whoseSeat() }));
  section("log").addEventListener("click", (event) => {
    const led = event.target instanceof Element ? event.target.closest("a[data-v]") : null;
    if (!led || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    go(Number(led.getAttribute("data-v")));
    table.side.close();
  });
  addEventListener("keydown", pressed);
  listen(
    (wish) => (wish === "rules" ? rules.open(table.rulesPart()) : wish === "help" ? showKeys(keys()) : ["scores", "last", "captured", "turn"].includes(wish) && table.wish(wish)),
    () => !isCovered(),
  );
  document.addEventListener("visibilitychange", () => document.hidden && stop());
}

/** @param {KeyboardEvent} event */
function pressed(event) {
  const target = event.target instanceof Element ? event.target : document.body;
  if (!state.reel || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || isCovered()) return;
  if (target.closest("select, input, textarea") || (event.key === " " && target.closest("button, a, summary"))) return;
  const wanted = keyed(event.key, state.step, state.reel.last, state.reel.deals);
  if (wanted === null || (target.closest(".logs") && ["ArrowUp", "ArrowDown", "PageUp", "PageDown"].includes(event.key))) return;
  event.preventDefault();
  if (wanted === "play") play();
  else go(wanted);
}

function keys() {
  const list = keyList(room.game, ["scores", "last", "captured", "turn", "rules"]);
  for (const key of ["arrows", "ends", "deals", "space"]) list.append(make("dt", {}, ...t(`replay.key.${key}`).split(" ").map((one) => make("kbd", {}, one))), make("dd", {}, t(`replay.key.${key}.does`)));
  return list;
}

async function open() {
  const board = BOARDS[document.body.dataset.game ?? ""]?.fetch(); // comes meanwhile
  board?.catch(() => dispatchEvent(new Event("anew")));
  await text.load().catch(() => {});
  const [record, { steps }, analysis] = await Promise.all([call("GET", `/api/matches/${match}`), call("GET", `/api/matches/${match}/moves`), document.body.hasAttribute("data-kept") ? kept(match).catch(() => null) : null]);
  room.game = record.game;
  room.seats = record.seats.map((/** @type {any} */ one) => ({ ...one, avatar: one.seat, state: "present", kept: false, waited: false, until: null }));
  const reel = new Reel(record, steps, new Map());
  const { step, as } = asked(location.search, record);
  await fetched(reel, as);
  state.board = (await board) ?? null;
  state.reel = reel;
  if (analysis) state.verdict = new Verdict(analysis, record.game, room.seats, { course: section("course"), line: section("instead"), felt: section("felt") });
  state.as = as;
  state.step = reel.within(step);
  eyes.value = String(as);
  rules.of(room.game);
  table.lines.leads = (v) => addressOf(v, state.as);
  table.side.chat(false, 0, "");
  part(root, "play-on").hidden = record.result !== "finished";
  lay();
  wireUp();
  render();
  root.removeAttribute("aria-busy");
  await becomeGuest(rememberedName()).catch(() => {}); // the wire asks again
  together.start();
}

open().catch((refusal) => say(part(root, "where"), why(refusal)));
