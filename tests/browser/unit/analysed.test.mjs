// An analysis that is kept, asked for, waited for, or refused.

import assert from "node:assert/strict";
import { test } from "node:test";

import { awaited, isNews, kept } from "../../../static/js/analysed.js";

const whole = { match: "m_1", curve: [[0.5, 0.5]], moves: [], players: [], turning: [] };

/** A server that answers one after the other, and remembers what it was asked. */
function serving(...answers) {
  const asked = [];
  return { asked, ask: async (method) => (asked.push(method), answers.shift()) };
}

const at = (progress) => ({ match: "m_1", progress });

test("looking for a kept one never asks for one", async () => {
  const nothing = serving(at(null)), under = serving(at(0.4)), there = serving(whole);
  assert.equal(await kept("m_1", nothing.ask), null);
  assert.equal(await kept("m_1", under.ask), null);
  assert.equal(await kept("m_1", there.ask), whole);
  assert.deepEqual([...nothing.asked, ...under.asked, ...there.asked], ["GET", "GET", "GET"]);
});

test("one that nobody has asked for is asked for once, and waited for", async () => {
  const { asked, ask } = serving(at(null), at(0), at(0.25), at(0.9), whole), seen = [], waits = [];
  const told = await awaited("m_1", (progress) => seen.push(progress), { ask, wait: async (ms) => void waits.push(ms) });
  assert.equal(told, whole);
  assert.deepEqual(asked, ["GET", "POST", "GET", "GET", "GET"]);
  assert.deepEqual(seen, [0, 0.25, 0.9]);
  assert.deepEqual(waits, [1000, 1000, 1000]);
});

test("a kept one comes at once, without a bar", async () => {
  const { asked, ask } = serving(whole);
  assert.equal(await awaited("m_1", assert.fail, { ask, wait: assert.fail }), whole);
  assert.deepEqual(asked, ["GET"]);
});

test("one that another reader has asked for is only waited for; one that the POST brings is taken", async () => {
  const under = serving(at(0.5), whole), brought = serving(at(null), whole);
  await awaited("m_1", () => {}, { ask: under.ask, wait: async () => {} });
  await awaited("m_1", assert.fail, { ask: brought.ask, wait: assert.fail });
  assert.deepEqual([under.asked, brought.asked], [["GET", "GET"], ["GET", "POST"]]);
});

test("a refusal ends the waiting", async () => {
  const refusing = async () => {
    throw new Error("rate");
  };
  await assert.rejects(awaited("m_1", () => {}, { ask: refusing }), /rate/);
});

test("it is said aloud at the beginning and with each quarter", () => {
  assert.ok(isNews(0, -1));
  assert.ok(!isNews(0.2, 0));
  assert.ok(isNews(0.25, 0.2));
  assert.ok(!isNews(0.49, 0.25));
});
