/* A room's page: one state, one render. The wire tells what is so; this file shows the waiting room, the table or the
   end, and carries out what somebody wants. */

import { BOARDS } from "../games/boards.js";
import { ask } from "./ask.js";
import { Bubbles } from "./bubbles.js";
import { Banner } from "./banner.js";
import { showOrigin } from "./branch.js";
import { Chat, chatPlace } from "./chat.js";
import { takeAlong } from "./device.js";
import { Coach } from "./coach.js";
import { Connection } from "./connection.js";
import { renderEnd } from "./end.js";
import { Entropy } from "./entropy.js";
import { showGone } from "./gone.js";
import { becomeGuest, rememberedName } from "./guest.js";
import { Hinting } from "./hinting.js";
import { takeIntent } from "./intent.js";
import { listen, once } from "./keys.js";
import { leaving } from "./leaving.js";
import { endLesson } from "./lessons.js";
import { CLOCK } from "./line.js";
import { Live } from "./live.js";
import { Nudge } from "./nudge.js";
import { isCovered } from "./over.js";
import { People } from "./people.js";
import { why } from "./rest.js";
import { Rules } from "./rules.js";
import { renderLobby, seatOf } from "./seats.js";
import { at, build } from "./site.js";
import { chip, keyList, Table } from "./table.js";
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
 *  watched, `ending`: the one whose last cards still fly; `noticed`: what whoever runs the server has said. */
const state = {
  /** @type {any} */ room: null,
  /** @type {any} */ message: null,
  /** @type {any[]} */ news: [],
  /** @type {any} */ me: null,
  asked: "end",
  ended: "",
  ending: "",
  noticed: "",
};

const live = new Live(section("live"), section("alert"), (n, last) => t("table.summary", { n, last }), CLOCK);
const banner = new Banner(section("banner"));
const turn = new Turn();
const table = new Table(sections.table, live);
const rules = new Rules(/** @type {HTMLTemplateElement} */ (section("rules")), section("over"), () => (document.body.dataset.show === "table" ? table.rulesPart() : ""));

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
      chat.welcome();
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
    chat: (message) => chat.hear(message.lines),
    notice: (texts) => notice(texts),
    conn: (conn) => {
      if (conn.is === "lost") chat.outbox.lost();
      if (conn.is === "gone") gone(conn);
      else connection.show(conn);
    },
  },
});
const send = (/** @type {string} */ what, /** @type {object} */ fields = {}) => wire.send(what, fields);
const bubbles = new Bubbles(section("felt"), (guest) => (state.room ? seatOf(state.room, guest) : -1));
const chat = new Chat({
  wire, code, storage,
  tell: (words) => live.say(words),
  spoke: (line) => document.body.dataset.show === "table" && bubbles.show(line, Date.now() + wire.ahead - line.at),
  hushed: () => bubbles.clear(),
  counted: (n) => table.side.chat(chat.open, n, t("chat.unread", { n })),
  seen: () => document.body.dataset.show !== "table" || table.side.chatShown,
});
const connection = new Connection(parts.conn, banner, live, () => wire.look());
const hinting = new Hinting(section("hint"), banner, live, (what) => send(what));
const nudge = new Nudge(CLOCK, () => render());
table.side.turned = () => chat.toEnd();
const people = new People(banner, live, sections.table, send, () => Date.now() + wire.ahead);

const entropy = new Entropy(send, storage);

/** This seat's share of chance, before the first deal. @param {any} room */
function addChance(room) {
  const seat = state.me ? seatOf(room, state.me.guest) : -1;
  entropy.see(room, seat < 0 ? null : seat, state.message?.match === room.match);
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
  rules.of(room.game);
  const running = room.phase !== "lobby" && state.message && state.message.match === room.match;
  // A seat has changed hands: the view of whoever sits there now is on the way.
  if (running && room.phase === "playing" && (state.message.view.own === null) !== (seat === null)) return;
  if (room.phase === "playing") state.asked = "end";
  if (room.kind === "lesson" && room.phase === "over") endLesson(room.game);
  const where = room.phase === "lobby" ? "lobby" : running ? (hasEnded() ? state.asked : "table") : (document.body.dataset.show ?? "opening");
  reveal(where);
  if (where === "table" && running) showTable(seat);
  if (where !== "table") table.leave();
  if (where === "lobby") renderLobby(sections.lobby, room, me, send);
  if (where === "end" && running) renderEnd(sections.end, room, state.message, me, send, BOARDS[room.game]?.tally);
  // A board that opens the end before everybody's eyes leads on by itself, when somebody has seen it.
  const watched = state.ending === state.message?.match && state.ended !== state.ending;
  if (watched && !BOARDS[room.game]?.opens) watchEnd(state.ending);
  chat.show(room, me.guest, chatPlace(section(where)));
  offerNudge(where === "table" ? seat : null);
  const board = BOARDS[room.game];
  hinting.show(where === "table" && running && board ? { room, message: state.message, seat, board, table } : null);
  if (chat.open) bubbles.settle();
  else bubbles.clear();
  bar(where, seat);
}

/** Whoever has been thinking for a while may be reminded, once. @param {number | null} seat */
function offerNudge(seat) {
  const found = nudge.whom(state.room, state.message, seat);
  const whom = chat.open ? found : null;
  const button = section("nudge"), words = whom ? t("chat.nudge", whom) : "";
  const does = () => {
    if (!whom) return;
    nudge.spent();
    chat.send({ phrase: "your_turn" });
    live.answer(t("chat.nudged", whom));
    if (document.activeElement === button) section("felt").querySelector("button")?.focus();
    render();
  };
  button.hidden = !whom;
  button.onclick = does;
  for (const name of ["aria-label", "title"]) button.setAttribute(name, words);
  chat.offerNudge(whom, does);
}

