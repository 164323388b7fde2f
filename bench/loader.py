"""Plays the same script in many rooms over real sockets and measures: one process, no event loop but epoll (Linux).

A move is done when every socket of its room has the view. Closed loop: the next move follows at once. Open loop: moves
are due at a steady rate, whether or not the server keeps up, and time counts from when a move was due.
"""

from __future__ import annotations

import contextlib
import gc
import select
import socket
import time
from collections.abc import Callable, Sequence

from bench.frames import PING, PONG, frame, frames, handshake
from bench.measured import Measured
from bench.tables import HELLO, NACK, VIEW, Table

SIZE = 1 << 18
JOINING = 50  # sockets that may be on their way in at once
PATIENCE_S = 20.0
DRAIN_S = 2.0


class _Line:
    """One socket. `views`: how many it has had since play began."""

    __slots__ = ("held", "joined", "room", "socket", "views")

    def __init__(self, connected: socket.socket, room: _Room) -> None:
        self.socket = connected
        self.room = room
        self.held = b""
        self.joined = False
        self.views = 0


class _Room:
    """One room. `left`: sockets that lack the view of the move on its way; `late`: moves that are due behind it."""

    __slots__ = ("due", "late", "left", "lines", "moves", "since")

    def __init__(self) -> None:
        self.lines: list[_Line] = []
        self.moves = 0
        self.left = 0
        self.since = self.due = 0.0
        self.late = 0


