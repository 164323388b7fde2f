/* One seat of the waiting room as a row: who sits there, and what this guest may do about it. */

import { sign } from "./counting.js";
import { avatar, icon, make, part, say, set } from "./dom.js";
import { busy, wrong } from "./field.js";
import { rename } from "./guest.js";
import { why } from "./rest.js";
import { t } from "./text.js";
import { tell, toast } from "./toast.js";

/** @typedef {import("./seats.js").Seat} Seat */
/** @typedef {import("./seats.js").Look} Look */
/** @typedef {{seat: Seat | null, nth: number, look: Look}} Item */

const LEVELS = ["easy", "medium", "hard", "expert"];
const SURE = 4000;

/** What a row was last drawn from: its buttons ask here, since rows outlive messages. @type {WeakMap<HTMLElement, Item>} */
const items = new WeakMap();
let rows = 0;

/** @param {Item} item @returns {HTMLElement} */
export function createRow({ seat }) {
  const row = make("li", { class: "seatrow" });
  const now = () => /** @type {Item} */ (items.get(row));
  const id = `seat-${(rows += 1)}`;
  row.append(
    make("span", { class: "face-slot" }),
    make("span", { class: "who" }, make("span", {}, make("b", { "data-part": "name" }), " ", make("span", { class: "muted small", "data-part": "you" })), make("span", { class: "small muted", "data-part": "sub" })),
    make("span", { class: "chip accent", "data-part": "host", hidden: true }, icon("crown"), make("span", {}, t("seat.host"))),
  );
  if (!seat) row.append(...freeButtons(now));
  else row.append(...(seat.bot ? [levels(now, id)] : []), more(row, id), drawer(now, id));
  return row;
}

/** @param {HTMLElement} row @param {Item} item */
export function updateRow(row, item) {
  items.set(row, item);
  const { seat, nth, look } = item;
  const { room, host } = look;
  row.classList.toggle("free", !seat);
  row.classList.toggle("own", Boolean(seat && seat.guest === look.me.guest));
  updateFace(row, seat);
  say(part(row, "name"), seat ? seat.name : t("seat.free"));
  part(row, "host").hidden = !seat || seat.guest !== room.host;
  if (!seat) {
    say(part(row, "sub"), t("seat.waiting"));
    part(row, "sit").hidden = host ? look.mine >= 0 : Boolean(room.house.locked) && look.mine < 0;
    part(row, "bot").hidden = !host;
    return;
  }
  const own = seat.guest === look.me.guest;
  say(part(row, "you"), own ? `(${t("seat.you")})` : "");
  if (seat.bot) updateLevel(part(row, "sub"), seat.bot);
  else say(part(row, "sub"), t(seat.state === "present" ? "seat.guest" : `seat.${seat.state}`));
  row.classList.toggle("away", seat.state !== "present");
  updateDrawer(row, item, own);
  set(part(row, "more"), "aria-label", t("seat.more", { name: seat.name }));
  if (seat.bot) {
    part(row, "levels").hidden = !host;
    set(part(row, "levels"), "aria-label", t("seat.bot.level", { name: seat.name }));
    for (const input of part(row, "levels").querySelectorAll("input")) input.checked = input.value === seat.bot;
  }
  set(row, "data-seat", nth);
}

/** How strong the bot plays that sits here, and whether it counts cards. @param {HTMLElement} sub @param {string} level */
function updateLevel(sub, level) {
  if (sub.dataset.level === level) return;
  sub.dataset.level = level;
  sub.replaceChildren(`${t("seat.bot")} · ${t(`level.${level}`)}`, sign(level) ?? "");
}

/** @param {HTMLElement} row @param {Seat | null} seat */
function updateFace(row, seat) {
  const slot = /** @type {HTMLElement} */ (row.firstElementChild);
  const wanted = seat ? `${seat.avatar} ${seat.name} ${seat.bot ? "bot" : ""}` : "free";
  if (slot.dataset.who === wanted) return;
  slot.dataset.who = wanted;
  slot.replaceChildren(seat ? avatar(seat) : make("span", { class: "av none", "aria-hidden": "true" }));
}

/** @param {() => Item} now */
function freeButtons(now) {
  const sit = make("button", { class: "btn sm", type: "button", "data-part": "sit" }, icon("chair"), t("seat.sit"));
  sit.addEventListener("click", () => void busy(sit, () => now().look.sit(now().nth)));
  const bot = make("button", { class: "btn sm", type: "button", "data-part": "bot" }, icon("bot"), t("seat.bot.add"));
  bot.addEventListener("click", () => {
    const { look, nth } = now();
    void busy(bot, () => tell(look.send("bot", { seat: nth, level: look.room.house.bot_level ?? "medium" })));
  });
  return [sit, bot];
}

