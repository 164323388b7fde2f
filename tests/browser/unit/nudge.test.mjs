// When somebody may be reminded that it is their turn.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Nudge, THINKS } from "../../../static/js/nudge.js";
import { FakeClock } from "./faked.mjs";

const room = (more = {}) => ({ phase: "playing", seats: [{ guest: "g_mia", name: "Mia", state: "present" }, { guest: "g_ben", name: "Ben", state: "present", bot: null, ...more }] });
const message = (turn, to_act = 1) => ({ match: "m", turn, view: { facts: { to_act } } });

function waiting() {
  const clock = new FakeClock();
  const calls = [];
  return { clock, calls, nudge: new Nudge(clock, () => calls.push(clock.time)) };
}

test("after twenty seconds of somebody else's turn, once", async () => {
  const { clock, calls, nudge } = waiting();
  assert.equal(nudge.whom(room(), message(4), 0), null);
  await clock.pass(THINKS - 1);
  assert.equal(nudge.whom(room(), message(4), 0), null);
  await clock.pass(1);
  assert.equal(calls.length, 1, "the page is asked to look again");
  assert.deepEqual(nudge.whom(room(), message(4), 0), { name: "Ben" });
  nudge.spent();
  assert.equal(nudge.whom(room(), message(4), 0), null);
  assert.equal(nudge.whom(room(), message(5), 0), null, "another turn begins anew");
  await clock.pass(THINKS);
  assert.deepEqual(nudge.whom(room(), message(5), 0), { name: "Ben" });
});

test("not oneself, no bot, nobody who is away, and not by who only watches", async () => {
  const { clock, nudge } = waiting();
  nudge.whom(room(), message(4), 0);
  await clock.pass(THINKS);
  assert.equal(nudge.whom(room(), message(4), 1), null);
  assert.equal(nudge.whom(room(), message(4), null), null);
  assert.equal(nudge.whom(room({ state: "away" }), message(4), 0), null);
  assert.equal(nudge.whom(room({ bot: "easy" }), message(4), 0), null);
  assert.equal(nudge.whom({ ...room(), phase: "over" }, message(4), 0), null);
});
