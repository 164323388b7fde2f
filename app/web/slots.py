"""Imprint and privacy: what the law asks of whoever runs the server, as an address of theirs or as a text file.

WATERSIDE_IMPRINT=https://example.org/imprint      the foot of every page leads there
WATERSIDE_IMPRINT=/data/imprint.txt                shown at /imprint; in German /data/imprint.de.txt where there is one
"""

from __future__ import annotations

import re
from pathlib import Path

from fastapi import APIRouter, Request, Response

from app.settings import Settings
from app.web import pages

router = APIRouter(route_class=pages.Page, include_in_schema=False)


def text(given: str, language: str) -> str | None:
    """A file's text, in this language where it has one; None where there is none."""
    if not given or pages.is_address(given):
        return None
    file = Path(given)
    for one in (file.with_suffix(f".{language}{file.suffix}"), file):
        try:
            return one.read_text("utf-8")
        except (OSError, UnicodeDecodeError):
            continue
    return None


def _filled(settings: Settings, name: str) -> str:
    return settings.imprint if name == "imprint" else settings.privacy


def _shown(request: Request, name: str) -> Response:
    said = text(_filled(request.app.state.settings, name), pages.language(request))
    if said is None:
        return pages.error_page(request, 404, "page")
    paragraphs = [part.strip().splitlines() for part in re.split(r"\n\s*\n", said) if part.strip()]
    return pages.render(request, "slot.html", name=name, paragraphs=paragraphs)


@router.get("/imprint")
async def imprint(request: Request) -> Response:
    """Who runs this server, in their own words."""
    return _shown(request, "imprint")


@router.get("/privacy")
async def privacy(request: Request) -> Response:
    """What is stored of whoever comes here, in the words of whoever runs it."""
    return _shown(request, "privacy")
