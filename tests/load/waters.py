"""Seven Waters for the loader and the scorer: how to play it, and its rules once more.

Written apart from the engine, to judge what the server recorded and sent. Standard library only.
"""

from __future__ import annotations

import random
from itertools import combinations
from typing import Any

from tests.load.wrong import WrongRecord

RANKS = "A23456789TJQK"
PACK = sorted([rank + suit for rank in RANKS for suit in "SHDC"] + ["X1", "X2"])
SPOTS = [(row, pos) for row in range(1, 8) for pos in range(1, row + 1)]

Message = dict[str, Any]


def joker(card: str) -> bool:
    return card.startswith("X")


def points(card: str) -> int:
    return 10 if joker(card) else min(10, RANKS.index(card[0]) + 1)


def hits(total: int, cards: tuple[str, ...]) -> bool:
    """Whether cards can make exactly this total; a joker in the hand is 1 to 10."""
    fixed = sum(points(card) for card in cards if not joker(card))
    jokers = sum(map(joker, cards))
    return jokers <= total - fixed <= 10 * jokers


# --- playing ---------------------------------------------------------------------------------------------------------


def move(table: Message, seat: int, chance: random.Random) -> Message:
    """A legal move: first a kind that is possible now, drafts the likeliest, so that all of the game comes up."""
    offer, hand = table["offer"], table["view"]["places"][f"hand:{seat}"]
    ways: list[Message] = [{"type": "draft", "row": row, "pos": pos} for row, pos in offer["draft"]]
    wet = [card for card in hand if joker(card) or card[1] == offer["pool"]]
    naturals = [card for card in hand if not joker(card)]
    kinds: list[list[Message]] = [ways, ways, _slides(hand, offer["lines"]), _rivers(hand, offer["river"])]
    if offer["pool"] and wet:
        kinds.append([{"type": "pool", "cards": chance.sample(wet, chance.randint(1, len(wet)))}])
    elif not offer["pool"] and hand:
        card = chance.choice(hand)
        kinds.append([{"type": "pool", "cards": [card], **({"suit": chance.choice("SHDC")} if joker(card) else {})}])
    if offer["theme"] and naturals and chance.random() < 0.3:
        kinds.append([{"type": "theme", "card": chance.choice(naturals)}])
    if offer["pass"]:
        kinds.append([{"type": "pass"}])
    if hand and (offer["hand_full"] or chance.random() < 0.1):
        kinds.append([{"type": "discard", "cards": chance.sample(hand, chance.randint(1, min(2, len(hand))))}])
    return chance.choice(chance.choice([kind for kind in kinds if kind]))


def _slides(hand: list[str], lines: list[Message]) -> list[Message]:
    sets = [cards for n in range(1, len(hand) + 1) for cards in combinations(hand, n)]
    return [
        {"type": "slide", "line": line["line"], "cards": list(cards)}
        for line in lines
        for cards in sets
        if hits(line["total"], cards)
    ]


def _rivers(hand: list[str], river: Message) -> list[Message]:
    """One card at an end, a joker named or left to the run; or two in a row where there is none yet."""
    found: list[Message] = []
    for card in hand:
        if "start" in river:
            found.append(
                {
                    "type": "river",
                    "end": "start",
                    "cards": ["X1=7" if card == "X1" else f"{card}=K"[: 4 if joker(card) else 2]],
                }
            )
        for end in ("low", "high"):
            wanted = river.get(end)
            if wanted and (joker(card) or card[0] == wanted):
                found.append({"type": "river", "end": end, "cards": [f"{card}={wanted}" if card == "X1" else card]})
    return found


def nonsense(table: Message, seat: int) -> list[tuple[Message, str]]:
    """Moves that must be refused to the seat that is to act, each with its code."""
    places, facts = table["view"]["places"], table["view"]["facts"]
    hand = places[f"hand:{seat}"]
    lacking = next(card for card in PACK if card not in hand)
    wrong: list[tuple[Message, str]] = [
        ({"type": "discard", "cards": []}, "illegal"),
        ({"type": "discard", "cards": [lacking]}, "illegal"),
        ({"type": "slide", "line": 1, "cards": [lacking]}, "illegal"),
        ({"type": "draft", "row": 9, "pos": 1}, "illegal"),
        ({"type": "draft", "row": "7", "pos": 1}, "bad"),
        ({"type": "theme", "card": "KX"}, "bad"),
        ({"type": "river", "end": "low", "cards": ["KH=7"]}, "bad"),
        ({"type": "play", "cards": [7]}, "bad"),
    ]
    if facts["pyramid_left"]:
        wrong.append(({"type": "pass"}, "illegal"))
    if facts["pyramid_left"] > 1:
        wrong.append(({"type": "draft", "row": 1, "pos": 1}, "illegal"))
    return wrong


