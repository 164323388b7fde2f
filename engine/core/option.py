"""An option of a game, described once: waiting room, REST, rules pages and tests read it from here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.core.errors import BadSetup

_TYPES = {bool: "boolean", int: "integer", str: "string"}


@dataclass(frozen=True, slots=True)
class Option:
    """Something that is chosen before a match.

    Attributes:
        name: on the wire.
        values: what it may be, all of one type, in the order in which people are offered them.
        text: key of its name in the catalogue; `<text>.<value>` names a value.
        default: what it is when nobody says.
    """

    name: str
    values: tuple[Any, ...]
    text: str
    default: Any

    @property
    def type(self) -> str:
        """The JSON type of its values: boolean, integer or string."""
        return _TYPES[type(self.values[0])]

    def allows(self, value: object) -> bool:
        """Whether a JSON value may be chosen: True does not pass for 1."""
        return any(value == one and type(value) is type(one) for one in self.values)

    def described(self) -> dict[str, Any]:
        """The option as JSON."""
        return {"type": self.type, "values": list(self.values), "default": self.default, "text": self.text}


def of_game(name: str, *values: Any) -> Option:
    """An option of the rules, named in the catalogue by `option.<name>`; the first value is the default."""
    return Option(name, values, f"option.{name}", values[0])


def settled(options: tuple[Option, ...], chosen: Mapping[str, Any]) -> dict[str, Any]:
    """What was chosen, with defaults filled in. Raises BadSetup(`option`) for unknown names and values."""
    known = {option.name: option for option in options}
    for name, value in chosen.items():
        if name not in known or not known[name].allows(value):
            raise BadSetup("option", option=str(name)[:40])
    return {name: chosen.get(name, option.default) for name, option in known.items()}
