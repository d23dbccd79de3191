"""The first tables.

Written out and not made from ``schema.py``, so that an old database always goes the same way. What
is changed in ``schema.py`` later is a version of its own beside this one; a test compares both.
"""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    _log()
    _people()
    _tables()
    _players()


def _log() -> None:
    op.create_table(
        "events",
        sa.Column("game", sa.Text, primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "answers",
        sa.Column("game", sa.Text, primary_key=True),
        sa.Column("actor", sa.Text, primary_key=True),
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("digest", sa.Text, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "nodes",
        sa.Column("node", sa.Text, primary_key=True),
        sa.Column("seen", sa.BigInteger, nullable=False),
    )


def _people() -> None:
    op.create_table(
        "people",
        sa.Column("person", sa.Text, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("bot", sa.Boolean, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "tokens",
        sa.Column("hash", sa.Text, primary_key=True),
        sa.Column("person", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("expires", sa.BigInteger),
    )
    op.create_index("ix_tokens_person", "tokens", ["person"])
    op.create_table(
        "passkeys",
        sa.Column("credential", sa.Text, primary_key=True),
        sa.Column("person", sa.Text, nullable=False),
        sa.Column("public_key", sa.Text, nullable=False),
        sa.Column("sign_count", sa.Integer, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_passkeys_person", "passkeys", ["person"])
    op.create_table(
        "challenges",
        sa.Column("hash", sa.Text, primary_key=True),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("person", sa.Text, nullable=False),
        sa.Column("expires", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_challenges_expires", "challenges", ["expires"])


def _tables() -> None:
    op.create_table(
        "tables",
        sa.Column("game", sa.Text, primary_key=True),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("edition", sa.Text, nullable=False),
        sa.Column("phase", sa.Text, nullable=False),
        sa.Column("open", sa.Boolean, nullable=False),
        sa.Column("seats", sa.Integer, nullable=False),
        sa.Column("free", sa.Integer, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("changed", sa.BigInteger, nullable=False),
        sa.Column("ended", sa.BigInteger),
        sa.Column("rule", sa.Text),
        sa.Column("imported", sa.Boolean, nullable=False),
        sa.Column("due", sa.BigInteger),
        sa.Column("bot_turn", sa.BigInteger),
    )
    op.create_index("tables_due", "tables", ["due"])
    op.create_index("tables_bot_turn", "tables", ["bot_turn"])
    op.create_index("tables_listed", "tables", ["phase", "open", "changed"])
    op.create_index("tables_ended", "tables", ["ended"])


def _players() -> None:
    op.create_table(
        "players",
        sa.Column("game", sa.Text, primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("person", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("bot", sa.Integer),
        sa.Column("program", sa.Boolean, nullable=False),
        sa.Column("score", sa.Integer, nullable=False),
        sa.Column("won", sa.Boolean, nullable=False),
        sa.Column("left", sa.Boolean, nullable=False),
    )
    op.create_index("ix_players_person", "players", ["person"])
    op.create_table(
        "ratings",
        sa.Column("person", sa.Text, primary_key=True),
        sa.Column("ladder", sa.Text, primary_key=True),
        sa.Column("rating", sa.Float, nullable=False),
        sa.Column("deviation", sa.Float, nullable=False),
        sa.Column("volatility", sa.Float, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("updated", sa.BigInteger, nullable=False),
        sa.Column("monday", sa.Float, nullable=False),
    )
    op.create_index("ratings_ladder", "ratings", ["ladder", "rating"])
    op.create_table(
        "meetings",
        sa.Column("ladder", sa.Text, primary_key=True),
        sa.Column("person", sa.Text, primary_key=True),
        sa.Column("opponent", sa.Text, primary_key=True),
        sa.Column("day", sa.BigInteger, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
    )
