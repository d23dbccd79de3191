"""A table as its log tells it.

A room changes in one way only: an event happens. Whoever wants to try something takes a copy, lets
events happen to it, and throws the copy away if they cannot be stored.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from copy import copy
from dataclasses import dataclass, field, replace
from typing import Literal

from qwirkle import Game
from qwirkle.faults import IllegalMove, Refusal
from qwirkle.replay import Replay
from qwirkle.server import log
from qwirkle.server.cleaning import LONGEST_NAME, clean
from qwirkle.server.log import AnyEvent, Created, Logged, Times

Phase = Literal["open", "playing", "over"]


class LogDisagrees(Exception):
    """The log says something that the rules do not: it was changed, or the rules were."""


@dataclass(frozen=True, slots=True)
class Seat:
    """Somebody at the table."""

    name: str
    person: str = ""
    age: int | None = None
    entropy: str = ""
    bot: int | None = None
    """The level of a computer player."""
    ready: bool = False
    away_until: int | None = None
    program: bool = False
    """Whether it is a program that came with a bot token."""

    @property
    def is_person(self) -> bool:
        return self.bot is None


@dataclass(frozen=True, slots=True)
class Pending:
    """An offer that waits for answers."""

    event: log.Offered
    accepted: frozenset[int]


@dataclass
class Room:
    """One table."""

    id: str
    log: list[Logged] = field(default_factory=list)
    seats: list[Seat | None] = field(default_factory=list)
    game: Game | None = None
    phase: Phase = "open"
    times: Times | None = None
    offers: dict[int, Pending] = field(default_factory=dict)
    rematch: str | None = None
    aborted: bool = False
    undone: bool = False
    imported: bool = False

    @classmethod
    def of(cls, table: str, logged: Iterable[Logged]) -> Room:
        """The room of a log."""
        room = cls(table)
        for entry in logged:
            room.follow(entry)
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
    def settled(self) -> int:
        """The number of the last event that is more than talk: what a move must have seen."""
        talk = (log.Chatted, log.Away, log.Back)
        return next((e.seq for e in reversed(self.log) if not isinstance(e.event, talk)), 0)

    @property
    def turn(self) -> int | None:
        """The seat to move; None before the start and after the end."""
        if self.game is None or self.phase != "playing" or self.game.turn is None:
            return None
        return self.game.state.turn

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

    def has_left(self, seat: int) -> bool:
        return seat in self.gone

    def seats_of(self, person: str | None) -> list[int]:
        """The seats of somebody: none for a spectator, several where a device is passed on."""
        seated = enumerate(self.seats)
        return [number for number, seat in seated if person and seat and seat.person == person]

    def seat_of(self, person: str | None) -> int | None:
        """Where somebody sits; of several seats the one to move."""
        mine = self.seats_of(person)
        return self.turn if self.turn in mine else next(iter(mine), None)

    def seat(self, number: int) -> Seat:
        seat = self.seats[number]
        assert seat is not None  # noqa: S101
        return seat

    def copy(self) -> Room:
        """A room to try something in."""
        twin = copy(self)
        twin.log, twin.seats, twin.offers = list(self.log), list(self.seats), dict(self.offers)
        return twin

    def happen(self, event: AnyEvent, at: int, game: Game | None = None) -> Logged:
        """The next event; a game that has made the move already comes with it."""
        entry = Logged(self.seq + 1, at, event)
        self.follow(entry, game)
        return entry

    def follow(self, entry: Logged, game: Game | None = None) -> None:
        """An event from the log; the numbers leave no gaps."""
        if entry.seq != self.seq + 1:
            raise LogDisagrees(f"Event {self.seq + 1} was expected, and {entry.seq} came.")
        self.log.append(entry)
        event = entry.event
        if game is not None:
            self.game = game
        elif isinstance(event, log.Started | log.Moved | log.Resigned | log.Undone):
            self.game = _played(self, event)
        if change := _CHANGES.get(type(event)):
            change(self, entry, event)
        if times := getattr(event, "times", None):
            self.times = times

    def change_seat(self, number: int, **changes: object) -> None:
        self.seats[number] = replace(self.seat(number), **changes)  # type: ignore[arg-type]


def new_game(room: Room) -> Game:
    """The game that this table's seed and players make."""
    seats = [seat for seat in room.seats if seat]
    names = [seat.name for seat in seats]
    return Game(
        names,
        room.created.edition,
        seed=bytes.fromhex(room.created.seed),
        ages=[seat.age for seat in seats],
        entropy={seat.name: seat.entropy for seat in seats if seat.entropy},
    )


