/* Playing on from a moment of a finished match: a room of its own, in which the match begins there. The server lays the
   position out and seats the bots, so that whoever asked for it is at the table at once. */

import { say, set } from "./dom.js";
import { busy } from "./field.js";
import { becomeGuest, rememberedName } from "./guest.js";
import { call, why } from "./rest.js";
import { at } from "./site.js";
import { t } from "./text.js";
import { toast } from "./toast.js";

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

/**
 * Lets a button play on from the moment that is shown when it is pressed. A refusal is said in words.
 * @param {HTMLButtonElement} button
 * @param {() => { match: string, step: number, seat: number }} shown
 */
export function offerPlayOn(button, shown) {
  button.addEventListener("click", () => {
    if (button.getAttribute("aria-disabled") === "true") return;
    const { match, step, seat } = shown();
    void busy(button, () => playOn(match, step, seat).catch((refusal) => toast(why(refusal))));
  });
}

/** Where a branch begins, as its record's replay shows it. @param {{ match: string, step: number }} from */
export const origin = ({ match, step }) => at(`/matches/${match}/replay?step=${step}`);

/**
 * Says from which move a table plays on, and leads there: to another tab, since this table waits.
 * @param {HTMLElement} link
 * @param {{ match: string, step: number, move: number } | null | undefined} from
 */
export function showOrigin(link, from) {
  link.hidden = !from;
  if (!from) return;
  const words = t("branch.from", { move: from.move });
  set(link, "href", origin(from));
  for (const name of ["aria-label", "title"]) set(link, name, t("branch.from.look", { from: words }));
  const [long, short] = /** @type {HTMLElement[]} */ ([...link.querySelectorAll("span")]);
  if (long) say(long, words);
  if (short) say(short, t("branch.from.short", { move: from.move })); // a phone's bar is narrow
}
