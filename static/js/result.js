/* What a finished match was like, in words: pure, from the view's facts. */

import { t } from "./text.js";

/** @typedef {{name: string, avatar: number, bot: string | null, guest: string | null}} Player */
/** @typedef {{scores: number[][], totals: number[], catches: number[], winners: number[],
 *   best: ({seat: number, rank: number, n: number} | null)[]}} Facts */
/** @typedef {{headline: string, byline: string, heads: (Node | string)[], rows: {name: Node | string, cells: (Node | string)[], total: boolean}[]}} Tally
 *   a game's own words on the end page, and its own table: a row for each thing that is counted */
/** @typedef {(facts: any, players: Player[], mine: number) => Tally | null} Tallies */

/**
 * The seats, best first; equal totals share a place.
 * @param {Facts} facts
 */
export function ranking({ totals, winners }) {
  return totals
    .map((total, seat) => ({ seat, total, won: winners.includes(seat), place: 1 + totals.filter((other) => other > total).length }))
    .sort((a, b) => b.total - a.total);
}

/**
 * Who won, and how.
 * @param {Facts} facts
 * @param {Player[]} players
 * @param {number} mine the reader's seat in that match, -1 for none
 */
export function sentence(facts, players, mine) {
  const order = ranking(facts);
  const winners = facts.winners.map((seat) => players[seat]?.name ?? "");
  const won = facts.winners.includes(mine);
  const next = order.find(({ won }) => !won);
  const told = {
    name: winners[0] ?? "",
    names: winners,
    total: order[0]?.total ?? 0,
    deals: facts.scores.length,
    lead: (order[0]?.total ?? 0) - (next?.total ?? 0),
    second: next ? (players[next.seat]?.name ?? "") : "",
  };
  const shared = winners.length > 1;
  return {
    headline: t(won ? (shared ? "end.won.shared" : "end.won") : shared ? "end.shared" : "end.wins", told),
    byline: t(shared ? "end.by.shared" : "end.by", told),
  };
}

/**
 * A match without an end: nobody has won.
 * @param {"absent" | "expired"} why
 * @param {string[]} names of who was missing, as far as this page knows
 */
export function brokenOff(why, names) {
  const key = why === "absent" && !names.length ? "nobody" : why;
  return { headline: t("people.broken"), byline: t(`people.broken.${key}`, { names, n: names.length }) };
}

/**
 * What people will talk about.
 * @param {Facts} facts
 * @param {Player[]} players
 * @returns {{icon: string, words: string}[]}
 */
export function highlights(facts, players) {
  const name = (/** @type {number} */ seat) => players[seat]?.name ?? "";
  const many = facts.scores.length > 1;
  const found = [];
  const big = facts.best.map((best, nth) => ({ best, deal: nth + 1 })).sort((a, b) => (b.best?.n ?? 0) - (a.best?.n ?? 0))[0];
  if (big?.best) {
    found.push({ icon: "paw", words: t(many ? "end.high.catch" : "end.high.catch1", { name: name(big.best.seat), n: big.best.n, deal: big.deal }) });
  }
  if (!many) return found;
  const gaps = facts.scores.map((deal, nth) => {
    const [first = 0, second = 0] = [...deal].sort((a, b) => b - a);
    return { deal: nth + 1, gap: first - second };
  });
  const close = gaps.sort((a, b) => a.gap - b.gap)[0];
  if (close && close.gap <= 3) found.push({ icon: "chart", words: t("end.high.close", { deal: close.deal, n: close.gap }) });
  const before = facts.totals.map((total, seat) => total - (facts.scores.at(-1)?.[seat] ?? 0));
  const [winner] = facts.winners;
  if (facts.winners.length === 1 && winner !== undefined && (before[winner] ?? 0) < Math.max(...before)) {
    found.push({ icon: "star", words: t("end.high.turn", { name: name(winner) }) });
  }
  return found;
}
