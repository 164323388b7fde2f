"""Words: the catalogue of each language, and the small formatter that fills facts in.

A catalogue is every static/text/<language>/*.json together: flat keys to texts. A text may hold `{name}`,
`{n, plural, =0 {no cards} one {# card} other {# cards}}` and `{who, select, me {You} other {{name}}}`, inside one
another too. static/js/text.js is the same formatter for the browser; tests/text_vectors.json holds both to it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

LANGUAGES = ("en", "de")
FOLDER = Path(__file__).parents[2] / "static" / "text"
_AND = {"en": " and ", "de": " und "}
_HEAD = re.compile(r"\s*(\w+)\s*(?:,\s*(plural|select)\s*,)?")
_CASE = re.compile(r"\s*(=?\w+)\s*\{")
_SPACE = re.compile(r"\s*")

Facts = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Slot:
    """A place in a text where a fact goes: as it is (no kind), or choosing one of the cases."""

    name: str
    kind: str | None = None
    cases: tuple[tuple[str, tuple[Part, ...]], ...] = ()


Part = str | Slot


class BadText(ValueError):
    """A text of the catalogue that cannot be read."""


@lru_cache(maxsize=4096)
def parse(text: str) -> tuple[Part, ...]:
    """A text as its parts. Raises BadText."""
    parts, at = _parts(text, 0)
    if at != len(text):
        raise BadText(f"a brace too many at {at}: {text}")
    return parts


def _parts(text: str, at: int) -> tuple[tuple[Part, ...], int]:
    """The parts up to the closing brace of this level, and where that is."""
    parts: list[Part] = []
    while at < len(text) and text[at] != "}":
        if text[at] == "{":
            slot, at = _slot(text, at + 1)
            parts.append(slot)
        else:
            ends = [end for end in (text.find("{", at), text.find("}", at)) if end >= 0]
            end = min(ends, default=len(text))
            parts.append(text[at:end])
            at = end
    return tuple(parts), at


def _slot(text: str, at: int) -> tuple[Slot, int]:
    """The slot whose brace opened just before `at`, and what comes after it."""
    head = _HEAD.match(text, at)
    if not head:
        raise BadText(f"no name at {at}: {text}")
    name, kind, at = head[1], head[2], head.end()
    cases: list[tuple[str, tuple[Part, ...]]] = []
    while kind and (case := _CASE.match(text, at)):
        parts, at = _parts(text, case.end())
        cases.append((case[1], parts))
        at += 1
    if space := _SPACE.match(text, at):
        at = space.end()
    if text[at : at + 1] != "}" or (kind and "other" not in dict(cases)):
        raise BadText(f"not closed, or no `other`, at {at}: {text}")
    return Slot(name, kind, tuple(cases)), at + 1


def fill(text: str, facts: Facts, language: str) -> str:
    """A text with its facts."""
    return _fill(parse(text), facts, language, None)


def _fill(parts: Sequence[Part], facts: Facts, language: str, count: object) -> str:
    """Parts with their facts; inside a plural `#` stands for `count`."""
    out = []
    for part in parts:
        if isinstance(part, str):
            out.append(part if count is None else part.replace("#", written(count, language)))
        elif part.kind is None:
            fact = facts.get(part.name)
            out.append(f"{{{part.name}}}" if fact is None else written(fact, language))
        else:
            fact = facts.get(part.name)
            inner = fact if part.kind == "plural" else count
            out.append(_fill(_case(part, fact, language), facts, language, inner))
    return "".join(out)


def _case(slot: Slot, fact: object, language: str) -> tuple[Part, ...]:
    cases = dict(slot.cases)
    if slot.kind == "select":
        return cases.get(written(fact, language), cases["other"])
    exact = cases.get(f"={written(fact, language)}")
    return exact if exact is not None else cases.get("one" if fact == 1 else "other", cases["other"])


def written(fact: object, language: str) -> str:
    """A fact as words: decimals and lists the way the language writes them."""
    if fact is None:
        return ""
    if isinstance(fact, bool):
        return str(fact).lower()
    if isinstance(fact, float):
        plain = repr(int(fact) if fact.is_integer() else fact)
        return plain.replace(".", ",") if language == "de" else plain
    if isinstance(fact, (list, tuple)):
        words = [written(one, language) for one in fact]
        return _AND[language].join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)
    return str(fact)


@dataclass(frozen=True, slots=True)
class Words:
    """The words of one language: `words("seat.free")`, `words("end.by", n=4)`."""

    language: str
    texts: Mapping[str, str]

    def __call__(self, key: str, **facts: object) -> str:
        """The text of a key. A key nobody wrote shows itself, so that a page is never lost over a word."""
        return fill(self.texts.get(key, key), facts, self.language)

    def has(self, key: str) -> bool:
        return key in self.texts


@lru_cache(maxsize=len(LANGUAGES))
def words(language: str) -> Words:
    """The words of a language."""
    texts: dict[str, str] = {}
    for file in sorted((FOLDER / language).glob("*.json")):
        texts.update(json.loads(file.read_text("utf-8")))
    return Words(language, texts)


def preferred(cookie: str | None, accept: str | None) -> str:
    """The language of a request: its cookie's, else the first one of Accept-Language that we speak."""
    if cookie in LANGUAGES:
        return cookie
    asked: list[tuple[float, str]] = []
    for entry in (accept or "")[:500].split(","):
        tag, _, rest = entry.partition(";")
        quality = re.search(r"q=([\d.]+)", rest)
        try:
            weight = float(quality[1]) if quality else 1.0
        except ValueError:
            weight = 0.0
        asked.append((-weight, tag.strip().lower().partition("-")[0]))
    return next(
        (tag for weight, tag in sorted(asked, key=lambda one: one[0]) if weight and tag in LANGUAGES), LANGUAGES[0]
    )
