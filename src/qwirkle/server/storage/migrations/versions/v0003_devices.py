"""Devices: what each is called and when it was last used, and which were revoked just now."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("tokens", sa.Column("name", sa.Text, nullable=False, server_default=""))
    op.add_column("tokens", sa.Column("seen", sa.BigInteger))
    op.create_table(
        "revoked",
        sa.Column("hash", sa.Text, primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_revoked_at", "revoked", ["at"])
