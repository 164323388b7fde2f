"""The verdict: the log of a room, folded anew, against all that its players heard."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from app.rooms import letters, room
from app.rooms.state import RoomState, Row
from engine.games import SHELF
from tests.app.player import Message
from tests.app.told import told
from tests.crash.table import Table


class Verdict(NamedTuple):
    """Counts.

    Attributes:
        lost: acknowledged moves that are not in the log. doubled: decisions made twice, or told twice to one player.
        gaps: numbers missing in the log or in what a player was told. mismatches: views that differ from the log's.
    """

    lost: int = 0
    doubled: int = 0
    gaps: int = 0
    mismatches: int = 0

    def plus(self, other: Verdict) -> Verdict:
        """Both together."""
        return Verdict(*(a + b for a, b in zip(self, other, strict=True)))


class Story(NamedTuple):
    """What a log says: the view of each seat at each row, and the rows with news of the match."""

    views: dict[tuple[int, str], Any]
    told: list[int]
    decisions: Counter[tuple[str, int]]


def judge(table: Table, rows: Sequence[Row]) -> Verdict:
    """One table against its log."""
    story = _fold(table, rows)
    stored = Counter(row.cmd_id for row in rows)
    numbers = {row.seq for row in rows}
    verdict = Verdict(
        lost=sum(not stored[acked.command] for acked in table.acked),
        doubled=sum(n - 1 for n in stored.values()) + sum(n - 1 for n in story.decisions.values()),
        gaps=max(numbers) - len(numbers) + sum(acked.v not in numbers for acked in table.acked),
        mismatches=len(table.wrong) + sum(_made_up(table, row) for row in rows),
    )
    for player in table.players:
        verdict = verdict.plus(_heard(player.guest, player.heard, story))
    return verdict


def _made_up(table: Table, row: Row) -> bool:
    """A guest's move that nobody has sent."""
    return row.kind == "move" and row.by is not None and row.cmd_id not in table.sent


def _fold(table: Table, rows: Sequence[Row]) -> Story:
    state, story = room.opened("audit", rows[0], SHELF), Story({}, [], Counter())
    for row in rows[1:]:
        state, told = room.fold(state, row, SHELF)
        if told.item is not None:
            story.told.append(row.seq)
        if row.kind == "move" and state.play is not None:
            story.decisions[state.play.id, row.body["turn"]] += 1
        if state.play is not None and state.play.match.deals:
            for player in table.players:
                story.views[row.seq, player.guest] = _view(state, player.guest)
    return story


def _view(state: RoomState, guest: str) -> Any:
    return told(letters.table(state, state.seat_of(guest), None))["view"]


def _heard(guest: str, heard: Sequence[Message], story: Story) -> Verdict:
    """One player's stream: every view as the log has it, every piece of news once and in order."""
    tables = [message for message in heard if message["t"] == "table"]
    mismatches = sum(message["view"] != story.views.get((message["v"], guest)) for message in tables)
    news = [item["v"] for message in tables for item in message["news"]]
    # Whoever says where they are is told what is new since then: nothing again, nothing left out.
    doubled = len(news) - len(set(news)) + sum(a > b for a, b in pairwise(news))
    expected = {v for v in story.told if v <= tables[-1]["v"]}
    return Verdict(doubled=doubled, gaps=len(expected - set(news)), mismatches=mismatches)
