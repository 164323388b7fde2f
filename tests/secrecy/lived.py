"""One world lived through in a room, and all that its viewers were sent.

The room is the product's own: mailbox, receive, fold, crowd and letters. From outside come the clock, ids, seeds with
their seals, and the orders of the deals. What a room does by itself is done at once, as `clocks.due` says.
"""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import orjson
import pytest
import structlog

from app.rooms import clocks, crowd, shuffle, thinking, wire
from app.rooms.alarm import Alarm
from app.rooms.ask import BotMove, DealNow, Zero
from app.rooms.clocks import BotTurn, Tell
from app.rooms.mailbox import OpenRoom
from app.rooms.state import Row
from app.rooms.thinkers import answer
from app.store.rooms import Known
from tests.engine.tagged import tagged, tags
from tests.secrecy.desk import NOW, Desk
from tests.secrecy.eye import Eye, Recorder, Written, follow_pieces
from tests.secrecy.know import BOX, Viewer
from tests.secrecy.script import Act, Acts, Setup


class Step(NamedTuple):
    """What is new after one deed.

    Attributes:
        act: the deed. here: viewers with an open socket.
        sent: per eye the cards in its new frames. down: cards that lie face down now, per viewer.
    """

    act: Act
    here: frozenset[Viewer]
    sent: dict[str, frozenset[int]]
    down: dict[Viewer, frozenset[int]]


