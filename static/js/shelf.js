/* The games there are, as the page's templates name them, with their pictures. */

/** @typedef {{name: string, low: number, high: number, choices: Record<string, (number | boolean | string)[]>, fan: () => Node}} Box */

/** @returns {Map<string, Box>} */
export function readShelf() {
  const shelf = new Map();
  for (const box of /** @type {NodeListOf<HTMLTemplateElement>} */ (document.querySelectorAll("template.shelf"))) {
    const name = box.dataset.game ?? "";
    shelf.set(name, {
      name,
      low: Number(box.dataset.low),
      high: Number(box.dataset.high),
      choices: JSON.parse(box.dataset.choices ?? "{}"),
      fan: () => box.content.cloneNode(true),
    });
  }
  return shelf;
}
