/* A draft is final, for it may turn up hidden cards: asked once in a match, and never again where somebody says so. */

import { ask } from "../../js/ask.js";
import { make } from "../../js/dom.js";
import { t } from "../../js/text.js";
import { short } from "./mini.js";

const KEY = "waters.draft.sure";

/** @type {string} the match in which it was asked */
let asked = "";

/** This browser's storage, or nothing where it is switched off. */
function storage() {
  try {
    return localStorage;
  } catch {
    return null;
  }
}

/** @param {string} match @param {string} card @param {() => void} draft */
export function surely(match, card, draft) {
  if (asked === match || storage()?.getItem(KEY)) return draft();
  const box = make("input", { type: "checkbox", "data-part": "never" });
  ask(t("waters.sure", { card: short(card) }), [make("p", {}, t("waters.sure.text")), make("label", { class: "asked" }, box, t("waters.sure.never"))], [
    { words: t("waters.sure.yes"), primary: true, does: () => {
      asked = match;
      if (box.checked) storage()?.setItem(KEY, "1");
      draft();
    } },
    { words: t("waters.sure.no") },
  ]);
}
