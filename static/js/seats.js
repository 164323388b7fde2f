/* The waiting room: who sits where, who looks on, and the way to a seat or to the start.

   renderLobby draws a `room` message and may be called for every one of them: elements stay, so focus and typed words
   stay. In the phase "over" it shows a way back to the result; that button sends the event `show` with detail "end"
   (the end page's sends "lobby"), and whoever decides which section is seen listens for it. */

import { icon, keep, make, part, say, set } from "./dom.js";
import { busy, wrong } from "./field.js";
import { rememberedName, rename } from "./guest.js";
import { renderHouse } from "./house.js";
import { renderInvite, wireInvite } from "./invite.js";
import { why } from "./rest.js";
import { nameOf, seatOf } from "./seated.js";
import { createRow, updateRow } from "./seatrow.js";
import { readShelf } from "./shelf.js";
import { t } from "./text.js";
import { tell } from "./toast.js";

/** @typedef {{guest: string | null, name: string, avatar: number, bot: string | null, state: "present" | "away" | "left",
 *   kept?: boolean, waited?: boolean, until?: number | null, hints?: number}} Seat */
/** @typedef {{v: number, phase: "lobby" | "playing" | "over", kind: "play" | "lesson" | "branch", match: string | null, game: string,
 *   options: Record<string, string | number | boolean>, house: Record<string, string | number | boolean>, host: string,
 *   seats: (Seat | null)[], claims: {guest: string, name: string, seat: number}[], watchers: {guest: string, name: string}[], said: number[],
 *   broken: "absent" | "expired" | null, say: string | null, last_match: string | null,
 *   from?: {match: string, step: number, move: number} | null}} Room from: where a branch begins */
/** @typedef {{guest: string, name: string, seat?: number | null, role?: string}} Me */
/** @typedef {(what: string, fields?: object) => Promise<unknown>} Send */
/** @typedef {{room: Room, me: Me, send: Send, mine: number, host: boolean, taken: number, free: number, again: () => void,
 *   sit: (seat: number | null) => Promise<boolean>}} Look what the waiting room is drawn from */

const shelf = globalThis.document ? readShelf() : new Map();
/** @type {WeakMap<HTMLElement, {look: Look}>} */
const drawn = new WeakMap();

/**
 * Draws the waiting room.
 * @param {HTMLElement} root the section #lobby
 * @param {Room} room the newest `room` message
 * @param {Me} me `welcome.you`
 * @param {Send} send resolves once a command is stored, rejects with {code, facts}
 */
export function renderLobby(root, room, me, send) {
  const mine = seatOf(room, me.guest);
  const taken = room.seats.filter(Boolean).length;
  /** @type {Look} */
  const look = {
    room, me, send, mine, taken,
    host: room.host === me.guest,
    free: room.seats.length - taken,
    again: () => renderLobby(root, room, me, send),
    sit: (seat) => sit(root, look, seat),
  };
  const had = drawn.get(root);
  if (had) had.look = look;
  else wire(root, look);
  renderHead(root, look);
  renderNewcomer(root, look);
  renderSeats(root, look);
  renderInvite(root, room);
  renderHouse(root, room, look.host, shelf, send, look.again);
  renderStart(root, look);
}

/** Everything that is listened to, once. @param {HTMLElement} root @param {Look} first */
function wire(root, first) {
  const state = { look: first };
  drawn.set(root, state);
  wireInvite(root, () => state.look.room);
  const form = /** @type {HTMLFormElement} */ (part(root, "newcomer"));
  const name = /** @type {HTMLInputElement} */ (form.elements.namedItem("name"));
  name.value = first.me.name || rememberedName();
  name.addEventListener("input", () => wrong(name, ""));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    // The form goes once there is a seat: go on reading at the top.
    void busy(form.querySelector("button"), async () => (await state.look.sit(null)) && part(root, "title").focus());
  });
  const start = /** @type {HTMLButtonElement} */ (part(root, "start"));
  start.addEventListener("click", () => {
    if (start.getAttribute("aria-disabled") !== "true") void busy(start, () => tell(state.look.send("start")));
  });
  part(root, "back").addEventListener("click", () => root.dispatchEvent(new CustomEvent("show", { bubbles: true, detail: "end" })));
}

/**
 * Sits down, under the name in the field where this guest has none yet.
 * @param {HTMLElement} root
 * @param {Look} look
 * @param {number | null} seat
 * @returns {Promise<boolean>} whether it worked
 */
