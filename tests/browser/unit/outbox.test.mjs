// What is said and not heard yet: in order, once, and nothing lost silently.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Outbox } from "../../../static/js/outbox.js";
import { FakeClock, FakeStorage, settle } from "./faked.mjs";

/** An outbox whose server the test plays. */
function posted(store = new FakeStorage()) {
  const clock = new FakeClock();
  const said = [];
  const back = [];
  let ids = 0;
  const box = new Outbox({
    say: (id, body) => new Promise((resolve, reject) => said.push({ id, body, resolve, reject })),
    newId: () => `i${(ids += 1)}`,
    changed: () => {},
    refused: (body, refusal) => back.push([body.text ?? body.emote, refusal.code]),
    clock,
    key: "chat:a",
    store,
  });
  return { box, clock, said, back, store };
}

const rate = { code: "rate", facts: {} };

test("one line at a time, in order, each under one id", async () => {
  const { box, said, store } = posted();
  for (const text of ["a", "b", "c"]) box.add({ text }, true);
  assert.deepEqual(said.map((one) => one.body.text), ["a"]);
  for (const nth of [0, 1, 2]) {
    said[nth].resolve(null);
    await settle();
  }
  assert.deepEqual(said.map((one) => [one.id, one.body.text]), [["i1", "a"], ["i2", "b"], ["i3", "c"]]);
  assert.equal(box.waiting.length, 0);
  assert.equal(store.size, 0);
});

test("twelve lines said without a line wait out every refusal for speed", async () => {
  const { box, clock, said, back } = posted();
  for (let nth = 0; nth < 12; nth += 1) box.add({ text: `${nth}` }, false);
  const heard = [];
  for (let turn = 0; heard.length < 12 && turn < 40; turn += 1) {
    const one = said.at(-1);
    if (turn % 3 === 2) one.reject(rate);
    else {
      heard.push(one.body.text);
      one.resolve(null);
    }
    await settle();
    if (turn % 3 === 2) await clock.pass(1200);
  }
  assert.deepEqual(heard, [...Array(12).keys()].map(String));
  assert.deepEqual(back, []);
  for (const one of said) assert.equal(said.filter((other) => other.body.text === one.body.text).every((other) => other.id === one.id), true);
});

test("somebody who is too fast gets the words back", async () => {
  const { box, said, back } = posted();
  box.add({ text: "too fast" }, true);
  said[0].reject(rate);
  await settle();
  assert.deepEqual(back, [["too fast", "rate"]]);
  assert.equal(box.waiting.length, 0);
});

test("a refusal comes back, and what stood behind it goes on", async () => {
  const { box, said, back } = posted();
  box.add({ text: "a" }, true);
  box.add({ emote: "fox" }, true);
  said[0].reject({ code: "role", facts: {} });
  await settle();
  assert.deepEqual(back, [["a", "role"]]);
  assert.deepEqual(said[1].body, { emote: "fox" });
});

test("what was on its way outlives a reload under its ids", async () => {
  const store = new FakeStorage();
  const first = posted(store);
  first.box.add({ text: "a" }, true);
  first.box.add({ text: "b" }, true);
  const second = posted(store);
  second.box.start();
  assert.deepEqual([second.said[0].id, second.said[0].body.text], ["i1", "a"]);
  second.said[0].resolve(null);
  await settle();
  assert.deepEqual([second.said[1].id, second.said[1].body.text], ["i2", "b"]);
});

test("a line that has come back is not shown twice, whatever becomes of its answer", async () => {
  const { box, said, back } = posted();
  box.add({ text: " Jo\u0308rg  is here " }, true);
  box.heard({ text: "J\u00f6rg is here" });
  assert.deepEqual(box.unheard, []);
  box.lost();
  said[0].reject({ code: "unavailable", facts: {} });
  await settle();
  assert.deepEqual(back, []);
});
