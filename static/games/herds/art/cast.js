/* Who plays whom: the eight animals of each skin, by its name on the shelf, and their cards. Drawings are in the sprite. */

import { corners, paper, placed, svg } from "../../../js/card.js";

/** @typedef {{ animal: string, sign: string, sky: string, hill: string }} Role */

/** @param {string} signs @param {string[]} rows */
const roles = (signs, rows) =>
  rows.map((row, nth) => {
    const [animal = "", sky = "", hill = ""] = row.split(" ");
    return { animal, sky, hill, sign: signs[nth] ?? "" };
  });

/** @type {Record<string, Role[]>} by skin, index rank - 1 */
export const CAST = {
  waterhole: roles("A2345678", [
    "bee #9CD3E2 #6FAF62", "frog #FFD3C4 #E58F7B", "hare #D3E8B8 #93B962", "fox #BFDFE4 #6EA9AF",
    "warthog #F8E09A #D5AE4C", "zebra #F7BE8C #D58645", "hippo #C4E6D3 #6DB594", "elephant #F8BDB0 #D47E6B",
  ]),
  kariba: roles("12345678", [
    "mouse #F3D08F #C08A3C", "meerkat #BFDDB4 #7DA565", "zebra #F2A06D #B9602F", "giraffe #A9D3EA #5C96BA",
    "antelope #E2CBEE #9C74BA", "lion #BCE3D5 #5CA88A", "rhino #FAD064 #C98B1F", "elephant #F1A18E #B85A42",
  ]),
};

/** @param {string} skin @param {number} rank @returns {Role} */
export const role = (skin, rank) => /** @type {Role} */ ((CAST[skin] ?? CAST.waterhole)?.[rank - 1]);

/* the land behind the animal: gentle by the waterhole, rolling in the savanna */
const LAND = {
  waterhole: { disc: [66, 36, 0.38], hill: "M5 104c14-9 28-11 44-6s30 4 46-5v35a7 7 0 0 1-7 7H12a7 7 0 0 1-7-7z", grass: true },
  kariba: { disc: [64, 39, 0.5], hill: "M5 108c18-12 30-2 46-7s28-12 44-3v30a7 7 0 0 1-7 7H12a7 7 0 0 1-7-7z", grass: false },
};

/** @type {Map<string, SVGElement>} */
const drawn = new Map();

/**
 * The face of a card.
 * @param {string} skin
 * @param {number} rank
 */
export function face(skin, rank) {
  const key = `${skin}:${rank}`;
  let picture = drawn.get(key);
  if (!picture) drawn.set(key, (picture = drawFace(skin, rank)));
  return /** @type {SVGElement} */ (picture.cloneNode(true));
}

/** @param {string} skin @param {number} rank */
function drawFace(skin, rank) {
  const { animal, sign, sky, hill } = role(skin, rank);
  const land = skin === "kariba" ? LAND.kariba : LAND.waterhole;
  const [cy = 0, r = 0, opacity = 0] = land.disc;
  return paper(
    svg("rect", { x: 5, y: 5, width: 90, height: 130, rx: 7, fill: sky }),
    svg("circle", { cx: 50, cy, r, fill: "#fff", opacity }),
    svg("path", { d: land.hill, fill: hill }),
    ...(land.grass ? [svg("path", { d: "M14 116l3-9 3 9M76 120l3-10 3 10M83 122l2-6 2 6", fill: "none", stroke: sky, "stroke-width": 2.4, "stroke-linecap": "round", opacity: 0.9 })] : []),
    placed(`an-${animal}`, 13, 35, 74, 74),
    ...corners(sign),
  );
}
