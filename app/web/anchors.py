"""Where on a game's rules page each refusal of the engine is explained: code to anchor. The only such list. Pure."""

from __future__ import annotations

from collections.abc import Mapping

_HERDS = {
    "no_cards": "turn",
    "mixed_ranks": "turn",
    "not_held": "turn",
    "not_your_turn": "turn",
    "wrong_phase": "draw",
    "no_such_source": "draw",
    "over": "end",
}
ANCHORS: Mapping[str, Mapping[str, str]] = {
    "waterhole": _HERDS,
    "kariba": _HERDS | {"no_such_source": "market"},
    "seven_waters": {
        "no_cards": "turn",
        "not_held": "turn",
        "not_your_turn": "turn",
        "covered": "draft",
        "no_such_card": "draft",
        "hand_full": "draft",
        "slide_sum": "slide",
        "slide_built": "slide",
        "no_slides_left": "slide",
        "river_run": "river",
        "river_end": "river",
        "river_joker": "s9",
        "pool_suit": "pool",
        "pool_joker": "s10",
        "theme_joker": "theme",
        "theme_laid": "theme",
        "pass_early": "s12",
        "over": "last",
    },
}
