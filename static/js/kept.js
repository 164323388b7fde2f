/* What a seat has half made, kept for this tab: a reload, or a page that was asleep, finds it again. One match at a time;
   what is no longer held is not chosen again. */

const KEY = "plan";

/** @param {string} match @param {any} plan as JSON, null where nothing is chosen */
export function keep(match, plan) {
  try {
    if (plan) sessionStorage.setItem(KEY, JSON.stringify({ match, plan }));
    else sessionStorage.removeItem(KEY);
  } catch {
    // storage is switched off: a reload begins with nothing chosen
  }
}

/** What was chosen in this match before. @param {string} match @returns {any} */
export function kept(match) {
  try {
    const told = JSON.parse(sessionStorage.getItem(KEY) ?? "null");
    return told?.match === match ? told.plan : null;
  } catch {
    return null;
  }
}

/** Keeps the plan of one seat: finds it once, when its cards are known, and notes it after every change. */
export class Keeper {
  #found = false;

  /** @param {import("./table.js").Table} table @param {{ told: any, take: (told: any, hand: readonly any[]) => void }} plan */
  constructor(table, plan) {
    this.table = table;
    this.plan = plan;
  }

  /** Before anything is shown: what was chosen before this page was opened. A move under way was that plan. @param {readonly any[]} hand */
  find(hand) {
    const match = this.table.state?.message.match;
    if (this.#found || !match || this.table.seat === null) return;
    this.#found = true;
    if (!this.table.sending) this.plan.take(kept(match), hand);
  }

  note() {
    const match = this.table.state?.message.match;
    if (match && this.table.seat !== null) keep(match, this.table.sending ? null : this.plan.told);
  }
}

/**
 * The items of a hand with these faces, each used once.
 * @template {{ face: any }} Card
 * @param {any[]} faces @param {readonly Card[]} hand @returns {Card[]}
 */
export function among(faces, hand) {
  const rest = [...hand];
  return faces.flatMap((face) => {
    const at = rest.findIndex((card) => card.face === face);
    return at < 0 ? [] : rest.splice(at, 1);
  });
}
