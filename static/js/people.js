/* The people at a table: who is missing, who comes back, who is the host, and whose time runs. One look at the newest
   messages for all of it, and one beat for what counts down. */

import { Absence } from "./absence.js";
import { Claim } from "./claim.js";
import { Clock } from "./clock.js";
import { secondsLeft } from "./countdown.js";
import { say } from "./dom.js";
import { changes } from "./missing.js";
import { t } from "./text.js";
import { toast } from "./toast.js";

/** @typedef {import("./seats.js").Room} Room */
/** @typedef {{ room: Room, message: any, me: string, seat: number | null, playing: boolean, sending: boolean }} Look */

const BEAT = 250;

export class People {
  /** @type {Room | null} */ #before = null;

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
    this.absence = new Absence(banner, live, root);
    this.claim = new Claim(banner, live);
    this.clock = new Clock(banner, live, root, /** @type {HTMLElement} */ (root.querySelector("#timer")));
    setInterval(() => this.#tick(), BEAT);
  }

  /** @param {Look} look */
  show({ room, message, me, seat, playing, sending }) {
    const { send, now } = this;
    const said = changes(this.#before, room, me);
    this.#before = room;
    if (said.length) toast(said.map(({ key, facts }) => t(key, facts)).join(" "));
    const asked = { room, me, playing: playing && room.phase === "playing", send };
    this.claim.show(asked);
    this.absence.show({ ...asked, now, claim: this.claim.may(asked) ? () => this.claim.offer() : null });
    const facts = playing ? message.view.facts : null;
    const runs = facts && message.clock && facts.to_act !== null && room.phase === "playing";
    const own = runs && facts.to_act === seat;
    this.clock.show(runs && !(own && sending) ? { ...message.clock, total: Number(room.house.clock), seat: facts.to_act, own } : null, message?.match ?? "", now());
    this.#notes();
  }

  #tick() {
    this.absence.tick();
    this.clock.tick(this.now());
    this.#notes();
  }

  /** At the seats, what counts down. */
  #notes() {
    for (const note of /** @type {NodeListOf<HTMLElement>} */ (this.root.querySelectorAll(".note[data-until]"))) {
      say(note, t("people.note.counting", { s: secondsLeft(Number(note.dataset.until), this.now()) }));
    }
  }
}
