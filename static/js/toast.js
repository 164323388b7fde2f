/* A word in passing: something was done, or was refused. */

import { make } from "./dom.js";
import { why } from "./rest.js";

const LASTS = 4000;

/** @type {HTMLElement | null} */
let place = null;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let going;

/** @param {string} words */
export function toast(words) {
  if (!place) {
    place = make("div", { class: "toast", role: "status", hidden: true });
    document.body.append(place);
  }
  const shown = place;
  shown.hidden = false;
  // In the next frame, so that a screen reader has met the region before it has words.
  requestAnimationFrame(() => (shown.textContent = words));
  clearTimeout(going);
  going = setTimeout(() => {
    shown.hidden = true;
    shown.textContent = "";
  }, LASTS);
}

/**
 * Does something that may be refused, and says why it was.
 * @param {Promise<unknown>} doing
 * @returns {Promise<boolean>} whether it was done
 */
export async function tell(doing) {
  try {
    await doing;
    return true;
  } catch (refusal) {
    toast(why(refusal));
    return false;
  }
}
