"""The API's description (OpenAPI), completed: what each answer looks like, and every refusal there is."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from app.web.problems import STATUS

Schema = dict[str, Any]
TEXT: Schema = {"type": "string"}
NUMBER: Schema = {"type": "integer"}
MAYBE: Schema = {"type": ["string", "null"]}
ANYTHING: Schema = {"type": "object"}

PROBLEM: Schema = {
    "type": "object",
    "title": "Problem",
    "description": "why a request was refused (RFC 9457)",
    "required": ["type", "title", "status", "code", "facts"],
    "properties": {
        "type": TEXT,
        "title": TEXT,
        "status": NUMBER,
        "code": {"enum": sorted(STATUS)},
        "facts": ANYTHING,
    },
}


def shape(**fields: Schema) -> Schema:
    """An object that has these fields; more may be added within this version."""
    return {"type": "object", "required": list(fields), "properties": fields}


def many(of: Schema) -> Schema:
    """A list."""
    return {"type": "array", "items": of}


GUEST = shape(guest=TEXT, name=TEXT)
GAME = shape(name=TEXT, seats=shape(min=NUMBER, max=NUMBER), options=ANYTHING, bots=many(TEXT), rules=NUMBER)
TABLE = shape(code=TEXT, url=TEXT, game=TEXT, kind=TEXT, phase=TEXT, names=many(TEXT), your_turn={"type": "boolean"})
PICTURE = {"image/svg+xml": {"schema": TEXT}}


def told(schema: Schema, status: int = 200) -> dict[int | str, dict[str, Any]]:
    """What a route answers with, as FastAPI takes it."""
    return {status: {"description": "Done", "content": {"application/json": {"schema": schema}}}}


def refused(*codes: str) -> dict[int | str, dict[str, Any]]:
    """What a route may refuse, besides what every route may."""
    content = {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
    return {STATUS[code]: {"description": code, "content": content} for code in codes}


def describe(app: FastAPI) -> Schema:
    """The whole document. FastAPI's own 422 is none of ours: what cannot be read is `bad`."""
    whole: Schema = get_openapi(
        title=app.title, version=app.version, description=app.description, routes=app.routes, tags=app.openapi_tags
    )
    for verbs in whole["paths"].values():
        for verb, operation in verbs.items():
            answers = operation["responses"]
            answers.pop("422", None)
            usual = ["bad", "method", "unavailable", *(["origin", "large", "media"] if verb == "post" else [])]
            for status, answer in refused(*usual).items():
                answers.setdefault(str(status), answer)
    schemas = whole.setdefault("components", {}).setdefault("schemas", {})
    for name in ("HTTPValidationError", "ValidationError"):
        schemas.pop(name, None)
    schemas["Problem"] = PROBLEM
    return whole
