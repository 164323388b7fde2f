"""Deliberate leaks of Seven Waters, beside those of every game."""

from __future__ import annotations

from typing import Any

from engine.core.errors import IllegalMove
from engine.core.match import Match
from engine.core.state import Event
from engine.games.seven_waters.move import Draft
from engine.games.seven_waters.pyramid import DOWN, SPOTS, at, face_down, is_free
from engine.games.seven_waters.score import breakdown
from engine.games.seven_waters.turn import Turn
from tests.secrecy.leak import Leak, Patch, changed_view
from tests.secrecy.leaks import LEAKS


def next_card(patch: Patch) -> None:
    """A covered card has its face in the view once a single card lies on it."""

    def change(view: Any, state: Any) -> None:
        pyramid = state.table.pyramid
        for spot, card in zip(face_down(pyramid), state.deck, strict=True):
            below = [pyramid[spot.row][spot.pos - 1], pyramid[spot.row][spot.pos]]
            if None in below:
                view["places"][f"pyramid:{spot.row}:{spot.pos}"] = [card]

    changed_view(patch, change)


def turned_early(patch: Patch) -> None:
    """A covered card turns up as soon as one of the two that lie on it is gone. The engine then believes that it lies
    open, so only the rules know better."""

    def is_free(pyramid: Any, spot: Any) -> bool:
        return None in (pyramid[spot.row][spot.pos - 1], pyramid[spot.row][spot.pos])

    patch.setattr("engine.games.seven_waters.turn.is_free", is_free)


def hand_order(patch: Patch) -> None:
    """A draft says where in the sorted hand the card goes, for the animation: so many are lower."""
    honest = vars(Turn)["_draft"]

    def draft(self: Turn, spot: Any) -> None:
        card = at(self.table.pyramid, spot)
        honest(self, spot)
        event = self.events[0]
        self.events[0] = Event("draft", {**event.open, "at": self.hand.cards.index(card)}, event.private)

    patch.setattr(Turn, "_draft", draft)


def covered_card_in_the_refusal(patch: Patch) -> None:
    """The refusal to draft a covered card names it."""
    honest = Match.check

    def check(self: Match, seat: int, move: Any) -> None:
        try:
            honest(self, seat, move)
        except IllegalMove as error:
            down = list(face_down(self._state.table.pyramid)) if error.code == "covered" else []
            if isinstance(move, Draft) and move.spot in down:
                error.facts["card"] = self._state.deck[down.index(move.spot)]
            raise

    patch.setattr(Match, "check", check)


def theme_in_the_score(patch: Patch) -> None:
    """The running score counts the theme that nobody has seen."""

    def change(view: Any, state: Any) -> None:
        if state.table.phase == "play":
            view["facts"]["parks"] = breakdown(state.table.parks, [hand.theme for hand in state.hands])

    changed_view(patch, change)


def theme_suit(patch: Patch) -> None:
    """The theme is laid face down, and its suit is told."""
    honest = vars(Turn)["_theme"]

    def theme(self: Turn, card: str) -> None:
        honest(self, card)
        event = self.events[-1]
        self.events[-1] = Event("theme", {**event.open, "suit": card[1]}, event.private)

    patch.setattr(Turn, "_theme", theme)


def open_discard(patch: Patch) -> None:
    """What is discarded is told to everybody."""
    honest = vars(Turn)["_hide"]

    def hide(self: Turn, name: str, facts: Any, place: str, cards: Any, secret: Any) -> None:
        honest(self, name, {**facts, **secret} if name == "discard" else facts, place, cards, secret)

    patch.setattr(Turn, "_hide", hide)


def last_with_its_cards(patch: Patch) -> None:
    """The last action stands in the facts as its own seat heard it."""
    honest = vars(Turn)["_remember"]

    def remember(self: Turn, event: Event) -> None:
        honest(self, Event(event.name, {**event.open, **event.private.get(self.seat, {})}))

    patch.setattr(Turn, "_remember", remember)


def discards_by_suit(patch: Patch) -> None:
    """Discards lie in the order of their suits, and how many suits there are is shown."""

    def change(view: Any, state: Any) -> None:
        hands = [hand for hand in state.hands if hand]
        view["facts"]["gone"] = [len({card[1] for card in hand.discards}) for hand in hands]

    changed_view(patch, change)


def joker_held(patch: Patch) -> None:
    """How many jokers each hand holds, since a joker looks different on the felt."""

    def change(view: Any, state: Any) -> None:
        view["facts"]["jokers"] = [sum(card[0] == "X" for card in hand.cards) for hand in state.hands if hand]

    changed_view(patch, change)


def free_soon(patch: Patch) -> None:
    """Facts say the best value that a draft would uncover."""

    def change(view: Any, state: Any) -> None:
        pyramid = state.table.pyramid
        spots = [spot for spot in SPOTS if pyramid and at(pyramid, spot) == DOWN and not is_free(pyramid, spot)]
        view["facts"]["soon"] = max((card[0] for card in state.deck[-2:]), default="") if spots else ""

    changed_view(patch, change)


WATERS: tuple[Leak, ...] = (
    *LEAKS,
    next_card,
    turned_early,
    hand_order,
    covered_card_in_the_refusal,
    theme_in_the_score,
    theme_suit,
    open_discard,
    last_with_its_cards,
    discards_by_suit,
    joker_held,
    free_soon,
)
