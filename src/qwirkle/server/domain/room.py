"""A table, as it follows from its log.

A room changes in one way only: an event happens. To try something, take a copy, let events happen
to it, and throw the copy away if they cannot be stored.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from copy import copy
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from qwirkle import Game, chain
from qwirkle.faults import IllegalMove, Refusal
from qwirkle.game import AnyGame
from qwirkle.replay import Replay
from qwirkle.server.domain import events, pending, presence
from qwirkle.server.domain.clocks import Times
from qwirkle.server.domain.events import AnyEvent, Created, Logged
from qwirkle.server.domain.names import LONGEST_NAME, clean
from qwirkle.server.domain.pending import Pending, Suggestion
from qwirkle.tiles import Tile

Phase = Literal["open", "playing", "over"]


_TALK = (events.Chatted, events.Away, events.Back, events.Credited)
_PLAYED = (events.Started, events.Moved, events.Resigned, events.Undone)


class LogDisagrees(Exception):
    """The log contradicts the rules: either of them was changed."""


@dataclass(frozen=True, slots=True)
class Seat:
    """Somebody at the table."""

    name: str
    person: str = ""
    age: int | None = None
    entropy: str = ""
    """The text for the shuffle that came when they were ready."""
    early_entropy: str = ""
    """In old logs: the text that came when they sat down."""
    level: int | None = None
    """The level of a computer player; None for a person or a program."""
    ready: bool = False
    since: int = 0
    """When they sat down."""
    away_since: int | None = None
    away_until: int | None = None
    """When the absence ends the game for this player (O1); never, while the computer sits in."""
    absences: int = 0
    """How often this player has been away."""
    stand_in: int | None = None
    """The level at which the computer moves until the player is back."""
    program: bool = False
    """Whether it is a program with a token of its own."""
    face: str = ""
    """How this person has chosen to look."""

    @property
    def is_person(self) -> bool:
        return self.level is None

    @property
    def absent(self) -> bool:
        return self.away_since is not None

    @property
    def computer(self) -> int | None:
        """The level of the computer, if it moves for this seat now."""
        return self.stand_in if self.level is None else self.level


@dataclass
class Room:
    """One table."""

    id: str
    log: list[Logged] = field(default_factory=list)
    seats: list[Seat | None] = field(default_factory=list)
    game: AnyGame | None = None
    phase: Phase = "open"
    times: Times | None = None
    offers: dict[int, Pending] = field(default_factory=dict)
    declined: frozenset[Suggestion] = frozenset()
    """Offers that were declined since the last move: nobody is asked the same twice."""
    settled: int = 0
    """The number of the last event that a move must have seen; chat does not matter."""
    last: Logged | None = None
    """The move that was made last; none once moves were taken back."""
    ended: int | None = None
    """When the game ended."""
    rematch: str | None = None
    aborted: bool = False
    undone: bool = False
    imported: bool = False
    head: bytes = b""
    """The head of the hash chain of the log (docs/fairness.md)."""
    sealed: tuple[int, bytes] | None = None
    """The number of the event that revealed the seed, and the head after it."""

    def __post_init__(self) -> None:
        self.head = self.head or chain.first_head(self.id)

    @classmethod
    def of(cls, table: str, logged: Iterable[Logged]) -> Room:
        """The room of a log."""
        room = cls(table)
        room.follow_all(logged)
        return room

    @property
    def created(self) -> Created:
        event = self.log[0].event
        assert isinstance(event, Created)  # noqa: S101
        return event

    @property
    def seq(self) -> int:
        """The number of the last event."""
        return len(self.log)

    @property
    def turn(self) -> int | None:
        """The seat to move; None before the start and after the end."""
        if self.game is None or self.phase != "playing" or self.game.turn is None:
            return None
        return self.game.state.turn

    @property
    def texts(self) -> tuple[str, ...]:
        """The texts of the seats for the shuffle; computer players give none."""
        return tuple(seat.entropy if seat else "" for seat in self.seats)

    @property
    def gone(self) -> frozenset[int]:
        return self.game.state.gone if self.game else frozenset()

    @property
    def people(self) -> list[int]:
        """The seats of the people who still play."""
        return [
            n
            for n, seat in enumerate(self.seats)
            if seat and seat.is_person and not self.has_left(n)
        ]

    @property
    def countable(self) -> bool:
        """Whether the game is rated if it ends by the rules: no hints, no move taken back, and
        every seat belongs to a different person."""
        persons = {seat.person for seat in self.seats if seat and seat.is_person and seat.person}
        spoiled = self.undone or self.imported or self.aborted or self.created.hints
        return not spoiled and len(persons) == len(self.seats) > 1

    def has_left(self, seat: int) -> bool:
        return seat in self.gone

    def seats_of(self, person: str | None) -> list[int]:
        """The seats of a person: none for a spectator, several on a shared device."""
        seated = enumerate(self.seats)
        return [number for number, seat in seated if person and seat and seat.person == person]

    def seat_of(self, person: str | None) -> int | None:
        """The seat of a person; of several the one to move, otherwise one that still plays."""
        mine = self.seats_of(person)
        if self.turn in mine:
            return self.turn
        return min(mine, key=self.has_left, default=None)

    def seat(self, number: int) -> Seat:
        seat = self.seats[number]
        assert seat is not None  # noqa: S101
        return seat

    def copy(self) -> Room:
        """A room to try something in."""
        twin = copy(self)
        twin.log, twin.seats, twin.offers = list(self.log), list(self.seats), dict(self.offers)
        return twin

    def happen(self, event: AnyEvent, at: int, game: AnyGame | None = None) -> Logged:
        """Append the next event; ``game`` is the game after it, if the move was made already."""
        entry = Logged(self.seq + 1, at, event)
        self.follow(entry, game)
        return entry

    def follow_all(self, entries: Iterable[Logged]) -> None:
        """Follow events from the log; the game is copied only once."""
        self.game = self.game and self.game.copy()
        for entry in entries:
            self._take(entry, None)
        self._check_draws()

    def follow(self, entry: Logged, game: AnyGame | None = None) -> None:
        """Follow an event from the log, or one that has just happened."""
        if game is None and isinstance(entry.event, _PLAYED):
            self.game = self.game and self.game.copy()
        self._take(entry, game)
        if game is None and isinstance(entry.event, _PLAYED):
            self._check_draws()

    def _check_draws(self) -> None:
        """Check the latest draws against the shuffle; ``qwirkle verify`` checks all of them."""
        if self.game and not self.imported and not self.game.draws_follow():
            raise LogDisagrees(f"The draw in event {self.seq} does not follow from the shuffle.")

    def _take(self, entry: Logged, game: AnyGame | None) -> None:
        """Follow the next event; numbers have no gaps. The game is changed in place."""
        if entry.seq != self.seq + 1:
            raise LogDisagrees(f"Expected event {self.seq + 1}, but found event {entry.seq}.")
        self.log.append(entry)
        self.head = chain.next_head(self.head, events.public(entry))
        event = entry.event
        if game is not None:
            self.game = game
        elif isinstance(event, _PLAYED):
            self.game = _played(self, event)
        if change := _CHANGES.get(type(event)):
            change(self, entry, event)
        if times := getattr(event, "times", None):
            self.times = times
        if not isinstance(event, _TALK):
            self.settled = entry.seq

    def drop_offers(self, kind: str, target: int | None = None) -> None:
        """Close the offers of a kind: all of them, or those for a seat."""
        self.offers = {
            number: one
            for number, one in self.offers.items()
            if one.event.offer != kind or target not in (None, one.event.target)
        }

    def change_seat(self, number: int, **changes: Any) -> None:
        self.seats[number] = replace(self.seat(number), **changes)


def new_game(room: Room, texts: tuple[str, ...] | None) -> AnyGame:
    """A new game with the seed of this table, its players and their texts."""
    seats = [seat for seat in room.seats if seat]
    names = [seat.name for seat in seats]
    entropy: dict[str, str | None]
    if texts is None:  # an old log: players without a text had not been asked for one
        entropy = {seat.name: seat.early_entropy for seat in seats if seat.early_entropy}
    else:
        entropy = {name: text or None for name, text in zip(names, texts, strict=True)}
    return Game(
        names,
        room.created.edition,
        seed=bytes.fromhex(room.created.seed),
        ages=[seat.age for seat in seats],
        entropy=entropy,
        rules=room.created.rules,
    )


def _begun(room: Room, event: events.Started) -> AnyGame:
    """The game at its start; the texts that went into it are those that the players gave."""
    if event.entropy not in (None, room.texts):
        raise LogDisagrees(f"The texts in event {room.seq} are not the ones the players gave.")
    game = new_game(room, event.entropy)
    if event.start not in (None, events.start(game)):
        raise LogDisagrees(f"Event {room.seq} names a different starting seat from the rules.")
    return game


def _played(room: Room, event: AnyEvent) -> AnyGame:
    """The game after an event, replayed by the rules and compared with the log."""
    if isinstance(event, events.Started):
        return _begun(room, event)
    game = room.game
    assert game is not None  # noqa: S101
    try:
        if isinstance(event, events.Moved):
            moved = game.follow(event.move, tuple(map(Tile.parse, event.drawn)))
            if (event.seat, event.points) != (moved.seat, moved.points):
                raise LogDisagrees(f"Event {room.seq} does not follow the rules.")
        elif isinstance(event, events.Resigned):
            game.resign(game.players[event.seat])
        elif isinstance(event, events.Undone):
            for _ in range(event.moves):
                game.pop()
    except (Refusal, IllegalMove):  # what exactly is wrong may be a secret of the game
        raise LogDisagrees(f"Event {room.seq} cannot be replayed.") from None
    return game


def _created(room: Room, _: Logged, event: events.Created) -> None:
    room.seats = [None] * event.seats


def _seated(room: Room, entry: Logged, event: events.Seated) -> None:
    room.seats[event.seat] = Seat(
        event.name,
        event.person,
        event.age if event.years is None else event.years,
        early_entropy=event.entropy,
        level=event.bot,
        ready=event.bot is not None,
        since=entry.at,
        program=event.program,
        face=event.face,
    )


def _aged(room: Room, _: Logged, event: events.Aged) -> None:
    room.change_seat(event.seat, age=event.years)


def _stood(room: Room, _: Logged, event: events.Stood) -> None:
    room.seats[event.seat] = None


def _readied(room: Room, _: Logged, event: events.Readied) -> None:
    room.change_seat(event.seat, ready=True, entropy=event.entropy)


def _started(room: Room, _: Logged, __: events.Started) -> None:
    room.phase = "playing"


def _moved(room: Room, entry: Logged, _: events.Moved) -> None:
    """Offers about the position before this move are closed."""
    room.drop_offers("undo")
    room.declined = frozenset()
    room.last = entry


def _undone(room: Room, _: Logged, __: events.Undone) -> None:
    room.undone = True
    room.drop_offers("undo")
    room.last = None


def _resigned(room: Room, _: Logged, __: events.Resigned) -> None:
    """Open offers were addressed to other players than those who are left; they can be made
    again."""
    room.offers = {}
    room.declined = frozenset()


def _over(room: Room, entry: Logged, event: AnyEvent) -> None:
    room.phase = "over"
    room.ended = entry.at
    room.aborted = isinstance(event, events.Aborted)
    room.offers = {}
    room.declined = frozenset()
    if room.times:
        room.times = Times(room.times.left)
    room.seats = [replace(seat, **presence.HERE) if seat else None for seat in room.seats]


def _revealed(room: Room, entry: Logged, _: events.Revealed) -> None:
    room.sealed = entry.seq, room.head


def _rematched(room: Room, _: Logged, event: events.Rematched) -> None:
    room.rematch = event.table
    room.offers = {}


def _imported(room: Room, entry: Logged, event: events.Imported) -> None:
    game = Replay(event.record).game
    room.game, room.phase, room.imported, room.ended = game, "over", True, entry.at
    names = [clean(name, LONGEST_NAME) for name in game.players]
    room.seats = [Seat(name, age=age) for name, age in zip(names, game.ages, strict=True)]


_CHANGES: dict[type, Callable[..., None]] = {
    events.Created: _created,
    events.Seated: _seated,
    events.Aged: _aged,
    events.Stood: _stood,
    events.Readied: _readied,
    events.Started: _started,
    events.Moved: _moved,
    events.Undone: _undone,
    events.Resigned: _resigned,
    events.Ended: _over,
    events.Aborted: _over,
    events.Revealed: _revealed,
    events.Offered: pending.offered,
    events.Accepted: pending.accepted,
    events.Declined: pending.declined,
    events.TakenOver: presence.taken_over,
    events.StoodIn: presence.stood_in,
    events.Rematched: _rematched,
    events.Away: presence.away,
    events.Back: presence.back,
    events.Credited: presence.credited,
    events.Imported: _imported,
}
