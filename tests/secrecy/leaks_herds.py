"""Deliberate leaks of Waterhole and Kariba, beside those of every game."""

from __future__ import annotations

from typing import Any

from engine.core.match import Match
from engine.core.state import Event
from engine.games.herds.rules import Herds
from engine.games.herds.turn import Turn
from tests.secrecy.leak import Leak, Patch, changed_table, changed_view
from tests.secrecy.leaks import LEAKS


def next_card(patch: Patch) -> None:
    """The pile as cards, the top one with its face: a page could turn it over before it is drawn."""

    def change(view: Any, state: Any) -> None:
        view["places"]["deck"] = [*state.deck[:1], *[0] * (len(state.deck) - 1)]

    changed_view(patch, change)


def hand_order(patch: Patch) -> None:
    """A play says from where in the sorted hand the cards came, for the animation: so many are lower."""
    honest = Turn.lay

    def lay(self: Turn, rank: int, n: int) -> None:
        at = self.hands[self.seat].index(rank)
        honest(self, rank, n)
        event = next(event for event in self.events if event.name == "play")
        self.events[self.events.index(event)] = Event("play", {**event.open, "at": at}, event.private)

    patch.setattr(Turn, "lay", lay)


def offer_of_another(patch: Patch) -> None:
    """Everybody is given the offer of the seat that acts."""

    def change(told: Any, match: Match, seat: Any) -> None:
        told["offer"] = match.offer(min(match.to_act(), default=seat))

    changed_table(patch, change)


def hand_kinds(patch: Patch) -> None:
    """A hand from outside shows how many kinds it holds."""
    patch.setattr(Herds, "back", lambda self, hand, seat: {f"hand:{seat}": len(hand), f"kinds:{seat}": len(set(hand))})


def open_draw(patch: Patch) -> None:
    """A draw from the pile is told like one from the face-up row."""
    honest = vars(Turn)["_tell"]

    def tell(self: Turn, name: str, facts: Any, moves: Any, private: Any = None) -> None:
        shown = private[self.seat]["moves"] if name == "draw" and private else moves
        honest(self, name, facts, shown, private)

    patch.setattr(Turn, "_tell", tell)


def cards_left_over(patch: Patch) -> None:
    """What is left in the hands is turned up as a deal ends (W7 says no such thing)."""
    honest = vars(Turn)["_tell_end"]

    def tell_end(self: Turn, table: Any) -> None:
        honest(self, table)
        moves = [[f"hand:{seat}", f"hand:{seat}", list(hand)] for seat, hand in enumerate(self.hands) if hand]
        nth = next(nth for nth, event in enumerate(self.events) if event.name == "deal_over")
        self.events[nth] = Event("deal_over", {**self.events[nth].open, "moves": moves})

    patch.setattr(Turn, "_tell_end", tell_end)


def pairs_left(patch: Patch) -> None:
    """A face-down pile of fewer cards says whether equal ones follow, so that a page can draw them together."""
    changed_view(patch, lambda view, state: view["facts"].update(twins=len(state.deck[:3]) - len(set(state.deck[:3]))))


HERDS: tuple[Leak, ...] = (
    *LEAKS,
    next_card,
    hand_order,
    offer_of_another,
    hand_kinds,
    open_draw,
    cards_left_over,
    pairs_left,
)
