// What a play would do, held to the rulings; and the view with a play laid down.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { foresee, laid, prey, size } from "../../../static/games/herds/preview.js";

const view = (herds, more = {}) => ({
  places: Object.fromEntries([1, 2, 3, 4, 5, 6, 7, 8].map((rank) => [`herd:${rank}`, Array(herds[rank] ?? 0).fill(rank)]).concat(Object.entries(more))),
  facts: {},
  own: {},
});

test("fewer than three chase nobody", () => {
  assert.equal(prey(view({ 6: 2 }), 7, 2), null);
});

test("the nearest weaker animals run, across empty places", () => {
  assert.equal(prey(view({ 6: 2, 3: 1 }), 7, 3), 6);
  assert.equal(prey(view({ 3: 1 }), 7, 3), 3);
});

test("never round the corner: twos and less find nobody below the aces", () => {
  assert.equal(prey(view({ 8: 4 }), 2, 3), null);
});

test("aces chase the 8s and nobody else", () => {
  assert.equal(prey(view({ 8: 2, 7: 3 }), 1, 3), 8);
  assert.equal(prey(view({ 7: 3 }), 1, 5), null);
});

test("nobody but the aces moves an 8", () => {
  for (const rank of [2, 3, 4, 5, 6, 7]) assert.notEqual(prey(view({ 8: 4, 1: 1 }), rank, 8), 8);
});

test("the offer says it first; without one the rules do", () => {
  const offered = { rank: 7, n: 2, total: 3, prey: 6, captured: 2 };
  assert.equal(foresee(view({}), { plays: [offered] }, 7, 2), offered);
  assert.deepEqual(foresee(view({ 7: 1, 6: 2 }), null, 7, 2), offered);
});

test("a play laid down: the cards leave the hand and lie at their place, and no more", () => {
  const before = view({ 7: 1, 6: 2 }, { "hand:0": [1, 7, 7], "captured:0": 3, deck: 9 });
  const after = laid(before, 0, { type: "play", cards: [7, 7] });
  assert.deepEqual(after.places["hand:0"], [1]);
  assert.deepEqual(after.places["herd:7"], [7, 7, 7]);
  assert.deepEqual(after.places["herd:6"], [6, 6]);
  assert.equal(after.places["captured:0"], 3);
  assert.deepEqual(before.places["hand:0"], [1, 7, 7], "the view itself stays as the server told it");
});

test("what is not held any more is not laid down", () => {
  const before = view({}, { "hand:0": [1, 2] });
  assert.equal(laid(before, 0, { type: "play", cards: [7] }), before);
  assert.equal(laid(before, 1, { type: "play", cards: [1] }), before);
  assert.equal(laid(before, 0, { type: "draw", source: "deck" }), before);
});

test("how many lie at a place, shown or not", () => {
  assert.equal(size(view({ 3: 2 }), "herd:3"), 2);
  assert.equal(size(view({}, { deck: 9 }), "deck"), 9);
  assert.equal(size(view({}), "market"), 0);
});

test("the engine's own scenarios, move by move", () => {
  const { scenarios } = JSON.parse(readFileSync(new URL("../../engine/scenarios.json", import.meta.url), "utf8"));
  let checked = 0;
  for (const { id, position, steps } of scenarios) {
    let table = position?.table;
    for (const { action, expect, after } of steps ?? []) {
      if (table && action?.type === "play" && expect?.ok && after?.table) {
        const { prey: chased, captured } = foresee(view(table), null, action.cards[0], action.cards.length);
        const caught = Object.entries(expect.captured ?? {});
        assert.deepEqual(chased ? [[String(chased), captured]] : [], caught, id);
        checked += 1;
      }
      table = after?.table;
    }
  }
  assert.ok(checked > 20, `${checked} plays`);
});
