// Seven Waters' mirror of the rules, held against the worked cases that the engine is held against.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { ends, ways } from "../../../static/games/seven_waters/river.js";
import { answer, freeCards, refused } from "../../../static/games/seven_waters/rules.js";
import { fits, nearest, sumUp } from "../../../static/games/seven_waters/slide.js";

const { scenarios } = JSON.parse(readFileSync(new URL("../../engine/scenarios.json", import.meta.url), "utf8"));
const plays = scenarios.filter((one) => one.game === "seven_waters" && one.kind === "play");

// The worked cases' own names of refusals, and the engine's.
const CODES = {
  "S-TURN": ["not_your_turn"], "S-OVER": ["over"], "S-MIN1": ["no_cards"], "S-HOLD": ["not_held"], "S-AVAIL": ["covered", "no_such_card"],
  "S-HAND7": ["hand_full"], "S-DRAFT-EMPTY": ["no_such_card"], "S-PASS": ["pass_early"], "S-SLIDE-SUM": ["slide_sum"], "S-SLIDE-TAKEN": ["slide_built"],
  "S-SLIDE-SEVEN": ["no_slides_left"], "S-RIVER-RUN": ["river_run", "river_end"], "S-RIVER-END": ["river_end"], "S-RIVER-JOKER": ["river_joker"],
  "S-POOL-SUIT": ["pool_suit"], "S-POOL-JOKER": ["pool_joker"], "S-THEME-ONCE": ["theme_laid"], "S-THEME-JOKER": ["theme_joker"],
};

/** The view a seat has of a position: what the mirror may know, and no more. */
function viewOf(position, contest, seat, over = false) {
  const places = {};
  position.pyramid.forEach((row, r) => row.forEach((card, p) => card && (places[`pyramid:${r + 1}:${p + 1}`] = [card])));
  for (const s of [0, 1]) {
    position.rope_lines[s].forEach((line, l) => (places[`rope:${s}:${l + 1}`] = line));
    position.slides[s].forEach((slide, l) => (places[`slide:${s}:${l + 1}`] = slide ?? []));
    places[`river:${s}`] = position.river[s];
    places[`pool:${s}`] = position.pool[s].cards;
    places[`hand:${s}`] = s === seat ? position.hands[s] : position.hands[s].length;
    places[`theme:${s}`] = position.theme[s] ? (s === seat ? [position.theme[s]] : 1) : 0;
    places[`discard:${s}`] = s === seat ? position.discards[s] : position.discards[s].length;
  }
  const slides = contest ? 8 : 7;
  const built = position.slides.flat().filter(Boolean).length;
  const facts = {
    phase: over ? "over" : "play", to_act: over ? null : position.to_move, extra: position.extra_action, slides, slides_left: slides - built,
    pool_suits: position.pool.map(({ suit }) => suit), final_turns_left: position.final_turns_left,
  };
  return { places, facts, own: null };
}

/** The position after a step: what it was, with what the case says has changed. */
const after = (position, step) => {
  const next = structuredClone(position);
  for (const [name, told] of Object.entries(step.after ?? {})) if (name in next) next[name] = told;
  const { action } = step;
  if (step.expect.ok === true && action.type === "draft") next.pyramid[action.row - 1][action.pos - 1] = null;
  return next;
};

let judged = 0;
for (const scenario of plays) {
  test(`${scenario.id}: ${scenario.title ?? scenario.name}`, () => {
    let position = scenario.position, over = false;
    for (const step of scenario.steps) {
      const view = viewOf(position, scenario.options?.contest, step.by, over);
      const { card: _, ...draft } = step.action;
      const move = step.action.type === "draft" ? draft : step.action;
      const no = answer(view, step.by, move);
      if (step.expect.ok === true) assert.equal(no, null, `${JSON.stringify(move)} is refused: ${JSON.stringify(no)}`);
      if (step.expect.ok === false) assert.ok(CODES[step.expect.rule].includes(no?.rule), `${JSON.stringify(move)}: ${no?.rule} where ${step.expect.rule} is due`);
      if (step.after?.available) {
        const next = viewOf(after(position, step), scenario.options?.contest, step.by);
        assert.deepEqual(freeCards(next).map(([r, p]) => next.places[`pyramid:${r}:${p}`][0]).sort(), [...step.after.available].sort());
      }
      position = after(position, step);
      over = step.after?.over ?? over;
      judged += 1;
    }
  });
}

