"""A record, read again: strictly by the rules, and with the seed at hand, by the shuffle too."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TypeVar

from qwirkle import fairness, seats
from qwirkle.bag import Bag
from qwirkle.editions import AnyState
from qwirkle.events import (
    Added,
    Committed,
    Dealt,
    Ended,
    Event,
    Has,
    Holds,
    Joined,
    Lies,
    Moved,
    Opened,
    Played,
    Resigned,
    Revealed,
    Shuffled,
    Signed,
    Silent,
    Starts,
    ToMove,
    Took,
    position_events,
)
from qwirkle.fairness import Order
from qwirkle.faults import BadNotation, IllegalMove, Refusal, text_given
from qwirkle.game import AnyGame, Game
from qwirkle.given import Given
from qwirkle.log import LogEntry, Moment
from qwirkle.notation import BadRecord, read_record, write_record
from qwirkle.seats import Start
from qwirkle.setup import AnySetup, Setup
from qwirkle.tiles import Hand, Tile

Kind = TypeVar("Kind", bound=Event)


class Replay:
    """A game built from the facts of its record.

    ``game`` can go on where the record has the seed and every draw followed it. ``doubt`` is the
    first line, if any, that the seed does not explain; ``proven`` counts the pieces and shuffles
    that it does, and ``proven_lot`` is true where it explains a lot about the start. ``played`` and
    ``signed`` are the lines that a server adds to the record of a game that was played there;
    whether the signature fits is not asked here.
    """

    def __init__(self, text: str) -> None:
        self.lines = list(read_record(text_given(text)))
        self.at = 0
        self.doubt: BadRecord | None = None
        self.proven_draws = 0
        self.proven_shuffles = 0
        self.proven_lot = False
        self.played: Played | None = None
        self.signed: Signed | None = None
        self._past: list[Moment[AnyState]] = []
        self._setup, self._log, committed = self._begin()
        self._seed, self._order = self._shuffle_of(committed)
        given = isinstance(self._next(), Lies)
        self._start, self._state = self._given() if given else self._deal()
        while isinstance(self._next(), Moved | Resigned):
            self._follow()
        self._finish()
        self.game: AnyGame = Game.from_facts(
            self._setup,
            self._seed,
            self._log,
            start=self._start,
            state=self._state,
            order=self._order,
            past=self._past,
        )

    @property
    def contributors(self) -> list[str]:
        """Those who added to the shuffle."""
        setup = self._setup
        return [name for name, text in zip(setup.players, setup.entropy, strict=True) if text]

    @property
    def silent(self) -> list[str]:
        """Those who were asked, and added nothing."""
        return [self._setup.players[seat] for seat in self._setup.silent]

    @property
    def contributions(self) -> list[tuple[str, list[str]]]:
        """Who added to the shuffle and who did not, as keys of the catalogues with the names."""
        said = {"ui.verify.contributors": self.contributors, "ui.verify.silent": self.silent}
        told = [(key, names) for key, names in said.items() if names]
        return told if self.contributors else [*told, ("ui.verify.nobody", [])]

    @property
    def text(self) -> str:
        """The record as it is written."""
        return write_record(event for _, event in self.lines)

    @property
    def signed_text(self) -> bytes:
        """What the signature is made over: all the lines before it."""
        return write_record(event for _, event in self.lines[:-1]).encode()

    @property
    def line(self) -> int:
        """The number of the line read last."""
        return self.lines[self.at - 1][0]

    def _next(self) -> Event:
        return self.lines[self.at][1]

    def _take(self, kind: type[Kind]) -> Kind:
        """The next event, which must be of this kind."""
        number, event = self.lines[self.at]
        if not isinstance(event, kind):
            raise BadRecord(number, BadNotation("record.order", text=str(event)))
        self.at += 1
        return event

    def _take_all(self, kind: type[Kind]) -> list[Kind]:
        events = []
        while isinstance(self._next(), kind):
            events.append(self._take(kind))
        return events

    def _take_contributions(self) -> list[tuple[int, str | None]]:
        """The seats that were asked for entropy, with what they added."""
        added: list[tuple[int, str | None]] = []
        while isinstance(event := self._next(), Added | Silent):
            self.at += 1
            added.append((event.seat, event.text if isinstance(event, Added) else None))
        return added

    def _refuse(self, key: str, **words: object) -> BadRecord:
        return BadRecord(self.line, BadNotation(key, **words))

    def _begin(self) -> tuple[AnySetup, list[LogEntry], Committed]:
        """The setup: edition, seats, commitment, entropy."""
        opened, joined = self._take(Opened), self._take_all(Joined)
        committed, added = self._take(Committed), self._take_contributions()
        names = [player.name for player in joined]
        try:
            entropy = {names[seat]: text for seat, text in added if seat < len(names)}
            ages = [player.age for player in joined]
            setup: AnySetup = Setup.of(names, opened.edition, ages, entropy, opened.rules)
        except Refusal as reason:
            raise BadRecord(self.line, reason) from None
        written = [event for _, event in self.lines[: self.at]]
        if written != setup.events(committed.digest):
            raise self._refuse("record.setup")
        return setup, [LogEntry(event, None) for event in written], committed

    def _shuffle_of(self, committed: Committed) -> tuple[bytes | None, Order | None]:
        """The seed, and the shuffle that it gives where it is the right one."""
        ends = (line for line in reversed(self.lines) if isinstance(line[1], Revealed))
        number, revealed = next(ends, self.lines[-1])
        seed = revealed.seed if isinstance(revealed, Revealed) else None
        if seed is None:
            self.doubt = BadRecord(number, BadNotation("verify.no_seed"))
            return None, None
        if fairness.commitment(seed) != committed.digest:
            self.doubt = BadRecord(number, BadNotation("verify.commitment"))
            return seed, None
        return seed, self._setup.order(seed)

    def _deal(self) -> tuple[Start, AnyState]:
        while True:
            self._shuffled()
            hands = [self._dealt(seat) for seat in range(len(self._setup.players))]
            dealt = [piece for hand in hands for piece in hand]
            bag = Bag.full()
            if missing := bag.missing(dealt):
                raise self._refuse("bad.draw", tiles=missing)
            if start := self._starter(hands):
                return start, self._setup.edition.start(hands, bag.without(dealt), start.seat)
            self._order = self._order and self._order.mixed(dealt)

    def _given(self) -> tuple[Start, AnyState]:
        """A position from which the game began, instead of a deal."""
        setup, first = self._setup, self.at
        lies, holds = self._take(Lies), self._take_all(Holds)
        points = {event.seat: event.points for event in self._take_all(Has)}
        captured = {event.seat: event.rows for event in self._take_all(Took)}
        seats, turn = range(len(setup.players)), self._take(ToMove).seat
        given = Given(
            lies.layout,
            tuple(Hand(_known(event.pieces)) for event in holds),
            tuple(points.get(seat, 0) for seat in seats),
            tuple(captured.get(seat, "") for seat in seats),
            turn,
        )
        written = [event for _, event in self.lines[first : self.at]]
        if len(holds) != len(seats) or turn not in seats or written != position_events(given):
            raise self._refuse("record.setup")
        try:
            state = setup.begun(given)
        except Refusal as reason:
            raise BadRecord(self.line, reason) from None
        self._log += [LogEntry(event, None) for event in written]
        self._order = setup.order(self._seed, state.bag) if self._order and self._seed else None
        self._shuffled()
        return Start.given(turn), state

    def _starter(self, hands: list[Hand]) -> Start | None:
        """Who starts; None where the next deal follows. By the first rules that follows from hands
        and ages alone; since then the record says it, and not the ages."""
        edition, order = self._setup.edition, self._order
        start = edition.starter(hands, self._setup.ages, 0)
        if start is None or edition.rules == 1:
            return start
        said = self._take(Starts)
        among = said.among or (said.seat,)
        if said.seat not in among or among != tuple(n for n in start.tied if n in among):
            raise self._refuse("record.start", seat=said.seat + 1)
        start = replace(start, seat=said.seat, among=among)
        if said != Starts.of(start):
            raise self._refuse("record.start", seat=said.seat + 1)
        if said.among and order is not None:
            self._check_lot(said, order)
        self._log.append(LogEntry(said, None))
        return start

    def _check_lot(self, said: Starts, order: Order) -> None:
        if said.among[order.lot % len(said.among)] == said.seat:
            self.proven_lot = True
        else:
            self._doubt("verify.lot")

    def _shuffled(self) -> None:
        event = self._take(Shuffled)
        order = self._order
        self._log.append(LogEntry(event, order))
        if order is not None and order.root == event.root:
            self.proven_shuffles += 1
        else:
            self._doubt("verify.shuffle")

    def _dealt(self, seat: int) -> Hand:
        event = self._take(Dealt)
        pieces = _known(event.pieces)
        if event.seat != seat or len(pieces) != self._setup.edition.hand_size:
            raise self._refuse("record.deal", seat=seat + 1)
        self._log.append(LogEntry(event, self._order))
        self._order = self._drawn(pieces)
        return Hand(pieces)

    def _follow(self) -> None:
        """One move or resignation, judged like any other."""
        event = self._take(Moved) if isinstance(self._next(), Moved) else self._take(Resigned)
        try:
            if isinstance(event, Moved):
                self._moved(event)
            else:
                self._resigned(event)
        except (Refusal, IllegalMove) as reason:
            raise BadRecord(self.line, reason) from None

    def _resigned(self, event: Resigned) -> None:
        state, players = self._state, len(self._setup.players)
        if event.seat in state.gone or event.seat >= players or state.ended:
            raise BadNotation("record.resign", seat=event.seat + 1)
        self._advance(event, state.resigned(event.seat))

    def _moved(self, event: Moved) -> None:
        state = self._state
        if event.seat != state.turn:
            raise BadNotation("record.turn", seat=event.seat + 1, turn=state.turn + 1)
        drawn = _known(event.drawn)
        after = state.after(event.move, drawn)
        points = state.points(event.move)
        if event.points != points:
            raise BadNotation("record.points", count=event.points, expected=points)
        self._advance(event, after)
        self._order = self._drawn(drawn)
        if mixed := state.mixed(event.move):
            self._order = self._order and self._order.mixed(mixed)
            self._shuffled()

    def _advance(self, event: Moved | Resigned, state: AnyState) -> None:
        self._past.append(Moment(self._state, self._order, len(self._log)))
        self._log.append(LogEntry(event, self._order))
        self._state = state

    def _drawn(self, pieces: tuple[Tile, ...]) -> Order | None:
        """The order after a draw; None once the facts and the seed disagree."""
        order = self._order
        if order is None:
            return None
        expected, rest = order.draw(len(pieces))
        if expected != pieces:
            self._doubt("verify.draw")
            return None
        self.proven_draws += len(pieces)
        return rest

    def _doubt(self, key: str) -> None:
        self.doubt = self.doubt or self._refuse(key)
        self._order = None

    def _finish(self) -> None:
        state = self._state
        if state.ended:
            ended = self._take(Ended)
            if ended != Ended(state.ended, seats.winners(state)):
                raise self._refuse("record.end")
        self._take(Revealed)
        if self.at < len(self.lines):
            self.played, self.signed = self._take(Played), self._take(Signed)
        if self.at < len(self.lines):
            number, event = self.lines[self.at]
            raise BadRecord(number, BadNotation("record.order", text=str(event)))


def _known(pieces: Iterable[Tile | None]) -> tuple[Tile, ...]:
    return tuple(piece for piece in pieces if piece is not None)
