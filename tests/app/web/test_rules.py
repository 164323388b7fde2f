"""The rules pages: every ruling that players may know otherwise, every refusal, every figure, in both languages."""

from __future__ import annotations

import ast
import re
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest

from app.web import anchors, rules, text
from engine.games import SHELF
from tests.app.house import House, house

ROOT = Path(__file__).parents[3]
# The rulings marked (shown), and the section in which the points of Seven Waters stand.
SHOWN = {
    "waterhole": ("w9", "w10"),
    "kariba": ("w9", "w10", "k2", "k3", "k5", "k7", "k9"),
    "seven_waters": ("w9", "s2", "s5", "s9", "s10", "s12", "s13", "s14", "score"),
}
SECTIONS = {
    "waterhole": "goal setup turn chase gap smallest draw end match options house",
    "kariba": "goal setup turn chase gap smallest draw market end match options house",
    "seven_waters": ("goal cards setup turn draft slide river pool theme discard last score match options house"),
}
FAMILY = {"waterhole": "herds", "kariba": "herds", "seven_waters": "seven_waters"}
FIGURES = {
    "waterhole": ["wheel", "chase", "gap", "smallest"],
    "kariba": ["wheel", "chase", "gap", "smallest", "market"],
    "seven_waters": ["setup", "draft", "slide", "river", "pool", "theme", "score"],
}
ENGLISH = {"the", "you", "your", "and", "with", "of", "is", "are", "that", "who", "which", "cards", "card", "each"}
both = pytest.mark.parametrize("language", text.LANGUAGES)
every = pytest.mark.parametrize("game", rules.told(SHELF))


@pytest.fixture
async def served(tmp_path: Path) -> AsyncIterator[House]:
    """Pages that need no database: SQLite will do."""
    async with house(tmp_path) as one:
        yield one


async def page(served: House, game: str, language: str, part: str = "") -> str:
    async with httpx.AsyncClient(base_url=served.url, cookies={"lang": language}) as http:
        answer = await http.get(f"/rules/{game}{part}")
    assert answer.status_code == 200
    assert answer.headers["content-language"] == language
    return answer.text


def ids(html: str) -> list[str]:
    return re.findall(r'\bid="([^"]+)"', html)


def body(html: str) -> str:
    """The rules themselves, without the frame of the page."""
    return html[html.index('<section id="') : html.rindex("</section>")]


def words(html: str) -> list[str]:
    return re.findall(r"[^\W\d_]+", re.sub(r"<[^>]+>", " ", html).lower())


def codes(family: str) -> set[str]:
    """Every code with which the engine refuses a move of these games."""
    found = {"not_your_turn", "over"}
    for file in (ROOT / "engine/games" / family).glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "IllegalMove":
                assert isinstance(node.args[0], ast.Constant), file
                found.add(str(node.args[0].value))
    return found


@both
@every
async def test_sections_rulings_and_figures(served: House, game: str, language: str) -> None:
    html = body(await page(served, game, language))
    assert re.findall(r'<section id="(\w+)"', html) == SECTIONS[game].split()
    assert set(SHOWN[game]) <= set(ids(html))
    assert re.findall(r'data-fig="(\w+)"', html) == FIGURES[game]
    captions = re.findall(r"<figcaption>([^<]{30,})</figcaption>", html)
    assert len(captions) == len(FIGURES[game])


@both
@every
async def test_contents_lead_to_every_section(served: House, game: str, language: str) -> None:
    html = await page(served, game, language)
    contents = html[html.index('class="contents"') :].split("</nav>")[0]
    assert re.findall(r'href="#(\w+)"', contents) == SECTIONS[game].split()
    inner = re.findall(r'href="#([\w-]+)"', html)
    assert set(inner) <= set(ids(html))
    assert len(ids(html)) == len(set(ids(html)))


@both
@every
async def test_every_refusal_has_a_place_and_a_sentence(served: House, game: str, language: str) -> None:
    assert codes(FAMILY[game]) <= anchors.ANCHORS[game].keys()
    there = set(ids(body(await page(served, game, language))))
    assert set(anchors.ANCHORS[game].values()) <= there
    catalogue = text.words(language)
    missing = [code for code in codes(FAMILY[game]) if not catalogue.has(f"refusal.illegal.{code}")]
    assert [code for code in missing if code != "not_your_turn"] == []  # that one has a code of its own


@both
@every
async def test_the_sheet_holds_the_same_text(served: House, game: str, language: str) -> None:
    whole, sheet = await page(served, game, language), await page(served, game, language, "?part=sheet")
    assert words(body(sheet)) == words(body(whole))
    assert ids(sheet) == [f"rule-{one}" for one in ids(body(whole))]
    assert set(re.findall(r'href="#([\w-]+)"', sheet)) <= set(ids(sheet))


@every
async def test_the_german_page_speaks_german(served: House, game: str) -> None:
    assert set(words(body(await page(served, game, "de")))) & ENGLISH == set()
    assert set(words(body(await page(served, game, "en")))) & ENGLISH


@pytest.mark.parametrize("path", ["/rules/chess", "/rules/", "/rules/waterhole/", "/rules/_over"])
async def test_what_is_not_there(served: House, path: str) -> None:
    async with httpx.AsyncClient(base_url=served.url, headers={"Accept": "text/html"}) as http:
        answer = await http.get(path, follow_redirects=True)
    assert answer.status_code in (200, 404)
    assert answer.status_code == 404 or path in ("/rules/", "/rules/waterhole/")  # a slash too many is mended
    if answer.status_code == 404:
        assert "<h1" in answer.text


async def test_rules_alone_lead_to_the_first_game(served: House) -> None:
    async with httpx.AsyncClient(base_url=served.url) as http:
        assert (await http.get("/rules")).headers["location"] == "/rules/waterhole"


@every
@both
async def test_the_options_are_those_of_the_engine(served: House, game: str, language: str) -> None:
    """Named as in the waiting room, each value of each option, the default marked; seats as well."""
    html_, t = await page(served, game, language), text.words(language)
    section = html_[html_.index('<section id="options"') :]
    section = section[: section.index("</section>")]
    for option in SHELF[game].options:
        assert f"<dt>{t(option.text)}</dt>" in section
        for value in option.values:
            words = t(f"{option.text}.{str(value).lower()}")
            assert f'class="chip{" good" if value == option.default else ""}">{words}' in section
    assert section.count(t("rules.default")) == len(SHELF[game].options)
    seats = SHELF[game].seats
    assert t("game.seats", low=seats[0], high=seats[-1]) in html_
