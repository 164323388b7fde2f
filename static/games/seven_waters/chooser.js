/* The actions of a turn as a group of radio buttons. One that is impossible now stays where it is and says why. */

import { icon, keep, make, set } from "../../js/dom.js";
import { t } from "../../js/text.js";

/** @typedef {import("./plan.js").Action} Action */

const ICONS = /** @type {Record<Action, string>} */ ({ draft: "cards", slide: "slide", river: "river", pool: "wave", theme: "flag", discard: "trash", pass: "right" });
const STEPS = /** @type {Record<string, number>} */ ({ ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 });

/** The actions there are, in order; pass only where it is possible. @param {any} offer @returns {Action[]} */
export const actions = (offer) => ["draft", "slide", "river", "pool", "theme", "discard", ...(offer?.pass ? [/** @type {const} */ ("pass")] : [])];

/** Why an action is impossible now, whatever is chosen; null where it may be possible. @param {any} offer @param {any} facts @param {Action} action @returns {string | null} */
export function off(offer, facts, action) {
  if (!offer) return null;
  if (action === "draft" && !facts.pyramid_left) return "pyramid";
  if (action === "draft" && offer.hand_full) return "full";
  if (action === "slide" && !offer.lines.length) return facts.slides_left ? "lines" : "slides";
  if (action === "river" && offer.river.low === null && offer.river.high === null) return "river";
  if (action === "theme" && !offer.theme) return "theme";
  return action !== "draft" && action !== "pass" && !offer.discard ? "hand" : null;
}

export class Chooser {
  /** @param {(action: Action) => void} choose */
  constructor(choose) {
    this.choose = choose;
    this.el = make("div", { class: "chooser", role: "radiogroup", "aria-label": t("waters.action") });
    this.el.addEventListener("keydown", (event) => this.#key(event));
  }

  /** @param {any} offer @param {any} facts @param {Action | null} on */
  render(offer, facts, on) {
    const all = actions(offer), home = on ?? all[0];
    keep(this.el, all, (action) => action, (action) => make("button", { class: "choose", type: "button", role: "radio", "data-action": action, onclick: () => this.choose(action) }, icon(ICONS[action]), t(`waters.action.${action}`)), (button, action) => {
      set(button, "aria-checked", action === on ? "true" : "false");
      set(button, "aria-disabled", off(offer, facts, action) ? "true" : null);
      set(button, "tabindex", action === home ? 0 : -1);
    });
  }

  /** Along the group, over what is impossible. @param {KeyboardEvent} event */
  #key(event) {
    const step = STEPS[event.key];
    if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
    const buttons = /** @type {HTMLElement[]} */ ([...this.el.children]).filter((one) => one.getAttribute("aria-disabled") !== "true" || one === document.activeElement);
    const at = buttons.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    const next = buttons[(at + step + buttons.length) % buttons.length];
    event.preventDefault();
    event.stopPropagation();
    next?.focus();
    next?.click();
  }
}