class Loader:
    """All sockets of all rooms, opened and greeted.

    Args:
        joined: how the message begins after which a socket is in. script: who makes each move, and its bytes.
    """

    def __init__(
        self, port: int, tables: Sequence[Table], script: Sequence[tuple[int, bytes]], joined: bytes = VIEW
    ) -> None:  # fmt: skip
        self._poll = select.epoll()
        self._lines: dict[int, _Line] = {}
        self._rooms = [_Room() for _ in tables]
        self._script = [(seat, frame(data)) for seat, data in script]
        self._joined, self._in = joined, 0
        self._bytes = self._views = self._done = self._lost = 0
        self._refused = b""
        self._took: list[float] = []
        self._play: Callable[[_Room, float], None] = lambda room, now: None
        for room, table in zip(self._rooms, tables, strict=True):
            for place in table:
                at = place.port or port
                self._open(at, room, handshake(place.path, at, place.headers))
        self._wait_for(len(self._lines))

    def _open(self, port: int, room: _Room, words: bytes) -> None:
        self._wait_for(len(self._lines) - JOINING)
        made = socket.create_connection(("127.0.0.1", port))
        made.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        made.sendall(words)
        head = b""
        while b"\r\n\r\n" not in head:
            more = made.recv(SIZE)
            if not more or not (head + more).startswith(b"HTTP/1.1 101"):
                raise RuntimeError((head + more)[:200].decode(errors="replace"))
            head += more
        line = _Line(made, room)
        line.held = head.partition(b"\r\n\r\n")[2]
        made.sendall(frame(HELLO))
        made.setblocking(False)
        self._lines[made.fileno()] = line
        room.lines.append(line)
        self._poll.register(made, select.EPOLLIN)

    def _wait_for(self, many: int) -> None:
        until = time.monotonic() + PATIENCE_S
        while self._in < many:
            self._read(0.05)
            if time.monotonic() > until:
                raise RuntimeError(f"only {self._in} of {len(self._lines)} sockets were let in")

    @property
    def moves(self) -> int:
        """How many moves were carried out so far."""
        return self._done

    def close(self) -> None:
        """Close everything."""
        self._poll.close()
        for line in self._lines.values():
            line.socket.close()

    # --- in ------------------------------------------------------------------------------------------------------

    def _read(self, wait: float) -> None:
        for at, _ in self._poll.poll(wait):
            line = self._lines[at]
            try:
                data = line.socket.recv(SIZE)
            except BlockingIOError:
                continue
            except OSError:
                data = b""
            if not data:
                self._lost += 1
                self._poll.unregister(at)
                continue
            self._bytes += len(data)
            self._take(line, line.held + data if line.held else data)

    def _take(self, line: _Line, data: bytes) -> None:
        end = 0
        for op, payload, behind in frames(data):
            end = behind
            if not line.joined:
                if payload.startswith(self._joined):
                    line.joined = True
                    self._in += 1
            elif payload.startswith(VIEW):
                self._view(line)
            elif payload.startswith(NACK):
                self._refused = payload
            elif op == PING:
                with contextlib.suppress(OSError):
                    line.socket.send(frame(payload, PONG))
        line.held = data[end:] if end < len(data) else b""

    def _view(self, line: _Line) -> None:
        self._views += 1
        line.views += 1
        room = line.room
        if line.views == room.moves + 1 and room.left:
            room.left -= 1
            if not room.left:
                now = time.perf_counter()
                self._took.append(now - room.since)
                room.moves += 1
                self._done += 1
                self._play(room, now)

    # --- out -----------------------------------------------------------------------------------------------------

    def _send(self, room: _Room, since: float) -> None:
        seat, data = self._script[room.moves]
        room.since = since
        room.left = len(room.lines)
        room.lines[seat].socket.send(data)

    def closed(self, cpu: Callable[[], float], seconds: float, warm: float) -> Measured:
        """Each room sends its next move as soon as everybody has the view. `cpu`: seconds the server has used."""
        begin = time.perf_counter()
        end = begin + warm + seconds

        def play(room: _Room, now: float) -> None:
            if now < end:
                self._send(room, now)

        self._play = play
        for room in self._rooms:
            self._send(room, time.perf_counter())
        return self._measured(cpu, begin, (warm, seconds), lambda now: 0.02)

    def open(self, cpu: Callable[[], float], rate: float, seconds: float, warm: float) -> Measured:
        """In each room so many moves a second are due."""
        begin, apart = time.perf_counter(), 1 / rate
        turn = [0]

        def play(room: _Room, now: float) -> None:
            if room.late:
                room.late -= 1
                self._send(room, room.due - (room.late + 1) * apart)

        def due(now: float) -> float:
            """Send what is due; how long until there is more."""
            while (room := self._rooms[turn[0]]).due <= now:
                since, room.due = room.due, room.due + apart
                if room.left or room.late:
                    room.late += 1
                else:
                    self._send(room, since)
                turn[0] = (turn[0] + 1) % len(self._rooms)
            # epoll waits for whole milliseconds, and would be late: what is due sooner is waited for awake.
            return min(room.due - now - 0.0015, 0.02)

        for nth, room in enumerate(self._rooms):
            room.due, room.late = begin + apart * nth / len(self._rooms), 0
        self._play = play
        return self._measured(cpu, begin, (warm, seconds), due)

    def _measured(
        self, cpu: Callable[[], float], begin: float, times: tuple[float, float], step: Callable[[float], float]
    ) -> Measured:  # fmt: skip
        warm, seconds = times
        end = begin + warm + seconds
        gc.collect()
        gc.disable()
        try:
            self._until(begin + warm, step)
            self._took.clear()
            before, began = (self._done, self._bytes, self._views), time.perf_counter()
            used, own = cpu(), time.process_time()
            self._until(end, step)
            seconds, spent, load = time.perf_counter() - began, cpu() - used, time.process_time() - own
            moves, came, views = self._done - before[0], self._bytes - before[1], self._views - before[2]
            took = sorted(self._took)
            self._until(end + DRAIN_S, lambda now: 0.02, lambda: not any(room.left for room in self._rooms))
        finally:
            gc.enable()
        if not moves:
            raise RuntimeError(f"no move was answered; the last refusal: {self._refused!r}")
        p50, p95, p99 = (took[int((len(took) - 1) * share)] * 1000 for share in (0.5, 0.95, 0.99))
        return Measured(
            moves=moves,
            seconds=seconds,
            cpu_ms=spent * 1000 / moves,
            util=spent / seconds,
            load=load / seconds,
            p50=p50,
            p95=p95,
            p99=p99,
            view_bytes=came / max(1, views),
            extra=self._views - self._explained(),
            stuck=sum(room.left > 0 for room in self._rooms),
            lost=self._lost,
        )

    def _explained(self) -> int:
        """How many views there must be by now."""
        return sum((room.moves + bool(room.left)) * len(room.lines) - room.left for room in self._rooms)

    def _until(
        self, end: float, step: Callable[[float], float], early: Callable[[], bool] = lambda: False
    ) -> None:  # fmt: skip
        while (now := time.perf_counter()) < end and not early():
            self._read(max(0.0, step(now)))
