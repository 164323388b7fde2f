/* Who won, and what people will talk about. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

import { brokenOff, highlights, ranking, sentence } from "../../../static/js/result.js";
import { text } from "../../../static/js/text.js";

text.texts = JSON.parse(readFileSync(new URL("../../../static/text/en/page.json", import.meta.url), "utf8"));

const players = ["Mia", "Ben", "Otto"].map((name, avatar) => ({ name, avatar, bot: null, guest: `g_${name}` }));
const three = {
  scores: [[14, 17, 3], [6, 5, 4], [20, 9, 1]], totals: [40, 31, 8], catches: [8, 6, 2], winners: [0],
  best: [{ seat: 1, rank: 1, n: 6 }, null, { seat: 0, rank: 8, n: 8 }],
};
const tie = { scores: [[17, 17, 8]], totals: [17, 17, 8], catches: [5, 4, 2], winners: [0, 1], best: [null] };

test("equal totals share a place", () => {
  assert.deepEqual(ranking(tie).map(({ seat, place, won }) => [seat, place, won]), [[0, 1, true], [1, 1, true], [2, 3, false]]);
});

test("the winner reads it otherwise than the others", () => {
  assert.equal(sentence(three, players, 0).headline, "You win, Mia!");
  assert.equal(sentence(three, players, 1).headline, "Mia wins");
  assert.equal(sentence(three, players, -1).byline, "40 cards over three deals, nine ahead of Ben.".replace("nine", "9"));
  assert.equal(sentence(tie, players, 2).headline, "Shared win: Mia and Ben");
  assert.equal(sentence(tie, players, 1).headline, "Shared win, and yours too!");
});

test("a match that was broken off has no winner", () => {
  text.texts = { ...text.texts, ...JSON.parse(readFileSync(new URL("../../../static/text/en/people.json", import.meta.url), "utf8")) };
  assert.equal(brokenOff("absent", ["Ben"]).byline, "Ben was missing, so the table ended the match. It is kept as abandoned; nobody has won.");
  assert.match(brokenOff("absent", ["Ben", "Zoe"]).byline, /^Ben and Zoe were missing/);
  assert.match(brokenOff("absent", []).byline, /^Somebody was missing/);
  assert.match(brokenOff("expired", []).byline, /^Nobody came back/);
});

test("highlights", () => {
  assert.deepEqual(highlights(three, players).map(({ words }) => words), [
    "Biggest catch: Mia, 8 cards in deal 3",
    "Closest deal: number 2, one card apart",
    "Mia came from behind in the last deal",
  ]);
  assert.deepEqual(highlights(tie, players), []);
});
