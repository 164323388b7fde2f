// Who may ask for a hint.

import assert from "node:assert/strict";
import { test } from "node:test";

import { mayAsk } from "../../../static/js/hinting.js";

const look = (more = {}) => ({ room: { kind: "play", phase: "playing", house: { hints: false }, seats: [{ guest: "g_me" }, { bot: "hard" }, null], ...more.room }, message: { view: { facts: { to_act: 0 } } }, seat: 0, ...more.look });

test("against bots alone, on the own turn", () => {
  assert.equal(mayAsk(look()), true);
  assert.equal(mayAsk(look({ look: { seat: null } })), false);
  assert.equal(mayAsk(look({ look: { message: { view: { facts: { to_act: 1 } } } } })), false);
});

test("among people where the house has hints", () => {
  const seats = [{ guest: "g_me" }, { guest: "g_ben", bot: null }];
  assert.equal(mayAsk(look({ room: { seats } })), false);
  assert.equal(mayAsk(look({ room: { seats, house: { hints: true } } })), true);
});

test("not in a lesson, and not when the match is over", () => {
  assert.equal(mayAsk(look({ room: { kind: "lesson" } })), false);
  assert.equal(mayAsk(look({ room: { phase: "over" } })), false);
});
