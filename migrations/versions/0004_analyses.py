"""Analyses of finished matches: who asked, how far each one is, and what came of it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "analyses",
        sa.Column("match_id", sa.String(32), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("asked_at", sa.BigInteger, nullable=False),
        sa.Column("taken_at", sa.BigInteger, nullable=True),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("done", sa.Integer, nullable=False),
        sa.Column("of", sa.Integer, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=True),
        sa.PrimaryKeyConstraint("match_id", name="pk_analyses"),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], ondelete="CASCADE", name="fk_analyses_match_id"),
    )
    still_to_do = sa.text("body IS NULL")
    op.create_index(
        "ix_analyses_asked_at", "analyses", ["asked_at"], sqlite_where=still_to_do, postgresql_where=still_to_do
    )


def downgrade() -> None:
    op.drop_table("analyses")
