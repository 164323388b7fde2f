/* A room's page: one state, one render. The wire tells what is so; this file shows the waiting room, the table or the
   end, and carries out what somebody wants. */

import { BOARDS } from "../games/boards.js";
import { Banner } from "./banner.js";
import { Connection } from "./connection.js";
import { becomeGuest, rememberedName } from "./guest.js";
import { Hinting } from "./hinting.js";
import { listen, once } from "./keys.js";
import { fetchRest, Later } from "./later.js";
import { CLOCK } from "./line.js";
import { Live } from "./live.js";
import { isCovered } from "./over.js";
import { why } from "./rest.js";
import { hasCompany, mayTalk, seatOf } from "./seated.js";
import { at, build } from "./site.js";
import { chip, Table } from "./table.js";
import { t, text } from "./text.js";
import { toast } from "./toast.js";
import { Turn } from "./turn.js";
import { Wire } from "./wire.js";

const REFUSED = 6000, EXPLAINED = 12_000, ANNOUNCED = 30_000, LOOK = 900, COMMIT = 1500;
const code = document.body.dataset.code ?? "";
const section = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
const sections = { opening: section("opening"), lobby: section("lobby"), table: section("table"), end: section("end") };
const parts = { conn: section("conn"), leave: section("leave"), title: section("bar-title"), sub: section("bar-sub"), watching: section("bar-watching"), from: section("bar-from") };

/** The one state of the page. `asked`: the section somebody asked for after the match; `ended`: the match whose end has been
 *  watched, `ending`: the one whose last cards still fly; `noticed`: what whoever runs the server has said; `sat`: the own seat in a match. */
const state = {
  /** @type {any} */ room: null,
  /** @type {any} */ message: null,
  /** @type {any[]} */ news: [],
  /** @type {any} */ me: null,
  asked: "end",
  ended: "",
  ending: "",
  noticed: "",
  /** @type {{ match: string, seat: number } | null} */ sat: null,
};

const live = new Live(section("live"), section("alert"), (n, last) => t("table.summary", { n, last }), CLOCK);
const banner = new Banner(section("banner"));
const turn = new Turn();
const table = new Table(sections.table, live);

// What comes when it is needed. What shows as a whole is drawn once it is here.
const redraw = { came: () => render() };
const boards = Object.fromEntries(Object.entries(BOARDS).map(([game, { fetch, sheet }]) => [game, new Later(fetch, { ...redraw, sheets: [sheet], ahead: false })]));
const lobby = new Later(() => import("./seats.js"), { ...redraw, sheets: ["lobby", "scene"], ahead: false });
const end = new Later(() => import("./end.js"), { ...redraw, sheets: ["end", "scene"] });
const talking = new Later(() => import("./talking.js"), { sheets: ["chat"], came: (part) => startTalk(part) });
const coaching = new Later(async () => new (await import("./coach.js")).Coach(section("felt"), () => go(false)), { ...redraw, sheets: ["coach"], ahead: false });
const entropy = new Later(async () => new (await import("./entropy.js")).Entropy(send, storage), { came: () => addChance(state.room), ahead: false });
const goodbye = new Later(() => import("./leaving.js"), { sheets: ["over"] });
const keyWords = new Later(() => import("./keylist.js"), { sheets: ["over"] });
const people = new Later(async () => new (await import("./people.js")).People(banner, live, sections.table, send, () => Date.now() + wire.ahead), redraw);
const devices = new Later(() => import("./device.js"), { sheets: ["over", "device"] });
const branches = new Later(() => import("./branch.js"), { ...redraw, ahead: false });
const farewell = new Later(() => import("./gone.js"), { sheets: ["scene"] });
const rules = new Later(sheetOfRules, { sheets: ["over"] });

/** This tab's storage, or nothing where it is switched off. */
const storage = (() => {
  try {
    return sessionStorage;
  } catch {
    return undefined;
  }
})();

