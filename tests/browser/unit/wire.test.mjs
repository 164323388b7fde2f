// The wire against a socket and a clock of the test's own: what happens when the network does its worst.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Wire } from "../../../static/js/wire.js";
import { FakeClock, FakeSocket, FakeStorage, settle } from "./faked.mjs";

function wired(more = {}) {
  const clock = new FakeClock();
  const sockets = [];
  const heard = { table: [], room: [], conn: [] };
  const storage = more.storage ?? new FakeStorage();
  const ears = {
    table: (it) => heard.table.push(it),
    room: (it) => heard.room.push(it),
    conn: (it) => heard.conn.push(it),
  };
  const open = (url) => {
    sockets.push(new FakeSocket(url));
    return sockets.at(-1);
  };
  const wire = new Wire({ url: "ws://x/ws/rooms/a", code: "a", build: "b", tab: "t", ears, storage, open, clock, random: () => 0.5, ...more });
  wire.start();
  return { wire, clock, sockets, heard, storage, last: () => sockets.at(-1) };
}

const table = (v, more = {}) => ({ t: "table", match: "m", v, turn: v, view: {}, offer: null, news: [], ...more });

test("hello comes first, with the last row this page has drawn", async () => {
  const { sockets, clock, last } = wired();
  last().welcome();
  assert.deepEqual(last().said[0], { t: "hello", p: 1, build: "b", tab: "t", want: "play", last: null });
  last().hear(table(7));
  last().fall();
  await clock.pass(1000);
  last().welcome();
  assert.equal(sockets.length, 2);
  assert.equal(last().said[0].last, 7);
});

test("a lost ack: the same id again on a second socket, and the first to answer wins", async () => {
  const { wire, clock, sockets, storage, heard } = wired();
  sockets[0].welcome();
  const done = wire.move(3, { type: "play", cards: [7] });
  assert.equal(storage.size, 1);
  await clock.pass(600);
  assert.equal(sockets.length, 2);
  sockets[1].welcome();
  const [first, again] = [sockets[0].of("move")[0], sockets[1].of("move")[0]];
  assert.deepEqual(again, first);
  assert.equal(wire.conn.is, "ok");
  sockets[1].hear(table(9, { ack: again.id }));
  await done;
  assert.equal(wire.pending, null);
  assert.equal(storage.size, 0);
  assert.ok(sockets[0].closed);
  assert.equal(heard.table.length, 1);
});

test("the old socket may win the race as well", async () => {
  const { wire, clock, sockets } = wired();
  sockets[0].welcome();
  const done = wire.move(3, {});
  await clock.pass(600);
  sockets[1].welcome();
  sockets[0].hear(table(4, { ack: wire.pending.id }));
  await done;
  assert.ok(sockets[1].closed);
  assert.ok(!sockets[0].closed);
});

test("a slow line is given four round trips before a second socket opens", async () => {
  const { wire, clock, sockets } = wired();
  sockets[0].welcome();
  await clock.pass(300);
  sockets[0].hear({ t: "pong", n: 1, now: 0 });
  wire.move(3, {}).catch(() => {});
  await clock.pass(1100);
  assert.equal(sockets.length, 1);
  await clock.pass(200);
  assert.equal(sockets.length, 2);
});

test("a nack rejects with its code and facts, and nothing is pending", async () => {
  const { wire, sockets, storage } = wired();
  sockets[0].welcome();
  const done = wire.move(3, {});
  sockets[0].hear({ t: "nack", id: wire.pending.id, code: "stale", facts: { turn: 4 }, turn: 4, v: 8 });
  await assert.rejects(done, { code: "stale", facts: { turn: 4 } });
  assert.equal(wire.pending, null);
  assert.equal(storage.size, 0);
});

test("one move at a time", async () => {
  const { wire, sockets } = wired();
  sockets[0].welcome();
  wire.move(3, {}).catch(() => {});
  await assert.rejects(wire.move(3, {}), { code: "not_your_turn" });
});

test("a pending move outlives a reload under its id", async () => {
  const before = wired();
  before.last().welcome();
  before.wire.move(3, { type: "play", cards: [2] });
  const id = before.wire.pending.id;
  const after = wired({ storage: before.storage });
  assert.equal(after.wire.pending.id, id);
  assert.equal(after.wire.pending.turn, 3);
  after.last().welcome();
  assert.deepEqual(after.last().of("move"), [{ t: "move", id, turn: 3, move: { type: "play", cards: [2] } }]);
  after.last().hear(table(4, { ack: id }));
  await after.wire.pending?.done;
  assert.equal(after.wire.pending, null);
  assert.equal(after.storage.size, 0);
});

