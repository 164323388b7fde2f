/* The action strip: a sentence that says what is, or what would be, and the button that does it. */

import { make, set } from "./dom.js";
import { phrase, plain } from "./phrase.js";

/** @typedef {{ key: string, facts: Record<string, any>, nodes?: Record<string, Node[]> }} Said nodes: facts that are pictures */
/** @typedef {{ say: Said[], go: Said | null, ready?: boolean, quiet?: boolean, clear?: boolean, turn?: boolean, act: { go: () => void, clear: () => void } }} Wanted
 *   ready: the button does what it says now; quiet: it only leads somewhere; go null: nothing can be done here;
 *   turn: it is the reader's turn, also while a move is under way */

export class Strip {
  /** @type {Wanted["act"]} */ #act = { go: () => {}, clear: () => {} };
  #said = "";

  /** @param {{ say: HTMLElement, play: HTMLElement, clear: HTMLElement }} parts */
  constructor(parts) {
    this.parts = parts;
    parts.play.addEventListener("click", () => this.#act.go());
    parts.clear.addEventListener("click", () => {
      this.#act.clear();
      if (parts.clear.hidden) parts.play.focus();
    });
  }

  /** @param {Wanted} wanted @param {{ turn: boolean, sending: boolean }} now */
  show({ say, go, ready = false, quiet = false, clear = false, act }, { turn, sending }) {
    this.#act = act;
    this.#sentence(say, turn);
    const { play, clear: undo } = this.parts;
    play.hidden = !go;
    undo.hidden = !clear;
    if (!go) return;
    const words = plain(go.key, go.facts);
    if (play.dataset.words !== words) play.replaceChildren(make("span", {}, words));
    set(play, "data-words", words);
    play.classList.toggle("quiet", quiet);
    play.classList.toggle("primary", !quiet);
    set(play, "aria-disabled", ready || quiet ? null : "true");
    set(play, "aria-busy", sending ? "true" : null);
  }

  /** @param {Said[]} say @param {boolean} turn */
  #sentence(say, turn) {
    set(this.parts.say, "data-turn", turn);
    const key = JSON.stringify(say);
    if (key === this.#said) return;
    this.#said = key;
    const span = make("span");
    say.forEach((said, nth) => span.append(...(nth ? [" "] : []), phrase(said.key, said.facts, said.nodes)));
    this.parts.say.replaceChildren(span);
  }
}
