/* One page through Lighthouse: `node measure.mjs URL CHROMIUM COOKIE`. Prints one object: its scores, and when it was there. */

import * as chromeLauncher from "chrome-launcher";
import lighthouse from "lighthouse";

const [url, chromePath, cookie] = process.argv.slice(2);
const chrome = await chromeLauncher.launch({ chromePath, chromeFlags: ["--headless=new", "--no-sandbox", "--disable-gpu"] });
try {
  const options = { port: chrome.port, logLevel: "error", onlyCategories: ["performance", "accessibility", "best-practices"], ...(cookie && { extraHeaders: { Cookie: cookie } }) };
  const { lhr } = await lighthouse(url, options);
  const score = (name) => lhr.categories[name].score;
  const value = (name) => Math.round((lhr.audits[name].numericValue ?? 0) * 1000) / 1000;
  const weigh = (type) => (lhr.audits["network-requests"].details.items ?? []).filter((one) => one.resourceType === type).reduce((sum, one) => sum + one.transferSize, 0);
  const failed = Object.values(lhr.categories).flatMap(({ auditRefs }) => auditRefs.filter(({ id, weight }) => weight && lhr.audits[id].score !== null && lhr.audits[id].score < 0.9).map(({ id }) => id));
  process.stdout.write(JSON.stringify({
    performance: score("performance"), accessibility: score("accessibility"), best_practices: score("best-practices"),
    first_paint_ms: value("first-contentful-paint"), largest_paint_ms: value("largest-contentful-paint"), blocking_ms: value("total-blocking-time"),
    layout_shift: value("cumulative-layout-shift"), speed_index_ms: value("speed-index"),
    shifted: (lhr.audits["layout-shifts"]?.details?.items ?? []).map((one) => one.node?.selector ?? ""),
    script_bytes: weigh("Script"), style_bytes: weigh("Stylesheet"), page_bytes: weigh("Document"), failed,
  }));
} finally {
  await chrome.kill();
}
