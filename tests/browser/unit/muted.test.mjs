// Whom a reader does not want to hear.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Muted } from "../../../static/js/muted.js";
import { FakeStorage } from "./faked.mjs";

test("it is remembered, and taken back", () => {
  const store = new FakeStorage();
  const muted = new Muted(store);
  muted.set("g_ben", true);
  assert.deepEqual(["g_ben", "g_eve"].map((guest) => new Muted(store).has(guest)), [true, false]);
  muted.setAll(true);
  assert.equal(new Muted(store).has("g_eve"), true);
  muted.setAll(false);
  muted.set("g_ben", false);
  assert.equal(new Muted(store).has("g_ben"), false);
});

test("the list does not grow for ever, and rubbish in it is nobody", () => {
  const store = new FakeStorage();
  const muted = new Muted(store);
  for (let nth = 0; nth < 300; nth += 1) muted.set(`g_${nth}`, true);
  assert.equal(new Muted(store).guests.length, 200);
  assert.equal(new Muted(store).has("g_299"), true);
  for (const rubbish of ["{", "7", "null", '{"guests":7,"all":"yes"}']) {
    store.setItem("muted", rubbish);
    assert.equal(new Muted(store).has("g_299"), false);
  }
  assert.equal(new Muted(undefined).has("g_ben"), false);
});
