"""What can go wrong in the engine. Every error says whose fault it is.

GameError                     something was asked that the rules do not allow
├── BadSetup(code, facts)     no such match can be opened (seats, options): the host's fault
├── UnreadableMove            the object is no move of this game at all: the client's fault
├── IllegalMove(code, facts)  a readable move the rules refuse now: the player's fault
│   ├── NotYourTurn           somebody else is to act
│   └── GameOver              the match has its result already
└── BadLog                    a log that this game cannot have written: our own fault
"""

from __future__ import annotations

from typing import Any


class GameError(Exception):
    """Root of all refusals of the engine."""


class BadSetup(GameError):
    """No match can be opened like this.

    Args:
        code: `seats` or `option`.
        facts: what was asked and what is allowed, as JSON values.
    """

    def __init__(self, code: str, **facts: Any) -> None:
        super().__init__(code, facts)
        self.code = code
        self.facts = facts


class UnreadableMove(GameError):
    """The object is no move of this game; the message names what was read."""

    def __init__(self, obj: object) -> None:
        super().__init__(f"not a move of this game: {str(obj)[:80]}")


class IllegalMove(GameError):
    """A readable move that the rules refuse in this position.

    Args:
        code: the rule's code, a key of the catalogue.
        facts: public facts for the sentence; never anything the mover may not know.
    """

    def __init__(self, code: str, **facts: Any) -> None:
        super().__init__(code, facts)
        self.code = code
        self.facts = facts


class NotYourTurn(IllegalMove):
    """Another seat is to act, or nobody is (between deals)."""

    def __init__(self, **facts: Any) -> None:
        super().__init__("not_your_turn", **facts)


class GameOver(IllegalMove):
    """The match has its result."""

    def __init__(self) -> None:
        super().__init__("over")


class BadLog(GameError):
    """A log that cannot be folded: it was not written by this game in this version."""
