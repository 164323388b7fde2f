/* A small dialog over the page: a question with its answers, or something to read. */

import { make } from "./dom.js";
import { cover, page, uncover } from "./over.js";

/** @typedef {{ words: string, primary?: boolean, does?: () => void }} Answer */

const SETTLE = 400;
let count = 0;

/**
 * @param {string} title
 * @param {(Node | string)[]} body
 * @param {Answer[]} answers the first one gets the focus; any of them closes the dialog
 * @returns {() => void} closes it, where what it asks is no question any more
 */
export function ask(title, body, answers) {
  const id = `ask-${(count += 1)}`;
  const buttons = answers.map(({ words, primary, does }) => make("button", { class: `btn ${primary ? "primary" : ""}`, type: "button", onclick: () => (close(), does?.()) }, words));
  const sheet = make("section", { class: "sheet ask", role: "dialog", "aria-modal": "true", "aria-labelledby": id },
    make("div", { class: "hd" }, make("h2", { id }, title)),
    make("div", { class: "in" }, ...body),
    make("div", { class: "ft row wrap" }, ...buttons));
  // The second half of a double tap is no answer.
  const opened = performance.now();
  const beside = (/** @type {Event} */ event) => event.target === scrim && performance.now() - opened > SETTLE;
  const scrim = make("div", { class: "scrim mid", onclick: (/** @type {Event} */ event) => beside(event) && close() }, sheet);
  const close = () => {
    uncover(scrim);
    scrim.remove();
  };
  document.getElementById("over")?.append(scrim);
  cover(scrim, page(), close, buttons[0]);
  return close;
}
