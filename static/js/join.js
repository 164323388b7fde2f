/* The form that joins a room: a pasted link, the link's ten symbols, or the six that somebody said aloud. */

import { busy, wrong } from "./field.js";
import { call, Problem } from "./rest.js";
import { at } from "./site.js";
import { t, text } from "./text.js";

const LINK = 10;
const SAY = 6;

/**
 * A code as the server writes it; a whole link too. Empty when it can be neither kind.
 * @param {string} typed
 */
export function codeOf(typed) {
  const flat = typed.slice(0, 400).normalize("NFKC");
  const code = (/\/r\/([^/?#\s>\]]+)/i.exec(flat)?.[1] ?? flat)
    .toLowerCase()
    .replace(/[^0-9a-z]/g, "")
    .replace(/o/g, "0")
    .replace(/[il]/g, "1");
  return (code.length === LINK || code.length === SAY) && !code.includes("u") ? code : "";
}

/** @param {HTMLFormElement} form */
async function join(form) {
  const input = /** @type {HTMLInputElement} */ (form.elements.namedItem("code"));
  const code = codeOf(input.value);
  wrong(input, code ? "" : t(input.value.trim() ? "join.bad" : "join.empty"));
  if (!code) return;
  try {
    const room = code.length === SAY ? await call("POST", "/api/say", { say: code }) : { code };
    location.assign(at(`/r/${room.code}`));
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    wrong(input, error.code === "gone" ? t("join.gone") : error.message);
  }
}

if (globalThis.document)
  for (const form of /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll("form[data-join]"))) {
    const ready = text.load().catch(() => {});
    const button = form.querySelector("button");
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      void busy(button, async () => {
        await ready;
        await join(form);
      });
    });
    form.addEventListener("input", (event) => event.target instanceof HTMLInputElement && wrong(event.target, ""));
    // Somebody wrote a spoken code into the address line: try it for them.
    if (form.dataset.join === "now") form.requestSubmit();
  }