/** How strong a bot plays. @param {() => Item} now @param {string} id */
function levels(now, id) {
  const group = make("span", { class: "seg levels", role: "radiogroup", "data-part": "levels" });
  for (const level of LEVELS) {
    const input = make("input", { type: "radio", name: `${id}-level`, value: level });
    input.addEventListener("change", async () => {
      const { look, nth } = now();
      if (!(await tell(look.send("bot", { seat: nth, level })))) look.again();
    });
    group.append(make("label", {}, input, t(`level.${level}`), sign(level)));
  }
  return group;
}

/** The button that opens a row's drawer. @param {HTMLElement} row @param {string} id */
function more(row, id) {
  const button = make("button", { class: "btn ghost icon", type: "button", "data-part": "more", "aria-expanded": "false", "aria-controls": id }, icon("more"));
  button.addEventListener("click", () => {
    const open = button.getAttribute("aria-expanded") !== "true";
    set(button, "aria-expanded", String(open));
    part(row, "drawer").hidden = !open;
  });
  return button;
}

/** What can be done about who sits here. @param {() => Item} now @param {string} id */
function drawer(now, id) {
  const button = (/** @type {string} */ name, /** @type {string} */ drawing, /** @type {string} */ words, /** @type {() => unknown} */ act) =>
    make("button", { class: "btn sm", type: "button", "data-part": name, onclick: act }, icon(drawing), words);
  const send = (/** @type {string} */ what, /** @type {object} */ fields) => void tell(now().look.send(what, fields));
  const step = (/** @type {number} */ by) => () => {
    const { nth, look } = now();
    const order = look.room.seats.map((_, seat) => seat);
    if (nth + by < 0 || nth + by >= order.length) return;
    [order[nth], order[nth + by]] = [nth + by, nth];
    send("seat_order", { seats: order });
  };
  const arrow = (/** @type {string} */ name, /** @type {number} */ by) => make("button", { class: "btn icon", type: "button", "data-part": name, onclick: step(by) }, icon(name));
  return make(
    "div",
    { class: "drawer", id, "data-part": "drawer", hidden: true },
    nameForm(now, id),
    make("span", { class: "row wrap" },
      arrow("up", -1),
      arrow("down", 1),
      button("make-host", "crown", t("seat.host.make"), () => send("hand_over", { guest: now().seat?.guest })),
      button("stand", "exit", t("seat.stand"), () => send("stand", {})),
      removeButton(now),
    ),
  );
}

/** Removing asks once more. @param {() => Item} now */
function removeButton(now) {
  const words = make("span", {}, t("seat.remove"));
  const button = make("button", { class: "btn sm bad", type: "button", "data-part": "remove" }, icon("x"), words);
  const calm = () => {
    delete button.dataset.sure;
    say(words, t("seat.remove"));
  };
  button.addEventListener("click", () => {
    const { seat, nth, look } = now();
    if (seat?.bot) void tell(look.send("unbot", { seat: nth }));
    else if (button.dataset.sure) void tell(look.send("kick", { guest: seat?.guest })).then(calm);
    else {
      button.dataset.sure = "asked";
      say(words, t("seat.remove.sure"));
      setTimeout(calm, SURE);
    }
  });
  return button;
}

/** The own name. @param {() => Item} now @param {string} id */
function nameForm(now, id) {
  const input = make("input", { class: "input", name: "name", maxlength: 60, autocomplete: "nickname", "aria-label": t("name.label"), "aria-describedby": `${id}-wrong` });
  const save = make("button", { class: "btn", type: "submit" }, t("name.save"));
  const form = make("form", { class: "stack", "data-part": "rename", novalidate: true }, make("span", { class: "row" }, input, save), make("p", { class: "wrong", id: `${id}-wrong`, role: "alert" }));
  input.addEventListener("input", () => wrong(input, ""));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void busy(save, async () => {
      const { look } = now();
      try {
        await rename(look.me, look.send, input.value.trim());
        part(/** @type {HTMLElement} */ (form.closest("li")), "more").click();
      } catch (refusal) {
        if (/** @type {{facts?: {field?: string}}} */ (refusal).facts?.field === "name") wrong(input, why(refusal));
        else toast(why(refusal));
      }
    });
  });
  return form;
}

/** @param {HTMLElement} row @param {Item} item @param {boolean} own */
function updateDrawer(row, { seat, nth, look }, own) {
  const { host, room } = look;
  const name = seat?.name ?? "";
  part(row, "more").hidden = !own && !host;
  part(row, "rename").hidden = !own;
  const input = /** @type {HTMLInputElement} */ (part(row, "rename").querySelector("input"));
  if (own && part(row, "drawer").hidden) input.value = name;
  part(row, "stand").hidden = !own;
  part(row, "remove").hidden = !host || own;
  part(row, "make-host").hidden = !host || own || Boolean(seat?.bot);
  for (const [way, last] of /** @type {[string, number][]} */ ([["up", 0], ["down", room.seats.length - 1]])) {
    const arrow = part(row, way);
    arrow.hidden = !host;
    set(arrow, "aria-disabled", nth === last ? "true" : null);
    set(arrow, "aria-label", t(`seat.${way}`, { name }));
  }
}
