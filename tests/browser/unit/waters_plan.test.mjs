// Seven Waters: what a plan comes to, what is asked of a joker, and the view with a move that nobody has confirmed.

import assert from "node:assert/strict";
import { test } from "node:test";

import { awaits, inOrder, laid } from "../../../static/games/seven_waters/laid.js";
import { answerOf, meant, Plan } from "../../../static/games/seven_waters/plan.js";

const OFFER = { draft: [[7, 1]], hand_full: false, lines: [{ line: 2, total: 11 }, { line: 3, total: 17 }], river: { start: true }, pool: null, theme: true, discard: true, pass: false };

/** A view of seat 0 with these cards. */
const view = (hand, { river = [], pool = [], suit = null, theme = [] } = {}) => ({
  places: {
    "pyramid:7:1": ["6D"], "pyramid:6:1": 1, "hand:0": hand, "hand:1": 3, "rope:0:2": ["8C", "3S"], "slide:0:2": [], "rope:0:3": ["JD", "2S", "5H"], "slide:0:3": [],
    "river:0": river, "pool:0": pool, "theme:0": theme, "discard:0": [],
  },
  facts: { phase: "play", to_act: 0, slides: 7, slides_left: 5, pool_suits: [suit, null], pyramid_left: 2, final_turns_left: null }, own: null,
});

/** A plan with these cards chosen, and what it comes to. */
function planned(cards, action, more = {}, line = null) {
  const plan = new Plan();
  const hand = cards.map((face) => ({ face }));
  for (const card of hand) plan.toggle(card);
  if (action) plan.want(action, line);
  const seen = view(cards, more);
  return { plan, hand, judge: () => plan.judge(seen, 0, OFFER), seen };
}

test("cards that make an exact slide are meant for it", () => {
  const { action, line, move, sum } = planned(["TH", "6S", "AD"]).judge();
  assert.deepEqual([action, line.line, sum.state], ["slide", 3, "exact"]);
  assert.deepEqual(move, { type: "slide", line: 3, cards: ["TH", "6S", "AD"] });
});

test("cards that are short of a slide aim at the nearest, and cannot be played", () => {
  const { action, move, no, sum } = planned(["TH"]).judge();
  assert.deepEqual([action, move, no.rule, sum.off], ["slide", null, "slide_sum", 1]);
});

test("a card that joins the river or the pool is meant for that", () => {
  assert.equal(meant(view([], { river: ["8H"] }), 0, OFFER, ["9S"]), "river");
  assert.equal(meant(view([], { pool: ["8H"], suit: "H" }), 0, OFFER, ["2H"]), "pool");
  assert.equal(meant(view([], { river: ["8H"] }), 0, OFFER, ["X1"]), "slide", "what would have to be asked was hardly meant");
  assert.equal(meant(view([]), 0, { ...OFFER, lines: [] }, ["KH", "KS"]), "discard");
  assert.equal(meant(view(["KH", "2H"]), 0, { ...OFFER, lines: [] }, ["KH", "2H"]), "pool");
});

test("a joker in the river asks where it may be two things, and only there", () => {
  const open = planned(["X1"], "river", { river: ["8H", "9S"] });
  assert.deepEqual([open.judge().open, open.judge().move, open.judge().ways.map(answerOf)], ["joker", null, ["low:7", "high:T"]]);
  open.plan.said = "high:T";
  assert.deepEqual(open.judge().move, { type: "river", end: "high", cards: ["X1=T"] });
  const forced = planned(["X1", "JC"], "river", { river: ["8H", "9S"] }).judge();
  assert.deepEqual([forced.open, forced.move.cards], [null, ["X1=T", "JC"]]);
});

test("jokers alone ask for the pool's suit; beside a card they take its", () => {
  const alone = planned(["X1"], "pool");
  assert.deepEqual([alone.judge().open, alone.judge().move], ["suit", null]);
  alone.plan.said = "S";
  assert.deepEqual(alone.judge().move, { type: "pool", cards: ["X1"], suit: "S" });
  assert.deepEqual(planned(["X1", "4D"], "pool").judge().move, { type: "pool", cards: ["X1", "4D"] });
  assert.equal(planned(["X1"], "pool", { pool: ["4H"], suit: "H" }).judge().open, null);
  assert.equal(planned(["4D"], "pool", { pool: ["4H"], suit: "H" }).judge().no.rule, "pool_suit");
});

test("a theme is one card, and no joker", () => {
  const { plan, judge } = planned(["4D", "5D"], "theme");
  assert.deepEqual(judge().move, { type: "theme", card: "4D" });
  plan.toggle({ face: "9C" });
  assert.equal(plan.size, 1);
  assert.equal(planned(["X1"], "theme").judge().no.rule, "theme_joker");
});

test("a plan forgets what is gone: cards that left the hand, a card of the pyramid that was taken", () => {
  const { plan, hand, seen } = planned(["4D", "5D"]);
  plan.check([hand[0]], seen);
  assert.deepEqual(plan.cards, ["4D"]);
  plan.aimAt(7, 1);
  assert.deepEqual([plan.size, plan.judge(seen, 0, OFFER).move], [0, { type: "draft", row: 7, pos: 1 }]);
  delete seen.places["pyramid:7:1"];
  plan.check([], seen);
  assert.equal(plan.judge(seen, 0, OFFER).move, null);
  plan.clear();
  assert.ok(plan.empty);
});

test("a move that waits: its cards lie where they go, and nothing else has changed", () => {
  const before = view(["3D", "6S", "X1"], { river: ["8H"] });
  const river = { type: "river", end: "low", cards: ["X1=7"] };
  const after = laid(before, 0, river);
  assert.deepEqual([after.places["hand:0"], after.places["river:0"]], [["3D", "6S"], ["X1=7", "8H"]]);
  assert.deepEqual(awaits(0, river, before), { place: "river:0", cards: ["X1=7"], hidden: true });
  const draft = { type: "draft", row: 7, pos: 1 };
  assert.deepEqual(laid(before, 0, draft).places["hand:0"], ["3D", "6D", "6S", "X1"]);
  assert.equal(laid(before, 0, draft).places["pyramid:7:1"], undefined);
  assert.equal(laid(before, 0, draft).places["pyramid:6:1"], 1, "what it uncovers only the server says");
  assert.deepEqual(awaits(0, draft, before), { place: "hand:0", cards: ["6D"] });
  assert.equal(laid(before, 0, { type: "pass" }), before);
  assert.equal(awaits(0, { type: "pass" }, before), null);
});

test("a hand is held by rank, then by suit, jokers last", () => {
  assert.deepEqual(inOrder(["X2", "KH", "AS", "TC", "AC", "X1", "2D"]), ["AC", "AS", "2D", "TC", "KH", "X1", "X2"]);
});
