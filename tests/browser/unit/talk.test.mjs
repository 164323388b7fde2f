// What is said in a room: once each, in order; who may read it; what is news.

import assert from "node:assert/strict";
import { test } from "node:test";

import { hasCompany, mayTalk } from "../../../static/js/seated.js";
import { Talk, wordsOf } from "../../../static/js/talk.js";
import { text } from "../../../static/js/text.js";

const line = (n, at = n * 10, guest = "g_ben") => ({ n, at, guest, name: "Ben", text: `line ${n}` });
const nobody = () => false;

test("lines come in any order and more than once, and stand once in theirs", () => {
  const talk = new Talk();
  assert.deepEqual(talk.hear([line(2), line(1)], 0).map((one) => one.n), [1, 2]);
  assert.deepEqual(talk.hear([line(1), line(2), line(3)], 0).map((one) => one.n), [3]);
  assert.deepEqual(talk.lines.map((one) => one.n), [1, 2, 3]);
});

test("what was said before the page was opened is no news", () => {
  const talk = new Talk();
  assert.deepEqual(talk.hear([line(1), line(2), line(3)], 25).map((one) => one.n), [3]);
  assert.equal(talk.unread("g_mia", nobody), 1);
  talk.read();
  assert.equal(talk.unread("g_mia", nobody), 0);
});

test("after a reload what was not read is still unread", () => {
  const talk = new Talk(1);
  talk.hear([line(1), line(2), line(3)], 1000);
  assert.equal(talk.unread("g_mia", nobody), 2);
});

test("what had to be forgotten and is told again is no news", () => {
  const talk = new Talk();
  talk.hear([line(1), line(2)], 0);
  talk.clear();
  assert.deepEqual(talk.hear([line(1), line(2), line(3)], 0).map((one) => one.n), [3]);
  assert.equal(talk.lines.length, 3);
});

test("own lines and those of the muted are not counted", () => {
  const talk = new Talk(0);
  talk.hear([line(1), line(2, 20, "g_mia"), line(3, 30, "g_eve")], 0);
  assert.equal(talk.unread("g_mia", (guest) => guest === "g_eve"), 1);
});

test("who may talk", () => {
  const room = (chat) => ({ house: { chat }, seats: [{ guest: "g_mia" }, null, { guest: null, bot: "easy" }], watchers: [{ guest: "g_eve" }] });
  assert.deepEqual(["all", "players", "off"].map((chat) => mayTalk(room(chat), "g_mia")), [true, true, false]);
  assert.deepEqual(["all", "players", "off"].map((chat) => mayTalk(room(chat), "g_eve")), [true, false, false]);
  assert.equal(hasCompany(room("all"), "g_mia"), true);
  assert.equal(hasCompany({ ...room("all"), watchers: [] }, "g_mia"), false, "a bot is no company");
});

test("a phrase is read in the reader's language", () => {
  text.texts = { "chat.phrase.thanks": "Danke", "chat.react.fox": "Stark" };
  assert.deepEqual([{ phrase: "thanks" }, { emote: "fox" }, { text: "<b>" }].map(wordsOf), ["Danke", "Stark", "<b>"]);
});
