"""People who look at one replay together: whose step is followed, and what becomes of it when they go."""

from __future__ import annotations

from typing import Any

from app.rooms.screening import Screening


class Eye:
    """Somebody who looks on, and keeps what they are told."""

    def __init__(self, name: str) -> None:
        self.guest, self.name = f"g_{name}", name
        self.told: dict[str, Any] = {}

    def tell(self, told: dict[str, Any]) -> None:
        self.told = told


def three() -> tuple[Screening, Eye, Eye, Eye]:
    screening, eyes = Screening(), [Eye("Mia"), Eye("Ben"), Eye("Eve")]
    for eye in eyes:
        screening.join(eye)
    return screening, eyes[0], eyes[1], eyes[2]


def test_everybody_looks_for_themselves_until_somebody_leads() -> None:
    screening, mia, ben, eve = three()
    screening.at(mia, 7)
    assert [eye.told["step"] for eye in (mia, ben, eve)] == [None, None, None]
    assert [one["name"] for one in eve.told["people"]] == ["Mia", "Ben", "Eve"]
    screening.lead(mia, 7)
    screening.at(ben, 9)
    screening.at(mia, 8)
    for eye in (mia, ben, eve):
        assert (eye.told["leader"], eye.told["step"]) == ({"guest": "g_Mia", "name": "Mia"}, 8)
        assert eye.told["you"] == {"guest": eye.guest, "leads": eye is mia}


def test_the_last_one_to_take_the_lead_has_it() -> None:
    screening, mia, ben, eve = three()
    screening.lead(mia, 3)
    screening.lead(ben, 5)
    screening.lead(mia, None)
    assert (eve.told["leader"]["name"], eve.told["step"]) == ("Ben", 5)
    screening.lead(ben, None)
    assert (eve.told["leader"], eve.told["step"]) == (None, None)


def test_nobody_leads_after_a_leader_who_has_gone() -> None:
    screening, mia, ben, eve = three()
    screening.lead(mia, 3)
    screening.leave(eve)
    assert ben.told["step"] == 3
    screening.leave(mia)
    assert (ben.told["leader"], ben.told["step"], len(ben.told["people"])) == (None, None, 1)


def test_two_pages_of_one_guest_are_one_person_and_one_of_them_leads() -> None:
    screening, mia = Screening(), Eye("Mia")
    twin = Eye("Mia")
    screening.join(mia)
    screening.join(twin)
    screening.lead(twin, 1)
    assert len(mia.told["people"]) == 1
    assert (mia.told["you"]["leads"], twin.told["you"]["leads"]) == (False, True)