def _played(room: Room, event: AnyEvent) -> Game:
    """The game after an event, played again by the rules and held against the facts."""
    if isinstance(event, log.Started):
        return new_game(room)
    assert room.game is not None  # noqa: S101
    game = room.game.copy()
    try:
        if isinstance(event, log.Moved):
            moved = game.push(event.move)
            facts = event.seat, event.points, event.drawn
            if facts != (moved.seat, moved.points, tuple(map(str, moved.drawn))):
                raise LogDisagrees(f"Event {room.seq} is not what the rules say.")
        elif isinstance(event, log.Resigned):
            game.resign(game.players[event.seat])
        elif isinstance(event, log.Undone):
            for _ in range(event.moves):
                game.pop()
    except (Refusal, IllegalMove):  # what exactly is wrong may be a secret of the game
        raise LogDisagrees(f"Event {room.seq} cannot be followed.") from None
    return game


def _created(room: Room, _: Logged, event: log.Created) -> None:
    room.seats = [None] * event.seats


def _seated(room: Room, _: Logged, event: log.Seated) -> None:
    room.seats[event.seat] = Seat(
        event.name,
        event.person,
        event.age,
        event.entropy,
        event.bot,
        ready=event.bot is not None,
        program=event.program,
    )


def _stood(room: Room, _: Logged, event: log.Stood) -> None:
    room.seats[event.seat] = None


def _readied(room: Room, _: Logged, event: log.Readied) -> None:
    room.change_seat(event.seat, ready=True)


def _started(room: Room, _: Logged, __: log.Started) -> None:
    room.phase = "playing"


def _moved(room: Room, _: Logged, __: AnyEvent) -> None:
    """Whoever waited for an answer about the position before has waited in vain."""
    room.offers = {n: o for n, o in room.offers.items() if o.event.offer != "undo"}


def _undone(room: Room, entry: Logged, event: log.Undone) -> None:
    room.undone = True
    _moved(room, entry, event)


def _resigned(room: Room, _: Logged, __: log.Resigned) -> None:
    """What was offered was offered among others than those who are left; they can offer anew."""
    room.offers = {}


def _over(room: Room, _: Logged, event: AnyEvent) -> None:
    room.phase = "over"
    room.aborted = isinstance(event, log.Aborted)
    room.offers = {}
    if room.times:
        room.times = Times(room.times.left)
    room.seats = [replace(seat, away_until=None) if seat else None for seat in room.seats]


def _offered(room: Room, entry: Logged, event: log.Offered) -> None:
    room.offers[entry.seq] = Pending(event, frozenset({event.seat}))


def _accepted(room: Room, _: Logged, event: log.Accepted) -> None:
    pending = room.offers[event.offer]
    room.offers[event.offer] = replace(pending, accepted=pending.accepted | {event.seat})


def _declined(room: Room, _: Logged, event: log.Declined) -> None:
    del room.offers[event.offer]


def _taken_over(room: Room, _: Logged, event: log.TakenOver) -> None:
    room.change_seat(event.seat, bot=event.level, person="", away_until=None, program=False)
    room.offers = {}


def _rematched(room: Room, _: Logged, event: log.Rematched) -> None:
    room.rematch = event.table
    room.offers = {}


def _away(room: Room, _: Logged, event: log.Away) -> None:
    room.change_seat(event.seat, away_until=event.deadline)


def _back(room: Room, _: Logged, event: log.Back) -> None:
    room.change_seat(event.seat, away_until=None)


def _credited(room: Room, _: Logged, event: log.Credited) -> None:
    room.seats = [
        replace(seat, away_until=seat.away_until + event.ms) if seat and seat.away_until else seat
        for seat in room.seats
    ]


def _imported(room: Room, _: Logged, event: log.Imported) -> None:
    game = Replay(event.record).game
    room.game, room.phase, room.imported = game, "over", True
    names = [clean(name, LONGEST_NAME) for name in game.players]
    room.seats = [Seat(name, age=age) for name, age in zip(names, game.ages, strict=True)]


_CHANGES: dict[type, Callable[..., None]] = {
    log.Created: _created,
    log.Seated: _seated,
    log.Stood: _stood,
    log.Readied: _readied,
    log.Started: _started,
    log.Moved: _moved,
    log.Undone: _undone,
    log.Resigned: _resigned,
    log.Ended: _over,
    log.Aborted: _over,
    log.Offered: _offered,
    log.Accepted: _accepted,
    log.Declined: _declined,
    log.TakenOver: _taken_over,
    log.Rematched: _rematched,
    log.Away: _away,
    log.Back: _back,
    log.Credited: _credited,
    log.Imported: _imported,
}
