"""The match in the room: start, deal, move."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from app.rooms import branching, clocks, entropy, guided, record, shuffle, wire
from app.rooms.ask import Ask, BotMove, ClockMove, DealNow, Grace
from app.rooms.state import Holder, Item, Play, Refusal, RoomState, Row, Step, Told, change
from engine.core.errors import IllegalMove, NotYourTurn, UnreadableMove
from engine.core.match import Deal, Match, Played
from engine.games import Shelf
from engine.lessons import PUPIL

Answer = Row | Refusal


def start(ask: Ask) -> Answer:
    """The host starts with whoever sits; seeds are drawn and sealed before anybody's entropy (FAIRNESS)."""
    if refused := ask.host_only():
        return refused
    return begin(ask, tuple(seat for seat, _ in ask.state.seated()))


def begin(ask: Ask, seats: Sequence[int]) -> Answer:
    """The `start` row: the whole room, who plays, the seals, and how the first seat comes about (W9)."""
    state, game = ask.state, ask.dealer.shelf[ask.state.game]
    if state.kind == branching.KIND:
        state = change(state, seats=branching.filled(state, seats))
        seats = range(len(state.seats))
    seated = [holder for seat, holder in state.seated() if seat in seats]
    if len(seated) not in game.seats:
        return Refusal("illegal", {"rule": "seats", "min": game.seats[0], "max": game.seats[-1]})
    if state.kind == guided.KIND and not guided.ready(seated):
        return Refusal("illegal", {"rule": "lesson_seats"})
    match = ask.dealer.match_id()
    seeds = [ask.dealer.chance(32) for _ in range(game.deals(state.options))] if state.kind == "play" else []
    body = {
        "match": match,
        "kind": state.kind,
        "rules": game.version,
        "commitments": [shuffle.commitment(seed) for seed in seeds],
        "after": state.last_match,
        "room": snapshot(state),
        "seats": list(seats),
        **_first(state, seated),
    }
    hidden = branching.secret(state.origin) if state.origin else {}
    return ask.row("start", body, secret={"seeds": [seed.hex() for seed in seeds], **hidden})


def _first(state: RoomState, seated: list[Holder]) -> dict[str, Any]:
    """A rematch with the same seats starts one seat further; otherwise the seat is drawn (W9)."""
    if state.kind == guided.KIND:
        return {"first_by": "written", "start": PUPIL}
    if state.origin:
        return {"first_by": "written", "start": state.origin.steps[0]["first"]}
    who = tuple(holder.guest or f"bot:{holder.name}" for holder in seated)
    if state.rotation and state.rotation[0] == who:
        return {"first_by": "rotated", "start": (state.rotation[1] + 1) % len(seated)}
    return {"first_by": "drawn", "start": None}


def snapshot(state: RoomState) -> dict[str, Any]:
    """The room as a `start` row carries it: loading begins there."""
    return {
        "host": state.host,
        "game": state.game,
        "options": dict(state.options),
        "house": dict(state.house),
        "seats": [
            holder and {"guest": holder.guest, "name": holder.name, "avatar": holder.avatar, "bot": holder.bot}
            for holder in state.seats
        ],
        "kicked": sorted(state.kicked),
        "last_match": state.last_match,
        "rotation": state.rotation and [list(state.rotation[0]), state.rotation[1]],
        "kind": state.kind,
        **({"from": branching.public(state.origin)} if state.origin else {}),
    }


def restore(room: str, row: Row) -> RoomState:
    """The room as it was before its `start` row."""
    kept = row.body["room"]
    rotation = kept["rotation"]
    return RoomState(
        id=room,
        head=row.seq - 1,
        phase="lobby",
        host=kept["host"],
        game=kept["game"],
        options=kept["options"],
        house=kept["house"],
        seats=tuple(holder and Holder(**holder) for holder in kept["seats"]),
        kicked=frozenset(kept["kicked"]),
        last_match=kept["last_match"],
        rotation=(tuple(rotation[0]), rotation[1]) if rotation else None,
        kind=kept.get("kind", "play"),
        origin=branching.restored(kept["from"], row.secret or {}) if "from" in kept else None,
    )


