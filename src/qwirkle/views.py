"""What one seat may know (O2), built from nothing: never a state with parts removed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeVar

from qwirkle import seats
from qwirkle.bag import Bag
from qwirkle.cards.moves import Row
from qwirkle.cards.state import State as CardsState
from qwirkle.cards.table import Table
from qwirkle.classic.board import Board
from qwirkle.editions import Edition, Move, Position, State, edition
from qwirkle.events import Moved
from qwirkle.faults import BadNotation, Fault
from qwirkle.tiles import Hand, Tile

Item = TypeVar("Item")


@dataclass(frozen=True)
class Outcome:
    """How a game ended: by which rule, who won, and with how many points each."""

    rule: str
    winners: tuple[str, ...]
    scores: Mapping[str, int]

    @classmethod
    def of(cls, state: State, players: tuple[str, ...]) -> Outcome | None:
        if state.ended is None:
            return None
        winners = tuple(players[seat] for seat in seats.winners(state))
        return cls(state.ended, winners, dict(zip(players, state.scores, strict=True)))

    def __str__(self) -> str:
        scores = ", ".join(f"{name} {points}" for name, points in self.scores.items())
        return f"{' and '.join(self.winners)} won ({self.rule}): {scores}"


class LegalMoves:
    """The moves that the judge accepts, worked out when asked for.

    Iterate, test with ``in`` (text or move), ``count()`` them. There is no ``len()``, because
    counting costs as much as listing.
    """

    def __init__(self, game: Edition, position: Position | None) -> None:
        self._edition = game
        self._position = position

    def __iter__(self) -> Iterator[Move]:
        return self._position.moves() if self._position else iter(())

    def __contains__(self, move: object) -> bool:
        if self._position is None:
            return False
        try:
            move = self._edition.parse_move(move) if isinstance(move, str) else move
        except BadNotation:
            return False
        return self._position.fault(move) is None

    def __bool__(self) -> bool:
        return next(iter(self), None) is not None

    def count(self) -> int:
        return sum(1 for _ in self)

    def __repr__(self) -> str:
        return f"<LegalMoves ({', '.join(map(str, self))})>"


@dataclass(frozen=True)
class View:
    """A game as one player sees it."""

    edition: str
    player: str
    players: tuple[str, ...]
    turn: str | None
    """Whose turn it is; None when the game is over."""
    position: Position
    """Judge and generator of this player's moves."""
    board: Board | Table
    """What lies open: the tile game's board, or the card game's table."""
    hand_sizes: Mapping[str, int]
    bag: int
    """How many pieces are left in the bag or pile."""
    unseen: Counter[Tile]
    """How many of each kind this player cannot see: in the bag, and in the other hands."""
    scores: Mapping[str, int]
    captured: Mapping[str, tuple[Row, ...]]
    """The card game's captured rows; they lie open."""
    history: tuple[Moved, ...]
    """The moves so far, each as this player saw it."""
    outcome: Outcome | None

    @classmethod
    def of(
        cls,
        game: Edition,
        players: tuple[str, ...],
        state: State,
        seat: int,
        history: tuple[Moved, ...] = (),
    ) -> View:
        hand = state.hands[seat]
        captured = state.captured if isinstance(state, CardsState) else ((),) * len(players)
        return cls(
            edition=game.name,
            player=players[seat],
            players=players,
            turn=None if state.ended else players[state.turn],
            position=state.position_of(seat),
            board=state.lying,
            hand_sizes=_by_name(players, map(len, state.hands)),
            bag=len(state.bag),
            unseen=Counter(Bag.full()) - Counter(state.seen) - Counter(hand),
            scores=_by_name(players, state.scores),
            captured=_by_name(players, captured),
            history=tuple(event.seen_by(seat) for event in history),
            outcome=Outcome.of(state, players),
        )

    @property
    def hand(self) -> Hand:
        return self.position.hand

    @property
    def legal_moves(self) -> LegalMoves:
        """The moves of this player; none while it is not this player's turn."""
        mine = self.turn == self.player
        return LegalMoves(edition(self.edition), self.position if mine else None)

    def fault(self, move: str | Move) -> Fault | None:
        """What is wrong with a move of this player, as if it were this player's turn."""
        game = edition(self.edition)
        return self.position.fault(game.parse_move(move) if isinstance(move, str) else move)


def _by_name(players: tuple[str, ...], values: Iterable[Item]) -> dict[str, Item]:
    return dict(zip(players, values, strict=True))
