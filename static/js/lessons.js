/* Guided first games that this browser has begun: each is found again by the key its room was made with. */

/** @param {string} game */
const name = (game) => `lesson.${game}`;

/** The key of a lesson that was begun and is not at its end. @param {string} game @returns {string | null} */
export function begunLesson(game) {
  try {
    return localStorage.getItem(name(game));
  } catch {
    return null; // storage is switched off: a new one each time
  }
}

/** Goes on with a lesson, or begins it with a new key. @param {string} game @param {() => string} key @returns {string} */
export function takeUpLesson(game, key) {
  const begun = begunLesson(game) ?? key();
  try {
    localStorage.setItem(name(game), begun);
  } catch {
    // it cannot be gone on with
  }
  return begun;
}

/** A lesson that has come to its end is not gone on with. @param {string} game */
export function endLesson(game) {
  try {
    localStorage.removeItem(name(game));
  } catch {
    // nothing was kept
  }
}