def deal_now(ask: Ask) -> Answer:
    """Lay out the deal that is due, in the order that the seals and shares fix."""
    state, playing = ask.state, ask.state.play
    if not playing or playing.id != ask.command.match or not (pack := playing.match.pack()):
        return Refusal("stale")
    match, d = playing.match, playing.match.deals + 1
    if d != ask.command.deal:
        return Refusal("stale")
    if playing.kind == guided.KIND:
        return ask.row("deal", {"d": d, "first": PUPIL}, secret={"order": guided.order(playing)})
    if playing.kind == branching.KIND:
        first = match.first(playing.start or 0)
        return ask.row("deal", {"d": d, "first": first}, secret={"order": branching.order(state, d)})
    if entropy.missing(playing):
        return Refusal("stale")
    key = shuffle.key(playing.seeds[d - 1], playing.id, entropy.shares(playing))
    began = playing.start if playing.start is not None else shuffle.first_seat(key, match.seats)
    body = {"d": d, "first": match.first(began)}
    return ask.row("deal", body, secret={"order": shuffle.order(pack, key, d)})


def move(ask: Ask) -> Answer:
    """A guest's move for the decision it names."""
    state, command = ask.state, ask.command
    seat = state.seat_of(ask.by.guest)
    if state.phase == "over":
        return Refusal("over")
    if not state.play or state.phase != "playing":
        return Refusal("illegal", {"rule": "not_started"})
    if seat is None:
        return Refusal("role", {"needs": "seat"})
    if guided.by_itself(state.play):
        return Refusal("illegal", {"rule": "lesson", "step": None})
    if command.turn != state.play.match.turn:
        return Refusal("stale", {"turn": state.play.match.turn})
    if refused := guided.refused(state.play, seat, command.move):
        return refused
    return _played(ask, state.play, seat, command.move, "guest")


def bot_move(ask: Ask) -> Answer:
    """The move of a bot's seat, or of a seat that a bot keeps for its absent owner."""
    state, command = ask.state, ask.command
    playing = state.play
    if state.phase != "playing" or not playing or playing.id != command.match:
        return Refusal("stale")
    timed = isinstance(command, ClockMove) and clocks.runs(state)
    if playing.match.turn != command.turn or not (timed or _moved_by_itself(state, playing, command.seat)):
        return Refusal("stale")
    return _played(ask, playing, command.seat, command.move, "clock" if timed else "bot")


def grace(ask: Ask) -> Answer:
    """Somebody is here again after nobody was: the running clock starts afresh, shown to all."""
    if not clocks.runs(ask.state):
        return Refusal("stale")
    return ask.row("grace", {})


def _moved_by_itself(state: RoomState, playing: Play, seat: int) -> bool:
    """Whether the room makes this decision: a bot's, one kept for an absent owner, or one that a lesson has written."""
    if playing.kind == guided.KIND:
        return guided.by_itself(playing) is not None
    holder = state.seats[seat]
    return bool(holder and (holder.bot or seat in state.absent))


def _played(ask: Ask, playing: Play, seat: int, obj: Any, by: str) -> Answer:
    game = playing.match.game
    try:
        wanted = game.read(obj)
        after, events = playing.match.judge(seat, wanted)
    except UnreadableMove:
        return Refusal("bad", {"field": "move"})
    except NotYourTurn as error:
        return Refusal("not_your_turn", error.facts)
    except IllegalMove as error:
        return Refusal("illegal", {"rule": error.code, **error.facts})
    body = {"turn": playing.match.turn, "seat": seat, "move": game.write(wanted), "by": by}
    row = ask.row("move", body)
    if (result := after.result()) is None:
        return row
    body["result"] = {"totals": list(result.totals), "winners": list(result.winners)}
    ended = _after_move(playing, row, after, events)
    return replace(row, finish=lambda: record.finish(ended, ask.state, ask.now))


