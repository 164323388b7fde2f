/* What the page before promised to do in the room that is opened now: kept for this tab, done once. */

import { seatOf } from "./seated.js";

/** @typedef {{code: string, sit?: boolean, bot?: "easy" | "medium" | "hard" | "expert", start?: boolean}} Intent */

/** @param {Intent} intent */
export function leaveIntent(intent) {
  try {
    sessionStorage.setItem("intent", JSON.stringify(intent));
  } catch {
    // storage is switched off: the guest sits down by hand
  }
}

/**
 * The intent for this room, if there is one; it is gone afterwards.
 * @param {string} code
 * @returns {Intent | null}
 */
function takeIntent(code) {
  try {
    const intent = JSON.parse(sessionStorage.getItem("intent") ?? "null");
    if (intent?.code !== code) return null;
    sessionStorage.removeItem("intent");
    return intent;
  } catch {
    return null;
  }
}

/**
 * Carries out what was promised: to sit down, to bring a bot, to start. Rejects as `send` does.
 * @param {string} code
 * @param {{ room: any, me: any }} now
 * @param {import("./seats.js").Send} send
 */
export async function carryOut(code, now, send) {
  const intent = takeIntent(code);
  if (!intent) return;
  if (intent.sit && seatOf(now.room, now.me.guest) < 0) await send("sit", { seat: null });
  if (intent.bot) await send("bot", { seat: now.room.seats.findIndex((/** @type {any} */ one, /** @type {number} */ nth) => !one && nth > 0), level: intent.bot });
  if (intent.start) await send("start");
}
