"""What may be done: one check per action (S3-S12). Asked with the table and the asking seat's own hand only."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.errors import IllegalMove
from engine.games.seven_waters.cards import HAND_MOST, JOKER_MOST, is_joker, split, value
from engine.games.seven_waters.move import Discard, Draft, Move, Pass, Pool, River, Slide, Theme
from engine.games.seven_waters.pyramid import Spot, at, is_free
from engine.games.seven_waters.river import run
from engine.games.seven_waters.table import LINES, Hand, Park, Table


def check(table: Table, hand: Hand, seat: int, move: Move) -> None:
    """Raises IllegalMove when the seat to act may not do this."""
    park = table.parks[seat]
    match move:
        case Draft(spot):
            draft(table, hand, spot)
        case Discard(cards):
            held(hand, cards)
        case Slide(line, cards):
            held(hand, cards)
            slide(table, park, line, cards)
        case River(end, wishes):
            held(hand, [wish.card for wish in wishes])
            run(park.river, end, wishes)
        case Pool(cards, suit):
            held(hand, cards)
            pool_suit(park, cards, suit)
        case Theme(card):
            theme(hand, card)
        case Pass():
            if table.pyramid_left:
                raise IllegalMove("pass_early")


def held(hand: Hand, cards: Sequence[str]) -> None:
    """One or more cards, each of them in the hand, none twice."""
    if not cards:
        raise IllegalMove("no_cards")
    for nth, card in enumerate(cards):
        if card not in hand.cards or card in cards[:nth]:
            raise IllegalMove("not_held", card=card)


def draft(table: Table, hand: Hand, spot: Spot) -> None:
    """A free card, and room for it in the hand (S2, S4)."""
    if at(table.pyramid, spot) is None:
        raise IllegalMove("no_such_card", row=spot.row, pos=spot.pos)
    if not is_free(table.pyramid, spot):
        raise IllegalMove("covered", row=spot.row, pos=spot.pos)
    if len(hand.cards) >= HAND_MOST:
        raise IllegalMove("hand_full", most=HAND_MOST)


def rope_total(park: Park, line: int) -> int:
    """The total of a rope line; a joker in it counts 10 (S6)."""
    return sum(map(value, park.ropes[line - 1]))


def fits(total: int, cards: Sequence[str]) -> bool:
    """Whether cards make exactly this total: n jokers fit if n <= what is missing <= 10 n (S6)."""
    naturals, jokers = split(cards)
    missing = total - sum(map(value, naturals))
    return len(jokers) <= missing <= JOKER_MOST * len(jokers)


def slide(table: Table, park: Park, line: int, cards: Sequence[str]) -> None:
    """An own rope line without slide, the exact total, and room for another slide (S6, S8)."""
    if line not in LINES or park.slides[line - 1] is not None:
        raise IllegalMove("slide_built", line=line)
    if not table.slides_left:
        raise IllegalMove("no_slides_left", slides=table.slides)
    total = rope_total(park, line)
    if not fits(total, cards):
        naturals, jokers = split(cards)
        raise IllegalMove("slide_sum", line=line, total=total, sum=sum(map(value, naturals)), jokers=len(jokers))


def pool_suit(park: Park, cards: Sequence[str], named: str | None) -> str:
    """The suit of the pool with these cards in it; jokers take the pool's suit (S10)."""
    naturals, _ = split(cards)
    suit = park.suit or (naturals[0][1] if naturals else named)
    if suit is None:
        raise IllegalMove("pool_joker")
    if named not in (None, suit) or any(card[1] != suit for card in naturals):
        raise IllegalMove("pool_suit", suit=suit)
    return suit


def theme(hand: Hand, card: str) -> None:
    """One natural card, once (S11)."""
    if hand.theme:
        raise IllegalMove("theme_laid")
    if is_joker(card):
        raise IllegalMove("theme_joker")
    held(hand, (card,))
