// A free place beside a seat.

import assert from "node:assert/strict";
import { test } from "node:test";

import { around, clearing } from "../../../static/js/clearing.js";

const felt = { left: 0, top: 0, width: 400, height: 300 };
const seat = { left: 100, top: 10, width: 120, height: 50 };
const size = { width: 60, height: 30 };

test("below the seat where nothing lies", () => {
  assert.deepEqual(clearing(around(seat, size, 8), [seat], felt), { left: 116, top: 68, ...size });
});

test("beside it where cards lie below, on neither", () => {
  const card = { left: 90, top: 70, width: 140, height: 90 };
  const found = clearing(around(seat, size, 8), [seat, card], felt);
  assert.deepEqual(found, { left: 228, top: 20, ...size });
});

test("nowhere rather than on something or beyond the edge", () => {
  assert.equal(clearing(around(seat, size, 8), [{ left: 0, top: 0, width: 400, height: 300 }], felt), null);
  assert.equal(clearing(around(seat, { width: 500, height: 30 }, 8), [], felt), null);
});
