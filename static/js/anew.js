/* A page whose script or style sheet does not come is of no use: the server was changed while it loaded, or the network
   broke. It is loaded anew as soon as the server answers, a few times. Runs first, a plain script for that reason. */
(() => {
  const MOST = 4, WAIT = 800;
  const page = document.documentElement;
  let under_way = false;

  /** How often this tab has been loaded anew lately. */
  const times = () => {
    try {
      const [count, at] = (sessionStorage.getItem("anew") ?? "0 0").split(" ").map(Number);
      return Date.now() - (at ?? 0) < 60_000 ? (count ?? 0) : 0;
    } catch {
      return MOST; // nothing can be counted, so nothing is tried
    }
  };

  const again = async () => {
    if (under_way || times() >= MOST) return;
    under_way = true;
    for (let tries = 1; ; tries += 1) {
      await new Promise((done) => setTimeout(done, WAIT * Math.min(tries, 8)));
      const there = await fetch(`${page.dataset.root ?? ""}/healthz`, { cache: "no-store" }).then((answer) => answer.ok, () => false);
      if (there) break;
    }
    sessionStorage.setItem("anew", `${times() + 1} ${Date.now()}`);
    location.reload();
  };

  addEventListener("error", ({ target }) => {
    if (target instanceof HTMLScriptElement || (target instanceof HTMLLinkElement && target.rel === "stylesheet")) void again();
  }, true);
  addEventListener("anew", () => void again()); // later.js: a module that was fetched later did not come
})();
