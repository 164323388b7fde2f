/* The people at a table: who is missing, who comes back, who is the host, and whose time runs. One look at the newest
   messages for all of it, and one beat for what counts down. */

import { secondsLeft } from "./countdown.js";
import { say } from "./dom.js";
import { Later } from "./later.js";
import { changes, missing } from "./missing.js";
import { t } from "./text.js";
import { toast } from "./toast.js";

/** @typedef {import("./seats.js").Room} Room */
/** @typedef {{ room: Room, message: any, me: string, seat: number | null, playing: boolean, sending: boolean, had: number | null }} Look had: the own seat before */

const BEAT = 250;

export class People {
  /** @type {Room | null} */ #before = null;
  /** @type {Look | null} */ #look = null;
  #came = Date.now();

  /**
   * @param {import("./banner.js").Banner} banner
   * @param {import("./live.js").Live} live
   * @param {HTMLElement} root the section #table
   * @param {import("./seats.js").Send} send
   * @param {() => number} now by the server's clock
   */
  constructor(banner, live, root, send, now) {
    this.root = root;
    this.send = send;
    this.now = now;
    const came = () => this.#look && this.show(this.#look);
    this.absence = new Later(async () => new (await import("./absence.js")).Absence(banner, live, root), { came, sheets: ["over", "people"] });
    this.claim = new Later(async () => new (await import("./claim.js")).Claim(banner, live, this.#came), { came, sheets: ["over", "people"] });
    this.clock = new Later(async () => new (await import("./clock.js")).Clock(banner, live, root, /** @type {HTMLElement} */ (root.querySelector("#timer"))), { came, sheets: ["people"] });
    setInterval(() => this.#tick(), BEAT);
  }

  /** @param {Look} look */
  show(look) {
    const { room, message, me, seat, playing, sending, had } = look;
    this.#look = look;
    const { send, now } = this;
    const said = changes(this.#before, room, me);
    this.#before = room;
    if (said.length) toast(said.map(({ key, facts }) => t(key, facts)).join(" "));
    const asked = { room, me, playing: playing && room.phase === "playing", send, had };
    if (asked.playing && (room.claims.length || missing(room, me).length || (had !== null && seat === null))) {
      this.claim.get();
      this.absence.get();
    }
    const claim = this.claim.now;
    claim?.show(asked);
    this.absence.now?.show({ ...asked, now, claim: claim?.may(asked) ? () => claim.offer() : null });
    const facts = playing ? message.view.facts : null;
    const runs = facts && message.clock && facts.to_act !== null && room.phase === "playing";
    const own = runs && facts.to_act === seat;
    if (runs) this.clock.get();
    this.clock.now?.show(runs && !(own && sending) ? { ...message.clock, total: Number(room.house.clock), seat: facts.to_act, own } : null, message?.match ?? "", now());
    this.#notes();
  }

  /** How much of the own time is left, in words. @returns {string} */
  timeLeft() {
    return this.clock.now?.read() ?? "";
  }

  #tick() {
    this.absence.now?.tick();
    this.clock.now?.tick(this.now());
    this.#notes();
  }

  /** At the seats, what counts down. */
  #notes() {
    for (const note of /** @type {NodeListOf<HTMLElement>} */ (this.root.querySelectorAll(".note[data-until]"))) {
      say(note, t("people.note.counting", { s: secondsLeft(Number(note.dataset.until), this.now()) }));
    }
  }
}
