/* The felt: every card that can be seen is one element in one flat layer, and this file alone moves them. Controls are
   laid out by CSS and carry `data-place`, the view's own name of the place; cards follow them.
   `take` moves cards as the news tell and then as the view says: the view is the truth. `settle` lets them fly. */

import { cardBack } from "./card.js";
import { written } from "./fan.js";
import { fly, land, nudge, tempo } from "./flight.js";
import { Piece } from "./piece.js";
import { Spots } from "./spots.js";

/** @typedef {import("./fan.js").Pose} Pose */
/** @typedef {Piece} Card what boards know of a piece: the same object as long as the card can be seen */
/** @typedef {{ places: Record<string, any[] | number>, facts: any, own: any }} View */

const QUEUE = 3, AFTER_PLAY = 80, BUMP = 140, SWEEP = 220, DEAL_MOST = 900, AWAY = "cubic-bezier(.4, 0, .6, 1)";

export class Felt {
  /** @type {Map<string, Card[]>} what lies open, place by place */ #lists = new Map();
  /** @type {Set<Card>} on their way to where nobody sees them */ #leaving = new Set();
  /** @type {{ place: string, cards: Card[] }} */ #ghosts = { place: "", cards: [] };
  /** @type {number[]} when the moves that are shown now end */ #queue = [];
  /** @type {{ place: string, by: string, at: number }[]} */ #bumps = [];
  /** @type {{ place: string, at: number }[]} */ #ticks = [];
  #lively = false;
  #drawn = false;
  #tempo = tempo();
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
    /** How this game draws a face. @type {(face: any) => SVGElement} */
    this.faces = () => cardBack();
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
    this.#pace(fresh.length, quiet);
    let at = Math.max(0, ...this.#queue.map((end) => end - performance.now()));
    for (const item of fresh) {
      at = this.#item(item, at);
      this.#queue.push(performance.now() + at);
    }
    this.#agree(view);
    this.#drawn = true;
  }

