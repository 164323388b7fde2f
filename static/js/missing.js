/* Who is missing at a table, and what a reader may do about it: pure, from the `room` message. */

import { howOf } from "./seated.js";

/** @typedef {import("./seats.js").Room} Room */
/** @typedef {import("./seats.js").Seat} Seat */
/** @typedef {import("./seated.js").How} How */
/** @typedef {{ seat: number, name: string, how: How, until: number | null }} Missing */
/** @typedef {{ key: string, facts: Record<string, any> }} Said */

/** The gravest first: what runs out, then what holds the match up. @type {How[]} */
const WEIGHT = ["counting", "waited", "away", "left", "kept"];

/** Whoever is missing but the reader, the gravest first. @param {Room} room @param {string} me @returns {Missing[]} */
export function missing(room, me) {
  const found = room.seats.flatMap((seat, nth) => {
    const how = howOf(seat);
    return seat && how && seat.guest !== me ? [{ seat: nth, name: seat.name, how, until: seat.until ?? null }] : [];
  });
  return found.sort((a, b) => WEIGHT.indexOf(a.how) - WEIGHT.indexOf(b.how) || (a.until ?? 0) - (b.until ?? 0));
}

/** Whether a guest is seen here, with a seat or without. @param {Room} room @param {string} guest */
function isHere(room, guest) {
  const seat = room.seats.find((one) => one?.guest === guest);
  return seat ? seat.state === "present" : room.watchers.some((one) => one.guest === guest);
}

/** @param {Room} room @param {string} me */
const sits = (room, me) => room.seats.some((seat) => seat?.guest === me);

/** The host chooses; in a match of two also the other player. @param {Room} room @param {string} me */
export function mayChoose(room, me) {
  if (room.phase !== "playing" || room.kind === "lesson") return false;
  return room.host === me || (sits(room, me) && room.seats.filter(Boolean).length === 2);
}

/** The host lets people in; where the host is not here, anybody who sits here. @param {Room} room @param {string} me */
export function mayApprove(room, me) {
  return room.host === me || (sits(room, me) && !isHere(room, room.host));
}

/** What a table may choose now. @param {How} how @returns {("wait" | "bot" | "end")[]} */
export function choices(how) {
  if (how === "counting") return ["wait", "bot", "end"];
  return how === "waited" ? ["bot", "end"] : how === "away" ? [] : ["wait", "end"];
}

/** The state of the table in a sentence or two. @param {Room} room @param {string} me @param {number} s until a bot takes over @returns {Said[]} */
export function sentences(room, me, s) {
  const all = missing(room, me);
  const [first] = all;
  if (!first) return [];
  const others = room.seats.filter((seat) => seat?.guest && seat.guest !== me);
  const frozen = all.length > 1 && all.length === others.length && all.every((one) => one.how === "waited");
  if (frozen) return [{ key: "people.away.all", facts: {} }];
  const said = [{ key: `people.away.${first.how}`, facts: { name: first.name, s } }];
  return all.length > 1 ? [...said, { key: "people.away.more", facts: { n: all.length - 1 } }] : said;
}

/** What came about between two states of a running match, for everybody to know. @param {Room | null} before @param {Room} after @param {string} me @returns {Said[]} */
export function changes(before, after, me) {
  if (!before) return [];
  const said = [];
  const same = before.match === after.match && before.phase === after.phase;
  const swapped = same ? after.seats.flatMap((seat, nth) => (seat?.guest && before.seats[nth]?.guest && before.seats[nth]?.guest !== seat.guest ? [seat] : [])) : [];
  for (const seat of swapped) said.push({ key: seat.guest === me ? "people.claim.given" : "people.back.claimed", facts: { name: seat.name } });
  if (same && after.phase === "playing") {
    after.seats.forEach((seat, nth) => {
      const had = before.seats[nth];
      const how = howOf(had);
      if (!seat || !how || howOf(seat) || swapped.includes(seat)) return;
      if (seat.guest !== me) said.push({ key: "people.back", facts: { name: seat.name } });
      else if (how === "kept" || how === "left") said.push({ key: "people.back.me", facts: {} });
    });
  }
  // Where the host's own seat was claimed, the rights went with it: nobody else has become host.
  if (before.host !== after.host && !swapped.some((seat) => seat.guest === after.host)) {
    const name = after.seats.find((seat) => seat?.guest === after.host)?.name;
    if (after.host === me) said.push({ key: "people.host.me", facts: {} });
    else if (name) said.push({ key: "people.host", facts: { name } });
  }
  return said;
}
