"""Words: the formatter against the vectors it shares with the browser, and the catalogues against each other."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from app.rooms.house import HOUSE_OPTIONS, shown
from app.web import text
from engine.core.option import Option
from engine.games import SHELF
from engine.lessons import lesson
from tests.engine.lessons import of

ROOT = Path(__file__).parents[3]
VECTORS = json.loads((ROOT / "tests/text_vectors.json").read_text("utf-8"))
KEY = r"[a-z][a-z0-9_]*(?:\.[A-Za-z0-9_]+)*"


@pytest.mark.parametrize("language", text.LANGUAGES)
@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["text"][:40])
def test_vectors(vector: dict[str, Any], language: str) -> None:
    assert text.fill(vector["text"], vector["facts"], language) == vector[language]


@pytest.mark.parametrize("broken", ["{", "}", "{n, plural, one {a}}", "{n, plural one {a}}", "{a b}", "{}"])
def test_what_cannot_be_read(broken: str) -> None:
    with pytest.raises(text.BadText):
        text.parse(broken)


@pytest.mark.parametrize(
    ("cookie", "accept", "language"),
    [
        (None, None, "en"),
        ("de", "en", "de"),
        ("fr", "de-AT,de;q=0.9", "de"),
        (None, "fr, de;q=0.4, en;q=0.8", "en"),
        (None, "fr, DE-de;q=0.4", "de"),
        (None, "de;q=0, *", "en"),
        (None, "de;q=0.0.1", "en"),
        (None, ";;;,q=", "en"),
    ],
)
def test_preferred(cookie: str | None, accept: str | None, language: str) -> None:
    assert text.preferred(cookie, accept) == language


def test_a_key_nobody_wrote_shows_itself() -> None:
    assert text.words("en")("nobody.wrote", n=1) == "nobody.wrote"


def slots(parts: Sequence[text.Part]) -> Iterator[tuple[str, str | None]]:
    """Every slot in a text, with its kind."""
    for part in parts:
        if isinstance(part, text.Slot):
            yield part.name, part.kind
            for _, inner in part.cases:
                yield from slots(inner)


def test_both_languages_say_the_same() -> None:
    english, german = (text.words(language).texts for language in text.LANGUAGES)
    assert english.keys() == german.keys()
    names = {
        key: (
            {name for name, _ in slots(text.parse(english[key]))},
            {name for name, _ in slots(text.parse(german[key]))},
        )
        for key in english
    }
    assert {key: pair for key, pair in names.items() if pair[0] != pair[1]} == {}


@pytest.mark.parametrize("language", text.LANGUAGES)
def test_no_key_stands_in_two_files(language: str) -> None:
    keys = [key for file in (text.FOLDER / language).glob("*.json") for key in json.loads(file.read_text("utf-8"))]
    assert len(keys) == len(set(keys))


@pytest.mark.parametrize("language", text.LANGUAGES)
def test_nothing_is_claimed_that_is_not_decided(language: str) -> None:
    for key, words in text.words(language).texts.items():
        assert not re.search(r"open.?source|quelloffen", words, re.IGNORECASE), key


def sources() -> Iterator[str]:
    for pattern in ("templates/**/*.html", "static/js/*.js", "static/games/**/*.js"):
        for file in ROOT.glob(pattern):
            yield file.read_text("utf-8")


def asked(source: str) -> Iterator[str]:
    """The first argument of every t(...) and hasText(...)."""
    for call in re.finditer(r"\b(?:t|hasText)\(", source):
        depth, at = 1, call.end()
        while depth and at < len(source) and not (depth == 1 and source[at] == ","):
            depth += (source[at] in "([{") - (source[at] in ")]}")
            at += 1
        yield source[call.end() : at]


def keys_and_beginnings() -> tuple[set[str], set[str]]:
    """Keys that are written out, and beginnings of keys that are completed while running."""
    keys, beginnings = set(), set()
    for source in sources():
        for argument in asked(source):
            # 'home.promise' ~ nth in a template; {"a" === b} in a script is no key
            begun = set(re.findall(r"""["']([a-z][\w.]*)["']\s*~""", argument))
            found = re.findall(r"""(["'])((?:(?!\1).)*)\1(?!\s*(?:~|===|!==))""", argument)
            beginnings |= begun
            keys |= {words for _, words in found if re.fullmatch(KEY, words) and ("." in words or len(found) == 1)}
            beginnings |= set(re.findall(r"`([a-z][\w.]*)\$\{", argument))
    return keys, beginnings


def described() -> list[Option]:
    """Every option that a host is shown: those of the games and those of the house."""
    return [*(o for game in SHELF.values() for o in game.options), *shown()]


@pytest.mark.parametrize("option", described(), ids=lambda option: option.text)
def test_every_option_has_its_words(option: Option) -> None:
    written = text.words("en").texts
    assert option.text in written
    for value in option.values:
        plain = option in HOUSE_OPTIONS and option.type == "boolean"
        key = "house.yes" if plain else f"{option.text}.{str(value).lower()}"
        assert key in written


@pytest.mark.parametrize("game", [game for game in SHELF if lesson(game)])
def test_every_step_of_a_lesson_has_its_words(game: str) -> None:
    written = text.words("en").texts
    for key in of(game).keys:
        for part in (".title", "", ".do"):
            assert f"lesson.{game}.{key}{part}" in written
    told = {key for key in written if key.startswith(f"lesson.{game}.") and key.count(".") == 2}
    assert told == {f"lesson.{game}.{key}" for key in of(game).keys}


def test_every_key_that_is_used_is_written() -> None:
    written = text.words("en").texts.keys()
    keys, beginnings = keys_and_beginnings()
    assert keys - written == set()
    assert {one for one in beginnings if not any(key.startswith(one) for key in written)} == set()


def test_every_key_that_is_written_is_used() -> None:
    chosen = [
        (ROOT / "app/web" / name).read_text("utf-8") for name in ("pages.py", "written.py", "scene.py", "timeline.py")
    ]
    everything = "\n".join([*sources(), *chosen])
    _, beginnings = keys_and_beginnings()
    # Keys that are put together before they reach t(), and those that the server chooses itself.
    beginnings |= {*re.findall(r"`([a-z][\w.]*\.)\$\{", everything), "refusal.", *(o.text for o in described())}
    unused = [
        key
        for key in text.words("en").texts
        if not re.search(rf"""["'`]{re.escape(key)}["'`]""", everything)
        and not any(key.startswith(one) for one in beginnings)
    ]
    assert unused == []
