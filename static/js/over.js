/* What lies over the table: shown and hidden by its owner, one thing that can be closed at a time, over at most one that
   cannot. What is behind it is inert, the focus goes in and comes back, Escape closes what can be closed. The live regions
   stay awake: they are outside of everything. */

/** @typedef {{ root: Element, behind: Element[], back: Element | null, close: (() => void) | null }} Over close: null where it cannot be closed */

/** @type {Over[]} from below to above */
let layers = [];

/** Whether something lies over the table. */
export const isCovered = () => layers.length > 0;

/** All of the page; what cannot be closed leaves the banner awake, which says whom everybody waits for. @param {boolean} [closes] */
export const page = (closes = true) => [...document.querySelectorAll(`body > :is(.bar, .skip), #main${closes ? ", #banner" : ""}`)];

/**
 * @param {HTMLElement} root
 * @param {Element[]} behind
 * @param {(() => void) | null} close
 * @param {HTMLElement | null} [focus] what gets the focus; the heading where nothing is named
 */
export function cover(root, behind, close, focus = root.querySelector("h2")) {
  if (layers.some((layer) => layer.root === root)) return;
  layers.at(-1)?.close?.();
  const below = layers.map((layer) => layer.root);
  layers = [...layers, { root, behind: [...behind, ...below], close, back: document.activeElement }];
  layDown();
  focus?.setAttribute("tabindex", focus.matches("button, a, input") ? "0" : "-1");
  focus?.focus({ preventScroll: true });
}

/** @param {HTMLElement} root */
export function uncover(root) {
  const gone = layers.find((layer) => layer.root === root);
  if (!gone) return;
  const top = layers.at(-1) === gone;
  layers = layers.filter((layer) => layer !== gone);
  for (const element of gone.behind) element.toggleAttribute("inert", false);
  layDown();
  const { back } = gone;
  if (top && back instanceof HTMLElement && back.isConnected && back !== document.body) back.focus({ preventScroll: true });
}

/** What lies under something is inert. */
function layDown() {
  for (const { behind } of layers) for (const element of behind) element.toggleAttribute("inert", true);
}

globalThis.document?.addEventListener("keydown", (event) => {
  const close = layers.at(-1)?.close;
  if (event.key !== "Escape" || !close) return;
  event.preventDefault();
  close();
});
