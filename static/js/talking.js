/* What is said in a room: the chat's panel, and bubbles at the seats of a table. */

import { Bubbles } from "./bubbles.js";
import { Chat, chatPlace } from "./chat.js";
import { Nudge } from "./nudge.js";
import { t } from "./text.js";

export class Talking {
  /**
   * @param {object} with_
   * @param {import("./wire.js").Wire} with_.wire
   * @param {string} with_.code of the room
   * @param {Storage | undefined} with_.storage of this tab
   * @param {number} with_.since server's time at which this page was opened
   * @param {HTMLElement} with_.felt
   * @param {import("./live.js").Live} with_.live
   * @param {() => void} with_.redraw
   * @param {(guest: string) => number} with_.seatOf
   * @param {(open: boolean, n: number) => void} with_.counted lines that were not read yet
   * @param {() => boolean} with_.atTable
   * @param {() => boolean} with_.shown whether the panel lies before the reader's eyes
   */
  constructor({ wire, code, storage, since, felt, live, redraw, seatOf, counted, atTable, shown }) {
    this.live = live;
    this.felt = felt;
    this.redraw = redraw;
    this.nudge = new Nudge(wire.clock, redraw);
    this.bubbles = new Bubbles(felt, seatOf);
    this.chat = new Chat({
      wire, code, storage, since,
      tell: (words) => live.say(words),
      spoke: (line) => atTable() && this.bubbles.show(line, Date.now() + wire.ahead - line.at),
      hushed: () => this.bubbles.clear(),
      counted: (n) => counted(this.chat.open, n),
      seen: shown,
    });
    this.chat.outbox.start();
  }

  /** @param {import("./seats.js").Room} room @param {string} me @param {HTMLElement} section that is shown */
  show(room, me, section) {
    this.chat.show(room, me, chatPlace(section));
  }

  /**
   * Whoever has been thinking for a while may be reminded, once.
   * @param {import("./seats.js").Room} room
   * @param {any} message
   * @param {number | null} seat
   */
  offerNudge(room, message, seat) {
    const found = this.nudge.whom(room, message, seat);
    const whom = this.chat.open ? found : null;
    const button = /** @type {HTMLButtonElement} */ (document.getElementById("nudge"));
    const words = whom ? t("chat.nudge", whom) : "";
    const does = () => {
      if (!whom) return;
      this.nudge.spent();
      this.chat.send({ phrase: "your_turn" });
      this.live.answer(t("chat.nudged", whom));
      if (document.activeElement === button) this.felt.querySelector("button")?.focus();
      this.redraw();
    };
    button.hidden = !whom;
    button.onclick = does;
    for (const name of ["aria-label", "title"]) button.setAttribute(name, words);
    this.chat.offerNudge(whom, does);
  }

  /** The table has been drawn. */
  settle() {
    if (this.chat.open) this.bubbles.settle();
    else this.bubbles.clear();
  }
}
