/* Seconds, rings, and when the warning is due. */
import assert from "node:assert/strict";
import test from "node:test";

import { face, secondsLeft, warns } from "../../../static/js/countdown.js";

test("whole seconds, never below zero", () => {
  assert.deepEqual([10_001, 10_000, 9_999, 1, 0, -5000].map((left) => secondsLeft(50_000 + left, 50_000)), [11, 10, 10, 1, 0, 0]);
  assert.equal(secondsLeft(null, 5), 0);
});

test("the ring empties, and is low in the last ten seconds", () => {
  assert.deepEqual(face(60_000, 60, 0), { s: 60, full: 100, low: false });
  assert.deepEqual(face(60_000, 60, 45_000), { s: 15, full: 25, low: false });
  assert.deepEqual(face(60_000, 60, 50_000), { s: 10, full: 16.7, low: true });
  assert.deepEqual(face(60_000, 60, 70_000), { s: 0, full: 0, low: true });
  assert.deepEqual(face(61_000, 60, 0), { s: 60, full: 100, low: false }, "a clock that is a little ahead");
});

test("the warning comes once, and not where the whole time is no longer than it", () => {
  assert.deepEqual([warns(11, false, 30), warns(10, false, 30), warns(10, true, 30), warns(0, false, 30), warns(9, false, 10)], [false, true, false, false, false]);
});
