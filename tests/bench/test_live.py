"""All parts of `make bench` in short: every figure is a line of JSON of the agreed shape, and nothing is sent amiss."""

from __future__ import annotations

import json
from collections.abc import Iterable

import pytest

from app.web.modules import needed
from bench import live, tables, views, weight
from bench.figure import Figure
from bench.peers import Waterside, servers
from bench.process import running
from engine.games import SHELF


def told(figures: Iterable[Figure]) -> dict[str, Figure]:
    found = {figure.name: figure for figure in figures}
    for figure in found.values():
        assert json.loads(figure.line()).keys() == {"name", "value", "unit", "ratio", "against"}
    return found


@pytest.mark.timeout(240)
def test_the_real_server_is_measured_beside_its_floors() -> None:
    found = told(live.figures((1, 3), live.Times(0.2, 1.0), idle=40, modes=("normal",)))
    rows = ["floor.callback", "floor.library", "live.normal.1", "live.normal.3"]
    for row in rows:
        assert found[f"{row}.wrong"].value == 0
        for loop in ("closed", "open"):
            for what in ("cpu", "rate", "p50", "p95", "p99", "load"):
                assert found[f"{row}.{loop}.{what}"].value > 0
    assert found["live.normal.growth"].against == "1 rooms"
    assert found["live.idle"].unit == "KB"
    assert found["live.watcher"].unit == "us/move"
    assert found["floor.callback.closed.cpu"].ratio == 1
    assert found["live.normal.3.closed.cpu"].ratio > 1


def test_folding_and_showing_are_measured_for_every_game() -> None:
    found = told(views.figures(matches=1, rounds=1))
    assert {name.split(".")[1] for name in found} == SHELF.keys()
    assert {name.split(".")[0] for name in found} == {"fold", "view"}


def test_the_page_is_weighed_with_every_module_it_needs() -> None:
    with running("-m", "bench.serve", "{port}", "memory") as server:
        (room,) = tables.lobbies(server.port, 1, 1)
        code, cookie = room[0].path.rpartition("/")[2], room[0].headers.splitlines()[0].partition(": ")[2]
        fetched = weight.fetched(server.port, f"/r/{code}", cookie)
    scripts = {address.partition("/static/")[2].partition("?")[0] for address in fetched if ".js" in address}
    wanted = ("js/room.js", *needed("js/room.js"))
    assert {path for path in wanted if not any(script.endswith(path) for script in scripts)} == set()
    assert all(size > 0 for _, size in fetched.values())
    assert {kind for kind, _ in fetched.values()} == {"html", "css", "js"}


def test_another_harness_gets_what_it_needs_of_us() -> None:
    assert servers().keys() == {"waterside-memory", "waterside-normal", "waterside-full", "waterside-idle"}
    assert json.loads(Waterside(1).move(7, 2, 0, 3)) == {
        "t": "move",
        "id": "m7",
        "turn": 7,
        "move": {"type": "play", "cards": [1, 1, 1]},
    }
    for command, _ in servers().values():
        assert command.format(port=80).split()[-2] == "80"
    with running("-m", "bench.serve", "{port}", "memory") as server:
        ((one, *others),) = Waterside(server.port).rooms(1)
    assert len(others) == 3
    assert one["path"].startswith("/ws/rooms/")
    assert "Cookie: " in one["headers"]
    assert one["open"] == ['\x01{"t":"hello","p":1}']
