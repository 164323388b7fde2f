/* The page where a code from another device is brought, typed or by the QR code's link. It asks once, then this browser is
   that guest, and goes to the open table. */

import { busy, wrong } from "./field.js";
import { rememberedName, rememberName } from "./guest.js";
import { call, Problem } from "./rest.js";
import { at } from "./site.js";
import { t, text } from "./text.js";

const SYMBOLS = 8, ROOM = 10;

/**
 * A code as the server writes it, and the room it came with. Both "" where it can be none.
 * @param {string} typed
 * @returns {{ code: string, room: string }}
 */
export function deviceCode(typed) {
  const flat = typed.slice(0, 400).normalize("NFKC").toLowerCase();
  const [first = "", second = ""] = (flat.includes("#") ? flat.slice(flat.indexOf("#") + 1) : flat).split(".");
  const clean = (/** @type {string} */ one) => one.replace(/[^0-9a-z]/g, "").replace(/o/g, "0").replace(/[il]/g, "1");
  const [code, room] = [clean(first), clean(second)];
  if (code.length !== SYMBOLS || code.includes("u")) return { code: "", room: "" };
  return { code, room: room.length === ROOM ? room : "" };
}

/** @param {HTMLFormElement} form @param {HTMLElement} question */
function begin(form, question) {
  const input = /** @type {HTMLInputElement} */ (form.elements.namedItem("code"));
  const get = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
  const yes = /** @type {HTMLButtonElement} */ (get("arrive-yes"));
  const ready = text.load().catch(() => {});
  let brought = { code: "", room: "" };

  const refused = (/** @type {unknown} */ error) => {
    if (!(error instanceof Problem)) throw error;
    question.hidden = true;
    form.hidden = false;
    wrong(input, error.code === "bad" ? t("arrive.gone") : error.message);
  };

  /** Whose code is it? */
  const look = async () => {
    await ready;
    brought = deviceCode(input.value);
    wrong(input, brought.code ? "" : t(input.value.trim() ? "arrive.bad" : "arrive.empty"));
    if (!brought.code) return;
    try {
      const { name } = await call("POST", "/api/device", { code: brought.code });
      const was = rememberedName();
      get("arrive-title").textContent = name ? t("arrive.ask", { name }) : t("arrive.ask.nameless");
      get("arrive-text").textContent = name ? t("arrive.ask.text", { name }) : "";
      get("arrive-was").textContent = was && was !== name ? t("arrive.ask.as", { was }) : "";
      yes.textContent = name ? t("arrive.yes", { name }) : t("arrive.yes.nameless");
      form.hidden = true;
      question.hidden = false;
      get("arrive-title").focus();
    } catch (error) {
      refused(error);
    }
  };

  /** From now on this browser is that guest. */
  const become = async () => {
    try {
      const me = await call("POST", "/api/guest", { code: brought.code });
      rememberName(me.name);
      const tables = await call("GET", "/api/tables").catch(() => []);
      const room = brought.room || tables[0]?.code;
      location.replace(at(room ? `/r/${room}` : "/"));
    } catch (error) {
      refused(error);
    }
  };

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void busy(form.querySelector("button"), look);
  });
  input.addEventListener("input", () => wrong(input, ""));
  yes.addEventListener("click", () => void busy(yes, become));
  const byLink = () => {
    if (!location.hash) return;
    const { code, room } = deviceCode(location.hash);
    history.replaceState(null, "", location.pathname); // it stays in no history
    input.value = code ? `${code}${room ? `.${room}` : ""}` : "";
    if (code) form.requestSubmit();
  };
  addEventListener("hashchange", byLink);
  byLink();
}

const form = globalThis.document?.getElementById("arrive");
const question = globalThis.document?.getElementById("arrive-ask");
if (form && question) begin(/** @type {HTMLFormElement} */ (form), question);
