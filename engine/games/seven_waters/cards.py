"""The pack: 52 cards and two jokers (S1). A card is its face: rank and suit ("QH", "TC"), or "X1", "X2"."""

from __future__ import annotations

from collections.abc import Iterable

RANKS = "A23456789TJQK"
SUITS = "SHDC"
JOKERS = ("X1", "X2")
HAND_MOST = 7
SLIDES = 7
SLIDES_CONTEST = 8
JOKER_MOST = 10

# Canonical order (FAIRNESS): S H D C, each A..K, then joker 1, joker 2.
PACK: tuple[str, ...] = (*(rank + suit for suit in SUITS for rank in RANKS), *JOKERS)

_VALUES = {card: 10 if card[0] == "X" else min(10, RANKS.index(card[0]) + 1) for card in PACK}
_ORDER = {card: (2, card) if card[0] == "X" else (1, f"{RANKS.index(card[0]):02d}{card[1]}") for card in PACK}
FACES = frozenset(PACK)


def is_joker(card: str) -> bool:
    """Whether a card is a joker."""
    return card[0] == "X"


def value(card: str) -> int:
    """What a natural card counts in a slide: A = 1, J Q K = 10; a joker in a rope line counts 10 (S6)."""
    return _VALUES[card]


def number(card: str) -> int:
    """The place of a natural card's rank in the run A..K, from 0 (S9)."""
    return RANKS.index(card[0])


def in_order(cards: Iterable[str]) -> tuple[str, ...]:
    """Cards as a hand holds them: by rank, then by suit, jokers last."""
    return tuple(sorted(cards, key=_ORDER.__getitem__))


def split(cards: Iterable[str]) -> tuple[list[str], list[str]]:
    """The natural cards and the jokers among some cards."""
    naturals: list[str] = []
    jokers: list[str] = []
    for card in cards:
        (jokers if is_joker(card) else naturals).append(card)
    return naturals, jokers
