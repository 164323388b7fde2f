"""Bots for Seven Waters. easy: half its moves random; medium: the best park after this move; hard: the same, minding
what it uncovers, which slides the hand still makes, and what the other park is after.

A bot reads the open table back from its view: it has nothing else.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from engine.games.seven_waters import choices, move
from engine.games.seven_waters.cards import RANKS, SUITS, is_joker, number, split
from engine.games.seven_waters.check import fits, pool_suit
from engine.games.seven_waters.move import Discard, Draft, Move, Pool, River, Slide, Theme
from engine.games.seven_waters.pyramid import DOWN, ROWS, Place, at, is_free, put, under
from engine.games.seven_waters.river import Laid, ends, grown, run
from engine.games.seven_waters.table import LINES, SEATS, Hand, Park, Table

View = Mapping[str, Any]
WORLDS = {
    "hard": 0,
    "expert": 60,
}  # in how many a level plays its best moves on; with none the net alone chooses
EXTRA = 1.6  # what an extra action is worth, in points
JOKER = 2.2  # what a joker in the hand is worth
PLAN = 0.8  # how sure a slide is that the hand could build
POOL_LEAD = 5


def choose(
    level: str, view: View, offer: Mapping[str, Any], news: Sequence[Mapping[str, Any]], chance: random.Random
) -> dict[str, Any]:
    """A legal move for the seat that is to act in this view (see `engine.bots.choose`)."""
    if level in WORLDS:
        from engine.bots import water_expert  # numpy is loaded where such a bot sits at a table

        return water_expert.choose(view, news, chance.getrandbits(32), WORLDS[level])
    table = _table(view)
    seat = view["facts"]["to_act"]
    hand = _hand(view, seat)
    wanted = [one for one in choices.moves(table, hand, seat) if _sensible(one, table, hand)]
    if level == "easy" and chance.random() < 0.5:
        return move.write(chance.choice(wanted))
    judged = [(_worth(level, table, hand, seat, one), one) for one in wanted]
    best = max(worth for worth, _ in judged)
    return move.write(chance.choice([one for worth, one in judged if worth > best - 1e-9]))


# --- reading the view ------------------------------------------------------------------------------------------------


def _table(view: View) -> Table:
    places, facts = view["places"], view["facts"]

    def place(row: int, pos: int) -> Place:
        lying = places.get(f"pyramid:{row}:{pos}")
        return str(lying[0]) if isinstance(lying, list) else DOWN if lying else None

    pyramid = tuple(tuple(place(row, pos) for pos in range(1, row + 1)) for row in range(1, ROWS + 1))
    parks = [_park(view, seat) for seat in SEATS]
    return Table(
        facts["contest"],
        "play",
        facts["first"],
        facts["to_act"],
        pyramid,
        (parks[0], parks[1]),
        facts["extra"],
        facts["final_turns_left"],
    )


def _size(lying: Any) -> int:
    return len(lying) if isinstance(lying, list) else int(lying)


def _park(view: View, seat: int) -> Park:
    places = view["places"]
    river = tuple(
        Laid(card[:2], RANKS.index(card[3]) if is_joker(card) else number(card)) for card in places[f"river:{seat}"]
    )
    return Park(
        tuple(tuple(places[f"rope:{seat}:{line}"]) for line in LINES),
        tuple(tuple(places[f"slide:{seat}:{line}"]) or None for line in LINES),
        river,
        tuple(places[f"pool:{seat}"]),
        view["facts"]["pool_suits"][seat],
        _size(places[f"hand:{seat}"]),
        _size(places[f"discard:{seat}"]),
        _size(places[f"theme:{seat}"]) > 0,
    )


def _hand(view: View, seat: int) -> Hand:
    return Hand(*(tuple(view["places"][f"{name}:{seat}"]) for name in ("hand", "theme", "discard")))


# --- judging a move --------------------------------------------------------------------------------------------------


def _sensible(one: Move, table: Table, hand: Hand) -> bool:
    """Two cards are never discarded while one would do, and the joker of a slide or pool is not thrown away."""
    if isinstance(one, Discard):
        return len(one.cards) == 1
    if isinstance(one, River):
        return sum(is_joker(wish.card) for wish in one.cards) < 2
    return True


def _worth(level: str, table: Table, hand: Hand, seat: int, one: Move) -> float:
    """The own park after the move, less the other's chances."""
    park, left, extra = table.parks[seat], list(hand.cards), 0.0
    theme = hand.theme
    ending = table.turns_left is not None
    match one:
        case Draft(spot):
            left.append(str(at(table.pyramid, spot)))
            extra = -_uncovered(table, one) if level == "hard" else 0.0
        case Discard(cards):
            left.remove(cards[0])
            extra = -2.0
        case Slide(line, cards):
            left = [card for card in left if card not in cards]
            park = park._replace(slides=(*park.slides[: line - 1], cards, *park.slides[line:]))
            extra = EXTRA if left or not ending else 0.0
        case River(end, wishes):
            laid = run(park.river, end, wishes)
            left = [card for card in left if card not in {wish.card for wish in wishes}]
            park = park._replace(river=grown(park.river, end, laid))
        case Pool(cards, suit):
            left = [card for card in left if card not in cards]
            park = park._replace(pool=(*park.pool, *cards), suit=pool_suit(park, cards, suit))
        case Theme(card):
            left.remove(card)
            theme = (card,)
        case _:
            pass
    return _points(park, theme, table.parks[1 - seat]) + extra + _promise(level, table, park, left, theme, ending)


