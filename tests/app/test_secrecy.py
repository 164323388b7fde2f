"""Every byte a spectator is sent, in two worlds that differ only in what a spectator may not know.

Clock, ids and chance are injected; world B deals the same pack with every card that was never shown to a spectator
lying somewhere else: other hands, another draw pile.
"""

from __future__ import annotations

import hashlib
import itertools
import random
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import pytest

from app.rooms import shuffle
from engine.core.match import Deal, Match, Played
from engine.games import SHELF
from tests.app.house import house
from tests.app.player import Player, started
from tests.engine.tagged import plain, script, tags
from tests.services.postgres import free_port

NOW = 1_800_000_000_000
Order = Sequence[int]


def counted_bytes() -> Callable[[int], bytes]:
    """Chance that comes out the same in both worlds."""
    count = itertools.count()
    return lambda n: hashlib.shake_256(next(count).to_bytes(8, "big")).digest(n)


def worlds(seats: int, seed: int) -> tuple[Order, Order, list[Played]]:
    """Two orders of one pack, and a script that both allow and that shows a spectator the same."""
    opened = Match.open(SHELF["waterhole"], seats, {"deals": 1})
    chance, entries = random.Random(seed), script(opened, seed)
    cut = entries[: chance.randrange(8, len(entries) - 6)]
    deal = cut[0]
    assert isinstance(deal, Deal)
    shown = [(match.view(None), match.news(events, None)) for match, events in opened.fold(cut)]
    known = set(tags(shown))
    unknown = [nth for nth, card in enumerate(deal.order) if card.tag not in known]
    elsewhere = unknown.copy()
    chance.shuffle(elsewhere)
    other = list(deal.order)
    for here, there in zip(unknown, elsewhere, strict=True):
        other[here] = deal.order[there]
    first = [plain(deal.order), plain(other)]
    return first[0], first[1], [entry for entry in cut[1:] if isinstance(entry, Played)]


async def live(
    folder: Path, port: int, seats: int, order: Order, moves: list[Played], monkeypatch: pytest.MonkeyPatch
) -> tuple[list[str], list[Any], list[str]]:
    """The spectator's frames, what the spectator is given over HTTP, and a player's frames."""
    monkeypatch.setattr(shuffle, "order", lambda pack, key, deal: list(order))
    monkeypatch.setattr(shuffle, "first_seat", lambda key, seats: moves[0].seat)
    async with house(folder, port=port, create={"clock": lambda: NOW, "chance": counted_bytes()}) as served:
        people = await started(served.url, *"ABCD"[:seats], watchers=1, deals=1)
        eye = people[-1]
        for nth, played in enumerate(moves):
            player = people[played.seat]
            await player.until(lambda m, n=nth: m["t"] == "table" and m["turn"] == n)  # type: ignore[misc]
            if nth % 3 == 0:
                assert (await player.move({"type": "play", "cards": []}))["code"] == "illegal"
            if nth == len(moves) // 2:
                # The spectator goes and comes back: the first messages are views, too.
                code = eye.socket.request.path.rsplit("/", 1)[1]
                await eye.leave()
                await eye.enter(code, last=None)
                await eye.until(lambda m, n=nth: m["t"] == "table" and m["turn"] == n)  # type: ignore[misc]
            assert (await player.move(played.move))["t"] == "table"
        await eye.until(lambda m: m["t"] == "table" and m["turn"] == len(moves))
        told = await asked(eye)
        frames = list(eye.frames)
        seen = list(people[0].frames)
        for player in people:
            await player.gone()
    return frames, told, seen


async def asked(eye: Player) -> list[Any]:
    """Everything a spectator's browser can ask for while the match runs, headers included."""
    match, code = eye.table["match"], eye.socket.request.path.rsplit("/", 1)[1]
    answers = []
    for path in (
        f"/r/{code}",
        "/api/matches",
        f"/api/matches/{match}",
        f"/api/matches/{match}/moves",
        f"/api/matches/{match}/fairness",
        f"/api/matches/{match}/replay",
        f"/api/matches/{match}/replay?seat=0",
        f"/matches/{match}",
    ):
        answer = await eye.http.get(path)
        headers = {name: value for name, value in answer.headers.items() if name != "date"}
        answers.append((path, answer.status_code, headers, answer.text))
    return answers


async def compare(folder: Path, seats: int, seeds: Iterable[int], monkeypatch: pytest.MonkeyPatch) -> None:
    """Two worlds a seed: the spectator is told the same, a player is not."""
    monkeypatch.setattr("app.main.build", lambda: "b")
    port = free_port()
    for seed in seeds:
        order_a, order_b, moves = worlds(seats, seed)
        assert order_a != order_b
        frames_a, told_a, player_a = await live(folder / f"a{seed}", port, seats, order_a, moves, monkeypatch)
        frames_b, told_b, player_b = await live(folder / f"b{seed}", port, seats, order_b, moves, monkeypatch)
        assert frames_a == frames_b
        assert told_a == told_b
        assert player_a != player_b, "a player's own hand does differ: the worlds are two"


@pytest.mark.parametrize(("seats", "seed"), [(2, 1), (2, 2), (3, 3), (4, 4), (4, 5)])
async def test_a_spectators_bytes_do_not_depend_on_hands_and_pile(
    tmp_path: Path, seats: int, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    await compare(tmp_path, seats, [seed], monkeypatch)


async def test_a_leak_to_the_spectator_is_caught(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same comparison, with product code patched so that a view holds the sum of the hands."""
    honest = Match.view

    def leaky(self: Match, viewer: int | None) -> Any:
        view = honest(self, viewer)
        hands = [honest(self, seat)["places"][f"hand:{seat}"] for seat in range(self.seats)]
        view["facts"]["padding"] = sum(hands[0])
        return view

    monkeypatch.setattr(Match, "view", leaky)
    with pytest.raises(AssertionError):
        await compare(tmp_path, 2, range(1, 6), monkeypatch)
