/* The same for the table of Seven Waters: cards, parks, pyramid and strip keep apart, and no word is cut off. */
() => {
  const all = (...selectors) => selectors.flatMap((selector) => [...document.querySelectorAll(selector)]).filter((one) => one.getClientRects().length && getComputedStyle(one).clipPath === "none");
  const box = (one) => one.getBoundingClientRect();
  const name = (one) => `${one.id || one.className} ${one.dataset.place ?? one.dataset.action ?? ""} "${one.innerText.slice(0, 24)}"`;
  const faults = [];
  const apart = (ones, others, by = 2) => {
    for (const a of ones)
      for (const b of others) {
        const across = Math.min(box(a).right, box(b).right) - Math.max(box(a).left, box(b).left);
        const along = Math.min(box(a).bottom, box(b).bottom) - Math.max(box(a).top, box(b).top);
        if (a !== b && !a.contains(b) && !b.contains(a) && across > by && along > by) faults.push(`${name(a)} on ${name(b)} by ${Math.round(Math.min(across, along))}`);
      }
  };
  const parks = all(".park"), strip = all(".act"), cells = all(".cell"), hand = all(".hand .spot");
  apart(parks, [...parks, ...strip, ...cells, ...hand, ...all(".w-info")]);
  apart(strip, [...cells, ...hand]);
  apart(cells, hand);
  apart(all(".cell:not(.gone)", ".ending"), all(".w-info > *"), 0);
  apart(all(".choose", ".answer", "#play", "#clear", ".question > span", ".meter", "#say"), all(".choose", ".answer", "#play", "#clear", ".meter", "#say"), 1);
  for (const one of all(".choose", ".line", ".line .to", ".att", ".chip", ".park .head", ".w-info > *:not(.last)", "#say", "#play", ".question", ".eq", ".ending li"))
    if (one.clientWidth && (one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 3)) faults.push(`cut off: ${name(one)} ${one.scrollWidth}>${one.clientWidth} ${one.scrollHeight}>${one.clientHeight}`);
  for (const one of [...parks, ...strip, ...all(".cell:not(.gone)"), ...hand, ...all(".layer .card", ".line", ".att", ".choose", ".answer", "#play")]) {
    const { left, right, top, bottom } = box(one);
    if (left < -1 || right > innerWidth + 1 || top < 0 || bottom > innerHeight + 1) faults.push(`beyond the page: ${name(one)} ${[left, top, right, bottom].map(Math.round)}`);
  }
  for (const one of all(".choose", ".answer", ".line[data-target]", ".att[data-target]", "#play"))
    if (box(one).height < 24 || box(one).width < 24) faults.push(`too small to touch: ${name(one)}`);
  if (document.documentElement.scrollHeight > innerHeight) faults.push(`the page scrolls: ${document.documentElement.scrollHeight} of ${innerHeight}`);
  return faults;
}
