/* What is shown moving, and when: the pace of a match as it comes in, and each card's way from where it is to where it
   belongs. Nothing here decides what is so; without motion everything simply lies there. */

import { written } from "./fan.js";
import { fly, now, nudge, tempo } from "./flight.js";

/** @typedef {import("./fan.js").Pose} Pose */
/** @typedef {import("./piece.js").Piece} Piece */
/** @typedef {import("./spots.js").Spots} Spots */
/** @typedef {import("./flight.js").Leg} Leg */

const QUEUE = 3, LEAN = 12, LEANS = 200, TICK = 260, HIGH = 201, SOON = 40;

export class Motion {
  /** @type {number[]} when the moves that are shown now end */ #queue = [];
  /** @type {{ place: string, by: string, at: number }[]} */ #bumps = [];
  /** @type {{ place: string, at: number }[]} */ #ticks = [];
  /** @type {{ card: Piece, at: number }[]} new cards on their way into the layer, and when they are to be seen */ #coming = [];
  /** Whether cards fly now. */ lively = false;
  /** Whether anything has been drawn yet: what is there from the beginning does not come flying. */ drawn = false;
  tempo = tempo();

  /** @param {HTMLElement} layer */
  constructor(layer) {
    this.layer = layer;
  }

  /**
   * Before so many moves are shown: no motion for a page nobody sees, nor where too much waits to be shown.
   * @param {number} more
   * @param {boolean} quiet
   */
  pace(more, quiet) {
    const now = performance.now();
    this.tempo = tempo();
    this.#queue = this.#queue.filter((end) => end > now);
    const crowded = this.#queue.length + more > QUEUE;
    this.lively = !quiet && !document.hidden && !crowded && this.tempo.move > 0 && (this.drawn || more > 0);
    if (!this.lively) this.#queue = [];
    return this.lively;
  }

  /** ms until everything that is shown now has ended. */
  remaining() {
    return Math.max(0, ...this.#queue.map((end) => end - performance.now()));
  }

  /** One more move is shown until then, ms from now. @param {number} at */
  until(at) {
    this.#queue.push(performance.now() + at);
  }

  /** The herd at a place leans towards its prey at `by`. @param {string} place @param {string} by @param {number} at */
  bump(place, by, at) {
    this.#bumps.push({ place, by, at });
  }

  /** The count at a place jumps when what it counts arrives. @param {string} place @param {number} at */
  tick(place, at) {
    this.#ticks.push({ place, at });
  }

  /**
   * Everything to where it belongs.
   * @param {Map<Piece, Pose>} poses
   * @param {Set<Piece>} leaving
   * @param {Spots} spots
   * @param {(place: string) => readonly Piece[]} at
   * @param {(card: Piece) => void} forget
   */
  settle(poses, leaving, spots, at, forget) {
    this.#appear(Infinity);
    // All is measured before anything is moved: in turns, each card would make the browser lay out the page anew.
    const plans = [...poses.keys(), ...leaving].map((card) => {
      const pose = poses.get(card), goes = this.#goes(card, pose), ways = card.ways.splice(0);
      const from = card.el.isConnected ? (goes ? now(card.el) : undefined) : this.#born(card, spots, pose ?? spots.anchor(ways[0]?.to ?? "deck"), goes, ways[0]?.at ?? 0);
      return { card, pose, ways: legs(ways, spots, pose), from };
    });
    plans.forEach(({ card, pose, ways, from }, nth) => {
      if (!pose) this.#depart(card, from, ways, HIGH + nth, forget);
      else if (card.carried) return;
      else if (ways.length) this.#travel(card, from, ways, HIGH + nth);
      else this.#shift(card, from, pose);
    });
    this.#bring();
    for (const { place, by, at: when } of this.#bumps.splice(0)) if (this.lively) lean(at(place), spots.box(place), spots.box(by), when);
    for (const { place, at: when } of this.#ticks.splice(0)) if (this.lively) jump(spots.control(place), when);
  }

  /** Whether a card will be seen moving. @param {Piece} card @param {Pose | undefined} pose */
  #goes(card, pose) {
    if (card.carried) return false;
    if (card.ways.length) return this.lively;
    return Boolean(pose && card.el.isConnected && card.target && this.tempo.fast && !document.hidden && written(pose) !== card.target);
  }

  /** A card's first moment: where it comes from, where it is seen coming. @param {Piece} card @param {Spots} spots @param {Pose} pose @param {boolean} goes @param {number} at @returns {Pose | undefined} */
  #born(card, spots, pose, goes, at) {
    const from = card.birth && this.lively ? spots.anchor(card.birth) : pose;
    card.target = written(from);
    card.birth = null;
    card.el.style.transform = card.target;
    this.#coming.push({ card, at: performance.now() + at });
    return goes ? from : undefined;
  }

  /** So many of the new cards come into the layer. @param {number} most */
  #appear(most) {
    const come = this.#coming.splice(0, most).filter(({ card }) => !card.gone);
    this.layer.append(...come.map(({ card }) => card.el));
  }

