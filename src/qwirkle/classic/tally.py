"""A tile game on a real table: the plays are told, nobody's hand is known.

The state of the game is kept with blanks, tiles in place of unknown ones. Before a move is
judged, the player's blanks are exchanged for the tiles that were just shown; so the turns, the
points, the bonus and the end are those of every other game.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, replace

from qwirkle import seats
from qwirkle.bag import Bag
from qwirkle.classic.moves import Move, Pass, Play, Trade, parse_move
from qwirkle.classic.rules import Position
from qwirkle.classic.state import HAND_SIZE, State
from qwirkle.faults import Fault, IllegalMove
from qwirkle.tiles import COPIES, TILES, Hand, Tile

BLANK = TILES[0]


@dataclass(frozen=True, slots=True)
class Tally:
    """What everybody at the table can count."""

    state: State

    @classmethod
    def start(cls, players: int) -> Tally:
        """The game after the deal (T1); the first seat begins."""
        bag = Bag(_blanks(len(Bag.full()) - players * HAND_SIZE))
        hands = (Hand(_blanks(HAND_SIZE)),) * players
        return cls(State(hands, bag, 0, scores=(0,) * players))

    def read(self, text: str) -> Move:
        """A move as it is told: ``Ro@0,0 Rx@1,0``, or ``trade 3``, or ``pass``."""
        if counted := re.fullmatch(r"\s*trade\s+(\d{1,3})\s*", text):
            return Trade(_blanks(int(counted[1])))
        return parse_move(text)

    def fault(self, move: Move) -> Fault | None:
        """What is wrong with a move, as far as anybody can tell who does not see the hand."""
        state = self.state
        if state.ended:
            return state.fault(move)
        shown = Position(state.board, Hand(move.tiles), len(state.bag))
        return shown.fault(move) or self._count_fault(move)

    def _count_fault(self, move: Move) -> Fault | None:
        """T1 and T14: there are three of each tile, and no more in the hand than were drawn."""
        size = len(self.state.hands[self.state.turn])
        if len(move.tiles) > size:
            return Fault("T14.count", move.tiles, words={"n": size})
        if isinstance(move, Play):
            there = Counter((*self.state.board.values(), *move.tiles))
            if many := tuple(tile for tile in move.tiles if there[tile] > COPIES):
                return Fault("T1.copies", many)
        return None

    def counted(self, points: int) -> Tally:
        """A turn of which only the number of points is told: nobody knows what lies now."""
        state, seat = self.state, self.state.turn
        if state.ended:
            raise IllegalMove(Fault(f"{state.ended}.over"))
        return Tally(
            replace(
                state,
                scores=seats.changed(state.scores, seat, state.scores[seat] + points),
                turn=seats.next_seat(state),
                passes=0,
            )
        )

    def known(self, move: Move) -> State:
        """The state with the tiles of a move in the hand of the player who makes it.

        The rest of that hand is more of the same, so that it makes no larger set (T3).
        """
        state, seat = self.state, self.state.turn
        rest = len(state.hands[seat]) - len(move.tiles)
        hand = Hand((*move.tiles, *(move.tiles or _blanks(1))[:1] * rest))
        return replace(state, hands=seats.changed(state.hands, seat, hand))

    def after(self, move: Move) -> Tally:
        if fault := self.fault(move):
            raise IllegalMove(fault)
        if isinstance(move, Pass):
            return self._passed()
        told = Trade(_blanks(len(move.tiles))) if isinstance(move, Trade) else move
        state = self.known(told)
        return Tally(state.after(told, _blanks(state.draws(told))))

    def _passed(self) -> Tally:
        """A pass on a player's word: nobody else can see that nothing fits (T16, T18)."""
        state = replace(self.state, passes=self.state.passes + 1, turn=seats.next_seat(self.state))
        stuck = state.passes == len(seats.staying(state))
        return Tally(replace(state, ended="T18") if stuck else state)


def _blanks(count: int) -> tuple[Tile, ...]:
    return (BLANK,) * count
