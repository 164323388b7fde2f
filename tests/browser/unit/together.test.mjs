// Looking at one replay together, over a line of the test's own.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Together } from "../../../static/js/together.js";
import { FakeClock } from "./faked.mjs";

function line() {
  const clock = new FakeClock(), sockets = [];
  const open = () => {
    const socket = { said: [], send: (text) => socket.said.push(JSON.parse(text)), close: () => {} };
    sockets.push(socket);
    return socket;
  };
  let changes = 0;
  const together = new Together("ws://", () => (changes += 1), { open, clock, random: () => 1 });
  together.start();
  const hear = (message) => sockets.at(-1).onmessage({ data: JSON.stringify({ t: "together", people: [], leader: null, step: null, you: { guest: "g_me", leads: false }, ...message }) });
  return { clock, sockets, together, hear, changes: () => changes };
}
const ben = { guest: "g_ben", name: "Ben" };

test("one goes where the leader goes, unless one would rather not", () => {
  const { together, hear } = line();
  hear({});
  assert.equal(together.wanted, null);
  hear({ leader: ben, step: 5 });
  assert.equal(together.wanted, 5);
  together.follows = false;
  assert.equal(together.wanted, null);
  hear({ leader: ben, step: 6 });
  assert.equal(together.wanted, null);
  hear({ leader: { guest: "g_eve", name: "Eve" }, step: 7 });
  assert.equal(together.wanted, 7, "whoever leads anew is followed");
  hear({ leader: { guest: "g_me", name: "I" }, step: 7, you: { guest: "g_me", leads: true } });
  assert.equal(together.wanted, null);
});

test("only a leader's steps are told, in measure, and the last one always", async () => {
  const { together, hear, sockets, clock } = line();
  hear({});
  together.at(1);
  assert.deepEqual(sockets[0].said, []);
  together.lead(1);
  hear({ leader: { guest: "g_me", name: "I" }, step: 1, you: { guest: "g_me", leads: true } });
  for (let step = 2; step < 40; step += 1) together.at(step);
  await clock.pass(1000);
  assert.deepEqual(sockets[0].said, [{ t: "lead", step: 1 }, { t: "at", step: 2 }, { t: "at", step: 39 }]);
});

test("the line comes back by itself, and is looked for no more where there is nothing", async () => {
  const { together, hear, sockets, clock } = line();
  hear({ leader: ben, step: 5 });
  sockets[0].onclose({ code: 1012 });
  assert.equal(together.told, null);
  await clock.pass(100);
  assert.equal(sockets.length, 2);
  sockets[1].onclose({ code: 4003 });
  await clock.pass(60_000);
  assert.equal(sockets.length, 2);
  together.rest();
});
