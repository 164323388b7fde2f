"""High Card: twelve cards, four each; everybody lays one, the highest takes the trick and leads the next."""

from tests.tiny.high_card.rules import HighCard

__all__ = ["HighCard"]