/** Somebody wants to say something: the chat opens, with the cursor in its field. */
function talk() {
  if (!chat.open) return;
  table.side.open("chat");
  chat.field.focus();
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
  for (const [id, element] of Object.entries(sections)) element.hidden = id !== where;
  scrollTo(0, 0);
  if (!first && where !== "opening" && !isCovered()) /** @type {HTMLElement | null} */ (section(where).querySelector("h1, h2"))?.focus({ preventScroll: true });
}

/** @param {number | null} seat */
function showTable(seat) {
  const { room, message } = state;
  const board = BOARDS[room.game];
  const news = state.news.splice(0);
  if (!board) return;
  table.show(board, { room, message, seat, pending: wire.pending, news, quiet: false, now: () => Date.now() + wire.ahead, send, move });
  people.clock.up(news, seat, (one) => table.nameOf(one));
  guide(board);
  wire.ownTurn = message.view.facts.to_act === seat && seat !== null;
}

/** @type {Coach | null} made when it is needed first: its words are loaded then */
let coach = null;

/** What a lesson asks for now. @param {import("../games/boards.js").Board} board */
function guide(board) {
  const { room, message } = state;
  if (room.kind !== "lesson") return coach?.show(null);
  coach ??= new Coach(section("felt"), () => go(false));
  const asked = table.sending || message.view.facts.to_act === null ? null : message.lesson;
  coach.show({ game: room.game, asked, spot: () => board.spot(table, asked.move), seen: () => board.seen(table, asked.move), tell: (words) => live.say(words) });
}

/** The bar, the title and the cue of the own turn. @param {string} where @param {number | null} seat */
function bar(where, seat) {
  const { room, message } = state;
  const playing = where === "table" && Boolean(message);
  const game = t(`game.${room.game}`);
  chip(parts.sub, playing && message.view.facts.deal ? (room.kind === "lesson" ? t("lesson.chip") : table.where(message.view.facts)) : "", "chip");
  parts.title.textContent = playing ? game : "";
  showOrigin(parts.from, playing ? room.from : null);
  parts.watching.hidden = !(playing && seat === null);
  const later = room.kind === "lesson" && message?.lesson?.move === null; // these moves are made for the pupil
  const mine = playing && !later && (table.mine || table.sending); // a move under way is still this turn
  const began = turn.show(mine, mine ? t("table.title.turn", { game }) : playing ? t("table.title", { game }) : `${t(where === "end" ? "end.page" : "room.page")} · ${t("brand")}`);
  people.show({ room, message, me: state.me.guest, seat, playing, sending: table.sending });
  if (began) table.call(people.clock.read());
  rules.turn(playing && table.mine);
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
    refused(refusal.code === "stale" || refusal.code === "not_your_turn" ? t("table.late") : rule ? why(refusal) : t("table.refused", { why: why(refusal) }), rules.anchor(rule));
    render();
    table.felt.shake(table.seat === null ? [] : table.felt.cards(`hand:${table.seat}`));
  });
}

/** @param {string} words @param {string} [anchor] of the rule that says so */
function refused(words, anchor) {
  const button = anchor ? { words: t("rules.read"), does: () => rules.open(anchor) } : undefined;
  banner.put("refused", { kind: "bad", icon: "x", words, ...(button && { button }) }, anchor ? EXPLAINED : REFUSED);
  live.call(words);
}

/** The same guest on another device. */
function along() {
  void takeAlong(() => send("code"), code);
}

function leave() {
  const playing = document.body.dataset.show === "table" && state.room?.phase === "playing";
  const seated = state.room && state.me && seatOf(state.room, state.me.guest) >= 0;
  if (!playing || !seated) return go(Boolean(seated));
  if (state.room.kind === "lesson") return go(false); // it waits, whenever its pupil comes back
  ask(t("table.leave.title"), leaving(state.room, state.me.guest), [
    { words: t("table.leave.stay"), primary: true },
    { words: t("device.open"), does: along },
    { words: t("table.leave.go"), does: () => go(true) },
  ]);
}

/** Home, and out of the room if that can still be said. @param {boolean} say */
async function go(say) {
  if (say && connection.now.is === "ok") await Promise.race([send("leave").catch(() => {}), new Promise((done) => setTimeout(done, 1500))]);
  location.href = at("/");
}

/** What the page before promised: to sit down, to bring a bot, to start. */
async function carryOut() {
  const intent = takeIntent(code);
  if (!intent) return;
  try {
    if (intent.sit && seatOf(state.room, state.me.guest) < 0) await send("sit", { seat: null });
    if (intent.bot) await send("bot", { seat: state.room.seats.findIndex((/** @type {any} */ one, /** @type {number} */ nth) => !one && nth > 0), level: intent.bot });
    if (intent.start) await send("start");
  } catch (refusal) {
    toast(why(refusal));
  }
}

/** @param {import("./wire.js").Conn} conn the last word of the server: there is no way back */
function gone(conn) {
  banner.put("lost", null);
  table.leave();
  delete document.body.dataset.show;
  const { why: kind, word } = conn;
  showGone(kind ?? "noroom");
  if (kind === "kicked" && word && word !== "kicked") document.querySelector("#main .words p")?.replaceChildren(t(`table.turned.${word}`));
}

// ------------------------------------------------------------------ the page

function wireUp() {
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
    (wish, rank) => (wish === "rules" ? rules.open(table.rulesPart()) : wish === "chat" ? talk() : wish === "help" ? ask(t("table.keys"), [keyList(state.room.game)], [{ words: t("table.close"), primary: true }]) : table.wish(wish, rank, people.clock.read())),
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
