"""A finished match as text that people read: who played, how it ended, every move, how the deals came about.

Written from the record and the spectator's views alone, so a match of older rules reads as it was played. Pure.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

import orjson

from app.web import text
from app.web.text import Words

Record = Mapping[str, Any]
Step = Mapping[str, Any]


def written(record: Record, watched: Sequence[Mapping[str, Any]], language: str) -> str:
    """The whole text. `record` with its steps and fairness; `watched`: the spectator's view of each step."""
    say = text.words(language)
    parts = (_head(record, say), _end(record, say), _moves(record, watched, say), _fair(record, say))
    return "\n\n".join("\n".join(part) for part in parts) + "\n"


def _head(record: Record, say: Words) -> Iterator[str]:
    names = [seat["name"] for seat in record["seats"]]
    yield say("record.title", game=say(f"game.{record['game']}"), names=names)
    yield say("record.when", started=_time(record["started_at"]), ended=_time(record["ended_at"]))
    yield say("record.id", match=record["match"], rules=record["rules"], views=record["view_version"])
    for name, value in record["options"].items():
        key = f"option.{name}.{str(value).lower()}"
        shown = say(key) if say.has(key) else value
        yield say("record.option", name=say(f"option.{name}") if say.has(f"option.{name}") else name, value=shown)
    for seat in record["seats"]:
        level = say(f"level.{seat['bot']}") if say.has(f"level.{seat['bot']}") else seat["bot"]
        yield say("record.seat", n=seat["seat"] + 1, name=seat["name"], bot=seat["bot"] or "none", level=level)


def _time(stamp: str) -> str:
    return stamp[:16].replace("T", " ")


def _end(record: Record, say: Words) -> Iterator[str]:
    scores, names = record["scores"], [seat["name"] for seat in record["seats"]]
    winners = scores["winners"]
    if record["result"] == "abandoned":
        yield say("record.result.abandoned")
    elif record["result"] == "void":
        yield say("record.result.void")
    elif not winners:
        yield say("record.result.draw")
    else:
        key = "record.result.shared" if len(winners) > 1 else "record.result.won"
        yield say(key, names=[names[seat] for seat in winners], total=scores["totals"][winners[0]])
    yield say("record.points")
    for seat, name in enumerate(names):
        deals = [str(deal[seat]) for deal in scores["deals"]]
        total = scores["totals"][seat]
        key = "record.row.sum" if len(deals) > 1 else "record.row"
        points = " + ".join(deals) if len(deals) > 1 else total
        yield say(key, name=name, points=points, total=total)


def _moves(record: Record, watched: Sequence[Mapping[str, Any]], say: Words) -> Iterator[str]:
    names = [seat["name"] for seat in record["seats"]]
    for step in record["steps"]:
        if "deal" in step:
            yield say("record.deal", n=step["deal"], name=names[step["first"]])
        else:
            facts = watched[step["step"]].get("facts", {}) if step["step"] < len(watched) else {}
            does = _does(record["game"], step["move"], facts.get("last") or {}, say)
            of_guest = record["seats"][step["seat"]]["bot"] is None
            by = step["by"] if of_guest else "guest"  # a bot's own seat says so above already
            yield say("record.move", n=step["step"], name=names[step["seat"]], does=does, by=by)


def _does(game: str, move: Mapping[str, Any], last: Mapping[str, Any], say: Words) -> str:
    """One move in words; one of a game that has none yet as it is written on the wire."""
    kind = move["type"]
    if say.has(f"herds.name.{game}") and kind in ("play", "draw"):
        if kind == "draw":
            deck = move["source"] == "deck"
            return (
                say("record.does.deck") if deck else say("record.does.market", card=_herd(game, [move["source"]], say))
            )
        cards = _herd(game, move["cards"], say)
        if last.get("captured") and last.get("rank") == move["cards"][0]:
            return say("record.does.catch", cards=cards, prey=_herd(game, [last["prey"]] * last["captured"], say))
        return say("record.does.play", cards=cards)
    if game == "seven_waters" and kind in _PARK:
        facts = {**{name: value for name, value in last.items() if value is not None}, **move}
        for name in ("card", "cards"):
            if name in facts:
                facts[name] = _park(facts[name], say)
        return say(_PARK[kind], **facts)
    return say("record.does.other", move=orjson.dumps(dict(move)).decode())


def _herd(game: str, ranks: Sequence[int], say: Words) -> str:
    card = say(f"herds.name.{game}", rank=ranks[0], n=len(ranks))
    return say("record.many", n=len(ranks), card=card) if len(ranks) > 1 else card


_PARK = {
    "draft": "record.does.draft",
    "discard": "record.does.discard",
    "slide": "record.does.slide",
    "river": "record.does.river",
    "pool": "record.does.pool",
    "theme": "record.does.theme",
    "pass": "record.does.pass",
}


def _park(cards: str | Sequence[str], say: Words) -> str:
    each = [cards] if isinstance(cards, str) else cards
    return ", ".join(say("waters.card", rank=card[0], suit="" if card[0] == "X" else card[1]) for card in each)


def _fair(record: Record, say: Words) -> Iterator[str]:
    fairness = record["fairness"]
    yield say("record.fair")
    if fairness.get("scheme") == "written":
        yield say("record.fair.written")
        return
    sealed = (
        say("record.fair.sealed", n=deal["d"], seal=deal["commitment"], seed=deal["seed"]) for deal in fairness["deals"]
    )
    yield from chain(sealed, [say("record.fair.check")])
