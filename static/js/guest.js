/* Who this browser is: the name it remembers, and the guest it is to the server. */

import { call } from "./rest.js";

/** The name that was used here last; empty when there is none. */
export function rememberedName() {
  try {
    return localStorage.getItem("name") ?? "";
  } catch {
    return "";
  }
}

/** @param {string} name */
export function rememberName(name) {
  try {
    localStorage.setItem("name", name);
  } catch {
    // storage is switched off: asked again next time
  }
}

/**
 * Become a guest, or take another name. Without a name the guest can look on, and sit down once it has one.
 * @param {string} [name]
 * @returns {Promise<{guest: string, name: string}>}
 */
export async function becomeGuest(name) {
  const told = await call("POST", "/api/guest", name ? { name } : {});
  if (name) rememberName(told.name);
  return told;
}

/**
 * Takes another name in a room, and remembers it for the next one.
 * @param {{name: string}} me
 * @param {(what: string, fields: object) => Promise<unknown>} send
 * @param {string} name
 */
export async function rename(me, send, name) {
  await send("name", { name });
  me.name = name;
  rememberName(name);
}
