/* Handing an address on: the system's share sheet where there is one, else the clipboard. */

import { toast } from "./toast.js";
import { t } from "./text.js";

/** Whether the system has a share sheet; not over plain http. */
export const canShare = typeof navigator !== "undefined" && "share" in navigator;

/**
 * Copies an address, also where there is no clipboard API (plain http in the home network).
 * @param {string} url
 * @param {string} said what to say once it is copied
 */
export async function copy(url, said) {
  try {
    await navigator.clipboard.writeText(url);
    toast(said);
  } catch {
    toast(copyBySelection(url) ? said : url);
  }
}

/** @param {string} url */
function copyBySelection(url) {
  const field = document.createElement("textarea");
  field.value = url;
  field.className = "sr";
  field.readOnly = true;
  const focused = document.activeElement;
  document.body.append(field);
  field.select();
  const copied = document.execCommand("copy");
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return copied;
}

/**
 * Shares an address, or copies it.
 * @param {{url: string, title: string, text?: string, copied: string}} what
 */
export async function share({ url, title, text, copied }) {
  if (!canShare) return copy(url, copied);
  try {
    await navigator.share({ url, title, ...(text && { text }) });
  } catch (error) {
    if (!(error instanceof DOMException && error.name === "AbortError")) await copy(url, copied);
  }
}

/** Buttons of server-made pages: <button data-share> shares the page they stand on. */
export function shareButtons() {
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-share]")))
    button.addEventListener("click", () => {
      const url = location.origin + location.pathname;
      void share({ url, title: document.title, copied: t(button.dataset.share ?? "") });
    });
}
