"""One world over real sockets, HTTP and pages: what a viewer's browser gets, every byte of it.

A server of its own on a given port, since the port's digits are in pages and their compressed size. Clock, ids, seeds
with their seals, and orders come from outside. After every deed it is waited until the room is still and everybody has
read all that was sent; so both worlds take the same way, however fast the machine.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import io
import itertools
import logging
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import structlog

from app.rooms import clocks, shuffle
from app.rooms.ask import BotMove
from app.rooms.clocks import BotTurn, Tell
from app.rooms.ids import Ids
from app.rooms.mailbox import OpenRoom
from tests.app.house import House, house
from tests.app.player import Player, seated
from tests.secrecy.asked import Ask, answers
from tests.secrecy.desk import NOW, SEED
from tests.secrecy.know import Viewer
from tests.secrecy.script import Acts, Setup
from tests.secrecy.worlds import Pair

NEVER_MS = 10**8
HINT = {"t": "cmd", "do": "hint"}


def counted_bytes() -> Callable[[int], bytes]:
    """Chance that comes out the same in both worlds."""
    count = itertools.count()
    return lambda n: hashlib.shake_256(next(count).to_bytes(8, "big")).digest(n)


class Numbered(Ids):
    """Ids that come out the same in both worlds; a code for another device, which somebody may ask for in one of them
    only, takes none of the others' numbers."""

    def __init__(self) -> None:
        super().__init__(counted_bytes())
        self._devices = Ids(counted_bytes())

    def device(self) -> str:
        return self._devices.device()


def inject(patch: pytest.MonkeyPatch, acts: Acts) -> None:
    """The build's name, the seals, and the orders of the deals as they are written."""
    orders = iter([act.what for act in acts if act.do == "deal"])
    firsts, seals = iter([act.what[1] for act in acts if act.do == "deal"]), itertools.count(1)
    patch.setattr("app.main.build", lambda: "b")
    patch.setattr(shuffle, "order", lambda pack, key, deal: list(next(orders)[0]))
    patch.setattr(shuffle, "first_seat", lambda key, seats: next(firsts))
    patch.setattr(shuffle, "commitment", lambda seed: f"{next(seals):064x}")


def is_pong(frame: str) -> bool:
    """Whether a frame answers a ping."""
    return frame.startswith('{"t":"pong"')