  /** The new cards: at once where they only lie there; while they fly each as it starts, since to draw a whole deal takes longer
   *  than a frame. */
  #bring() {
    if (!this.lively) return this.#appear(Infinity);
    const soon = performance.now() + SOON;
    this.#coming.sort((a, b) => a.at - b.at);
    this.#appear(Math.max(1, this.#coming.findLastIndex(({ at }) => at <= soon) + 1));
    if (this.#coming.length) requestAnimationFrame(() => this.#bring());
  }

  /** @param {Piece} card @param {Pose | undefined} from @param {Leg[]} ways @param {number} high */
  #travel(card, from, ways, high) {
    const last = /** @type {Leg} */ (ways.at(-1));
    card.target = written(last.pose);
    card.turnUp(last.at, this.lively ? Math.max(last.time, this.tempo.flip) : 0);
    if (!from) return card.place(this.drawn && this.tempo.move === 0);
    card.el.style.zIndex = String(high);
    fly(card.el, from, ways).then(() => !card.flies && !card.carried && card.settle());
  }

  /** No news of this card: it makes room, or follows its control. @param {Piece} card @param {Pose | undefined} from @param {Pose} pose */
  #shift(card, from, pose) {
    const target = written(pose);
    if (card.flies && target === card.target) return;
    card.target = target;
    if (!from) return card.flies ? undefined : card.place(false);
    card.settle();
    fly(card.el, from, [{ pose, at: 0, time: this.tempo.fast, ease: this.tempo.ease }]);
  }

  /** To where nobody sees it. @param {Piece} card @param {Pose | undefined} from @param {Leg[]} ways @param {number} high @param {(card: Piece) => void} forget */
  #depart(card, from, ways, high, forget) {
    if (!ways.length) return;
    if (!from) return forget(card);
    card.el.style.zIndex = String(high);
    fly(card.el, from, ways.map((leg, nth) => ({ ...leg, fade: nth === ways.length - 1 }))).then(() => forget(card));
  }
}

/** Ways with their ends measured, each after the one before. @param {import("./piece.js").Way[]} ways @param {Spots} spots @param {Pose} [end] where it comes to rest @returns {Leg[]} */
function legs(ways, spots, end) {
  let free = 0;
  return ways.map(({ to, at, time, ease }, nth) => {
    const leg = { pose: end && nth === ways.length - 1 ? end : spots.anchor(to), at: Math.max(at, free), time, ease };
    free = leg.at + time;
    return leg;
  });
}

/** @typedef {import("./fan.js").Box} Box */
/** @param {readonly Piece[]} cards @param {Box | null} herd @param {Box | null} prey @param {number} at */
function lean(cards, herd, prey, at) {
  if (!herd || !prey) return;
  const dx = prey.x - herd.x, dy = prey.y - herd.y, far = Math.hypot(dx, dy) || 1;
  const towards = `translate(${((dx / far) * LEAN).toFixed(1)}px, ${((dy / far) * LEAN).toFixed(1)}px)`;
  for (const card of cards) nudge(card.el, [{ transform: "none" }, { transform: towards }, { transform: "none" }], at, LEANS);
}

/** @param {HTMLElement | null} count @param {number} at */
function jump(count, at) {
  if (count) nudge(count, [{ transform: "scale(1)" }, { transform: "scale(1.35)" }, { transform: "scale(1)" }], at, TICK);
}
