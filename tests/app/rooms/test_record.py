"""Records keep their schema, and say how their deals came about."""

from __future__ import annotations

import hashlib
import json
from functools import partial
from pathlib import Path

import jsonschema

from app.rooms import shuffle
from tests.app.house import House
from tests.app.player import Message, seated

DOCS = Path(__file__).parents[3] / "docs"


def _of_another_match(match: str, message: Message) -> bool:
    return bool(message["t"] == "table" and message["match"] != match)


async def test_a_record_fits_its_schema_and_its_deals_can_be_checked(served: House) -> None:
    people = await seated(served.url, "Mia", "Ben")
    await people[0].do("bot", seat=2, level="medium")
    await people[0].do("start")
    http = people[0].http
    matches = []
    for _ in range(2):
        while not (people[0].table and people[0].table["view"]["facts"]["phase"] == "over"):
            since = len(people[0].heard)
            facts = people[0].table["view"]["facts"] if people[0].table else {"to_act": None, "phase": "deal"}
            if facts["to_act"] in (0, 1):
                player = people[facts["to_act"]]
                await player.sees(people[0].table["v"])
                await player.move(player.plays()[0])
            elif facts["phase"] == "between":
                for player in people:
                    await player.do("next")
            if len(people[0].heard) == since:
                await people[0].until(lambda m: m["t"] == "table", since)
        matches.append(people[0].table["match"])
        for player in people:
            await player.do("again")
        await people[0].until(partial(_of_another_match, matches[-1]))
    schema = json.loads((DOCS / "record.schema.json").read_text())
    firsts = []
    for match in matches:
        record = (await http.get(f"/api/matches/{match}")).json()
        record |= (await http.get(f"/api/matches/{match}/moves")).json()
        record["fairness"] = fairness = (await http.get(f"/api/matches/{match}/fairness")).json()
        jsonschema.validate(record, schema)
        shares = [bytes.fromhex(share.get("bytes", "")) for share in fairness["shares"]]
        assert [share.get("zero") for share in fairness["shares"]] == [None, None, "bot"]
        sealed = [hashlib.sha256(share).hexdigest() for share in shares[:2]]
        assert [one["sha256"] for one in fairness["pledges"]] == sealed
        for deal in fairness["deals"]:
            seed = bytes.fromhex(deal["seed"])
            key = shuffle.key(seed, match, shares)
            assert shuffle.commitment(seed) == deal["commitment"]
            pack = [rank for rank in range(1, 9) for _ in range(8)]
            assert shuffle.order(pack, key, deal["d"]) == deal["order"]
            assert deal["first"] == (fairness["deals"][0]["first"] + deal["d"] - 1) % 3
            if fairness["first_by"] == "drawn" and deal["d"] == 1:
                assert deal["first"] == shuffle.first_seat(key, 3)
        firsts.append(fairness["deals"][0]["first"])
        assert record["after"] == (None if match == matches[0] else matches[0])
    assert firsts[1] == (firsts[0] + 1) % 3
    for player in people:
        await player.gone()
