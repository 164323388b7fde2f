/* Moments by the reader's own clock and calendar. Pages made on the server write them in UTC; here they are mended. */

import { text } from "./text.js";

/** @param {Intl.DateTimeFormatOptions} options */
const format = (options) => new Intl.DateTimeFormat(text.language, options);

/** "Saturday, November 28"; with the year where it is not this one. @param {Date} at */
export function day(at) {
  const other = at.getFullYear() !== new Date().getFullYear();
  return format({ weekday: "long", day: "numeric", month: "long", ...(other && { year: "numeric" }) }).format(at);
}

/** "19:32" @param {Date} at */
export const clock = (at) => format({ timeStyle: "short" }).format(at);

/** "November 28, 2026 at 7:32 PM GMT+1" @param {Date} at */
export const full = (at) => format({ day: "numeric", month: "long", year: "numeric", hour: "numeric", minute: "2-digit", timeZoneName: "short" }).format(at);

/** What the reader's zone is called. */
export const zone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Every <time> of this page, in the reader's zone. */
export function mendTimes() {
  for (const place of document.querySelectorAll("time[datetime]")) {
    const at = new Date(place.getAttribute("datetime") ?? "");
    if (!Number.isNaN(at.getTime())) place.textContent = full(at);
  }
}
