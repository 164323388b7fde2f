"""The tables. Their shape is made by migrations/; a test holds the two against each other."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

guests = Table(
    "guests",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("name", Text, nullable=False),
    Column("created_at", BigInteger, nullable=False),
)

# Only the hash of a session is kept: whoever reads the table cannot become the guest.
sessions = Table(
    "sessions",
    metadata,
    Column("hash", LargeBinary(32), primary_key=True),
    Column("guest", String(32), ForeignKey("guests.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("created_at", BigInteger, nullable=False),
)

rooms = Table(
    "rooms",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("code", String(16), nullable=False, unique=True),
    Column("say", String(8), nullable=False, unique=True),
    # The one-time key of whoever created it: the same POST again gives the same room.
    Column("made_by", String(32), nullable=False),
    Column("made_with", String(80), nullable=False),
    Column("address", LargeBinary(32), nullable=False),
    Column("created_at", BigInteger, nullable=False, index=True),
    UniqueConstraint("made_by", "made_with"),
    Index(None, "address", "created_at"),
)

# The log is the room. These two constraints carry all safety (docs/architecture.md).
log = Table(
    "log",
    metadata,
    Column("room_id", String(32), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("cmd_id", String(160), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("kind", String(16), nullable=False),
    Column("by", String(32), nullable=True),
    Column("body", Text, nullable=False),
    UniqueConstraint("room_id", "cmd_id"),
    Index(None, "by", "at"),
)

# What was said in a room: it goes with the room and is in no record.
chat = Table(
    "chat",
    metadata,
    Column("room_id", String(32), primary_key=True),
    Column("n", Integer, primary_key=True, autoincrement=False),
    Column("cmd_id", String(160), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("guest", String(32), nullable=False),
    Column("name", Text, nullable=False),
    Column("body", Text, nullable=False),
    UniqueConstraint("room_id", "cmd_id"),
)

# One-use codes by which another device becomes the same guest; only their hashes are kept.
transfers = Table(
    "transfers",
    metadata,
    Column("hash", LargeBinary(32), primary_key=True),
    Column("guest", String(32), ForeignKey("guests.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("until", BigInteger, nullable=False),
)

# Seeds and orders, never in the log and never read by anything but a fold.
secrets = Table(
    "secrets",
    metadata,
    Column("room_id", String(32), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("body", Text, nullable=False),
)

# Finished matches are copies: rooms and guests may go, these stay.
matches = Table(
    "matches",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("kind", String(16), nullable=False),
    Column("game", String(32), nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("ended_at", BigInteger, nullable=False),
    Column("record", Text, nullable=False),
    # zlib-compressed JSON: the steps and the fairness of the record; the views of each viewer.
    Column("steps", LargeBinary, nullable=False),
    Column("views", LargeBinary, nullable=False),
    Index(None, "ended_at", "id"),
)

match_seats = Table(
    "match_seats",
    metadata,
    Column("match_id", String(32), ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("guest", String(32), nullable=True, index=True),
    Column("name", Text, nullable=False),
    Column("bot", String(16), nullable=True),
    Column("total", Integer, nullable=False),
    Column("won", Boolean, nullable=False),
)
