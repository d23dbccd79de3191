"""The log of a table: what is stored, and what each viewer is told of it.

Everything else is worked out from the log. A stored event holds the secrets too; ``seen_by`` makes
the event that one seat, or a spectator (None), may see. It never leaves an event out, so that
everybody counts the same numbers. A kind of event that does not say what may be seen of it is
shown to nobody: ``seen_by`` has no default.
"""

from __future__ import annotations

from typing import Self, cast

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from qwirkle.server.wire import ClockRule, EditionName, OfferKind

HIDDEN = "?"


class Times(Struct, frozen=True):
    """The clocks at one moment: what each seat has left, and when the turn runs out."""

    left: tuple[int, ...]
    """Milliseconds."""
    deadline: int | None = None
    """Milliseconds since 1970, for the seat to move; None while nothing is ticking."""


class DrawProof(Struct, frozen=True):
    """One drawn piece, opened against the root of its shuffle (docs/fairness.md)."""

    position: int
    tile: str
    salt: str
    path: tuple[str, ...]


class Drawn(Struct, frozen=True):
    """Proofs of what one seat drew, all against one root."""

    root: str
    size: int
    proofs: tuple[DrawProof, ...]


class Event(Struct, frozen=True, tag_field="type", omit_defaults=True):
    """Something that happened at a table."""


class Open(Event, frozen=True):
    """An event with nothing to hide."""

    def seen_by(self, seat: int | None) -> Self:  # noqa: ARG002
        return self


class Created(Event, frozen=True, kw_only=True, tag="created"):
    """A table was set up. The commitment binds the host to the secret seed before anybody sits."""

    edition: EditionName
    seats: int
    clock: ClockRule
    open: bool
    hints: bool
    commitment: str
    rules: int = 1
    """The version of the rules by which this game is judged to its end."""
    host: str = ""
    seed: str = ""

    def seen_by(self, seat: int | None) -> Created:  # noqa: ARG002
        return replace(self, host="", seed="")


class Seated(Event, frozen=True, kw_only=True, tag="seated"):
    """Somebody took a seat: a person, or the computer at a level."""

    seat: int
    name: str
    age: int | None = None
    entropy: str = ""
    bot: int | None = None
    program: bool = False
    """Whether a program sits here that came with a bot token."""
    person: str = ""

    def seen_by(self, seat: int | None) -> Seated:  # noqa: ARG002
        return replace(self, person="")


class Stood(Open, frozen=True, tag="stood"):
    """A seat became free again."""

    seat: int


class Readied(Open, frozen=True, tag="readied"):
    """Somebody is ready to begin."""

    seat: int


class Started(Open, frozen=True, tag="started"):
    """The game began."""

    times: Times | None = None


class Shuffled(Open, frozen=True, tag="shuffled"):
    """The bag was shuffled; the root commits to its order."""

    root: str


class Dealt(Event, frozen=True, tag="dealt"):
    """A seat got its first hand, piece by piece."""

    seat: int
    pieces: tuple[str, ...]
    draw: Drawn | None = None

    def seen_by(self, seat: int | None) -> Dealt:
        if seat == self.seat:
            return self
        return Dealt(self.seat, (HIDDEN,) * len(self.pieces))


class Moved(Event, frozen=True, kw_only=True, tag="moved"):
    """A move, its points, and what was drawn with it."""

    seat: int
    move: str
    points: int
    drawn: tuple[str, ...] = ()
    draw: Drawn | None = None
    times: Times | None = None

    def seen_by(self, seat: int | None) -> Moved:
        if seat == self.seat:
            return self
        return Moved(
            seat=self.seat,
            move=_public(self.move),
            points=self.points,
            drawn=(HIDDEN,) * len(self.drawn),
            times=self.times,
        )


class Resigned(Open, frozen=True, tag="resigned"):
    """A player left the game (O1): ``resign``, ``time`` or ``absence``."""

    seat: int
    why: str
    times: Times | None = None


class Ended(Open, frozen=True, tag="ended"):
    """The game ended by a rule."""

    rule: str
    winners: tuple[int, ...]
    scores: tuple[int, ...]


class Aborted(Open, frozen=True, tag="aborted"):
    """Everybody agreed to stop; nobody won."""


class Revealed(Open, frozen=True, tag="revealed"):
    """The game is over, and the seed is no secret any more."""

    seed: str


class NewRating(Struct, frozen=True, kw_only=True):
    """What a game made of the rating of a seat."""

    before: float
    rating: float
    deviation: float
    volatility: float
    games: int
    """How many games of this ladder the player has finished."""


class Rated(Open, frozen=True, tag="rated"):
    """The game counted for a ladder; the new ratings, seat by seat."""

    ladder: str
    seats: tuple[NewRating, ...]


class Offered(Open, frozen=True, kw_only=True, tag="offered"):
    """Somebody suggested something; its number is the name of the offer."""

    seat: int
    offer: OfferKind
    target: int | None = None
    level: int | None = None


class Accepted(Open, frozen=True, tag="accepted"):
    """Somebody agreed to an offer."""

    seat: int
    offer: int


class Declined(Open, frozen=True, tag="declined"):
    """An offer is off: somebody refused it, or took it back."""

    seat: int
    offer: int


class Undone(Open, frozen=True, tag="undone"):
    """Moves were taken back, with what was drawn in them."""

    moves: int
    times: Times | None = None


class TakenOver(Open, frozen=True, tag="taken-over"):
    """The computer plays on for a seat."""

    seat: int
    level: int


class Rematched(Open, frozen=True, tag="rematched"):
    """The same players go on at another table."""

    table: str


class Chatted(Open, frozen=True, kw_only=True, tag="chatted"):
    """Somebody said something."""

    seat: int
    phrase: str | None = None
    text: str | None = None


class Away(Open, frozen=True, tag="away"):
    """A player is not connected, and has until then to come back."""

    seat: int
    deadline: int


class Back(Open, frozen=True, tag="back"):
    """The player is here again."""

    seat: int


class Credited(Open, frozen=True, tag="credited"):
    """The server was away for so many milliseconds, and the clocks get them back."""

    ms: int
    times: Times | None = None


class Imported(Open, frozen=True, tag="imported"):
    """A finished game came from a record."""

    record: str


AnyEvent = (
    Created | Seated | Stood | Readied | Started | Shuffled | Dealt | Moved | Resigned | Ended
    | Aborted | Revealed | Offered | Accepted | Declined | Undone | TakenOver | Rematched
    | Chatted | Away | Back | Credited | Imported | Rated
)  # fmt: skip


class Logged(Struct, frozen=True):
    """An event with its number, which leaves no gaps, and its time."""

    seq: int
    at: int
    """Milliseconds since 1970."""
    event: AnyEvent

    def seen_by(self, seat: int | None) -> Logged:
        return Logged(self.seq, self.at, self.event.seen_by(seat))


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(AnyEvent)


def stored(event: AnyEvent) -> str:
    """An event as it is written into the log."""
    return _encoder.encode(event).decode()


def read(body: str | bytes) -> AnyEvent:
    return cast(AnyEvent, _decoder.decode(body))


def _public(move: str) -> str:
    """A move as everybody sees it: of a trade only the number of tiles."""
    word, *tiles = move.split()
    return " ".join([word, *(HIDDEN for _ in tiles)]) if word == "trade" else move
