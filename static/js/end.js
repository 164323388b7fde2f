/* The end of a match: who won, how the points came in, and whether there is another.

   renderEnd draws a `room` and the newest `table` message; it may be called for every one of them. Seats may change
   hands while this page is shown, so the players' names are kept as the match ended, and read from its record. The
   button for seats and game sends the event `show` with detail "lobby"; the one that leaves sends `leave`. */

import { origin } from "./branch.js";
import { avatar, icon, keep, make, part, say, set } from "./dom.js";
import { busy } from "./field.js";
import { brokenOff, highlights, ranking, sentence } from "./result.js";
import { call } from "./rest.js";
import { share } from "./share.js";
import { missing } from "./missing.js";
import { howOf } from "./seated.js";
import { at } from "./site.js";
import { t } from "./text.js";
import { tell } from "./toast.js";

/** @typedef {import("./seats.js").Room} Room */
/** @typedef {import("./seats.js").Me} Me */
/** @typedef {import("./seats.js").Send} Send */
/** @typedef {import("./result.js").Player} Player */
/** @typedef {import("./result.js").Facts} Facts */
/** @typedef {{match: string, view: {facts: Facts}}} Table */
/** @typedef {{room: Room, table: Table, me: Me, send: Send, players: Player[]}} Look */

/** The players of a match as it ended. @type {Map<string, Player[]>} */
const ended = new Map();
/** Who was missing in a match that was broken off. @type {Map<string, string[]>} */
const broken = new Map();
/** @type {WeakMap<HTMLElement, {look: Look}>} */
const drawn = new WeakMap();

/**
 * Draws the end page.
 * @param {HTMLElement} root the section #end
 * @param {Room} room the newest `room` message
 * @param {Table} table the newest `table` message
 * @param {Me} me `welcome.you`
 * @param {Send} send resolves once a command is stored, rejects with {code, facts}
 * @param {import("./result.js").Tallies} [tallies] the game's own words and numbers
 */
export function renderEnd(root, room, table, me, send, tallies = () => null) {
  const facts = table.view.facts;
  const players = playersOf(room, table, () => renderEnd(root, room, table, me, send, tallies));
  const look = { room, table, me, send, players };
  const had = drawn.get(root);
  if (had) had.look = look;
  else wire(root, look);
  part(root, "finish").dataset.game = room.game;
  const mine = players.findIndex((player) => player.guest === me.guest);
  const tally = tallies(facts, players, mine);
    const { headline, byline } = room.broken ? brokenOff(room.broken, gone(room, table.match, me)) : (tally ?? sentence(facts, players, mine));
  set(part(root, "finish"), "data-broken", room.broken);
  part(root, "podium").hidden = part(root, "highs").hidden = room.broken !== null;
  part(root, "points").hidden = room.broken !== null && !facts.scores.length; // a game that counts at its end only
  say(part(root, "headline"), headline);
  say(part(root, "byline"), room.kind === "lesson" ? t("lesson.done") : byline);
  renderPodium(root, facts, players);
  if (tally) renderTally(root, tally);
  else renderRows(root, facts, players, mine);
  keep(part(root, "highs"), highlights(facts, players), (high) => high.words, (high) => make("li", { class: "chip" }, icon(high.icon), high.words), () => {});
  renderAgain(root, look);
}

/**
 * Who played: as the seats are when the match is first seen over; then as its record says, since seats change.
 * @param {Room} room
 * @param {Table} table
 * @param {() => void} redraw
 * @returns {Player[]}
 */
function playersOf(room, table, redraw) {
  const known = ended.get(table.match);
  if (known) return known;
  const players = table.view.facts.totals.map((_, nth) => {
    const seat = room.seats[nth];
    return { name: seat?.name ?? "…", avatar: seat?.avatar ?? nth, bot: seat?.bot ?? null, guest: seat?.guest ?? null };
  });
  ended.set(table.match, players);
  call("GET", `/api/matches/${table.match}`)
    .then((/** @type {{seats: {name: string, guest: string | null, bot: string | null}[]}} */ record) => {
      const told = record.seats.map(({ name, guest, bot }, nth) => ({ avatar: players[nth]?.avatar ?? nth, name, guest, bot }));
      if (told.every((one, nth) => one.name === players[nth]?.name && one.guest === players[nth]?.guest)) return;
      ended.set(table.match, told);
      redraw();
    })
    .catch(() => {}); // the seats' names will do
  return players;
}

/** Who was missing as the match was broken off: as this page sees it first, since people come back. @param {Room} room @param {string} match @param {Me} me */
function gone(room, match, me) {
  const known = broken.get(match) ?? missing(room, me.guest).map(({ name }) => name);
  broken.set(match, known);
  return known;
}

/** @param {HTMLElement} root @param {Look} first */
function wire(root, first) {
  const state = { look: first };
  drawn.set(root, state);
  const again = /** @type {HTMLButtonElement} */ (part(root, "again"));
  again.addEventListener("click", () => {
    if (again.getAttribute("aria-disabled") !== "true") void busy(again, () => tell(state.look.send("again")));
  });
  part(root, "to-lobby").addEventListener("click", () => root.dispatchEvent(new CustomEvent("show", { bubbles: true, detail: "lobby" })));
  part(root, "end-leave").addEventListener("click", () => root.dispatchEvent(new CustomEvent("leave", { bubbles: true })));
  part(root, "share-result").addEventListener("click", () => {
    const { room } = state.look;
    const url = location.origin + at(`/matches/${room.last_match}`);
    void share({ url, title: part(root, "headline").textContent ?? "", copied: t("end.shared.link") });
  });
}

