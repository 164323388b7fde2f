"""A table at which one person sits with a browser and everybody else without."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tests.app.player import Player
from tests.browser.person import Person, twin


async def gather(person: Person, names: Sequence[str], game: str, **options: Any) -> tuple[str, list[Player]]:
    """A room of this person's with the game chosen and everybody seated; its address, and the players by seat."""
    address = await person.open_room()
    people = [await twin(person, address)]
    for answer in (await people[0].do("game", game=game), await people[0].do("options", options=options)):
        assert answer["t"] == "ack", answer
    for seat, name in enumerate(names, 1):
        friend = await Player(person.url, name).arrive()
        await friend.enter(address.rsplit("/", 1)[1])
        assert (await friend.do("sit", seat=seat))["t"] == "ack"
        people.append(friend)
    return address, people


async def begin(people: Sequence[Player]) -> None:
    """The host starts; everybody has a view."""
    assert (await people[0].do("start"))["t"] == "ack"
    for player in people:
        await player.until(lambda m: m["t"] == "table")


def newest(people: Sequence[Player]) -> Any:
    """The newest table message that anybody has."""
    return max((player.table for player in people), key=lambda table: int(table["v"]))


async def step(people: Sequence[Player]) -> None:
    """Whoever is to act lays as many cards as they can, or draws: herds grow, and there is much to draw."""
    table = newest(people)
    player = people[table["view"]["facts"]["to_act"]]
    await player.sees(table["v"])
    await player.move(max(player.plays(), key=lambda move: len(move.get("cards", ()))))


async def lay(people: Sequence[Player], seat: int, n: int) -> None:
    """This seat lays exactly n cards as soon as it holds so many of a kind; all others lay one, to spare the deck."""
    while True:
        table = newest(people)
        acting = table["view"]["facts"]["to_act"]
        player = people[acting]
        await player.sees(table["v"])
        plays = player.plays()
        wished = [move for move in plays if acting == seat and len(move.get("cards", ())) == n]
        await player.move(wished[0] if wished else min(plays, key=lambda move: len(move.get("cards", ()))))
        if wished:
            return
