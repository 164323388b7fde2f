/* The games there are, as the page's templates name them, with their pictures. */

/** @typedef {number | boolean | string} Value */
/** @typedef {Record<string, {type: "boolean" | "integer" | "string", values: Value[], default: Value, text: string}>} Options as the engine describes them */
/** @typedef {{name: string, low: number, high: number, options: Options, fan: () => Node}} Box */

/** @returns {Map<string, Box>} */
export function readShelf() {
  const shelf = new Map();
  for (const box of /** @type {NodeListOf<HTMLTemplateElement>} */ (document.querySelectorAll("template.shelf"))) {
    const name = box.dataset.game ?? "";
    shelf.set(name, {
      name,
      low: Number(box.dataset.low),
      high: Number(box.dataset.high),
      options: JSON.parse(box.dataset.options ?? "{}"),
      fan: () => box.content.cloneNode(true),
    });
  }
  return shelf;
}
