// deal-v1 in the browser against its published vector, and against records that were changed.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";

import { checks, commitment, firstSeat, key, order, words } from "../../../static/js/deal.js";
import { hex } from "../../../static/js/sha256.js";

const SEED = Uint8Array.from({ length: 32 }, (_, nth) => nth);
const SHARES = [new Uint8Array(16).fill(0x11), new Uint8Array(16).fill(0x22)];
const pack = (n) => Array.from({ length: n }, (_, nth) => nth);

test("the published vector", () => {
  const made = key(SEED, "WATER7", SHARES);
  assert.equal(commitment(SEED), "2ce17ee76402d399da141694d6c346ac59564403debcf50b909e71f1e3d9167a");
  assert.equal(hex(made), "726717f92d18f3c318783bdd0838ff23c1dc0682226ff1424b4911619ddfcab4");
  assert.equal(words(made, "shuffle", 1).next().value, 1251573638);
  assert.deepEqual(order(pack(64), made, 1).slice(0, 10), [10, 26, 7, 33, 22, 12, 55, 53, 18, 62]);
  assert.deepEqual(order(pack(54), made, 1).slice(0, 10), [34, 52, 20, 26, 6, 35, 14, 2, 33, 41]);
});

function record() {
  const made = key(SEED, "WATER7", SHARES);
  const deals = [1, 2].map((d) => ({ d, commitment: commitment(SEED), seed: hex(SEED), first: (firstSeat(made, 2) + d - 1) % 2, order: order(pack(64), made, d) }));
  const shares = SHARES.map((share, seat) => ({ seat, bytes: hex(share) }));
  const pledges = SHARES.map((share, seat) => ({ seat, sha256: createHash("sha256").update(share).digest("hex") }));
  return { match: "WATER7", seats: [0, 1], pack: pack(64), fairness: { scheme: "deal-v1", first_by: "drawn", pledges, shares, deals } };
}

test("an honest record holds", () => {
  const found = checks(record());
  assert.equal(found.length, 2 + 3 * 2);
  assert.ok(found.every((one) => one.holds));
});

test("whatever is changed is found, and where", () => {
  const wrong = (change) => {
    const told = record();
    change(told.fairness);
    return checks(told).filter((one) => !one.holds).map((one) => `${one.what} ${one.where}`);
  };
  assert.deepEqual(wrong((f) => f.deals[1].order.reverse()), ["order 2"]);
  assert.deepEqual(wrong((f) => (f.deals[0].commitment = "00")), ["seal 1"]);
  assert.deepEqual(wrong((f) => (f.pledges[0].sha256 = "00")), ["share 0"]);
  assert.deepEqual(wrong((f) => (f.deals[1].first = 1 - f.deals[1].first)), ["first 2"]);
  assert.ok(wrong((f) => (f.shares[1].bytes = "33".repeat(16))).includes("order 1"));
  assert.ok(wrong((f) => f.shares.pop()).includes("order 1"));
});
