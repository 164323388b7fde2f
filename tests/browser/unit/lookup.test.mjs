// What is looked for among the past games.

import assert from "node:assert/strict";
import { test } from "node:test";

import { addressOf, outcome, question, sought } from "../../../static/js/lookup.js";

const GAMES = ["waterhole", "kariba"];
const NOW = Date.parse("2026-11-30T12:00:00Z");
const asked = (search, me = "g_me") => Object.fromEntries(question(sought(search, GAMES, me !== null), me, NOW));

test("an address leads back to the same form, and strange words to none", () => {
  const what = { name: "Ben & Co", game: "kariba", result: "lost", time: "week", mine: true };
  assert.deepEqual(sought(addressOf(what), GAMES, false), what);
  assert.deepEqual(sought("?game=chess&result=best&time=ever&mine=2", GAMES, true), { name: "", game: "", result: "", time: "", mine: false });
});

test("who has played here sees their own games first, unless somebody's are asked for", () => {
  assert.equal(sought("", GAMES, true).mine, true);
  assert.equal(sought("", GAMES, false).mine, false);
  assert.equal(sought("?name=Ben", GAMES, true).mine, false);
});

test("with me, a name is that of somebody who sat there, too", () => {
  assert.deepEqual(asked("?name=Ben&mine=1"), { player: "g_me", opponent: "Ben" });
  assert.deepEqual(asked("?name=Ben&mine=0"), { player: "Ben" });
  assert.deepEqual(asked("?name=Ben&mine=1", null), { player: "Ben" });
});

test("won or lost is asked of somebody only", () => {
  assert.deepEqual(asked("?result=won&mine=1"), { player: "g_me", result: "won" });
  assert.deepEqual(asked("?result=won&mine=0"), {});
  assert.deepEqual(asked("?result=draw&game=kariba&time=week&mine=0"), { game: "kariba", result: "draw", since: "2026-11-23T12:00:00.000Z" });
});

test("how it ended for me", () => {
  const match = (totals, winners, result = "finished") => ({ result, seats: totals.map((_, nth) => ({ guest: nth ? `g_${nth}` : "g_me" })), scores: { totals, winners } });
  assert.deepEqual(outcome(match([40, 36], [0]), "g_me"), { how: "won", total: 40, place: 1, other: 36 });
  assert.deepEqual(outcome(match([28, 32], [1]), "g_me"), { how: "lost", total: 28, place: 2, other: 32 });
  assert.deepEqual(outcome(match([19, 19, 4], [0, 1]), "g_me"), { how: "shared", total: 19, place: 1, other: 19 });
  assert.deepEqual(outcome(match([13, 16, 4], [1]), "g_me"), { how: "place", total: 13, place: 2, other: 16 });
  assert.deepEqual(outcome(match([7, 7], []), "g_me"), { how: "draw", total: 7, place: 1, other: 7 });
  assert.equal(outcome(match([7, 7], [], "abandoned"), "g_me"), null);
  assert.equal(outcome(match([7, 3], [0]), "g_else"), null);
  assert.equal(outcome(match([7, 3], [0]), null), null);
});
