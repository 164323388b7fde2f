/* A park: four rope lines, each with its total and its slide; river, pool and theme below. The own park's lines and
   tiles are the targets of a build. */

import { icon, make, say, set } from "../../js/dom.js";
import { noteHow, portrait } from "../../js/players.js";
import { t } from "../../js/text.js";
import { sum } from "./cards.js";
import { points } from "./gauge.js";
import { backed, facts as cardFacts, mini, name, suitPicture } from "./mini.js";
import { faces, size } from "./rules.js";
import { whose } from "./words.js";

/** @typedef {import("./rules.js").View} View */
/** @typedef {import("./plan.js").Judged} Judged */
/** @typedef {import("../../js/players.js").Player} Player */
/** @typedef {{ view: View, player: Player, seat: number | null, gauge: any, judged: Judged | null, wait: string | null, over: boolean }} Look
 *   judged: what is planned here; wait: the place where cards lie that nobody has confirmed */

const LINES = [1, 2, 3, 4], LONG = 3;

export class Park {
  /** @type {Map<string, string>} what each part shows */ #shown = new Map();

  /**
   * @param {number} owner the seat
   * @param {string} side p1 above, p2 below
   * @param {boolean} own whether it is the reader's
   * @param {(target: string, line: number | null) => void} touch
   */
  constructor(owner, side, own, touch) {
    this.owner = owner;
    this.own = own;
    this.touch = touch;
    this.head = make("div", { class: "head" });
    this.hand = make("span", { class: "chip", ...(own ? {} : { "data-place": `hand:${owner}` }) });
    this.discards = make("span", { class: "chip", "data-place": `discard:${owner}` });
    this.brief = make("span", { class: "chip w-only-s" });
    this.score = make("span", { class: "chip num" });
    this.title = make("span", { class: "title" });
    this.turn = make("span", { class: "chip turnchip", hidden: true });
    this.pic = make("span", { class: "pic" });
    this.note = make("span", { class: "note", hidden: true });
    this.head.append(this.pic, this.title, this.note, this.turn, ...(own ? [] : [this.hand]), this.discards, make("span", { class: "grow" }), ...(own ? [] : [this.brief]), this.score);
    this.lines = LINES.map((line) => this.#target("line", "slide", line));
    this.tiles = { river: this.#target("att", "river"), pool: this.#target("att", "pool"), theme: this.#target("att", "theme") };
    this.el = make("section", { class: `park ${side}`, "data-seat": owner }, this.head, make("div", { class: "lines" }, ...this.lines), make("div", { class: "attr" }, ...Object.values(this.tiles)));
  }

  /** @param {string} cls @param {string} target @param {number | null} [line] */
  #target(cls, target, line = null) {
    const place = line === null ? `${target}:${this.owner}` : `${target}:${this.owner}:${line}`;
    const facts = { class: cls, "data-place": place };
    return this.own ? make("button", { ...facts, type: "button", "data-target": target, "data-line": line, onclick: () => this.touch(target, line) }) : make("div", facts);
  }

  /** Something is drawn anew only where it changed. @param {string} what @param {unknown} key @param {() => void} how */
  #once(what, key, how) {
    const now = JSON.stringify(key);
    if (this.#shown.get(what) === now) return;
    this.#shown.set(what, now);
    how();
  }

  /** @param {Look} look */
  render(look) {
    this.#head(look);
    for (const line of LINES) this.#line(look, line);
    this.#river(look);
    this.#pool(look);
    this.#theme(look);
  }

  /** @param {Look} look */
  #head({ view, player, seat, gauge, over }) {
    const { owner } = this;
    const title = t("waters.park", whose({ seat, nameOf: () => player.name }, owner));
    say(this.title, title);
    set(this.el, "aria-label", title);
    set(this.el, "data-turn", player.turn);
    this.turn.hidden = !player.turn;
    say(this.turn, t("waters.turn", whose({ seat, nameOf: () => player.name }, owner)));
    this.#once("pic", [player.name, player.avatar, player.bot, player.how], () => this.pic.replaceChildren(...portrait(player, "sm")));
    set(this.el, "data-how", player.how);
    noteHow(this.note, player);
    const n = (/** @type {string} */ place) => size(view, `${place}:${owner}`);
    this.#count(this.hand, "cards", n("hand"), t("table.hand.n"));
    this.#count(this.discards, "trash", n("discard"), t("waters.discards"));
    this.discards.hidden = n("discard") === 0;
    this.#once("brief", [n("river"), n("pool"), n("theme")], () =>
      this.brief.replaceChildren(...[["river", n("river")], ["wave", n("pool")], ["flag", n("theme") || "–"]].flatMap(([sign, count]) => [icon(String(sign)), make("span", { class: "sr" }, t(`waters.tile.${sign}`)), ` ${count} `])));
    set(this.score, "title", t(over ? "waters.final" : "waters.now"));
    this.#once("score", [gauge?.total, gauge?.theme, over], () => this.score.replaceChildren(make("span", { class: "sr" }, t(over ? "waters.final" : "waters.now")), `${over ? "" : "≈ "}${points(gauge)}`));
  }

  /** @param {HTMLElement} chip @param {string} sign @param {number} n @param {string} words */
  #count(chip, sign, n, words) {
    this.#once(sign, n, () => chip.replaceChildren(make("span", { class: "sr" }, `${words} `), icon(sign), ` ${n}`));
  }

  /** @param {Look} look @param {number} line */
  #line({ view, judged, wait }, line) {
    const { owner } = this;
    const el = /** @type {HTMLElement} */ (this.lines[line - 1]);
    const rope = faces(view, `rope:${owner}:${line}`), slide = faces(view, `slide:${owner}:${line}`);
    const chosen = judged?.line?.line === line ? judged.cards : null;
    const total = sum(rope), done = slide.length > 0, waits = wait === `slide:${owner}:${line}`;
    el.classList.toggle("done", done);
    el.classList.toggle("on", Boolean(chosen) && !done);
    const said = { total, cards: rope.map(name), n: rope.length };
    const label = done ? t("waters.line.done", { ...said, slide: slide.map(name), points: 2 * slide.length }) : t(chosen ? "waters.line.on" : "waters.line", { ...said, chosen: chosen?.length ? chosen.map(name) : t("waters.none") });
    this.#once(`line${line}`, [rope, slide, chosen, waits], () => {
      const gain = `+${2 * (done ? slide : chosen ?? []).length}`;
      const by = done ? slide.map((card) => mini(card, waits ? "wait" : "")) : (chosen ?? []).map((card) => mini(card, "g"));
      const to = done
        ? [icon("check"), make("span", { class: "minis" }, ...by), make("span", { class: "w-only-s" }, gain), make("span", { class: "pt num" }, gain)]
        : chosen
          ? [make("span", { class: "minis" }, ...by), make("span", { class: "w-only-s" }, t("waters.building")), make("span", { class: "pt num" }, chosen.length ? gain : "")]
          : [make("span", { class: "w-not-s" }, t("waters.open")), make("span", { class: "w-only-s" }, String(rope.length || ""))];
      el.replaceChildren(
        make("span", { class: "minis", "aria-hidden": "true" }, ...rope.map((card) => mini(card))),
        make("span", { class: "sum", "data-place": `rope:${owner}:${line}`, "aria-hidden": "true" }, rope.length ? String(total) : ""),
        make("span", { class: "to", "aria-hidden": "true" }, ...to), ...(this.own ? [] : [make("span", { class: "sr" }, label)]));
    });
    if (this.own) set(el, "aria-label", label);
    if (this.own) set(el, "aria-disabled", done ? "true" : null);
  }

  /** @param {string} what @param {(Node | string)[]} inside @param {{ on: boolean, empty: boolean, label: string, secret?: boolean, off?: boolean }} look */
  #tile(what, inside, { on, empty, label, secret = false, off = false }) {
    const el = /** @type {any} */ (this.tiles)[what];
    el.classList.toggle("on", on);
    el.classList.toggle("empty", empty);
    el.classList.toggle("secret", secret);
    el.replaceChildren(make("span", { class: "sr" }, label), ...inside);
    if (this.own) set(el, "aria-disabled", off ? "true" : null);
  }

  /** @param {Look} look */
  #river({ view, judged, wait }) {
    const cards = faces(view, `river:${this.owner}`), on = judged?.action === "river", waits = wait === `river:${this.owner}`;
    this.#once("river", [cards, on, waits], () => {
      const cls = waits ? "wait" : "";
      const [first = "", last = ""] = [cards[0], cards.at(-1)];
      const minis = cards.length > LONG ? [mini(first, cls), make("span", { "aria-hidden": "true" }, "–"), mini(last, cls)] : cards.map((card) => mini(card, cls));
      const label = cards.length ? t("waters.river.label", { n: cards.length, first: name(first), last: name(last) }) : t("waters.river.empty");
      this.#tile("river", [icon("river"), ...(cards.length ? [make("span", { class: "minis" }, ...minis), count(cards.length)] : none("river"))], { on, empty: !cards.length, label });
    });
  }

  /** @param {Look} look */
  #pool({ view, judged, wait }) {
    const cards = faces(view, `pool:${this.owner}`), on = judged?.action === "pool", suit = view.facts.pool_suits?.[this.owner] ?? null, waits = wait === `pool:${this.owner}`;
    this.#once("pool", [cards, on, suit, waits], () => {
      const last = cards.findLast((card) => card[1] === suit) ?? cards.at(-1) ?? "";
      const sign = suit && last[1] !== suit ? make("span", { class: `mini suit-${suit.toLowerCase()}`, "aria-hidden": "true" }, suitPicture(suit)) : null;
      const label = cards.length ? t("waters.pool.label", { n: cards.length, suit: suit ?? "" }) : t("waters.pool.empty");
      this.#tile("pool", [icon("wave"), ...(cards.length ? [make("span", { class: "minis" }, mini(last, waits ? "wait" : ""), ...(sign ? [sign] : [])), count(cards.length)] : none("pool"))], { on, empty: !cards.length, label });
    });
  }

  /** @param {Look} look */
  #theme({ view, judged, gauge, over }) {
    const n = size(view, `theme:${this.owner}`), [card] = faces(view, `theme:${this.owner}`), on = judged?.action === "theme", counts = card ? gauge?.theme : null;
    this.#once("theme", [n, card, on, counts, over], () => {
      const label = !n ? t("waters.theme.empty") : card ? t(over ? "waters.theme.open" : "waters.theme.own", { ...cardFacts(card), n: counts ?? 0 }) : t("waters.theme.down");
      const suit = card ? make("span", { class: `mini suit-${card[1]?.toLowerCase()}`, "aria-hidden": "true" }, suitPicture(card[1] ?? "")) : null;
      const shown = over && card ? [mini(card)] : [backed(), ...(suit ? [suit] : [])];
      this.#tile("theme", [icon("flag"), ...(n ? [make("span", { class: "minis" }, ...shown), count(counts ?? "")] : none("theme"))], { on, empty: !n, label, secret: Boolean(card), off: n > 0 });
    });
  }
}

/** @param {number | string} n */
const count = (n) => make("span", { class: "n num", "aria-hidden": "true" }, String(n));

/** @param {string} what */
const none = (what) => [make("span", { "aria-hidden": "true" }, t(`waters.tile.${what}`)), count("–")];
