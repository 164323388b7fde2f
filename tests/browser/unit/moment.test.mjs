// What an analysis shows of a moment: where a move belongs on the table, which events wear a dot, and reasons that are true.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import * as herds from "../../../static/games/herds/moment.js";
import * as waters from "../../../static/games/seven_waters/moment.js";
import { text } from "../../../static/js/text.js";

const use = (language) => {
  text.language = language;
  text.texts = Object.assign({}, ...["table", "analysis"].map((name) => JSON.parse(readFileSync(new URL(`../../../static/text/${language}/${name}.json`, import.meta.url), "utf-8"))));
};
const names = ["Mia", "Ben"];
const calm = (n, more = {}) => ({ key: "calm.risk", facts: { rank: 5, n, total: n, caught: 0, prey: null, their_rank: 7, their_need: 1, their_prey: 6, their_n: 3, their_percent: 40, ...more } });

test("a move belongs to a place on the table", () => {
  assert.deepEqual([{ type: "play", cards: [7, 7] }, { type: "draw", source: "deck" }, { type: "draw", source: 4 }].map((move) => herds.spot(move, 1)), ["herd:7", "deck", "market"]);
  const moves = [{ type: "draft", row: 3, pos: 2 }, { type: "slide", line: 4, cards: ["4S"] }, { type: "river", end: "low", cards: ["3D"] }, { type: "theme", card: "9H" }, { type: "pass" }];
  assert.deepEqual(moves.map((move) => waters.spot(move, 1)), ["pyramid:3:2", "slide:1:4", "river:1", "theme:1", ""]);
});

test("captures of four and more wear a dot, and slides", () => {
  assert.deepEqual(herds.dots([{ e: "capture", seat: 1, n: 3 }, { e: "capture", seat: 0, n: 6 }, { e: "draw", seat: 0, n: 5 }]), [{ seat: 0, size: 2 }]);
  assert.deepEqual(waters.dots([{ e: "slide", seat: 1, points: 6 }, { e: "extra", seat: 1 }]), [{ seat: 1, size: 2 }]);
});

test("the same to fear is not told twice", () => {
  assert.equal(herds.alike(calm(2), calm(1)), "fewer");
  assert.equal(herds.alike(calm(1), calm(2)), "same");
  assert.equal(herds.alike(calm(2), calm(1, { rank: 3 })), "same");
  assert.equal(herds.alike(calm(2), calm(1, { their_percent: 20 })), null);
  assert.equal(herds.alike({ ...calm(2), key: "catch.risk" }, { ...calm(1), key: "catch.risk" }), null);
  use("en");
  const said = (better) => herds.reasons("waterhole", { seat: 0, made_why: calm(2), better_why: better }, (seat) => names[seat], 2).better;
  assert.match(said(calm(1)), /kept the rest in hand/);
  assert.match(said(calm(1, { rank: 3 })), /^Playing a 3 would have left the same danger/);
});

test("reasons name whose turn is next, and what there was to catch", () => {
  use("en");
  const caught = { key: "catch.safe", facts: { rank: 8, n: 2, total: 3, caught: 4, prey: 6 } };
  const said = herds.reasons("waterhole", { seat: 1, made_why: calm(1), better_why: caught }, (seat) => names[seat], 2);
  assert.match(said.made, /^Playing a 5 captured nothing, and Mia only needed a 7 to take three 6s \(40.% likely\)\.$/);
  assert.equal(said.better, "Playing two 8s would have captured four 6s, and Mia was not likely to answer.");
  use("de");
  const lions = herds.reasons("kariba", { seat: 0, made_why: calm(1, { rank: 6, n: 1 }), better_why: caught }, (seat) => names[seat], 2);
  assert.match(lions.made, /^Einen Löwen zu legen brachte nichts ein, und Ben brauchte nur ein Nashorn, um drei Löwen/);
});

test("every reason there is has a sentence in both languages, and one nobody wrote has none", () => {
  for (const language of ["en", "de"]) {
    use(language);
    const facts = { ...calm(1).facts, caught: 2, prey: 3, card: "9H", line: 1, total: 10, points: 4, length: 3, n: 2 };
    for (const key of ["catch.risk", "catch.safe", "calm.risk", "calm.safe", "deck", "take", "take.catch"])
      for (const words of Object.values(herds.reasons("kariba", { seat: 0, made_why: { key, facts }, better_why: { key, facts } }, (seat) => names[seat], 2))) assert.match(words, /^[A-ZÄÖÜ][^{}]*\.$/, key);
    for (const key of ["draft", "draft.slide", "slide", "river", "pool", "theme", "discard", "pass"])
      for (const words of Object.values(waters.reasons("seven_waters", { made_why: { key, facts }, better_why: { key, facts } }))) assert.match(words, /^[A-ZÄÖÜ\d][^{}]*\.$/, key);
  }
  assert.deepEqual(waters.reasons("seven_waters", { made_why: { key: "", facts: {} }, better_why: { key: "sing", facts: {} } }), { made: "", better: "" });
});