  /** Whether there is motion at all: not for a page nobody sees, nor where too much waits to be shown. @param {number} more @param {boolean} quiet */
  #pace(more, quiet) {
    const now = performance.now();
    this.#tempo = tempo();
    this.#queue = this.#queue.filter((end) => end > now);
    const crowded = this.#queue.length + more > QUEUE;
    this.#lively = !quiet && !document.hidden && !crowded && this.#tempo.move > 0 && (this.#drawn || more > 0);
    if (this.#lively) return;
    this.#queue = [];
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
    let at = event.e === "deal" ? this.#sweep(start) : start;
    const rounds = Math.max(...event.moves.map((/** @type {any} */ [, , faces]) => faces.length));
    const total = event.moves.reduce((/** @type {number} */ sum, /** @type {any} */ [, , faces]) => sum + faces.length, 0);
    const step = Math.min(this.#tempo.stagger, DEAL_MOST / total);
    const [from = "", to = ""] = event.moves[0];
    const chased = to.startsWith("captured:") && played;
    if (chased) this.#bumps.push({ place: played, by: from, at });
    if (chased) at += BUMP;
    const time = chased ? this.#tempo.capture - BUMP : this.#tempo.move;
    let nth = 0;
    for (let round = 0; round < rounds; round += 1)
      for (const [source, target, faces] of event.moves)
        if (round < faces.length && this.#move(source, target, faces[round], at + nth * step, time)) nth += 1;
    if (!nth) return start;
    if (chased) this.#ticks.push({ place: to, at: at + time });
    return at + (nth - 1) * step + time;
  }

  /** Before a new deal whatever still lies there goes back to the deck. @param {number} at */
  #sweep(at) {
    const left = this.#all();
    for (const card of left) this.#leave(card, "deck", at, this.#tempo.move);
    this.#lists.clear();
    return left.length && this.#lively ? at + SWEEP : at;
  }

  /**
   * One card from a place to another. False where it lies there already, put there by the mover's own page.
   * @param {string} from @param {string} to @param {any} face @param {number} at @param {number} time
   */
  #move(from, to, face, at, time) {
    const open = Array.isArray(this.#view.places[to]);
    const waiting = open && this.#list(to).find((card) => card.pending && card.face === face);
    if (waiting) {
      waiting.mark("pending", false);
      return false;
    }
    const card = this.#lift(from, face);
    if (open) this.#list(to).push(card);
    if (open) card.go(to, at, time, this.#tempo.ease);
    else this.#leave(card, to, at, time);
    return true;
  }

  /** A card taken up at a place, or made where nobody could see it before. @param {string} place @param {any} face @returns {Card} */
  #lift(place, face) {
    const list = this.#lists.get(place) ?? [];
    const at = list.findIndex((card) => card.chosen && card.face === face);
    const nth = at >= 0 ? at : list.findLastIndex((card) => card.face === face);
    if (nth < 0) return this.#make(face, place);
    const [card] = list.splice(nth, 1);
    card?.mark("chosen", false);
    return /** @type {Card} */ (card);
  }

  // ------------------------------------------------------------------ what is so

  /** Every open place holds exactly what the view says; a card too many here is the card that is missing there. @param {View} view */
  #agree(view) {
    /** @type {Card[]} */ const spare = [];
    for (const [place, list] of this.#lists) this.#lists.set(place, this.#matched(view.places[place], list, spare));
    for (const [place, faces] of Object.entries(view.places)) {
      if (!Array.isArray(faces)) continue;
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
    const held = (Array.isArray(faces) ? faces : []).map((face) => {
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
    if (!card) return this.#make(face, null);
    card.mark("chosen", false);
    card.mark("pending", false);
    card.go(place, 0, this.#tempo.move, this.#tempo.ease);
    return card;
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

  /** How a card in hand looks: chosen, raised under the pointer, or unable to join what is chosen. @param {Card} card @param {{chosen?: boolean, raised?: boolean, dim?: boolean}} looks */
  wear(card, { chosen = card.chosen, raised = card.raised, dim }) {
    card.mark("chosen", chosen);
    card.mark("raised", raised);
    if (dim !== undefined) card.el.classList.toggle("dim", dim);
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
    if (!this.#tempo.move) return;
    for (const { el } of cards) nudge(el, [0, 6, -6, 6, 0].map((x) => ({ transform: `translateX(${x}px)` })), 0, 180);
  }

  /** ms until everything lies where it belongs. */
  remaining() {
    return Math.max(0, ...this.#queue.map((end) => end - performance.now()));
  }

  // ------------------------------------------------------------------ where it lies

  /** After the controls are laid out: every card to its place, flying where there is motion. */
  settle() {
    const spots = new Spots(this.root, this.layer, this.gauge);
    let high = 200;
    for (const [card, pose] of this.#poses(spots)) {
      this.#appear(card, spots, pose);
      const ways = card.ways.splice(0);
      if (card.carried) continue;
      if (ways.length) this.#travel(card, this.#legs(ways, spots, pose), (high += 1));
      else this.#shift(card, pose);
    }
    for (const card of this.#leaving) this.#depart(card, spots, (high += 1));
    for (const { place, by, at } of this.#bumps.splice(0)) this.#bump(place, by, at, spots);
    for (const { place, at } of this.#ticks.splice(0)) this.#tick(spots.control(place), at);
  }

  /** The window changed: cards follow their controls at once. */
  follow() {
    if (!this.#drawn || this.layer.offsetWidth === 0) return;
    for (const card of this.#all()) land(card.el);
    const lively = this.#lively;
    this.#lively = false;
    this.settle();
    this.#lively = lively;
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

  /** A card's first moment in the layer. @param {Card} card @param {Spots} spots @param {Pose} pose */
  #appear(card, spots, pose) {
    if (card.el.isConnected) return;
    card.target = written(card.birth && this.#lively ? spots.anchor(card.birth) : pose);
    card.birth = null;
    card.el.style.transform = card.target;
    this.layer.append(card.el);
  }

  /** @param {import("./piece.js").Way[]} ways @param {Spots} spots @param {Pose} [end] where it comes to rest */
  #legs(ways, spots, end) {
    let free = 0;
    return ways.map(({ to, at, time, ease }, nth) => {
      const leg = { pose: end && nth === ways.length - 1 ? end : spots.anchor(to), at: Math.max(at, free), time, ease };
      free = leg.at + time;
      return leg;
    });
  }

  /** @param {Card} card @param {import("./flight.js").Leg[]} legs @param {number} high */
  #travel(card, legs, high) {
    const last = /** @type {import("./flight.js").Leg} */ (legs.at(-1));
    card.target = written(last.pose);
    card.turnUp(last.at, this.#lively ? Math.max(last.time, this.#tempo.flip) : 0);
    if (!this.#lively) return card.place(this.#drawn && this.#tempo.move === 0);
    card.el.style.zIndex = String(high);
    fly(card.el, legs).then(() => !card.flies && !card.carried && card.settle());
  }

  /** No news of this card: it makes room, or follows its control. @param {Card} card @param {Pose} pose */
  #shift(card, pose) {
    const target = written(pose);
    if (card.flies && target === card.target) return;
    const moved = target !== card.target && card.target !== "";
    card.target = target;
    if (!moved || !this.#tempo.fast || document.hidden) return card.flies ? undefined : card.place(false);
    card.settle();
    fly(card.el, [{ pose, at: 0, time: this.#tempo.fast, ease: this.#tempo.ease }]);
  }

  /** @param {Card} card @param {Spots} spots @param {number} high */
  #depart(card, spots, high) {
    const ways = card.ways.splice(0);
    if (!ways.length) return;
    if (!this.#lively) return this.#forget(card);
    this.#appear(card, spots, spots.anchor(ways[0]?.to ?? "deck"));
    card.el.style.zIndex = String(high);
    const legs = this.#legs(ways, spots);
    fly(card.el, legs.map((leg, nth) => ({ ...leg, fade: nth === legs.length - 1 }))).then(() => this.#forget(card));
  }

  /** The herd leans towards its prey. @param {string} place @param {string} by @param {number} at @param {Spots} spots */
  #bump(place, by, at, spots) {
    const herd = spots.box(place), prey = spots.box(by);
    if (!herd || !prey || !this.#lively) return;
    const dx = prey.x - herd.x, dy = prey.y - herd.y, far = Math.hypot(dx, dy) || 1;
    const lean = `translate(${((dx / far) * 12).toFixed(1)}px, ${((dy / far) * 12).toFixed(1)}px)`;
    for (const card of this.cards(place)) nudge(card.el, [{ transform: "none" }, { transform: lean }, { transform: "none" }], at, BUMP + 60);
  }

  /** A count jumps when what it counts arrives. @param {HTMLElement | null} count @param {number} at */
  #tick(count, at) {
    if (count && this.#lively) nudge(count, [{ transform: "scale(1)" }, { transform: "scale(1.35)" }, { transform: "scale(1)" }], at, 260);
  }
}
