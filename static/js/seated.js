/* Who sits where in a room, who is missing, who may talk: pure, from the `room` message. */

/** @typedef {import("./seats.js").Room} Room */
/** @typedef {import("./seats.js").Seat} Seat */
/** @typedef {"counting" | "away" | "waited" | "kept" | "left"} How
 *   counting: a bot takes over when time is up; waited: the table has chosen to wait; kept: a bot plays; left: on purpose, a bot plays */

/** @param {Room} room @param {string} guest */
export function seatOf(room, guest) {
  return room.seats.findIndex((seat) => seat?.guest === guest);
}

/**
 * @param {Room} room
 * @param {string} guest
 * @returns {string} the name of somebody at the table, or who looks on; empty when nobody of that id is here
 */
export function nameOf(room, guest) {
  return [...room.seats, ...room.watchers].find((one) => one?.guest === guest)?.name ?? "";
}

/** How somebody is missing; null where nobody is. @param {Seat | null | undefined} seat @returns {How | null} */
export function howOf(seat) {
  if (!seat?.guest || seat.state === "present") return null;
  if (seat.state === "left") return "left";
  if (seat.kept) return "kept";
  if (seat.waited) return "waited";
  return seat.until == null ? "away" : "counting";
}

/** Whether a guest may read and write in this room. @param {Room} room @param {string} guest */
export function mayTalk(room, guest) {
  const { chat } = room.house;
  return chat === "all" || (chat === "players" && room.seats.some((seat) => seat?.guest === guest));
}

/** Whether there is anybody to talk to. @param {Room} room @param {string} guest */
export function hasCompany(room, guest) {
  return [...room.seats, ...room.watchers].some((one) => one?.guest && one.guest !== guest);
}
