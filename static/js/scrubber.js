/* The scrubber of a replay: a slider over the steps of a match, a tick for everything big in its player's colour, a line
   for every deal, and the buttons beside it. It says where somebody wants to be; the page goes there. */

import { spread } from "./course.js";
import { make, part, say, set } from "./dom.js";
import { drawing } from "./site.js";
import { t } from "./text.js";

/** @typedef {{ at: number, line: number }} Tick */
/** @typedef {{ flags: Tick[], pins: number[] }} Judged what an analysis marks: moves that cost something, and the turning points by their steps */

const PIN = 19; // px a numbered pin needs

export class Scrubber {
  #last = 0;

  /**
   * @param {HTMLElement} root the section .scrub
   * @param {{ go: (step: number) => void, by: (steps: number) => void, play: () => void }} wishes
   */
  constructor(root, wishes) {
    this.root = root;
    this.wishes = wishes;
    this.track = part(root, "track");
    this.playing = part(root, "play");
    const click = (/** @type {string} */ name, /** @type {() => void} */ does) => part(root, name).addEventListener("click", does);
    click("first", () => wishes.go(0));
    click("prev", () => wishes.by(-1));
    click("play", () => wishes.play());
    click("next", () => wishes.by(1));
    click("last", () => wishes.go(this.#last));
    this.#drag();
  }

  /** @param {number} last @param {number[]} deals @param {Tick[]} ticks @param {Judged} [judged] */
  lay(last, deals, ticks, { flags, pins } = { flags: [], pins: [] }) {
    this.#last = last;
    set(this.track, "aria-valuemax", last);
    const marks = [
      ...ticks.map(({ at, line }) => this.#mark(make("i", { class: "mk", "data-line": line }), at)),
      ...deals.filter((at) => at > 0).map((at) => this.#mark(make("i", { class: "deal" }), at)),
      ...flags.map(({ at, line }) => this.#mark(make("i", { class: "cost", "data-line": line }), at)),
    ];
    const width = this.track.clientWidth;
    spread(pins.map((at) => (last ? (width * at) / last : 0)), PIN).forEach((x, nth) => {
      const pin = make("i", { class: "pin num" }, String(nth + 1));
      pin.style.left = `${width ? (100 * x) / width : 0}%`;
      marks.push(pin);
    });
    part(this.root, "marks").replaceChildren(...marks);
  }

  /** @param {HTMLElement} mark @param {number} at */
  #mark(mark, at) {
    mark.style.left = this.#share(at);
    return mark;
  }

  /** @param {number} at */
  #share(at) {
    return `${this.#last ? (100 * at) / this.#last : 0}%`;
  }

  /** @param {number} step @param {string} words where that is @param {string} heard the same, and what happened there */
  show(step, words, heard) {
    say(part(this.root, "where"), words);
    set(this.track, "aria-valuenow", step);
    set(this.track, "aria-valuetext", heard);
    part(this.root, "fill").style.width = this.#share(step);
    part(this.root, "knob").style.left = this.#share(step);
    for (const [name, off] of /** @type {[string, boolean][]} */ ([["first", step === 0], ["prev", step === 0], ["next", step === this.#last], ["last", step === this.#last]])) set(part(this.root, name), "aria-disabled", off ? "true" : null);
  }

  /** @param {boolean} playing */
  runs(playing) {
    set(this.playing, "aria-label", t(playing ? "replay.pause" : "replay.play"));
    set(this.playing, "title", t(playing ? "replay.pause" : "replay.play"));
    this.playing.querySelector("use")?.setAttribute("href", drawing(playing ? "i-pause" : "i-play"));
  }

  /** A finger or a pointer on the track. */
  #drag() {
    const at = (/** @type {PointerEvent} */ event) => {
      const { left, width } = this.track.getBoundingClientRect();
      this.wishes.go(Math.round((this.#last * Math.min(1, Math.max(0, (event.clientX - left) / width))) || 0));
    };
    this.track.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      this.track.setPointerCapture(event.pointerId);
      this.track.focus({ preventScroll: true });
      at(event);
    });
    this.track.addEventListener("pointermove", (event) => this.track.hasPointerCapture(event.pointerId) && at(event));
  }
}

/** Where a key leads on the scrubber; null where it means something else. @param {string} key @param {number} step @param {number} last @param {number[]} deals @returns {number | "play" | null} */
export function keyed(key, step, last, deals) {
  if (key === " ") return "play";
  if (key === "ArrowLeft" || key === "ArrowDown") return step - 1;
  if (key === "ArrowRight" || key === "ArrowUp") return step + 1;
  if (key === "Home") return 0;
  if (key === "End") return last;
  if (key === "PageUp") return deals.findLast((at) => at < step) ?? 0;
  if (key === "PageDown") return deals.find((at) => at > step) ?? last;
  return null;
}