test("every worked case was judged", () => {
  assert.equal(plays.length, 36);
  assert.equal(judged, plays.reduce((sum, { steps }) => sum + steps.length, 0));
  assert.equal(judged, 104);
});

test("a sum says how far it is, and what a joker stands for", () => {
  assert.deepEqual([sumUp(["TH", "6S"], 17).state, sumUp(["TH", "6S"], 17).off], ["under", 1]);
  assert.deepEqual(sumUp(["TH", "6S", "AD"], 17).parts.map(({ v }) => v), [10, 6, 1]);
  assert.equal(sumUp(["KH", "9S"], 17).state, "over");
  const joker = sumUp(["TH", "5C", "X1"], 17);
  assert.deepEqual([joker.state, joker.parts.at(-1)], ["exact", { card: "X1", v: 2, joker: true }]);
  assert.equal(sumUp(["TH", "6S", "AC", "X1"], 17).state, "over", "a joker is never 0");
  assert.equal(sumUp(["X1"], 17).state, "under");
  assert.deepEqual(sumUp(["X1", "X2"], 11).parts.map(({ v }) => v), [6, 5]);
  assert.equal(sumUp([], 17).state, "none");
});

test("every split of a sum over jokers is what the rule says", () => {
  for (let want = 1; want <= 40; want += 1)
    for (const cards of [["X1"], ["X1", "X2"], ["5C", "X1"], ["KC", "9H", "X1", "X2"]]) {
      const jokers = cards.filter((card) => card[0] === "X").length, fixed = { "5C": 5, KC: 10, "9H": 9 };
      const rest = want - cards.reduce((sum, card) => sum + (fixed[card] ?? 0), 0);
      assert.equal(fits(cards, want), jokers <= rest && rest <= 10 * jokers);
    }
});

test("the line that cards are meant for: exact first, then the nearest with room", () => {
  const lines = [{ line: 1, total: 7 }, { line: 2, total: 11 }, { line: 3, total: 17 }];
  assert.equal(nearest(["KH", "AC"], lines)?.line, 2);
  assert.equal(nearest(["8H"], lines)?.line, 2);
  assert.equal(nearest(["KH", "9C"], lines)?.line, 3);
  assert.equal(nearest(["KH"], []), null);
});

test("a river's ways: forced inside, open at the ends", () => {
  assert.deepEqual(ways(["8H", "9S"], ["X1"]).map(({ end, jokers }) => [end, ...jokers]), [["low", "7"], ["high", "T"]]);
  assert.deepEqual(ways(["8H", "9S"], ["JC", "X1"]).map(({ cards }) => cards), [["X1=T", "JC"]]);
  assert.deepEqual(ways([], ["6C", "8H", "X1"]).map(({ cards }) => cards), [["6C", "X1=7", "8H"]]);
  assert.deepEqual(ways([], ["6C", "X1"]).map(({ jokers }) => jokers[0]), ["5", "7"]);
  assert.equal(ways([], ["X1"]).length, 13);
  assert.deepEqual(ways([], ["6C", "6D"]), []);
  assert.deepEqual(ways(["AC"], ["KD"]), []);
  assert.deepEqual(ways(["AC"], ["X1"]).map(({ end }) => end), ["high"]);
  assert.deepEqual(ways(["8H"], ["7C", "9D"]), [], "one end a turn");
  assert.deepEqual(ends(["X1=7", "8H"]), { low: 5, high: 8 });
});

test("every way of a river is a legal move, over all ranks", () => {
  const RANKS = "A23456789TJQK";
  for (const river of [[], ...[...RANKS].map((rank) => [`${rank}C`])])
    for (const one of RANKS)
      for (const cards of [[`${one}D`], [`${one}D`, "X1"], ["X1"], ["X1", "X2"]])
        for (const { end, cards: laid } of ways(river, cards)) {
          const view = { places: { "river:0": river, "hand:0": cards }, facts: {}, own: null };
          assert.equal(refused(view, 0, { type: "river", end, cards: laid }), null);
        }
});
