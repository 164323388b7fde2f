/* The chat of a room: what was said, what one says, whom one does not want to hear. One panel for the whole room, moved to
   where the reader is. */

import { keep, part, say, set } from "./dom.js";
import { fits, MOST } from "./letters.js";
import { Mutes } from "./mutes.js";
import { Outbox } from "./outbox.js";
import { saidLine } from "./said.js";
import { hasCompany, mayTalk } from "./seated.js";
import { Talk, wordsOf } from "./talk.js";
import { hasText, t } from "./text.js";

/** @typedef {import("./seats.js").Room} Room */
/** @typedef {import("./talk.js").Line} Line */
/** @typedef {import("./outbox.js").Body} Body */
/** @typedef {import("./said.js").Shown} Shown */

const SOON = 40; // letters left at which they begin to be counted
const SLACK = 48; // px from the end at which one still reads along

export class Chat {
  /** @type {Room | null} */ #room = null;
  #me = "";
  /** Whether this reader may talk here, and there is something to hear or somebody to talk to. */ open = false;

  /**
   * @param {object} with_
   * @param {import("./wire.js").Wire} with_.wire
   * @param {string} with_.code of the room
   * @param {Storage | undefined} with_.storage of this tab
   * @param {number} with_.since server's time at which this page was opened: older lines are no news
   * @param {(words: string) => void} with_.tell reads aloud
   * @param {(line: Line) => void} with_.spoke somebody who is heard has just said this
   * @param {() => void} with_.hushed whom one hears has changed
   * @param {(n: number) => void} with_.counted lines that were not read yet
   * @param {() => boolean} with_.seen whether the panel lies before the reader's eyes
   */
  constructor({ wire, code, storage, since, tell, spoke, hushed, counted, seen }) {
    this.wire = wire;
    this.since = since;
    this.tell = tell;
    this.spoke = spoke;
    this.counted = counted;
    this.seen = seen;
    this.storage = storage;
    this.key = `chat:${code}`;
    const read = storage?.getItem(`${this.key}:read`);
    this.talk = new Talk(read ? Number(read) : null);
    this.outbox = new Outbox({ say: (id, body) => wire.say(id, body), newId: () => wire.newId(), changed: () => this.#draw(), refused: (body, refusal) => this.#refused(body, refusal), clock: wire.clock, key: this.key, ...(storage && { store: storage }) });
    const page = /** @type {HTMLTemplateElement} */ (document.getElementById("chat-panel"));
    this.root = /** @type {HTMLElement} */ (page.content.firstElementChild?.cloneNode(true));
    this.list = part(this.root, "said");
    this.form = /** @type {HTMLFormElement} */ (part(this.root, "say-form"));
    this.field = /** @type {HTMLInputElement} */ (this.form.elements.namedItem("text"));
    this.mutes = new Mutes(this.root, () => {
      hushed();
      this.#draw(true);
    });
    this.#listen();
  }

  #listen() {
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#sendText();
    });
    this.field.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && (event.shiftKey || event.isComposing)) event.preventDefault();
    });
    this.field.addEventListener("input", () => this.#count());
    this.root.addEventListener("click", (event) => {
      const { phrase, emote } = /** @type {HTMLElement | null} */ (event.target instanceof Element ? event.target.closest("[data-phrase], [data-emote]") : null)?.dataset ?? {};
      if (phrase || emote) this.send(phrase ? { phrase } : { emote: emote ?? "" });
    });
    document.addEventListener("visibilitychange", () => this.look());
    this.list.addEventListener("scroll", () => this.look());
  }

  /** @param {Line[]} lines */
  hear(lines) {
    for (const line of lines) if (line.guest === this.#me) this.outbox.heard(line);
    const fresh = this.talk.hear(lines, this.since);
    for (const line of fresh) if (!this.mutes.of.has(line.guest) || line.guest === this.#me) this.spoke(line);
    const others = fresh.filter((line) => line.guest !== this.#me && !this.mutes.of.has(line.guest));
    for (const line of others) this.tell(t("chat.heard", { name: line.name || t("chat.somebody"), words: wordsOf(line) }));
    this.#draw();
  }

  /**
   * The room as it is, and where its chat is shown.
   * @param {Room} room
   * @param {string} me
   * @param {HTMLElement | null} place
   */
  show(room, me, place) {
    this.#room = room;
    this.#me = me;
    const may = mayTalk(room, me);
    if (!may) this.talk.clear();
    this.open = may && room.kind !== "lesson" && (hasCompany(room, me) || this.talk.lines.length > 0);
    if (place && this.root.parentElement !== place) place.append(this.root);
    this.root.hidden = !this.open;
    if (place) place.hidden = !this.open;
    this.mutes.show(room, me, this.talk.lines);
    this.#draw();
  }

  /** @param {Body} body */
  send(body) {
    this.#wrong("");
    this.outbox.add(body, this.wire.conn.is === "ok" || this.wire.conn.is === "slow");
    this.list.scrollTop = this.list.scrollHeight;
  }

  #sendText() {
    const text = this.field.value.trim();
    if (!text) return;
    if (!fits(text).ok) return this.#count(true);
    this.field.value = "";
    this.#count();
    this.send({ text });
  }

  /** How many letters are left, where they become few. @param {boolean} [pressed] */
  #count(pressed = false) {
    const { left, heavy } = fits(this.field.value);
    say(part(this.root, "chat-left"), left >= 0 && left <= SOON ? t("chat.left", { n: left }) : "");
    const wrong = left < 0 ? t("chat.long", { n: -left, most: MOST }) : heavy ? t("chat.heavy") : "";
    this.#wrong(wrong);
    set(this.field, "aria-invalid", wrong ? "true" : null);
    if (pressed) this.field.focus();
  }

  /** What was refused comes back into the field, before what has been typed since. @param {Body} body @param {import("./sent.js").Refusal} refusal */
  #refused(body, refusal) {
    if (body.text) {
      this.field.value = [body.text, this.field.value].filter(Boolean).join(" ");
      this.#count();
    }
    const key = `chat.refused.${refusal.code}${refusal.code === "rate" && !body.text ? ".tap" : ""}`;
    this.#wrong(t(hasText(key) ? key : "chat.refused"));
  }

  /** @param {string} words */
  #wrong(words) {
    say(part(this.root, "chat-wrong"), words);
  }

  /** Somebody may be looking: what is seen is read. */
  look() {
    if (this.open && this.seen() && !document.hidden && this.#atEnd()) {
      const read = this.talk.read();
      if (read) this.storage?.setItem(`${this.key}:read`, String(read));
    }
    this.counted(this.open ? this.talk.unread(this.#me, (guest) => this.mutes.of.has(guest)) : 0);
  }

  #atEnd() {
    return this.list.scrollHeight - this.list.scrollTop - this.list.clientHeight < SLACK;
  }

  /** To the newest line, where the panel has just come before somebody's eyes. */
  toEnd() {
    this.list.scrollTop = this.list.scrollHeight;
    this.look();
  }

  /** @returns {Shown[]} */
  #shown() {
    const mine = { guest: this.#me, name: "", own: true };
    const heard = this.talk.lines.filter((line) => line.guest === this.#me || !this.mutes.of.has(line.guest));
    return [
      ...heard.map((line) => ({ ...line, key: `${line.n}`, own: line.guest === this.#me, sending: false })),
      ...this.outbox.unheard.map(({ id, at, body }) => ({ ...body, ...mine, at: at + this.wire.ahead, key: id, sending: true })),
    ];
  }

  /** @param {boolean} [all] whom one hears has changed */
  #draw(all = false) {
    const room = this.#room;
    if (!room || !this.open) {
      part(this.root, "msgs").replaceChildren();
      return this.look();
    }
    const follow = all || this.#atEnd();
    const shown = this.#shown();
    keep(part(this.root, "msgs"), shown, (line) => line.key, (line) => saidLine(line, room), () => {});
    say(part(this.root, "said-none"), this.mutes.of.all ? t("chat.silent") : shown.length ? "" : t("chat.empty"));
    if (follow) this.list.scrollTop = this.list.scrollHeight;
    this.look();
  }

  /** Whom a nudge is offered for. @param {{ name: string } | null} whom @param {() => void} does */
  offerNudge(whom, does) {
    const button = /** @type {HTMLButtonElement} */ (part(this.root, "chat-nudge"));
    button.hidden = !whom;
    button.onclick = does;
    say(button, whom ? t("chat.nudge", whom) : "");
  }
}

/** A place for the chat in a section of the page. @param {HTMLElement | undefined} section */
export const chatPlace = (section) => /** @type {HTMLElement | null} */ (section?.querySelector("[data-chat]") ?? null);
