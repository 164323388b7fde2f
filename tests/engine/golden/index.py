"""The index of golden matches: their hashes by version. What stands in it under one version never changes.

    {file: [{"rules", "view_version", "match", "views", "before"}, ...]}

One entry for each version that a file has had, the newest last. `match` is the hash of the set-up, log and result,
`views` of the digests. `before` is the hash of the entry before it, so that an old one cannot be changed by itself.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from tests.engine.golden.log import FOLDER, Golden

PATH = FOLDER / "index.json"
Entry = Mapping[str, Any]
Index = dict[str, list[Entry]]


def load() -> Index:
    """The index as it is kept."""
    return dict(json.loads(PATH.read_text("utf-8"))) if PATH.exists() else {}


def save(index: Index) -> None:
    """Keep the index."""
    rows = [f'"{name}":[\n' + ",\n".join(map(json.dumps, index[name])) + "\n]" for name in sorted(index)]
    PATH.write_text("{\n" + ",\n".join(rows) + "\n}\n", "utf-8")


def _hash(value: Any) -> str:
    return hashlib.sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()


def entry(golden: Golden, history: Sequence[Entry]) -> Entry:
    """What the index says of a golden match, after its history."""
    log = [{name: value for name, value in line.items() if name != "sees"} for line in golden["log"]]
    match = {name: golden[name] for name in ("game", "options", "seats", "shows", "result", "tries")}
    return {
        "rules": golden["rules"],
        "view_version": golden["view_version"],
        "match": _hash([match, log]),
        "views": _hash([line["sees"] for line in golden["log"]]),
        "before": _hash(history[-1]) if history else None,
    }


def faults(name: str, history: Sequence[Entry]) -> Iterator[str]:
    """What is wrong with the entries of one file."""
    for one, two in pairwise(history):
        old, new = (one["rules"], one["view_version"]), (two["rules"], two["view_version"])
        if two["before"] != _hash(one):
            yield f"{name}: the entry of version {old} was changed"
        if new <= old:
            yield f"{name}: a version after {old} must be higher than it, not {new}"
        elif one["rules"] == two["rules"] and one["match"] != two["match"]:
            yield f"{name}: another match needs another version of the rules than {one['rules']}"


def grown(name: str, golden: Golden, history: Sequence[Entry]) -> tuple[list[Entry], list[str]]:
    """The entries with this golden match as the newest, and what speaks against it."""
    last = history[-1] if history else None
    if last and (last["rules"], last["view_version"]) == (golden["rules"], golden["view_version"]):
        now = entry(golden, history[:-1])
        return list(history), [] if now == last else [
            f"{name}: what it holds has changed, but neither `version` nor `view_version` of {golden['game']} has grown"
        ]
    entries = [*history, entry(golden, history)]
    return entries, list(faults(name, entries))
