"""For rows of docs/trouble.md: with its guard off, the test that is named there fails."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest

from tests.app import test_corridor, test_hidden, test_operation, test_races, test_serve, test_talk
from tests.app.house import house
from tests.app.player import Player
from tests.app.rooms import test_names, test_socket
from tests.app.store import test_history
from tests.app.web import test_api
from tests.guards import off
from tests.services.raw import RawSocket

FAILS = (AssertionError, TimeoutError, KeyError)  # a KeyError: another kind of answer than the test reads
PATIENCE_S = 1.5  # what a test awaits in vain, it awaits no longer

GUARDS: dict[str, tuple[Callable[[pytest.MonkeyPatch], None], Callable[..., Any], dict[str, Any]]] = {
    "R01": (
        off.views_are_one_for_all,
        test_hidden.test_from_the_first_byte_a_viewer_has_their_own_cards_only,
        {"game": "waterhole", "options": {"deals": 1}},
    ),
    "R03": (
        off.a_seat_stays_whose_it_was,
        test_hidden.test_who_leaves_their_seat_and_comes_back_to_watch_sees_the_open_table,
        {},
    ),
    "R10": (off.a_public_id_is_a_session, test_hidden.test_public_ids_open_nothing, {}),
    "R18": (off.one_socket_speaks_for_its_guest, test_socket.test_presence_counts_sockets, {}),
    "R19": (off.rooms_go_after_an_hour, test_operation.test_a_session_outlives_the_room, {}),
    "R25": (off.a_line_said_again_is_another_line, test_talk.test_the_same_line_again_is_said_once, {}),
    "R26": (
        off.moves_are_told_and_not_stored,
        test_corridor.test_restart_in_the_middle_keeps_everything,
        {"database_url": ""},
    ),
    "R30": (off.only_a_pong_counts, test_serve.test_a_page_that_talks_is_there_though_no_pong_comes_through, {}),
    "R32": (off.frames_are_compressed, test_races.test_no_compression_whatever_is_offered, {}),
    "R34": (
        off.what_was_carried_out_is_forgotten,
        test_races.test_a_room_remembers_the_commands_of_one_match_and_the_log_all,
        {},
    ),
    "R35": (off.a_move_is_for_whatever_turn_it_is, test_races.test_two_actions_in_one_segment, {}),
    "R37": (off.a_taken_seat_is_free, test_socket.test_fifty_for_one_free_seat, {}),
    "R38": (off.a_taken_seat_is_free, test_races.test_a_released_seat_is_anybodys, {}),
    "R39": (off.the_old_seat_is_kept, test_socket.test_one_guest_has_one_seat_however_fast, {}),
    "R42": (
        off.all_deals_share_one_generator,
        test_races.test_matches_begun_in_the_same_moment_have_their_own_chance,
        {},
    ),
    "R43": (
        off.nobody_plays_for_who_left,
        test_corridor.test_leaving_in_the_middle_a_bot_plays_until_the_owner_is_back,
        {},
    ),
    "R48": (off.nobody_is_turned_away, test_socket.test_kicked_for_good, {}),
    "R54": (off.every_match_is_listed, test_history.test_unlisted_matches_are_found_by_id_only, {}),
    "R56": (off.codes_are_taken_as_typed, test_corridor.test_a_code_typed_in_any_way_is_the_same_table, {}),
    "R57": (off.a_key_opens_a_room_each_time, test_api.test_the_same_key_gives_the_same_room, {}),
    "R60": (
        off.letters_are_what_they_look_like,
        test_names.test_distinct,
        {"name": "\u0410nna", "others": ["Anna"], "shown": "\u0410nna 2"},
    ),
    "R69": (off.pages_go_by_time_alone, test_history.test_pages_hold_each_match_once, {}),
    "R73": (
        off.a_locked_database_is_not_waited_for,
        test_operation.test_a_locked_database_delays_and_loses_nothing,
        {},
    ),
}


@pytest.fixture
async def impatient(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[None]:
    """Few tables, no long waits, and whoever a failed test leaves behind goes home."""
    people: list[Player] = []
    lines: list[RawSocket] = []
    connect = RawSocket.open
    arrive, until, closed = Player.__init__, Player.until, Player.closed

    def init(self: Player, *words: Any) -> None:
        arrive(self, *words)
        people.append(self)

    async def opened(*words: Any) -> RawSocket:
        lines.append(await connect(*words))
        return lines[-1]

    async def until_soon(self: Player, holds: Any, since: int = 0, within: float = 0) -> Any:
        return await until(self, holds, since, PATIENCE_S)

    async def closed_soon(self: Player, within: float = 0) -> int:
        return await closed(self, PATIENCE_S)

    for module in (test_races, test_operation):
        monkeypatch.setattr(module, "TABLES", 2)
    monkeypatch.setattr(test_operation, "HELD_S", 0.2)
    monkeypatch.setattr(RawSocket, "open", opened)
    monkeypatch.setattr(Player, "__init__", init)
    monkeypatch.setattr(Player, "until", until_soon)
    monkeypatch.setattr(Player, "closed", closed_soon)
    yield
    for line in lines:
        line.cut()
    for player in people:
        await player.gone()


async def carry_out(test: Callable[..., Any], given: dict[str, Any], folder: Path, patch: pytest.MonkeyPatch) -> None:
    """The test, on SQLite, with what it asks for."""
    asked = inspect.signature(test).parameters
    if "tmp_path" in asked:
        given = {**given, "tmp_path": folder}
    if test.__module__ == test_serve.__name__:
        test_serve.hurry(patch, 0.2, 0.2)
    if "served" in asked:
        async with house(folder) as running:
            await test(running, **given)
    elif asyncio.iscoroutinefunction(test):
        await test(**given)
    else:
        test(**given)


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("row", GUARDS)
async def test_with_its_guard_off_it_fails(row: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    switch_off, test, given = GUARDS[row]
    switch_off(monkeypatch)
    with pytest.raises(FAILS):
        await carry_out(test, given, tmp_path, monkeypatch)


def test_they_are_the_rows_tests() -> None:
    """Each is named in the row it stands for."""
    page = (Path(__file__).parents[2] / "docs" / "trouble.md").read_text()
    for row, (_, test, _) in GUARDS.items():
        (line,) = [one for one in page.splitlines() if one.startswith(f"| {row} |")]
        assert f"::{test.__name__}`" in line, (row, test.__name__)
    assert len(GUARDS) >= 15
