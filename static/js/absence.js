/* Absent players before a reader's eyes: the banner that says what happens next, the choices of whoever may choose,
   and the word in passing when somebody is back. All of it follows the newest `room`: a question about somebody who
   is here again closes by itself. */

import { ask } from "./ask.js";
import { make, set } from "./dom.js";
import { secondsLeft } from "./countdown.js";
import { choices, mayChoose, missing, sentences } from "./missing.js";
import { t } from "./text.js";
import { tell } from "./toast.js";

/** @typedef {import("./seats.js").Room} Room */
/** @typedef {import("./missing.js").Missing} Missing */
/** @typedef {{ room: Room, me: string, playing: boolean, send: import("./seats.js").Send, now: () => number, claim: ((seat: number) => void) | null }} Look
 *   playing: the table is shown; claim: asks a spectator whether that seat is theirs */

const STANDS = 10_000; // ms: what holds nobody up is then shown at the seat alone
const SHORT = "(max-width: 760px) and (max-height: 720px)"; // there a banner lies over the dock, and may not stay

export class Absence {
  /** @type {Look | null} */ #look = null;
  #said = "";
  /** @type {{ seat: number, how: string, close: () => void } | null} the question that is open */ #asked = null;

  /** @param {import("./banner.js").Banner} banner @param {import("./live.js").Live} live @param {HTMLElement} root the section #table */
  constructor(banner, live, root) {
    this.banner = banner;
    this.live = live;
    this.root = root;
  }

  /** @param {Look} look */
  show(look) {
    this.#look = look;
    const all = look.playing ? missing(look.room, look.me) : [];
    const asked = this.#asked;
    if (asked && !all.some((one) => one.seat === asked.seat && one.how === asked.how)) this.#close();
    this.#taps(all);
    const key = JSON.stringify([all.map(({ seat, how }) => [seat, how]), this.#may(), Boolean(look.claim)]);
    if (key === this.#said) return this.tick();
    this.#said = key;
    const [first] = all;
    if (!first) return this.banner.put("away", null);
    const words = this.#words();
    const stays = (look.claim || first.how === "counting" || first.how === "waited") && !matchMedia(SHORT).matches;
    this.banner.put("away", { kind: "info", icon: first.how === "counting" ? "clock" : "off", words, buttons: this.#buttons(first) }, stays ? undefined : STANDS);
    this.live.say(words);
  }

  /** Counts down. */
  tick() {
    if (this.#said !== "" && this.#look?.playing) this.banner.reword("away", this.#words());
  }

  #words() {
    const { room, me, now } = /** @type {Look} */ (this.#look);
    const until = missing(room, me)[0]?.until ?? null;
    return sentences(room, me, secondsLeft(until, now())).map(({ key, facts }) => t(key, facts)).join(" ");
  }

  #may() {
    return Boolean(this.#look && mayChoose(this.#look.room, this.#look.me));
  }

  /** On a phone one button leads to all of them. @param {Missing} first @returns {import("./banner.js").Button[]} */
  #buttons(first) {
    const look = /** @type {Look} */ (this.#look);
    if (look.claim) return [{ words: t("people.claim.title"), does: () => look.claim?.(first.seat) }];
    if (!this.#may()) return [];
    const all = choices(first.how).map((choice) => ({ words: t(`people.choose.${choice}`), cls: "hide-s", does: () => this.#choose(first.seat, choice) }));
    return all.length ? [...all, { words: t("people.choose"), cls: "only-s", does: () => this.#ask(first.seat) }] : [];
  }

  /** The seat itself leads to the choices, too, long after the banner. @param {Missing[]} all */
  #taps(all) {
    const { claim } = /** @type {Look} */ (this.#look);
    const open = new Map(all.filter((one) => claim || (this.#may() && choices(one.how).length)).map((one) => [String(one.seat), one]));
    for (const seat of /** @type {NodeListOf<HTMLElement>} */ (this.root.querySelectorAll(".seat[data-seat], .park[data-seat]"))) {
      const one = open.get(seat.dataset.seat ?? "");
      const place = seat.querySelector(".head") ?? seat;
      const had = place.querySelector(":scope > .seat-tap");
      if (!one) had?.remove();
      else {
        const button = had ?? place.appendChild(make("button", { class: "seat-tap", type: "button", onclick: () => this.#tapped(Number(seat.dataset.seat)) }));
        set(button, "aria-label", t(claim ? "people.claim.seat" : "people.choose.seat", { name: one.name }));
      }
    }
  }

  /** @param {number} seat */
  #tapped(seat) {
    const look = this.#look;
    if (look?.claim) look.claim(seat);
    else this.#ask(seat);
  }

  /** @param {number} seat */
  #ask(seat) {
    const { room, me } = /** @type {Look} */ (this.#look);
    const one = missing(room, me).find((other) => other.seat === seat);
    if (!one) return;
    const key = one.how === "counting" ? "away" : one.how;
    const answers = choices(one.how).map((choice, nth) => ({ words: t(`people.choose.${choice}`), primary: nth === 0, does: () => this.#choose(seat, choice) }));
    const close = ask(t(`people.away.${key}`, { name: one.name }), [make("p", {}, t("people.choose.text", { name: one.name }))], [...answers, { words: t("people.choose.close") }]);
    this.#asked = { seat, how: one.how, close };
  }

  /** @param {number} seat @param {"wait" | "bot" | "end"} choice */
  #choose(seat, choice) {
    const { room, me, send } = /** @type {Look} */ (this.#look);
    const act = () => void tell(send("absent", { seat, choice }));
    const how = missing(room, me).find((one) => one.seat === seat)?.how;
    if (choice !== "end" || !how) return act();
    const close = ask(t("people.end.title"), [make("p", {}, t("people.end.text"))], [
      { words: t("people.end.stay"), primary: true },
      { words: t("people.end.go"), does: act },
    ]);
    this.#asked = { seat, how, close };
  }

  #close() {
    this.#asked?.close();
    this.#asked = null;
  }
}
