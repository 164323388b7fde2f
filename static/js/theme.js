/* Light or dark. Runs before the first paint, so that a dark room never flashes white; a plain script for that reason. */
(() => {
  const page = document.documentElement;
  const order = ["auto", "light", "dark"];

  const stored = () => {
    try {
      const theme = localStorage.getItem("theme") ?? "auto";
      return order.includes(theme) ? theme : "auto";
    } catch {
      return "auto"; // storage is switched off: the system decides
    }
  };

  const metas = /** @type {HTMLMetaElement[]} */ ([...document.querySelectorAll('meta[name="theme-color"]')]);
  const colours = metas.map((meta) => meta.content); // light, dark

  /** @param {string} theme */
  const wear = (theme) => {
    if (theme === "auto") page.removeAttribute("data-theme");
    else page.dataset.theme = theme;
    metas.forEach((meta, nth) => (meta.content = colours[theme === "auto" ? nth : order.indexOf(theme) - 1] ?? ""));
    for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-theme-toggle]"))) {
      button.setAttribute("aria-label", button.dataset[theme] ?? "");
      button.title = button.dataset[theme] ?? "";
    }
  };

  page.dataset.script = ""; // what only a script can do is shown from the start
  wear(stored());
  document.addEventListener("DOMContentLoaded", () => wear(stored()));
  addEventListener("storage", (event) => event.key === "theme" && wear(stored()));
  document.addEventListener("click", (event) => {
    if (!(event.target instanceof Element) || !event.target.closest("[data-theme-toggle]")) return;
    const next = order[(order.indexOf(stored()) + 1) % order.length] ?? "auto";
    try {
      localStorage.setItem("theme", next);
    } catch {
      // not remembered, but worn
    }
    wear(next);
  });
})();
