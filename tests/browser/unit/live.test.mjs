// What is read aloud, and when.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Live } from "../../../static/js/live.js";
import { FakeClock } from "./faked.mjs";

function spoken() {
  const clock = new FakeClock();
  const heard = [];
  const region = (name) => ({
    words: "",
    get textContent() {
      return this.words;
    },
    set textContent(words) {
      this.words = words;
      heard.push([name, words, clock.time - 1_000_000]);
    },
  });
  const live = new Live(region("polite"), region("urgent"), (n, last) => `${n} things. ${last}`, clock);
  return { live, clock, heard };
}

test("messages come one after another, at least 700 ms apart", async () => {
  const { live, clock, heard } = spoken();
  for (const word of ["a", "b", "c"]) live.say(word);
  await clock.pass(5000);
  assert.deepEqual(heard, [["polite", "a", 0], ["polite", "b", 700], ["polite", "c", 1400]]);
});

test("more than three that wait become one", async () => {
  const { live, clock, heard } = spoken();
  for (const word of ["a", "b", "c", "d", "e"]) live.say(word);
  await clock.pass(5000);
  assert.deepEqual(heard.map(([, words]) => words), ["a", "4 things. e"]);
});

test("what is urgent goes to its own region and is never summed up", async () => {
  const { live, clock, heard } = spoken();
  live.say("a");
  live.call("your turn");
  for (const word of ["b", "c", "d", "e"]) live.say(word);
  await clock.pass(9000);
  assert.deepEqual(heard.map(([name]) => name).filter((name) => name === "urgent"), ["urgent"]);
  assert.ok(heard.some(([, words]) => words === "4 things. e"));
});

test("an answer comes at once, and what waited of the same kind is out of date", async () => {
  const { live, clock, heard } = spoken();
  for (const word of ["a", "b", "c"]) live.say(word);
  live.answer("selected");
  await clock.pass(5000);
  assert.deepEqual(heard.map(([, words]) => words), ["a", "selected"]);
  assert.equal(heard[1][2], 0);
});

test("the same words twice are two messages", async () => {
  const { live, clock, heard } = spoken();
  live.say("a");
  live.say("a");
  await clock.pass(2000);
  assert.equal(heard.length, 2);
  assert.notEqual(heard[0][1], heard[1][1]);
});

test("a call to a turn that is over is not said any more", async () => {
  const said = [];
  let now = 0;
  const timers = [];
  const clock = { now: () => now, after: (ms, does) => (timers.push({ at: now + ms, does }), timers.at(-1)), cancel: (one) => timers.includes(one) && timers.splice(timers.indexOf(one), 1) };
  const urgent = { set textContent(words) { said.push(words); }, get textContent() { return said.at(-1) ?? ""; } };
  const live = new Live({ textContent: "" }, urgent, (n, last) => last, clock);
  for (let nth = 1; nth <= 6; nth += 1) live.turn(`Your turn ${nth}`);
  live.call("Refused");
  for (; now < 6000; now += 100) for (const one of timers.splice(0)) one.at <= now ? one.does() : timers.push(one);
  assert.deepEqual(said, ["Your turn 1", "Your turn 6", "Refused"]);
});
