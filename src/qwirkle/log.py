"""What a game remembers: its events with the order of the bag, and the states to go back to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Generic, NamedTuple

from qwirkle import seats
from qwirkle.editions import S
from qwirkle.events import Committed, Dealt, Ended, Event, Moved, Resigned, Revealed, Shuffled
from qwirkle.fairness import Order, Proof
from qwirkle.faults import BadSetup


class LogEntry(NamedTuple):
    """An event of the log, and the order of the bag before the event.

    A shuffle has no event of its own until somebody asks: its root is a Merkle tree away, and
    merely loading a game does not need it.
    """

    event: Event | None
    order: Order | None

    @property
    def happened(self) -> Event:
        if self.event is not None:
            return self.event
        assert self.order is not None  # noqa: S101
        return Shuffled(self.order.root)


class Moment(NamedTuple, Generic[S]):
    """A game before a move."""

    state: S
    order: Order | None
    log: int


class Remembered(Generic[S]):
    """A game as far as it has come: what happened, in order, and what proves the draws."""

    _seed: bytes | None
    _log: list[LogEntry]
    _past: list[Moment[S]]
    _state: S
    _order: Order | None

    def backwards(self) -> Iterator[Moved | Resigned]:
        """The moves and resignations, the last one first."""
        for moment in reversed(self._past):
            event = self._log[moment.log].event
            assert isinstance(event, Moved | Resigned)  # noqa: S101
            yield event

    @property
    def moves(self) -> int:
        """How many moves have been made and not taken back."""
        return len(self._past) - len(self._state.gone)

    @property
    def reshuffled(self) -> str | None:
        """The root of the shuffle that came with the last move, where it put pieces back."""
        last = self._log[-1]
        shuffle = last.event is None or isinstance(last.event, Shuffled)
        return last.order.root if shuffle and last.order else None

    def forget_trees(self) -> None:
        """Keep only the Merkle tree of the bag as it is now; others grow again if needed."""
        before = self._past[-1].order if self._past else None
        if before and self._order and before.shuffles != self._order.shuffles:
            before.forget_tree()

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that happened, in order; the seed comes last."""
        events = [entry.happened for entry in self._log]
        if self._state.ended:
            events.append(Ended(self._state.ended, seats.winners(self._state)))
        return (*events, Revealed(self._seed, over=self._state.ended is not None))

    @property
    def commitment(self) -> str:
        """The SHA-256 by which the host is bound to the shuffle (docs/fairness.md)."""
        return next(e.event.digest for e in self._log if isinstance(e.event, Committed))

    def proofs(self, event: Event) -> tuple[str, int, tuple[Proof, ...]]:
        """For a deal or a move: the root and size of the bag, and a proof for each piece drawn."""
        order = next((entry.order for entry in reversed(self._log) if entry.event is event), None)
        if order is None or not isinstance(event, Dealt | Moved):
            raise BadSetup("bad.proof")
        drawn = event.pieces if isinstance(event, Dealt) else event.drawn
        positions = range(order.drawn, order.drawn + len(drawn))
        return order.root, len(order.tiles), tuple(map(order.proof, positions))

    def draws_follow(self) -> bool:
        """Whether everything that was drawn since the last shuffle follows from it."""
        order = self._order
        for (_, before, _), event in zip(reversed(self._past), self.backwards(), strict=True):
            if order is None or before is None or before.shuffles != order.shuffles:
                break
            drawn = event.drawn if isinstance(event, Moved) else ()
            if order.tiles[before.drawn : before.drawn + len(drawn)] != drawn:
                return False
        return True
