/* The connection, in words: a chip that is always there, a banner when it is lost and when it is back. */

import { icon } from "./dom.js";
import { chip } from "./table.js";
import { t } from "./text.js";

/** @typedef {import("./wire.js").Conn} Conn */

const BACK = 3000, GRACE = 600;

export class Connection {
  /** @type {Conn} */ now = { is: "opening", trip: null, since: Date.now() };
  #wasLost = false;

  /**
   * @param {HTMLElement} root the chip
   * @param {import("./banner.js").Banner} banner
   * @param {import("./live.js").Live} live
   * @param {() => void} again tries at once
   */
  constructor(root, banner, live, again) {
    this.root = root;
    this.banner = banner;
    this.live = live;
    this.again = again;
  }

  /** For how long it has been lost, in ms; 0 while it is not. */
  get lostFor() {
    return this.now.is === "lost" ? Date.now() - this.now.since : 0;
  }

  /** @param {Conn} conn any but one that is gone for good */
  show(conn) {
    this.now = conn;
    const good = conn.is === "ok";
    const words = good ? (conn.trip === null ? "" : t("table.conn.ok", { ms: conn.trip })) : conn.is === "opening" ? "" : t(`table.conn.${conn.is}`);
    chip(this.root, words, `chip hide-s ${good ? "good" : "warn"}`, [icon(good ? "wifi" : "off")]);
    this.root.title = good ? t("table.conn.good") : "";
    if (conn.is === "lost") setTimeout(() => this.#lost(), GRACE);
    else if (good && this.#wasLost) this.#back();
  }

  /** After a moment: most losses are over before anybody sees them. */
  #lost() {
    const { now: conn } = this;
    if (conn.is !== "lost" || Date.now() - conn.since < GRACE - 50) return;
    if (!this.#wasLost) this.live.call(t("table.live.lost"));
    this.#wasLost = true;
    const s = Math.ceil(((conn.retryAt ?? 0) - Date.now()) / 1000);
    const key = navigator.onLine === false ? "offline" : conn.code === 1012 ? "restart" : "banner";
    this.banner.put("lost", { kind: "warn", icon: "off", words: t(`table.conn.lost.${key}`, { s: s > 1 ? s : 0 }), button: { words: t("table.conn.try"), does: this.again } });
  }

  #back() {
    this.#wasLost = false;
    this.banner.put("lost", null);
    this.banner.put("back", { kind: "good", icon: "wifi", words: t("table.conn.back") }, BACK);
    this.live.say(t("table.live.back"));
  }
}
