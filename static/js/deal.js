/* Fair deals anyone can check: the scheme deal-v1, computed exactly as docs/fairness.md says. Pure. */

import { hex, hmac, joined, sha256, unhex } from "./sha256.js";

/** @typedef {{ seat: number, bytes?: string, zero?: string }} Share */
/** @typedef {{ d: number, commitment: string, seed: string, first: number, order: (number | string)[] }} Deal */
/** @typedef {{ scheme: string, first_by: string, pledges: { seat: number, sha256: string }[], shares: Share[], deals: Deal[] }} Fairness */
/** @typedef {{ what: "seal" | "share" | "order" | "first", where: number, holds: boolean }} Check where: the deal, or the seat */

const WORDS = 2 ** 32;

/** @param {string} text */
const bytes = (text) => new TextEncoder().encode(text);

/** What is published before anybody adds to it. @param {Uint8Array} seed */
export const commitment = (seed) => hex(sha256(joined(bytes("deal-v1/commit\0"), seed)));

/** The key of one deal. @param {Uint8Array} seed @param {string} match @param {Uint8Array[]} shares empty where a share is zero */
export function key(seed, match, shares) {
  const name = bytes(match);
  const told = shares.flatMap((share) => [new Uint8Array([share.length]), share]);
  return hmac(seed, joined(bytes("deal-v1/key\0"), new Uint8Array([name.length >> 8, name.length & 255]), name, new Uint8Array([shares.length]), ...told));
}

/** The endless stream of 32-bit words for one label of one deal. @param {Uint8Array} dealKey @param {string} label @param {number} deal */
export function* words(dealKey, label, deal) {
  for (let block = 0; ; block += 1) {
    const at = new DataView(new ArrayBuffer(8));
    at.setUint32(0, deal);
    at.setUint32(4, block);
    const digest = new DataView(hmac(dealKey, joined(bytes(`${label}\0`), new Uint8Array(at.buffer))).buffer);
    for (let nth = 0; nth < 32; nth += 4) yield digest.getUint32(nth);
  }
}

/** An even number below n: words at or above the largest multiple of n are passed over. @param {number} n @param {Iterator<number>} stream */
function below(n, stream) {
  const limit = WORDS - (WORDS % n);
  for (;;) {
    const word = stream.next().value;
    if (word < limit) return word % n;
  }
}

/** The pack in its dealt order, index 0 on top. @template T @param {readonly T[]} pack @param {Uint8Array} dealKey @param {number} deal @returns {T[]} */
export function order(pack, dealKey, deal) {
  const cards = [...pack], stream = words(dealKey, "shuffle", deal);
  for (let i = cards.length - 1; i > 0; i -= 1) {
    const j = below(i + 1, stream);
    [cards[i], cards[j]] = [/** @type {T} */ (cards[j]), /** @type {T} */ (cards[i])];
  }
  return cards;
}

/** @param {Uint8Array} dealKey @param {number} seats */
export const firstSeat = (dealKey, seats) => below(seats, words(dealKey, "first-player", 1));

/**
 * Everything that a record's fairness promises.
 * @param {{ match: string, seats: unknown[], fairness: Fairness, pack: (number | string)[] }} told pack: in canonical order
 * @returns {Check[]}
 */
export function checks({ match, seats, fairness, pack }) {
  const pledges = new Map(fairness.pledges.map((one) => [one.seat, one.sha256]));
  const added = [...fairness.shares].sort((a, b) => a.seat - b.seat).map((one) => unhex(one.bytes ?? ""));
  /** @type {Check[]} */
  const found = fairness.shares.flatMap((one) => (one.bytes ? [{ what: "share", where: one.seat, holds: pledges.get(one.seat) === hex(sha256(unhex(one.bytes))) }] : []));
  const began = fairness.deals[0]?.first ?? 0;
  for (const deal of fairness.deals) {
    const seed = unhex(deal.seed), dealKey = key(seed, match, added);
    found.push({ what: "seal", where: deal.d, holds: commitment(seed) === deal.commitment });
    found.push({ what: "order", where: deal.d, holds: added.length === seats.length && String(order(pack, dealKey, deal.d)) === String(deal.order) });
    if (deal.d > 1) found.push({ what: "first", where: deal.d, holds: (began + deal.d - 1) % seats.length === deal.first });
    else if (fairness.first_by === "drawn") found.push({ what: "first", where: deal.d, holds: firstSeat(dealKey, seats.length) === deal.first });
  }
  return found;
}
