"""Columns named after what they hold: ids of tables, levels of computer players, programs."""

from alembic import op

revision = "0005"
down_revision = "0004"
RENAMED = (
    ("events", "game", "table_id"),
    ("answers", "game", "table_id"),
    ("tables", "game", "table_id"),
    ("players", "game", "table_id"),
    ("players", "bot", "level"),
    ("people", "bot", "program"),
)


def upgrade() -> None:
    for table, old, new in RENAMED:  # the same words in SQLite and PostgreSQL; no row is written
        op.execute(f"ALTER TABLE {table} RENAME COLUMN {old} TO {new}")
    op.execute("UPDATE tokens SET kind = 'program' WHERE kind = 'bot'")