async function sit(root, { me, mine, send }, seat) {
  const field = /** @type {HTMLInputElement} */ (/** @type {HTMLFormElement} */ (part(root, "newcomer")).elements.namedItem("name"));
  const name = field.value.trim();
  const shown = !part(root, "take").hidden && !part(root, "newcomer").hidden;
  try {
    if (mine < 0 && shown) {
      if (!name) throw { code: "bad", facts: { field: "name" } };
      if (name !== me.name) await rename(me, send, name);
    }
    await send("sit", { seat });
    return true;
  } catch (refusal) {
    const named = /** @type {{facts?: {field?: string}}} */ (refusal).facts?.field === "name";
    if (shown && named) wrong(field, why(refusal));
    else await tell(Promise.reject(refusal));
    return false;
  }
}

/** @param {HTMLElement} root @param {Look} look */
function renderHead(root, { room, me, mine, host, taken, free }) {
  const name = nameOf(room, room.host);
  say(part(root, "title"), host || name ? t("room.title", { who: host ? "me" : "", name }) : t("room.title.plain"));
  const sub = host ? "room.sub.host" : mine >= 0 ? (name ? "room.sub.seated" : "room.sub.gone") : free && !room.house.locked ? "room.sub.free" : "room.sub.watch";
  say(part(root, "sub"), t(sub, { name, me: me.name }));
  const chip = part(root, "taken");
  chip.hidden = false;
  say(chip, t("room.taken", { n: taken, of: room.seats.length }));
  part(root, "back").hidden = room.phase !== "over";
}

/** The card for who is not seated yet. @param {HTMLElement} root @param {Look} look */
function renderNewcomer(root, { room, mine, host, free }) {
  const why = !free ? ".full" : room.house.locked && !host ? ".locked" : "";
  part(root, "newcomer").hidden = mine >= 0;
  part(root, "take").hidden = Boolean(why);
  say(part(root, "newcomer-title"), t(`newcomer${why}.title`));
  say(part(root, "newcomer-text"), t(why ? `newcomer${why}` : "newcomer.text"));
  set(part(root, "lobby"), "data-look", mine < 0 ? "newcomer" : host ? "host" : "seated");
}

/** @param {HTMLElement} root @param {Look} look */
function renderSeats(root, look) {
  const { room, host, send } = look;
  const items = room.seats.map((seat, nth) => ({ seat, nth, look }));
  const key = (/** @type {{seat: Seat | null, nth: number}} */ { seat, nth }) => seat?.guest ?? (seat ? `bot ${seat.name}` : `free ${nth}`);
  keep(part(root, "seats"), items, key, createRow, updateRow);

  part(root, "counting").hidden = !room.seats.some((seat) => seat?.bot);
  part(root, "watching").hidden = !room.watchers.length;
  say(part(root, "watching-n"), t("seat.watch", { n: room.watchers.length }));
  keep(
    part(root, "watchers"),
    room.watchers,
    (one) => `${one.guest} ${host}`,
    (one) => {
      const label = t("seat.remove.who", { name: one.name || t("seat.somebody") });
      const remove = make("button", { class: "btn ghost sm", type: "button", "aria-label": label, title: label, onclick: () => void tell(send("kick", { guest: one.guest })) }, icon("x"));
      return make("span", { class: "watcher" }, make("span"), host && one.guest !== look.me.guest ? remove : null);
    },
    (element, one) => say(/** @type {Element} */ (element.firstElementChild), watcherName(one, look.me)),
  );
}

/** @param {{guest: string, name: string}} one @param {Me} me */
function watcherName({ guest, name }, me) {
  if (guest !== me.guest) return name || t("seat.somebody");
  return name ? `${name} (${t("seat.you")})` : t("seat.you");
}

/** @param {HTMLElement} root @param {Look} look */
function renderStart(root, { room, host, mine, taken, free }) {
  const enough = taken >= Math.max(2, shelf.get(room.game)?.low ?? 2);
  const start = part(root, "start");
  start.hidden = !host;
  part(root, "startbar").hidden = !host && mine < 0;
  set(start, "aria-disabled", enough ? null : "true");
  say(part(root, "start-words"), t("start.go", { n: taken }));
  const name = nameOf(room, room.host);
  const hint = host ? (enough ? t("start.free", { n: free }) : t("start.two")) : name ? t("start.wait", { name }) : t("room.sub.gone");
  say(part(root, "start-hint"), hint);
}