# --- judging ---------------------------------------------------------------------------------------------------------


class Deal:
    """A match being replayed from its order and its moves: pyramid, parks, hidden cards, the last turns.

    Attributes:
        over: whether the parks are open.
    """

    def __init__(self, record: Message, order: list[str], first: int) -> None:
        cards = iter(order)
        self.pyramid = {spot: next(cards) for spot in SPOTS}
        self.up = {spot for spot in SPOTS if spot[0] % 2}
        self.ropes = [[[next(cards) for _ in range(line)] for line in range(1, 5)] for _ in range(2)]
        self.hands = [[next(cards) for _ in range(3)] for _ in range(2)]
        self.slides: list[list[list[str]]] = [[[] for _ in range(4)] for _ in range(2)]
        self.rivers: list[list[tuple[str, int]]] = [[], []]
        self.pools: list[list[str]] = [[], []]
        self.suits: list[str | None] = [None, None]
        self.themes: list[list[str]] = [[], []]
        self.discards: list[list[str]] = [[], []]
        self.left = 8 if record["options"]["contest"] else 7
        self.turn = first
        self.extra = False
        self.last: int | None = None
        self.over = False

    def scores(self) -> list[int]:
        return [row["total"] for row in self.breakdown()]

    def breakdown(self) -> list[dict[str, int]]:
        """Every point of both parks."""
        rows = []
        for one in range(2):
            built = [card for slide in self.slides[one] for card in slide]
            river = [card for card, _ in self.rivers[one]]
            roped = [card for line in self.ropes[one] for card in line]
            everything = [*built, *river, *self.pools[one], *roped, *self.themes[one]]
            suit = self.themes[one][0][1] if self.themes[one] else ""
            row = {
                "slides": 2 * len(built),
                "river": len(river),
                "pool": 5 if len(self.pools[one]) > len(self.pools[1 - one]) else 0,
                "theme": sum(card[1] == suit for card in everything if not joker(card)),
                "hand": -len(self.hands[one]),
                "discard": -2 * len(self.discards[one]),
            }
            rows.append({**row, "total": sum(row.values())})
        return rows

    def places(self, seat: int) -> Message:
        """Where the cards lie, as this seat must have been shown."""
        shown: Message = {f"pyramid:{r}:{p}": [c] if (r, p) in self.up else 1 for (r, p), c in self.pyramid.items()}
        for one in range(2):
            for line in range(4):
                shown[f"rope:{one}:{line + 1}"] = self.ropes[one][line]
                shown[f"slide:{one}:{line + 1}"] = self.slides[one][line]
            shown[f"river:{one}"] = [f"{c}={RANKS[rank]}" if joker(c) else c for c, rank in self.rivers[one]]
            shown[f"pool:{one}"] = self.pools[one]
            mine = one == seat or self.over
            hand = sorted(self.hands[one], key=lambda card: (joker(card), RANKS.find(card[0]), card[1]))
            hidden = {"hand": hand, "theme": self.themes[one], "discard": self.discards[one]}
            shown |= {f"{name}:{one}": list(cards) if mine else len(cards) for name, cards in hidden.items()}
        return shown

    def facts(self) -> Message:
        """Whose turn it is, and what is left."""
        return {
            "to_act": None if self.over else self.turn,
            "extra": self.extra,
            "slides_left": self.left,
            "final_turns_left": self.last,
            "pyramid_left": len(self.pyramid),
        }

    def move(self, step: Message) -> None:
        """Carry out a recorded move, or say why it cannot have been one."""
        where, made, seat = f"step {step['step']}", step["move"], self.turn
        if self.over or step["seat"] != seat:
            raise WrongRecord(f"{where}: seat {step['seat']} was not to act")
        {
            "draft": self._draft,
            "discard": self._discard,
            "slide": self._slide,
            "river": self._river,
            "pool": self._pool,
            "theme": self._theme,
            "pass": self._pass,
        }[made["type"]](made, where)
        if made["type"] == "slide" and (self.hands[seat] or self.pyramid):
            self.extra = True
            return
        self.extra = False
        if not self.pyramid:
            self.last = 2 if self.last is None else self.last - 1
        self.turn = 1 - seat
        while self.last and not self.hands[self.turn]:
            self.last -= 1
            self.turn = 1 - self.turn
        self.over = self.last == 0

    def _take(self, cards: list[str], where: str) -> list[str]:
        hand = self.hands[self.turn]
        if not cards or len(set(cards)) < len(cards) or set(cards) - set(hand):
            raise WrongRecord(f"{where}: {cards} from {hand}")
        for card in cards:
            hand.remove(card)
        return list(cards)

    def _free(self, spot: tuple[int, int]) -> bool:
        row, pos = spot
        return (row + 1, pos) not in self.pyramid and (row + 1, pos + 1) not in self.pyramid

    def _draft(self, made: Message, where: str) -> None:
        spot = (made["row"], made["pos"])
        if spot not in self.pyramid or not self._free(spot) or len(self.hands[self.turn]) >= 7:
            raise WrongRecord(f"{where}: {spot} could not be drafted")
        self.hands[self.turn].append(self.pyramid.pop(spot))
        self.up |= {one for one in self.pyramid if self._free(one)}

    def _discard(self, made: Message, where: str) -> None:
        self.discards[self.turn] += self._take(made["cards"], where)

    def _theme(self, made: Message, where: str) -> None:
        if self.themes[self.turn] or joker(made["card"]):
            raise WrongRecord(f"{where}: no such theme")
        self.themes[self.turn] = self._take([made["card"]], where)

    def _slide(self, made: Message, where: str) -> None:
        nth = made["line"] - 1
        total = sum(map(points, self.ropes[self.turn][nth]))
        if self.slides[self.turn][nth] or not self.left or not hits(total, tuple(made["cards"])):
            raise WrongRecord(f"{where}: {made['cards']} for {total}")
        self.slides[self.turn][nth] = self._take(made["cards"], where)
        self.left -= 1

    def _river(self, made: Message, where: str) -> None:
        river, cards = self.rivers[self.turn], self._take([card[:2] for card in made["cards"]], where)
        named = [RANKS.index(c[3]) if len(c) > 2 else None if joker(c) else RANKS.index(c[0]) for c in made["cards"]]
        if not river:
            known = [rank - nth for nth, rank in enumerate(named) if rank is not None]
            start = known[0] if known and made["end"] == "start" else -1
        elif made["end"] == "low":
            start = river[0][1] - len(cards)
        else:
            start = river[-1][1] + 1 if made["end"] == "high" else -1
        ranks = range(start, start + len(cards))
        if start < 0 or ranks[-1] > 12 or any(r not in (None, at) for r, at in zip(named, ranks, strict=True)):
            raise WrongRecord(f"{where}: {made} is no run for {river}")
        laid = list(zip(cards, ranks, strict=True))
        self.rivers[self.turn] = laid + river if made["end"] == "low" else river + laid

    def _pool(self, made: Message, where: str) -> None:
        suits = {card[1] for card in made["cards"] if not joker(card)} | ({made["suit"]} if "suit" in made else set())
        suits |= {self.suits[self.turn]} - {None}
        if len(suits) != 1:
            raise WrongRecord(f"{where}: {made} in a pool of {self.suits[self.turn]}")
        (self.suits[self.turn],) = suits
        self.pools[self.turn] += self._take(made["cards"], where)

    def _pass(self, made: Message, where: str) -> None:
        if self.pyramid:
            raise WrongRecord(f"{where}: passed too early")


def verdict(totals: list[int], last: Deal) -> Message:
    """The higher total, then the larger pool, else a draw; and where the points come from."""
    keys = [(totals[seat], len(last.pools[seat])) for seat in range(2)]
    best = [] if keys[0] == keys[1] else [keys.index(max(keys))]
    return {"winners": best, "breakdown": last.breakdown(), **({} if best else {"draw": True})}
