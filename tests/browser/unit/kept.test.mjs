// What is half made outlives the page: only in its match, only what is still held.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Plan as Herds } from "../../../static/games/herds/plan.js";
import { Plan as Waters } from "../../../static/games/seven_waters/plan.js";
import { among, keep, Keeper, kept } from "../../../static/js/kept.js";

const cards = (...faces) => faces.map((face) => ({ face }));
const storage = new Map();
globalThis.sessionStorage = {
  getItem: (key) => storage.get(key) ?? null,
  setItem: (key, value) => storage.set(key, String(value)),
  removeItem: (key) => storage.delete(key),
};
const table = (match, sending = false, seat = 0) => ({ seat, sending, state: { message: { match } } });

test("a plan is found in its match only", () => {
  keep("m_1", { cards: [7, 7] });
  assert.deepEqual(kept("m_1"), { cards: [7, 7] });
  assert.equal(kept("m_2"), null);
  keep("m_1", null);
  assert.equal(kept("m_1"), null);
});

test("what cannot be read is nothing", () => {
  storage.set("plan", "{");
  assert.equal(kept("m_1"), null);
  storage.set("plan", "7");
  assert.equal(kept("m_1"), null);
});

test("each card of the hand is chosen once, and only what is held", () => {
  const hand = cards(7, 7, 3);
  assert.deepEqual(among([7, 7, 7, 4], hand), [hand[0], hand[1]]);
});

test("a page that is opened again finds the herd that was chosen", () => {
  const before = new Herds(), hand = cards(1, 7, 7);
  before.toggle(hand[1]);
  before.toggle(hand[2]);
  new Keeper(table("m_1"), before).note();
  const after = new Herds(), again = cards(1, 7, 7);
  const keeper = new Keeper(table("m_1"), after);
  keeper.find(again);
  assert.deepEqual(after.cards, [7, 7]);
  after.clear();
  keeper.find(again);
  assert.equal(after.size, 0, "once, when the page opens");
});

test("a turn between the parks is found with all it means", () => {
  const before = new Waters(), hand = cards("4S", "X1", "KH");
  before.toggle(hand[0]);
  before.want("slide", 2);
  new Keeper(table("m_1"), before).note();
  const after = new Waters();
  new Keeper(table("m_1"), after).find(cards("4S", "X1", "KH"));
  assert.deepEqual([after.cards, after.wanted, after.line], [["4S"], "slide", 2]);
});

test("a move under way is no plan, and who watches has none", () => {
  keep("m_1", { cards: [7] });
  const plan = new Herds();
  new Keeper(table("m_1", true), plan).find(cards(7));
  assert.equal(plan.size, 0);
  new Keeper(table("m_1", true), plan).note();
  assert.equal(kept("m_1"), null);
  keep("m_1", { cards: [7] });
  new Keeper(table("m_1", false, null), plan).find(cards(7));
  assert.equal(plan.size, 0);
});
