"""A card game on a real table: the new tables are told, nobody's hand is known.

The state of the game is kept with blanks, cards in place of unknown ones. Before a move is
judged, the player's blanks are exchanged for the cards that were just shown; so the turns, the
captured rows and the end are those of every other game.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace

from qwirkle import seats
from qwirkle.bag import Bag
from qwirkle.cards.moves import Arrange, Exchange, Move, parse_move
from qwirkle.cards.rules import played
from qwirkle.cards.state import HAND_SIZE, State
from qwirkle.faults import Fault, IllegalMove
from qwirkle.tiles import COPIES, TILES, Hand, Tile

BLANK = TILES[0]


@dataclass(frozen=True, slots=True)
class Tally:
    """What everybody at the table can count."""

    state: State

    @classmethod
    def start(cls, players: int) -> Tally:
        """The game after the deal (C1); the first seat begins."""
        pile = Bag(_blanks(len(Bag.full()) - players * HAND_SIZE))
        hands = (Hand(_blanks(HAND_SIZE)),) * players
        return cls(State(hands, pile, 0, captured=((),) * players))

    def read(self, text: str) -> Move:
        """A move as it is told: the whole new table, or ``exchange``, or ``pass``."""
        return parse_move(text)

    def fault(self, move: Move) -> Fault | None:
        """What is wrong with a move, as far as anybody can tell who does not see the hand."""
        return self._holding(self._shown(move)).fault(move) or self._count_fault(move)

    def _count_fault(self, move: Move) -> Fault | None:
        """C1 and C8: there are three of each card, and no more in the hand than were drawn."""
        shown = self._shown(move)
        size = len(self.state.hands[self.state.turn])
        if len(shown) > size:
            return Fault("C8.count", shown, words={"n": size})
        there = Counter((*self.state.seen, *shown))
        many = tuple(card for card in shown if there[card] > COPIES)
        return Fault("C1.copies", many) if many else None

    def counted(self, points: int) -> Tally:
        """A turn of which only the number of rows is told: nobody knows what lies now."""
        state, seat = self.state, self.state.turn
        if state.ended:
            raise IllegalMove(Fault(f"{state.ended}.over"))
        return Tally(
            replace(
                state,
                captured=seats.changed(state.captured, seat, state.captured[seat] + ((),) * points),
                turn=seats.next_seat(state),
                exchanges=0,
            )
        )

    def known(self, move: Move) -> State:
        """The state with the cards of a move in the hand of the player who makes it.

        The rest of that hand is more of the same, so that it makes no larger set (C3).
        """
        shown = self._shown(move)
        rest = len(self.state.hands[self.state.turn]) - len(shown)
        return self._holding((*shown, *(shown or _blanks(1))[:1] * rest))

    def after(self, move: Move) -> Tally:
        if fault := self.fault(move):
            raise IllegalMove(fault)
        if isinstance(move, Arrange):
            state = self.known(move)
            return Tally(state.after(move, _blanks(state.draws(move))))
        return self._stuck(move)

    def _stuck(self, move: Move) -> Tally:
        """An exchange or a pass on a player's word: nobody else can see that nothing fits (C9)."""
        before = self.state
        after = self._holding(()).after(move, _blanks(before.draws(move)))
        if not isinstance(move, Exchange):
            return Tally(replace(after, hands=before.hands))
        set_aside = _blanks(len(before.hands[before.turn]))
        return Tally(replace(after, bag=after.bag.plus(set_aside)))

    def _shown(self, move: Move) -> tuple[Tile, ...]:
        return played(self.state.table, move) if isinstance(move, Arrange) else ()

    def _holding(self, cards: tuple[Tile, ...]) -> State:
        hands = seats.changed(self.state.hands, self.state.turn, Hand(cards))
        return replace(self.state, hands=hands)


def _blanks(count: int) -> tuple[Tile, ...]:
    return (BLANK,) * count
