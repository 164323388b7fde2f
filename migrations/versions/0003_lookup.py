"""What finished matches are looked up by, each question along an index; leaderboard, parted guests, closings."""

from __future__ import annotations

import json
import zlib
from typing import Any

import orjson
import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

MATCH = (
    ("result", sa.String(16), "finished"),
    ("seats", sa.Integer, "0"),
    ("bots", sa.Integer, "0"),
    ("variant", sa.Text, "|"),
)
SEAT = (
    ("name_key", sa.Text, ""),
    ("winners", sa.Integer, "0"),
    ("game", sa.String(32), ""),
    ("listed", sa.Boolean, sa.false()),
    ("ended_at", sa.BigInteger, "0"),
)
MATCH_INDEXES = (("listed", "ended_at", "id"), ("listed", "game", "ended_at", "id"))
SEAT_INDEXES = tuple(
    (who, "listed", *game, "ended_at", "match_id") for who in ("guest", "name_key") for game in ((), ("game",))
)
STEP = 200


def upgrade() -> None:
    op.add_column("guests", sa.Column("leaderboard", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_table(
        "parted",
        sa.Column("guest", sa.String(32), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("guest", name="pk_parted"),
    )
    op.create_table(
        "closings",
        sa.Column("room_id", sa.String(32), nullable=False),
        sa.PrimaryKeyConstraint("room_id", name="pk_closings"),
    )
    for name, kind, default in MATCH:
        op.add_column("matches", sa.Column(name, kind, nullable=False, server_default=default))
    for name, kind, default in SEAT:
        op.add_column("match_seats", sa.Column(name, kind, nullable=False, server_default=default))
    op.add_column("match_seats", sa.Column("best", sa.Integer, nullable=True))
    _fill(op.get_bind())
    op.drop_index("ix_match_seats_guest", "match_seats")
    for columns in MATCH_INDEXES:
        op.create_index(f"ix_matches_{'_'.join(columns)}", "matches", list(columns))
    for columns in SEAT_INDEXES:
        op.create_index(f"ix_match_seats_{'_'.join(columns)}", "match_seats", list(columns))


def _fill(connection: sa.Connection) -> None:
    """Say of the matches that are kept already what is asked from now on, some at a time."""
    last = ""
    asked = sa.text(
        "SELECT id, game, listed, ended_at, record, views FROM matches WHERE id > :last ORDER BY id LIMIT :n"
    )
    while rows := connection.execute(asked, {"last": last, "n": STEP}).all():
        for row in rows:
            _fill_one(connection, row)
        last = rows[-1].id


def _fill_one(connection: sa.Connection, row: Any) -> None:
    record = json.loads(row.record)
    variant = "".join(f"{name}={json.dumps(value)}|" for name, value in sorted(record.get("options", {}).items()))
    connection.execute(
        sa.text("UPDATE matches SET result = :result, seats = :seats, bots = :bots, variant = :variant WHERE id = :id"),
        {
            "id": row.id,
            "result": record.get("result", "finished"),
            "seats": len(record["seats"]),
            "bots": sum(seat["bot"] is not None for seat in record["seats"]),
            "variant": f"|{variant}".replace('"', ""),
        },
    )
    watched = orjson.loads(zlib.decompress(row.views)).get("watch") or [{}]  # megabytes: nearly all the time goes here
    catches = watched[-1].get("facts", {}).get("catches") or [None] * len(record["seats"])
    connection.execute(
        sa.text(
            "UPDATE match_seats SET name_key = :name_key, winners = :winners, best = :best, game = :game, "
            "listed = :listed, ended_at = :ended_at WHERE match_id = :id AND seat = :seat"
        ).bindparams(sa.bindparam("listed", type_=sa.Boolean)),
        [
            {
                "id": row.id,
                "seat": seat["seat"],
                "name_key": seat["name"].casefold(),
                "winners": len(record["scores"]["winners"]),
                "best": best,
                "game": row.game,
                "listed": bool(row.listed),
                "ended_at": row.ended_at,
            }
            for seat, best in zip(record["seats"], catches, strict=True)
        ],
    )


def downgrade() -> None:
    for columns in SEAT_INDEXES:
        op.drop_index(f"ix_match_seats_{'_'.join(columns)}", "match_seats")
    for columns in MATCH_INDEXES:
        op.drop_index(f"ix_matches_{'_'.join(columns)}", "matches")
    op.create_index("ix_match_seats_guest", "match_seats", ["guest"])
    for name in ("best", *(name for name, *_ in reversed(SEAT))):
        op.drop_column("match_seats", name)
    for name, *_ in reversed(MATCH):
        op.drop_column("matches", name)
    op.drop_table("closings")
    op.drop_table("parted")
    op.drop_column("guests", "leaderboard")