const wire = new Wire({
  url: new URL(at(`/ws/rooms/${encodeURIComponent(code)}`), location.href).href.replace(/^http/, "ws"),
  code, build, tab: tabName(), storage,
  renew: () => becomeGuest(rememberedName()),
  reload: () => location.reload(),
  seen: () => document.visibilityState === "visible",
  ears: {
    welcome: (message) => {
      state.me = message.you;
      notice(message.notice);
      welcomed ||= wire.clock.now() + wire.ahead;
      if (storage?.getItem(`chat:${code}`)) talking.get(); // something is still to be said
    },
    room: (message) => {
      state.room = message;
      addChance(message);
      render();
    },
    table: (message) => {
      // The match begins before this page's eyes: what others would only read in the log is dealt here.
      const another = message.match !== state.message?.match;
      if (another) state.news = [];
      // A branch begins with what happened elsewhere, and nothing of that moves here.
      const begins = another && state.room?.kind !== "branch" && ["lobby", "end"].includes(document.body.dataset.show ?? "");
      state.news.push(...message.news.map((/** @type {any} */ item) => (begins ? { ...item, old: false } : item)));
      state.message = message;
      render();
    },
    chat: (message) => hear(message.lines),
    notice: (texts) => notice(texts),
    conn: (conn) => {
      if (conn.is === "lost") talk?.chat.outbox.lost();
      if (conn.is === "gone") gone(conn);
      else connection.show(conn);
    },
  },
});
const send = (/** @type {string} */ what, /** @type {object} */ fields = {}) => wire.send(what, fields);
const connection = new Connection(parts.conn, banner, live, () => wire.look());
const hinting = new Hinting(section("hint"), banner, live, (what) => send(what));
table.side.turned = () => (talk ? talk.chat.toEnd() : table.side.chatShown && void talking.load());

/** This seat's share of chance, before the first deal. @param {any} room */
function addChance(room) {
  const seat = state.me ? seatOf(room, state.me.guest) : -1;
  const dealt = state.message?.match === room.match;
  if (room.fair && seat >= 0 && !dealt && room.phase === "playing") entropy.get()?.see(room, seat, dealt);
}

// ------------------------------------------------------------------ the talk

/** @type {import("./talking.js").Talking | null} */ let talk = null;
/** @type {import("./talk.js").Line[]} said before its modules were here */ let unheard = [];
let welcomed = 0;

/** @param {typeof import("./talking.js")} part */
function startTalk({ Talking }) {
  talk = new Talking({
    wire, code, storage, since: welcomed, felt: section("felt"),
    live, redraw: () => render(),
    seatOf: (guest) => (state.room ? seatOf(state.room, guest) : -1),
    counted: (open, n) => table.side.chat(open, n, t("chat.unread", { n })),
    atTable: () => document.body.dataset.show === "table",
    shown: () => document.body.dataset.show !== "table" || table.side.chatShown,
  });
  render(); // it has to know who is here before it hears
  talk.chat.hear(unheard.splice(0));
  render();
}

/** @param {import("./talk.js").Line[]} lines */
function hear(lines) {
  if (talk) return talk.chat.hear(lines);
  unheard.push(...lines);
  if (lines.length) talking.get();
}

/** The talk of the room in the section that is shown. @param {string} where */
function showTalk(where) {
  const { room, me } = state;
  if (talk) return talk.show(room, me.guest, section(where));
  const may = mayTalk(room, me.guest) && room.kind !== "lesson" && (hasCompany(room, me.guest) || unheard.length > 0);
  table.side.chat(may, 0, ""); // what leads to it stands where it will be
  if (may && (where === "end" || table.side.chatShown)) talking.get();
}

// ------------------------------------------------------------------ what comes when it is asked for

/** The sheet of rules. */
async function sheetOfRules() {
  const { Rules } = await import("./rules.js");
  const sheet = new Rules(/** @type {HTMLTemplateElement} */ (section("rules")), section("over"), partOfRules);
  if (state.room) sheet.of(state.room.game);
  return sheet;
}

