// Drawing by choice: how far somebody is, which stall a face-up card lies in, and the view with one taken.

import assert from "node:assert/strict";
import { test } from "node:test";

import { drawing, indexes, stalls } from "../../../static/games/herds/drawing.js";
import { awaits, laid } from "../../../static/games/herds/preview.js";

const view = (hand, left, row = [3, 8, 5]) => ({
  places: { "hand:0": hand, "hand:1": 5, market: row, deck: 20 },
  facts: { phase: left ? "draw" : "play", to_act: left ? 0 : 1, draws_left: left, last: { seat: 0, rank: 4, n: 3 } },
  own: {},
});

test("who drew how many, and out of how many", () => {
  assert.deepEqual(drawing(view([1, 7], 3)), { seat: 0, drawn: 0, of: 3 });
  assert.deepEqual(drawing(view([1, 3, 6, 7], 1)), { seat: 0, drawn: 2, of: 3 });
  assert.deepEqual(drawing(view(4, 1)), { seat: 0, drawn: 2, of: 3 }, "another's hand is a number");
});

test("where fewer cards are left than were played, fewer are drawn", () => {
  assert.deepEqual(drawing(view([1, 7], 2)), { seat: 0, drawn: 0, of: 2 });
});

test("nobody draws while somebody is to play", () => {
  assert.equal(drawing(view([1, 3, 6, 7, 8], 0)), null);
});

test("a card that stays keeps its stall, and a new one fills the gap", () => {
  assert.deepEqual(stalls([], [3, 8, 5]), [3, 8, 5]);
  assert.deepEqual(stalls([3, 8, 5], [3, 5]), [3, null, 5]);
  assert.deepEqual(stalls([3, null, 5], [3, 5, 6]), [3, 6, 5]);
  assert.deepEqual(stalls([3, 6, 5], []), [null, null, null]);
});

test("two equal cards keep two stalls", () => {
  assert.deepEqual(stalls([3, 3, 5], [3, 5]), [3, null, 5]);
  assert.deepEqual(stalls([3, null, 5], [3, 5, 3]), [3, 3, 5]);
});

test("each stall knows which card of the row it shows", () => {
  assert.deepEqual(indexes([3, 6, 5], [3, 5, 6]), [0, 2, 1]);
  assert.deepEqual(indexes([3, null, 3], [3, 3]), [0, null, 1]);
});

test("a face-up card is in the hand at once, one from the pile when the server says which", () => {
  const before = view([1, 7], 3);
  const after = laid(before, 0, { type: "draw", source: 5 });
  assert.deepEqual([after.places["hand:0"], after.places.market, after.facts.draws_left], [[1, 5, 7], [3, 8], 2]);
  assert.deepEqual(before.places.market, [3, 8, 5], "the view itself stays");
  assert.equal(laid(before, 0, { type: "draw", source: "deck" }), before);
  assert.equal(laid(before, 0, { type: "draw", source: 6 }), before);
});

test("only what a page has moved itself is awaited", () => {
  assert.deepEqual(awaits(0, { type: "draw", source: 5 }), { place: "hand:0", cards: [5] });
  assert.equal(awaits(0, { type: "draw", source: "deck" }), null);
  assert.deepEqual(awaits(2, { type: "play", cards: [4, 4] }), { place: "herd:4", cards: [4, 4] });
});
