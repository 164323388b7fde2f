/* Dragging as an extra: it begins after a few pixels, so that a tap stays a tap, and ends on a drop, on Escape, or when
   the system takes the pointer away. */

const MOUSE = 6, TOUCH = 10;

/**
 * @template T what is dragged
 * @typedef {object} Ears
 * @property {(target: EventTarget | null) => T | null} start
 * @property {(what: T) => void} lift
 * @property {(x: number, y: number) => void} carry
 * @property {(x: number, y: number) => void} drop
 * @property {() => void} cancel
 */

/** @template T */
export class Drag {
  /** @type {{ what: T, x: number, y: number, id: number, on: boolean } | null} */ #held = null;
  #dropped = 0;

  /**
   * @param {HTMLElement} area
   * @param {Ears<T>} ears
   * @param {AbortSignal} signal ends it
   */
  constructor(area, ears, signal) {
    this.ears = ears;
    this.area = area;
    area.addEventListener("pointerdown", (event) => this.#down(event), { signal });
    addEventListener("pointermove", (event) => this.#move(event), { signal });
    addEventListener("pointerup", (event) => this.#up(event), { signal });
    addEventListener("pointercancel", (event) => event.pointerId === this.#held?.id && this.cancel(), { signal });
    addEventListener("keydown", (event) => event.key === "Escape" && this.#held?.on && (event.stopImmediatePropagation(), this.cancel()), { signal, capture: true });
  }

  /** Whether the click that comes now is only the end of a drag. */
  justDropped() {
    return performance.now() - this.#dropped < 60;
  }

  /** @param {PointerEvent} event */
  #down(event) {
    if (this.#held || event.button !== 0 || !event.isPrimary) return;
    const what = this.ears.start(event.target);
    if (what) this.#held = { what, x: event.clientX, y: event.clientY, id: event.pointerId, on: false };
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const held = this.#held;
    if (!held || event.pointerId !== held.id) return;
    const far = Math.hypot(event.clientX - held.x, event.clientY - held.y);
    if (!held.on && far > (event.pointerType === "touch" ? TOUCH : MOUSE)) {
      held.on = true;
      this.area.setPointerCapture(held.id);
      this.ears.lift(held.what);
    }
    if (held.on) this.ears.carry(event.clientX, event.clientY);
  }

  /** @param {PointerEvent} event */
  #up(event) {
    const held = this.#held;
    if (!held || event.pointerId !== held.id) return;
    this.#held = null;
    if (!held.on) return;
    this.#dropped = performance.now();
    this.ears.drop(event.clientX, event.clientY);
  }

  cancel() {
    const held = this.#held;
    this.#held = null;
    if (!held?.on) return;
    this.#dropped = performance.now();
    this.ears.cancel();
  }
}
