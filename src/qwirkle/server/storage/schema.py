"""The tables of the database. ``events`` is the truth; the last ones can be rebuilt from it."""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, Float, Index, Integer, MetaData, Table, Text

metadata = MetaData()

events = Table(
    "events",
    metadata,
    Column("table_id", Text, primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("body", Text, nullable=False),
    sqlite_with_rowid=False,
)

answers = Table(
    "answers",
    metadata,
    Column("table_id", Text, primary_key=True),
    Column("actor", Text, primary_key=True),
    Column("id", Text, primary_key=True),
    Column("digest", Text, nullable=False),
    Column("body", Text, nullable=False),
    sqlite_with_rowid=False,
)

people = Table(
    "people",
    metadata,
    Column("person", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("program", Boolean, nullable=False),  # whether it plays through the API for bots
    Column("created", BigInteger, nullable=False),
    Column("face", Text, nullable=False, server_default=""),  # empty: not chosen
)

tokens = Table(
    "tokens",
    metadata,
    Column("hash", Text, primary_key=True),
    Column("person", Text, nullable=False, index=True),
    Column("kind", Text, nullable=False),  # device, program, or link (used once)
    Column("created", BigInteger, nullable=False),
    Column("expires", BigInteger),
    Column("name", Text, nullable=False, server_default=""),  # of the device, as its browser says
    Column("seen", BigInteger),  # the day of the last use, in milliseconds
)

revoked = Table(
    "revoked",
    metadata,
    Column("hash", Text, primary_key=True),  # of a token that nodes may still remember
    Column("at", BigInteger, nullable=False, index=True),
)

passkeys = Table(
    "passkeys",
    metadata,
    Column("credential", Text, primary_key=True),
    Column("person", Text, nullable=False, index=True),
    Column("public_key", Text, nullable=False),
    Column("sign_count", Integer, nullable=False),
    Column("created", BigInteger, nullable=False),
)

challenges = Table(
    "challenges",
    metadata,
    Column("hash", Text, primary_key=True),
    Column("kind", Text, nullable=False),  # register or login
    Column("person", Text, nullable=False),  # who registers; empty for a login
    Column("expires", BigInteger, nullable=False, index=True),
)

nodes = Table(
    "nodes",
    metadata,
    Column("node", Text, primary_key=True),
    Column("seen", BigInteger, nullable=False),
)

keys = Table(
    "keys",
    metadata,
    Column("key", Text, primary_key=True),  # public
    Column("secret", Text, nullable=False),  # empty once the key is replaced
    Column("created", BigInteger, nullable=False),
    Column("replaced", BigInteger),
)

# From here on: what ``qwirkle migrate --rebuild`` rebuilds from the events.

tables = Table(
    "tables",
    metadata,
    Column("table_id", Text, primary_key=True),
    Column("seq", Integer, nullable=False),
    Column("edition", Text, nullable=False),
    Column("phase", Text, nullable=False),
    Column("open", Boolean, nullable=False),
    Column("seats", Integer, nullable=False),
    Column("free", Integer, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("changed", BigInteger, nullable=False),
    Column("ended", BigInteger),
    Column("rule", Text),  # by which the game ended; null if everybody agreed to stop
    Column("imported", Boolean, nullable=False),
    Column("due", BigInteger),  # when the next clock or absence runs out
    Column("bot_turn", BigInteger),  # since when a computer player is to move
    Index("tables_due", "due"),
    Index("tables_bot_turn", "bot_turn"),
    Index("tables_listed", "phase", "open", "changed"),
    Index("tables_ended", "ended"),
)

players = Table(
    "players",
    metadata,
    Column("table_id", Text, primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("person", Text, nullable=False, index=True),
    Column("name", Text, nullable=False),
    Column("level", Integer),  # of a computer player
    Column("program", Boolean, nullable=False),
    Column("score", Integer, nullable=False),
    Column("won", Boolean, nullable=False),
    Column("left", Boolean, nullable=False),
)

ratings = Table(
    "ratings",
    metadata,
    Column("person", Text, primary_key=True),
    Column("ladder", Text, primary_key=True),  # classic-2, classic-more, cards-2, cards-more
    Column("rating", Float, nullable=False),
    Column("deviation", Float, nullable=False),
    Column("volatility", Float, nullable=False),
    Column("games", Integer, nullable=False),
    Column("updated", BigInteger, nullable=False),
    Column("monday", Float, nullable=False),  # the rating at the beginning of that week
    Index("ratings_ladder", "ladder", "rating"),
)

meetings = Table(
    "meetings",
    metadata,
    Column("ladder", Text, primary_key=True),
    Column("person", Text, primary_key=True),
    Column("opponent", Text, primary_key=True),
    Column("day", BigInteger, nullable=False),  # of their last rated game, since 1970
    Column("games", Integer, nullable=False),  # rated ones on that day
)

PROJECTIONS = (tables, players, ratings, meetings)
