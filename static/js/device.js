/* Taking oneself to another device: a code in eight symbols, the same as a QR code, and how long it lasts. The code stands
   behind the # of the link, so that no server's log has it. */

import { ask } from "./ask.js";
import { make, say } from "./dom.js";
import { why } from "./rest.js";
import { at } from "./site.js";
import { t } from "./text.js";
import { toast } from "./toast.js";

const LASTS = 5 * 60_000, SECOND = 1000;

/** @typedef {() => Promise<{ code: string }>} Asking gets a new code */

/** In two groups of four. @param {string} code */
export const grouped = (code) => `${code.slice(0, 4)} ${code.slice(4)}`;

/** The address of the page where a code is brought, as the other device can open it. */
function page() {
  return (document.body.dataset.friends || location.origin) + at("/device");
}

/**
 * @param {Asking} asking
 * @param {string} room where the other device goes on; "" leaves it to the server's list
 */
export async function takeAlong(asking, room) {
  let code = "";
  try {
    code = (await asking()).code;
  } catch (refusal) {
    toast(why(refusal));
    return;
  }
  const until = Date.now() + LASTS; // by this device's own clock: the code is new
  const picture = make("img", { class: "qr", alt: t("device.qr"), width: 180, height: 180, hidden: true });
  const spell = make("span", { class: "sr" }, `${t("device.code")}: ${[...code].join(" ")}`);
  const symbols = make("p", { class: "saycode" }, make("span", { "aria-hidden": "true" }, grouped(code)), spell);
  const left = make("p", { class: "small muted num", role: "timer" });
  const address = page().replace(/^https?:\/\//, "");
  const body = [
    make("div", { class: "along" }, picture, make("div", { class: "stack" }, symbols, left)),
    make("p", {}, t("device.text", { address })),
    make("p", { class: "small muted" }, t("device.once")),
  ];
  ask(t("device.title"), body, [
    { words: t("device.done"), primary: true },
    { words: t("device.new"), does: () => void takeAlong(asking, room) },
  ]);
  void draw(picture, `${page()}#${code}${room ? `.${room}` : ""}`);
  const tick = () => {
    if (!left.isConnected) return clearInterval(beat);
    const rest = until - Date.now();
    say(left, rest > 0 ? t("device.left", { n: Math.ceil(rest / 60_000) }) : t("device.over"));
    symbols.classList.toggle("over", rest <= 0);
    if (rest <= 0) picture.hidden = true;
  };
  const beat = setInterval(tick, SECOND);
  tick();
}

/** The server draws it from what it is told in a body; where it does not, the code alone will do. @param {HTMLImageElement} picture @param {string} link */
async function draw(picture, link) {
  try {
    const answer = await fetch(at("/api/qr"), { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ text: link }) });
    if (!answer.ok) return;
    picture.src = `data:image/svg+xml,${encodeURIComponent(await answer.text())}`;
    picture.hidden = false;
  } catch {
    // offline: the code can still be typed
  }
}
