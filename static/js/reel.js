/* A finished match, step by step, as its record and the views that were sent tell it. Pure: what is fetched is handed in. */

/** @typedef {{ views: any[], news?: any[] }} Told what one viewer was told, step by step; an old record has no news */
/** @typedef {"all" | "watch" | number} As through whose eyes: every hand open, a spectator's, or a seat's */
/** @typedef {{ seat: number, kind: string, cards: any[] }} Open what lies in one seat's hand, or hidden before it */

export class Reel {
  /** Which steps are moves, by their number. @type {number[]} */ #moves;

  /**
   * @param {any} record without its steps
   * @param {any[]} steps of the record
   * @param {Map<string, Told>} told by viewer: "watch", "0", "1", ...
   */
  constructor(record, steps, told) {
    this.record = record;
    this.steps = steps;
    this.told = told;
    let n = 0;
    this.#moves = steps.map((step) => (isDeal(step) ? n : (n += 1)));
  }

  /** The last step. */
  get last() {
    return this.steps.length - 1;
  }

  /** How many moves were made. */
  get moves() {
    return this.#moves.at(-1) ?? 0;
  }

  /** How many moves were made up to a step. @param {number} step */
  move(step) {
    return this.#moves[step] ?? 0;
  }

  /** Steps at which cards were dealt, the first one among them. */
  get deals() {
    return this.steps.flatMap((step, nth) => (isDeal(step) ? [nth] : []));
  }

  /** A step that there is. @param {number} step */
  within(step) {
    return Math.min(this.last, Math.max(0, Math.round(step) || 0));
  }

  /** Whose place at the table the reader takes. @param {As} as @returns {number | null} */
  seat(as) {
    return as === "watch" ? null : as === "all" ? 0 : as;
  }

  /** Who must be asked for before a step can be shown. @param {As} as @returns {string[]} */
  viewers(as) {
    const seats = this.record.seats.map((/** @type {any} */ one) => String(one.seat));
    return as === "all" ? ["watch", ...seats] : [String(as)];
  }

  /** @param {number} step @param {As} as @returns {any} */
  view(step, as) {
    return this.#of(as)?.views[step];
  }

  /** What happened at a step, as the room told it; nothing where the record does not say. @param {number} step @param {As} as @returns {any[]} */
  news(step, as) {
    const events = this.#of(as)?.news?.[step];
    return events ? [{ v: step, at: Date.parse(this.steps[step]?.at ?? this.record.started_at), by: this.steps[step]?.by ?? "guest", events }] : [];
  }

  /** @param {As} as */
  #of(as) {
    const seat = this.seat(as);
    return this.told.get(seat === null ? "watch" : String(seat));
  }

  /** What lay hidden from the watcher, seat by seat, where every hand is open. @param {number} step @returns {Open[]} */
  hands(step) {
    const seen = this.told.get("watch")?.views[step]?.places ?? {};
    return this.record.seats.flatMap((/** @type {any} */ { seat }) => {
      const places = this.told.get(String(seat))?.views[step]?.places ?? {};
      return Object.keys(places)
        .filter((place) => place.endsWith(`:${seat}`) && Array.isArray(places[place]) && places[place].length && typeof seen[place] === "number")
        .map((place) => ({ seat, kind: place.split(":")[0] ?? "", cards: places[place] }));
    });
  }
}

/** @param {any} step */
export const isDeal = (step) => step?.deal !== undefined;

/** What an address asks for. @param {string} search @param {any} record @returns {{ step: number, as: As }} */
export function asked(search, record) {
  const words = new URLSearchParams(search);
  const step = /^\d{1,6}$/.test(words.get("step") ?? "") ? Number(words.get("step")) : 0;
  const as = words.get("as") ?? "all";
  if (as === "watch") return { step, as };
  return { step, as: record.seats.some((/** @type {any} */ one) => String(one.seat) === as) ? Number(as) : "all" };
}

/** The address of a moment. @param {number} step @param {As} as */
export const addressOf = (step, as) => `?step=${step}${as === "all" ? "" : `&as=${as}`}`;
