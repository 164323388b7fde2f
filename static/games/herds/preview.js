/* What a play would do, and the view with a play laid down that is not answered yet. Pure: numbers in, numbers out.
   The server's offer says it first; this is its mirror for the moment in which no offer fits. */

/** @typedef {{ places: Record<string, number[] | number>, facts: any, own: any }} View */
/** @typedef {{ rank: number, n: number, total: number, prey: number | null, captured: number }} Foreseen */

const HERD = 3;

/** How many cards lie at a place. @param {View} view @param {string} place */
export function size(view, place) {
  const there = view.places[place];
  return typeof there === "number" ? there : (there?.length ?? 0);
}

/**
 * The rank that a herd of `total` cards of `rank` chases off; null when nobody runs.
 * @param {View} view
 * @param {number} rank
 * @param {number} total
 */
export function prey(view, rank, total) {
  if (total < HERD) return null;
  if (rank === 1) return size(view, "herd:8") ? 8 : null;
  for (let lower = rank - 1; lower >= 1; lower -= 1) if (size(view, `herd:${lower}`)) return lower;
  return null;
}

/**
 * What n cards of a rank would do: as offered, else by the rules.
 * @param {View} view
 * @param {any} offer
 * @param {number} rank
 * @param {number} n
 * @returns {Foreseen}
 */
export function foresee(view, offer, rank, n) {
  const offered = offer?.plays?.find((/** @type {Foreseen} */ play) => play.rank === rank && play.n === n);
  if (offered) return offered;
  const total = size(view, `herd:${rank}`) + n;
  const chased = prey(view, rank, total);
  return { rank, n, total, prey: chased, captured: chased ? size(view, `herd:${chased}`) : 0 };
}

/**
 * The view as the mover sees it while the answer is under way: the chosen cards lie at their place, and no more. What
 * is captured and drawn only the server says.
 * @param {View} view
 * @param {number | null} seat
 * @param {any} move
 * @returns {View}
 */
export function laid(view, seat, move) {
  const hand = view.places[`hand:${seat}`];
  if (!Array.isArray(hand)) return view;
  if (move?.type === "draw") return taken(view, `hand:${seat}`, move.source);
  if (move?.type !== "play") return view;
  const rest = [...hand];
  for (const card of move.cards) {
    const at = rest.indexOf(card);
    if (at < 0) return view;
    rest.splice(at, 1);
  }
  const place = `herd:${move.cards[0]}`;
  const there = view.places[place];
  return { ...view, places: { ...view.places, [`hand:${seat}`]: rest, [place]: [...(Array.isArray(there) ? there : []), ...move.cards] } };
}

/** The view with a face-up card in the hand already; what comes from the draw pile only the server knows. @param {View} view @param {string} hand @param {string | number} source @returns {View} */
function taken(view, hand, source) {
  const { market: row, [hand]: held } = view.places;
  if (!Array.isArray(row) || !Array.isArray(held) || typeof source !== "number" || !row.includes(source)) return view;
  const at = row.indexOf(source);
  const places = { ...view.places, market: row.filter((_, nth) => nth !== at), [hand]: [...held, source].sort((a, b) => a - b) };
  return { ...view, places, facts: { ...view.facts, draws_left: view.facts.draws_left - 1 } };
}

/**
 * Where the cards of a move lie that nobody has confirmed yet.
 * @param {number | null} seat
 * @param {any} move
 * @param {View} _view before the move
 * @returns {{ place: string, cards: number[], hidden?: boolean } | null} hidden: they are only counted there
 */
export function awaits(seat, move, _view) {
  if (move?.type === "play") return { place: `herd:${move.cards[0]}`, cards: move.cards };
  return typeof move?.source === "number" ? { place: `hand:${seat}`, cards: [move.source] } : null;
}
