// How long a line may be.

import assert from "node:assert/strict";
import { test } from "node:test";

import { count, fits, MOST } from "../../../static/js/letters.js";

test("letters as people count them", () => {
  assert.equal(count("Jo\u0308rg"), 4);
  assert.equal(count("👨‍👩‍👧‍👦🦊"), 2);
});

test("300 fit, 301 do not; blanks round them are not counted", () => {
  assert.deepEqual(fits("ä".repeat(MOST)), { left: 0, heavy: false, ok: true });
  assert.equal(fits(` ${"a".repeat(MOST)} `).ok, true);
  assert.deepEqual([fits("a".repeat(MOST + 3)).left, fits("a".repeat(MOST + 3)).ok], [-3, false]);
});

test("what a frame cannot carry does not fit, however few letters it has", () => {
  const families = fits("👨‍👩‍👧‍👦".repeat(200));
  assert.deepEqual([families.left, families.heavy, families.ok], [100, true, false]);
});
