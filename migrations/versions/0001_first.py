"""The first shape: guests, sessions, rooms, their log and secrets, finished matches."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "guests",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_guests"),
    )
    op.create_table(
        "sessions",
        sa.Column("hash", sa.LargeBinary(32), nullable=False),
        sa.Column("guest", sa.String(32), nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("hash", name="pk_sessions"),
        sa.ForeignKeyConstraint(["guest"], ["guests.id"], ondelete="CASCADE", name="fk_sessions_guest"),
    )
    op.create_index("ix_sessions_guest", "sessions", ["guest"])
    op.create_table(
        "rooms",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("code", sa.String(16), nullable=False),
        sa.Column("say", sa.String(8), nullable=False),
        sa.Column("made_by", sa.String(32), nullable=False),
        sa.Column("made_with", sa.String(80), nullable=False),
        sa.Column("address", sa.LargeBinary(32), nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_rooms"),
        sa.UniqueConstraint("code", name="uq_rooms_code"),
        sa.UniqueConstraint("say", name="uq_rooms_say"),
        sa.UniqueConstraint("made_by", "made_with", name="uq_rooms_made_by_made_with"),
    )
    op.create_index("ix_rooms_created_at", "rooms", ["created_at"])
    op.create_index("ix_rooms_address_created_at", "rooms", ["address", "created_at"])
    op.create_table(
        "log",
        sa.Column("room_id", sa.String(32), nullable=False),
        sa.Column("seq", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("cmd_id", sa.String(160), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("by", sa.String(32), nullable=True),
        sa.Column("body", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("room_id", "seq", name="pk_log"),
        sa.UniqueConstraint("room_id", "cmd_id", name="uq_log_room_id_cmd_id"),
    )
    op.create_table(
        "secrets",
        sa.Column("room_id", sa.String(32), nullable=False),
        sa.Column("seq", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("room_id", "seq", name="pk_secrets"),
    )
    op.create_table(
        "matches",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("listed", sa.Boolean, nullable=False),
        sa.Column("ended_at", sa.BigInteger, nullable=False),
        sa.Column("record", sa.Text, nullable=False),
        sa.Column("steps", sa.LargeBinary, nullable=False),
        sa.Column("views", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_matches"),
    )
    op.create_index("ix_matches_ended_at_id", "matches", ["ended_at", "id"])
    op.create_table(
        "match_seats",
        sa.Column("match_id", sa.String(32), nullable=False),
        sa.Column("seat", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("guest", sa.String(32), nullable=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("bot", sa.String(16), nullable=True),
        sa.Column("total", sa.Integer, nullable=False),
        sa.Column("won", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("match_id", "seat", name="pk_match_seats"),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], ondelete="CASCADE", name="fk_match_seats_match_id"),
    )
    op.create_index("ix_match_seats_guest", "match_seats", ["guest"])


def downgrade() -> None:
    for name in ("match_seats", "matches", "secrets", "log", "rooms", "sessions", "guests"):
        op.drop_table(name)
