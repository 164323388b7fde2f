// Which key wishes what.

import assert from "node:assert/strict";
import { test } from "node:test";

import { wishOf } from "../../../static/js/keys.js";

test("ranks by their keys, the ace by A or 1", () => {
  assert.deepEqual(wishOf("a"), ["pick", 1]);
  assert.deepEqual(wishOf("A"), ["pick", 1]);
  assert.deepEqual(wishOf("1"), ["pick", 1]);
  assert.deepEqual(wishOf("8"), ["pick", 8]);
  assert.deepEqual(["9", "0", "j", "Q", "k", "x"].map((key) => wishOf(key)?.[1]), [9, 10, 11, 12, 13, 14]);
});

test("play, clear, read, help", () => {
  assert.deepEqual(["Enter", "Escape", "z", "s", "l", "C", "t", "R", "m", "?"].map((key) => wishOf(key)?.[0]), ["play", "clear", "clear", "scores", "last", "captured", "turn", "rules", "chat", "help"]);
  assert.equal(wishOf("y"), null);
});
