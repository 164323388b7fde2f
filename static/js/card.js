/* Pictures of cards: built node by node, so that nothing of a card's making could carry markup. A back is the same for
   every card; what a face shows is a game's own affair. */

import { drawing } from "./site.js";

const SVG = "http://www.w3.org/2000/svg";

/**
 * An SVG element with its attributes and children.
 * @param {string} tag
 * @param {Record<string, string | number>} [attributes]
 * @param {...SVGElement} children
 */
export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

/** A drawing of the sprite, placed. @param {string} id @param {number} x @param {number} y @param {number} w @param {number} h @param {string} [cls] */
export const placed = (id, x, y, w, h, cls = "") => svg("use", { href: drawing(id), x, y, width: w, height: h, class: cls });

/** The empty paper of a card, 100 x 140. @param {...SVGElement} inside */
export function paper(...inside) {
  return svg("svg", { viewBox: "0 0 100 140", "aria-hidden": "true" }, svg("rect", { class: "paper", width: 100, height: 140, rx: 10 }), ...inside);
}

/** @type {SVGElement | null} */
let back = null;

/** A card's back. */
export function cardBack() {
  back ??= paper(
    svg("rect", { class: "b1", x: 6, y: 6, width: 88, height: 128, rx: 6 }),
    svg("g", { class: "b3", "stroke-width": 3, opacity: 0.75 }, ...[[12, 8], [23, 17], [34, 27]].map(([rx = 0, ry = 0]) => svg("ellipse", { cx: 50, cy: 70, rx, ry }))),
    svg("path", { class: "b2", d: "M6 40c12-10 20 6 30-2s18-8 28 0 20-6 30-2V12a6 6 0 0 0-6-6H12a6 6 0 0 0-6 6zM6 100c12 10 20-6 30 2s18 8 28 0 20 6 30 2v24a6 6 0 0 1-6 6H12a6 6 0 0 1-6-6z" }),
    svg("rect", { class: "b3", x: 6, y: 6, width: 88, height: 128, rx: 6, "stroke-width": 1.5, opacity: 0.6 }),
  );
  return /** @type {SVGElement} */ (back.cloneNode(true));
}

/**
 * A rank in the two corners.
 * @param {string} sign of the sprite's numerals
 */
export function corners(sign) {
  return [
    svg("rect", { class: "tab", x: 5, y: 5, width: 29, height: 36, rx: 7 }),
    placed(`n-${sign}`, 9, 9, 21, 27, "no"),
    svg("g", { transform: "rotate(180 83 119)" }, placed(`n-${sign}`, 74, 107, 16, 21, "no")),
  ];
}

/** A card as an element of the felt's flat layer. @param {SVGElement} picture */
export function cardElement(picture) {
  const element = document.createElement("span");
  element.className = "card";
  element.append(picture);
  return element;
}
