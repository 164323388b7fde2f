"""The bus over PostgreSQL: LISTEN and NOTIFY, each on a connection of its own, beside the transactions and not in them.

What waits goes out together, in as few payloads as hold it. A lost connection comes back by itself; then something may
have been missed, and whoever listens is told to look.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import asyncpg
import orjson
import structlog
from sqlalchemy.engine import URL

from app.rooms.bus import Heard, Missed, process

CHANNEL = "waterside"
PAYLOAD = 7_900  # bytes; PostgreSQL takes fewer than 8,000
PIECE = 1_900  # letters, each of at most 4 bytes
PART = "part"
MOST = 20_000  # messages that wait while the database cannot be reached; older ones go, since looking finds them
ALIVE_S, WITHIN_S = 2.0, 2.0  # how often the listening connection is asked whether it lives, and how long it may take
BACK_S, BACK_MOST_S = 0.05, 0.5
_note = structlog.get_logger()
_NOTIFY = "SELECT pg_notify($1, payload) FROM unnest($2::text[]) AS payload"


def packed(me: str, messages: Iterator[tuple[str, Any]]) -> list[str]:
    """Messages in as few payloads as hold them, in order; a long one goes in pieces."""
    payloads: list[str] = []
    some: list[bytes] = []
    size, frame = 0, len(orjson.dumps([me]))
    for one in _whole_or_pieces(messages):
        if some and size + len(one) + 1 > PAYLOAD - frame - 2:
            payloads.append(_payload(me, some))
            some, size = [], 0
        some.append(one)
        size += len(one) + 1
    return [*payloads, _payload(me, some)] if some else payloads


def _whole_or_pieces(messages: Iterator[tuple[str, Any]]) -> Iterator[bytes]:
    for message in messages:
        try:
            one = orjson.dumps(message)
        except TypeError as error:  # what cannot be said must not keep the rest from being said
            _note.error("bus_unspeakable", error=type(error).__name__)
            continue
        if len(one) <= PIECE:
            yield one
            continue
        text = one.decode()
        parts = [text[at : at + PIECE] for at in range(0, len(text), PIECE)]
        yield from (orjson.dumps((PART, [nth, len(parts), part])) for nth, part in enumerate(parts))


def _payload(me: str, some: list[bytes]) -> str:
    return f'["{me}",[{b",".join(some).decode()}]]'


class PostgresBus:
    """See `app.rooms.bus.Bus`.

    Attributes:
        sent, received: messages so far. dropped: those that waited for too long. reconnects: of the one that listens.
    """

    def __init__(self, url: URL) -> None:
        self.me = process()
        self.alone = False
        self.sent = self.received = self.dropped = self.reconnects = 0
        self._url = url
        self._out: deque[tuple[str, Any]] = deque()
        self._wake = asyncio.Event()
        self._listening = False
        self._heard: Heard = lambda topic, body, who: None
        self._missed: Missed = lambda: None
        self._stopping = False
        self._pieces: dict[str, list[str]] = {}
        self._tasks: list[asyncio.Task[None]] = []

    @property
    def alive(self) -> bool:
        return self._listening

    def listen(self, heard: Heard, missed: Missed) -> None:
        self._heard, self._missed = heard, missed

    def tell(self, topic: str, body: Any) -> None:
        if len(self._out) >= MOST:
            self._out.popleft()
            self.dropped += 1
        self._out.append((topic, body))
        self._wake.set()

    async def start(self) -> None:
        first = asyncio.Event()
        self._tasks = [
            asyncio.create_task(self._again(lambda: self._listen(first)), name="bus-listen"),
            asyncio.create_task(self._again(self._send), name="bus-send"),
        ]
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(first.wait(), WITHIN_S)  # a database that is away now is waited for later

    async def stop(self) -> None:
        self._stopping = True
        self._wake.set()
        _, late = await asyncio.wait(self._tasks[1:], timeout=WITHIN_S)
        for task in (*self._tasks[:1], *late):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    # --- connections ---------------------------------------------------------------------------------------------

    async def _connect(self) -> Any:
        dialect = self._url.set(drivername="postgresql+asyncpg").get_dialect()()
        _, options = dialect.create_connect_args(self._url)
        known = {name: value for name, value in options.items() if not name.startswith(("prepared_", "async_"))}
        return await asyncio.wait_for(asyncpg.connect(**known), WITHIN_S)

    async def _again(self, work: Callable[[], Awaitable[bool]]) -> None:
        """Work until it is done, anew whenever the connection is lost."""
        pause = BACK_S
        while True:
            began = asyncio.get_running_loop().time()
            try:
                if await work():
                    return
            except Exception as error:  # whatever the driver makes of a lost connection: nobody else would begin anew
                _note.warning("bus_lost", error=type(error).__name__)
            if asyncio.get_running_loop().time() - began > BACK_MOST_S:
                pause = BACK_S
            if self._stopping:
                return
            await asyncio.sleep(pause)
            pause = min(2 * pause, BACK_MOST_S)

    async def _listen(self, first: asyncio.Event) -> bool:
        connection = await self._connect()
        ended = asyncio.Event()
        connection.add_termination_listener(lambda _: ended.set())
        try:
            await connection.add_listener(CHANNEL, self._take)
            if first.is_set():
                self.reconnects += 1
            self._listening = True
            first.set()
            self._missed()
            while True:  # a connection whose other end has gone without a word is found out by asking
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(ended.wait(), ALIVE_S)
                await asyncio.wait_for(connection.execute("SELECT 1"), WITHIN_S)
        finally:
            self._listening = False
            connection.terminate()

    def _take(self, connection: Any, pid: int, channel: str, payload: str) -> None:
        try:
            who, messages = orjson.loads(payload)
        except (orjson.JSONDecodeError, ValueError, TypeError):
            _note.error("bus_unreadable")
            return
        if who == self.me:
            return
        for topic, body in messages:
            try:
                if topic == PART:
                    self._put_together(who, *body)
                else:
                    self._hear(topic, body, who)
            except Exception as error:  # what one message does must not take the others with it
                _note.exception("bus_failed", error=type(error).__name__)

    def _hear(self, topic: str, body: Any, who: str) -> None:
        self.received += 1
        self._heard(topic, body, who)

    def _put_together(self, who: str, nth: int, of: int, part: str) -> None:
        """A piece of a long message; what lacks one is lost."""
        before = self._pieces.pop(who, []) if nth else []
        if len(before) != nth:
            return
        if nth + 1 < of:
            self._pieces[who] = [*before, part]
            return
        topic, body = orjson.loads("".join([*before, part]))
        self._hear(topic, body, who)

    async def _send(self) -> bool:
        connection = await self._connect()
        try:
            while True:
                await self._wake.wait()
                self._wake.clear()
                while self._out:
                    some = list(self._out)
                    self._out.clear()
                    try:
                        await asyncio.wait_for(
                            connection.execute(_NOTIFY, CHANNEL, packed(self.me, iter(some))), WITHIN_S
                        )
                    except BaseException:
                        self._out.extendleft(reversed(some))  # told twice is better than never
                        raise
                    self.sent += len(some)
                if self._stopping:
                    return True
        finally:
            connection.terminate()
            self._wake.set()
