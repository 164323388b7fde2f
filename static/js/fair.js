/* "Check this deal" on a finished match's page: the sum is done again here, in the reader's browser, from the record alone. */

import { checks } from "./deal.js";
import { icon, make, part, say } from "./dom.js";
import { call } from "./rest.js";
import { t } from "./text.js";

const STEPS = ["lock", "hand", "dice", "check"];
const TOP = 10;

/** @param {HTMLElement} root the section; it carries the match, its names by seat and the pack in canonical order */
export async function checkDeal(root) {
  const names = /** @type {string[]} */ (JSON.parse(root.dataset.names ?? "[]"));
  const pack = JSON.parse(root.dataset.pack ?? "[]"), match = root.dataset.match ?? "";
  say(part(root, "answer"), t("fair.checking"));
  /** @type {import("./deal.js").Fairness} */
  let fairness;
  try {
    fairness = await call("GET", `/api/matches/${match}/fairness`);
  } catch {
    return say(part(root, "answer"), t("fair.offline"));
  }
  const found = checks({ match, seats: names, fairness, pack });
  const wrong = found.find((one) => !one.holds);
  const fair = found.length > 0 && !wrong;
  root.dataset.fair = String(fair);
  const what = wrong ? t(`fair.what.${wrong.what}`, { n: wrong.what === "share" ? wrong.where + 1 : wrong.where }) : "";
  part(root, "answer").replaceChildren(icon(fair ? "shield" : "x"), make("span", {}, fair ? t("fair.holds", { n: fairness.deals.length }) : t("fair.broken", { what })));
  const added = fairness.shares.filter((one) => one.bytes).map((one) => names[one.seat] ?? "");
  part(root, "steps").replaceChildren(...STEPS.map((sign, nth) => make("li", {}, icon(sign), make("b", {}, t(`fair.step${nth + 1}`)), make("span", { class: "small" }, t(`fair.step${nth + 1}.text`, { n: added.length, names: added })))));
  part(root, "tops").replaceChildren(...fairness.deals.map((deal) => make("p", { class: "small num" }, make("span", { class: "muted" }, `${t("fair.top", { n: deal.d })}: `), deal.order.slice(0, TOP).join(" "))));
}
