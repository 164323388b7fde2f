/* What is wrong with a field, said beside it and to a screen reader. */

/**
 * Shows what is wrong and brings the reader there; no words take it away.
 * @param {HTMLInputElement} input its aria-describedby names the place for the words
 * @param {string} words
 */
export function wrong(input, words) {
  const place = document.getElementById(input.getAttribute("aria-describedby") ?? "");
  if (place) place.textContent = words;
  if (!words) {
    input.removeAttribute("aria-invalid");
    return;
  }
  input.setAttribute("aria-invalid", "true");
  input.focus();
  input.select();
}

/**
 * Runs a button's work once at a time, and shows that it runs.
 * @param {HTMLButtonElement | null | undefined} button
 * @param {() => Promise<unknown>} work
 */
export async function busy(button, work) {
  if (button?.getAttribute("aria-busy") === "true") return;
  button?.setAttribute("aria-busy", "true");
  try {
    await work();
  } finally {
    button?.removeAttribute("aria-busy");
  }
}
