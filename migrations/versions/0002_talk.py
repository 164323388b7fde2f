"""Chat, codes that take a guest to another device, and looking up where a guest sits."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "chat",
        sa.Column("room_id", sa.String(32), nullable=False),
        sa.Column("n", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("cmd_id", sa.String(160), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("guest", sa.String(32), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("room_id", "n", name="pk_chat"),
        sa.UniqueConstraint("room_id", "cmd_id", name="uq_chat_room_id_cmd_id"),
    )
    op.create_table(
        "transfers",
        sa.Column("hash", sa.LargeBinary(32), nullable=False),
        sa.Column("guest", sa.String(32), nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("hash", name="pk_transfers"),
        sa.ForeignKeyConstraint(["guest"], ["guests.id"], ondelete="CASCADE", name="fk_transfers_guest"),
    )
    op.create_index("ix_transfers_guest", "transfers", ["guest"])
    op.create_index("ix_log_by_at", "log", ["by", "at"])


def downgrade() -> None:
    op.drop_index("ix_log_by_at", "log")
    op.drop_table("transfers")
    op.drop_table("chat")
