"""The log of a table: what is stored, and what each viewer is shown of it.

Everything else is worked out from the log. A stored event contains secrets; ``seen_by`` makes the
event that one seat, or a spectator (None), may see. It never leaves an event out, so that everybody
has the same numbers. Every kind of event has to say what may be seen of it: ``seen_by`` has no
default.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, Self, cast

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from qwirkle.editions import EDITIONS
from qwirkle.game import AnyGame
from qwirkle.seats import Why
from qwirkle.server.domain.clocks import ClockRule, Times

HIDDEN = "?"
if TYPE_CHECKING:
    EditionName = str
else:
    EditionName = Literal[tuple(EDITIONS)]
"""The name of an edition that can be played here; any other is refused when it is decoded."""
OfferKind = Literal["rematch", "abort", "undo", "takeover"]


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

    def seen_by(self, seat: int | None) -> Self:
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
    """The version of the rules of this game (docs/notation.md)."""
    previous: str = ""
    """The table of which this one is the rematch."""
    host: str = ""
    seed: str = ""

    def seen_by(self, seat: int | None) -> Created:
        return replace(self, host="", seed="")


class Seated(Event, frozen=True, kw_only=True, tag="seated"):
    """Somebody took a seat: a person, or the computer at a level."""

    seat: int
    name: str
    age: int | None = None
    """Only in old logs, in which everybody could see it."""
    entropy: str = ""
    """Only in old logs: a text that was sent with the seat."""
    bot: int | None = None
    program: bool = False
    """Whether a program with a token of its own sits here."""
    person: str = ""
    years: int | None = None
    """The age of the player, if given; nobody else ever sees it."""
    face: str = ""
    """The face that the person at the device has chosen; empty if none, as for computer players and
    others at the same device."""

    def seen_by(self, seat: int | None) -> Seated:
        return replace(self, person="", years=None)


class Aged(Event, frozen=True, tag="aged"):
    """A player gave an age, or took it back; nobody else ever sees it."""

    seat: int
    years: int | None = None

    def seen_by(self, seat: int | None) -> Aged:
        return replace(self, years=None)


class Stood(Open, frozen=True, tag="stood"):
    """A seat became free again."""

    seat: int


class Readied(Event, frozen=True, tag="readied"):
    """Somebody is ready to begin, and has given a text for the shuffle, or none."""

    seat: int
    digest: str = ""
    """The digest of the text (docs/fairness.md); empty if there is none."""
    entropy: str = ""
    """Nobody sees it before the game begins, so that nobody can answer it with their own."""

    def seen_by(self, seat: int | None) -> Readied:
        return replace(self, entropy="")


class Starter(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Who starts, and why (T2, C2)."""

    seat: int
    why: Why
    """The largest set, age or a lot decided; in old games also the earlier seat."""
    size: int
    """How many pieces the largest set has."""
    feature: str | None = None
    """Its colour or shape, such as ``red`` or ``star``, once it is on the table."""
    tied: tuple[int, ...]
    """The seats that have a set of that size."""
    among: tuple[int, ...] = ()
    """The seats among which a lot decided."""


class Started(Open, frozen=True, tag="started"):
    """The game began."""

    times: Times | None = None
    entropy: tuple[str, ...] | None = None
    """The text of each seat for the shuffle, empty if it gave none. Null in old logs."""
    start: Starter | None = None
    """None in old logs."""


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
    """The game was stopped, and nobody won: everybody ``agreed``, or the last person left (O1) and
    only computer players remain (``deserted``), or nobody could play for too long (``O3``), or the
    log had become too long (``length``)."""

    why: str = "agreed"


class Revealed(Open, frozen=True, tag="revealed"):
    """The game is over, and the seed is published."""

    seed: str


class NewRating(Struct, frozen=True, kw_only=True):
    """The rating of a seat after the game; ``monday`` is that with which the week (UTC) began."""

    before: float
    rating: float
    deviation: float
    volatility: float
    games: int
    """How many games of this ladder have counted for the player."""
    monday: float