test("what is stored and unreadable is thrown away", () => {
  const storage = new FakeStorage([["move:a", "{"]]);
  assert.equal(wired({ storage }).wire.pending, null);
  assert.equal(storage.size, 0);
});

test("a command is said again under the same id after a reconnect, and resolves once", async () => {
  const { wire, clock, sockets, last } = wired();
  last().welcome();
  const done = wire.send("sit", { seat: null });
  last().fall();
  await clock.pass(1000);
  last().welcome();
  const [frame] = last().of("cmd");
  assert.deepEqual(frame, sockets[0].of("cmd")[0]);
  last().hear({ t: "ack", id: frame.id, v: 2, data: { seat: 1 } });
  assert.deepEqual(await done, { seat: 1 });
  last().hear({ t: "nack", id: frame.id, code: "bad", facts: {}, turn: 0, v: 2 });
});

test("unavailable: nothing was stored, so the same id is tried again, and then given up", async () => {
  const { wire, clock, last } = wired();
  last().welcome();
  const done = wire.send("start");
  const refused = assert.rejects(done, { code: "unavailable" });
  const [{ id }] = last().of("cmd");
  for (let nth = 0; nth < 4; nth++) {
    last().hear({ t: "nack", id, code: "unavailable", facts: {}, turn: 0, v: 0 });
    await clock.pass(1300);
  }
  await refused;
  assert.equal(last().of("cmd").length, 4);
});

test("4001 is final", async () => {
  const { wire, clock, sockets, heard } = wired();
  sockets[0].welcome();
  const open = assert.rejects(wire.send("start"), { code: "kicked" });
  sockets[0].hear({ t: "bye", code: 4001, why: "full", retry_ms: null });
  sockets[0].fall(4001);
  await clock.pass(120_000);
  await open;
  wire.look();
  await clock.pass(120_000);
  assert.equal(sockets.length, 1);
  assert.deepEqual([heard.conn.at(-1).is, heard.conn.at(-1).why, heard.conn.at(-1).word], ["gone", "kicked", "full"]);
  await assert.rejects(wire.send("sit"), { code: "gone" });
});

test("4002 reloads once and never again, until a server has greeted this tab", () => {
  let reloads = 0;
  const storage = new FakeStorage();
  const reload = () => { reloads += 1; };
  wired({ storage, reload }).last().fall(4002);
  assert.equal(reloads, 1);
  const again = wired({ storage, reload });
  again.last().fall(4002);
  assert.equal(reloads, 1);
  assert.deepEqual([again.wire.conn.is, again.wire.conn.why], ["gone", "old"]);
  const later = wired({ storage, reload });
  later.last().welcome();
  later.last().fall(4002);
  assert.equal(reloads, 2);
});

test("4003: there is no such room", () => {
  const { wire, last } = wired();
  last().fall(4003);
  assert.deepEqual([wire.conn.is, wire.conn.why], ["gone", "noroom"]);
});

test("4004 gets a new session and dials again, but not for ever", async () => {
  let renewals = 0;
  const { clock, sockets, last } = wired({ renew: async () => { renewals += 1; } });
  last().fall(4004);
  await settle();
  assert.equal(sockets.length, 2);
  for (let nth = 0; nth < 6; nth++) {
    last().fall(4004);
    await clock.pass(50);
  }
  assert.equal(renewals, 3);
});

test("a server that restarts is back within a second", async () => {
  const { clock, sockets, last } = wired();
  last().welcome();
  last().fall(1012);
  await clock.pass(60);
  assert.equal(sockets.length, 2);
  const tries = sockets.length;
  for (let ms = 0; ms < 30_000; ms += 50) {
    if (last().readyState === 0) last().fall(1006);
    await clock.pass(50);
  }
  assert.ok(sockets.length - tries > 30, `${sockets.length - tries} tries in 30 s`);
});

test("nobody looks: the waits grow", async () => {
  const { clock, sockets, last } = wired({ seen: () => false });
  last().welcome();
  for (let ms = 0; ms < 60_000; ms += 50) {
    if (last().readyState !== 3) last().fall(1006);
    await clock.pass(50);
  }
  assert.ok(sockets.length < 25, `${sockets.length} tries in 60 s`);
});

