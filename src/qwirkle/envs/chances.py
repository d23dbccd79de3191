"""A game with chance as an argument: what is drawn is chosen like an action, piece by piece."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from qwirkle import seats
from qwirkle.bag import Bag
from qwirkle.editions import AnyState, edition
from qwirkle.envs import encoding
from qwirkle.envs.encoding import KINDS, Turn
from qwirkle.envs.episode import MOST_TURNS, names, shares
from qwirkle.seats import LOTS
from qwirkle.tiles import Hand, Tile
from qwirkle.views import View

OUTCOMES = KINDS + LOTS
"""What chance can choose: a piece of each kind, or the lot that decides who starts (T2, C2)."""


@dataclass(frozen=True)
class Moment:
    """A game at one moment; never changed, only followed by another one."""

    edition: str
    players: int
    most_turns: int = MOST_TURNS
    drawn: tuple[Tile, ...] = ()
    """In the deal, or since the last move."""
    state: AnyState | None = None
    """None during the deal."""
    turn: Turn | None = None
    """The turn in the making, or the one for which pieces are drawn."""
    moves: int = 0

    def __deepcopy__(self, _: object) -> Moment:
        return self

    @property
    def waits_for_chance(self) -> bool:
        return self.turn is None or self.turn.move is not None

    @property
    def cut_off(self) -> bool:
        """Whether the game goes on but is followed no further: too long, or beyond the bound."""
        if self.state is None or self.state.ended or self.waits_for_chance:
            return False
        return self.moves >= self.most_turns or not self.legal()

    @property
    def over(self) -> bool:
        return self.cut_off or (self.state is not None and self.state.ended is not None)

    def legal(self) -> list[int]:
        """What the player to move can do."""
        return list(self.turn.legal()) if self.turn else []

    def outcomes(self) -> Mapping[int, Fraction]:
        """What chance can choose next, and how likely each is."""
        if self._dealt:
            return {KINDS + lot: Fraction(1, LOTS) for lot in range(LOTS)}
        bag = (self.state.bag if self.state else Bag.full()).without(self.drawn)
        return {int(kind): Fraction(many, len(bag)) for kind, many in Counter(bag).items()}

    def after(self, action: int) -> Moment:
        """What follows a legal action, or what chance has chosen."""
        if self.turn is not None and not self.waits_for_chance:
            return replace(self, turn=encoding.after(self.turn, action))._settled()
        return self._started(action - KINDS) if self._dealt else self._with_drawn(Tile(action))

    @property
    def seat(self) -> int:
        """The seat to move, or the last one that did."""
        return self.state.turn if self.state else 0

    def seen_by(self, seat: int) -> Turn:
        """What a seat sees: the turn in the making is only seen by its player."""
        if self.turn is not None and seat == self.seat:
            return self.turn
        return self._begun(seat)

    def _begun(self, seat: int) -> Turn:
        assert self.state is not None  # noqa: S101
        game = edition(self.edition)
        return encoding.begin(View.of(game, names(self.players), self.state, seat))

    @property
    def _size(self) -> int:
        return edition(self.edition).hand_size

    @property
    def _dealt(self) -> bool:
        """Whether every hand is full, and only the lot is missing."""
        return self.state is None and len(self.drawn) == self.players * self._size

    def _with_drawn(self, piece: Tile) -> Moment:
        more = replace(self, drawn=(*self.drawn, piece))
        if self.state is not None:
            return more._settled()
        return more._started(None) if more._dealt else more

    def _settled(self) -> Moment:
        """Follow a move, once it is complete and all its pieces are drawn."""
        state, move = self.state, self.turn and self.turn.move
        if state is None or move is None or len(self.drawn) < state.draws(move):
            return self
        after = replace(
            self, state=state.after(move, self.drawn), drawn=(), moves=self.moves + 1, turn=None
        )
        return replace(after, turn=after._begun(after.seat))

    def _started(self, lot: int | None) -> Moment:
        """Begin after the deal, deal again, or wait for the lot where it matters."""
        size, game = self._size, edition(self.edition)
        hands = [Hand(self.drawn[at : at + size]) for at in range(0, len(self.drawn), size)]
        start = game.starter(hands, [None] * self.players, lot or 0)
        if start is None:
            return replace(self, drawn=())
        if start.why == "lot" and lot is None:
            return self
        state = game.start(hands, Bag.full().without(self.drawn), start.seat)
        begun = replace(self, state=state, drawn=())
        return replace(begun, turn=begun._begun(start.seat))

    def returns(self) -> list[float]:
        """What each seat has earned: nothing before the end by the rules."""
        winners = seats.winners(self.state) if self.state and self.state.ended else ()
        return list(shares(range(self.players), winners).values())
