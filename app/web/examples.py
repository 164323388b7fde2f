"""What the API's description shows of answers: an example each, and the refusals that an address knows."""

from __future__ import annotations

from typing import Any

RECORD: dict[str, Any] = {
    "record": 1,
    "match": "m_7h3kq2x9v4c8n1tz",
    "kind": "play",
    "game": "waterhole",
    "rules": 1,
    "view_version": 1,
    "options": {"deals": 1},
    "result": "finished",
    "started_at": "2026-11-30T12:00:00.000Z",
    "ended_at": "2026-11-30T12:09:30.250Z",
    "after": None,
    "seats": [
        {"seat": 0, "guest": "g_2m8r5w0ybd6s3fjk", "name": "Mia", "bot": None},
        {"seat": 1, "guest": None, "name": "Otto", "bot": "hard"},
    ],
    "scores": {"deals": [[14, 17]], "totals": [14, 17], "winners": [1]},
}
STEPS: list[dict[str, Any]] = [
    {"step": 0, "deal": 1, "first": 0},
    {
        "step": 1,
        "seat": 0,
        "move": {"type": "play", "cards": [7, 7]},
        "at": "2026-11-30T12:00:09.120Z",
        "by": "guest",
    },
]
FAIRNESS: dict[str, Any] = {
    "scheme": "deal-v1",
    "first_by": "drawn",
    "pledges": [{"seat": 0, "sha256": "5f" * 32}],
    "shares": [{"seat": 0, "bytes": "3c" * 16}, {"seat": 1, "zero": "bot"}],
    "deals": [{"d": 1, "commitment": "9a" * 32, "seed": "d1" * 32, "first": 0, "order": [7, 1, 3]}],
}
VIEW: dict[str, Any] = {
    "places": {"hand:0": [1, 3, 5, 7, 7], "hand:1": 5, "deck": 54},
    "facts": {"phase": "play", "deal": 1, "to_act": 0},
    "own": {},
}
HEARD: list[dict[str, Any]] = [{"e": "deal", "seats": 2, "deal": 1, "moves": [["deck", "hand:0", [1, 3, 5, 7, 7]]]}]
COUNTS: dict[str, Any] = {"matches": 12, "wins": 5, "shared": 1, "draws": 0, "average": 13.25, "best": 9}
PERSON = {"guest": "g_2m8r5w0ybd6s3fjk", "name": "Mia"}

ANALYSIS: dict[str, Any] = {
    "match": RECORD["match"],
    "analysis": 1,
    "rules": 1,
    "worlds": 200,
    "curve": [[0.5, 0.5], [0.5412, 0.4588]],
    "moves": [
        {
            "step": 1,
            "seat": 0,
            "chance": 0.5412,
            "best": 0.6104,
            "loss": 0.0692,
            "flagged": True,
            "better": {"type": "play", "cards": [3]},
        }
    ],
    "players": [
        {"seat": 0, "accuracy": 41, "loss": 0.0692, "moves": 1, "flagged": 1, "luck": 0.0213},
        {"seat": 1, "accuracy": 100, "loss": 0.0, "moves": 0, "flagged": 0, "luck": -0.0213},
    ],
    "turning": [
        {
            "step": 1,
            "seat": 0,
            "loss": 0.0692,
            "made": {"type": "play", "cards": [7, 7]},
            "better": {"type": "play", "cards": [3]},
            "made_why": {
                "key": "calm.risk",
                "facts": {
                    "rank": 7,
                    "n": 2,
                    "total": 2,
                    "caught": 0,
                    "prey": None,
                    "their_rank": 8,
                    "their_need": 3,
                    "their_prey": 7,
                    "their_n": 2,
                    "their_percent": 12,
                },
            },
            "better_why": {
                "key": "calm.safe",
                "facts": {"rank": 3, "n": 1, "total": 1, "caught": 0, "prey": None},
            },
        }
    ],
}

ANSWERS: dict[str, Any] = {
    "matches": {"items": [RECORD], "next": "1796040570250.m_7h3kq2x9v4c8n1tz"},
    "match": RECORD,
    "moves": {"steps": STEPS},
    "fairness": FAIRNESS,
    "replay": {"match": RECORD["match"], "seat": 0, "rules": 1, "view_version": 1, "views": [VIEW], "news": [HEARD]},
    "export": {**RECORD, "steps": STEPS, "fairness": FAIRNESS, "listed": True, "views": {"0": [VIEW], "watch": [VIEW]}},
    "analysis": ANALYSIS,
    "stats": {
        **PERSON,
        **COUNTS,
        "games": [{"game": "waterhole", **COUNTS}],
        "against": [
            {"guest": "g_9c1x4v7n0qk5h8tz", "name": "Ben", "bot": None, "matches": 7, "wins": 3, "lost": 3},
            {"guest": None, "name": None, "bot": "hard", "matches": 5, "wins": 2, "lost": 3},
        ],
    },
    "leaderboard": {
        "game": "waterhole",
        "items": [
            {"rank": 1, **PERSON, "matches": 12, "wins": 5, "shared": 1, "share": 0.458, "average": 13.25, "rivals": 4}
        ],
    },
    "me": {**PERSON, "leaderboard": False, "since": "2026-11-01T10:00:00.000Z", "devices": 2, "matches": 14},
    "mine": {
        "guest": {**PERSON, "leaderboard": False, "since": "2026-11-01T10:00:00.000Z", "devices": 2, "matches": 14},
        "matches": [RECORD],
    },
}
REFUSED = {
    400: "bad: something in the question cannot be read; `facts` says what",
    403: "role: no session, or origin: asked from another site",
    404: "gone: there is no such thing, or not yet",
    415: "media: not sent as JSON",
    429: "rate: too often; `Retry-After` says when",
}


# Missing where they were not kept, or are not so.
OPTIONAL = {"news"}


def _fields(example: dict[str, Any]) -> dict[str, Any]:
    """What an answer always has; more may be added within this version."""
    needed = [name for name in example if name not in OPTIONAL]
    return {"type": "object", "required": needed, "properties": {name: {} for name in example}}


def of(answer: str, *refusals: int) -> dict[int | str, dict[str, Any]]:
    """The answers of an address: its example, and each refusal as a problem detail."""
    told: dict[int | str, dict[str, Any]] = {
        200: {"content": {"application/json": {"schema": _fields(ANSWERS[answer]), "example": ANSWERS[answer]}}},
    }
    if answer not in ("me", "mine"):
        told[304] = {"description": "you have it already (If-None-Match)"}
    if answer == "export":
        told[200]["content"]["text/plain"] = {"example": "Waterhole: Mia and Otto\n..."}
    return {**told, **refused(*refusals)}


def refused(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """Refusals as problem details."""
    problem: dict[str, Any] = {"application/problem+json": {}}
    return {status: {"description": REFUSED[status], "content": problem} for status in statuses}
