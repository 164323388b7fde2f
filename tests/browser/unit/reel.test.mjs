// A finished match step by step: whose eyes, which step, what lay hidden.

import assert from "node:assert/strict";
import { test } from "node:test";

import { addressOf, asked, Reel } from "../../../static/js/reel.js";
import { keyed } from "../../../static/js/scrubber.js";

const record = { started_at: "2026-11-30T12:00:00Z", seats: [{ seat: 0 }, { seat: 1 }] };
const steps = [{ step: 0, deal: 1, first: 0 }, { step: 1, seat: 0, at: "2026-11-30T12:00:05Z", by: "guest" }, { step: 2, seat: 1, by: "bot" }, { step: 3, deal: 2, first: 1 }, { step: 4, seat: 1, by: "guest" }];
const seen = (places) => steps.map((_, step) => ({ places: { ...places, deck: 40 - step } }));
const told = () =>
  new Map([
    ["watch", { views: seen({ "hand:0": 2, "hand:1": 2, "theme:1": 1, market: [3] }) }],
    ["0", { views: seen({ "hand:0": [1, 4], "hand:1": 2, "theme:1": 1, market: [3] }), news: steps.map((_, step) => [{ e: "play", step }]) }],
    ["1", { views: seen({ "hand:0": 2, "hand:1": [7, 8], "theme:1": ["KH"], market: [3] }) }],
  ]);

test("moves are counted, deals are not", () => {
  const reel = new Reel(record, steps, told());
  assert.deepEqual([0, 1, 2, 3, 4].map((step) => reel.move(step)), [0, 1, 2, 2, 3]);
  assert.deepEqual([reel.last, reel.moves, reel.deals], [4, 3, [0, 3]]);
  assert.deepEqual([-3, 2.4, 99, Number.NaN].map((step) => reel.within(step)), [0, 2, 4, 0]);
});

test("each reader sees through the eyes they chose", () => {
  const reel = new Reel(record, steps, told());
  assert.deepEqual(reel.view(1, 1).places["hand:1"], [7, 8]);
  assert.equal(reel.view(1, "watch").places["hand:1"], 2);
  assert.deepEqual(reel.view(1, "all").places["hand:0"], [1, 4]);
  assert.deepEqual([reel.seat("all"), reel.seat("watch"), reel.seat(1)], [0, null, 1]);
  assert.deepEqual([reel.viewers("all"), reel.viewers("watch"), reel.viewers(1)], [["watch", "0", "1"], ["watch"], ["1"]]);
});

test("all hands are what was hidden from a spectator, and nothing else", () => {
  assert.deepEqual(new Reel(record, steps, told()).hands(2), [
    { seat: 0, kind: "hand", cards: [1, 4] },
    { seat: 1, kind: "hand", cards: [7, 8] },
    { seat: 1, kind: "theme", cards: ["KH"] },
  ]);
});

test("news are told as the room told them; an old record has none", () => {
  const reel = new Reel(record, steps, told());
  assert.deepEqual(reel.news(1, 0), [{ v: 1, at: Date.parse("2026-11-30T12:00:05Z"), by: "guest", events: [{ e: "play", step: 1 }] }]);
  assert.deepEqual(reel.news(1, "watch"), []);
});

test("an address names a moment, and a strange one names the beginning", () => {
  for (const [step, as] of [[4, "all"], [2, "watch"], [3, 1]]) assert.deepEqual(asked(addressOf(step, as), record), { step, as });
  for (const strange of ["", "?step=-1", "?step=1e9&as=7", "?step=x&as=constructor"]) assert.deepEqual(asked(strange, record), { step: 0, as: "all" });
});

test("keys lead along the scrubber", () => {
  const at = (key, step = 2) => keyed(key, step, 4, [0, 3]);
  assert.deepEqual(["ArrowLeft", "ArrowRight", "Home", "End", " ", "PageUp", "PageDown", "x"].map((key) => at(key)), [1, 3, 0, 4, "play", 0, 3, null]);
  assert.equal(at("PageDown", 3), 4);
  assert.equal(at("PageUp", 4), 3);
});
