"""The rules of the herds once more, written apart from the engine, to judge what the server recorded.

It replays a record from its orders and moves alone: hands, places, captures, draws, the deal's end. Standard library
only.
"""

from __future__ import annotations

from typing import Any

HAND = 5


class WrongRecord(AssertionError):
    """The record breaks the rules."""


def replay(record: dict[str, Any], steps: list[dict[str, Any]], fairness: dict[str, Any]) -> dict[str, Any]:
    """The scores that a record's orders and moves give.

    Returns:
        {"deals": ..., "totals": ..., "winners": ...} as in the record. Raises WrongRecord.
    """
    seats = len(record["seats"])
    market = bool(record["options"].get("market"))
    deals: list[list[int]] = []
    deal: _Deal | None = None
    for step in steps:
        if "deal" in step:
            if deal and not deal.over:
                raise WrongRecord(f"step {step['step']}: dealt before the deal was over")
            fair = fairness["deals"][step["deal"] - 1]
            deal = _Deal(seats, list(fair["order"]), step["first"], market)
            if fair["first"] != step["first"] or sorted(fair["order"]) != sorted(list(range(1, 9)) * 8):
                raise WrongRecord(f"deal {step['deal']}: another first seat or another pack")
        elif deal is None:
            raise WrongRecord("a move before the first deal")
        else:
            deal.move(step)
            if deal.over:
                deals.append([len(pile) for pile in deal.captured])
    if deal is None or not deal.over:
        raise WrongRecord("the last deal is not over")
    totals = [sum(row[seat] for row in deals) for seat in range(seats)]
    return {"deals": deals, "totals": totals, "winners": [s for s in range(seats) if totals[s] == max(totals)]}


class _Deal:
    """One deal being replayed."""

    def __init__(self, seats: int, order: list[int], first: int, market: bool) -> None:
        self.hands: list[list[int]] = [[] for _ in range(seats)]
        for nth in range(seats * HAND):
            self.hands[(first + nth) % seats].append(order[nth])
        self.pile = order[seats * HAND :]
        self.row = [self.pile.pop(0) for _ in range(3)] if market else []
        self.market = market
        self.places = dict.fromkeys(range(1, 9), 0)
        self.captured: list[list[int]] = [[] for _ in range(seats)]
        self.turn = first
        self.owed = 0
        self.over = False

    def move(self, step: dict[str, Any]) -> None:
        if self.over or step["seat"] != self.turn:
            raise WrongRecord(f"step {step['step']}: seat {step['seat']} was not to act")
        hand, move = self.hands[self.turn], step["move"]
        if move["type"] == "draw":
            self._draw(move["source"], step)
        else:
            if self.owed:
                raise WrongRecord(f"step {step['step']}: a play before the draws")
            self._play(hand, move["cards"], step)
        self._forced()
        if not self.owed:
            self._pass_on(hand)

    def _play(self, hand: list[int], cards: list[int], step: dict[str, Any]) -> None:
        if not cards or len(set(cards)) != 1 or hand.count(cards[0]) < len(cards):
            raise WrongRecord(f"step {step['step']}: {cards} from {hand}")
        rank = cards[0]
        for _ in cards:
            hand.remove(rank)
        self.places[rank] += len(cards)
        if self.places[rank] >= 3:
            weaker = [8] if rank == 1 else list(range(rank - 1, 0, -1))
            prey = next((place for place in weaker if self.places[place]), None)
            if prey:
                self.captured[self.turn] += [prey] * self.places[prey]
                self.places[prey] = 0
        self.owed = min(HAND - len(hand), len(self.pile) + len(self.row))
        self.owed = max(self.owed, 0)

    def _draw(self, source: Any, step: dict[str, Any]) -> None:
        if not self.owed:
            raise WrongRecord(f"step {step['step']}: nothing to draw")
        if source == "deck":
            self.hands[self.turn].append(self.pile.pop(0))
        else:
            self.row.remove(source)
            self.hands[self.turn].append(source)
        self.owed -= 1

    def _forced(self) -> None:
        while self.owed and (not self.row or (not self.pile and len(set(self.row)) == 1)):
            self.hands[self.turn].append(self.row.pop(0) if self.row else self.pile.pop(0))
            self.owed -= 1

    def _pass_on(self, hand: list[int]) -> None:
        while self.market and len(self.row) < 3 and self.pile:
            self.row.append(self.pile.pop(0))
        self.over = not hand
        self.turn = (self.turn + 1) % len(self.hands)
