/* The analysis of a match: the one that is kept, or one that is asked for and waited for. Pure but for what is handed in. */

import { call } from "./rest.js";

/** @typedef {{ key: string, facts: Record<string, any> }} Why */
/** @typedef {{ step: number, seat: number, loss: number, made: any, better: any, made_why: Why, better_why: Why }} Turning */
/** @typedef {{ step: number, seat: number, chance: number, best: number, loss: number, flagged: boolean, better: any }} Judged */
/** @typedef {{ seat: number, accuracy: number, loss: number, moves: number, flagged: number, luck: number }} Form how one seat played */
/** @typedef {{ match: string, curve: number[][], moves: Judged[], players: Form[], turning: Turning[] }} Analysis */
/** @typedef {typeof call} Call */

const EVERY = 1000; // ms between two questions
const HEARD = 0.25; // how much more must be done before it is said aloud again

const pathOf = (/** @type {string} */ match) => `/api/matches/${match}/analysis`;
const isWhole = (/** @type {any} */ told) => Array.isArray(told?.curve);

/** The analysis where one is kept; null where nobody has asked for it, or it is not done. Never asks for one. @param {string} match @param {Call} [ask] @returns {Promise<Analysis | null>} */
export async function kept(match, ask = call) {
  const told = await ask("GET", pathOf(match));
  return isWhole(told) ? told : null;
}

/**
 * The analysis, asked for where nobody has, and waited for. Throws what the server refuses with.
 * @param {string} match
 * @param {(progress: number) => void} tell how far it is, 0..1
 * @param {{ ask?: Call, wait?: (ms: number) => Promise<void> }} [by]
 * @returns {Promise<Analysis>}
 */
export async function awaited(match, tell, { ask = call, wait = (ms) => new Promise((done) => setTimeout(done, ms)) } = {}) {
  let told = await ask("GET", pathOf(match));
  while (!isWhole(told)) {
    if (told.progress === null) told = await ask("POST", pathOf(match), {});
    if (isWhole(told)) break;
    tell(told.progress ?? 0);
    await wait(EVERY);
    told = await ask("GET", pathOf(match));
  }
  return told;
}

/** Whether so much more is done that it is worth a word. @param {number} now @param {number} before what was said last, -1 for nothing */
export const isNews = (now, before) => before < 0 || Math.floor(now / HEARD) > Math.floor(before / HEARD);
