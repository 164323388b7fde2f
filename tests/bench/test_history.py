"""The bench of the history asks both databases and checks every answer. How fast it was is no test's business."""

from __future__ import annotations

import pytest

from app.store.history import cursor_of
from bench import history
from bench.figure import Figure
from bench.past import Past

KINDS = ["all", "player", "game", "player_game", "opponent", "time", "player_time"]


@pytest.mark.pg
@pytest.mark.timeout(300)
def test_every_kind_of_question_on_both_databases() -> None:
    figures = list(history.figures(many=3000, asked=10))
    assert [one.name for one in figures] == [
        f"history.{store}.{kind}" for store in ("sqlite", "postgres") for kind in KINDS
    ]
    assert all(one.value > 0 and one.unit == "ms" and one.most == 50 for one in figures)


def test_a_figure_above_its_bound_does_not_hold() -> None:
    assert Figure("a", 50, "ms", 1, "b", most=50).holds
    assert not Figure("a", 51, "ms", 1, "b", most=50).holds


PLANS = {
    "SCAN matches": "SCAN matches",
    "SEARCH matches USING INDEX ix_matches_listed_ended_at_id (listed=?)": None,
    "SCAN matches USING INDEX ix_matches_listed_ended_at_id": None,
    "SEARCH matches USING INDEX sqlite_autoindex_matches_1 (id=?)": "no index",
    "->  Seq Scan on match_seats  (cost=0.00..1.00)": "->  Seq Scan on match_seats  (cost=0.00..1.00)",
    "->  Index Scan Backward using ix_matches_listed_ended_at_id on matches": None,
    "->  Index Only Scan using pk_matches on matches": "no index",
}


@pytest.mark.parametrize("line", PLANS)
def test_a_plan_without_an_index_is_noticed(line: str) -> None:
    assert history.unindexed([line]) == PLANS[line]
    assert history.unindexed([line, "0 0 0 USE TEMP B-TREE FOR ORDER BY"]) is not None


def test_the_right_answers_are_what_a_plain_walk_finds() -> None:
    past = Past(400)
    for kind, questions in past.questions(30).items():
        for question in questions:
            found = []
            for one in sorted(past.all, key=lambda one: (one.at, one.id), reverse=True):
                asked = question.asked
                people = [past.people[who] for who in one.who if who is not None]
                names = [{id, name.upper()} for id, name in people]
                fits = (
                    one.listed
                    and (asked.player is None or any(asked.player in name for name in names))
                    and (asked.opponent is None or any(asked.opponent in name for name in names))
                    and asked.game in (None, one.game)
                    and (asked.since is None or one.at >= asked.since)
                    and (asked.until is None or one.at < asked.until)
                    and (question.after is None or (one.at, one.id) < question.after)
                )
                found += [one.id] if fits else []
            assert past.expected(question) == found[:20], (kind, question.query)
            if question.after:
                assert question.query["cursor"] == cursor_of(*question.after)
