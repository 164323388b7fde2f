"""Who looks at a room, and what each of them is told: letters made into bytes once per kind of viewer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import orjson

from app.rooms import letters, talk
from app.rooms.clocks import Timers
from app.rooms.neighbours import Neighbours
from app.rooms.pieces import Pieces
from app.rooms.presence import Presence
from app.rooms.state import Claimed, Guest, Refusal, RoomState, Turned
from app.rooms.talk import Line
from app.rooms.viewer import Viewer


class Crowd:
    """The sockets of one room.

    Attributes:
        viewers: all of this process, in the order they came.
    """

    def __init__(
        self, say: str, timers: Timers, now: Callable[[], int], lines: Sequence[Line], others: Neighbours
    ) -> None:  # fmt: skip
        self.viewers: list[Viewer] = []
        self._lines = list(lines)
        self._claims: dict[Guest, int] = {}
        self._now = now
        self._since = now()
        self._left: dict[Guest, int] = {}
        self._say = say
        self._others = others
        self._elsewhere: set[Guest] = set(others.people())
        self._timers = timers
        self._pieces: Pieces | None = None
        self._presence: Presence | None = None

    def _here(self) -> dict[Guest, str]:
        """The guests with a socket in this process, and their names."""
        return {viewer.guest: viewer.name for viewer in self.viewers}

    def present(self) -> set[Guest]:
        """The guests with a socket, in whichever process."""
        return {*self._here(), *self._others.people()}

    def presence(self) -> Presence:
        """Who is here, and since when the others are gone. It is asked with every command, and changes seldom."""
        if self._presence is None:
            claims = {**self._others.claims(), **self._claims}
            self._presence = Presence(self.present(), dict(self._left), self._since, claims)
        return self._presence

    def tell_others(self) -> None:
        """Say to other processes who looks on here."""
        self._others.here(self._here(), self._claims)

    def of(self, guest: Guest) -> list[Viewer]:
        """The sockets of one guest."""
        return [viewer for viewer in self.viewers if viewer.guest == guest]

    def watchers(self, state: RoomState) -> list[tuple[Guest, str]]:
        """Guests who look on without a seat."""
        names = {**self._others.people(), **self._here()}
        return [(guest, name) for guest, name in names.items() if state.seat_of(guest) is None]

    def join(self, state: RoomState, viewer: Viewer, last: int | None) -> None:
        """A socket said hello: it is shown the room and, where there is one, the match."""
        newly, new_here = viewer.guest not in self.present(), viewer.guest not in self._here()
        viewer.ears = frozenset()
        self._presence = None
        self.viewers.append(viewer)
        if new_here:
            self.tell_others()
        self._left.pop(viewer.guest, None)
        self._settle_claims(state)
        viewer.last = last
        self.show(state, viewer)
        if newly:
            self.tell_room(state, but=viewer)

    def leave(self, state: RoomState, viewer: Viewer) -> bool:
        """A socket closed: exactly this one goes. Whether it was there."""
        if viewer not in self.viewers:
            return False
        self._presence = None
        self.viewers.remove(viewer)
        if viewer.guest not in self._here():
            self._claims.pop(viewer.guest, None)
            self.tell_others()
        if viewer.guest not in self.present():
            self._left[viewer.guest] = self._now()
            self.tell_room(state)
        return True

    def others_changed(self, state: RoomState) -> None:
        """Somebody came to another process, or left it: who is nowhere any more has gone now."""
        self._presence = None
        before, self._elsewhere = self._elsewhere, set(self._others.people())
        for guest in before - self.present():
            self._left[guest] = self._now()
        for guest in self._elsewhere:
            self._left.pop(guest, None)
        self.tell_room(state)

    def claim(self, state: RoomState, asked: Claimed | Turned) -> None:
        """A guest asks for a seat, or is turned down: everybody hears it."""
        self._presence = None
        if isinstance(asked, Claimed):
            self._claims[asked.guest] = asked.seat
            self.tell_others()
        elif asked.guest in self._claims:
            self.turned(state, asked.guest)
            return
        else:
            self._others.turned(asked.guest)
        self.tell_room(state)

    def turned(self, state: RoomState, guest: Guest) -> None:
        """The table said no to somebody here."""
        self._presence = None
        if self._claims.pop(guest, None) is not None:
            self.tell_others()
            self.tell_room(state)

    def _settle_claims(self, state: RoomState) -> None:
        """Claims to seats whose owners are here, or by somebody who has one, are gone."""
        if not self._claims:
            return
        here, before, self._presence = self.present(), len(self._claims), None
        for guest, seat in list(self._claims.items()):
            holder = state.seats[seat] if seat < len(state.seats) else None
            if holder is None or holder.guest is None or holder.guest in here or state.seat_of(guest) is not None:
                del self._claims[guest]
        if len(self._claims) < before:
            self.tell_others()

    def unwelcome(self, state: RoomState) -> list[Viewer]:
        """Spectators of a match that the house does not let be watched."""
        if state.phase != "playing" or state.house["watchers"]:
            return []
        return [viewer for viewer in self.viewers if state.seat_of(viewer.guest) is None]

    def rename(self, guest: Guest, name: str) -> None:
        """A guest goes by another name from now on."""
        for viewer in self.of(guest):
            viewer.name = name

    # --- letters -------------------------------------------------------------------------------------------------

    def _room_bytes(self, state: RoomState) -> bytes:
        message = letters.room(state, self.presence(), self.watchers(state), self._say, self._timers, self._now())
        return orjson.dumps(message)

    def tell_room(self, state: RoomState, but: Viewer | None = None) -> None:
        """The room has changed: everybody is told the same."""
        self._settle_claims(state)
        if self.viewers:
            message = self._room_bytes(state)
            for viewer in self.viewers:
                if viewer is not but:
                    viewer.send(message)
                    self._listen(state, viewer)

    def show(self, state: RoomState, viewer: Viewer) -> None:
        """The whole picture: the room and, where there is one, the match."""
        viewer.send(self._room_bytes(state))
        self.show_table(state, viewer)
        viewer.ears = frozenset()
        self._listen(state, viewer)

    def _listen(self, state: RoomState, viewer: Viewer) -> None:
        """Who may hear more than before, by a seat or by the house's word, is told what was said."""
        before, viewer.ears = viewer.ears, talk.ears(state, viewer.guest)
        if viewer.ears > before and (lines := talk.heard(self._lines, viewer.ears)):
            viewer.send(self._chat_bytes(lines))

    @property
    def last_line(self) -> int:
        """The number of the newest line of chat that is known here."""
        return self._lines[-1].n if self._lines else 0

    def hear(self, state: RoomState, line: Line) -> None:
        """A new line of chat, for everybody who may hear it."""
        self._lines = [*self._lines, line][-talk.KEPT :]
        message = self._chat_bytes([line])
        for viewer in self.viewers:
            if talk.heard([line], talk.ears(state, viewer.guest)):
                viewer.send(message)

    def unsay(self, guest: Guest) -> None:
        """Tell nobody again what this guest has said."""
        self._lines = [line for line in self._lines if line.guest != guest]

    @staticmethod
    def _chat_bytes(lines: Sequence[Line]) -> bytes:
        return orjson.dumps({"t": "chat", "lines": [line.told() for line in lines]})

    def show_table(self, state: RoomState, viewer: Viewer, ack: str | None = None) -> None:
        """The match as this viewer may see it now, with the news since what it had."""
        message = letters.table(state, _seats(state).get(viewer.guest), viewer.last, ack, self._pieces_of(state))
        if message is not None:
            viewer.last = _newest(state, viewer)
            viewer.send(orjson.dumps(message))

    def _pieces_of(self, state: RoomState) -> Pieces | None:
        """The JSON of this position, made once for all who are shown it."""
        if state.play is None:
            return None
        if self._pieces is None or self._pieces.match is not state.play.match:
            self._pieces = Pieces(state.play.match)
        return self._pieces

    def tell_table(self, state: RoomState, asker: Viewer | None, id: str | None) -> None:
        """Everybody's own view; viewers who may know the same and had the same get the same bytes."""
        made: dict[tuple[int | None, int | None], bytes] = {}
        pieces, seats = self._pieces_of(state), _seats(state)
        for viewer in self.viewers:
            if viewer is asker:
                self.show_table(state, viewer, id)
                continue
            key = (seats.get(viewer.guest), viewer.last)
            if key not in made:
                made[key] = orjson.dumps(letters.table(state, *key, None, pieces))
            viewer.last = _newest(state, viewer)
            viewer.send(made[key])

    # --- answers -------------------------------------------------------------------------------------------------

    def acknowledge(self, viewer: Viewer, id: str, v: int, data: Any = None) -> None:
        """A command is stored, as row v."""
        viewer.send(orjson.dumps({"t": "ack", "id": id, "v": v, "data": data}))

    def refuse(self, state: RoomState, viewer: Viewer, id: str | None, refusal: Refusal) -> None:
        """Say no, with a code and facts."""
        play = state.play
        message: dict[str, Any] = {
            "t": "nack",
            "id": id,
            "code": refusal.code,
            "facts": dict(refusal.facts),
            "turn": play.match.turn if play else None,
            "v": state.head,
        }
        viewer.send(orjson.dumps(message))


def _seats(state: RoomState) -> dict[Guest, int]:
    """Whose seat is which in the match that is shown; after a match, seats may change and views may not."""
    if state.play is None:
        return {}
    pairs = enumerate(zip(state.play.players, state.seats, strict=False))
    return {now.guest: seat for seat, (then, now) in pairs if now and now.guest and now.guest == then.guest}


def _newest(state: RoomState, viewer: Viewer) -> int:
    """Up to which row a viewer has heard the news: another process may have told more than is known here, while the
    database is away. Nothing of that is told again."""
    return max(state.head, viewer.last or 0)