test("frames of a retired socket are of the past", async () => {
  const { wire, clock, sockets, heard } = wired();
  sockets[0].welcome();
  sockets[0].hear(table(5));
  wire.look();
  await clock.pass(2600);
  assert.equal(sockets.length, 2);
  sockets[1].welcome();
  const deaf = sockets[0];
  deaf.hear(table(6));
  deaf.hear({ t: "nack", id: "x", code: "bad", facts: {} });
  assert.equal(heard.table.length, 1);
  sockets[1].hear(table(4));
  assert.equal(heard.table.length, 1, "and so is an older row");
});

test("what led to a match that plays on is told when that match begins, and not again", () => {
  const { sockets, heard } = wired();
  sockets[0].welcome();
  sockets[0].hear(table(5, { news: [{ v: 5, events: [] }] }));
  const past = [{ v: -1, old: true, events: [] }, { v: 0, old: true, events: [] }];
  sockets[0].hear(table(6, { match: "n", news: past }));
  sockets[0].hear(table(7, { match: "n", news: [...past, { v: 7, events: [] }] }));
  assert.deepEqual(heard.table.map((one) => one.news.map((item) => item.v)), [[5], [-1, 0], [7]]);
});

test("news is told once, whichever line tells it", async () => {
  const { sockets, heard } = wired();
  sockets[0].welcome();
  sockets[0].hear(table(5, { news: [{ v: 4, old: true, events: [] }, { v: 5, old: true, events: [] }] }));
  assert.equal(heard.table[0].news.length, 2);
  sockets[0].hear(table(7, { news: [{ v: 5, events: [] }, { v: 7, events: [] }] }));
  assert.deepEqual(heard.table[1].news.map((item) => item.v), [7]);
});

test("a ping: 10 s, 5 s on the own turn; 2 s warn, 8 s open another socket without waiting", async () => {
  const { wire, clock, sockets, heard } = wired();
  sockets[0].welcome();
  sockets[0].hear({ t: "pong", n: 1, now: 0 });
  await clock.pass(9000);
  assert.equal(sockets[0].of("ping").length, 1);
  await clock.pass(1500);
  assert.equal(sockets[0].of("ping").length, 2);
  sockets[0].hear({ t: "pong", n: 2, now: 0 });
  wire.ownTurn = true;
  await clock.pass(5500);
  assert.equal(sockets[0].of("ping").length, 3);
  await clock.pass(2000);
  assert.equal(heard.conn.at(-1).is, "slow");
  await clock.pass(6500);
  assert.equal(sockets.length, 2);
  assert.ok(!sockets[0].closed);
  sockets[1].welcome();
  assert.ok(sockets[0].closed);
  assert.equal(heard.conn.at(-1).is, "ok");
});

test("a mute line is lost once a new one cannot be had either", async () => {
  const { wire, clock, sockets, heard } = wired();
  sockets[0].welcome();
  wire.look();
  await clock.pass(2600);
  assert.equal(sockets.length, 2);
  sockets[1].fall(1006);
  assert.equal(heard.conn.at(-1).is, "lost");
  assert.ok(sockets[0].closed);
  await clock.pass(1000);
  sockets.at(-1).welcome();
  assert.equal(wire.conn.is, "ok");
});

test("a jump of the timer asks at once", async () => {
  const { clock, sockets } = wired();
  sockets[0].welcome();
  sockets[0].hear({ t: "pong", n: 1, now: 0 });
  clock.time += 60_000;
  await clock.pass(600);
  const pings = sockets[0].of("ping").length;
  assert.equal(pings, 2);
  await clock.pass(2600);
  assert.equal(sockets.length, 2);
});

test("the line that raced along takes over when the other closes", async () => {
  const { wire, clock, sockets } = wired();
  sockets[0].welcome();
  const done = wire.move(1, {});
  await clock.pass(600);
  sockets[1].welcome();
  sockets[0].fall(1006);
  assert.equal(wire.conn.is, "ok");
  sockets[1].hear(table(2, { ack: wire.pending.id }));
  await done;
  assert.equal(sockets.length, 2);
});

test("a socket that never opens is given up", async () => {
  const { clock, sockets } = wired();
  await clock.pass(8000);
  assert.ok(sockets[0].closed);
  assert.ok(sockets.length >= 2);
});

test("put aside and taken up again", async () => {
  const { wire, clock, sockets } = wired();
  sockets[0].welcome();
  wire.rest();
  assert.ok(sockets[0].closed);
  await clock.pass(60_000);
  assert.equal(sockets.length, 1);
  wire.look();
  assert.equal(sockets.length, 2);
});
