"""The guards, and how each is switched off in this process."""

from __future__ import annotations

import random
import types
from dataclasses import replace
from typing import Any

import pytest
import uvicorn
from sqlalchemy import event
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from app.lines import StockLine
from app.rooms import clocks, codes, crowd, hub, names, play, room, seats, shuffle, wire
from app.rooms.clocks import HOUR, Ages
from app.rooms.crowd import Crowd
from app.rooms.mailbox import OpenRoom
from app.rooms.pieces import Pieces
from app.rooms.socket import Socket
from app.rooms.state import Row
from app.store import database, history
from app.store.batch import Line, Stored
from app.store.chat import Chat
from app.store.guests import Guest, Guests
from app.store.log import SqliteLog
from app.store.rooms import Rooms

Patch = pytest.MonkeyPatch


def views_are_one_for_all(patch: Patch) -> None:
    honest = Pieces.view
    patch.setattr(Pieces, "view", lambda self, viewer: honest(self, 0))


def a_seat_stays_whose_it_was(patch: Patch) -> None:
    first: dict[Any, Any] = {}

    def seats(state: Any) -> dict[Any, int]:
        players = enumerate(state.play.players if state.play else ())
        return {first.setdefault((state.play.id, nth), one.guest): nth for nth, one in players}

    patch.setattr(crowd, "_seats", seats)


def a_public_id_is_a_session(patch: Patch) -> None:
    honest = Guests.by_session

    async def by_session(self: Guests, token: str | None) -> Guest | None:
        return Guest(token, "Thief") if token and token.startswith("g_") else await honest(self, token)

    patch.setattr(Guests, "by_session", by_session)


def what_was_carried_out_is_forgotten(patch: Patch) -> None:
    honest = vars(OpenRoom)["_fold"]

    def fold(self: OpenRoom, row: Row) -> Any:
        told = honest(self, row)
        vars(self)["_carried_out"].clear()
        return told

    async def carried_out(*_: Any) -> None:
        return None

    patch.setattr(OpenRoom, "_fold", fold)
    patch.setattr(hub.Hub, "carried_out", carried_out)


def a_move_is_for_whatever_turn_it_is(patch: Patch) -> None:
    def move(ask: Any) -> Any:
        turn = ask.state.play.match.turn if ask.state.play else 0
        return play.move(ask._replace(command=wire.Move(ask.command.id, turn, ask.command.move)))

    patch.setitem(vars(room)["_RECEIVE"], wire.Move, move)


def one_socket_speaks_for_its_guest(patch: Patch) -> None:
    honest = Crowd.leave

    def leave(self: Crowd, state: Any, viewer: Any) -> bool:
        self.viewers[:] = [one for one in self.viewers if one.guest != viewer.guest or one is viewer]
        return honest(self, state, viewer)

    patch.setattr(Crowd, "leave", leave)


def only_a_pong_counts(patch: Patch) -> None:
    patch.setattr(StockLine, "keepalive_timeout", WebSocketsSansIOProtocol.keepalive_timeout)


def frames_are_compressed(patch: Patch) -> None:
    honest: Any = uvicorn.Config
    patch.setattr(uvicorn, "Config", lambda *a, **more: honest(*a, **{**more, "ws_per_message_deflate": True}))


def a_taken_seat_is_free(patch: Patch) -> None:
    def sit(ask: Any) -> Any:
        emptied = tuple(None if nth == ask.command.seat else one for nth, one in enumerate(ask.state.seats))
        return seats.sit(ask._replace(state=ask.state._replace(seats=emptied)))

    patch.setitem(vars(room)["_RECEIVE"], wire.Sit, sit)


def the_old_seat_is_kept(patch: Patch) -> None:
    def fold(state: Any, row: Row, shelf: Any) -> Any:
        after, told = seats.fold_seat(state, row, shelf)
        both = tuple(new or old for new, old in zip(after.seats, state.seats, strict=True))
        return after._replace(seats=both), told

    patch.setitem(vars(room)["_FOLD"], "seat", fold)


def all_deals_share_one_generator(patch: Patch) -> None:
    shared = random.Random(1)

    def order(pack: Any, key: bytes, deal: int) -> list[Any]:
        return shared.sample(list(pack), len(pack))

    patch.setattr(play, "shuffle", types.SimpleNamespace(**{**vars(shuffle), "order": order}))


def nobody_plays_for_who_left(patch: Patch) -> None:
    patch.setattr(clocks, "_bot", lambda *_: None)


def rooms_go_after_an_hour(patch: Patch) -> None:
    patch.setattr(hub, "Ages", lambda: Ages(over=HOUR))


def nobody_is_turned_away(patch: Patch) -> None:
    patch.setattr(Socket, "_turned_away", lambda *_: None)


def every_match_is_listed(patch: Patch) -> None:
    honest = history.keep
    patch.setattr(history, "keep", lambda c, finish, at: honest(c, replace(finish, listed=True), at))


def codes_are_taken_as_typed(patch: Patch) -> None:
    patch.setattr(codes, "normalise", lambda text: text)


def a_key_opens_a_room_each_time(patch: Patch) -> None:
    honest, count = Rooms.make, iter(range(1000))

    async def make(self: Rooms, new: Any, *limits: int) -> Any:
        return await honest(self, new._replace(key=f"{new.key}{next(count)}"), *limits)

    patch.setattr(Rooms, "make", make)


def letters_are_what_they_look_like(patch: Patch) -> None:
    patch.setattr(names, "_plain", lambda letter: letter)


def pages_go_by_time_alone(patch: Patch) -> None:
    honest = history.read_cursor
    patch.setattr(history, "read_cursor", lambda cursor: (honest(cursor)[0], ""))


def a_locked_database_is_not_waited_for(patch: Patch) -> None:
    honest = database.writer

    def writer(url: Any, synchronous: str) -> Any:
        engine = honest(url, synchronous)
        event.listen(engine, "connect", lambda c, _: c.execute("PRAGMA busy_timeout=0").close())
        return engine

    patch.setattr(database, "writer", writer)


def moves_are_told_and_not_stored(patch: Patch) -> None:
    honest = vars(SqliteLog)["_commit"]

    def commit(self: SqliteLog, connection: Any, batch: list[Any]) -> list[Any]:
        lost = [isinstance(one, Line) and one.row.kind == "move" and one.row.body["turn"] > 2 for one in batch]
        kept = [one for one, gone in zip(batch, lost, strict=True) if not gone]
        answers = iter(honest(self, connection, kept) if kept else [])
        return [Stored() if gone else next(answers) for gone in lost]

    patch.setattr(SqliteLog, "_commit", commit)


def a_line_said_again_is_another_line(patch: Patch) -> None:
    honest, count = Chat.add, iter(range(1000))
    patch.setattr(Chat, "add", lambda self, at, id, *more: honest(self, at, f"{id}{next(count)}", *more))
