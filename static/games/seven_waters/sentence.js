/* The sentence of the table and its button: what is, what a plan would do, what still has to be said. Keys and facts
   only; the catalogue has the words. */

import { off } from "./chooser.js";
import { spoken } from "./meter.js";
import { facts as cardFacts, glyph, name, short } from "./mini.js";
import { faces, size } from "./rules.js";
import { inPark, lastMove, refusal, who } from "./words.js";

/** @typedef {import("./words.js").Said} Said */
/** @typedef {import("./plan.js").Judged} Judged */
/** @typedef {Omit<import("../../js/strip.js").Wanted, "act">} Wanted */
/**
 * @typedef {object} Look what the sentence is made from
 * @property {import("../../js/table.js").Table} table
 * @property {import("./rules.js").View} view
 * @property {number | null} seat
 * @property {any} offer
 * @property {Judged} judged
 * @property {boolean} planned whether anything is chosen
 */

/** @param {string} key @param {Record<string, any>} [facts] @returns {Said} */
const said = (key, facts = {}) => ({ key, facts });

/** @param {Look} look @returns {Wanted} */
export function wanted(look) {
  const { table, view, seat, judged, planned } = look;
  if (view.facts.phase === "over") return { say: [said("waters.say.over")], go: said("waters.result"), ready: true };
  if (seat === null || view.facts.phase !== "play") return { say: waiting(look), go: null };
  const mine = table.mine || table.sending;
  if (!planned) return { say: waiting(look), go: said(mine ? "waters.go.choose" : "waters.go.plan"), quiet: true };
  return { say: [...(mine ? [] : [said("waters.say.thinks", who(table, view.facts.to_act))]), plan(look)], go: button(look, mine), ready: mine && judged.move !== null, quiet: judged.action === "draft" && !judged.move, clear: !table.sending };
}

/** @param {Look} look @param {boolean} mine @returns {Said} */
function button({ judged, view, seat }, mine) {
  const { action } = judged;
  if (!mine && judged.move) return said("waters.go.planned");
  if (!action) return said("waters.go.choose");
  if (action === "draft") return judged.move ? said("waters.go.draft", { card: short(faces(view, `pyramid:${judged.move.row}:${judged.move.pos}`)[0] ?? "") }) : said("waters.go.pick");
  const begun = size(view, `${action}:${seat}`) > 0;
  return said(`waters.go.${action}`, { n: judged.cards.length, begun: begun ? "yes" : "no" });
}

/** What the plan comes to, as the sentence and for the ear. @param {Look} look @returns {Said} */
export function plan({ view, seat, offer, judged }) {
  const { action, cards, move, no } = judged;
  if (!action || seat === null) return said("waters.live.cleared");
  const why = off(offer, view.facts, action);
  if (why) return said(`waters.off.${why}`, { n: view.facts.slides });
  if (action === "draft") return move ? said("waters.say.aim", { card: short(faces(view, `pyramid:${move.row}:${move.pos}`)[0] ?? "") }) : said("waters.say.draft");
  if (action === "pass") return said("waters.say.pass");
  if (!cards.length) return said(`waters.say.${action}`, { total: judged.line?.total ?? 0 });
  if (action === "slide") return judged.sum ? spoken(judged.sum) : said("waters.say.slide", { total: 0 });
  if (no) return no.rule === "river_run" ? runs(view, seat) : refusal(no);
  if (judged.open && !move) return said(`waters.ask.${judged.open}`);
  const n = cards.length;
  if (action === "river") return said("waters.say.river.fits", { n, size: size(view, `river:${seat}`) + n, cards: move.cards.map(name) });
  if (action === "pool") return said("waters.say.pool.fits", { n, size: size(view, `pool:${seat}`) + n, suit: judged.suit });
  if (action === "theme") return said("waters.say.theme.fits", { ...cardFacts(cards[0] ?? ""), sign: glyph(cards[0]?.[1] ?? ""), n: inPark(view, seat, cards[0]?.[1] ?? "") + 1 });
  return said("waters.say.discard.fits", { n, points: 2 * n });
}

/** What a river of that seat wants. @param {import("./rules.js").View} view @param {number} seat @returns {Said} */
function runs(view, seat) {
  const river = faces(view, `river:${seat}`);
  return river.length ? said("waters.say.river.ends", { first: name(river[0] ?? ""), last: name(river.at(-1) ?? "") }) : said("refusal.illegal.river_run");
}

/** Whose turn it is, and what the last action was. @param {Look} look @returns {Said[]} */
function waiting({ table, view, seat }) {
  const { to_act: acting, extra, final_turns_left: left, last } = view.facts;
  if (acting === null) return [];
  const mine = table.mine;
  if (mine && extra) return [said("waters.say.again", { last: left === null ? "no" : "yes" })];
  if (left !== null) return [said(mine ? (left > 1 ? "waters.say.last.first" : "waters.say.last") : seat === null ? "waters.say.last.watch" : left > 1 ? "waters.say.last.then" : "waters.say.last.other", who(table, acting))];
  if (mine) return [said("waters.say.turn")];
  const [theme] = seat === null ? [] : faces(view, `theme:${seat}`);
  const before = lastMove(table, last);
  if (table.sending) return [];
  if (extra) return [said("waters.say.again.other", who(table, acting))];
  return [...(before && seat === null ? [before] : []), said("waters.say.thinks", who(table, acting)), ...(seat === null ? [] : [theme ? said("waters.say.theme.own", { sign: glyph(theme[1] ?? ""), suit: theme[1] }) : said("waters.say.plan")])];
}

