// Choosing cards: of one rank, and only what is still held.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Plan } from "../../../static/games/herds/plan.js";

const cards = (...faces) => faces.map((face) => ({ face }));

test("further cards of the rank join, another rank replaces", () => {
  const [five, seven, other] = cards(5, 7, 7);
  const plan = new Plan();
  plan.toggle(seven);
  plan.toggle(other);
  assert.deepEqual(plan.cards, [7, 7]);
  plan.toggle(five);
  assert.deepEqual(plan.cards, [5]);
  plan.toggle(five);
  assert.equal(plan.size, 0);
  assert.equal(plan.rank, 0);
});

test("all of a rank at once", () => {
  const hand = cards(1, 7, 7, 7, 8);
  const plan = new Plan();
  plan.toggle(hand[0]);
  plan.all(hand[1], hand);
  assert.deepEqual(plan.cards, [7, 7, 7]);
});

test("a rank's key takes one more each time and begins again after the last", () => {
  const hand = cards(1, 7, 7);
  const plan = new Plan();
  assert.equal(plan.more(7, hand), hand[1]);
  assert.equal(plan.more(7, hand), hand[2]);
  assert.equal(plan.size, 2);
  assert.equal(plan.more(7, hand), hand[1]);
  assert.equal(plan.size, 1);
  plan.more(1, hand);
  assert.deepEqual(plan.cards, [1]);
});

test("a plan outlives what others do, as long as its cards are held", () => {
  const hand = cards(7, 7, 8);
  const plan = new Plan();
  plan.all(hand[0], hand);
  plan.check([hand[0], hand[2]]);
  assert.deepEqual(plan.cards, [7]);
});
