/* What the analysis of a match says in its replay: marks on the track, the chance of winning over it, and before a choice
   that cost something the better one, on the table and in a line. */

import { MOMENTS } from "../games/moments.js";
import { svg } from "./card.js";
import { area, of, path } from "./course.js";
import { avatar, make } from "./dom.js";
import { t } from "./text.js";

/** @typedef {import("./analysed.js").Analysis} Analysis */
/** @typedef {{ course: Element, line: HTMLElement, felt: HTMLElement }} Parts */
/** @typedef {{ name: string, avatar: number, bot: string | null }} Who */

const AIR = 5; // px between a place and its ring

export class Verdict {
  /** @type {Element | null} where the ring belongs */ #place = null;

  /** @param {Analysis} analysis @param {string} game @param {readonly Who[]} players @param {Parts} parts */
  constructor(analysis, game, players, parts) {
    this.analysis = analysis;
    this.game = game;
    this.players = players;
    this.parts = parts;
    this.ring = make("i", { class: "better-ring", hidden: true });
    parts.felt.append(this.ring);
    new ResizeObserver(() => this.#surround()).observe(parts.felt);
  }

  /** What the track is marked with. @returns {import("./scrubber.js").Judged} */
  get marks() {
    const { moves, turning } = this.analysis;
    return { flags: moves.filter(({ flagged }) => flagged).map(({ step, seat }) => ({ at: step, line: seat % 5 })), pins: turning.map(({ step }) => step) };
  }

  /** The chance of this seat over the track. @param {number} seat */
  course(seat) {
    const chances = of(this.analysis.curve, seat), last = chances.length - 1;
    const to = { x: (/** @type {number} */ step) => Math.round((10000 * step) / Math.max(1, last)) / 10, y: (/** @type {number} */ chance) => Math.round(980 - 960 * chance) / 10 };
    this.parts.course.setAttribute("data-line", String(seat % 5));
    this.parts.course.replaceChildren(svg("path", { class: "under", d: area(chances, to) }), svg("path", { class: "ln", d: path(chances, to) }));
  }

  /** Before a choice that cost something: the better one. @param {number} step @param {any} view @returns {string} the same in words */
  show(step, view) {
    const next = this.analysis.moves.find((one) => one.step === step + 1 && one.flagged && one.better);
    const who = next && this.players[next.seat], moment = MOMENTS[this.game];
    if (!next || !who || !moment) {
      this.parts.line.replaceChildren();
      return this.#round(null);
    }
    const turn = this.analysis.turning.find((one) => one.step === next.step);
    const reason = turn ? moment.reasons(this.game, turn, (seat) => this.players[seat]?.name ?? "", this.players.length).better : "";
    const lead = t("analysis.instead", { name: who.name });
    this.parts.line.replaceChildren(avatar(who, "sm"), make("span", { class: "tells" }, make("b", {}, lead), " ", ...moment.chips(this.game, view, next.better, "best"), ...(reason ? [" ", reason] : [])));
    this.#round(moment.spot(next.better, next.seat));
    return this.parts.line.textContent ?? "";
  }

  /** @param {string | null} place */
  #round(place) {
    this.#place = place ? this.parts.felt.querySelector(`[data-place="${place}"]`) : null;
    this.#surround();
    return "";
  }

  /** The ring lies round its place. */
  #surround() {
    const box = this.#place?.getBoundingClientRect(), felt = this.parts.felt.getBoundingClientRect();
    this.ring.hidden = !box?.width;
    if (!box) return;
    const { style } = this.ring;
    style.left = `${box.left - felt.left - AIR}px`;
    style.top = `${box.top - felt.top - AIR}px`;
    style.width = `${box.width + 2 * AIR}px`;
    style.height = `${box.height + 2 * AIR}px`;
  }
}
