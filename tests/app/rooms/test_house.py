"""The rules of the house: what is described is what the wire takes."""

from __future__ import annotations

import msgspec
import pytest

from app.rooms import wire
from app.rooms.house import HOUSE_OPTIONS, SHOWN
from engine.core.option import Option


@pytest.mark.parametrize("option", HOUSE_OPTIONS, ids=lambda option: option.name)
def test_the_wire_takes_what_is_described(option: Option) -> None:
    for value in option.values:
        assert getattr(msgspec.convert({option.name: value}, wire.House), option.name) == value
    for wrong in ("perhaps", 17, None, [option.default]):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert({option.name: wrong}, wire.House)


def test_every_rule_of_the_house_is_described() -> None:
    assert {option.name for option in HOUSE_OPTIONS} == set(wire.House.__struct_fields__)
    assert set(SHOWN) <= {option.name for option in HOUSE_OPTIONS}
