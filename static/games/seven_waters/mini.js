/* A card as a small sign: in a park's lines, in the log, in a sum. The whole name is there for who listens. */

import { draw, make } from "../../js/dom.js";
import { t } from "../../js/text.js";
import { bare, isJoker, sign, stands, RANKS } from "./cards.js";

const GLYPH = /** @type {Record<string, string>} */ ({ S: "♠", H: "♥", D: "♦", C: "♣" });

/** "Q♥" @param {string} card */
export const short = (card) => (isJoker(card) ? t("waters.card", facts(card)) : `${sign(card[0] ?? "")}${GLYPH[card[1] ?? ""]}`);

/** @param {string} suit */
export const glyph = (suit) => GLYPH[suit] ?? "";

/** Facts of a card for the catalogue. @param {string} card */
export const facts = (card) => (isJoker(card) ? { rank: "X", suit: "X" } : { rank: card[0], suit: card[1] });

/** "queen of hearts"; a joker in a river "joker as 7". @param {string} card */
export function name(card) {
  const own = t("waters.card", facts(card));
  return card.includes("=") ? t("waters.joker.as", { ranks: sign(RANKS[stands(card)] ?? "") }) : own;
}

/** @param {string} suit */
export const suitPicture = (suit) => draw(`s-${suit.toLowerCase()}`, "0 0 32 32", "suit");
const ball = () => draw("s-ball", "0 0 64 64", "ball");

/** One small card. @param {string} card @param {string} [cls] */
export function mini(card, cls = "") {
  if (isJoker(card)) {
    const rank = card.includes("=") ? sign(RANKS[stands(card)] ?? "") : "";
    return make("span", { class: `mini jk ${rank ? "as" : ""} ${cls}`, "aria-hidden": "true" }, ball(), rank);
  }
  return make("span", { class: `mini suit-${card[1]?.toLowerCase()} ${cls}`, "aria-hidden": "true" }, sign(card[0] ?? ""), suitPicture(card[1] ?? ""));
}

/** A joker that stands for a value. @param {number} value */
export const standing = (value) => make("span", { class: "mini jk as" }, ball(), String(value));

/** A back. */
export const backed = () => make("span", { class: "mini back", "aria-hidden": "true" });

/** A card in a line of the log. @param {string} card */
export function logSign(card) {
  const joker = isJoker(card);
  return make("span", { class: `rk ${joker ? "jk" : `suit-${card[1]?.toLowerCase()}`}` }, make("span", { "aria-hidden": "true" }, joker && !card.includes("=") ? short(card) : short(bare(card))), make("span", { class: "sr" }, name(card)));
}
