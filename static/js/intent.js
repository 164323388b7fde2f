/* What the page before promised to do in the room that is opened now: kept for this tab, done once. */

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
export function takeIntent(code) {
  try {
    const intent = JSON.parse(sessionStorage.getItem("intent") ?? "null");
    if (intent?.code !== code) return null;
    sessionStorage.removeItem("intent");
    return intent;
  } catch {
    return null;
  }
}
