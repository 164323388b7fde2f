// The geometry of cards and their motion, as far as it needs no browser.

import assert from "node:assert/strict";
import { test } from "node:test";

import { bowed } from "../../../static/games/herds/chase.js";
import { fan, into, over, written } from "../../../static/js/fan.js";
import { curveOf } from "../../../static/js/flight.js";

const slot = { x: 100, y: 50, w: 50, h: 70 };

test("one card lies exactly in its slot", () => {
  assert.deepEqual(fan(slot, 1, 100, 1.3), [{ x: 125, y: 85, r: 0, s: 0.5 }]);
  assert.deepEqual(fan(slot, 0, 100, 1.3), []);
});

test("a fan is even on both sides and never wider than its limit", () => {
  for (const n of [2, 3, 5, 8, 10]) {
    const poses = fan(slot, n, 100, 1.1);
    const [first, last] = [poses[0], poses.at(-1)];
    assert.ok(Math.abs(first.x + last.x - 250) < 1e-6);
    assert.ok(Math.abs(first.r + last.r) < 1e-6);
    assert.ok(last.r <= 9 + 1e-6, `${n} cards turn by ${last.r}`);
    assert.ok(last.x - first.x <= 50 * 1.1 + 2 * 49 * Math.sin((9 * Math.PI) / 180) + 1e-6);
  }
});

test("cards lie one over the other from left to right", () => {
  const xs = fan(slot, 6, 100, 1.3).map((pose) => pose.x);
  assert.deepEqual(xs, [...xs].sort((a, b) => a - b));
});

test("a card on its button, a card into a seat", () => {
  assert.deepEqual(over({ x: 0, y: 0, w: 110, h: 150 }, 100, 5, 100), { x: 55, y: 75, r: 5, s: 1 });
  assert.ok(into({ x: 0, y: 0, w: 20, h: 15 }, 100).s < 0.31);
});

test("a pose is written as one transform", () => {
  assert.equal(written({ x: 1, y: 2, r: 3, s: 0.5 }), "translate(1.0px, 2.0px) translate(-50%, -50%) rotate(3.00deg) scale(0.5000)");
});

test("easing runs from 0 to 1 and never back", () => {
  const ease = curveOf("cubic-bezier(.2, .8, .2, 1)");
  const steps = Array.from({ length: 11 }, (_, nth) => ease(nth / 10));
  assert.equal(steps[0], 0);
  assert.equal(steps[10], 1);
  assert.deepEqual(steps, [...steps].sort((a, b) => a - b));
  assert.ok(ease(0.5) > 0.8, "quick at first");
  assert.equal(curveOf("linear")(0.25).toFixed(3), "0.250");
});

test("the chase's path starts at the herd, ends at the prey, and bows away from the pond", () => {
  const herd = { x: 0, y: 200, w: 100, h: 120 }, prey = { x: 200, y: 200, w: 100, h: 120 };
  const { from, via, to } = bowed(herd, prey, { x: 150, y: 100 });
  assert.ok(from.x > 50 && from.x < 100);
  assert.ok(to.x > 200 && to.x < 250);
  assert.ok(via.y > 260);
});
