/* The winning chance, move by move: one seat's curve in its colour over the others', with the deals, dots for big moments
   and numbered pins for the turning points. It is a link into the replay; its cursor goes along by arrow keys or pointer. */

import { svg } from "./card.js";
import { make, say, set } from "./dom.js";
import { along, area, deals, dot, of, path, percent, pins, scale } from "./course.js";
import { t } from "./text.js";

/** @typedef {{ at: number, seat: number, size: number }} Dot */
/** @typedef {{ curve: number[][], starts: number[], move: (step: number) => number, turning: { step: number, seat: number }[], dots: Dot[], names: string[], href: (step: number) => string }} Course
 *   starts: steps at which cards were dealt; move: how many moves were made up to a step */

const FRAME = { left: 34, right: 12, top: 18 };
const NAMED = 26, BARE = 12; // room below the curve, with the deals' names and without
const DOT = 6.2, GROWS = 0.6, MOST = 10; // a dot's size, by what it stands for
const GRID = [0, 0.5, 1];

/** @param {string} cls @param {number} x @param {number} y @param {string} words @param {string} [anchor] */
function written(cls, x, y, words, anchor = "middle") {
  const text = svg("text", { class: cls, x, y, "text-anchor": anchor });
  text.textContent = words;
  return text;
}

export class Curve {
  seat = 0;
  /** @type {number | null} the step the cursor is at */ #at = null;
  /** @type {ReturnType<typeof scale>} */ #to = scale({ width: 1, height: 1, left: 0, right: 0, top: 0, foot: 0 }, 0);
  #size = { width: 0, height: 0 };

