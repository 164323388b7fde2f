"""The shelf: every game there is. Adding a game is one line here."""

from __future__ import annotations

from typing import Any

from engine.core.game import Game
from engine.games.herds import KARIBA, WATERHOLE, Herds
from engine.games.seven_waters import SevenWaters

Shelf = dict[str, Game[Any, Any, Any]]

SHELF: Shelf = {game.name: game for game in (Herds(WATERHOLE), Herds(KARIBA), SevenWaters())}
