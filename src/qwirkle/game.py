"""One host for every game: players with names, dice, a log of what happened, and a way back.

A game is the only thing here that changes, and the only one that has dice.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, Generic, NamedTuple, TypeAlias, cast, overload

from qwirkle import fairness, notation, seats
from qwirkle.bag import Bag
from qwirkle.editions import RULES, AnyState, B, Edition, M, S, State
from qwirkle.events import (
    Committed,
    Dealt,
    Ended,
    Event,
    Moved,
    Resigned,
    Revealed,
    Shuffled,
    Starts,
)
from qwirkle.fairness import Order, Proof
from qwirkle.faults import BadSetup, Fault, IllegalMove
from qwirkle.lines import shared
from qwirkle.moves import LegalMoves
from qwirkle.seats import Start
from qwirkle.setup import Setup
from qwirkle.tiles import Color, Hand, Shape, Tile
from qwirkle.views import Outcome, View


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


class Game(Generic[S, M, B]):
    """A game of one of the editions.

    Given its name it can be any; given the edition itself, such as ``editions.CLASSIC``, type
    checkers know which moves and which board it has.

    >>> game = Game(["Ada", "Bo"], "classic", seed=7, ages=[30, 31])
    >>> game.turn
    'Ada'
    >>> event = game.push(next(iter(game.legal_moves)))
    >>> game.turn
    'Bo'
    """

    @overload
    def __init__(
        self,
        players: Sequence[str],
        edition: Edition[S, M, B],
        *,
        seed: int | bytes | None = None,
        ages: Sequence[int | None] | None = None,
        entropy: Mapping[str, str | None] | None = None,
        rules: int = RULES,
    ) -> None: ...

    @overload
    def __init__(
        self: AnyGame,
        players: Sequence[str],
        edition: str = "classic",
        *,
        seed: int | bytes | None = None,
        ages: Sequence[int | None] | None = None,
        entropy: Mapping[str, str | None] | None = None,
        rules: int = RULES,
    ) -> None: ...

    def __init__(
        self,
        players: Sequence[str],
        edition: str | Edition[S, M, B] = "classic",
        *,
        seed: int | bytes | None = None,
        ages: Sequence[int | None] | None = None,
        entropy: Mapping[str, str | None] | None = None,
        rules: int = RULES,
    ) -> None:
        """``entropy`` is what players add to the shuffle; None for one who was asked and added
        nothing, which the record then says (docs/fairness.md). Ages decide ties about the start
        and are told to nobody. ``rules`` is for games that were begun by earlier rules."""
        self._setup: Setup[S, M, B] = Setup.of(players, edition, ages, entropy, rules)
        self._seed: bytes | None = fairness.seed_bytes(seed)
        commitment = fairness.commitment(self._seed)
        self._log = [LogEntry(event, None) for event in self._setup.events(commitment)]
        self._past: list[Moment[S]] = []
        self._order: Order | None
        self._state, self._order = self._deal(self._setup.order(self._seed))

    @classmethod
    def from_facts(
        cls,
        setup: Setup[S, M, B],
        seed: bytes | None,
        log: Sequence[LogEntry],
        *,
        start: Start,
        state: S,
        order: Order | None,
        past: Sequence[Moment[S]],
    ) -> Game[S, M, B]:
        """A game that was played elsewhere; the caller has checked that the facts agree. Without
        a seed, or an order that follows from it, the game cannot draw."""
        game = cls.__new__(cls)
        game._setup, game._seed, game._log = setup, seed, list(log)
        game._start, game._state, game._order, game._past = start, state, order, list(past)
        return game

    def _deal(self, order: Order) -> tuple[S, Order]:
        """Deal the hands, again and again until somebody can open (T1, C1, C2)."""
        while True:
            self._log.append(LogEntry(None, order))
            hands = []
            for seat in range(len(self.players)):
                pieces, rest = order.draw(self._setup.edition.hand_size)
                self._log.append(LogEntry(Dealt(seat, pieces), order))
                hands.append(Hand(pieces))
                order = rest
            if start := self._setup.edition.starter(hands, self._setup.ages, order.lot):
                self._begin(start)
                return self._setup.edition.start(hands, Bag(order.left), start.seat), order
            order = order.mixed(piece for hand in hands for piece in hand)

    def _begin(self, start: Start) -> None:
        self._start = start
        if self._setup.edition.rules > 1:
            self._log.append(LogEntry(Starts.of(start), None))

    @property
    def edition(self) -> str:
        return self._setup.edition.name

    @property
    def players(self) -> tuple[str, ...]:
        return self._setup.players

    @property
    def ages(self) -> tuple[int | None, ...]:
        return self._setup.ages

    @property
    def start(self) -> Start:
        """Who started, and why (T2, C2)."""
        return self._start

    @property
    def opened_with(self) -> Color | Shape | None:
        """What the pieces of the opening have in common; None before it, and without one (O1)."""
        if not self._past or not isinstance(self._log[self._past[0].log].event, Moved):
            return None
        after = self._past[1].state if len(self._past) > 1 else self._state
        return shared(after.seen)

    @property
    def state(self) -> S:
        return self._state

    @property
    def turn(self) -> str | None:
        """The name of the player to move; None when the game is over."""
        return None if self._state.ended else self.players[self._state.turn]

    @property
    def hand(self) -> Hand:
        """The hand of the player to move."""
        return self._state.hands[self._state.turn]

    @property
    def scores(self) -> dict[str, int]:
        """Points in the tile game, captured rows in the card game."""
        return dict(zip(self.players, self._state.scores, strict=True))

    @property
    def board(self) -> B:
        """The open pieces: the tile game's board, the card game's table."""
        return self._rules.layout

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        return Outcome.of(self._state, self.players)

    @property
    def legal_moves(self) -> LegalMoves[M]:
        """Every legal move of the player to move: iterate, test with ``in``, ``count()``."""
        state = self._rules
        position = None if state.ended else state.position_of(state.turn)
        return LegalMoves(self._setup.edition.parse_move, position)

    def fault(self, move: str | M) -> Fault | None:
        """What is wrong with a move of the player to move, or None."""
        return self._state.fault(self._read(move))

    def push(self, move: str | M) -> Moved:
        """Make a move, draw, and say what happened. An illegal move changes nothing."""
        state, made = self._rules, self._read(move)
        if fault := state.fault(made):
            raise IllegalMove(fault)
        drawn, order = self._draw(state.draws(made))
        mixed = state.mixed(made)
        event = Moved(state.turn, made, state.points(made), drawn)
        self._advance(event, cast(S, state.after(made, drawn)), order)
        if mixed and order:
            self._order = order.mixed(mixed)
            self._log.append(LogEntry(None, self._order))
        return event

    def follow(self, move: str | M, drawn: Sequence[Tile]) -> Moved:
        """Make a move with the draw that a log states. The rules are held against it; the shuffle
        is not done again, so that a long game is loaded quickly: see ``draws_follow``."""
        state, made = self._rules, self._read(move)
        order, after = self._order, state.after(made, drawn)
        event = Moved(state.turn, made, state.points(made), tuple(drawn))
        self._advance(event, cast(S, after), order and order.without(len(drawn)))
        if order and state.mixed(made):
            self._order = Order.shuffled(order.key, after.bag, order.shuffles + 1)
            self._log.append(LogEntry(None, self._order))
        return event

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

    def resign(self, player: str) -> Resigned:
        """Leave the game, in or out of turn (O1)."""
        seat = self._seat(player)
        if self._state.ended:
            raise IllegalMove(Fault(f"{self._state.ended}.over"))
        if seat in self._state.gone:
            raise IllegalMove(Fault("O1.gone", words={"player": player}))
        event = Resigned(seat)
        self._advance(event, self._state.resigned(seat), self._order)
        return event

    def pop(self) -> Moved | Resigned:
        """Take back the last move or resignation; the same move again draws the same pieces."""
        if not self._past:
            raise BadSetup("bad.pop")
        self._state, self._order, log = self._past.pop()
        event = self._log[log].event
        del self._log[log:]
        assert isinstance(event, Moved | Resigned)  # noqa: S101
        return event

    def copy(self) -> Game[S, M, B]:
        """The same game, to go on with in another way."""
        return Game.from_facts(
            self._setup,
            self._seed,
            self._log,
            start=self._start,
            state=self._state,
            order=self._order,
            past=self._past,
        )

    def view(self, player: str, history: int | None = None) -> View[M, B]:
        """The game as one player may know it; with all the moves so far, or only the last ones."""
        moves = (event for event in self.backwards() if isinstance(event, Moved))
        past = tuple(islice(moves, history))[::-1]
        return View.of(self._setup.edition, self.players, self._rules, self._seat(player), past)

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

    def dump(self) -> str:
        """The record: text, one event a line. It holds every secret of a game that goes on."""
        return notation.write_record(self.events)

    @classmethod
    def load(cls, text: str) -> AnyGame:
        """The game of a record; each line is checked, and refused by its number."""
        from qwirkle.replay import Replay

        return Replay(text).game

    @property
    def _rules(self) -> State[M, M, B]:
        """The state with its moves and its board typed, which the bound of S cannot name."""
        return cast("State[M, M, B]", self._state)

    def _read(self, move: str | M) -> M:
        return self._setup.edition.parse_move(move) if isinstance(move, str) else move

    def _seat(self, player: str) -> int:
        if player not in self.players:
            raise BadSetup("bad.player", text=str(player), known=", ".join(self.players))
        return self.players.index(player)

    def _draw(self, count: int) -> tuple[tuple[Tile, ...], Order | None]:
        if self._order is not None:
            return self._order.draw(count)
        if count:
            raise BadSetup("bad.no_seed")
        return (), None

    def _advance(self, event: Moved | Resigned, state: S, order: Order | None) -> None:
        self._past.append(Moment(self._state, self._order, len(self._log)))
        self._log.append(LogEntry(event, self._order))
        self._state, self._order = state, order


AnyGame: TypeAlias = Game[AnyState, Any, Any]
