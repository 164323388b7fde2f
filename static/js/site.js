/* Where this page lives: the path that the site is served under, its build, and its drawings. */

const page = globalThis.document?.documentElement;

/** The build of this page's files, for `hello`. */
export const build = page?.dataset.build ?? "";

/**
 * A path of the site as an address: "/api/rooms" behind a proxy's sub-path too.
 * @param {string} path
 */
export function at(path) {
  return (page?.dataset.root ?? "") + path;
}

/**
 * A drawing of the sprite, for <use href>.
 * @param {string} id
 */
export function drawing(id) {
  return `${page?.dataset.sprite ?? "/static/art/sprite.svg"}#${id}`;
}
