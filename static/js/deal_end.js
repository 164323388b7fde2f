/* The end of a deal, over the table: who stands where, who is ready, and on to the next one. Drawn from the view's
   facts alone, so a reload shows it again. */

import { animal as drawAnimal, avatar, icon, keep, make, part, say, set } from "./dom.js";
import { busy } from "./field.js";
import { cover, page, uncover } from "./over.js";
import { t } from "./text.js";
import { tell } from "./toast.js";

/** @typedef {import("./players.js").Player} Player */
/** @typedef {{ facts: any, players: Player[], said: number[], until: number | null, now: () => number, seat: number | null, title: string,
 *   best: string, animal: string, send: (what: string) => Promise<unknown> }} Look players by seat */

const WIDTH = 92;

export class DealEnd {
  /** @type {Look | null} */ #look = null;
  /** @type {any} */ #timer = null;

  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.next = /** @type {HTMLButtonElement} */ (part(root, "next"));
    root.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && !/** @type {Element} */ (event.target).closest("button")) this.next.click();
    });
    this.next.addEventListener("click", () => this.#look && busy(this.next, () => tell(/** @type {Look} */ (this.#look).send("next"))));
  }

  get open() {
    return this.#look !== null;
  }

  /** @param {Look} look */
  show(look) {
    const opens = !this.#look;
    this.#look = look;
    this.#head(look);
    this.#rows(look);
    this.#foot(look);
    if (!opens) return;
    this.root.hidden = false;
    cover(this.root, page(false), null);
    this.#tick();
  }

  hide() {
    if (!this.#look) return;
    this.#look = null;
    clearTimeout(this.#timer);
    this.root.hidden = true;
    uncover(this.root);
  }

  /** @param {Look} look */
  #head({ facts, title, best, animal, players, seat }) {
    say(part(this.root, "of"), title);
    say(part(this.root, "title"), t("table.deal.over", { n: facts.deal }));
    say(part(this.root, "sub"), standing(facts, players, seat));
    const art = part(this.root, "art");
    if (art.dataset.animal !== animal) {
      art.dataset.animal = animal;
      art.replaceChildren(drawAnimal(animal));
    }
    say(part(this.root, "best"), best);
    part(this.root, "best-row").hidden = !best;
  }

  /** @param {Look} look */
  #rows({ facts, players, said }) {
    const most = Math.max(1, ...facts.totals);
    const ranked = [...players].sort((a, b) => b.total - a.total || a.seat - b.seat);
    const list = part(this.root, "ranks");
    keep(list, ranked, (player) => String(player.seat), () => make("li", { class: "rank" }), (row, player) => {
      const ready = isReady(player, said);
      const points = facts.scores.map((/** @type {number[]} */ deal) => deal[player.seat] ?? 0);
      const key = JSON.stringify([player.name, player.avatar, player.total, points, ready]);
      if (row.dataset.drawn === key) return;
      row.dataset.drawn = key;
      set(row, "data-line", player.avatar);
      row.classList.toggle("lead", player.total === most && most > 0);
      const pieces = points.map((/** @type {number} */ n) => {
        const piece = make("i");
        piece.style.setProperty("--v", String(Math.round((n / most) * WIDTH * 10) / 10));
        return piece;
      });
      row.replaceChildren(
        avatar(player),
        make("span", { class: "nm" }, player.name, make("span", { class: "chip accent num" }, `+${points.at(-1) ?? 0}`)),
        make("span", { class: "hbar", "aria-hidden": "true" }, ...pieces),
        make("span", { class: "tot num" }, make("span", { class: "sr" }, `${t("table.total")} `), String(player.total)),
        make("span", { class: `rdy ${ready ? "y" : "n"}` }, ready && icon("check"), make("span", { class: "sr" }, t(ready ? "table.ready" : "table.unready"))),
      );
    });
  }

  /** @param {Look} look */
  #foot({ players, said, seat }) {
    const watching = seat === null;
    const mine = seat !== null && said.includes(seat);
    this.next.hidden = watching;
    set(this.next, "aria-disabled", mine ? "true" : null);
    say(part(this.root, "next-words"), t(mine ? "table.next.said" : "table.next"));
    this.#count();
    const ready = players.filter((player) => isReady(player, said)).length;
    say(part(this.root, "ready"), t("table.ready.n", { n: ready, of: players.length }));
  }

  /** How long until it goes on by itself. */
  #count() {
    const { until, now } = /** @type {Look} */ (this.#look);
    const left = until === null ? null : Math.max(0, until - now());
    part(this.root, "ring").style.setProperty("--t", left === null ? "100%" : `${Math.min(100, left / 150)}%`);
    say(part(this.root, "auto"), left === null ? "" : t("table.next.in", { s: Math.ceil(left / 1000) }));
  }

  #tick() {
    if (!this.#look) return;
    this.#count();
    this.#timer = setTimeout(() => this.#tick(), 250);
  }
}

/** Bots are ready at once, and those that keep a seat. @param {Player} player @param {number[]} said */
const isReady = ({ bot, how, seat }, said) => bot !== null || how === "kept" || how === "left" || said.includes(seat);

/** Who leads, in a sentence. @param {any} facts @param {Player[]} players @param {number | null} seat */
function standing(facts, players, seat) {
  const totals = /** @type {number[]} */ (facts.totals);
  const most = Math.max(...totals);
  const first = totals.flatMap((n, at) => (n === most ? [at] : []));
  const lead = most - Math.max(0, ...totals.filter((n) => n !== most));
  const last = facts.deals - facts.deal === 1 ? "yes" : "no";
  if (first.length > 1) return t("table.level", { names: first.map((at) => players[at]?.name ?? ""), last });
  return t("table.leads", { who: first[0] === seat ? "me" : "other", name: players[first[0] ?? 0]?.name ?? "", n: lead, last });
}
