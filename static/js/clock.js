/* The house's clock at the table: a ring round the mover's avatar that empties, the seconds beside it, the own ones by
   the button, too. Read aloud as a turn begins and ten seconds before its end, and on demand; never every second. */

import { face, warns } from "./countdown.js";
import { icon, make, say, set } from "./dom.js";
import { t } from "./text.js";

/** @typedef {{ until: number, grace: boolean, total: number, seat: number, own: boolean }} Running total: s of the whole time */

const RULE = 8000, UP = 8000, GRACE = 8000;

export class Clock {
  /** @type {Running | null} */ #running = null;
  #warned = 0;
  #left = 0;
  #match = "";
  #calm = matchMedia("(prefers-reduced-motion: reduce)");
  ring = make("span", { class: "clock", "aria-hidden": "true" });
  tag = make("span", { class: "secs num", "aria-hidden": "true" });

  /**
   * @param {import("./banner.js").Banner} banner
   * @param {import("./live.js").Live} live
   * @param {HTMLElement} root the section #table
   * @param {HTMLElement} own the clock by the button
   */
  constructor(banner, live, root, own) {
    this.banner = banner;
    this.live = live;
    this.root = root;
    this.own = own;
    this.number = make("b", { class: "num" });
    own.setAttribute("role", "timer");
  }

  /**
   * @param {Running | null} running
   * @param {string} match
   * @param {number} now
   */
  show(running, match, now) {
    const before = this.#running;
    this.#running = running;
    this.own.hidden = !running?.own;
    if (running && !this.own.childElementCount) this.own.append(icon("clock"), make("span", { class: "sr" }, t("people.clock.own")), this.number, make("small", { class: "hide-s" }, t("people.clock.zero")));
    if (!running) {
      this.ring.remove();
      this.tag.remove();
      return;
    }
    if (running.until !== before?.until || running.own !== before.own) this.#begins(running, match);
    const pic = this.root.querySelector(`.seat[data-seat="${running.seat}"] .pic, .park[data-seat="${running.seat}"] .head > .pic`);
    if (pic && this.ring.parentElement !== pic) {
      pic.prepend(this.ring); // before the avatar, which makes room for it
      pic.append(this.tag);
    }
    this.tick(now);
  }

  /** @param {Running} running @param {string} match */
  #begins(running, match) {
    if (running.grace) {
      this.banner.put("time", { kind: "info", icon: "clock", words: t("people.clock.grace") }, GRACE);
      this.live.say(t("people.clock.grace"));
    } else if (running.own && this.#match !== match) {
      this.banner.put("rule", { kind: "info", icon: "clock", words: t("people.clock.rule", { s: running.total }) }, RULE);
    }
    if (running.own) this.#match = match;
  }

  /** @param {number} now */
  tick(now) {
    const running = this.#running;
    if (!running) return;
    const { s, full, low } = face(running.until, running.total, now);
    this.#left = s;
    // Whoever wants no motion has the numbers: the ring stands still, and changes once, when time is nearly up.
    this.ring.style.setProperty("--t", this.#calm.matches ? (low ? "17%" : "100%") : `${full}%`);
    set(this.ring, "data-low", low);
    set(this.tag, "data-low", low);
    set(this.own, "data-low", low);
    const words = t("people.clock.left", { s });
    say(this.tag, words);
    say(this.number, words);
    if (!running.own || !warns(s, this.#warned === running.until, running.total)) return;
    this.#warned = running.until;
    this.live.call(t("people.clock.ten", { s }));
  }

  /** Moves that a bot made because time was up. @param {any[]} news @param {number | null} seat @param {(seat: number) => string} nameOf */
  up(news, seat, nameOf) {
    const item = news.filter((one) => one.timed && !one.old).at(-1);
    if (!item) return;
    const own = item.by === seat;
    const words = t(own ? "people.clock.up" : "people.clock.up.other", { name: nameOf(item.by) });
    this.banner.put("time", { kind: own ? "warn" : "info", icon: "clock", words }, UP);
    if (own) this.live.call(words);
    else this.live.say(words);
  }

  /** For who asks whose turn it is, and as the own one begins. @returns {string} */
  read() {
    return this.#running?.own ? t("people.clock.begin", { s: this.#left }) : "";
  }
}