/** The section of the rules that matters now. */
const partOfRules = () => (document.body.dataset.show === "table" ? table.rulesPart() : "");

/** Where a refusal is explained; nothing where it is not one of the game's rules. @param {string} rule @returns {string | undefined} */
const anchorOf = (rule) => JSON.parse(section("rules").dataset.anchors ?? "{}")[state.room.game]?.[rule];

/** @param {string} part */
async function openRules(part) {
  (await rules.load()).open(part);
}

/** Before their sheet is here it cannot listen for the buttons that lead to it. @param {Event} event */
function wantsRules({ target }) {
  if (!rules.now && target instanceof Element && target.closest("[data-rules]")) void openRules(partOfRules());
}

/** What whoever runs the server has to say: read aloud once, and shown for a while where nothing graver is: on a small phone it
 *  lies over the dock. @param {Record<string, string> | null} texts */
function notice(texts) {
  const words = texts?.[document.documentElement.lang] ?? Object.values(texts ?? {})[0] ?? "";
  if (words === state.noticed) return;
  state.noticed = words;
  banner.put("notice", words ? { kind: "info", icon: "bell", words } : null, ANNOUNCED);
  live.say(words);
}

function tabName() {
  const name = storage?.getItem("tab") ?? `${Date.now()}-${Math.random()}`;
  storage?.setItem("tab", name);
  return name;
}

// ------------------------------------------------------------------ one state, one picture

function render() {
  const { room, me } = state;
  if (!room || !me) return;
  const mine = seatOf(room, me.guest);
  const seat = mine < 0 ? null : mine;
  document.body.dataset.game = room.game;
  rules.now?.of(room.game);
  const board = boards[room.game]?.get() ?? null;
  const running = room.phase !== "lobby" && state.message && state.message.match === room.match;
  // A seat has changed hands: the view of whoever sits there now is on the way.
  if (running && room.phase === "playing" && (state.message.view.own === null) !== (seat === null)) return;
  if (room.phase === "playing") state.asked = "end";
  if (room.kind === "lesson" && room.phase === "over") void import("./lessons.js").then(({ endLesson }) => endLesson(room.game));
  const where = room.phase === "lobby" ? "lobby" : running ? (hasEnded() ? state.asked : "table") : (document.body.dataset.show ?? "opening");
  if (!isHere(where)) return;
  reveal(where);
  if (where === "table" && running) showTable(seat);
  if (where !== "table") table.leave();
  if (where === "lobby") lobby.now?.renderLobby(sections.lobby, room, me, send);
  if (where === "end" && running) end.now?.renderEnd(sections.end, room, state.message, me, send, board?.tally);
  // A board that opens the end before everybody's eyes leads on by itself, when somebody has seen it.
  const watched = state.ending === state.message?.match && state.ended !== state.ending;
  if (watched && !board?.opens) watchEnd(state.ending);
  showTalk(where);
  talk?.offerNudge(room, state.message, where === "table" ? seat : null);
  hinting.show(where === "table" && running && board ? { room, message: state.message, seat, board, table } : null);
  talk?.settle();
  bar(where, seat);
  if (first && where !== "opening") {
    first = false;
    fetchRest();
  }
}

let first = true;

/** Whether what a section is drawn by has come; it is on the way otherwise. @param {string} where */
function isHere(where) {
  const ending = state.room.phase === "over" && end.get();
  if (where === "lobby") return lobby.get() && talking.get();
  if (where === "table" || where === "end") return boards[state.room.game]?.get() && (where === "table" || ending);
  return true;
}

/** Somebody wants to say something: the chat opens, with the cursor in its field. */
async function speak() {
  if (!talk) await talking.load();
  if (!talk?.chat.open) return;
  table.side.open("chat");
  talk.chat.field.focus();
}

/** Whether the end of the match may take the table's place: not before its last captures have been seen. */
function hasEnded() {
  const { room, message } = state;
  if (room.phase !== "over") return false;
  const watched = document.body.dataset.show === "table" && !document.hidden && !room.broken;
  if (!watched) state.ended = message.match;
  else if (message.view.facts.phase === "over") state.ending = message.match;
  return state.ended === message.match;
}

