/* The felt: every card that can be seen is one element in one flat layer, and this file alone moves them. Controls are
   laid out by CSS and carry `data-place`, the view's own name of the place; cards follow them.
   `take` moves cards as the news tell and then as the view says: the view is the truth. `settle` lets them fly. */

import { cardBack } from "./card.js";
import { written } from "./fan.js";
import { land, nudge } from "./flight.js";
import { Motion } from "./motion.js";
import { Piece } from "./piece.js";
import { Spots } from "./spots.js";

/** @typedef {import("./fan.js").Pose} Pose */
/** @typedef {Piece} Card what boards know of a piece: the same object as long as the card can be seen */
/** @typedef {{ places: Record<string, any[] | number>, facts: any, own: any }} View */

const AFTER_PLAY = 80, BUMP = 140, SWEEP = 220, DEAL_MOST = 900, AWAY = "cubic-bezier(.4, 0, .6, 1)";

export class Felt {
  /** @type {Map<string, Card[]>} what lies open, place by place */ #lists = new Map();
  /** @type {Set<Card>} on their way to where nobody sees them */ #leaving = new Set();
  /** @type {{ place: string, cards: Card[] }} */ #ghosts = { place: "", cards: [] };
  /** @type {{ from: string, to: string, face: any }[]} laid down by this page where they cannot be seen, and confirmed by nobody */ #parted = [];
  #size = "";
  /** @type {View} */ #view = { places: {}, facts: {}, own: null };

  /**
   * @param {object} parts
   * @param {HTMLElement} parts.root holds every control with `data-place`
   * @param {HTMLElement} parts.layer the flat layer
   * @param {HTMLElement} parts.gauge as wide as a card at scale 1
   */
  constructor({ root, layer, gauge }) {
    this.root = root;
    this.layer = layer;
    this.gauge = gauge;
    this.motion = new Motion(layer);
    /** How this game draws a face. @type {(face: any) => SVGElement} */
    this.faces = () => cardBack();
    /** What of a place lies on the felt, null for a back; null for a place that only counts its cards. @type {(place: string, there: any) => any[] | null} */
    this.lain = (_, there) => (Array.isArray(there) ? there : null);
    /** The card itself, where a place writes more than that. @type {(face: any) => any} */
    this.bare = (face) => face;
    /** Called after cards have followed their controls. */
    this.followed = () => {};
    new ResizeObserver(() => this.follow()).observe(root);
  }

  /** The cards that lie open at a place, in the view's order. @param {string} place @returns {readonly Card[]} */
  cards(place) {
    return this.#lists.get(place) ?? [];
  }

  // ------------------------------------------------------------------ what happened

  /**
   * A new state: what the news move, then whatever the view still says otherwise.
   * @param {View} view
   * @param {any[]} [news]
   * @param {boolean} [quiet] no motion
   */
  take(view, news = [], quiet = false) {
    this.#view = view;
    const fresh = news.filter((item) => !item.old);
    if (!this.motion.pace(fresh.length, quiet)) this.#still();
    let at = this.motion.remaining();
    for (const item of fresh) {
      at = this.#item(item, at);
      this.motion.until(at);
    }
    this.#agree(view);
    this.motion.drawn = true;
  }

  /** Everything that flies is there at once. */
  #still() {
    for (const card of this.#all()) land(card.el);
    for (const card of this.#leaving) this.#forget(card);
  }

  /** One move of the match: the play, and once it lies there what follows from it. @param {any} item @param {number} from */
  #item(item, from) {
    let at = from, end = from, played = "";
    for (const event of item.events ?? []) {
      if (!event.moves?.length) continue;
      const done = this.#event(event, at, played);
      end = Math.max(end, done);
      at = played ? at + AFTER_PLAY : done;
      played ||= event.moves[0][1];
    }
    return end;
  }

  /** @param {any} event @param {number} start @param {string} played the place the move began with @returns {number} when it ends */
  #event(event, start, played) {
    const { tempo } = this.motion;
    let at = event.e === "deal" ? this.#sweep(start) : start;
    const rounds = Math.max(...event.moves.map((/** @type {any} */ [, , faces]) => faces.length));
    const total = event.moves.reduce((/** @type {number} */ sum, /** @type {any} */ [, , faces]) => sum + faces.length, 0);
    const step = Math.min(tempo.stagger, DEAL_MOST / total);
    const [from = "", to = ""] = event.moves[0];
    const chased = to.startsWith("captured:") && played;
    if (chased) this.motion.bump(played, from, at);
    if (chased) at += BUMP;
    const time = chased ? tempo.capture - BUMP : tempo.move;
    let nth = 0;
    for (let round = 0; round < rounds; round += 1)
      for (const [source, target, faces] of event.moves)
        if (round < faces.length && this.#move(source, target, faces[round], at + nth * step, time)) nth += 1;
    if (!nth) return start;
    if (chased) this.motion.tick(to, at + time);
    return at + (nth - 1) * step + time;
  }

