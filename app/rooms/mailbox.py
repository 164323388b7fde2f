"""One open room: its state, who looks at it, and a mailbox that is worked off by callbacks, one command at a time.

    post -> receive -> log.append(row, done) -> fold -> letters -> next

Stored first, told afterwards. There is no task per room and none per message.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Coroutine, Sequence
from functools import partial
from typing import Any, NamedTuple, Protocol

import structlog

from app.rooms import clocks, hints, room, talk, thinking, wire
from app.rooms.alarm import Alarm, Means, Room
from app.rooms.ask import ROOM, Back, By, Grace, System
from app.rooms.crowd import Crowd
from app.rooms.neighbours import Neighbours
from app.rooms.state import Claimed, Guest, Refusal, Row, Told, Turned
from app.rooms.talk import Line
from app.rooms.thinkers import Thought
from app.rooms.viewer import Viewer, command_id
from app.store.batch import Done, Failed, Outcome, Repeated, Stored
from app.store.rooms import Known

_note = structlog.get_logger()
TRIES = 5
RETRY_MS = 1000
REST_S = 1.0


class Service(Means, Protocol):
    """What open rooms share."""

    def append(self, room: str, row: Row, done: Done) -> None:
        """See `app.store.log`."""

    def say(self, room: str, cmd_id: str, line: Line, done: Callable[[Any], None]) -> None:
        """See `app.store.chat`."""

    def transfer(self, guest: Guest, done: Callable[[Any], None]) -> None:
        """See `app.store.guests`."""

    async def rows_after(self, room: str, head: int) -> Sequence[Row]:
        """See `app.store.rooms`."""

    async def carried_out(self, room: str, cmd_id: str) -> int | None:
        """See `app.store.rooms`."""

    async def lines_after(self, room: str, n: int) -> Sequence[Line]:
        """See `app.store.chat`."""

    def neighbours(self, room: str) -> Neighbours:
        """This room in other processes."""


class Letter(NamedTuple):
    """A command in the mailbox.

    Attributes:
        viewer: who waits for the answer; None for the room's own.
        tries: how often somebody else was faster. looked: it was refused once, and judged again knowing more.
    """

    command: Any
    viewer: Viewer | None
    tries: int = 0
    looked: bool = False

    @property
    def by(self) -> By:
        return By(self.viewer.guest, self.viewer.name) if self.viewer else ROOM

    @property
    def id(self) -> str:
        return command_id(self.viewer, self.command) if self.viewer else self.command.id


class OpenRoom:
    """A room in memory.

    Attributes:
        known: its id and codes. state: the fold of its log. crowd: the sockets that look at it.
        neighbours: the room in other processes.
    """

    def __init__(self, service: Service, known: Known, rows: Sequence[Row], lines: Sequence[Line] = ()) -> None:
        self.known = known
        self.neighbours = service.neighbours(known.id)
        self.crowd = Crowd(known.say, service.timers, service.now, lines, self.neighbours)
        self._service = service
        self._mail: deque[Letter] = deque()
        self._busy = False
        self._asking: asyncio.Future[None] | None = None
        self._alarm = Alarm(service, Room(lambda: self.state, self.crowd, self.neighbours, self.post))
        self._resting: list[asyncio.Future[None]] = []
        self._heard_of = (0, 0)  # the newest row and line of chat that others have told of
        self.state = room.opened(known.id, rows[0], service.dealer.shelf)
        # Loading may begin at a `start` row: what came before is asked of the database when it matters.
        self._from_the_first = rows[0].seq == 1
        self._carried_out = {rows[0].cmd_id: rows[0].seq}
        for row in rows[1:]:
            self._fold(row)

    # --- who looks -----------------------------------------------------------------------------------------------

    def join(self, viewer: Viewer, last: int | None) -> None:
        """A socket said hello. Whoever left and opens the room again has the seat back at the next decision."""
        deserted = not self.crowd.present()
        self.crowd.join(self.state, viewer, last)
        self._welcome_back(viewer.guest)
        if deserted and clocks.runs(self.state):
            self.post(Grace(self.state.head))
        self._alarm.set()

    def _welcome_back(self, guest: Guest) -> None:
        seat = self.state.seat_of(guest)
        kept = seat in self.state.absent or seat in self.state.waited
        if seat is not None and kept and guest in self.crowd.present():
            self.post(Back(guest, seat, self.state.head))

    def leave(self, viewer: Viewer) -> None:
        """A socket closed."""
        if self.crowd.leave(self.state, viewer):
            self._alarm.set()

    def show(self, viewer: Viewer) -> None:
        """The whole picture once more, for a viewer who fell behind."""
        self.crowd.show(self.state, viewer)

    def refuse(self, viewer: Viewer, id: str | None, refusal: Refusal) -> None:
        """Say no to something that is no command."""
        self.crowd.refuse(self.state, viewer, id, refusal)

    # --- the mailbox ---------------------------------------------------------------------------------------------

    def post(self, command: wire.Messages | wire.Commands | System, viewer: Viewer | None = None) -> None:
        """Put a command into the mailbox."""
        self._mail.append(Letter(command, viewer))
        self._work()

    @property
    def idle(self) -> bool:
        """Nobody looks and nothing is under way."""
        return not self.crowd.viewers and not self._busy and not self._mail

    def _work(self) -> None:
        while self._mail and not self._busy:
            self._judge(self._mail.popleft())
        if self._behind and not self._busy:
            self._busy = True
            self._look_up(self._load_missing())
        if not self._busy:
            self._let_go()

    def _let_go(self) -> None:
        """Nothing is under way: whoever waits for that goes on."""
        resting, self._resting = self._resting, []
        for rest in resting:
            if not rest.done():
                rest.set_result(None)

    def _judge(self, letter: Letter) -> None:
        if (seq := self._carried_out.get(letter.id)) is not None:
            self._acknowledge(letter, seq)
            return
        if letter.viewer is not None and isinstance(letter.command, wire.Say | wire.Code):
            self._beside(letter, letter.viewer)
            return
        service, here = self._service, self.crowd.presence()
        answer = room.receive(self.state, letter.command, letter.by, service.now(), service.dealer, here)
        if isinstance(answer, Row):
            self._busy = True
            self._service.append(self.known.id, answer, partial(self._done, letter, answer))
        elif isinstance(answer, Claimed | Turned):
            self.crowd.claim(self.state, answer)
            self._acknowledge(letter, self.state.head)
        elif letter.viewer is None:
            return
        elif self._from_the_first and (letter.looked or self.neighbours.quiet):
            self._refuse(letter, answer)
        else:
            self._busy = True
            self._look_up(self._refuse_if_it_holds(letter, answer))

    def _beside(self, letter: Letter, viewer: Viewer) -> None:
        """What is no row of the log: a line of chat, or a code for another device. It waits for nobody's move."""
        if isinstance(letter.command, wire.Code):
            self._service.transfer(viewer.guest, partial(self._answer, letter))
            return
        body = talk.judge(self.state, viewer.guest, letter.command)
        if isinstance(body, Refusal):
            self._refuse(letter, body)
            return
        seat = self.state.seat_of(viewer.guest)
        holder = None if seat is None else self.state.seats[seat]
        line = Line(0, self._service.now(), viewer.guest, holder.name if holder else viewer.name, body)
        self._service.say(self.known.id, letter.id, line, partial(self._said, letter))

    def _said(self, letter: Letter, stored: Any) -> None:
        """A line is stored, or was before (None): told to everybody who may hear it, then answered."""
        if isinstance(stored, Line):
            self.neighbours.line(stored.n)
            if stored.n == self.crowd.last_line + 1:
                self.crowd.hear(self.state, stored)
            else:  # somebody spoke in another process meanwhile: they are heard first
                self.heard(line=stored.n)
        self._answer(letter, stored if isinstance(stored, Exception) else None)

    def _answer(self, letter: Letter, data: Any) -> None:
        if isinstance(data, Exception):
            _note.error("write_failed", error=type(data).__name__)
            self._refuse(letter, Refusal("unavailable"))
        elif letter.viewer is not None:
            self.crowd.acknowledge(letter.viewer, letter.command.id, self.state.head, data)

    def _look_up(self, asking: Coroutine[Any, Any, None]) -> None:
        """Ask the database while the mailbox waits. The loop itself would let go of a task that nobody holds."""
        self._asking = asyncio.ensure_future(asking)

    async def _refuse_if_it_holds(self, letter: Letter, refusal: Refusal) -> None:
        """A command from before this room was loaded may have been carried out: then it gets its first answer. And
        another process may know of rows by which it is right: then it is judged again."""
        try:
            seq = None if self._from_the_first else await self._service.carried_out(self.known.id, letter.id)
            if seq is not None:
                self._acknowledge(letter, seq)
            elif await self._news(letter):
                self._mail.appendleft(letter._replace(looked=True))
            else:
                self._refuse(letter, refusal)
        except Exception as error:
            _note.error("lookup_failed", error=type(error).__name__)
            self._refuse(letter, Refusal("unavailable"))
        finally:
            self._busy = False
            self._work()

    async def _news(self, letter: Letter) -> bool:
        """Whether there were rows that this process did not know; it does now."""
        if letter.looked or self.neighbours.quiet:
            return False
        head = self.state.head
        await self._load_rows()
        return self.state.head > head

    def _done(self, letter: Letter, row: Row, outcome: Outcome) -> None:
        """The store has answered."""
        if isinstance(outcome, Stored):
            self.neighbours.row(row.seq)
            self._apply(row, letter)
        elif isinstance(outcome, Repeated) and outcome.seq <= self.state.head:
            self._acknowledge(letter, outcome.seq)
        elif isinstance(outcome, Failed) or letter.tries >= TRIES:
            self._refuse(letter, Refusal("unavailable"))
            self._alarm.hold(RETRY_MS)
            if isinstance(letter.command, Back):
                # No clock derives it: it is said again while its guest is here.
                asyncio.get_running_loop().call_later(RETRY_MS / 1000, self._welcome_back, letter.command.guest)
        else:
            self._look_up(self._catch_up(letter))
            return
        self._busy = False
        self._work()

    # --- other processes -----------------------------------------------------------------------------------------

    def heard(self, seq: int = 0, line: int = 0) -> bool:
        """Another process has told of this row or line of chat, or it was found. Whether it is news here."""
        self._heard_of = max(seq, self._heard_of[0]), max(line, self._heard_of[1])
        behind = self._behind
        self._work()
        return behind

    @property
    def _behind(self) -> bool:
        return self._heard_of[0] > self.state.head or self._heard_of[1] > self.crowd.last_line

    async def _load_missing(self) -> None:
        wanted = self._heard_of
        try:
            if self._heard_of[0] > self.state.head:
                await self._load_rows()
            if self._heard_of[1] > self.crowd.last_line:
                for line in await self._service.lines_after(self.known.id, self.crowd.last_line):
                    self.crowd.hear(self.state, line)
        except Exception as error:
            _note.error("load_failed", error=type(error).__name__)
        finally:
            if self._heard_of == wanted:  # what was not there is not looked for again in a circle
                self._heard_of = (0, 0)
            self._busy = False
            self._work()

    async def _load_rows(self) -> None:
        for row in await self._service.rows_after(self.known.id, self.state.head):
            self._apply(row)

    async def caught_up(self, seq: int) -> None:
        """Know at least this row, where it exists: somebody was shown it in another process."""
        if self.neighbours.quiet:
            return
        for _ in range(TRIES):
            if not self.heard(seq):
                return
            # It is being asked for, or a row of one's own is being stored and afterwards it is.
            rest: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._resting.append(rest)
            await asyncio.wait([rest], timeout=REST_S)

    def others_changed(self) -> None:
        """Somebody came to another process, or left it."""
        self.crowd.others_changed(self.state)
        self._alarm.set()

    async def _catch_up(self, letter: Letter) -> None:
        """Somebody else was faster: load what is missing, fold it, and judge again."""
        try:
            await self._load_rows()
            self._mail.appendleft(letter._replace(tries=letter.tries + 1))
        except Exception as error:
            _note.error("catch_up_failed", error=type(error).__name__)
            self._refuse(letter, Refusal("unavailable"))
        finally:
            self._busy = False
            self._work()

    def _fold(self, row: Row) -> Told:
        self.state, told = room.fold(self.state, row, self._service.dealer.shelf)
        if row.kind == "start":  # a room goes on for many matches, and remembers the commands of one
            self._carried_out.clear()
            self._from_the_first = False
        self._carried_out[row.cmd_id] = row.seq
        return told

    def _apply(self, row: Row, letter: Letter | None = None) -> None:
        """Fold a stored row, tell everybody, then answer whoever asked."""
        told = self._fold(row)
        asker = letter.viewer if letter else None
        if row.rename:
            self.crowd.rename(*row.rename)
        if told.room:
            self.crowd.tell_room(self.state)
        moved = letter is not None and isinstance(letter.command, wire.Move)
        if told.table:
            # A move is answered by its table; other commands that change what is seen get their ack as well.
            self.crowd.tell_table(self.state, asker if moved else None, letter.command.id if letter and moved else None)
        if asker and letter and not (told.table and moved):
            self._acknowledge(letter, row.seq)
        if told.kicked:
            for viewer in self.crowd.of(told.kicked):
                viewer.close(4001, "kicked", None)
        for viewer in self.crowd.unwelcome(self.state):
            viewer.close(4001, "no_watchers", None)
        self._alarm.set()

    def _acknowledge(self, letter: Letter, seq: int) -> None:
        """The first answer once more: it is stored."""
        if letter.viewer is None:
            return
        if isinstance(letter.command, wire.Move):
            self.crowd.show_table(self.state, letter.viewer, letter.command.id)
        elif isinstance(letter.command, wire.Hint) and (asked := hints.question(self.state, letter.viewer.guest)):
            self._service.thinkers.ask(asked, partial(self._hinted, letter, seq, asked))
        else:
            self.crowd.acknowledge(letter.viewer, letter.command.id, seq)

    def _hinted(self, letter: Letter, seq: int, asked: thinking.Question, thought: Thought) -> None:
        if letter.viewer is not None:
            self.crowd.acknowledge(letter.viewer, letter.command.id, seq, hints.told(asked, thought.move))

    def _refuse(self, letter: Letter, refusal: Refusal) -> None:
        if letter.viewer is not None:
            self.crowd.refuse(self.state, letter.viewer, letter.command.id, refusal)

    def close(self) -> None:
        """Do nothing by itself any more; the log has everything."""
        self._alarm.stop()