  /**
   * @param {HTMLAnchorElement} plot
   * @param {Course} course
   * @param {(words: string) => void} tell says aloud where the cursor is
   */
  constructor(plot, course, tell) {
    this.plot = plot;
    this.course = course;
    this.tell = tell;
    this.picture = svg("svg", { class: "chart", "aria-hidden": "true" });
    this.cursor = svg("g", { class: "cursor" });
    plot.replaceChildren(this.picture);
    plot.addEventListener("keydown", (event) => this.#key(event));
    plot.addEventListener("pointermove", (event) => this.#point(event));
    plot.addEventListener("pointerdown", (event) => this.#point(event));
    plot.addEventListener("pointerleave", () => this.#go(null));
    plot.addEventListener("blur", () => this.#go(null));
    new ResizeObserver(() => this.#draw()).observe(plot);
  }

  get last() {
    return this.course.curve.length - 1;
  }

  /** Another seat's curve. @param {number} seat */
  show(seat) {
    this.seat = seat;
    set(this.plot, "aria-label", t("analysis.plot", { name: this.course.names[seat] ?? "" }));
    set(this.plot, "href", this.course.href(this.#at ?? 0));
    this.#size.width = 0;
    this.#draw();
  }

  /** "Move 41: Mia 29 %" @param {number} step */
  words(step) {
    const { starts, move, curve, names } = this.course;
    const deal = starts.indexOf(step), facts = { name: names[this.seat] ?? "", p: percent(curve[step]?.[this.seat] ?? 0) };
    return deal < 0 ? t("analysis.at", { ...facts, n: move(step) }) : t("analysis.at.deal", { ...facts, n: deal + 1 });
  }

  // ------------------------------------------------------------------ the picture

  #draw() {
    const { clientWidth: width, clientHeight: height } = this.plot;
    if (!width || (width === this.#size.width && height === this.#size.height)) return;
    this.#size = { width, height };
    const { curve } = this.course, foot = this.course.starts.length > 1 ? NAMED : BARE, frame = { ...FRAME, foot, width, height };
    this.#to = scale(frame, this.last);
    set(this.picture, "viewBox", `0 0 ${width} ${height}`);
    this.picture.replaceChildren(...this.#grid(width), ...this.#deals(height), ...this.#curves(curve), ...this.#dots(), ...this.#pins(), this.cursor);
    this.#mark();
  }

  /** @param {number} width */
  #grid(width) {
    const right = width - FRAME.right, { y } = this.#to;
    const even = y(1 / this.course.names.length);
    const lines = GRID.flatMap((share) => [svg("path", { class: "ax", d: `M${FRAME.left} ${y(share)}H${right}` }), written("", FRAME.left - 7, y(share) + 4, String(100 * share), "end")]);
    return [...lines, svg("path", { class: "deal", d: `M${FRAME.left} ${even}H${right}` })];
  }

  /** @param {number} height */
  #deals(height) {
    const { x, y } = this.#to, all = deals(this.course.starts, this.last);
    return all.flatMap(({ at, n, from, to }) => [
      ...(at ? [svg("path", { class: "deal", d: `M${x(at)} ${FRAME.top - 6}V${y(0)}` })] : []),
      ...(all.length > 1 ? [written("", (x(from) + x(to)) / 2, height - 6, t("end.deal", { n }))] : []),
    ]);
  }

  /** @param {number[][]} curve */
  #curves(curve) {
    const mine = of(curve, this.seat), others = this.course.names.map((_, seat) => seat).filter((seat) => seat !== this.seat);
    const ends = [["0", 0.34], ["1", 0.03]].map(([offset = 0, opacity = 0]) => svg("stop", { offset, "stop-opacity": opacity }));
    const tint = svg("linearGradient", { id: "tint", x1: 0, y1: 0, x2: 0, y2: 1 }, ...ends);
    return [
      svg("g", { "data-line": this.seat % 5, class: "under" }, svg("defs", {}, tint), svg("path", { class: "tinted", fill: "url(#tint)", d: area(mine, this.#to) })),
      ...others.map((seat) => svg("path", { class: "ln other", "data-line": seat % 5, d: path(of(curve, seat), this.#to) })),
      svg("path", { class: "ln", "data-line": this.seat % 5, d: path(mine, this.#to) }),
      written("evn", FRAME.left + 6, this.#to.y(1 / this.course.names.length) + 15, t("analysis.share"), "start"),
    ];
  }

  #dots() {
    const { x, y } = this.#to;
    return this.course.dots.map(({ at, seat, size }) => svg("path", { class: "dot", "data-line": seat % 5, d: dot(x(at), y(0) - 9, Math.min(MOST, DOT + GROWS * size), seat) }));
  }

  #pins() {
    const { x, y } = this.#to, { turning, curve } = this.course;
    const placed = pins(turning.map(({ step }) => ({ x: x(step), y: y(curve[step]?.[this.seat] ?? 0) })), 0, y(0));
    return placed.map((pin) => svg("g", { class: "pin" }, svg("path", { d: `M${pin.x} ${pin.y}v${pin.below ? -pin.stem : pin.stem}` }), svg("circle", { cx: pin.x, cy: pin.y, r: 11 }), written("", pin.x, pin.y + 4.5, String(pin.n))));
  }

  // ------------------------------------------------------------------ the cursor

  /** @param {number | null} step @param {boolean} [aloud] */
  #go(step, aloud = false) {
    if (step === this.#at) return;
    this.#at = step;
    if (step !== null) set(this.plot, "href", this.course.href(step));
    this.#mark();
    if (aloud && step !== null) this.tell(this.words(step));
  }

  #mark() {
    const step = this.#at;
    if (step === null) return this.cursor.replaceChildren();
    const { x, y } = this.#to, place = x(step), high = y(this.course.curve[step]?.[this.seat] ?? 0);
    const late = place > this.#size.width / 2;
    this.cursor.replaceChildren(
      svg("path", { class: "at", d: `M${place} ${FRAME.top}V${y(0)}` }), svg("circle", { "data-line": this.seat % 5, cx: place, cy: high, r: 5.5 }),
      written("said", place + (late ? -9 : 9), FRAME.top + 13, this.words(step), late ? "end" : "start"),
    );
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const to = along(event.key, this.#at ?? (event.key === "ArrowLeft" ? this.last + 1 : -1), this.last);
    if (to === null) return;
    event.preventDefault();
    this.#go(to, true);
  }

  /** @param {PointerEvent} event */
  #point(event) {
    this.#go(this.#to.step(event.clientX - this.plot.getBoundingClientRect().left));
  }
}

/** The chances in numbers, for who cannot see the curve: at the beginning, at each deal's end, and where it turned. @param {Course} course */
export function table({ curve, starts, move, turning, names }) {
  const last = curve.length - 1;
  const rows = [
    { step: 0, words: t("analysis.begin") },
    ...deals(starts, last).map(({ n, at, to }) => ({ step: Math.max(at, to === last ? last : to - 1), words: t("analysis.end", { n }) })),
    ...turning.map(({ step }, nth) => ({ step, words: t("analysis.turned", { n: nth + 1, move: move(step) }) })),
  ].sort((a, b) => a.step - b.step);
  return make("table", {},
    make("caption", {}, t("analysis.table")),
    make("thead", {}, make("tr", {}, make("th", { scope: "col" }, t("analysis.when")), ...names.map((name) => make("th", { scope: "col" }, name)))),
    make("tbody", {}, ...rows.map(({ step, words }) => make("tr", {}, make("th", { scope: "row" }, words), ...names.map((_, seat) => make("td", {}, `${percent(curve[step]?.[seat] ?? 0)} %`))))),
  );
}

/** Says something in a region that is read aloud. @param {Element} region @param {string} words */
export const aloud = (region, words) => say(region, region.textContent === words ? `${words}\u00A0` : words);
