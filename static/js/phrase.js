/* A sentence of the catalogue as nodes: <b> in the catalogue's text becomes bold, and a fact may be a node of its own,
   such as a row of small cards. Names stay text, whatever is in them. */

import { make } from "./dom.js";
import { t } from "./text.js";

const OPEN = "\uE000", SLOT = "\uE001";

/**
 * @param {string} key
 * @param {Record<string, any>} [facts]
 * @param {Record<string, Node[]>} [nodes] facts that are nodes
 * @returns {DocumentFragment}
 */
export function phrase(key, facts = {}, nodes = {}) {
  /** @type {Record<string, any>} */
  const safe = {};
  for (const [name, fact] of Object.entries(facts)) safe[name] = typeof fact === "string" ? fact.replaceAll("<", OPEN) : fact;
  for (const name of Object.keys(nodes)) safe[name] = SLOT + name + SLOT;
  const fragment = document.createDocumentFragment();
  t(key, safe).split(/<b>(.*?)<\/b>/su).forEach((piece, nth) => {
    const parts = piece.split(SLOT).flatMap((part, at) => /** @type {(Node | string)[]} */ (at % 2 ? (nodes[part] ?? []).map((node) => node.cloneNode(true)) : part ? [part.replaceAll(OPEN, "<")] : []));
    if (nth % 2) fragment.append(make("b", {}, ...parts));
    else fragment.append(...parts);
  });
  return fragment;
}

/** The same as plain words, for the ear. @param {string} key @param {Record<string, any>} [facts] */
export const plain = (key, facts = {}) => t(key, facts).replace(/<\/?b>/g, "");

/** Cards as small ones in a line: as words, or as an element of their own. @param {(Node | string)[]} signs */
export const chips = (signs) => signs.map((sign) => (typeof sign === "string" ? make("span", { class: "rk" }, sign) : sign));
