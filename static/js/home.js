/* The way in: a name and a game open a room; or a bot is waiting at once. */

import { busy, wrong } from "./field.js";
import { becomeGuest, rememberedName } from "./guest.js";
import { leaveIntent } from "./intent.js";
import "./join.js";
import { begunLesson, takeUpLesson } from "./lessons.js";
import "./open_tables.js";
import { call, Problem, why } from "./rest.js";
import { at } from "./site.js";
import { t, text } from "./text.js";

const form = /** @type {HTMLFormElement} */ (document.getElementById("create"));
const name = /** @type {HTMLInputElement} */ (form.elements.namedItem("name"));
const learn = /** @type {HTMLButtonElement} */ (document.getElementById("learn"));
const ready = text.load().catch(() => {}); // without words the keys show: better than no room

/** A key for a new room: asked twice, the server makes it once. */
function key() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The game that is chosen. */
function game() {
  return String(new FormData(form).get("game"));
}

/** What the button for lessons says: it begins one, or goes on. */
async function showLesson() {
  await ready;
  learn.lastElementChild?.replaceChildren(t(begunLesson(game()) ? "lesson.home.on" : "lesson.home"));
}

/** A first game with a guide; a name is not asked for. */
async function takeLesson() {
  await ready;
  try {
    if (name.value.trim()) await becomeGuest(name.value);
    else await call("POST", "/api/guest", { name: t("lesson.me") }); // not a name to be remembered
    const room = await call("POST", "/api/rooms", { game: game(), options: {}, house: {}, key: takeUpLesson(game(), key), kind: "lesson" });
    leaveIntent({ code: room.code, sit: true, bot: "easy", start: true });
    location.assign(at(`/r/${room.code}`));
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    wrong(name, why(error));
  }
}

/**
 * Opens a room and goes there; what is to be done in it is left for the room's page.
 * @param {Omit<import("./intent.js").Intent, "code">} intent
 */
async function open(intent) {
  await ready;
  if (!name.value.trim()) {
    wrong(name, t("name.empty"));
    return;
  }
  try {
    await becomeGuest(name.value);
    const room = await call("POST", "/api/rooms", { game: game(), options: {}, house: {}, key: key() });
    leaveIntent({ code: room.code, ...intent });
    location.assign(at(`/r/${room.code}`));
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    wrong(name, why(error));
  }
}

name.value ||= rememberedName();
name.addEventListener("input", () => wrong(name, ""));
form.addEventListener("submit", (event) => {
  event.preventDefault();
  const pressed = event instanceof SubmitEvent && event.submitter instanceof HTMLButtonElement ? event.submitter : null;
  if (pressed === learn) return void busy(pressed, takeLesson);
  const alone = pressed?.value === "alone";
  void busy(pressed, () => open(alone ? { sit: true, bot: "medium", start: true } : { sit: true }));
});

for (const choice of document.querySelectorAll('input[name="game"]')) choice.addEventListener("change", () => void showLesson());
void showLesson();

// A page that is shown again from the browser's memory is no longer busy.
addEventListener("pageshow", () => form.querySelectorAll("[aria-busy]").forEach((button) => button.removeAttribute("aria-busy")));
