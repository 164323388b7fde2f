/* What somebody looks for among the past games: the form's fields, the page's address, and what the API is asked. Pure. */

/** @typedef {{ name: string, game: string, result: string, time: string, mine: boolean }} Sought */

/** The results that are somebody's: they need to know whose. */
export const OF_SOMEBODY = ["won", "shared", "lost"];
const RESULTS = ["", ...OF_SOMEBODY, "draw"];
/** @type {Record<string, number>} days */
const TIMES = { "": 0, week: 7, month: 31, year: 366 };
const DAY = 86_400_000;

/**
 * What an address asks for.
 * @param {string} search
 * @param {string[]} games on the shelf
 * @param {boolean} known whether this reader has played here: then their own games come first
 * @returns {Sought}
 */
export function sought(search, games, known) {
  const words = new URLSearchParams(search);
  const one = (/** @type {string} */ name, /** @type {string[]} */ of) => (of.includes(words.get(name) ?? "") ? (words.get(name) ?? "") : "");
  const name = (words.get("name") ?? "").trim().slice(0, 200);
  const mine = words.has("mine") ? words.get("mine") === "1" : known && !name;
  return { name, game: one("game", games), result: one("result", RESULTS), time: one("time", Object.keys(TIMES)), mine };
}

/** The address under which the same is found again. @param {Sought} what */
export function addressOf(what) {
  const words = new URLSearchParams();
  for (const name of /** @type {const} */ (["name", "game", "result", "time"])) if (what[name]) words.set(name, what[name]);
  words.set("mine", what.mine ? "1" : "0");
  return `?${words}`;
}

/** Whether a result can be asked for: won by whom? @param {Sought} what */
export const hasSomebody = (what) => what.mine || Boolean(what.name);

/**
 * The question to the API, without its page.
 * @param {Sought} what
 * @param {string | null} me this reader's public id
 * @param {number} now ms since 1970
 */
export function question(what, me, now) {
  const words = new URLSearchParams();
  const mine = what.mine && me;
  if (mine) words.set("player", me);
  if (what.name) words.set(mine ? "opponent" : "player", what.name);
  if (what.game) words.set("game", what.game);
  const somebody = words.has("player");
  if (what.result && (somebody || !OF_SOMEBODY.includes(what.result))) words.set("result", what.result);
  const days = TIMES[what.time] ?? 0;
  if (days) words.set("since", new Date(now - days * DAY).toISOString());
  return words;
}

/**
 * How a match ended for one of its seats: its place, and whether it won.
 * @param {{ seats: { guest?: string | null }[], scores: { totals: number[], winners: number[] }, result: string }} match
 * @param {string | null} me
 * @returns {{ how: "won" | "shared" | "draw" | "lost" | "place", total: number, place: number, other: number } | null} other: the best of the others
 */
export function outcome(match, me) {
  const seat = me === null ? -1 : match.seats.findIndex((one) => one.guest === me);
  if (seat < 0 || match.result !== "finished") return null;
  const { totals, winners } = match.scores;
  const total = totals[seat] ?? 0, others = totals.filter((_, nth) => nth !== seat);
  const place = 1 + others.filter((one) => one > total).length, other = Math.max(...others);
  const won = winners.includes(seat);
  const how = won ? (winners.length > 1 ? "shared" : "won") : !winners.length ? "draw" : totals.length > 2 ? "place" : "lost";
  return { how, total, place, other };
}
