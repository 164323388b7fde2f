// The curve of a match: where steps and chances lie, pins that keep apart, dots in the shapes of avatars.

import assert from "node:assert/strict";
import { test } from "node:test";

import { along, area, deals, dot, of, path, percent, pins, scale, signed, spread } from "../../../static/js/course.js";

const frame = { width: 120, height: 130, left: 10, right: 10, top: 10, foot: 20 };
const curve = [[0.5, 0.5], [0.7, 0.3], [0.2, 0.8], [0, 1]];

test("a curve goes from the left edge to the right, high where the chance is", () => {
  const to = scale(frame, 3);
  assert.deepEqual([0, 3].map(to.x), [10, 110]);
  assert.deepEqual([1, 0.5, 0].map(to.y), [10, 60, 110]);
  assert.equal(path(of(curve, 0), to), "M10 60L43.3 40L76.7 90L110 110");
  assert.equal(area(of(curve, 1), to), "M10 60L43.3 80L76.7 30L110 10V110H10Z");
});

test("a place on the picture is its nearest step, and never one that there is not", () => {
  const to = scale(frame, 3);
  assert.deepEqual([-50, 10, 27, 43, 100, 999].map(to.step), [0, 0, 1, 1, 3, 3]);
  assert.equal(scale(frame, 0).step(60), 0);
});

test("deals follow each other to the last step", () => {
  assert.deepEqual(deals([0, 4], 9), [{ at: 0, n: 1, from: 0, to: 4 }, { at: 4, n: 2, from: 4, to: 9 }]);
});

test("heads of pins do not lie on each other, and hang down where the top is near", () => {
  const placed = pins([{ x: 40, y: 80 }, { x: 50, y: 82 }, { x: 100, y: 12 }], 4, 110);
  assert.deepEqual(placed.map(({ n, below }) => [n, below]), [[1, false], [2, false], [3, true]]);
  assert.ok(placed.every(({ y }) => y > 4 && y < 110));
  assert.ok(Math.hypot(placed[0].x - placed[1].x, placed[0].y - placed[1].y) >= 22);
  assert.equal(placed[0].stem, 22);
});

test("pins on a line are moved apart around where they were", () => {
  assert.deepEqual(spread([], 20), []);
  assert.deepEqual(spread([10, 100], 20), [10, 100]);
  assert.deepEqual(spread([50, 50, 50], 20), [30, 50, 70]);
  assert.deepEqual(spread([40, 50, 66], 20), [32, 52, 72]);
});

test("chances are said as 0 and 100 only where nothing can happen any more", () => {
  assert.deepEqual([0, 0.001, 0.294, 0.999, 1].map(percent), [0, 1, 29, 99, 100]);
  assert.deepEqual([0.062, -0.021, 0.004, -0.004].map(signed), ["+6", "−2", "0", "0"]);
});

test("keys go along the curve and leave the others to the page", () => {
  assert.deepEqual(["ArrowLeft", "ArrowRight", "Home", "End", "ArrowDown", " "].map((key) => along(key, 0, 3)), [0, 1, 0, 3, null, null]);
  assert.equal(along("ArrowRight", 3, 3), 3);
});

test("each seat's dot has a shape of its own, closed", () => {
  const shapes = [0, 1, 2, 3, 4].map((seat) => dot(20, 20, 8, seat));
  assert.equal(new Set(shapes).size, 5);
  assert.ok(shapes.every((shape) => shape.endsWith("z") && !shape.includes("NaN")));
  assert.equal(dot(20, 20, 8, 5), shapes[0]);
});
