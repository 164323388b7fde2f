/* What lies on what it must not lie on, or is cut off, on a table's page: a list of words, empty where all is well. */
() => {
  const all = (...selectors) => selectors.flatMap((selector) => [...document.querySelectorAll(selector)]).filter((one) => one.getClientRects().length);
  const box = (one) => one.getBoundingClientRect();
  const name = (one) => `${one.id || one.className}${one.closest("[data-place]") ? ` of ${one.closest("[data-place]").dataset.place}` : ""}`;
  const across = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const along = (a, b) => Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  const meet = (a, b, by) => across(a, b) > by && along(a, b) > by;
  const faults = [];
  const apart = (ones, others, by = 1) => {
    for (const a of ones)
      for (const b of others)
        if (a !== b && !a.contains(b) && !b.contains(a) && meet(box(a), box(b), by)) faults.push(`${name(a)} on ${name(b)} by ${Math.round(Math.min(across(box(a), box(b)), along(box(a), box(b))))}`);
  };
  const seats = all(".seat"), tags = all(".place .tag", ".deck .tag"), takes = all(".take"), said = all("#say", "#play", "#clear");
  apart(seats, [...seats, ...tags, ...takes, ...said, ...all(".place .slot", ".flag")]);
  apart(all(".place .tag"), [...all(".place .tag", ".stall"), ...said]);
  apart(takes, [...takes, ...said, ...all(".place .slot", ".flag")]);
  apart(all(".hand .spot"), [...all("#say"), ...seats], 6);
  const stalls = all(".stall", ".deck .pile").map(box);
  for (const card of all(".layer .card").map(box)) {
    const x = (card.left + card.right) / 2, y = (card.top + card.bottom) / 2;
    const own = stalls.some((stall) => x > stall.left && x < stall.right && y > stall.top && y < stall.bottom);
    if (!own && stalls.some((stall) => meet(card, stall, 2))) faults.push("a herd on the market");
    if (card.left < -1 || card.right > innerWidth + 1) faults.push("a card beyond the edge");
  }
  for (const one of [...tags, ...said, ...all(".seat .nm .who", ".seat .st")])
    if (one.clientWidth && one.scrollWidth > one.clientWidth + 1) faults.push(`cut off: ${name(one)} ${one.innerText}`);
  for (const one of [...seats, ...said, ...tags]) {
    const { left, right, bottom } = box(one);
    if (left < 0 || right > innerWidth || bottom > innerHeight) faults.push(`beyond the page: ${name(one)}`);
  }
  if (document.documentElement.scrollHeight > innerHeight) faults.push(`the page scrolls: ${document.documentElement.scrollHeight} of ${innerHeight}`);
  return faults;
}
