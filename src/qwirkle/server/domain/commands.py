"""The commands that people send: what somebody wants to happen at a table.

Every command carries an id that the client has chosen, and the number of the last event that the
client has seen. ``docs/protocol.md`` is made from these structs; ``handlers`` carries them out.
"""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from msgspec import Meta, Struct

from qwirkle.server.domain.clocks import ClockRule, Untimed
from qwirkle.server.domain.events import EditionName, OfferKind

Ulid = Annotated[
    str,
    Meta(
        pattern="^[0-7][0-9A-HJKMNP-TV-Z]{25}$",
        max_length=26,  # in Python a $ also matches before a newline
        description="a ULID",
    ),
]
Name = Annotated[str, Meta(min_length=1, max_length=40)]
Face = Annotated[
    str,
    Meta(pattern=r"^([oxdstc][1-6][1-6])?(?!\n)$"),  # in Python a $ also matches before a newline
]
Entropy = Annotated[str, Meta(max_length=60)]
Age = Annotated[int, Meta(ge=0, le=150)]
Level = Annotated[int, Meta(ge=1, le=6)]
SeatNumber = Annotated[int, Meta(ge=0, le=3)]
Number = Annotated[int, Meta(ge=0, le=1_000_000)]
MoveText = Annotated[str, Meta(min_length=1, max_length=1200)]
Codes = Annotated[list[Annotated[str, Meta(min_length=2, max_length=2)]], Meta(max_length=108)]
Phrase = Literal[
    "hello", "luck", "nice", "thanks", "sorry", "wow", "moment", "hurry", "game", "bye"
]
Emote = Literal["happy", "love", "wow", "think", "sad", "sleep"]
EMOTES: tuple[Emote, ...] = Emote.__args__  # type: ignore[attr-defined]
"""What a player's face can say."""
PHRASES: tuple[Phrase, ...] = Phrase.__args__  # type: ignore[attr-defined]


class Command(Struct, frozen=True, kw_only=True, tag_field="do", forbid_unknown_fields=True):
    """What somebody wants to happen at a table."""

    id: Ulid
    expect: Number | None = None
    """The last event that the client has seen; moves need it, the others may leave it out."""
    cost: ClassVar[int] = 1
    """What it counts for against the limit of its sender."""


class Create(Command, frozen=True, kw_only=True, tag="create"):
    """Set up a table and take its first seat."""

    cost: ClassVar[int] = 5

    edition: EditionName = "classic"
    seats: Annotated[int, Meta(ge=2, le=4)] = 2
    name: Name | None = None
    """Your name at this table; if left out, the name you are known by, or a guest's."""
    age: Age | None = None
    """Of players with equally large sets the oldest begins in the tile game (T2), the youngest in
    the card game (C2). Nobody else ever sees it."""
    entropy: Entropy = ""
    """Not used any more: texts for the shuffle come with ``start``."""
    local: Annotated[list[Name], Meta(max_length=3)] = []
    """The names of more people who share the device."""
    ages: Annotated[list[Age | None], Meta(max_length=3)] = []
    """Their ages, in the same order; null if one is not given."""
    bots: Annotated[list[Level], Meta(max_length=4)] = []
    """The levels of the computer players, one for each seat that they take."""
    clock: ClockRule = Untimed()
    open: bool = False
    """Whether the table is in the public list; otherwise only people who know its link find it."""
    hints: bool = False
    """Whether players may ask for hints."""


class Sit(Command, frozen=True, kw_only=True, tag="sit"):
    """Take a seat: the one that is named, or the first that is free."""

    name: Name | None = None
    """As for ``create``; if somebody at the table has that name already, a number is added."""
    seat: SeatNumber | None = None
    """Seats are counted from 0."""
    age: Age | None = None
    """As for ``create``."""
    entropy: Entropy = ""
    """Not used any more, as for ``create``."""


class TellAge(Command, frozen=True, kw_only=True, tag="tell-age"):
    """Give an age before the start, or take it back; nobody else ever sees it."""

    age: Age | None = None
    seat: SeatNumber | None = None
    """Your own seat if left out; otherwise another seat of your device."""


class Stand(Command, frozen=True, kw_only=True, tag="stand"):
    """Give a seat back before the start: your own, another of your device, that of a computer
    player, or at a rematch that of somebody who has not come within ten seconds."""

    seat: SeatNumber | None = None
    """Your own seat if left out."""


class AddBot(Command, frozen=True, kw_only=True, tag="add-bot"):
    """Let the computer take a seat."""

    level: Level = 3
    seat: SeatNumber | None = None


class Start(Command, frozen=True, kw_only=True, tag="start"):
    """Be ready; the game begins when all seats are taken and everybody is ready."""

    entropy: Entropy = ""
    """Any text, mixed into the shuffle (docs/fairness.md): note the commitment first, then send at
    least 128 random bits. The record names players who send none."""


class Move(Command, frozen=True, kw_only=True):
    """A move, in any of its forms; ``expect`` is required."""

    @property
    def notation(self) -> str:
        """The move as a record has it."""
        raise NotImplementedError


class Play(Move, frozen=True, kw_only=True, tag="play"):
    """A move in its notation: tiles with their cells, a new table, or the word for another move,
    such as ``trade Ro Gx``."""

    move: MoveText

    @property
    def notation(self) -> str:
        return self.move


class Trade(Move, frozen=True, kw_only=True, tag="trade"):
    """An old form of ``play``, for trading tiles (T15); version 3 will not have it."""

    tiles: Codes
    """Codes of two letters, as in ``Ro``."""

    @property
    def notation(self) -> str:
        return f"trade {' '.join(self.tiles)}"


class Arrange(Move, frozen=True, kw_only=True, tag="arrange"):
    """An old form of ``play``, for a new card table (C6); version 3 will not have it."""

    rows: Annotated[list[Codes], Meta(max_length=36)]

    @property
    def notation(self) -> str:
        return " | ".join(" ".join(row) for row in self.rows)


class Resign(Command, frozen=True, kw_only=True, tag="resign"):
    """Leave the game (O1)."""


class Offer(Command, frozen=True, kw_only=True, tag="offer"):
    """Propose something; ``docs/rules/online.md`` says who must agree to what."""

    offer: OfferKind
    seat: SeatNumber | None = None
    """For a takeover: the seat of the absent player."""
    level: Level = 3
    """For a takeover; in a game that counts for the ratings it is always 6."""


class Accept(Command, frozen=True, kw_only=True, tag="accept"):
    """Agree to an offer, which is identified by the number of its event."""

    offer: Number


class Decline(Command, frozen=True, kw_only=True, tag="decline"):
    """Decline an offer, or withdraw your own; its author can repeat it after the next move."""

    offer: Number


class Chat(Command, frozen=True, kw_only=True, tag="chat"):
    """Say one thing: a phrase that everybody reads in their own language, a face, or a text."""

    phrase: Phrase | None = None
    text: Annotated[str, Meta(max_length=200)] | None = None
    emote: Emote | None = None


AtTable = (
    Sit | TellAge | Stand | AddBot | Start | Play | Trade | Arrange
    | Resign | Offer | Accept | Decline | Chat
)  # fmt: skip
"""The commands of a table; ``handlers`` has one function for each."""
