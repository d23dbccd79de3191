"""A record, read again: strictly by the rules, and with the seed at hand, by the shuffle too."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from qwirkle import fairness, seats
from qwirkle.bag import Bag
from qwirkle.editions import State
from qwirkle.events import (
    Added,
    Committed,
    Dealt,
    Ended,
    Event,
    Joined,
    Moved,
    Opened,
    Resigned,
    Revealed,
    Shuffled,
)
from qwirkle.fairness import Order
from qwirkle.faults import BadNotation, IllegalMove, Refusal
from qwirkle.game import Entry, Game, Setup
from qwirkle.notation import BadRecord, read_record
from qwirkle.tiles import Hand, Tile

Kind = TypeVar("Kind", bound=Event)


class Replay:
    """A game built from the facts of its record.

    ``game`` can go on where the record has the seed and every draw followed it. ``doubt`` is the
    first line, if any, that the seed does not explain; ``proven`` counts the pieces and shuffles
    that it does.
    """

    def __init__(self, text: str) -> None:
        self.lines = list(read_record(text))
        self.at = 0
        self.doubt: BadRecord | None = None
        self.proven_draws = 0
        self.proven_shuffles = 0
        self.game = Game.__new__(Game)
        self.game._past = []
        self._begin()
        self._deal()
        while isinstance(self._next(), Moved | Resigned):
            self._follow()
        self._finish()

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

    def _refuse(self, key: str, **words: object) -> BadRecord:
        return BadRecord(self.line, BadNotation(key, **words))

    def _begin(self) -> None:
        """The setup: edition, seats, commitment, entropy."""
        game = self.game
        opened, joined = self._take(Opened), self._take_all(Joined)
        committed, added = self._take(Committed), self._take_all(Added)
        names = [player.name for player in joined]
        try:
            entropy = {names[event.seat]: event.text for event in added if event.seat < len(names)}
            game._setup = Setup.of(
                names, opened.edition, [player.age for player in joined], entropy
            )
        except Refusal as reason:
            raise BadRecord(self.line, reason) from None
        written = [event for _, event in self.lines[: self.at]]
        if written != game._setup.events(committed.digest):
            raise self._refuse("record.setup")
        game._log = [Entry(event, None) for event in written]
        game._order = self._first_order(committed)

    def _first_order(self, committed: Committed) -> Order | None:
        """The shuffle that the seed gives, where the record has the right one."""
        number, revealed = self.lines[-1]
        seed = revealed.seed if isinstance(revealed, Revealed) else None
        self.game._seed = seed
        if seed is None:
            self.doubt = BadRecord(number, BadNotation("verify.no_seed"))
            return None
        if fairness.commitment(seed) != committed.digest:
            self.doubt = BadRecord(number, BadNotation("verify.commitment"))
            return None
        return self.game._setup.order(seed)

    def _deal(self) -> None:
        game = self.game
        while True:
            self._shuffled()
            hands = [self._dealt(seat) for seat in range(len(game.players))]
            dealt = [piece for hand in hands for piece in hand]
            bag = Bag.full()
            if missing := bag.missing(dealt):
                raise self._refuse("bad.draw", tiles=missing)
            state = game._setup.edition.start(hands, bag.without(dealt), game.ages)
            if state is not None:
                game._state = state
                return
            game._order = game._order and game._order.mixed(dealt)

    def _shuffled(self) -> None:
        event = self._take(Shuffled)
        order = self.game._order
        self.game._log.append(Entry(event, order))
        if order is not None and order.root == event.root:
            self.proven_shuffles += 1
        else:
            self._doubt("verify.shuffle")

    def _dealt(self, seat: int) -> Hand:
        event = self._take(Dealt)
        pieces = _known(event.pieces)
        if event.seat != seat or len(pieces) != self.game._setup.edition.hand_size:
            raise self._refuse("record.deal", seat=seat + 1)
        self.game._log.append(Entry(event, self.game._order))
        self.game._order = self._drawn(pieces)
        return Hand(pieces)

    def _follow(self) -> None:
        """One move or resignation, judged like any other."""
        game, state = self.game, self.game._state
        event = self._take(Moved) if isinstance(self._next(), Moved) else self._take(Resigned)
        try:
            if isinstance(event, Resigned):
                if event.seat in state.gone or event.seat >= len(game.players) or state.ended:
                    raise BadNotation("record.resign", seat=event.seat + 1)
                game._advance(event, state.resigned(event.seat), game._order)
                return
            self._moved(event, state)
        except (Refusal, IllegalMove) as reason:
            raise BadRecord(self.line, reason) from None

    def _moved(self, event: Moved, state: State) -> None:
        game = self.game
        if event.seat != state.turn:
            raise BadNotation("record.turn", seat=event.seat + 1, turn=state.turn + 1)
        drawn = _known(event.drawn)
        after = state.after(event.move, drawn)
        points = state.points(event.move)
        if event.points != points:
            raise BadNotation("record.points", count=event.points, expected=points)
        game._advance(event, after, game._order)
        game._order = self._drawn(drawn)
        if mixed := state.mixed(event.move):
            game._order = game._order and game._order.mixed(mixed)
            self._shuffled()

    def _drawn(self, pieces: tuple[Tile, ...]) -> Order | None:
        """The order after a draw; None once the facts and the seed disagree."""
        order = self.game._order
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
        self.game._order = None

    def _finish(self) -> None:
        state = self.game._state
        if state.ended:
            ended = self._take(Ended)
            if ended != Ended(state.ended, seats.winners(state)):
                raise self._refuse("record.end")
        self._take(Revealed)
        if self.at < len(self.lines):
            number, event = self.lines[self.at]
            raise BadRecord(number, BadNotation("record.order", text=str(event)))


def _known(pieces: Iterable[Tile | None]) -> tuple[Tile, ...]:
    return tuple(piece for piece in pieces if piece is not None)
