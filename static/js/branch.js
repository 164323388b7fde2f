/* Playing on from a moment of a finished match: a room of its own, in which the match begins there. The server lays the
   position out and seats the bots, so that whoever asked for it is at the table at once. */

import { becomeGuest, rememberedName } from "./guest.js";
import { call } from "./rest.js";
import { at } from "./site.js";
import { t } from "./text.js";

/** A guest with a name: the remembered one, or a word for it that is not remembered. */
async function named() {
  const { name } = await becomeGuest(rememberedName());
  if (!name) await call("POST", "/api/guest", { name: t("branch.me") });
}

/**
 * Opens a room in the position after a step, and goes there. Throws Problem.
 * @param {string} match
 * @param {number} step
 * @param {number} seat whose place is taken; bots have the others
 */
export async function playOn(match, step, seat) {
  await named();
  const key = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const room = await call("POST", "/api/rooms", { kind: "branch", from: { match, step }, seat, key });
  location.assign(at(`/r/${room.code}`));
}
