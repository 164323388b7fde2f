/* A finished match's page: times by the reader's clock, and handing its address on. */

import { checkDeal } from "./fair.js";
import { shareButtons } from "./share.js";
import { text } from "./text.js";
import { mendTimes } from "./when.js";

await text.load();
mendTimes();
shareButtons();
const deal = document.getElementById("check");
if (deal) await checkDeal(deal);
