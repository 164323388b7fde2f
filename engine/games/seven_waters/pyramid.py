"""The pyramid: seven rows, each card covered by the two below it (S1, S2). Rows and positions count from 1."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

ROWS = 7
DOWN = 1  # what everybody sees of a face-down card
Place = str | int | None  # a face, DOWN, or None once it is taken
Pyramid = tuple[tuple[Place, ...], ...]


class Spot(NamedTuple):
    """A place in the pyramid."""

    row: int
    pos: int


SPOTS: tuple[Spot, ...] = tuple(Spot(row, pos) for row in range(1, ROWS + 1) for pos in range(1, row + 1))
APEX = SPOTS[0]


def lies_open(spot: Spot) -> bool:
    """Whether a card of this row is laid out face up: rows 1, 3, 5, 7."""
    return spot.row % 2 == 1


def at(pyramid: Pyramid, spot: Spot) -> Place:
    """What lies at a spot; None outside the pyramid as well."""
    if not 1 <= spot.row <= ROWS or not 1 <= spot.pos <= spot.row:
        return None
    return pyramid[spot.row - 1][spot.pos - 1]


def is_free(pyramid: Pyramid, spot: Spot) -> bool:
    """Whether nothing lies on a card: row r, position i is covered by row r+1, positions i and i+1 (S2)."""
    if spot.row == ROWS:
        return True
    below = pyramid[spot.row]
    return below[spot.pos - 1] is None and below[spot.pos] is None


def free(pyramid: Pyramid) -> Iterator[Spot]:
    """The cards that can be drafted, in order of rows and positions."""
    for spot in SPOTS:
        if pyramid[spot.row - 1][spot.pos - 1] is not None and is_free(pyramid, spot):
            yield spot


def put(pyramid: Pyramid, spot: Spot, place: Place) -> Pyramid:
    """The pyramid with one place changed."""
    row = pyramid[spot.row - 1]
    changed = (*row[: spot.pos - 1], place, *row[spot.pos :])
    return (*pyramid[: spot.row - 1], changed, *pyramid[spot.row :])


def under(spot: Spot) -> tuple[Spot, ...]:
    """The one or two spots that a card lies on."""
    row = spot.row - 1
    return tuple(Spot(row, pos) for pos in (spot.pos - 1, spot.pos) if 1 <= pos <= row)


def face_down(pyramid: Pyramid) -> Iterator[Spot]:
    """The spots whose cards lie face down: the deck of the state holds their cards in this order."""
    for spot in SPOTS:
        if pyramid[spot.row - 1][spot.pos - 1] == DOWN:
            yield spot


def left(pyramid: Pyramid) -> int:
    """Cards that have not been drafted."""
    return sum(place is not None for row in pyramid for place in row)


def laid_out(cards: Sequence[str]) -> tuple[Pyramid, tuple[str, ...]]:
    """Twenty-eight cards as the open pyramid, row 1 first from the left, and those that lie face down."""
    rows: list[tuple[Place, ...]] = []
    hidden: list[str] = []
    start = 0
    for row in range(1, ROWS + 1):
        line = tuple(cards[start : start + row])
        start += row
        if row % 2:
            rows.append(line)
        else:
            rows.append((DOWN,) * row)
            hidden += line
    return tuple(rows), tuple(hidden)
