/* Words: the catalogue of this page's language, and the small formatter that fills facts in.
   The twin of app/web/text.py; tests/text_vectors.json holds both to the same answers. */

/** @typedef {Record<string, unknown>} Facts */
/** @typedef {{name: string, kind: string | null, cases: Map<string, Part[]>}} Slot */
/** @typedef {string | Slot} Part */

const AND = /** @type {Record<string, string>} */ ({ en: " and ", de: " und " });
const HEAD = /\s*(\w+)\s*(?:,\s*(plural|select)\s*,)?/y;
const CASE = /\s*(=?\w+)\s*\{/y;

/** @type {Map<string, Part[]>} */
const parsed = new Map();

/** @param {RegExp} pattern sticky @param {string} text @param {number} at */
function match(pattern, text, at) {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/**
 * A text as its parts.
 * @param {string} text
 * @returns {Part[]}
 */
export function parse(text) {
  const known = parsed.get(text);
  if (known) return known;
  const [parts, at] = readParts(text, 0);
  if (at !== text.length) throw new Error(`a brace too many at ${at}: ${text}`);
  parsed.set(text, parts);
  return parts;
}

/** @param {string} text @param {number} at @returns {[Part[], number]} */
function readParts(text, at) {
  /** @type {Part[]} */
  const parts = [];
  while (at < text.length && text[at] !== "}") {
    if (text[at] === "{") {
      const [slot, after] = readSlot(text, at + 1);
      parts.push(slot);
      at = after;
    } else {
      const end = at + text.slice(at).search(/[{}]|$/);
      parts.push(text.slice(at, end));
      at = end;
    }
  }
  return [parts, at];
}

/** @param {string} text @param {number} at @returns {[Slot, number]} */
function readSlot(text, at) {
  const head = match(HEAD, text, at);
  if (!head) throw new Error(`no name at ${at}: ${text}`);
  at += head[0].length;
  const kind = head[2] ?? null;
  /** @type {Map<string, Part[]>} */
  const cases = new Map();
  for (let found = kind && match(CASE, text, at); found; found = match(CASE, text, at)) {
    const [parts, end] = readParts(text, at + found[0].length);
    cases.set(found[1] ?? "", parts);
    at = end + 1;
  }
  while (/\s/.test(text[at] ?? "")) at += 1;
  if (text[at] !== "}" || (kind && !cases.has("other"))) throw new Error(`not closed, or no \`other\`, at ${at}: ${text}`);
  return [{ name: head[1] ?? "", kind, cases }, at + 1];
}

/**
 * A text with its facts.
 * @param {string} text
 * @param {Facts} facts
 * @param {string} language
 */
export function fill(text, facts, language) {
  return fillParts(parse(text), facts, language, null);
}

/** @param {Part[]} parts @param {Facts} facts @param {string} language @param {unknown} count what `#` stands for @returns {string} */
function fillParts(parts, facts, language, count) {
  return parts
    .map((part) => {
      if (typeof part === "string") return count == null ? part : part.replaceAll("#", () => written(count, language));
      const fact = facts[part.name];
      if (!part.kind) return fact == null ? `{${part.name}}` : written(fact, language);
      return fillParts(chosen(part, fact, language), facts, language, part.kind === "plural" ? fact : count);
    })
    .join("");
}

/** @param {Slot} slot @param {unknown} fact @param {string} language @returns {Part[]} */
function chosen(slot, fact, language) {
  const word = written(fact, language);
  const other = slot.cases.get("other") ?? [];
  if (slot.kind === "select") return slot.cases.get(word) ?? other;
  return slot.cases.get(`=${word}`) ?? slot.cases.get(fact === 1 ? "one" : "other") ?? other;
}

/**
 * A fact as words: decimals and lists the way the language writes them.
 * @param {unknown} fact
 * @param {string} language
 * @returns {string}
 */
export function written(fact, language) {
  if (fact == null) return "";
  if (Array.isArray(fact)) {
    const words = fact.map((one) => written(one, language));
    const last = words.pop() ?? "";
    return words.length ? words.join(", ") + (AND[language] ?? AND.en) + last : last;
  }
  return typeof fact === "number" && language === "de" ? String(fact).replace(".", ",") : String(fact);
}

/** The words of this page. */
export const text = {
  language: "en",
  /** @type {Record<string, string>} */
  texts: {},

  /** Fetches the catalogue once; pages name it in <html data-text>. */
  async load() {
    const page = document.documentElement;
    this.language = page.lang;
    if (Object.keys(this.texts).length) return;
    const answer = await fetch(page.dataset.text ?? `/text/${page.lang}.json`);
    if (!answer.ok) throw new Error(`no words: ${answer.status}`);
    this.texts = await answer.json();
  },
};

/**
 * The text of a key. A key nobody wrote shows itself, so that a page is never lost over a word.
 * @param {string} key
 * @param {Facts} [facts]
 */
export function t(key, facts = {}) {
  return fill(text.texts[key] ?? key, facts, text.language);
}

/**
 * Whether there is a text for a key.
 * @param {string} key
 */
export function hasText(key) {
  return key in text.texts;
}
