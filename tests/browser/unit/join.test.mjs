/* What somebody types or pastes to join a room. */
import assert from "node:assert/strict";
import test from "node:test";

import { codeOf } from "../../../static/js/join.js";

const codes = {
  "k7m 2qf": "k7m2qf",
  "K7M-2QF": "k7m2qf",
  "O1l2qf": "0112qf",
  "https://cards.example/r/h4k9w2mq7x": "h4k9w2mq7x",
  "look: http://10.0.0.5:8000/cards/r/H4K9W2MQ7X?lang=de#x": "h4k9w2mq7x",
  "h4k9w2mq7x": "h4k9w2mq7x",
  "Ｋ７Ｍ２ＱＦ": "k7m2qf",
  "k7m2q": "",
  "k7m2qu": "",
  "": "",
  "https://elsewhere.example/": "",
};

for (const [typed, code] of Object.entries(codes)) test(JSON.stringify(typed), () => assert.equal(codeOf(typed), code));
