// How long the wire waits before it dials again.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Patience } from "../../../static/js/patience.js";

test("at once where the server restarts, then short while somebody looks", () => {
  const patience = new Patience(() => 1);
  assert.equal(patience.next(1012, 0, true), 60);
  const waits = Array.from({ length: 20 }, () => patience.next(1006, 5_000, true));
  assert.ok(Math.max(...waits) <= 500);
  assert.ok(waits[0] <= 300);
});

test("first retries come within 250 ms", () => {
  assert.ok(new Patience(() => 1).next(1006, 0, true) <= 250);
});

test("up to 5 s after a minute, or where nobody looks", () => {
  const patience = new Patience(() => 1);
  const waits = Array.from({ length: 20 }, () => patience.next(1006, 61_000, true));
  assert.equal(Math.max(...waits), 5_000);
});

test("no hurry after a reproach, and never before the time the server asks for", () => {
  assert.ok(new Patience(() => 0).next(4008, 0, true) >= 750);
  assert.ok(new Patience(() => 0).next(1013, 0, true, 1000) >= 1000);
});
