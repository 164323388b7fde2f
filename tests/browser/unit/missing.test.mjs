/* Who is missing, who may choose, and what everybody is told. */
import assert from "node:assert/strict";
import test from "node:test";

import { changes, choices, mayApprove, mayChoose, missing, sentences } from "../../../static/js/missing.js";
import { howOf } from "../../../static/js/seated.js";

const seat = (name, more = {}) => ({ guest: `g_${name}`, name, avatar: 0, bot: null, state: "present", kept: false, waited: false, until: null, ...more });
const bot = { guest: null, name: "Otto", avatar: 1, bot: "medium", state: "present", kept: false, waited: false, until: null };
const away = { state: "away", until: 9000 };
const room = (seats, more = {}) => ({ phase: "playing", kind: "play", match: "m_1", host: "g_Mia", seats: [...seats, null], watchers: [], claims: [], ...more });

test("how somebody is missing", () => {
  assert.deepEqual(
    [null, bot, seat("Ben"), seat("Ben", away), seat("Ben", { state: "away" }), seat("Ben", { ...away, waited: true }), seat("Ben", { state: "away", kept: true }), seat("Ben", { state: "left", kept: true })].map(howOf),
    [null, null, null, "counting", "away", "waited", "kept", "left"],
  );
});

test("the gravest first, and never the reader", () => {
  const seats = [seat("Mia", away), seat("Ben", { state: "away", kept: true }), seat("Zoe", { ...away, until: 8000 }), seat("Lu", { ...away, until: 7000 }), seat("Eve", { state: "away", waited: true })];
  assert.deepEqual(missing(room(seats), "g_Mia").map((one) => one.name), ["Lu", "Zoe", "Eve", "Ben"]);
});

test("the host chooses; of two the other one, too", () => {
  assert.equal(mayChoose(room([seat("Mia"), seat("Ben"), seat("Zoe")]), "g_Ben"), false);
  assert.equal(mayChoose(room([seat("Mia"), seat("Ben"), seat("Zoe")]), "g_Mia"), true);
  assert.equal(mayChoose(room([seat("Mia"), seat("Ben")]), "g_Ben"), true);
  assert.equal(mayChoose(room([seat("Mia"), seat("Ben")]), "g_Eve"), false);
  assert.equal(mayChoose(room([seat("Mia"), seat("Ben")], { phase: "over" }), "g_Mia"), false);
  assert.equal(mayChoose(room([seat("Mia"), bot], { kind: "lesson" }), "g_Mia"), false);
});

test("the host lets people in; where the host is not here, anybody who sits", () => {
  const here = room([seat("Mia"), seat("Ben")]);
  assert.deepEqual(["g_Mia", "g_Ben", "g_Eve"].map((one) => mayApprove(here, one)), [true, false, false]);
  assert.equal(mayApprove(room([seat("Mia", away), seat("Ben")]), "g_Ben"), true);
  assert.equal(mayApprove(room([seat("Ben")], { watchers: [{ guest: "g_Mia", name: "Mia" }] }), "g_Ben"), false);
});

test("what may be chosen", () => {
  assert.deepEqual(choices("counting"), ["wait", "bot", "end"]);
  assert.deepEqual(choices("waited"), ["bot", "end"]);
  assert.deepEqual(choices("kept"), ["wait", "end"]);
  assert.deepEqual(choices("away"), []);
});

test("in words: the first one, how many more, and that everything waits", () => {
  const keys = (...seats) => sentences(room([seat("Mia"), ...seats]), "g_Mia", 7).map(({ key }) => key);
  assert.deepEqual(keys(seat("Ben")), []);
  assert.deepEqual(keys(seat("Ben", away)), ["people.away.counting"]);
  assert.deepEqual(keys(seat("Ben", away), seat("Zoe", away)), ["people.away.counting", "people.away.more"]);
  const waited = { state: "away", waited: true };
  assert.deepEqual(keys(seat("Ben", waited), seat("Zoe", waited)), ["people.away.all"]);
  assert.deepEqual(keys(seat("Ben", waited), seat("Zoe", waited), seat("Lu")), ["people.away.waited", "people.away.more"]);
});

test("everybody is told who is back and who is host", () => {
  const before = room([seat("Mia"), seat("Ben", { state: "away", kept: true })]);
  const told = (after, me = "g_Mia") => changes(before, after, me).map(({ key }) => key);
  assert.deepEqual(changes(null, before, "g_Mia"), []);
  assert.deepEqual(told(before), []);
  assert.deepEqual(told(room([seat("Mia"), seat("Ben")])), ["people.back"]);
  assert.deepEqual(told(room([seat("Mia"), seat("Ben")]), "g_Ben"), ["people.back.me"]);
  const other = { ...seat("Ben"), guest: "g_new" };
  assert.deepEqual(told(room([seat("Mia"), other])), ["people.back.claimed"]);
  assert.deepEqual(told(room([seat("Mia"), other]), "g_new"), ["people.claim.given"]);
  assert.deepEqual(told(room(before.seats.slice(0, 2), { host: "g_Ben" }), "g_Ben"), ["people.host.me"]);
  assert.deepEqual(told(room(before.seats.slice(0, 2), { host: "g_Ben" })), ["people.host"]);
  assert.deepEqual(told(room([seat("Ben"), seat("Zoe")], { match: "m_2" })), [], "another match has other seats");
});

test("rights that went with a claimed seat are nobody's news", () => {
  const before = room([seat("Mia", away), seat("Ben")]);
  const after = room([{ ...seat("Mia"), guest: "g_new" }, seat("Ben")], { host: "g_new" });
  assert.deepEqual(changes(before, after, "g_Ben").map(({ key }) => key), ["people.back.claimed"]);
});
