/* Making elements. Text goes in as text, never as markup: names are other people's words. */

import { drawing } from "./site.js";

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Node | string | null | undefined | false} Child */

/**
 * An element: `make("button", {class: "btn", type: "button", onclick}, "Start")`. True sets an attribute without a
 * value, false and null leave it out, a function is an event handler.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, unknown>} [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    else set(element, name, value);
  }
  element.append(...children.filter((child) => child != null && child !== false).map((child) => /** @type {Node | string} */ (child)));
  return element;
}

/**
 * An attribute, set only where it changes, so that what is read aloud is not read again.
 * @param {Element} element
 * @param {string} name
 * @param {unknown} value
 */
export function set(element, name, value) {
  const wanted = value === true ? "" : value == null || value === false ? null : String(value);
  if (element.getAttribute(name) === wanted) return;
  if (wanted === null) element.removeAttribute(name);
  else element.setAttribute(name, wanted);
}

/**
 * Words of an element, set only where they change.
 * @param {Element} element
 * @param {string} words
 */
export function say(element, words) {
  if (element.textContent !== words) element.textContent = words;
}

/**
 * A drawing as an <svg>.
 * @param {string} id of the sprite
 * @param {string} box
 * @param {string} cls
 */
export function draw(id, box, cls) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", box);
  svg.setAttribute("class", cls);
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", drawing(id));
  svg.append(use);
  return svg;
}

/** @param {string} name */
export const icon = (name) => draw(`i-${name}`, "0 0 24 24", "ico");

/** @param {string} name */
export const animal = (name) => draw(`an-${name}`, "0 0 100 100", "an");

/**
 * What stands in an avatar: the first thing people see as one letter.
 * @param {string} name
 */
export function letter(name) {
  if (!("Segmenter" in Intl)) return ([...name][0] ?? "?").toUpperCase();
  const [first] = new Intl.Segmenter(undefined, { granularity: "grapheme" }).segment(name);
  return (first?.segment ?? "?").toUpperCase();
}

/**
 * A player's avatar.
 * @param {{name: string, avatar: number, bot?: string | null}} who
 * @param {string} [size]
 */
export function avatar(who, size = "") {
  return make("span", { class: `av ${size}`, "data-avatar": who.avatar, "aria-hidden": "true" }, who.bot ? icon("bot") : letter(who.name));
}

/**
 * The one element with `data-part` of that name. The templates promise that it is there.
 * @param {ParentNode} root
 * @param {string} name
 * @returns {HTMLElement}
 */
export function part(root, name) {
  const found = root.querySelector(`[data-part="${name}"]`);
  if (!(found instanceof HTMLElement)) throw new Error(`no part ${name}`);
  return found;
}

/**
 * Keeps a list's elements and their order in step with items: an element stays the same as long as its item's key
 * does, so focus and typed words stay too.
 * @template T
 * @param {Element} list
 * @param {T[]} items
 * @param {(item: T) => string} key
 * @param {(item: T) => HTMLElement} create
 * @param {(element: HTMLElement, item: T) => void} update
 */
export function keep(list, items, key, create, update) {
  const focused = document.activeElement;
  const had = new Map([...list.children].map((child) => [/** @type {HTMLElement} */ (child).dataset.key ?? "", /** @type {HTMLElement} */ (child)]));
  items.forEach((item, nth) => {
    const name = key(item);
    let element = had.get(name);
    had.delete(name);
    if (!element) {
      element = create(item);
      element.dataset.key = name;
    }
    update(element, item);
    // Only what is out of place is moved: moving a node takes its focus away, which is given back below.
    if (list.children[nth] !== element) list.insertBefore(element, list.children[nth] ?? null);
  });
  for (const element of had.values()) element.remove();
  if (focused instanceof HTMLElement && focused !== document.activeElement && list.contains(focused)) focused.focus({ preventScroll: true });
}
