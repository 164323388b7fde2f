/* The room is over for this page: removed by the host, closed, or a newer page is there. */

/**
 * Puts the page that says so in place of everything.
 * @param {"kicked" | "noroom" | "old"} why
 */
export function showGone(why) {
  const main = document.getElementById("main");
  const page = document.getElementById(`gone-${why}`);
  if (!main || !(page instanceof HTMLTemplateElement) || main.dataset.gone === why) return;
  main.dataset.gone = why;
  main.dataset.game = "waterhole";
  main.className = "lost";
  main.replaceChildren(page.content.cloneNode(true));
  document.getElementById("banner")?.setAttribute("hidden", "");
  document.getElementById("leave")?.setAttribute("hidden", "");
  main.querySelector("h1")?.focus();
}