/** @param {string} match */
function watchEnd(match) {
  state.ending = "";
  setTimeout(() => {
    state.ended = match;
    render();
  }, table.felt.remaining() + LOOK);
}

/** Shows one section. @param {string} where */
function reveal(where) {
  if (document.body.dataset.show === where) return;
  const first = !document.body.dataset.show;
  document.body.dataset.show = where;
  document.body.classList.remove("opens");
  for (const [id, element] of Object.entries(sections)) element.hidden = id !== where;
  scrollTo(0, 0);
  if (!first && where !== "opening" && !isCovered()) /** @type {HTMLElement | null} */ (section(where).querySelector("h1, h2"))?.focus({ preventScroll: true });
}

/** @param {number | null} seat */
function showTable(seat) {
  const { room, message } = state;
  const board = boards[room.game]?.now;
  const news = state.news.splice(0);
  if (!board) return;
  table.show(board, { room, message, seat, pending: wire.pending, news, quiet: false, now: () => Date.now() + wire.ahead, send, move });
  people.now?.clock.now?.up(news, seat, (one) => table.nameOf(one));
  guide(board);
  wire.ownTurn = message.view.facts.to_act === seat && seat !== null;
}

/** What a lesson asks for now. @param {import("../games/boards.js").Board} board */
function guide(board) {
  const { room, message } = state;
  if (room.kind !== "lesson") return coaching.now?.show(null);
  const asked = table.sending || message.view.facts.to_act === null ? null : message.lesson;
  coaching.get()?.show({ game: room.game, asked, spot: () => board.spot(table, asked.move), seen: () => board.seen(table, asked.move), tell: (words) => live.say(words) });
}

/** The bar, the title and the cue of the own turn. @param {string} where @param {number | null} seat */
function bar(where, seat) {
  const { room, message } = state;
  const playing = where === "table" && Boolean(message);
  const game = t(`game.${room.game}`);
  chip(parts.sub, playing && message.view.facts.deal ? (room.kind === "lesson" ? t("lesson.chip") : table.where(message.view.facts)) : "", "chip");
  parts.title.textContent = playing ? game : "";
  const from = playing ? room.from : null;
  (from ? branches.get() : branches.now)?.showOrigin(parts.from, from);
  parts.watching.hidden = !(playing && seat === null);
  const later = room.kind === "lesson" && message?.lesson?.move === null; // these moves are made for the pupil
  const mine = playing && !later && (table.mine || table.sending); // a move under way is still this turn
  const began = turn.show(mine, mine ? t("table.title.turn", { game }) : playing ? t("table.title", { game }) : `${t(where === "end" ? "end.page" : "room.page")} · ${t("brand")}`);
  if (playing && seat !== null) state.sat = { match: message.match, seat };
  const had = state.sat?.match === message?.match ? (state.sat?.seat ?? null) : null;
  const asked = room.claims.length || room.seats.some((/** @type {any} */ one) => one?.guest && one.state !== "present") || message?.clock || (had !== null && seat === null);
  (playing && asked ? people.get() : people.now)?.show({ room, message, me: state.me.guest, seat, playing, sending: table.sending, had });
  if (began) table.call(people.now?.timeLeft() ?? "");
  rules.now?.turn(playing && table.mine);
}

// ------------------------------------------------------------------ what this guest wants

/** @param {any} wanted */
function move(wanted) {
  const { message } = state;
  if (connection.lostFor > COMMIT) return refused(t("table.conn.wait"));
  follow(wire.move(message.turn, wanted));
  render();
}

