/* Asking the server over HTTP. A refusal comes as a problem: a code, and a title in the reader's words. */

import { at } from "./site.js";
import { hasText, t } from "./text.js";

/** A request that was refused, or did not reach the server (`offline`). */
export class Problem extends Error {
  /** @param {string} code @param {string} title @param {Record<string, unknown>} facts */
  constructor(code, title, facts = {}) {
    super(title);
    this.code = code;
    this.facts = facts;
  }
}

/**
 * A JSON answer; null where there is nothing to say. Throws Problem.
 * @param {"GET" | "POST"} method
 * @param {string} path
 * @param {object} [body]
 * @returns {Promise<any>}
 */
export async function call(method, path, body) {
  let answer;
  try {
    answer = await fetch(at(path), {
      method,
      headers: body ? { "Content-Type": "application/json" } : {},
      ...(body && { body: JSON.stringify(body) }),
    });
  } catch {
    throw new Problem("offline", t("refusal.offline"));
  }
  if (answer.status === 204) return null;
  const told = await answer.json().catch(() => null);
  if (answer.ok && told === null) throw new Problem("offline", t("refusal.offline")); // it broke off on the way
  if (answer.ok) return told;
  throw new Problem(told?.code ?? "unavailable", told?.title ?? t("refusal.unavailable"), told?.facts);
}

/**
 * Why something was refused, in words: of a Problem, or of a `nack` {code, facts}.
 * @param {unknown} refusal
 * @returns {string}
 */
export function why(refusal) {
  const { code = "unavailable", facts = {} } = /** @type {{code?: string, facts?: Record<string, unknown>}} */ (refusal ?? {});
  const detail = facts.field ? `refusal.${code}.${facts.field}` : facts.rule ? `refusal.${code}.${facts.rule}` : "";
  if (detail && hasText(detail)) return t(detail, facts);
  if (refusal instanceof Problem) return refusal.message;
  return t(hasText(`refusal.${code}`) ? `refusal.${code}` : "refusal.unavailable", facts);
}
