/* The cues of the own turn that reach beyond the table: the page's title, a dot on its icon, a short buzz. */

import { at } from "./site.js";

const icon = () => /** @type {HTMLLinkElement | null} */ (document.querySelector('link[rel="icon"]'));

export class Turn {
  #mine = false;
  #icon = icon()?.getAttribute("href") ?? "";

  /**
   * @param {boolean} mine
   * @param {string} title
   * @returns {boolean} whether the turn has just begun
   */
  show(mine, title) {
    if (document.title !== title) document.title = title;
    const began = mine && !this.#mine;
    if (mine !== this.#mine) icon()?.setAttribute("href", mine ? at("/static/art/turn.svg") : this.#icon);
    this.#mine = mine;
    if (began) buzz();
    return began;
  }
}

function buzz() {
  // Browsers want a gesture first, and complain where there was none.
  if (navigator.userActivation?.hasBeenActive && !matchMedia("(prefers-reduced-motion: reduce)").matches) navigator.vibrate?.(30);
}