/** What becomes of a move. @param {Promise<any>} done */
function follow(done) {
  done.catch((refusal) => {
    const { rule, step } = refusal.facts ?? {};
    if (rule === "lesson") refusal.facts.wish = t(step ? `lesson.${state.room.game}.${step}.do` : "lesson.later.text");
    refused(refusal.code === "stale" || refusal.code === "not_your_turn" ? t("table.late") : rule ? why(refusal) : t("table.refused", { why: why(refusal) }), rule && anchorOf(rule));
    render();
    table.felt.shake(table.seat === null ? [] : table.felt.cards(`hand:${table.seat}`));
  });
}

/** @param {string} words @param {string} [anchor] of the rule that says so */
function refused(words, anchor) {
  const button = anchor ? { words: t("rules.read"), does: () => void openRules(anchor) } : undefined;
  banner.put("refused", { kind: "bad", icon: "x", words, ...(button && { button }) }, anchor ? EXPLAINED : REFUSED);
  live.call(words);
}

/** The same guest on another device. */
async function along() {
  const { takeAlong } = await devices.load();
  void takeAlong(() => send("code"), code);
}

async function leave() {
  const playing = document.body.dataset.show === "table" && state.room?.phase === "playing";
  const seated = state.room && state.me && seatOf(state.room, state.me.guest) >= 0;
  if (!playing || !seated) return go(Boolean(seated));
  if (state.room.kind === "lesson") return go(false); // it waits, whenever its pupil comes back
  (await goodbye.load()).askToLeave(state.room, state.me.guest, along, () => go(true));
}

/** Home, and out of the room if that can still be said. @param {boolean} say */
async function go(say) {
  if (say && connection.now.is === "ok") await Promise.race([send("leave").catch(() => {}), new Promise((done) => setTimeout(done, 1500))]);
  location.href = at("/");
}

/** What the page before promised. */
async function carryOut() {
  if (!storage?.getItem("intent")) return;
  const promised = await import("./intent.js");
  await promised.carryOut(code, state, send).catch((refusal) => toast(why(refusal)));
}

/** @param {import("./wire.js").Conn} conn the last word of the server: there is no way back */
async function gone(conn) {
  banner.put("lost", null);
  table.leave();
  delete document.body.dataset.show;
  const { why: kind, word } = conn;
  (await farewell.load()).showGone(kind ?? "noroom");
  if (kind === "kicked" && word && word !== "kicked") document.querySelector("#main .words p")?.replaceChildren(t(`table.turned.${word}`));
}

// ------------------------------------------------------------------ the page

/** The keys, to read. */
async function help() {
  const { keyList, showKeys } = await keyWords.load();
  showKeys(keyList(state.room.game));
}

function wireUp() {
  document.addEventListener("click", wantsRules);
  parts.leave.addEventListener("click", leave);
  for (const button of document.querySelectorAll("[data-device]")) button.addEventListener("click", along);
  addEventListener("leave", () => go(true));
  addEventListener("show", (event) => {
    state.asked = /** @type {CustomEvent} */ (event).detail;
    if (state.room?.phase === "over") state.ended = state.message?.match ?? "";
    render();
  });
  const look = () => document.visibilityState === "visible" && wire.look();
  document.addEventListener("visibilitychange", look);
  addEventListener("pageshow", (event) => event.persisted && look());
  for (const change of ["online", "offline"]) addEventListener(change, look);
  addEventListener("pagehide", () => wire.rest());
  once(() => document.body.dataset.show === "table" && !(document.activeElement instanceof HTMLTextAreaElement));
  listen(
    (wish, rank) => (wish === "rules" ? void openRules(table.rulesPart()) : wish === "chat" ? void speak() : wish === "help" ? void help() : table.wish(wish, rank, people.now?.timeLeft())),
    () => document.body.dataset.show === "table" && !isCovered(),
  );
}

async function open() {
  await text.load().catch(() => {}); // without words the keys show: better than no table
  await becomeGuest(rememberedName()).catch(() => {}); // the wire asks again
  wireUp();
  if (wire.pending) follow(wire.pending.done);
  wire.start();
  const first = setInterval(() => {
    if (!state.room || !state.me) return;
    clearInterval(first);
    carryOut();
  }, 20);
}

open();
