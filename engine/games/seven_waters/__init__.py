"""Seven Waters: two water parks and the pyramid of cards between them (RULINGS S1-S14)."""

from engine.games.seven_waters.rules import SevenWaters

__all__ = ["SevenWaters"]
