// Asking over HTTP: an answer, a refusal, or nothing that can be read; never half of one.

import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.document = { querySelector: () => null, documentElement: { dataset: {}, lang: "en" }, body: { dataset: {} } };
const { call, Problem } = await import("../../../static/js/rest.js");

const answers = (ok, body) => (globalThis.fetch = async () => ({ ok, json: async () => (typeof body === "function" ? body() : body) }));
const refused = (code) => (error) => error instanceof Problem && error.code === code;

test("an answer is what the server said", async () => {
  answers(true, [1, 2]);
  assert.deepEqual(await call("GET", "/api/tables"), [1, 2]);
});

test("an answer that broke off is no empty answer", async () => {
  answers(true, () => Promise.reject(new SyntaxError("Unexpected end of JSON input")));
  await assert.rejects(call("GET", "/api/tables"), refused("offline"));
});

test("nothing came at all", async () => {
  globalThis.fetch = async () => Promise.reject(new TypeError("Failed to fetch"));
  await assert.rejects(call("GET", "/api/tables"), refused("offline"));
});

test("a refusal has its code, and one that cannot be read still is one", async () => {
  answers(false, { code: "rate", title: "Slower", facts: { n: 1 } });
  await assert.rejects(call("POST", "/api/say", {}), refused("rate"));
  answers(false, () => Promise.reject(new SyntaxError("<html>")));
  await assert.rejects(call("POST", "/api/say", {}), refused("unavailable"));
});
