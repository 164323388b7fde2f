/* A finished match's page: times by the reader's clock, handing its address on, and how well it was played where that has
   been analysed. */

import { kept } from "./analysed.js";
import { signed } from "./course.js";
import { part, say } from "./dom.js";
import { checkDeal } from "./fair.js";
import { shareButtons } from "./share.js";
import { gauge } from "./skill.js";
import { t, text } from "./text.js";
import { mendTimes } from "./when.js";

/** Accuracy and luck in small, where an analysis is kept; looking here asks for none. @param {HTMLElement} panel */
async function played(panel) {
  const analysis = await kept(panel.dataset.match ?? "").catch(() => null);
  panel.removeAttribute("aria-busy");
  if (!analysis) return;
  for (const { seat, accuracy, luck } of analysis.players) {
    const row = panel.querySelector(`[data-seat="${seat}"]`);
    if (!row) continue;
    gauge(part(row, "gauge"), accuracy, part(row, "name").textContent ?? "");
    say(part(row, "luck"), t("analysis.luck", { n: signed(luck) }));
  }
  part(panel, "forms").hidden = false;
  say(part(panel, "words"), t("analysis.whole"));
}

await text.load();
mendTimes();
shareButtons();
const analysed = document.getElementById("analysed");
if (analysed) void played(analysed);
const deal = document.getElementById("check");
if (deal) await checkDeal(deal);
