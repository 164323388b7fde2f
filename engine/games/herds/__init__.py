"""Herds round a waterhole: one rulebook for Waterhole (Wasserloch) and Kariba, which differ in numbers only."""

from engine.games.herds.box import KARIBA, WATERHOLE, Box
from engine.games.herds.rules import Herds

__all__ = ["KARIBA", "WATERHOLE", "Box", "Herds"]
