"""Which module plays and judges a game: a family brings `move`, `nonsense`, `PACK`, `Deal` and `winners`."""

from __future__ import annotations

from types import ModuleType

from tests.load import herds

BY_GAME: dict[str, ModuleType] = {"waterhole": herds, "kariba": herds}