class Lived:
    """A room with everybody in it.

    Attributes:
        eyes: by name: "0", "1", ..., "watch", and late ones. stranger: a spectator whose frames are not compared, for
            deeds of others. steps: what each deed brought, where cards are followed.
    """

    def __init__(self, setup: Setup, acts: Acts, seeds: Iterator[bytes], *, follow: bool) -> None:
        self.setup, self.acts, self.follow = setup, acts, follow
        self.desk = Desk(seeds)
        self.steps: list[Step] = []
        self.thoughts: list[bytes] = []
        self.logged: list[Any] = []
        self.deals = 0
        self._ids: dict[Viewer, Iterator[int]] = defaultdict(itertools.count)
        self._said: dict[Viewer, dict[str, Any]] = {}
        body = {"host": "g_0", "game": setup.game, "options": setup.options, "house": {}}
        row = Row(1, "g_0:k", NOW, "open", "g_0", body)
        self.desk.rows.append(row)
        self.room = OpenRoom(self.desk, Known("r_1", "code", "say"), [row])
        self.eyes = {str(seat): Eye(seat, f"P{seat}") for seat in range(setup.seats)} | {"watch": Eye(None, "Eye")}
        self.stranger = Eye(None, "Stranger")
        self.stranger.guest = "g_stranger"

    def eye(self, who: Viewer) -> Eye:
        return self.eyes["watch" if who is None else str(who)]

    # --- deeds -------------------------------------------------------------------------------------------------------

    async def live(self) -> Lived:
        """Everybody comes, sits down and starts; then the deeds."""
        with structlog.testing.capture_logs() as logged, pytest.MonkeyPatch.context() as patch:
            self._inject(patch)
            for eye in (*self.eyes.values(), self.stranger):
                self.room.join(eye, None)
                if eye.seat is not None:
                    await self.ask(eye.seat, {"t": "cmd", "do": "sit", "seat": eye.seat})
            await self.ask(0, {"t": "cmd", "do": "start"}, settle=False)
            for act in self.acts:
                await getattr(self, f"_{act.do}")(act.who, act.what)
                if self.follow:
                    self._look(act)
        self.logged = logged
        return self

    def _inject(self, patch: pytest.MonkeyPatch) -> None:
        # Time stands still, nothing happens between two deeds: `settle` does what is due.
        patch.setattr(Alarm, "set", lambda self: None)
        seals = itertools.count(1)
        patch.setattr(shuffle, "commitment", lambda seed: f"{next(seals):064x}")
        patch.setattr(shuffle, "order", lambda pack, key, deal: self._order())
        patch.setattr(shuffle, "first_seat", lambda key, seats: self._first)
        if self.follow:
            patch.setattr(crowd, "orjson", Recorder)
            follow_pieces(patch)

    def _order(self) -> Sequence[Any]:
        order = self._dealt
        if not self.follow:
            return list(order)
        cards = tagged(order)
        for card in cards:
            card.tag += BOX * self.deals
        return cards

    async def ask(self, who: Viewer, message: dict[str, Any], *, settle: bool = True, eye: Eye | None = None) -> None:
        """A message as a socket reads it, posted to the room; until it is answered."""
        message = {"id": f"c{next(self._ids[who])}", **message}
        self.room.post(wire.read(orjson.dumps(message)), eye or self.eye(who))
        while self.room._asking and not self.room._asking.done():
            await self.room._asking
        if settle:
            self.settle()

    def settle(self) -> None:
        """What the room does by itself now, but for deals: those are deeds."""
        room = self.room
        while (due := clocks.due(room.state, room.crowd.presence(), self.desk.timers, NOW)) and due.at <= NOW:
            if isinstance(due.what, DealNow | BotTurn | Tell):
                return
            room.post(due.what)

    async def _deal(self, who: Viewer, what: Any) -> None:
        self._dealt, self._first = what
        self.deals += 1
        room, before = self.room, self.room.state.play
        for seat in range(self.setup.seats):
            play = room.state.play
            if play and not play.match.deals and seat not in play.zeros:
                room.post(Zero(play.id, seat, "silent"))
        assert room.state.play is not None
        assert before is not None
        room.post(DealNow(before.id, before.match.deals + 1))
        assert room.state.play.match.deals == before.match.deals + 1

    async def _move(self, who: int, what: Any) -> None:
        play = self.room.state.play
        assert play is not None
        turn = play.match.turn
        if who in self.room.state.absent:
            self.room.post(BotMove(play.id, turn, who, what))
        else:
            self._said[who] = {"t": "move", "id": f"m{next(self._ids[who])}", "turn": turn, "move": what}
            await self.ask(who, self._said[who])
        after = self.room.state.play
        assert after is not None
        assert after.match.turn == turn + 1, "a move of the script is played"

    async def _try(self, who: int, what: Any) -> None:
        await self._ask(who, {"t": "move", "turn": "now", "move": what})

    async def _ask(self, who: Viewer, what: dict[str, Any]) -> None:
        play = self.room.state.play
        if what.get("again"):
            what = self._said.get(who, {"t": "cmd", "do": "hint"})
        elif what.get("turn") == "now" and play:
            what = {**what, "turn": play.match.turn}
        head = self.room.state.head
        await self.ask(who, what, eye=self.stranger if who is None else None)
        assert self.room.state.head == head, "a deed without effect has none"

    async def _next(self, who: int, what: Any) -> None:
        await self.ask(who, {"t": "cmd", "do": "next"})

    async def _again(self, who: int, what: Any) -> None:
        await self.ask(who, {"t": "cmd", "do": "again"})

    async def _leave(self, who: int, what: Any) -> None:
        await self.ask(who, {"t": "cmd", "do": "leave"})
        self.room.leave(self.eye(who))

    async def _claim(self, who: int, what: Any) -> None:
        here = [seat for seat in range(self.setup.seats) if self.eye(seat) in self.room.crowd.viewers]
        await self.ask(None, {"t": "cmd", "do": "claim", "seat": who}, eye=self.stranger)
        for seat in here[:1]:
            await self.ask(seat, {"t": "cmd", "do": "approve", "guest": self.stranger.guest, "yes": False})

    async def _back(self, who: Viewer, keep: bool) -> None:
        eye = self.eye(who)
        self.room.leave(eye)
        self.room.join(eye, eye.last if keep else None)

    async def _tab(self, who: Viewer, what: Any) -> None:
        owner = self.stranger if who is None else self.eye(who)
        tab = Eye(who, owner.name)
        tab.guest = owner.guest
        if owner in self.room.crowd.viewers:
            self.room.join(tab, None)
            self.room.leave(tab)

    async def _late(self, who: Viewer, what: Any) -> None:
        eye = Eye(who, "Late" if who is None else self.eye(who).name)
        if who is None:
            eye.guest = f"g_late{len(self.eyes)}"
        self.eyes[f"{'watch' if who is None else who}-{len(self.eyes)}"] = eye
        self.room.join(eye, None)

    async def _think(self, who: int, what: Any) -> None:
        play = self.room.state.play
        assert play is not None
        dealer = self.desk.dealer
        asked = thinking.question(self.room.state, BotTurn(play.id, play.match.turn, who), dealer)
        move = answer(asked, dealer.bots) if isinstance(asked, thinking.Question) else asked and asked.move
        self.thoughts.append(orjson.dumps(move))

    # --- what came of it ---------------------------------------------------------------------------------------------

    def _look(self, act: Act) -> None:
        sent: dict[str, frozenset[int]] = {}
        for name, eye in self.eyes.items():
            new = [frame.cards for frame in eye.frames[eye.looked :] if isinstance(frame, Written)]
            sent[name], eye.looked = frozenset[int]().union(*new), len(eye.frames)
        play = self.room.state.play
        assert play is not None
        state, down = play.match._state, dict[Viewer, frozenset[int]]()
        for viewer in (*range(self.setup.seats), None):
            hands = [hand for seat, hand in enumerate(state.hands) if seat != viewer]
            down[viewer] = frozenset(tags([state.deck, hands]))
        here = frozenset(eye.seat for eye in self.eyes.values() if eye in self.room.crowd.viewers)
        self.steps.append(Step(act, here, sent, down))

    def copies(self, viewer: Viewer) -> list[bytes]:
        """What finished matches' records tell this viewer of the table: no orders, no seeds, no other seat's views."""
        told = []
        for row in self.desk.rows:
            if row.finish is not None:
                copies = row.finish()
                whose = {"watch", "watch" if viewer is None else str(viewer)}
                seen = {who: [copies.views[who], copies.news[who]] for who in whose}
                record = {name: fact for name, fact in copies.record.items() if name != "fairness"}
                told.append(orjson.dumps([record, seen], option=orjson.OPT_SORT_KEYS))
        return told

    def bytes_of(self, viewer: Viewer) -> dict[str, list[bytes]]:
        """Every byte that this viewer, or anybody who looks on, was sent; the records, a bot's thoughts, the log."""
        seen = {name: list(map(bytes, eye.frames)) for name, eye in self.eyes.items() if eye.seat in (viewer, None)}
        return {**seen, "records": self.copies(viewer), "thoughts": self.thoughts, "log": [repr(self.logged).encode()]}
