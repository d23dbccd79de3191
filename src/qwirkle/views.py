"""What one seat may know (O2), built from nothing: never a state with parts removed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from qwirkle import seats
from qwirkle.bag import Bag
from qwirkle.editions import AnyState, B, Edition, M, Position, S, State, edition
from qwirkle.events import Moved
from qwirkle.faults import Fault
from qwirkle.moves import LegalMoves, Move
from qwirkle.tiles import Hand, Tile

Item = TypeVar("Item")


@dataclass(frozen=True)
class Outcome:
    """How a game ended: by which rule, who won, and with how many points each.

    >>> from qwirkle import Game
    >>> game = Game(["Ada", "Bo"], "classic", seed=7)
    >>> game.outcome is None                       # it goes on
    True
    >>> _ = game.resign("Bo")
    >>> print(game.outcome)
    Ada won (O1): Ada 0, Bo 0
    """

    rule: str
    winners: tuple[str, ...]
    scores: Mapping[str, int]

    @classmethod
    def of(cls, state: AnyState, players: tuple[str, ...]) -> Outcome | None:
        """The outcome of a state; None while the game goes on."""
        if state.ended is None:
            return None
        winners = tuple(players[seat] for seat in seats.winners(state))
        return cls(state.ended, winners, dict(zip(players, state.scores, strict=True)))

    def __str__(self) -> str:
        scores = ", ".join(f"{name} {points}" for name, points in self.scores.items())
        return f"{' and '.join(self.winners)} won ({self.rule}): {scores}"


@dataclass(frozen=True)
class View(Generic[M, B]):
    """A game as one player sees it: what bots, hints and connections are given.

    >>> from qwirkle import Game
    >>> view = Game(["Ada", "Bo"], "classic", seed=4).view("Bo")
    >>> str(view.hand), view.hand_sizes, view.bag
    ('Rc Yd Yt Gt Px Px', {'Ada': 6, 'Bo': 6}, 96)
    >>> view.unseen.total()                        # the bag and Ada's hand
    102
    """

    edition: str
    player: str
    players: tuple[str, ...]
    turn: str | None
    """Whose turn it is; None when the game is over."""
    position: Position[M, M]
    """Judge and generator of this player's moves."""
    board: B
    """The open pieces: the tile game's board, or the card game's table."""
    hand_sizes: Mapping[str, int]
    bag: int
    """How many pieces are left in the bag or pile."""
    unseen: Counter[Tile]
    """How many of each kind this player cannot see: in the bag, and in the other hands."""
    scores: Mapping[str, int]
    captured: Mapping[str, tuple[tuple[Tile, ...], ...]]
    """The card game's captured rows; everybody may see them."""
    history: tuple[Moved, ...]
    """The moves so far, each as this player saw it."""
    outcome: Outcome | None

    @classmethod
    def of(
        cls,
        game: Edition[S, M, B],
        players: tuple[str, ...],
        state: State[M, M, B],
        seat: int,
        history: tuple[Moved, ...] = (),
    ) -> View[M, B]:
        """What a seat may know of a state."""
        hand = state.hands[seat]
        return cls(
            edition=game.name,
            player=players[seat],
            players=players,
            turn=None if state.ended else players[state.turn],
            position=state.position_of(seat),
            board=state.layout,
            hand_sizes=_by_name(players, map(len, state.hands)),
            bag=len(state.bag),
            unseen=Counter(Bag.full()) - Counter(state.seen) - Counter(hand),
            scores=_by_name(players, state.scores),
            captured=_by_name(players, state.captured),
            history=tuple(event.seen_by(seat) for event in history),
            outcome=Outcome.of(state, players),
        )

    @property
    def hand(self) -> Hand:
        """The player's own pieces."""
        return self.position.hand

    @property
    def legal_moves(self) -> LegalMoves[M]:
        """The moves of this player; none while it is not this player's turn."""
        mine = self.turn == self.player
        return LegalMoves(edition(self.edition).parse_move, self.position if mine else None)

    def fault(self, move: object) -> Fault | None:
        """What is wrong with a move of this player, as if it were this player's turn."""
        game = edition(self.edition)
        return self.position.fault(game.parse_move(move) if isinstance(move, str) else move)


AnyView: TypeAlias = View[Any, Any]


class Chooser(Protocol):
    """Somebody who chooses a legal move."""

    def choose(self, view: AnyView, budget: float | None = None) -> Move:
        """A legal move for the player of this view, if possible within ``budget`` seconds."""
        ...


def _by_name(players: tuple[str, ...], values: Iterable[Item]) -> dict[str, Item]:
    return dict(zip(players, values, strict=True))
