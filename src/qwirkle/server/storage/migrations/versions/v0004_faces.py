"""Faces: how somebody wants to look."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.add_column("people", sa.Column("face", sa.Text, nullable=False, server_default=""))
