/* The panel "This table": the game, its options, the rules of the house. The host changes them, the others read them. */

import { sign } from "./counting.js";
import { animal, keep, make, part, say } from "./dom.js";
import { hasText, t } from "./text.js";
import { tell } from "./toast.js";

/** @typedef {import("./seats.js").Room} Room */
/** @typedef {import("./seats.js").Send} Send */
/** @typedef {import("./shelf.js").Box} Box */
/** @typedef {import("./shelf.js").Value} Value */
/** @typedef {{key: string, label: string, note?: string, values: Value[], value: Value, word: (value: Value) => string, send: (value: Value) => Promise<unknown>}} Line */

/** Who stands beside the rules in short, by game. @type {Record<string, string[]>} */
const HOW = { waterhole: ["hare", "fox", "bee"], kariba: ["zebra", "lion", "mouse"] };

/**
 * @param {HTMLElement} root
 * @param {Room} room
 * @param {boolean} host whether this guest is the host
 * @param {Map<string, Box>} shelf
 * @param {Send} send
 * @param {() => void} again draws everything once more, after a refusal
 */
export function renderHouse(root, room, host, shelf, send, again) {
  const box = shelf.get(room.game);
  part(root, "host-only").hidden = host;
  renderGame(root, room, box);
  const lines = [...gameLine(room, shelf, send), ...optionLines(room, box, send), ...houseLines(room, JSON.parse(part(root, "house").dataset.options ?? "{}"), send)];
  keep(
    part(root, "house"),
    lines,
    (line) => `${line.key} ${host} ${line.values.join()}`,
    (line) => (host ? control(line) : make("div", { class: "opt-row" }, make("span", {}, line.label), make("span", { class: "value" }))),
    (row, line) => (host ? updateControl(row, line, again) : say(/** @type {Element} */ (row.lastElementChild), line.word(line.value))),
  );
}

/** @param {HTMLElement} root @param {Room} room @param {Box | undefined} box */
function renderGame(root, room, box) {
  const picture = part(root, "game");
  say(part(root, "game-name"), t(`game.${room.game}`));
  if (box) say(part(root, "game-facts"), `${t("game.seats", { low: box.low, high: box.high })} · ${t("game.minutes", { n: t(`game.${box.name}.minutes`) })}`);
  if (picture.dataset.game === room.game) return;
  picture.dataset.game = room.game;
  part(root, "fan").replaceChildren(...(box ? [box.fan()] : []));
  const steps = [1, 2, 3].map((nth) => `game.${room.game}.how${nth}`).filter(hasText);
  part(root, "how").replaceChildren(...steps.map((key, nth) => make("li", {}, animal(HOW[room.game]?.[nth] ?? "fox"), make("span", {}, t(key)))));
}

/** @param {Room} room @param {Map<string, Box>} shelf @param {Send} send @returns {Line[]} */
function gameLine(room, shelf, send) {
  if (shelf.size < 2) return [];
  const word = (/** @type {Value} */ name) => t(`game.${name}`);
  return [{ key: "game", label: t("table.game"), values: [...shelf.keys()], value: room.game, word, send: (game) => send("game", { game }) }];
}

/** @param {Room} room @param {Box | undefined} box @param {Send} send @returns {Line[]} */
function optionLines(room, box, send) {
  return Object.entries(box?.options ?? {}).map(([name, option]) => ({
    key: `option.${name}`,
    label: t(option.text),
    note: hasText(`${option.text}.note`) ? t(`${option.text}.note`) : "",
    values: option.values,
    value: room.options[name] ?? option.default,
    word: (value) => t(`${option.text}.${value}`),
    send: (value) => send("options", { options: { [name]: value } }),
  }));
}

/** @param {Room} room @param {import("./shelf.js").Options} options @param {Send} send @returns {Line[]} */
function houseLines(room, options, send) {
  return Object.entries(options).map(([name, option]) => ({
    key: `house.${name}`,
    label: t(option.text),
    note: hasText(`${option.text}.note`) ? t(`${option.text}.note`) : "",
    values: option.values,
    value: room.house[name] ?? option.default,
    word: (value) => t(typeof value === "boolean" ? (value ? "house.yes" : "house.no") : `${option.text}.${value}`),
    send: (value) => (name === "locked" ? send("lock", { on: value }) : send("house", { house: { [name]: value } })),
  }));
}

/** @param {Line} line @returns {HTMLElement} */
function control(line) {
  const label = make("span", {}, line.label, line.note ? make("small", {}, line.note) : null);
  if (line.values.every((value) => typeof value === "boolean")) {
    return make("label", { class: "opt-row" }, label, make("input", { type: "checkbox", role: "switch", class: "tog" }));
  }
  const group = make("span", { class: "seg" });
  for (const value of line.values) {
    group.append(make("label", {}, make("input", { type: "radio", name: line.key, value }), line.word(value), line.key === "house.bot_level" && sign(String(value))));
  }
  return make("div", { class: "opt-row", role: "radiogroup", "aria-label": line.label }, label, group);
}

/** @param {HTMLElement} row @param {Line} line @param {() => void} again */
function updateControl(row, line, again) {
  for (const input of row.querySelectorAll("input")) {
    const toggle = input.type === "checkbox";
    input.checked = toggle ? line.value === true : input.value === String(line.value);
    input.onchange = async () => {
      const value = toggle ? input.checked : line.values.find((one) => String(one) === input.value);
      if (value !== undefined && !(await tell(line.send(value)))) again();
    };
  }
}
