"""What an open room does by itself: its newest state says what is due (`clocks.due`), and one timer waits for it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple, Protocol

from app.rooms import clocks, thinking
from app.rooms.ask import Dealer, System
from app.rooms.clocks import BotTurn, Tell, Timers
from app.rooms.crowd import Crowd
from app.rooms.neighbours import SURE_MS, Neighbours
from app.rooms.state import RoomState
from app.rooms.thinkers import Thinkers, Thought


class Means(Protocol):
    """What a room needs of the house to act by itself."""

    dealer: Dealer
    timers: Timers
    thinkers: Thinkers
    now: Callable[[], int]


class Room(NamedTuple):
    """What is asked of the room itself.

    Attributes:
        state: the newest fold. post: puts a command of the room's own into its mailbox.
    """

    state: Callable[[], RoomState]
    crowd: Crowd
    neighbours: Neighbours
    post: Callable[[System], None]


class Alarm:
    """A room's timer, and the bot that thinks for it."""

    def __init__(self, means: Means, room: Room) -> None:
        self._means = means
        self._room = room
        self._timer: asyncio.TimerHandle | None = None
        # Who is in other processes is asked first: nobody is taken for absent before.
        self._not_before = 0 if room.neighbours.quiet else means.now() + SURE_MS
        self._thinking: BotTurn | None = None
        self._thought_out: tuple[BotTurn, System] | None = None

    def hold(self, wait_ms: int) -> None:
        """Do nothing for so long: what was tried could not be stored."""
        self._not_before = self._means.now() + wait_ms
        self.set()

    def set(self) -> None:
        """Something has changed: wait for what is due now, and for nothing else."""
        self.stop()
        room, now = self._room, self._means.now()
        if not room.crowd.viewers:  # whoever is here in another process lets that one act
            return
        due = clocks.due(room.state(), room.crowd.presence(), self._means.timers, now)
        if due and due.what != self._thinking:
            wait = max(due.at, self._not_before) - now + room.neighbours.patience(self._takes(due.what))
            self._timer = asyncio.get_running_loop().call_later(max(0, wait) / 1000, self._act, due.what)

    def stop(self) -> None:
        """Wait for nothing; the log has everything else."""
        if self._timer:
            self._timer.cancel()
            self._timer = None

    def _takes(self, what: Any) -> int:
        """How long (ms) it may take from the beginning until it is stored."""
        if not isinstance(what, BotTurn):
            return 0
        state = self._room.state()
        return self._means.thinkers.at_most(state.game, thinking.level(state, what.seat))

    def _act(self, what: Any) -> None:
        self._timer = None
        if isinstance(what, Tell):
            self._room.crowd.tell_room(self._room.state())
            self.set()
        elif isinstance(what, BotTurn):
            self._think(what)
        else:
            self._room.post(what)

    def _think(self, turn: BotTurn) -> None:
        """Ask what the bot does here; what was thought out once is not asked again, if only storing it failed."""
        if self._thought_out and self._thought_out[0] == turn:
            self._room.post(self._thought_out[1])
            return
        state = self._room.state()
        asked = thinking.question(state, turn, self._means.dealer)
        if isinstance(asked, thinking.Question):
            self._thinking = turn
            match = state.play.id if state.play else ""
            self._means.thinkers.ask(asked, partial(self._thought, match, turn))
        elif asked is not None:
            self._room.post(asked)

    def _thought(self, match: str, turn: BotTurn, thought: Thought) -> None:
        """A bot knows what it does; if the turn is over meanwhile, judging says so."""
        self._thinking = None
        self._thought_out = turn, thinking.made(match, turn, thought.move)
        self._room.post(self._thought_out[1])
        self.set()