/** @param {HTMLElement} root @param {Facts} facts @param {Player[]} players */
function renderPodium(root, facts, players) {
  const most = Math.max(1, ...facts.totals);
  keep(
    part(root, "podium"),
    ranking(facts),
    ({ seat }) => String(seat),
    ({ seat }) => make("li", {}, make("span", { class: "crown" }), make("span", { class: "slot" }), make("b"), make("span", { class: "block num" })),
    (step, { seat, place, won }) => {
      const player = players[seat];
      if (!player) return;
      const [crown, slot, name, block] = /** @type {HTMLElement[]} */ ([...step.children]);
      if (!crown || !slot || !name || !block) return;
      step.classList.toggle("first", won);
      set(step, "data-place", place);
      if (won && !crown.childElementCount) crown.append(icon("crown"), make("span", { class: "sr" }, t("match.winner")));
      const face = `${player.avatar} ${player.name} ${player.bot}`;
      if (slot.dataset.face !== face) slot.replaceChildren(avatar(player, won ? "lg" : ""));
      slot.dataset.face = face;
      say(name, player.name);
      say(block, String(facts.totals[seat]).replace("-", "−")); // a park may end below zero
      block.style.setProperty("--h", String(Math.max(0, (facts.totals[seat] ?? 0) / most)));
    },
  );
}

/** @param {HTMLElement} root @param {import("./result.js").Tally} tally */
function renderTally(root, { heads, rows }) {
  part(root, "heads").replaceChildren(...heads.map((head) => make("th", { scope: "col" }, head)));
  part(root, "rows").replaceChildren(
    ...rows.map(({ name, cells, total }) => make("tr", { class: total ? "sum" : "" }, make("th", { scope: "row" }, name), ...cells.map((cell) => make("td", { class: total ? "tot" : "" }, cell)))),
  );
}

/** @param {HTMLElement} root @param {Facts} facts @param {Player[]} players @param {number} mine */
function renderRows(root, facts, players, mine) {
  const deals = facts.scores.map((_, nth) => t("end.deal", { n: nth + 1 }));
  const heads = [t("end.player"), ...(deals.length > 1 ? deals : []), t("end.best"), t("end.total")];
  keep(part(root, "heads"), heads, (head) => head, (head) => make("th", { scope: "col" }, head), () => {});
  keep(
    part(root, "rows"),
    ranking(facts).map((row) => ({ ...row, player: players[row.seat] })),
    ({ seat, player }) => `${seat} ${player?.name}`,
    ({ seat, player }) => {
      const scores = deals.length > 1 ? facts.scores.map((deal) => make("td", {}, String(deal[seat] ?? ""))) : [];
      const who = player ? make("span", { class: "row" }, avatar(player, "sm"), player.name) : "";
      return make("tr", {}, make("th", { scope: "row" }, who), ...scores, make("td", {}, String(facts.catches[seat] || "–")), make("td", { class: "tot" }, String(facts.totals[seat])));
    },
    (row, { seat }) => row.classList.toggle("me", seat === mine),
  );
}

/** Rematch: who is in. @param {HTMLElement} root @param {Look} look */
function renderAgain(root, { room, me }) {
  const mine = room.seats.findIndex((seat) => seat?.guest === me.guest);
  const seated = room.seats.flatMap((seat, nth) => (seat ? [{ ...seat, nth, away: howOf(seat) !== null, in: Boolean(seat.bot) || room.said.includes(nth) }] : []));
  const here = seated.filter((one) => !one.away); // a rematch starts with them
  const said = room.said.includes(mine);
  part(root, "again").hidden = mine < 0 || seated.length < 2;
  set(part(root, "again"), "aria-disabled", said ? "true" : null);
  const lesson = room.kind === "lesson", from = room.kind === "branch" ? room.from : null;
  say(part(root, "again-words"), t(lesson ? "lesson.again" : said ? "end.again.said" : from ? "branch.again" : "end.again"));
  say(part(root, "end-leave-words"), t(lesson ? "lesson.play" : "end.leave"));
  part(root, "to-lobby").hidden = lesson || Boolean(from);
  const back = part(root, "origin");
  back.hidden = !from;
  if (from) set(back, "href", origin(from));
  say(part(root, "again-hint"), from && !said ? t("branch.from", { move: from.move }) : mine < 0 ? t("end.watch") : seated.length < 2 ? t("start.two") : said ? t("end.again.hint") : "");
  part(root, "who").hidden = lesson || seated.length < 2;
  say(part(root, "who-n"), t("end.who.n", { n: here.filter((one) => one.in).length, of: here.length }));
  keep(
    part(root, "whos"),
    seated,
    (one) => `${one.nth} ${one.name} ${one.in} ${one.away}`,
    (one) => make("li", { class: `chip who ${one.away ? "away" : one.in ? "good" : ""}` }, avatar(one, "sm"), one.name, icon(one.away ? "off" : one.in ? "check" : "clock"), make("span", { class: "sr" }, t(one.away ? "people.note.away" : one.in ? "end.in" : "end.out"))),
    () => {},
  );
  const link = part(root, "match");
  const replay = part(root, "replay");
  link.hidden = replay.hidden = part(root, "share-result").hidden = lesson || !room.last_match;
  set(link, "href", at(`/matches/${room.last_match}`));
  set(replay, "href", at(`/matches/${room.last_match}/replay`));
}
