/* The parks are open: every point of both, over the table that stays as it ended. */

import { make } from "../../js/dom.js";
import { cardElement } from "../../js/card.js";
import { cover, page, uncover } from "../../js/over.js";
import { t } from "../../js/text.js";
import { tell } from "../../js/toast.js";
import { face } from "./art/cards.js";
import { verdict, versus } from "./gauge.js";
import { faces } from "./rules.js";

/** @typedef {import("../../js/table.js").Table} Table */
/** @typedef {import("./rules.js").View} View */

export class Opened {
  /** @type {HTMLElement | null} */ #scrim = null;

  /** @param {Table} table */
  constructor(table) {
    this.table = table;
  }

  /** @param {View} view */
  show(view) {
    if (this.#scrim) return;
    const { table } = this;
    const { players, seat } = table;
    const order = seat === 1 ? [1, 0] : [0, 1];
    const { headline, byline } = verdict(view.facts, players, seat ?? -1);
    const themes = order.flatMap((one) => faces(view, `theme:${one}`));
    const fan = make("span", { class: "fan", "aria-hidden": "true" }, ...themes.map((card) => cardElement(face(card))));
    const again = make("button", { class: "btn primary grow", type: "button", onclick: () => this.#again() }, t("end.again"));
    const on = make("button", { class: `btn ${seat === null ? "primary grow" : ""}`, type: "button", onclick: () => this.#on() }, t("waters.result"));
    const look = make("button", { class: "btn", type: "button", "data-part": "see-parks", onclick: () => this.hide() }, t("waters.opened.look"));
    const sheet = make("section", { class: "sheet opened", role: "dialog", "aria-modal": "true", "aria-labelledby": "opened-title" },
      make("div", { class: "over-top" }, make("h2", { id: "opened-title" }, t("waters.opened")), make("p", {}, `${headline} ${byline}`), fan),
      make("div", { class: "in" }, versus(view, players, order)),
      make("div", { class: "ft row wrap" }, ...(seat === null ? [on] : [again]), look));
    this.#scrim = make("div", { class: "scrim mid" }, sheet);
    document.getElementById("over")?.append(this.#scrim);
    table.side.close();
    cover(this.#scrim, page(), () => this.hide());
  }

  hide() {
    if (!this.#scrim) return;
    uncover(this.#scrim);
    this.#scrim.remove();
    this.#scrim = null;
  }

  /** On to the page of the end. */
  #on() {
    this.hide();
    this.table.root.dispatchEvent(new CustomEvent("show", { bubbles: true, detail: "end" }));
  }

  #again() {
    const { state } = this.table;
    this.#on();
    if (state) void tell(state.send("again"));
  }
}
