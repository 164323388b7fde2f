"""Which module plays and judges a game: a family brings `move`, `nonsense`, `PACK`, `Deal` and `verdict`."""

from __future__ import annotations

from types import ModuleType

from tests.load import herds, waters

BY_GAME: dict[str, ModuleType] = {"waterhole": herds, "kariba": herds, "seven_waters": waters}
