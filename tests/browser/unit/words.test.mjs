// What is said and logged of draws and refills, in both languages; and that nothing is said of cards nobody saw.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { choices, heard, logged } from "../../../static/games/herds/words.js";
import { plain } from "../../../static/js/phrase.js";
import { text } from "../../../static/js/text.js";

const speak = (language) => {
  text.language = language;
  text.texts = JSON.parse(readFileSync(new URL(`../../../static/text/${language}/table.json`, import.meta.url), "utf8"));
};
const table = { skin: "kariba", seat: 0, nameOf: (seat) => ["Mia", "Ben"][seat] };
const said = (event) => {
  const { key, facts } = heard(table, event) ?? {};
  return key ? plain(key, facts) : null;
};
const take = (seat, rank) => ({ e: "draw", seat, n: 1, source: rank, left: 9, moves: [["market", `hand:${seat}`, [rank]]] });
const draw = (seat, faces) => ({ e: "draw", seat, n: faces.length, source: "deck", left: 8, moves: [["deck", `hand:${seat}`, faces]] });
const refill = { e: "refill", n: 2, left: 6, moves: [["deck", "market", [6, 1]]] };

test("draws are told by whose they are", () => {
  speak("en");
  assert.equal(said(take(0, 3)), "You took a zebra from the market.");
  assert.equal(said(take(1, 5)), "Ben took an antelope from the market.");
  assert.equal(said(draw(0, [6])), "You drew a lion. 8 cards in the draw pile.");
  assert.equal(said(draw(1, [null, null])), "Ben drew two cards from the draw pile.");
  assert.equal(said(refill), "New in the market: lion, mouse.");
  assert.equal(choices(table, ["deck", 3, 8]), "draw pile, zebra, elephant");
});

test("in German too, with its cases", () => {
  speak("de");
  assert.equal(said(take(0, 6)), "Du nimmst einen Löwen aus der Auslage.");
  assert.equal(said(take(1, 8)), "Ben nimmt einen Elefanten aus der Auslage.");
  assert.equal(said(draw(0, [2, 2])), "Du ziehst zwei Erdmännchen. 8 Karten im Ziehstapel.");
  assert.equal(said(draw(1, [null])), "Ben zieht eine Karte vom Ziehstapel.");
  assert.equal(said(refill), "Neu in der Auslage: Löwe, Maus.");
  assert.equal(choices(table, ["deck", 2]), "Ziehstapel, Erdmännchen");
});

test("without a market another's draw is not worth a word", () => {
  speak("en");
  const { source, ...event } = draw(1, [null]);
  assert.equal(said(event), null);
});

test("every draw has its line, the refill one of its own, and neither counts as a move", () => {
  const lines = logged({ events: [take(0, 3), draw(0, [6, 7]), refill] });
  assert.deepEqual(lines.map(({ key, cards }) => [key, cards.cards]), [["news.take", [3]], ["news.draw", [6, 7]], ["news.refill", [6, 1]]]);
  assert.ok(lines.every((line) => line.minor));
});

test("what others drew from the pile is a number", () => {
  const [line] = logged({ events: [draw(1, [null, null])] });
  assert.deepEqual([line.key, line.facts, line.cards], ["news.drew", { n: 2 }, { cards: [] }]);
});

test("a play that draws by itself has one line, whatever comes with it", () => {
  const play = { e: "play", seat: 0, rank: 3, n: 1, total: 1, moves: [["hand:0", "herd:3", [3]]] };
  assert.deepEqual(logged({ events: [play, draw(0, [6])] }).map((line) => line.key), ["news.play"]);
});
