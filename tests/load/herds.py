"""The herds (Waterhole, Kariba) for the loader and the scorer: how to play them, and their rules once more.

Written apart from the engine, to judge what the server recorded and sent. Standard library only.
"""

from __future__ import annotations

import random
from typing import Any

from tests.load.wrong import WrongRecord

HAND = 5
MARKET = 3
PACK = sorted(list(range(1, 9)) * 8)

Message = dict[str, Any]


def move(table: Message, seat: int, chance: random.Random) -> Message:
    """Any legal move: a play, or a draw by choice."""
    offer = table["offer"]
    if "draws" in offer:
        return {"type": "draw", "source": chance.choice(offer["draws"])}
    play = chance.choice(offer["plays"])
    return {"type": "play", "cards": [play["rank"]] * play["n"]}


def nonsense(table: Message, seat: int) -> list[tuple[Message, str]]:
    """Moves that must be refused to the seat that is to act, each with its code."""
    places, drawing = table["view"]["places"], table["view"]["facts"]["phase"] == "draw"
    held, row = places[f"hand:{seat}"], places.get("market", [])
    lacking = next((rank for rank in range(1, 9) if rank not in held), None)
    covered = next(rank for rank in range(1, 9) if rank not in row)
    wrong: list[tuple[Message, str]] = [
        ({"type": "play", "cards": []}, "illegal"),
        ({"type": "play", "cards": ["7"]}, "bad"),
        ({"type": "play", "cards": [lacking or 9]}, "illegal" if lacking else "bad"),
        ({"type": "draw", "source": covered}, "illegal"),
        ({"type": "draw", "source": "pile"}, "bad"),
    ]
    if drawing:
        wrong += [({"type": "play", "cards": [held[0]]}, "illegal")] if held else []
    else:
        wrong += [({"type": "draw", "source": "deck"}, "illegal")]
    return wrong


class Deal:
    """One deal being replayed from its order and its moves: hands, places, captures, draws, the end.

    Attributes:
        over: whether it has ended.
    """

    def __init__(self, record: Message, order: list[int], first: int) -> None:
        seats = len(record["seats"])
        self.market = bool(record["options"].get("market"))
        self.hands: list[list[int]] = [[] for _ in range(seats)]
        for nth in range(seats * HAND):
            self.hands[(first + nth) % seats].append(order[nth])
        self.pile = order[seats * HAND :]
        self.row = [self.pile.pop(0) for _ in range(MARKET)] if self.market else []
        self.herds = dict.fromkeys(range(1, 9), 0)
        self.captured: list[list[int]] = [[] for _ in range(seats)]
        self.turn = first
        self.owed = 0
        self.over = False

    def scores(self) -> list[int]:
        """A point for each captured card."""
        return [len(pile) for pile in self.captured]

    def places(self, seat: int) -> Message:
        """Where the cards lie, as this seat must have been shown."""
        shown: Message = {f"herd:{rank}": [rank] * n for rank, n in self.herds.items()}
        if self.market:
            shown["market"] = list(self.row)
        shown["deck"] = len(self.pile)
        shown |= {f"captured:{one}": len(pile) for one, pile in enumerate(self.captured)}
        return shown | {
            f"hand:{one}": sorted(hand) if one == seat else len(hand) for one, hand in enumerate(self.hands)
        }

    def facts(self) -> Message:
        """Whose turn it is, and how many cards are still to be drawn."""
        return {"to_act": None if self.over else self.turn, "draws_left": self.owed}

    def move(self, step: Message) -> None:
        """Carry out a recorded move, or say why it cannot have been one."""
        where = f"step {step['step']}"
        if self.over or step["seat"] != self.turn:
            raise WrongRecord(f"{where}: seat {step['seat']} was not to act")
        hand, made = self.hands[self.turn], step["move"]
        if made["type"] == "draw":
            self._draw(made["source"], where)
        else:
            self._play(hand, made["cards"], where)
        self._forced()
        if not self.owed:
            self._pass_on(hand)

    def _play(self, hand: list[int], cards: list[int], where: str) -> None:
        if self.owed:
            raise WrongRecord(f"{where}: a play before the draws")
        if not cards or len(set(cards)) != 1 or hand.count(cards[0]) < len(cards):
            raise WrongRecord(f"{where}: {cards} from {hand}")
        rank = cards[0]
        for _ in cards:
            hand.remove(rank)
        self.herds[rank] += len(cards)
        if self.herds[rank] >= 3:
            weaker = [8] if rank == 1 else list(range(rank - 1, 0, -1))
            prey = next((place for place in weaker if self.herds[place]), None)
            if prey:
                self.captured[self.turn] += [prey] * self.herds[prey]
                self.herds[prey] = 0
        self.owed = max(0, min(HAND - len(hand), len(self.pile) + len(self.row)))

    def _draw(self, source: Any, where: str) -> None:
        if not self.owed:
            raise WrongRecord(f"{where}: nothing to draw")
        if source == "deck" and self.pile:
            self.hands[self.turn].append(self.pile.pop(0))
        elif source in self.row:
            self.row.remove(source)
            self.hands[self.turn].append(source)
        else:
            raise WrongRecord(f"{where}: no {source} to draw from {self.row}")
        self.owed -= 1

    def _forced(self) -> None:
        """Draws that can come out one way only are made at once (K8)."""
        while self.owed and (not self.row or (not self.pile and len(set(self.row)) == 1)):
            self.hands[self.turn].append(self.row.pop(0) if self.row else self.pile.pop(0))
            self.owed -= 1

    def _pass_on(self, hand: list[int]) -> None:
        while self.market and len(self.row) < MARKET and self.pile:
            self.row.append(self.pile.pop(0))
        self.over = not hand
        self.turn = (self.turn + 1) % len(self.hands)


def verdict(totals: list[int], last: Deal) -> Message:
    """Most points; ties share the win."""
    return {"winners": [seat for seat, points in enumerate(totals) if points == max(totals)]}
