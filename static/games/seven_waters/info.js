/* Over the pyramid: how many slides are left, the built ones in their builders' colour and shape, and what happened last. */

import { icon, make, say, set } from "../../js/dom.js";
import { phrase, plain } from "../../js/phrase.js";
import { t } from "../../js/text.js";
import { size } from "./rules.js";
import { lastMove } from "./words.js";

/** @typedef {import("./rules.js").View} View */

export class Info {
  constructor() {
    this.dots = make("span", { class: "dots", "aria-hidden": "true" });
    this.left = make("span", {});
    this.last = make("span", { class: "last" });
    this.el = make("div", { class: "w-info" }, make("span", { class: "slidecount" }, icon("slide"), this.dots, this.left), this.last);
  }

  /** @param {View} view @param {import("../../js/table.js").Table} table */
  render(view, table) {
    const { players } = table;
    const built = [0, 1].flatMap((seat) => [1, 2, 3, 4].filter((line) => size(view, `slide:${seat}:${line}`)).map(() => players[seat]?.avatar ?? seat));
    const { slides = 7, slides_left: left = 7, last } = view.facts;
    const key = JSON.stringify([built, slides]);
    if (this.dots.dataset.built !== key) this.dots.replaceChildren(...Array.from({ length: slides }, (_, nth) => make("i", { "data-avatar": built[nth] ?? null })));
    this.dots.dataset.built = key;
    say(this.left, t("waters.slides", { n: left }));
    const said = lastMove(table, last);
    const words = said ? plain(said.key, said.facts) : "";
    if (this.last.dataset.words !== words) this.last.replaceChildren(...(said ? [phrase(said.key, said.facts)] : []));
    this.last.dataset.words = words;
    set(this.last, "title", words || null);
  }
}
