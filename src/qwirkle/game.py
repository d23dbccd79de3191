"""One host for both games: players with names, dice, a log of what happened, and a way back.

A game is the only thing here that changes, and the only one that has dice.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from qwirkle import fairness, notation, seats
from qwirkle.bag import Bag
from qwirkle.cards.table import Table
from qwirkle.classic.board import Board
from qwirkle.editions import Edition, Move, State, edition
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
from qwirkle.fairness import Order, Proof
from qwirkle.faults import BadSetup, Fault, IllegalMove
from qwirkle.tiles import Hand, Tile
from qwirkle.views import LegalMoves, Outcome, View

LONGEST_TEXT = 60
"""How long a name or a piece of entropy can be."""

OLDEST = 150


@dataclass(frozen=True, slots=True)
class Setup:
    """Who plays what; checked."""

    edition: Edition
    players: tuple[str, ...]
    ages: tuple[int | None, ...]
    entropy: tuple[str, ...]

    @classmethod
    def of(
        cls,
        players: Sequence[str],
        game: str,
        ages: Sequence[int | None] | None = None,
        entropy: Mapping[str, str] | None = None,
    ) -> Setup:
        names = _checked_names(players)
        added = dict(entropy or {})
        setup = cls(
            edition(game),
            names,
            _checked_ages(ages, len(names)),
            tuple(_checked_text(added.pop(name)) if name in added else "" for name in names),
        )
        for stranger in added:
            raise BadSetup("bad.player", text=str(stranger), known=", ".join(names))
        return setup

    def events(self, commitment: str) -> list[Event]:
        return [
            Opened(self.edition.name),
            *map(Joined, range(len(self.players)), self.players, self.ages),
            Committed(commitment),
            *(Added(seat, text) for seat, text in enumerate(self.entropy) if text),
        ]

    def order(self, seed: bytes) -> Order:
        """The first shuffle of the whole bag."""
        return Order.shuffled(fairness.game_key(seed, self.entropy), Bag.full())


class Entry(NamedTuple):
    """An event of the log, and the bag as it lay before the event."""

    event: Event
    order: Order | None


class Moment(NamedTuple):
    """Where a game stood before a move."""

    state: State
    order: Order | None
    log: int


class Game:
    """A game of either edition.

    >>> game = Game(["Ada", "Bo"], "classic", seed=7, ages=[30, 31])
    >>> game.turn
    'Ada'
    >>> event = game.push(next(iter(game.legal_moves)))
    >>> game.turn
    'Bo'
    """

    def __init__(
        self,
        players: Sequence[str],
        edition: str = "classic",
        *,
        seed: int | bytes | None = None,
        ages: Sequence[int | None] | None = None,
        entropy: Mapping[str, str] | None = None,
    ) -> None:
        self._setup = Setup.of(players, edition, ages, entropy)
        self._seed: bytes | None = _seed_bytes(seed)
        commitment = fairness.commitment(self._seed)
        self._log = [Entry(event, None) for event in self._setup.events(commitment)]
        self._past: list[Moment] = []
        self._order: Order | None
        self._state, self._order = self._deal(self._setup.order(self._seed))

    def _deal(self, order: Order) -> tuple[State, Order]:
        """Deal the hands, again and again until somebody can open (T1, C1, C2)."""
        while True:
            self._log.append(Entry(Shuffled(order.root), order))
            hands = []
            for seat in range(len(self.players)):
                pieces, rest = order.draw(self._setup.edition.hand_size)
                self._log.append(Entry(Dealt(seat, pieces), order))
                hands.append(Hand(pieces))
                order = rest
            state = self._setup.edition.start(hands, Bag(order.left), self._setup.ages)
            if state is not None:
                return state, order
            order = order.mixed(piece for hand in hands for piece in hand)

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
    def state(self) -> State:
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
    def board(self) -> Board | Table:
        """What lies open: the tile game's board, the card game's table."""
        return self._state.lying

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        return Outcome.of(self._state, self.players)

    @property
    def legal_moves(self) -> LegalMoves:
        """Every legal move of the player to move: iterate, test with ``in``, ``count()``."""
        state = self._state
        position = None if state.ended else state.position_of(state.turn)
        return LegalMoves(self._setup.edition, position)

    def fault(self, move: str | Move) -> Fault | None:
        """What is wrong with a move of the player to move, or None."""
        return self._state.fault(self._read(move))

    def push(self, move: str | Move) -> Moved:
        """Make a move, draw, and say what happened. An illegal move changes nothing."""
        state, move = self._state, self._read(move)
        if fault := state.fault(move):
            raise IllegalMove(fault)
        drawn, order = self._draw(state.draws(move))
        mixed = state.mixed(move)
        event = Moved(state.turn, move, state.points(move), drawn)
        self._advance(event, state.after(move, drawn), order)
        if mixed and order:
            self._order = order.mixed(mixed)
            self._log.append(Entry(Shuffled(self._order.root), self._order))
        return event

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

    def copy(self) -> Game:
        """The same game, to go on with in another way."""
        twin = Game.__new__(Game)
        twin._setup, twin._seed = self._setup, self._seed
        twin._log, twin._past = list(self._log), list(self._past)
        twin._state, twin._order = self._state, self._order
        return twin

    def view(self, player: str) -> View:
        """The game as one player may know it."""
        history = tuple(entry.event for entry in self._log if isinstance(entry.event, Moved))
        return View.of(self._setup.edition, self.players, self._state, self._seat(player), history)

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that happened, in order; the seed comes last."""
        events = [entry.event for entry in self._log]
        if self._state.ended:
            events.append(Ended(self._state.ended, seats.winners(self._state)))
        return (*events, Revealed(self._seed, over=self._state.ended is not None))

    @property
    def commitment(self) -> str:
        """The SHA-256 by which the host is bound to the shuffle (docs/fairness.md)."""
        return next(e.event.digest for e in self._log if isinstance(e.event, Committed))

    def proofs(self, event: Event) -> tuple[str, int, tuple[Proof, ...]]:
        """For a deal or a move: the root and size of the bag, and a proof for each piece drawn."""
        order = next((entry.order for entry in self._log if entry.event is event), None)
        if order is None or not isinstance(event, Dealt | Moved):
            raise BadSetup("bad.proof")
        drawn = event.pieces if isinstance(event, Dealt) else event.drawn
        positions = range(order.drawn, order.drawn + len(drawn))
        return order.root, len(order.tiles), tuple(map(order.proof, positions))

    def dump(self) -> str:
        """The record: text, one event a line. It holds every secret of a game that goes on."""
        return notation.write_record(self.events)

    @classmethod
    def load(cls, text: str) -> Game:
        """The game of a record; each line is checked, and refused by its number."""
        from qwirkle.replay import Replay

        return Replay(text).game

    def _read(self, move: str | Move) -> Move:
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

    def _advance(self, event: Moved | Resigned, state: State, order: Order | None) -> None:
        self._past.append(Moment(self._state, self._order, len(self._log)))
        self._log.append(Entry(event, self._order))
        self._state, self._order = state, order


