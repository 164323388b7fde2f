/* This seat's share of chance (deal-v1): sixteen random bytes, sealed first, opened once everybody's are sealed. It runs by
   itself when a match begins; nobody sees it. A reload goes on with the same share. */

import { hex, sha256, unhex } from "./sha256.js";

/** @typedef {{ seat: number, sha256: string }} Pledge */
/** @typedef {{ seat: number, bytes?: string, zero?: string }} Share */
/** @typedef {{ match: string, pledges: Pledge[], shares: Share[] }} Fair */

const KEY = "share";

export class Entropy {
  #done = "";

  /**
   * @param {(what: string, fields: object) => Promise<unknown>} send
   * @param {Pick<Storage, "getItem" | "setItem"> | undefined} storage this tab's
   * @param {() => Uint8Array} draw sixteen random bytes
   */
  constructor(send, storage, draw = () => crypto.getRandomValues(new Uint8Array(16))) {
    this.send = send;
    this.storage = storage;
    this.draw = draw;
  }

  /** A room as it is now, seen from a seat: what is due is done. @param {{ phase: string, kind: string, fair: Fair | null, seats: ({ guest: string | null } | null)[] }} room @param {number | null} seat @param {boolean} dealt */
  see(room, seat, dealt) {
    const { fair } = room;
    if (!fair || seat === null || dealt || room.phase !== "playing" || room.kind !== "play") return;
    if (fair.shares.some((share) => share.seat === seat)) return;
    const pledge = fair.pledges.find((one) => one.seat === seat);
    const bytes = this.#mine(fair.match), seal = hex(sha256(unhex(bytes)));
    if (!pledge) return this.#once(`pledge ${fair.match}`, "pledge", { hash: seal });
    // Another tab of the same seat has sealed its own: it will open it.
    if (pledge.sha256 !== seal) return;
    const counted = (/** @type {number} */ nth) => fair.pledges.some((one) => one.seat === nth) || fair.shares.some((one) => one.seat === nth);
    if (room.seats.every((one, nth) => !one?.guest || counted(nth))) this.#once(`share ${fair.match}`, "share", { bytes });
  }

  /** @param {string} step @param {string} what @param {object} fields */
  #once(step, what, fields) {
    if (this.#done === step) return;
    this.#done = step;
    // Too late, or another tab was faster: the deal goes on without it.
    this.send(what, fields).catch(() => {});
  }

  /** @param {string} match @returns {string} */
  #mine(match) {
    const kept = this.storage?.getItem(KEY)?.split(" ");
    if (kept?.[0] === match && kept[1]) return kept[1];
    const bytes = hex(this.draw());
    this.storage?.setItem(KEY, `${match} ${bytes}`);
    return bytes;
  }
}