  /** Before a new deal whatever still lies there goes back to the deck. @param {number} at */
  #sweep(at) {
    const left = this.#all();
    for (const card of left) this.#leave(card, "deck", at, this.motion.tempo.move);
    this.#lists.clear();
    return left.length && this.motion.lively ? at + SWEEP : at;
  }

  /**
   * One card from a place to another. False where it lies there already, put there by the mover's own page.
   * @param {string} from @param {string} to @param {any} written @param {number} at @param {number} time
   */
  #move(from, to, written, at, time) {
    const face = this.bare(written);
    const open = this.#open(to);
    const waiting = open && this.#list(to).find((card) => card.pending && card.face === face);
    if (waiting) {
      waiting.mark("pending", false);
      return false;
    }
    const parted = this.#parted.findIndex((one) => one.from === from && one.to === to && one.face === face);
    if (parted >= 0) {
      this.#parted.splice(parted, 1);
      return false;
    }
    if (from === to && !this.#lists.has(from)) return false; // it was never seen here, and is not now
    const card = this.#lift(from, face);
    if (open) this.#list(to).push(card);
    if (open) card.go(to, at, time, this.motion.tempo.ease);
    else this.#leave(card, to, at, time);
    return true;
  }

  /** A card taken up at a place, or made where nobody could see it before. @param {string} place @param {any} face @returns {Card} */
  #lift(place, face) {
    const list = this.#lists.get(place) ?? [];
    const at = list.findIndex((card) => card.chosen && card.face === face);
    const open = at >= 0 ? at : list.findLastIndex((card) => card.face === face);
    const nth = open >= 0 ? open : list.findIndex((card) => card.face === null);
    if (nth < 0) return this.#make(face, place);
    const card = /** @type {Card} */ (list.splice(nth, 1)[0]);
    card.mark("chosen", false);
    card.learn(face);
    return card;
  }

  /** Whether cards of a place lie on the felt. @param {string} place */
  #open(place) {
    return this.#faces(place) !== null;
  }

  /** @param {string} place */
  #faces(place) {
    const there = this.#view.places[place];
    return there === undefined ? null : this.lain(place, there);
  }

  // ------------------------------------------------------------------ what is so

  /** Every open place holds exactly what the view says; a card too many here is the card that is missing there. @param {View} view */
  #agree(view) {
    /** @type {Card[]} */ const spare = [];
    for (const [place, list] of this.#lists) this.#lists.set(place, this.#matched(this.#faces(place), list, spare));
    for (const place of Object.keys(view.places)) {
      const faces = this.#faces(place);
      if (!faces) continue;
      const list = this.#list(place);
      this.#lists.set(place, faces.map((face, nth) => list[nth] ?? this.#found(spare, face, place)));
    }
    for (const card of spare) if (!this.#leaving.has(card)) this.#forget(card);
  }

  /** A place's cards in the view's order, with holes where one is missing. @param {any} faces @param {Card[]} list @param {Card[]} spare */
  #matched(faces, list, spare) {
    // What was put there by this page and what was chosen goes first when something must go.
    const rest = [...list].sort((a, b) => Number(a.pending || a.chosen) - Number(b.pending || b.chosen));
    /** @type {any[]} */
    const held = (faces ?? []).map((/** @type {any} */ face) => {
      const at = rest.findIndex((card) => card.face === face);
      return at < 0 ? undefined : rest.splice(at, 1)[0];
    });
    spare.push(...rest);
    return held;
  }

  /** @param {Card[]} spare @param {any} face @param {string} place @returns {Card} */
  #found(spare, face, place) {
    const at = spare.findIndex((card) => card.face === face);
    const card = at < 0 ? undefined : spare.splice(at, 1)[0];
    if (!card) return this.#returned(face, place);
    card.mark("chosen", false);
    card.mark("pending", false);
    card.go(place, 0, this.motion.tempo.move, this.motion.tempo.ease);
    return card;
  }

  /** A card nobody has seen move: it is there; or it comes back from where this page had laid it. @param {any} face @param {string} place @returns {Card} */
  #returned(face, place) {
    const at = this.#parted.findIndex((one) => one.from === place && one.face === face);
    const [parted] = at < 0 ? [] : this.#parted.splice(at, 1);
    const card = this.#make(face, parted?.to ?? null);
    if (parted) card.go(place, 0, this.motion.tempo.move, this.motion.tempo.ease);
    return card;
  }

  /** This page lays cards down where they are only counted: they go there at once. @param {string} from @param {string} to @param {any[]} faces */
  part(from, to, faces) {
    const list = this.#list(from);
    for (const face of faces.map((one) => this.bare(one))) {
      const at = list.findIndex((card) => card.face === face);
      const [card] = at < 0 ? [] : list.splice(at, 1);
      if (!card) continue;
      card.mark("chosen", false);
      this.#leave(card, to, 0, this.motion.tempo.move);
      this.#parted.push({ from, to, face });
    }
  }

  /** Nothing of this page's own waits for an answer any more. */
  answered() {
    this.#parted = [];
  }

  /** The cards this page has laid down and nobody has confirmed. @param {string} place @param {any[]} faces */
  await_(place, faces) {
    const rest = [...faces];
    for (const card of [...this.cards(place)].reverse()) {
      const at = rest.indexOf(card.face);
      if (at < 0) continue;
      rest.splice(at, 1);
      card.mark("pending", true);
    }
  }

  // ------------------------------------------------------------------ cards

  /** @param {any} face @param {string | null} birth the place where it comes from */
  #make(face, birth) {
    return new Piece(face, birth, (one) => this.faces(one));
  }

  /** @param {string} place @returns {Card[]} */
  #list(place) {
    let list = this.#lists.get(place);
    if (!list) this.#lists.set(place, (list = []));
    return list;
  }

  #all() {
    return [...this.#lists.values()].flat();
  }

  /** @param {Card} card @param {string} to @param {number} at @param {number} time */
  #leave(card, to, at, time) {
    card.go(to, at, time, AWAY);
    this.#leaving.add(card);
  }

  /** @param {Card} card */
  #forget(card) {
    this.#leaving.delete(card);
    card.remove();
  }

  // ------------------------------------------------------------------ what the board asks for

  /** How a card looks: chosen, raised under the pointer, unable to join what is chosen, or free to be taken. @param {Card} card @param {{chosen?: boolean, raised?: boolean, dim?: boolean, free?: boolean}} looks */
  wear(card, { chosen = card.chosen, raised = card.raised, dim, free }) {
    card.mark("chosen", chosen);
    card.mark("raised", raised);
    if (dim !== undefined) card.el.classList.toggle("dim", dim);
    if (free !== undefined) card.el.classList.toggle("free", free);
  }

  /** Cards that would lie at a place. @param {string} place @param {any[]} faces */
  ghosts(place, faces) {
    const same = place === this.#ghosts.place && faces.length === this.#ghosts.cards.length && faces.every((face, nth) => this.#ghosts.cards[nth]?.face === face);
    if (same) return;
    for (const card of this.#ghosts.cards) card.el.remove();
    this.#ghosts = { place, cards: faces.map((face) => this.#make(face, null)) };
    for (const card of this.#ghosts.cards) card.el.classList.add("ghost");
  }

  /** Cards in a moving hand, at a point of the window. @param {readonly Card[]} cards @param {number} x @param {number} y */
  carry(cards, x, y) {
    const origin = this.layer.getBoundingClientRect();
    cards.forEach((card, nth) => {
      land(card.el);
      card.carried = true;
      card.el.classList.add("lifted");
      card.el.style.zIndex = String(300 + nth);
      card.target = written({ x: x - origin.x + nth * 26, y: y - origin.y, r: nth * 3, s: 1.04 });
      card.el.style.transform = card.target;
    });
  }

  /** The hand lets go. */
  release() {
    for (const card of this.#all()) {
      if (!card.carried) continue;
      card.carried = false;
      card.el.classList.remove("lifted");
    }
  }

  /** A refusal that can be seen: two short shakes. @param {readonly Card[]} cards */
  shake(cards) {
    if (!this.motion.tempo.move) return;
    for (const { el } of cards) nudge(el, [0, 6, -6, 6, 0].map((x) => ({ transform: `translateX(${x}px)` })), 0, 180);
  }

  /** ms until everything lies where it belongs. */
  remaining() {
    return this.motion.remaining();
  }

  // ------------------------------------------------------------------ where it lies

  /** After the controls are laid out: every card to its place, flying where there is motion. */
  settle() {
    const spots = new Spots(this.root, this.layer, this.gauge);
    this.motion.settle(this.#poses(spots), this.#leaving, spots, (place) => this.cards(place), (card) => this.#forget(card));
  }

  /** Another game: nothing of the last one stays. */
  clear() {
    for (const card of [...this.#all(), ...this.#leaving]) this.#forget(card);
    this.#lists.clear();
    this.#parted = [];
    this.lain = (_, there) => (Array.isArray(there) ? there : null);
    this.bare = (face) => face;
    this.motion.drawn = false;
  }

  /** The felt changed its size. With the window, cards follow at once; for a banner that comes or goes they make room. */
  follow() {
    if (!this.motion.drawn || this.layer.offsetWidth === 0) return;
    const size = `${innerWidth}x${innerHeight}`;
    const same = size === this.#size;
    this.#size = size;
    if (same) {
      this.settle();
      return this.followed();
    }
    for (const card of this.#all()) land(card.el);
    const { lively } = this.motion;
    this.motion.lively = false;
    this.settle();
    this.motion.lively = lively;
    this.followed();
  }

  /** Where every open card belongs; it learns how high it lies. @param {Spots} spots */
  #poses(spots) {
    /** @type {Map<Card, Pose>} */ const poses = new Map();
    for (const [place, list] of this.#lists) {
      const cards = place === this.#ghosts.place ? [...list, ...this.#ghosts.cards] : list;
      const lie = spots.lie(place, cards);
      cards.forEach((card, nth) => {
        const pose = lie?.poses[nth];
        if (pose) poses.set(card, pose);
        card.rest = (lie?.level ?? 0) + nth;
      });
    }
    return poses;
  }
}