def _seed_bytes(seed: int | bytes | None) -> bytes:
    if seed is None:
        return fairness.new_seed()
    if isinstance(seed, int):
        return fairness.seed_of(seed)
    if len(seed) != fairness.SEED_BYTES:
        raise BadSetup("bad.seed", n=len(seed))
    return seed


def _checked_names(players: Sequence[str]) -> tuple[str, ...]:
    if isinstance(players, str) or not seats.FEWEST <= len(players) <= seats.MOST:
        count = 1 if isinstance(players, str) else len(players)
        raise BadSetup("bad.players", n=count)
    names = tuple(_checked_text(name) for name in players)
    for name in names:
        if names.count(name) > 1:
            raise BadSetup("bad.name_twice", text=name)
    return names


def _checked_text(text: str) -> str:
    text = str(text).strip()
    if not text or not text.isprintable() or len(text) > LONGEST_TEXT:
        raise BadSetup("bad.name", text=text, n=LONGEST_TEXT)
    return text


def _checked_ages(ages: Sequence[int | None] | None, players: int) -> tuple[int | None, ...]:
    if ages is None:
        return (None,) * players
    if len(ages) != players:
        raise BadSetup("bad.ages", count=len(ages), players=players)
    for age in ages:
        if age is not None and not (isinstance(age, int) and 0 <= age <= OLDEST):
            raise BadSetup("bad.age", text=str(age), n=OLDEST)
    return tuple(ages)