class Live:
    """A table of a running server.

    Attributes:
        people: by seat, then a spectator, then a stranger who looks on and whose frames nobody compares.
        tabs: sockets that came later and stay, with whose they are. told: answers over HTTP.
    """

    def __init__(self, served: House, setup: Setup, viewer: Viewer, ask: Ask) -> None:
        self.served, self.setup, self.viewer, self._ask_for = served, setup, viewer, ask
        self.people: list[Player] = []
        self.tabs: list[tuple[Viewer, Player]] = []
        self.told: list[Any] = []
        self.code = ""
        self._said: dict[int, dict[str, Any]] = {}

    @property
    def room(self) -> OpenRoom:
        """The room in the server's memory."""
        (room,) = self.served.app.state.rooms.open_rooms()
        assert isinstance(room, OpenRoom)
        return room

    def player(self, who: Viewer) -> Player:
        return self.people[self.setup.seats if who is None else who]

    # --- deeds -------------------------------------------------------------------------------------------------------

    async def live(self, acts: Acts) -> None:
        """Everybody comes and starts; then the deeds."""
        names = [f"P{seat}" for seat in range(self.setup.seats)]
        self.people = await seated(self.served.url, *names, watchers=2, game=self.setup.game, **self.setup.options)
        for player in self.people:
            player.chance = False  # whose share comes first is chance
        self.code = self.people[0].socket.request.path.rsplit("/", 1)[1]
        await self._still()
        await self.people[0].do("start")
        await self._still()
        moves = 0
        for act in acts:
            await getattr(self, f"_{act.do}", self._nothing)(act.who, act.what)
            await self._still()
            moves += act.do == "move"
            if act.do == "move" and moves in self._ask_for.after:
                self.told += await answers(self.served.app, self.player(self.viewer), self.code, self._ask_for)
        for player in [*(player for _, player in self.tabs), *self.people]:
            await player.gone()

    async def _still(self) -> None:
        """Until the room has done all that is due, and all sockets have read what they were sent."""
        while self._busy():  # noqa: ASYNC110 - the room has no event for it
            await asyncio.sleep(0.001)
        for player in [*self.people, *(player for _, player in self.tabs)]:
            if self._here(player):
                since = len(player.heard)
                await player.say({"t": "ping", "n": 0})
                await player.until(lambda m: m["t"] == "pong", since)

    def _busy(self) -> bool:
        room = self.room
        due = clocks.due(room.state, room.crowd.presence(), self.served.app.state.rooms.timers, NOW)
        soon = due is not None and due.at <= NOW and not isinstance(due.what, BotTurn | Tell)
        return room._busy or bool(room._mail) or soon or len(room.crowd.viewers) != self._open()

    def _open(self) -> int:
        return sum(self._here(player) for player in [*self.people, *(player for _, player in self.tabs)])

    @staticmethod
    def _here(player: Player) -> bool:
        return player.socket is not None and player.socket.close_code is None

    async def _nothing(self, who: Viewer, what: Any) -> None:
        """`deal` and `think`: the room does them by itself, or not at all."""

    async def _move(self, who: int, what: Any) -> None:
        play = self.room.state.play
        assert play is not None
        turn = play.match.turn
        if who in self.room.state.absent:
            self.room.post(BotMove(play.id, turn, who, what))
            return
        self._said[who] = {"t": "move", "id": f"{play.id}-{turn}", "turn": turn, "move": what}
        answer = await self.people[who].ask(self._said[who], self._said[who]["id"])
        assert answer["t"] == "table", answer

    async def _try(self, who: int, what: Any) -> None:
        await self._ask(who, {"t": "move", "turn": "now", "move": what})

    async def _ask(self, who: Viewer, what: dict[str, Any]) -> None:
        player, play = self.people[-1] if who is None else self.people[who], self.room.state.play
        assert play is not None
        if not self._here(player):
            return
        message = self._said.get(-1 if who is None else who, HINT) if "again" in what else what
        turn = {"turn": play.match.turn} if message.get("turn") == "now" else {}
        await player.ask({**message, **turn}, message.get("id"))

    async def _next(self, who: int, what: Any) -> None:
        if self._here(self.people[who]):
            await self.people[who].do("next")

    async def _again(self, who: int, what: Any) -> None:
        await self.people[who].do("again")

    async def _leave(self, who: int, what: Any) -> None:
        await self.people[who].do("leave")
        await self.people[who].leave()

    async def _claim(self, who: int, what: Any) -> None:
        stranger = self.people[-1]
        await stranger.do("claim", seat=who)
        for player in [one for one in self.people[: self.setup.seats] if self._here(one)][:1]:
            await player.do("approve", guest=stranger.guest, yes=False)

    async def _back(self, who: Viewer, keep: bool) -> None:
        player = self.player(who)
        await player.leave()
        await self._still()
        await player.enter(self.code, last=player.table.get("v") if keep else None)

    def _tab_of(self, player: Player) -> Player:
        tab = Player(self.served.url, player.name)
        tab.http.cookies.update(player.http.cookies)
        tab.guest, tab.chance = player.guest, False
        return tab

    async def _tab(self, who: Viewer, what: Any) -> None:
        owner = self.people[-1] if who is None else self.people[who]
        if not self._here(owner):
            return
        tab = self._tab_of(owner)
        self.tabs.append((who, tab))
        await tab.enter(self.code)
        await self._still()
        self.tabs.pop()
        await tab.gone()

    async def _late(self, who: Viewer, what: Any) -> None:
        if who is None:
            tab = await Player(self.served.url, f"Late {len(self.tabs)}").arrive()
        else:
            tab = self._tab_of(self.people[who])
        self.tabs.append((who, tab))
        await tab.enter(self.code)

    def frames(self) -> dict[str, list[str]]:
        """What the viewer, and everybody who looks on, was sent."""
        mine: list[tuple[Viewer, Player]] = [(None, self.player(None)), (self.viewer, self.player(self.viewer))]
        mine += [tab for tab in self.tabs if tab[0] in (self.viewer, None)]
        heard = {f"{nth}:{who}": player.frames for nth, (who, player) in enumerate(mine)}
        # A pong answers this file's own pings, of which a world with more deeds has more: each one says the same.
        pongs = sorted({frame for frames in heard.values() for frame in frames if is_pong(frame)})
        return {name: [frame for frame in frames if not is_pong(frame)] for name, frames in heard.items()} | {
            "pongs": pongs
        }


class Heard(NamedTuple):
    """All that one world let a viewer hear.

    Attributes:
        frames: by socket. told: answers over HTTP. logged: what the server wrote down, and printed.
    """

    frames: dict[str, list[str]]
    told: list[Any]
    logged: list[Any]


class Ears(logging.Handler):
    """Keeps what libraries log."""

    def __init__(self, heard: list[Any]) -> None:
        super().__init__()
        self._heard = heard

    def emit(self, record: logging.LogRecord) -> None:
        self._heard.append(record.getMessage())


async def heard(folder: Path, port: int, pair: Pair, acts: Acts, seeds: Iterator[bytes], ask: Ask) -> Heard:
    """Live one world of a pair on this port."""

    def chance(n: int) -> bytes:
        return next(seeds) if n == SEED else bytes(n)

    out, root = io.StringIO(), logging.getLogger()
    create: dict[str, Any] = {"clock": lambda: NOW, "chance": chance, "ids": Numbered()}
    with pytest.MonkeyPatch.context() as patch, structlog.testing.capture_logs() as logged:
        ears = Ears(logged)
        patch.setattr(root, "handlers", [*root.handlers, ears])
        inject(patch, acts)
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
            async with house(folder, port=port, create=create, share_ms=0, bot_ms=NEVER_MS) as served:
                live = Live(served, pair.setup, pair.viewer, ask)
                await live.live(acts)
    return Heard(live.frames(), live.told, [*logged, out.getvalue()])
