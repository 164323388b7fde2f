/* What lies over the table: one thing at a time, shown and hidden by its owner. What is behind it is inert, the focus goes in and comes back, Escape
   closes what can be closed. The live regions stay awake: they are outside of everything. */

/** @typedef {{ root: HTMLElement, behind: Element[], back: Element | null, close: (() => void) | null }} Over close: null where it cannot be closed */

/** @type {Over | null} */
let current = null;

/** Whether something lies over the table. */
export const isCovered = () => current !== null;

/**
 * @param {HTMLElement} root
 * @param {Element[]} behind
 * @param {(() => void) | null} close
 * @param {HTMLElement | null} [focus] what gets the focus; the heading where nothing is named
 */
export function cover(root, behind, close, focus = root.querySelector("h2")) {
  if (current?.root === root) return;
  const back = current ? current.back : document.activeElement;
  current?.close?.();
  current = { root, behind, close, back };
  for (const element of behind) element.toggleAttribute("inert", true);
  focus?.setAttribute("tabindex", focus.matches("button, a, input") ? "0" : "-1");
  focus?.focus({ preventScroll: true });
}

/** @param {HTMLElement} root */
export function uncover(root) {
  if (current?.root !== root) return;
  const { behind, back } = current;
  current = null;
  for (const element of behind) element.toggleAttribute("inert", false);
  if (back instanceof HTMLElement && back.isConnected && back !== document.body) back.focus({ preventScroll: true });
}

globalThis.document?.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !current?.close) return;
  event.preventDefault();
  current.close();
});
