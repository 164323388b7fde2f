"""A game that is on no shelf of the product: proof that docs/add-a-game.md is all there is to adding one.

`high_card` is the folder, and the two lines below are what `engine/games/__init__.py` and `engine/bots/__init__.py`
would get. The conformance suite plays it beside the product's games, and tests/app/test_new_game.py in a real room.
"""

from __future__ import annotations

from engine.bots import Bots
from engine.games import Shelf
from tests.tiny.high_card import HighCard, bot

TINY: Shelf = {game.name: game for game in (HighCard(),)}
TINY_BOTS: Bots = {"high_card": bot.choose}
