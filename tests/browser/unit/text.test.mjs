/* The browser's formatter against the vectors it shares with app/web/text.py. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

import { fill, parse, t, text } from "../../../static/js/text.js";

const vectors = JSON.parse(readFileSync(new URL("../../text_vectors.json", import.meta.url), "utf8"));

for (const { text: pattern, facts, ...expected } of vectors)
  for (const [language, words] of Object.entries(expected))
    test(`${language}: ${pattern} ${JSON.stringify(facts)}`, () => assert.equal(fill(pattern, facts, language), words));

for (const broken of ["{", "}", "{n, plural, one {a}}", "{n, plural one {a}}", "{a b}", "{}"])
  test(`cannot be read: ${broken}`, () => assert.throws(() => parse(broken)));

test("a key nobody wrote shows itself", () => {
  text.texts = { known: "Known {n}" };
  assert.equal(t("known", { n: 1 }), "Known 1");
  assert.equal(t("nobody.wrote"), "nobody.wrote");
});
