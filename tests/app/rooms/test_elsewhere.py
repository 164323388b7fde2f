"""Who looks at a room in other processes: what they tell, and that the silent have gone."""

from __future__ import annotations

from app.rooms.bus import LocalBus
from app.rooms.elsewhere import GONE_MS, Elsewhere
from app.rooms.neighbours import YIELD_MS, Neighbours


def test_people_of_all_processes_are_there_together() -> None:
    elsewhere = Elsewhere()
    assert elsewhere.heard("a", "r_1", {"g_Mia": "Mia"}, {}, 0)
    assert elsewhere.heard("b", "r_1", {"g_Ben": "Ben", "g_Mia": "Mia"}, {"g_Ben": 1}, 0)
    assert elsewhere.heard("a", "r_2", {"g_Cem": "Cem"}, {}, 0)
    assert elsewhere.people("r_1") == {"g_Mia": "Mia", "g_Ben": "Ben"}
    assert elsewhere.claims("r_1") == {"g_Ben": 1}
    assert elsewhere.people("r_3") == {}
    assert [elsewhere.before("r_1", me) for me in ("A", "aa", "c")] == [0, 1, 2]
    assert elsewhere.heard("a", "r_1", {}, {}, 1)
    assert elsewhere.people("r_1") == {"g_Mia": "Mia", "g_Ben": "Ben"}, "Mia has a socket in the other one still"
    assert elsewhere.heard("b", "r_1", {}, {}, 1)
    assert elsewhere.people("r_1") == {}


def test_the_same_once_more_is_nothing_new() -> None:
    elsewhere = Elsewhere()
    assert not elsewhere.heard("a", "r_1", {}, {}, 0)
    assert elsewhere.heard("a", "r_1", {"g_Mia": "Mia"}, {}, 0)
    assert not elsewhere.heard("a", "r_1", {"g_Mia": "Mia"}, {}, 5_000)
    assert elsewhere.heard("a", "r_1", {"g_Mia": "Maria"}, {}, 5_000)
    assert elsewhere.heard("a", "r_1", {"g_Mia": "Maria"}, {"g_Mia": 0}, 5_000)


def test_whoever_is_silent_has_gone() -> None:
    elsewhere = Elsewhere()
    elsewhere.heard("a", "r_1", {"g_Mia": "Mia"}, {}, 0)
    elsewhere.heard("a", "r_2", {"g_Mia": "Mia"}, {}, 8_000)
    elsewhere.heard("b", "r_1", {"g_Ben": "Ben"}, {}, 8_000)
    assert elsewhere.silent(GONE_MS) == set()
    assert elsewhere.silent(GONE_MS + 1) == {"r_1"}
    assert elsewhere.people("r_1") == {"g_Ben": "Ben"}
    assert elsewhere.people("r_2") == {"g_Mia": "Mia"}
    assert elsewhere.silent(8_001 + GONE_MS) == {"r_1", "r_2"}
    assert elsewhere.people("r_1") == elsewhere.people("r_2") == {}


def test_who_comes_later_waits_until_the_first_can_have_done_it() -> None:
    bus, elsewhere = LocalBus(), Elsewhere()
    bus.me = "m"
    mine = Neighbours("r_1", bus, elsewhere)
    elsewhere.heard("z", "r_1", {"g_Mia": "Mia"}, {}, 0)
    assert mine.patience(3_000) == 0, "the first by name waits for nobody"
    elsewhere.heard("a", "r_1", {"g_Ben": "Ben"}, {}, 0)
    assert mine.patience(0) == YIELD_MS
    assert mine.patience(3_000) == YIELD_MS + 3_000, "a strong bot is thought for in one place"
    elsewhere.heard("b", "r_1", {"g_Cem": "Cem"}, {}, 0)
    assert mine.patience(3_000) == 2 * (YIELD_MS + 3_000)
