"""Both buses keep one contract: others hear it, in order, whatever one of them does; a lost connection comes back."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Any

import orjson
import pytest
import structlog
from sqlalchemy import make_url, text
from sqlalchemy.ext.asyncio import create_async_engine

from app.rooms.bus import Bus, Exchange, LocalBus
from app.store.bus import PAYLOAD, PostgresBus, packed
from tests.services import postgres
from tests.services.farewell import Farewell

Make = Callable[[], Bus]
# Of this test's own database: the server is everybody's.
CUT_OFF = text(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
    "WHERE pid <> pg_backend_pid() AND datname = current_database()"
)


async def until(holds: Callable[[], bool]) -> None:
    """Wait until something holds."""
    async with asyncio.timeout(10):
        while not holds():  # noqa: ASYNC110 - what is waited for happens in other tasks
            await asyncio.sleep(0.005)


class Ear:
    """Somebody who hears what is told on a bus."""

    def __init__(self, bus: Bus) -> None:
        self.bus = bus
        self.heard: list[tuple[str, Any, str]] = []
        self.missed = 0
        bus.listen(lambda *told: self.heard.append(told), self._miss)

    def _miss(self) -> None:
        self.missed += 1

    async def hears(self, count: int) -> None:
        """Wait for so many messages."""
        await until(lambda: len(self.heard) >= count)

    async def misses(self, count: int) -> None:
        """Wait until it was told so often to look, and hears again."""
        await until(lambda: self.missed >= count and self.bus.alive)


@pytest.fixture(params=["local", pytest.param("notify", marks=pytest.mark.pg)])
async def make(request: pytest.FixtureRequest) -> AsyncIterator[Make]:
    """Makes buses that reach each other."""
    if request.param == "local":
        exchange = Exchange()
        yield lambda: LocalBus(exchange)
    else:
        async with postgres.database(request.getfixturevalue("postgres_server")) as url:
            yield lambda: PostgresBus(make_url(url))


@pytest.fixture
async def postgres_url(postgres_server: str) -> AsyncIterator[str]:
    """A fresh database."""
    async with postgres.database(postgres_server) as url:
        yield url


@pytest.fixture
async def three(make: Make) -> AsyncIterator[list[Ear]]:
    """Three that have started."""
    ears = [Ear(make()) for _ in range(3)]
    for ear in ears:
        await ear.bus.start()
    yield ears
    for ear in ears:
        await ear.bus.stop()


async def test_all_others_hear_it_in_order_and_oneself_does_not(three: list[Ear]) -> None:
    one, other, third = three
    assert all(ear.bus.alive and not ear.bus.alone for ear in three)
    assert len({ear.bus.me for ear in three}) == 3
    told = [("row", ["r_1", nth]) for nth in range(3000)] + [("here", ["r_1", {"g_Mia": "Mia \U0001f426"}, {}])]
    for topic, body in told:
        one.bus.tell(topic, body)
    await other.hears(len(told))
    await third.hears(len(told))
    assert other.heard == third.heard == [(topic, body, one.bus.me) for topic, body in told]
    other.bus.tell("row", ["r_2", 7])
    await one.hears(1)
    assert one.heard == [("row", ["r_2", 7], other.bus.me)]


async def test_one_that_cannot_bear_a_message_hears_the_next(make: Make, capsys: pytest.CaptureFixture[str]) -> None:
    one, other = make(), make()
    heard: list[Any] = []

    def hear(topic: str, body: Any, who: str) -> None:
        heard.append(body)
        if body == 1:
            raise RuntimeError("no")

    other.listen(hear, lambda: None)
    errors: list[Any] = []
    asyncio.get_running_loop().set_exception_handler(lambda loop, context: errors.append(context))
    await one.start()
    await other.start()
    for nth in range(3):
        one.tell("row", nth)
    await until(lambda: len(heard) >= 3)
    assert heard == [0, 1, 2]
    for bus in (one, other):
        await bus.stop()
    capsys.readouterr()


async def test_what_was_told_before_the_end_is_told(make: Make) -> None:
    one, other = make(), Ear(make())
    await one.start()
    await other.bus.start()
    for nth in range(100):
        one.tell("row", nth)
    await one.stop()
    await other.hears(100)
    await other.bus.stop()


async def test_one_process_alone_has_nobody_to_tell() -> None:
    bus = LocalBus()
    await bus.start()
    bus.tell("row", 1)
    assert bus.alone
    assert bus.alive
    await bus.stop()


@pytest.mark.pg
async def test_lost_connections_come_back_and_whoever_listens_is_told_to_look(postgres_url: str) -> None:
    engine = create_async_engine(postgres_url)
    one, other = (Ear(PostgresBus(make_url(postgres_url))) for _ in range(2))
    for ear in (one, other):
        await ear.bus.start()
    assert (one.missed, other.missed) == (1, 1), "who begins to listen looks what there is"
    for _ in range(2):
        before = other.missed
        async with engine.connect() as connection:
            await connection.execute(CUT_OFF)
        for nth in range(50):
            one.bus.tell("row", nth)
        await other.misses(before + 1)
        one.bus.tell("last", None)
        await until(lambda: bool(other.heard) and other.heard[-1][0] == "last")
        other.missed, other.heard = 1, []
    for ear in (one, other):
        await ear.bus.stop()
    await engine.dispose()


@pytest.mark.pg
async def test_a_connection_that_is_closed_comes_back_at_once(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    """Nobody has to ask whether it lives."""
    monkeypatch.setattr("app.store.bus.ALIVE_S", 60)
    engine, ear = create_async_engine(postgres_url), Ear(PostgresBus(make_url(postgres_url)))
    await ear.bus.start()
    async with engine.connect() as connection:
        await connection.execute(CUT_OFF)
    await until(lambda: ear.missed == 2 and ear.bus.alive)
    await ear.bus.stop()
    await engine.dispose()


@pytest.mark.pg
async def test_a_goodbye_that_is_heard_before_the_end_of_the_connection(postgres_url: str) -> None:
    """The driver raises what is no error of PostgreSQL then, and neither who sends nor who listens may die of it."""
    with structlog.testing.capture_logs() as lost:
        await goodbye(postgres_url)
    assert [one["error"] for one in lost] == ["InternalClientError"] * 2


async def goodbye(postgres_url: str) -> None:
    """Both halves of a bus hear that their connection ends, and it does not end."""
    async with Farewell(postgres_url).between() as way:
        one, other = PostgresBus(make_url(way.url)), Ear(PostgresBus(make_url(postgres_url)))
        await one.start()
        await other.bus.start()
        one.tell("row", 0)
        await other.hears(1)
        assert await way.say() == 2, "the one that listens, and the one that sends"
        one.tell("row", 1)
        await other.hears(2)
        await until(lambda: one.reconnects == 1)
        assert [body for _, body, _ in other.heard] == [0, 1]
        for bus in (one, other.bus):
            await bus.stop()


async def test_a_database_that_is_away_keeps_nobody_waiting() -> None:
    bus = PostgresBus(make_url(f"postgresql+asyncpg://nobody@127.0.0.1:{postgres.free_port()}/none"))
    await bus.start()
    for nth in range(25_000):
        bus.tell("row", nth)
    assert not bus.alive
    assert bus.dropped == 5_000
    await bus.stop()


def test_payloads_are_full_and_never_too_long() -> None:
    told = [("row", ["r_" + "x" * 20, nth]) for nth in range(1000)]
    payloads = packed("me", iter(told))
    assert [tuple(one) for payload in payloads for one in orjson.loads(payload)[1]] == told
    assert all(len(payload) <= PAYLOAD for payload in payloads)
    assert len(payloads) == -(-sum(len(orjson.dumps(one)) + 1 for one in told) // (PAYLOAD - 10))
    assert packed("me", iter([("here", {1, 2}), ("row", 1)])) == ['["me",[["row",1]]]'], "what is no JSON is left out"


@pytest.mark.parametrize("letter", ["x", "\U0001f98a", '"', "\n"])
def test_a_long_message_goes_in_pieces(letter: str) -> None:
    """Fifty onlookers with names as long as they may be do not fit into one payload."""
    one, other = (PostgresBus(make_url("postgresql+asyncpg://nobody@127.0.0.1/none")) for _ in range(2))
    ear = Ear(other)
    told: list[tuple[str, Any]] = [("row", 1), ("here", [{f"g_{n}": letter * 192 for n in range(50)}]), ("row", 2)]
    payloads = packed(one.me, iter(told))
    assert len(payloads) > 1
    assert max(len(payload.encode()) for payload in payloads) <= PAYLOAD
    for payload in payloads:
        other._take(None, 0, "", payload)  # noqa: SLF001 - as PostgreSQL calls it
    assert ear.heard == [(*message, one.me) for message in told]
    ear.heard.clear()
    for payload in [payloads[0], *payloads[2:], *payloads]:  # a piece is lost, then all is told anew
        other._take(None, 0, "", payload)  # noqa: SLF001
    assert [body for topic, body, _ in ear.heard if topic == "here"] == [told[1][1]]
