"""An analysis as the server hands it out, sketched from a match that was really played: its curve follows the points,
its turning points are moves that were made, beside others that lay in the same hand, with the reasons that hints give.
For pages that need one at once; what it says of strength means nothing.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from app.web.timeline import standing
from engine.bots.hints import why
from engine.games.seven_waters.cards import value
from engine.games.seven_waters.check import fits
from engine.games.seven_waters.table import LINES

Json = dict[str, Any]


def sketched(record: Mapping[str, Any], steps: Sequence[Json], told: Mapping[str, Json], most: int = 3) -> Json:
    """Of a record, its steps, and what "watch" and each seat were told (`/replay`). most: turning points."""
    seats = range(len(record["seats"]))
    curve = [_chances(standing(view), nth / (len(steps) - 1)) for nth, view in enumerate(told["watch"]["views"])]
    curve[-1] = [
        float(seat in record["scores"]["winners"]) / max(1, len(record["scores"]["winners"])) for seat in seats
    ]
    found = [turn for step in range(1, len(steps)) if (turn := _turn(record["game"], steps, told, step))]
    apart = max(1, len(found) // most) if most else 1
    turning = found[apart // 2 :: apart][:most] if most else []
    for nth, turn in enumerate(turning):
        turn["loss"] = round(0.11 - 0.02 * nth, 4)
    costly = {turn["step"]: turn for turn in turning}
    moves = [
        _judged(steps[step], curve[step], costly.get(step)) for step in range(1, len(steps)) if "move" in steps[step]
    ]
    players = [_player(seat, [move for move in moves if move["seat"] == seat]) for seat in seats]
    return {
        "match": record["match"],
        "analysis": 1,
        "rules": record["rules"],
        "worlds": 200,
        "curve": curve,
        "moves": moves,
        "players": players,
        "turning": turning,
    }


def _chances(points: Sequence[int], share: float) -> list[float]:
    """The more is played, the more the points say."""
    weights = [math.exp((0.06 + 0.25 * share) * (one - max(points))) for one in points]
    return [round(weight / sum(weights), 4) for weight in weights]


def _judged(step: Json, chances: Sequence[float], turn: Json | None) -> Json:
    loss, seat = turn["loss"] if turn else 0.0, step["seat"]
    found = {"step": step["step"], "seat": seat, "chance": chances[seat], "best": round(chances[seat] + loss, 4)}
    return {**found, "loss": loss, "flagged": bool(turn), "better": turn["better"] if turn else None}


def _player(seat: int, moves: Sequence[Json]) -> Json:
    loss = sum(move["loss"] for move in moves) / max(1, len(moves))
    luck = (0.062, -0.021, 0.008, -0.049, 0.0)[seat]
    flagged = sum(move["flagged"] for move in moves)
    accuracy = (88, 91, 84, 71, 100)[seat]
    return {"seat": seat, "accuracy": accuracy, "loss": loss, "moves": len(moves), "flagged": flagged, "luck": luck}


def _turn(game: str, steps: Sequence[Json], told: Mapping[str, Json], step: int) -> Json | None:
    """A move for which the same hand held another one with another reason."""
    if "move" not in steps[step]:
        return None
    seat, made = steps[step]["seat"], steps[step]["move"]
    views, news = told[str(seat)]["views"], [{"events": events} for events in told[str(seat)]["news"][:step]]
    view = views[step - 1]
    made_why = why(game, view, news, made)
    for other in _others(view, made, seat):
        better_why = why(game, view, news, other)
        if better_why != made_why and other != made:
            reasons = {
                name: {"key": key, "facts": facts}
                for name, (key, facts) in (("made_why", made_why), ("better_why", better_why))
            }
            return {"step": step, "seat": seat, "loss": 0.0, "made": made, "better": other, **reasons}
    return None


def _others(view: Json, made: Json, seat: int) -> list[Json]:
    """Other moves that this seat had: of the herds a play or a draw; of Seven Waters a slide, a draft or a discard."""
    places, hand = view["places"], view["places"][f"hand:{seat}"]
    if made["type"] == "play":
        return [{"type": "play", "cards": [rank]} for rank in dict.fromkeys(hand)]
    if made["type"] == "draw":
        return [{"type": "draw", "source": source} for source in (*dict.fromkeys(places["market"]), "deck")]
    built = [
        {"type": "slide", "line": line, "cards": [card]}
        for line in LINES
        for card in hand
        if not places[f"slide:{seat}:{line}"] and fits(sum(map(value, places[f"rope:{seat}:{line}"])), (card,))
    ]
    spots = [tuple(map(int, place.split(":")[1:])) for place in places if place.startswith("pyramid:")]
    free = [(row, pos) for row, pos in spots if not {(row + 1, pos), (row + 1, pos + 1)} & set(spots)]
    drafts = [{"type": "draft", "row": row, "pos": pos} for row, pos in free]
    return built + drafts + ([{"type": "discard", "cards": hand[:1]}] if hand else [])
