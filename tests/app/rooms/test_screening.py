"""People who look at one replay together: whose step is followed, and what becomes of it when they go."""

from __future__ import annotations

from typing import Any

from app.rooms.elsewhere import GONE_MS
from app.rooms.screening import Lead, Screening


class Eye:
    """Somebody who looks on, and keeps what they are told."""

    def __init__(self, name: str) -> None:
        self.guest, self.name = f"g_{name}", name
        self.told: dict[str, Any] = {}

    def tell(self, told: dict[str, Any]) -> None:
        self.told = told


def alone() -> Screening:
    return Screening("m_1", "a", lambda: 1_000, lambda topic, body: None)


def three() -> tuple[Screening, Eye, Eye, Eye]:
    screening, eyes = alone(), [Eye("Mia"), Eye("Ben"), Eye("Eve")]
    for eye in eyes:
        screening.join(eye)
    return screening, eyes[0], eyes[1], eyes[2]


def test_everybody_looks_for_themselves_until_somebody_leads() -> None:
    screening, mia, ben, eve = three()
    screening.at(mia, 7)
    assert [eye.told["step"] for eye in (mia, ben, eve)] == [None, None, None]
    assert [one["name"] for one in eve.told["people"]] == ["Mia", "Ben", "Eve"]
    screening.take(mia, 7)
    screening.at(ben, 9)
    screening.at(mia, 8)
    for eye in (mia, ben, eve):
        assert (eye.told["leader"], eye.told["step"]) == ({"guest": "g_Mia", "name": "Mia"}, 8)
        assert eye.told["you"] == {"guest": eye.guest, "leads": eye is mia}


def test_the_last_one_to_take_the_lead_has_it() -> None:
    screening, mia, ben, eve = three()
    screening.take(mia, 3)
    screening.take(ben, 5)
    screening.take(mia, None)
    assert (eve.told["leader"]["name"], eve.told["step"]) == ("Ben", 5)
    screening.take(ben, None)
    assert (eve.told["leader"], eve.told["step"]) == (None, None)


def test_nobody_leads_after_a_leader_who_has_gone() -> None:
    screening, mia, ben, eve = three()
    screening.take(mia, 3)
    screening.leave(eve)
    assert ben.told["step"] == 3
    screening.leave(mia)
    assert (ben.told["leader"], ben.told["step"], len(ben.told["people"])) == (None, None, 1)


def test_two_pages_of_one_guest_are_one_person_and_one_of_them_leads() -> None:
    screening, mia = alone(), Eye("Mia")
    twin = Eye("Mia")
    screening.join(mia)
    screening.join(twin)
    screening.take(twin, 1)
    assert len(mia.told["people"]) == 1
    assert (mia.told["you"]["leads"], twin.told["you"]["leads"]) == (False, True)


class Wire:
    """Screenings of one match in several processes. Each keeps what others tell until it is carried."""

    def __init__(self, *processes: str) -> None:
        self.now = 1_000
        self.on_the_way: list[tuple[str, str, list[Any]]] = []
        self.screenings = {one: self._made(one) for one in processes}

    def _made(self, me: str) -> Screening:
        return Screening("m_1", me, lambda: self.now, lambda topic, body: self.on_the_way.append((me, topic, body)))

    def carry(self, lost: int = 0) -> None:
        """All that waits arrives, but for the first so many."""
        for who, topic, (_, *body) in self.on_the_way[lost:]:
            for me, screening in self.screenings.items():
                if me != who and topic == "screen":
                    screening.heard(who, body[0], Lead(*body[1]) if body[1] else None, self.now)
                elif me != who:
                    screening.stepped(who, *body)
        self.on_the_way.clear()


def meet(wire: Wire) -> list[Eye]:
    eyes = [Eye(name) for name, _ in zip(("Mia", "Ben", "Eve"), wire.screenings, strict=False)]
    for eye, screening in zip(eyes, wire.screenings.values(), strict=True):
        screening.join(eye)
    wire.carry()
    return eyes


def test_two_processes_that_take_the_lead_at_once_agree() -> None:
    wire = Wire("a", "b")
    mia, ben = meet(wire)
    wire.screenings["a"].take(mia, 3)
    wire.screenings["b"].take(ben, 5)
    wire.carry()
    assert [eye.told["step"] for eye in (mia, ben)] == [5, 5]
    assert [eye.told["you"]["leads"] for eye in (mia, ben)] == [False, True]
    wire.screenings["a"].take(mia, 7)
    wire.carry()
    assert [eye.told["you"]["leads"] for eye in (mia, ben)] == [True, False]
    wire.screenings["a"].leave(mia)
    wire.carry()
    assert (ben.told["leader"], ben.told["step"]) == (None, None), "whoever led before does not lead again"


def test_what_was_lost_is_told_anew() -> None:
    wire = Wire("a", "b")
    mia, ben = meet(wire)
    wire.screenings["a"].take(mia, 3)
    wire.screenings["a"].at(mia, 4)
    wire.carry(lost=1)
    assert ben.told["step"] is None, "a step of a lead that nobody heard of"
    wire.screenings["a"].tell_others()
    wire.carry()
    assert ben.told["step"] == 4
    wire.screenings["a"].take(mia, None)
    wire.carry(lost=1)
    wire.screenings["a"].tell_others()
    wire.carry()
    assert ben.told["leader"] is None


def test_an_old_lead_told_late_does_not_come_back() -> None:
    wire = Wire("a", "b", "c")
    mia, ben, eve = meet(wire)
    wire.screenings["a"].take(mia, 3)
    old = list(wire.on_the_way)
    wire.carry()
    wire.screenings["b"].take(ben, 5)
    wire.carry()
    wire.on_the_way = old
    wire.carry()
    assert (eve.told["leader"]["name"], eve.told["step"]) == ("Ben", 5)


def test_a_process_that_is_silent_has_gone_with_all_its_people() -> None:
    wire = Wire("a", "b")
    mia, ben = meet(wire)
    wire.screenings["b"].take(ben, 5)
    wire.carry()
    wire.now += GONE_MS
    wire.screenings["a"].silent(wire.now)
    assert mia.told["step"] == 5
    wire.screenings["a"].silent(wire.now + 1)
    assert (mia.told["leader"], [one["name"] for one in mia.told["people"]]) == (None, ["Mia"])