def _points(park: Park, theme: Sequence[str], other: Park) -> float:
    slides = 2 * sum(len(slide) for slide in park.slides if slide)
    mine, theirs = len(park.pool), len(other.pool)
    lead = POOL_LEAD if mine > theirs else POOL_LEAD / 2 if mine == theirs and mine else 0.0
    return slides + len(park.river) + lead + (_suited(park, theme[0][1]) + 1 if theme else 0)


def _cards(park: Park) -> Iterable[str]:
    for line in (*park.ropes, *park.slides):
        yield from line or ()
    yield from park.pool
    yield from (laid.card for laid in park.river)


def _suited(park: Park, suit: str) -> int:
    return sum(card[1] == suit for card in _cards(park) if not is_joker(card))


def _promise(
    level: str, table: Table, park: Park, left: Sequence[str], theme: Sequence[str], ending: bool
) -> float:  # fmt: skip
    """What the cards that stay in the hand may still bring."""
    if ending:
        return -1.0 * len(left)
    naturals, jokers = split(left)
    pressure = 1.0 if table.pyramid_left > 8 else 0.35
    worth = JOKER * len(jokers) * pressure
    low, high = ends(park.river)
    for card in naturals:
        fits_pool = park.suit == card[1]
        near = not park.river or any(
            wanted is not None and abs(number(card) - wanted) <= 1 for wanted in (low, high)
        )  # fmt: skip
        worth += pressure * (0.55 + 0.35 * fits_pool + 0.35 * near + 0.25 * bool(theme and card[1] == theme[0][1]))
    worth -= max(0, len(left) - 5) * 0.6
    if level == "hard" or len(left) <= 4:
        worth += _slides_in_hand(table, park, left)
    if not theme and naturals:
        most = max(_suited(park, suit) for suit in SUITS if any(card[1] == suit for card in naturals))
        worth += most * (0.8 if table.pyramid_left > 6 else 0.4)
    return worth


def _slides_in_hand(table: Table, park: Park, left: Sequence[str]) -> float:
    """The best single slide that the hand could build next."""
    best = 0.0
    for _, total in choices.open_lines(table, park):
        for cards in choices.subsets(left):
            if len(cards) > best / 2 and fits(total, cards):
                best = max(best, 2.0 * len(cards))
    return best * PLAN


def _uncovered(table: Table, one: Draft) -> float:
    """What the draft leaves for the other park: what comes free, and what turns up unseen."""
    after = put(table.pyramid, one.spot, None)
    cost = 0.0
    for spot in under(one.spot):
        lying = at(after, spot)
        if lying is not None and is_free(after, spot):
            cost += 0.3 if lying == DOWN else 1.2 if is_joker(str(lying)) else 0.35
    return cost
