/* Somebody comes back in another browser: "Is this you?" for a spectator, and the question to the table. The dialog
   opens by itself where this page has only just come; later a button leads to it. */

import { animal, avatar, icon, make } from "./dom.js";
import { mayApprove, missing } from "./missing.js";
import { cover, isCovered, page, uncover } from "./over.js";
import { howOf } from "./seated.js";
import { t } from "./text.js";
import { tell, toast } from "./toast.js";

/** @typedef {import("./seats.js").Room} Room */
/** @typedef {{ room: Room, me: string, playing: boolean, send: import("./seats.js").Send, had: number | null }} Look had: the own seat before this came */

const CAME = 45_000; // ms: whoever comes this soon before a seat shows as away may be its owner
const TOLD = 12_000; // ms

export class Claim {
  /** @type {Look | null} */ #look = null;
  #offered = false;
  /** @type {number | null} the seat that was asked for */ #wanted = null;
  /** @type {{ key: string, close: () => void } | null} */ #open = null;
  #told = "";
  /** @type {number | null | undefined} the own seat in this match */ #had;

  /** @param {import("./banner.js").Banner} banner @param {import("./live.js").Live} live @param {number} came when this page did */
  constructor(banner, live, came) {
    this.banner = banner;
    this.live = live;
    this.came = came;
  }

  /** Whether this guest could say that a seat is theirs. @param {Look} look */
  may({ room, me, playing }) {
    return playing && room.kind !== "lesson" && !room.seats.some((seat) => seat?.guest === me) && missing(room, me).length > 0;
  }

  /** @param {Look} look */
  show(look) {
    this.#look = look;
    this.#answered(look);
    const may = this.may(look);
    if (this.#open && (!may || this.#open.key !== keyOf(look.room))) this.#again(may);
    if (may && !this.#offered && !isCovered() && Date.now() - this.came < CAME) this.offer();
    this.#ask(look);
    this.#missed(look);
  }

  /** Whether a claim of this guest has come to its end. @param {Look} look */
  #answered({ room, me }) {
    const wanted = this.#wanted;
    if (wanted === null || room.claims.some((one) => one.guest === me)) return;
    this.#wanted = null;
    const seat = room.seats[wanted];
    if (!seat || seat.guest === me) return; // given: everybody is told
    const words = t(howOf(seat) ? "people.claim.refused" : "people.claim.back", { name: seat.name });
    toast(words);
  }

  /** Whether the own seat has gone to another browser meanwhile, as the table said. @param {Look} look */
  #missed({ room, me, playing, had: before }) {
    const seat = playing ? room.seats.findIndex((one) => one?.guest === me) : -1;
    const had = this.#had === undefined ? before : this.#had;
    this.#had = seat < 0 ? null : seat;
    if (had === null || seat >= 0 || !playing) return;
    this.banner.put("claim", { kind: "info", icon: "eye", words: t("people.claim.gone", { name: room.seats[had]?.name ?? "" }) }, TOLD);
  }

  /** The question to the table, for whoever answers it; the others are told. @param {Look} look */
  #ask({ room, me, send }) {
    const claim = room.claims.find((one) => one.guest !== me);
    const seat = claim && room.seats[claim.seat];
    const key = JSON.stringify([claim, this.#wanted, claim && mayApprove(room, me)]);
    if (key === this.#told) return;
    this.#told = key;
    if (this.#wanted !== null) return this.banner.put("claim", { kind: "info", icon: "clock", words: t("people.claim.waits") });
    if (!claim || !seat) return this.banner.put("claim", null);
    const may = mayApprove(room, me);
    const words = t(may ? "people.claim.asks" : "people.claim.told", { who: claim.name === seat.name ? "same" : claim.name || "nobody", name: seat.name });
    const answer = (/** @type {boolean} */ yes) => () => void tell(send("approve", { guest: claim.guest, yes }));
    this.banner.put("claim", {
      kind: may ? "warn" : "info", icon: "hand", words,
      buttons: may ? [{ words: t("people.claim.yes"), does: answer(true) }, { words: t("people.claim.no"), does: answer(false) }] : [],
    });
    if (may) this.live.call(words);
    else this.live.say(words);
  }

  // ------------------------------------------------------------------ the spectator's dialog

  /** Opens "Is this you?". */
  offer() {
    const look = this.#look;
    if (!look || !this.may(look)) return;
    this.#offered = true;
    const rows = look.room.seats.flatMap((seat, nth) => (seat ? [row(seat, nth, () => this.#claim(nth))] : []));
    const watch = make("button", { class: "btn ghost", type: "button", onclick: () => close() }, icon("eye"), t("people.claim.watch"));
    const sheet = make("section", { class: "sheet claim", role: "dialog", "aria-modal": "true", "aria-labelledby": "claim-title" },
      make("div", { class: "over-top" }, make("h2", { id: "claim-title" }, t("people.claim.title")), make("p", {}, t("people.claim.text")), make("span", { class: "art", "aria-hidden": "true" }, animal("hare"))),
      make("div", { class: "in" }, make("ul", { class: "stack" }, ...rows), watch),
      make("div", { class: "ft" }, make("p", { class: "row small muted" }, icon("shield"), t("people.claim.seen"))));
    const scrim = make("div", { class: "scrim mid", onclick: (/** @type {Event} */ event) => event.target === scrim && close() }, sheet);
    const close = () => {
      uncover(scrim);
      scrim.remove();
      if (this.#open?.close === close) this.#open = null;
    };
    document.getElementById("over")?.append(scrim);
    cover(scrim, page(), close);
    this.#open = { key: keyOf(look.room), close };
  }

  /** The seats have changed under the dialog. @param {boolean} may whether it still has a question */
  #again(may) {
    this.#open?.close();
    if (may) this.offer();
  }

  /** @param {number} seat */
  async #claim(seat) {
    const look = /** @type {Look} */ (this.#look);
    this.#open?.close();
    if (!(await tell(look.send("claim", { seat })))) return;
    this.#wanted = seat;
    this.live.say(t("people.claim.waits"));
    this.show(/** @type {Look} */ (this.#look));
  }
}

/** What the dialog is drawn from. @param {Room} room */
const keyOf = (room) => JSON.stringify(room.seats.map((seat) => seat && [seat.guest, seat.name, howOf(seat)]));

/** @param {NonNullable<Room["seats"][number]>} seat @param {number} nth @param {() => void} claim */
function row(seat, nth, claim) {
  const how = howOf(seat);
  const state = how ? t(`people.note.${how === "counting" ? "away" : how}`) : seat.bot ? t("seat.bot") : t("people.claim.here");
  const button = how && make("button", { class: "btn sm", type: "button", "data-seat": nth, onclick: claim, "aria-label": `${seat.name}: ${t("people.claim.me")}` }, t("people.claim.me"));
  return make("li", { class: `claimrow ${how ? "" : "still"}` }, avatar(seat), make("span", { class: "grow" }, make("b", {}, seat.name), make("span", { class: "small muted" }, state)), button);
}
