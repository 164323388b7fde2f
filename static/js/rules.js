/* The rules over the table: a sheet that fetches its text when it is first asked for, and opens at the section that
   matters now. Buttons with data-rules open it; the rest of the page sleeps under it, but the table goes on. */

import { make, part, say } from "./dom.js";
import { cover, page, uncover } from "./over.js";
import { at } from "./site.js";
import { t } from "./text.js";

const SWIPE = 48;

export class Rules {
  /** @type {Map<string, Node[]>} by game */ #texts = new Map();
  #game = "";
  #wanted = "";

  /**
   * @param {HTMLTemplateElement} template
   * @param {HTMLElement} over where it is put
   * @param {() => string} matters the section that matters now, or nothing
   */
  constructor(template, over, matters) {
    this.anchors = JSON.parse(template.dataset.anchors ?? "{}");
    this.root = /** @type {HTMLElement} */ (template.content.firstElementChild?.cloneNode(true));
    this.text = part(this.root, "text");
    over.append(this.root);
    part(this.root, "close").addEventListener("click", () => this.close());
    this.root.addEventListener("click", (event) => event.target === this.root && this.close());
    this.text.addEventListener("click", (event) => this.#follow(event));
    this.#swipe();
    document.addEventListener("click", (event) => {
      const button = event.target instanceof Element ? event.target.closest("[data-rules]") : null;
      if (button) this.open(matters());
    });
  }

  /** Whose rules these are. @param {string} game */
  of(game) {
    this.#game = game;
  }

  /** Where a refusal is explained; nothing where it is not one of the game's rules. @param {string} code @returns {string | undefined} */
  anchor(code) {
    return this.anchors[this.#game]?.[code];
  }

  /** @param {string} [section] its anchor; the top without one */
  open(section = "") {
    const game = this.#game;
    this.#wanted = section;
    say(part(this.root, "title"), t("rules.of", { game: t(`game.${game}`) }));
    part(this.root, "full").setAttribute("href", at(`/rules/${game}`) + (section && `#${section}`));
    this.root.hidden = false;
    cover(this.root, page(), () => this.close());
    this.#show(game);
  }

  close() {
    if (this.root.hidden) return;
    this.root.hidden = true;
    uncover(this.root);
    // What opened it may be gone by now, like a banner: then the focus goes to the button that always opens it.
    const now = document.activeElement;
    if (!now || now === document.body || this.root.contains(now)) /** @type {HTMLElement | null} */ (document.querySelector(".bar [data-rules]"))?.focus({ preventScroll: true });
  }

  /** The table stays alive under it: it says so when the own turn comes. @param {boolean} mine */
  turn(mine) {
    part(this.root, "turn").hidden = !mine;
  }

  /** @param {string} game */
  async #show(game) {
    if (!this.#texts.has(game)) {
      this.text.replaceChildren(make("p", { class: "muted row", role: "status" }, make("span", { class: "spinner" }), t("rules.loading")));
      const text = await fetchText(game).catch(() => null);
      if (text) this.#texts.set(game, text);
      else if (game === this.#game) return this.text.replaceChildren(make("p", { class: "wrong", role: "alert" }, t("rules.failed")));
    }
    if (game !== this.#game || this.root.hidden) return;
    this.text.replaceChildren(...(this.#texts.get(game) ?? []));
    this.#turnTo(this.#wanted);
  }

  /** @param {string} section */
  #turnTo(section) {
    for (const meant of this.text.querySelectorAll(".meant")) meant.classList.remove("meant");
    const place = section ? this.text.querySelector(`[id="rule-${section}"]`) : null;
    if (!place) return void (this.text.scrollTop = 0);
    place.classList.add("meant");
    place.scrollIntoView({ block: "start" });
    const heading = /** @type {HTMLElement} */ (place.querySelector("h3") ?? place);
    heading.setAttribute("tabindex", "-1");
    heading.focus({ preventScroll: true });
  }

  /** A link to another section is followed in here; the room's own address stays as it is. @param {Event} event */
  #follow(event) {
    const href = event.target instanceof Element ? event.target.closest("a")?.getAttribute("href") : null;
    if (!href?.startsWith("#rule-")) return;
    event.preventDefault();
    this.#turnTo(href.slice("#rule-".length));
  }

  /** Swiping its head down closes the sheet. */
  #swipe() {
    const head = part(this.root, "head");
    let from = 0;
    head.addEventListener("pointerdown", (event) => (from = event.clientY));
    head.addEventListener("pointerup", (event) => event.clientY - from > SWIPE && this.close());
  }
}

/** The text of a game's rules: our own server's page, with the style sheet that it names in place. @param {string} game */
async function fetchText(game) {
  const answer = await fetch(at(`/rules/${game}?part=sheet`));
  if (!answer.ok) throw new Error(`no rules: ${answer.status}`);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const style = /** @type {HTMLLinkElement} */ (page.querySelector("link"));
  const href = style.getAttribute("href") ?? "";
  if (!document.querySelector(`link[href="${href}"]`)) {
    const link = make("link", { rel: "stylesheet", href });
    await new Promise((done) => {
      link.onload = link.onerror = done;
      document.head.append(link);
    });
  }
  return [...page.querySelectorAll(".rules-body")].map((node) => document.adoptNode(node));
}
