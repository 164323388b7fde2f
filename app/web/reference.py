"""The API's description (OpenAPI) as what its page shows: one entry an operation. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

VERBS = ("get", "post", "put", "patch", "delete")


@dataclass(frozen=True, slots=True)
class Field:
    """A parameter, or a field of a body."""

    name: str
    where: str
    kind: str
    needed: bool
    note: str


@dataclass(frozen=True, slots=True)
class Operation:
    """One thing that the API does."""

    verb: str
    path: str
    summary: str
    note: str
    fields: tuple[Field, ...]

    @property
    def anchor(self) -> str:
        return f"{self.verb}-{self.path.strip('/').translate(str.maketrans('/{}.', '----'))}"


def operations(schema: Mapping[str, Any]) -> list[Operation]:
    """Every operation, in the order in which they were written."""
    return [
        Operation(verb, path, one.get("summary", ""), one.get("description", ""), _fields(schema, one))
        for path, verbs in schema["paths"].items()
        for verb, one in verbs.items()
        if verb in VERBS
    ]


def _fields(schema: Mapping[str, Any], operation: Mapping[str, Any]) -> tuple[Field, ...]:
    fields = [
        Field(
            one["name"], one["in"], kind(schema, one["schema"]), one.get("required", False), one.get("description", "")
        )
        for one in operation.get("parameters", ())
    ]
    body = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
    whole = _resolved(schema, body)
    fields += [
        Field(name, "body", kind(schema, one), name in whole.get("required", ()), one.get("description", ""))
        for name, one in whole.get("properties", {}).items()
    ]
    return tuple(fields)


def _resolved(schema: Mapping[str, Any], part: Mapping[str, Any]) -> Mapping[str, Any]:
    if "$ref" not in part:
        return part
    found: Any = schema
    for step in part["$ref"].removeprefix("#/").split("/"):
        found = found[step]
    return found  # type: ignore[no-any-return]


def kind(schema: Mapping[str, Any], part: Mapping[str, Any]) -> str:
    """A type in a few words: "text, 8-80", "whole number, 1-100", "object"."""
    part = _resolved(schema, part)
    if options := part.get("anyOf"):
        return " | ".join(dict.fromkeys(kind(schema, option) for option in options))
    words = str(part.get("type", "any"))
    low = part.get("minLength", part.get("minimum"))
    high = part.get("maxLength", part.get("maximum"))
    if high is not None:
        words += f" {low if low is not None else 0}\u2013{high}"
    return words