class Rated(Open, frozen=True, tag="rated"):
    """The game counted for a ladder; the new ratings, null for seats too far above the others."""

    ladder: str
    seats: tuple[NewRating | None, ...]


class Offered(Open, frozen=True, kw_only=True, tag="offered"):
    """Somebody made an offer; the number of this event identifies it."""

    seat: int
    offer: OfferKind
    target: int | None = None
    level: int | None = None


class Accepted(Open, frozen=True, tag="accepted"):
    """Somebody agreed to an offer."""

    seat: int
    offer: int


class Declined(Open, frozen=True, tag="declined"):
    """An offer is closed: somebody declined it, or its author withdrew it."""

    seat: int
    offer: int


class Undone(Open, frozen=True, tag="undone"):
    """Moves were taken back, with what was drawn in them."""

    moves: int
    times: Times | None = None


class TakenOver(Open, frozen=True, tag="taken-over"):
    """The computer plays on for a seat, whose person has lost it. Only in old logs."""

    seat: int
    level: int


class StoodIn(Open, frozen=True, tag="stood-in"):
    """The computer moves for an absent player, until that player is back."""

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
    emote: str | None = None


class Away(Open, frozen=True, tag="away"):
    """A player is not connected, and has until the deadline to come back."""

    seat: int
    deadline: int


class Back(Open, frozen=True, tag="back"):
    """The player is here again."""

    seat: int


class Credited(Open, frozen=True, tag="credited"):
    """Time that does not count: the server was down, or the time of day jumped. Deadlines move."""

    ms: int
    """Milliseconds; negative if the time of day went back."""
    times: Times | None = None


class Imported(Open, frozen=True, tag="imported"):
    """A finished game was imported from a record."""

    record: str


AnyEvent = (
    Created | Seated | Aged | Stood | Readied | Started | Shuffled | Dealt | Moved | Resigned
    | Ended | Aborted | Revealed | Offered | Accepted | Declined | Undone | TakenOver | StoodIn
    | Rematched | Chatted | Away | Back | Credited | Imported | Rated
)  # fmt: skip


class Logged(Struct, frozen=True):
    """An event with its number and its time. Numbers have no gaps."""

    seq: int
    at: int
    """Milliseconds since 1970."""
    event: AnyEvent

    def seen_by(self, seat: int | None) -> Logged:
        return Logged(self.seq, self.at, self.event.seen_by(seat))


def start(game: AnyGame) -> Starter:
    """Who starts, and why, as everybody may know it."""
    found, feature = game.start, game.opened_with
    return Starter(
        seat=found.seat,
        why=found.why,
        size=found.size,
        feature=feature.name.lower() if feature else None,
        tied=found.tied,
        among=found.among if found.why == "lot" else (),
    )


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(AnyEvent)
_log_decoder = msgspec.json.Decoder(list[Logged])


def encode_event(event: AnyEvent) -> str:
    """An event as it is written into the log."""
    return _encoder.encode(event).decode()


def decode_event(body: str | bytes) -> AnyEvent:
    return cast(AnyEvent, _decoder.decode(body))


def encode_log(entries: list[Logged]) -> bytes:
    """Many events at once, for another process; that is much faster than pickling a room."""
    return _encoder.encode(entries)


def decode_log(body: bytes) -> list[Logged]:
    return _log_decoder.decode(body)


def public(entry: Logged) -> bytes:
    """An event as the public log has it, and as it is hashed (docs/fairness.md).

    It never changes: neither when the game is over, nor when an event gets a new field, whose
    default is left out. Hidden pieces are not in it, so no head can be used to guess them.
    """
    return _encoder.encode(entry.seen_by(None))


def _public(move: str) -> str:
    """A move as everybody sees it: for a trade, only the number of tiles."""
    word, *tiles = move.split()
    return " ".join([word, *(HIDDEN for _ in tiles)]) if word == "trade" else move
