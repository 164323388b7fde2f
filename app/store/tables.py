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
    false,
    text,
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
    # Whether this guest wants to stand on the leaderboard.
    Column("leaderboard", Boolean, nullable=False, server_default=false()),
)

# Guests who had their data deleted: what they are still playing must not be kept under their name. Ids only, and
# forgotten once every room they can have sat in has gone.
parted = Table(
    "parted",
    metadata,
    Column("guest", String(32), primary_key=True),
    Column("at", BigInteger, nullable=False),
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

# Rooms that whoever runs the server wants closed; the server that has them open looks here.
closings = Table("closings", metadata, Column("room_id", String(32), primary_key=True))

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

# Keys that all servers of one PostgreSQL share (`app.store.keys`); on SQLite the key is a file.
keys = Table(
    "keys",
    metadata,
    Column("name", String(16), primary_key=True),
    Column("key", LargeBinary(32), nullable=False),
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
    # What lists are filtered by. `variant` is "|deals=3|market=true|".
    Column("result", String(16), nullable=False, server_default="finished"),
    Column("seats", Integer, nullable=False, server_default="0"),
    Column("bots", Integer, nullable=False, server_default="0"),
    Column("variant", Text, nullable=False, server_default="|"),
    Column("record", Text, nullable=False),
    # zlib-compressed JSON: the steps and the fairness of the record; the views of each viewer.
    Column("steps", LargeBinary, nullable=False),
    Column("views", LargeBinary, nullable=False),
    Index(None, "ended_at", "id"),
    Index(None, "listed", "ended_at", "id"),
    Index(None, "listed", "game", "ended_at", "id"),
)

# One row a seat. Whether, which and when are said here once more, so that each question is one walk along one index.
match_seats = Table(
    "match_seats",
    metadata,
    Column("match_id", String(32), ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("guest", String(32), nullable=True),
    Column("name", Text, nullable=False),
    # The name as it is looked up: large or small letters are one.
    Column("name_key", Text, nullable=False, server_default=""),
    Column("bot", String(16), nullable=True),
    Column("total", Integer, nullable=False),
    Column("won", Boolean, nullable=False),
    # How many won together; 0 for a draw. `best`: the biggest catch, in games that know one.
    Column("winners", Integer, nullable=False, server_default="0"),
    Column("best", Integer, nullable=True),
    Column("game", String(32), nullable=False, server_default=""),
    Column("listed", Boolean, nullable=False, server_default=false()),
    Column("ended_at", BigInteger, nullable=False, server_default="0"),
    Index(None, "guest", "listed", "ended_at", "match_id"),
    Index(None, "guest", "listed", "game", "ended_at", "match_id"),
    Index(None, "name_key", "listed", "ended_at", "match_id"),
    Index(None, "name_key", "listed", "game", "ended_at", "match_id"),
)

# One row a match that somebody wanted to have analysed. What is still to be done is found along its index.
analyses = Table(
    "analyses",
    metadata,
    Column("match_id", String(32), ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    # Of the analysis that was asked for, or of the program that worked at it last.
    Column("version", Integer, nullable=False),
    Column("asked_at", BigInteger, nullable=False),
    # When whoever works at it was last heard of; null while it waits.
    Column("taken_at", BigInteger, nullable=True),
    Column("tries", Integer, nullable=False),
    Column("done", Integer, nullable=False),
    Column("of", Integer, nullable=False),
    # zlib-compressed JSON, as it is told.
    Column("body", LargeBinary, nullable=True),
    Index(None, "asked_at", sqlite_where=text("body IS NULL"), postgresql_where=text("body IS NULL")),
)
