/* A hint on the own turn: what a strong bot would do, and why. Everybody sees that it was asked for; what it says is
   shown here alone, and goes with the turn. */

import { set } from "./dom.js";
import { plain } from "./phrase.js";
import { why } from "./rest.js";
import { t } from "./text.js";
import { toast } from "./toast.js";

/** @typedef {import("./seats.js").Room} Room */
/** @typedef {{ move: any, key: string, facts: Record<string, any> }} Told */
/** @typedef {{ room: Room, message: any, seat: number | null, board: import("../games/boards.js").Board, table: import("./table.js").Table }} Look */

/** Whether this seat may ask: on its turn, against bots alone or where the house has hints. @param {Look} look */
export function mayAsk({ room, message, seat }) {
  if (seat === null || room.kind !== "play" || room.phase !== "playing" || message?.view.facts.to_act !== seat) return false;
  return Boolean(room.house.hints) || room.seats.every((one, nth) => nth === seat || !one || Boolean(one.bot));
}

export class Hinting {
  /** @type {Look | null} */ #look = null;
  #turn = "";

  /** @param {HTMLElement} button @param {import("./banner.js").Banner} banner @param {import("./live.js").Live} live @param {(what: string) => Promise<any>} send */
  constructor(button, banner, live, send) {
    this.button = button;
    this.banner = banner;
    this.live = live;
    this.send = send;
    button.addEventListener("click", () => void this.#ask());
  }

  /** @param {Look | null} look null where no table is shown */
  show(look) {
    this.#look = look;
    const may = Boolean(look && mayAsk(look) && !look.table.sending);
    this.button.hidden = !may;
    const turn = may && look ? `${look.message.match}:${look.message.turn}` : "";
    if (turn === this.#turn) return;
    this.#turn = turn;
    this.banner.put("hint", null);
  }

  async #ask() {
    const turn = this.#turn;
    set(this.button, "aria-busy", "true");
    try {
      const told = await this.send("hint");
      if (told && turn === this.#turn && this.#look) this.#tell(told, this.#look);
    } catch (refusal) {
      toast(why(refusal));
    } finally {
      set(this.button, "aria-busy", null);
    }
  }

  /** @param {Told} told @param {Look} look */
  #tell(told, { board, table }) {
    const { key, facts } = board.hinted(table, told);
    const words = t("hint.says", { words: plain(key, facts) });
    this.banner.put("hint", { kind: "info", icon: "bulb", words });
    this.live.answer(words);
  }
}
