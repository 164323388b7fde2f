// SHA-256 and HMAC against published vectors; a share that is sealed, then opened, once.

import assert from "node:assert/strict";
import { createHash, createHmac, randomBytes } from "node:crypto";
import { test } from "node:test";

import { Entropy } from "../../../static/js/entropy.js";
import { hex, hmac, sha256, unhex } from "../../../static/js/sha256.js";

const bytes = (text) => new TextEncoder().encode(text);

test("SHA-256 of the standard's examples", () => {
  assert.equal(hex(sha256(bytes("abc"))), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  assert.equal(hex(sha256(bytes(""))), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  assert.equal(hex(sha256(bytes("a".repeat(1_000_000)))), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
});

test("every length round a block, and keys of every length", () => {
  for (let length = 0; length < 200; length += 1) {
    const message = new Uint8Array(randomBytes(length)), key = new Uint8Array(randomBytes(length));
    assert.equal(hex(sha256(message)), createHash("sha256").update(message).digest("hex"));
    assert.equal(hex(hmac(key, message)), createHmac("sha256", key).update(message).digest("hex"));
  }
  assert.deepEqual(unhex("00ff10"), new Uint8Array([0, 255, 16]));
});

const SHARE = new Uint8Array(16).fill(0x11), SEAL = hex(sha256(SHARE));
const seats = [{ guest: "g_Mia" }, { guest: "g_Ben" }, { guest: null }];
const room = (pledges, shares, more = {}) => ({ phase: "playing", kind: "play", seats, fair: { match: "m_1", pledges, shares }, ...more });

function page(storage = new Map()) {
  const sent = [];
  const kept = { getItem: (key) => storage.get(key) ?? null, setItem: (key, value) => storage.set(key, value) };
  return { sent, storage, entropy: new Entropy((what, fields) => (sent.push([what, fields]), Promise.resolve()), kept, () => SHARE) };
}

test("sealed first, opened when all are sealed, each once", () => {
  const { sent, entropy } = page();
  for (let times = 0; times < 3; times += 1) entropy.see(room([], [{ seat: 2, zero: "bot" }]), 0, false);
  assert.deepEqual(sent, [["pledge", { hash: SEAL }]]);
  entropy.see(room([{ seat: 0, sha256: SEAL }], [{ seat: 2, zero: "bot" }]), 0, false);
  assert.equal(sent.length, 1, "Ben has not sealed his");
  const all = [{ seat: 0, sha256: SEAL }, { seat: 1, sha256: "ff" }];
  for (let times = 0; times < 3; times += 1) entropy.see(room(all, [{ seat: 2, zero: "bot" }]), 0, false);
  assert.deepEqual(sent[1], ["share", { bytes: hex(SHARE) }]);
  assert.equal(sent.length, 2);
});

test("somebody who is gone is not waited for", () => {
  const { sent, entropy } = page();
  entropy.see(room([{ seat: 0, sha256: SEAL }], [{ seat: 1, zero: "absent" }]), 0, false);
  assert.equal(sent[0][0], "share");
});

test("a reload goes on with the same share; another tab's seal is not opened", () => {
  const first = page();
  first.entropy.see(room([], []), 0, false);
  const again = new Entropy(() => assert.fail(), { getItem: (key) => first.storage.get(key) ?? null, setItem: () => {} }, () => assert.fail("drawn anew"));
  again.see(room([{ seat: 0, sha256: "of another tab" }], []), 0, false);
});

test("nothing is said where nothing is asked", () => {
  const { sent, entropy } = page();
  entropy.see(room([], []), null, false);
  entropy.see(room([], []), 0, true);
  entropy.see(room([], [{ seat: 0, zero: "silent" }]), 0, false);
  entropy.see(room([], [], { kind: "lesson" }), 0, false);
  entropy.see(room([], [], { phase: "over" }), 0, false);
  entropy.see(room([], [], { fair: null }), 0, false);
  assert.deepEqual(sent, []);
});