def _after_move(playing: Play, row: Row, match: Match, events: tuple[Any, ...]) -> Play:
    seat = row.body["seat"]
    step = Step(Played(seat, row.body["move"]), row.at, row.body["by"])
    item = Item(row.seq, row.at, seat, events, timed=row.body["by"] == "clock")
    return playing._replace(
        match=match, idle=row.at, grace=False, news=(*playing.news, item), steps=(*playing.steps, step)
    )


def fold_start(state: RoomState, row: Row, shelf: Shelf) -> tuple[RoomState, Told]:
    body = row.body
    state = change(state, seats=restore(state.id, row).seats)  # as it was written: bots may have come with the row
    players = tuple(holder for seat, holder in state.seated() if seat in body["seats"])
    game = shelf[state.game]
    seeds = (row.secret or {})["seeds"]
    playing = Play(
        id=body["match"],
        kind=body["kind"],
        match=Match.open(game, len(players), state.options),
        commitments=tuple(body["commitments"]),
        seeds=tuple(map(bytes.fromhex, seeds)),
        first_by=body["first_by"],
        start=body["start"],
        players=players,
        started_at=row.at,
        idle=row.at,
        after=body["after"],
    )
    if playing.kind == branching.KIND:
        match, steps, news = branching.begun(state, playing.match, row)
        playing = playing._replace(match=match, steps=steps, news=news)
    seats = (*players, *(None,) * (len(state.seats) - len(players)))
    after = change(
        state,
        head=row.seq,
        phase="playing",
        seats=seats,
        play=playing,
        said=frozenset(),
        absent={},
        waited=frozenset(),
    )
    return after, Told(room=True, table=bool(playing.steps))


def fold_deal(state: RoomState, row: Row, shelf: Shelf) -> tuple[RoomState, Told]:
    playing, body = _running(state), row.body
    order = (row.secret or {})["order"]
    match, events = playing.match.deal(order, body["first"])
    item = Item(row.seq, row.at, None, events)
    dealt = playing._replace(
        match=match,
        start=body["first"] if body["d"] == 1 else playing.start,
        idle=row.at,
        grace=False,
        news=(item,),
        steps=(*playing.steps, Step(Deal(tuple(order), body["first"]), row.at)),
    )
    return change(state, head=row.seq, play=dealt, said=frozenset()), Told(room=True, table=True, item=item)


def fold_move(state: RoomState, row: Row, shelf: Shelf) -> tuple[RoomState, Told]:
    playing, body = _running(state), row.body
    match, events = playing.match.play(body["seat"], playing.match.game.read(body["move"]))
    moved = _after_move(playing, row, match, events)
    item = moved.news[-1]
    if match.result() is None:
        # Between deals a seed has been revealed and `next` is waited for.
        between = not match.to_act()
        return change(state, head=row.seq, play=moved), Told(room=between, table=True, item=item)
    who = tuple(holder.guest or f"bot:{holder.name}" for holder in playing.players)
    after = change(
        state,
        head=row.seq,
        phase="over",
        play=moved,
        said=frozenset(),
        absent={},
        waited=frozenset(),
        kicked=frozenset(),
        last_match=playing.id,
        rotation=(who, playing.start or 0),
    )
    return after, Told(room=True, table=True, item=item)


def fold_grace(state: RoomState, row: Row, shelf: Shelf) -> tuple[RoomState, Told]:
    again = _running(state)._replace(idle=row.at, grace=True)
    return change(state, head=row.seq, play=again), Told(room=False, table=bool(again.steps))


def _running(state: RoomState) -> Play:
    if state.play is None:
        raise ValueError("a row of a match in a room without one")
    return state.play


RECEIVE: dict[type, Any] = {
    wire.Start: start,
    DealNow: deal_now,
    wire.Move: move,
    BotMove: bot_move,
    ClockMove: bot_move,
    Grace: grace,
}
FOLD: dict[str, Any] = {"start": fold_start, "deal": fold_deal, "move": fold_move, "grace": fold_grace}
