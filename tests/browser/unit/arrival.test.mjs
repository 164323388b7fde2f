// A code from another device, however it is brought.

import assert from "node:assert/strict";
import { test } from "node:test";

import { deviceCode } from "../../../static/js/arrival.js";
import { grouped } from "../../../static/js/device.js";
import { sorted } from "../../../static/js/open_tables.js";

test("typed, spoken, pasted, by the picture's link", () => {
  for (const typed of ["4F7K 2QXM", "4f7k-2qxm", " 4F7K2QXM\n", "#4f7k2qxm", "https://x.example/device#4F7K2QXM"]) assert.deepEqual(deviceCode(typed), { code: "4f7k2qxm", room: "" });
  assert.equal(deviceCode("OIL0 1234").code, "01101234");
  assert.deepEqual(deviceCode("#4f7k2qxm.6sz5n15xx8"), { code: "4f7k2qxm", room: "6sz5n15xx8" });
});

test("what is none", () => {
  for (const typed of ["", "4f7k", "4f7k2qxmm", "uuuuuuuu", "🦊🦊🦊🦊🦊🦊🦊🦊", "#", "https://x.example/device"]) assert.equal(deviceCode(typed).code, "");
  assert.equal(deviceCode("#4f7k2qxm.//x.example").room, "", "a room is ten symbols or none");
});

test("two groups of four", () => assert.equal(grouped("4F7K2QXM"), "4F7K 2QXM"));

test("where one waits for the reader comes first, the rest as it was", () => {
  const tables = [{ code: "a", your_turn: false }, { code: "b", your_turn: true }, { code: "c", your_turn: false }, { code: "d", your_turn: true }];
  assert.deepEqual(sorted(tables).map((one) => one.code), ["b", "d", "a", "c"]);
});
