"""The Waterhole without end: its decks are the ones anybody can make again, and its deals follow by themselves."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.rooms import room
from bench.endless import SHELF, deck, forget, opened, order, plays
from engine.games.herds.box import HAND, PACK
from engine.games.herds.move import Play
from tests.app.house import house
from tests.app.player import started

# As a shuffle of 0..7 by mulberry32 in another language gives them, one more.
FIRST_OF_DECK = {0: (1, 6, 6, 6, 6, 2), 5: (1, 8, 3, 1, 4, 5)}


def test_decks_are_shuffles_of_the_pack_and_all_different() -> None:
    decks = [tuple(deck(d)) for d in range(20)]
    assert all(sorted(one) == list(PACK) for one in decks)
    assert len(set(decks)) == 20
    for d, first in FIRST_OF_DECK.items():
        assert tuple(deck(d)[:6]) == first


def test_each_seat_gets_its_five_from_the_end_of_the_deck_whoever_begins() -> None:
    for d in range(8):
        cards, first = deck(d)[::-1], d % 4
        laid = order(d, 4, first)
        for seat in range(4):
            dealt = [laid[nth] for nth in range(4 * HAND) if (first + nth) % 4 == seat]
            assert dealt == cards[HAND * seat : HAND * (seat + 1)]
        assert list(laid[4 * HAND :]) == cards[4 * HAND :]


def test_the_move_that_ends_a_deal_lays_out_the_next_and_the_table_stays_as_large_as_in_a_real_match() -> None:
    match, deals = opened(), 1
    for seat, rank, n in plays(400):
        match, events = match.play(seat, Play((rank,) * n))
        names = [event.name for event in events]
        if "deal" in names:
            deals += 1
            assert names[-2:] == ["deal_over", "deal"]
            assert match.to_act() == {(deals - 1) % 4}
        facts = match.view(None)["facts"]
        assert (facts["phase"], facts["deal"]) == ("play", deals)
        assert len(facts["scores"]) <= 3
        assert len(facts["best"]) <= 3
    assert deals > 5
    assert match.turn == 400


def test_the_shelf_asks_for_one_deal_only() -> None:
    (game,) = SHELF.values()
    assert game.deals(game.read_options({})) == 1


async def test_a_room_remembers_no_more_than_the_deal_that_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room, "fold", room.fold)  # put back afterwards
    forget()
    script, deals, longest = plays(120), 0, 0
    async with house(tmp_path, create={"shelf": SHELF}) as running:
        people = await started(running.url, "A", "B", "C", "D")
        (kept,) = running.app.state.rooms.open_rooms()
        for seat, rank, n in script:
            answer = await people[seat].move({"type": "play", "cards": [rank] * n}, kept.state.play.match.turn)
            assert answer["t"] == "table", answer
            if answer["view"]["facts"]["deal"] > deals:
                deals = answer["view"]["facts"]["deal"]
                longest = len(kept.state.play.news)
            assert len(kept.state.play.news) <= 60
            assert len(kept.state.play.steps) == len(kept.state.play.news)
        for player in people:
            await player.gone()
    assert deals == 3
    assert longest == 1
