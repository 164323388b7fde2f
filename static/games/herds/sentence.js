/* The one sentence of the table and its button: what is, what would be, what is still to be drawn. Keys and facts only;
   the catalogue has the words. */

import { t } from "../../js/text.js";
import { drawing } from "./drawing.js";
import { foresee } from "./preview.js";
import { choices, counted, foreseen, lastMove, who } from "./words.js";

/** @typedef {import("./words.js").Said} Said */
/** @typedef {Omit<import("../../js/strip.js").Wanted, "act">} Wanted */
/**
 * @typedef {object} Look what the sentence is made from
 * @property {import("../../js/table.js").Table} table
 * @property {import("./preview.js").View} view
 * @property {string} skin
 * @property {number | null} seat
 * @property {any} offer
 * @property {import("./stock.js").Source[]} draws what may be drawn now
 * @property {import("./preview.js").Foreseen | null} foreseen what the chosen cards would do
 */

/** @param {Look} look @returns {Wanted} */
export function wanted(look) {
  const { table, view, seat, draws } = look;
  const rests = view.facts.phase === "between" || view.facts.phase === "over";
  if (seat === null || rests) return { say: waiting(look), go: null };
  if (draws.length) return toDraw(look);
  const under = underWay(look);
  const play = under ?? look.foreseen;
  if (!play) return { say: waiting(look), go: { key: table.mine ? "herds.go.choose" : "herds.go.plan", facts: {} }, quiet: true };
  const cards = Array(play.n).fill(t(`herds.sign.${look.skin}`, { rank: play.rank })).join(" ");
  const say = foreseen(table, play, "say");
  const mine = table.mine || under !== null;
  return {
    say: table.mine ? [{ key: "herds.say.turn", facts: {} }, say] : [say],
    go: { key: mine ? "herds.go.play" : "herds.go.planned", facts: { cards, n: play.captured } },
    ready: mine, clear: under === null,
  };
}

/** The play that waits for its answer. @param {Look} look */
function underWay({ table: { state, sending }, offer }) {
  const cards = sending ? state?.pending?.move.cards : null;
  return cards ? foresee(state?.message.view, offer, cards[0], cards.length) : null;
}

/** Whose turn it is, and what the last move was. @param {Look} look @returns {Said[]} */
function waiting({ table, view, seat }) {
  const { to_act: acting, last, phase } = view.facts;
  if (phase === "between" || phase === "over") return [{ key: `herds.say.${phase}`, facts: view.facts }];
  const draws = drawing(view);
  if (draws && draws.seat !== seat) return [counted(table, draws, "say")];
  const before = lastMove(table, last);
  const now = table.mine
    ? { key: "herds.say.turn", facts: {} }
    : { key: seat === null || before ? "herds.say.thinks" : "herds.say.plan", facts: who(table, acting) };
  return table.mine ? [now, ...(before ? [before] : [])] : [...(before ? [before] : []), now];
}

/** How many cards have come, and where the next one may come from. @param {Look} look @returns {Wanted} */
function toDraw(look) {
  const now = drawing(look.view), deck = look.draws.includes("deck");
  const say = now ? [counted(look.table, now, "say"), { key: "herds.say.choose", facts: { deck: deck ? "yes" : "no" } }] : waiting(look);
  return { say, go: { key: deck ? "herds.go.deck" : "herds.go.take", facts: {} }, ready: true, turn: true };
}

/** What is to be drawn, for the ear; null where nothing is. @param {Look} look @returns {Said | null} */
export function due({ table, view, draws }) {
  const now = draws.length ? drawing(view) : null;
  return now && { key: "herds.live.choose", facts: { left: now.of - now.drawn, choices: choices(table, draws) } };
}
