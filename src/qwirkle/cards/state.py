"""The card game's turns: everything that is true at one moment of a game.

A state never changes and holds no dice. What was drawn is an argument of ``after``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from qwirkle import seats
from qwirkle.bag import Bag
from qwirkle.cards.heights import SHORTEST
from qwirkle.cards.moves import Arrange, Exchange, Move, Row, in_order, parse_rows
from qwirkle.cards.rules import HAND_SIZE as HAND_SIZE
from qwirkle.cards.rules import Position, captured_flaw, played, worth
from qwirkle.cards.table import Table, rows_picture
from qwirkle.faults import BadSetup, Fault, IllegalMove
from qwirkle.given import Given
from qwirkle.lines import largest_sets
from qwirkle.pictures import Picture
from qwirkle.tiles import Hand, Pieces, Tile


def starter(hands: Sequence[Hand], ages: seats.Ages, lot: int) -> seats.Start | None:
    """The largest set starts, of the tied the youngest (C2).

    None where nobody holds a set of three: shuffle and deal again.
    """
    start = seats.starter(hands, ages, lot, oldest=False)
    return start if start.size >= SHORTEST else None


@dataclass(frozen=True, slots=True)
class State:
    hands: tuple[Hand, ...]
    bag: Bag
    """The face-down pile."""
    turn: int
    captured: tuple[tuple[Row, ...], ...]
    """The rows in front of each player, open to all (C7)."""
    table: Table = Table()
    opening: bool = True
    exchanges: int = 0
    """How often the player to move has exchanged the hand in this turn (C9)."""
    last_turns: tuple[int, ...] | None = None
    """Once the pile has run out: the seats that still have their last turn (C10)."""
    gone: frozenset[int] = frozenset()
    """The seats that left the game (O1)."""
    removed: Pieces = Pieces()
    """The cards that left the game with them."""
    ended: str | None = None
    """The rule by which the game ended: C10 or O1."""
    fresh_nine: bool = True
    """Whether an exchange draws nine cards (C9); by the first rules, as many as were set aside."""
    judged: object = field(default=None, init=False, compare=False, repr=False)
    """The move that was found legal here last: ``after`` does not judge it again."""

    @classmethod
    def start(cls, hands: Sequence[Hand], bag: Bag, first: int) -> State:
        """The game after the deal (C1); the seat that starts is to move."""
        return cls(tuple(hands), bag, first, captured=((),) * len(hands))

    @classmethod
    def start_by_first_rules(cls, hands: Sequence[Hand], bag: Bag, first: int) -> State:
        """The same, with exchanges as they were by the first rules (C9)."""
        return replace(cls.start(hands, bag, first), fresh_nine=False)

    @classmethod
    def begun(cls, given: Given) -> State:
        """A game that begins from a position instead of a deal. With an empty pile these are the
        last turns (C10), and who holds no cards has had theirs."""
        table, captured = Table.parse(given.layout), tuple(map(parse_rows, given.captured))
        if any(given.points):
            raise BadSetup("bad.given.points")
        taken = tuple(row for rows in captured for row in rows)
        if flaw := table.flaw() or captured_flaw(taken):
            raise BadSetup.of(flaw)
        lying = (*table.cards, *(card for row in taken for card in row))
        pile = given.bag(lying, HAND_SIZE, "C1.copies")
        holding = tuple(seat for seat, hand in enumerate(given.hands) if hand)
        return cls(
            given.hands,
            pile,
            given.turn,
            tuple(map(in_order, captured)),
            table,
            opening=not lying,
            last_turns=None if pile else holding,
        )

    @property
    def scores(self) -> tuple[int, ...]:
        """How many rows each player has captured (C11)."""
        return tuple(map(len, self.captured))

    @property
    def layout(self) -> Table:
        """The open pieces without the captured rows: the table."""
        return self.table

    @property
    def seen(self) -> Pieces:
        """The cards that everybody can see: on the table, and in the captured rows."""
        taken = (card for rows in self.captured for row in rows for card in row)
        return Pieces((*self.table.cards, *taken))

    @property
    def position(self) -> Position:
        return self.position_of(self.turn)

    def position_of(self, seat: int) -> Position:
        """What a seat knows and needs.

        Where the starter left before opening, the next seat may have no set of three: then it has
        an ordinary turn, and may exchange (O1).
        """
        hand = self.hands[seat]
        opening = self.opening and len(largest_sets(hand)[0]) >= SHORTEST
        return Position(self.table, hand, len(self.bag), opening, self.exchanges)

    def fault(self, move: object) -> Fault | None:
        """What is wrong with a move of the player to move, or None."""
        if self.ended:
            return Fault(f"{self.ended}.over")
        fault = self.position.fault(move)
        if fault is None:
            object.__setattr__(self, "judged", move)
        return fault

    def moves(self) -> Iterator[Move]:
        return iter(()) if self.ended else self.position.moves()

    def draws(self, move: Move) -> int:
        """How many cards are drawn with a move: back up to nine, or all there are (C8, C9)."""
        hand = len(self.hands[self.turn])
        match move:
            case Arrange():
                laid = len(move.cards) - len(self.table.cards)  # the table's cards all stay (C6)
                return min(HAND_SIZE - hand + laid, len(self.bag))
            case Exchange():
                return min(HAND_SIZE if self.fresh_nine else hand, len(self.bag))
            case _:
                return 0

    def mixed(self, move: Move) -> tuple[Tile, ...]:
        """The cards that go back into the pile, after the draw (C9)."""
        return self.hands[self.turn] if isinstance(move, Exchange) else ()

    def points(self, move: Move) -> int:
        """How many rows a legal move captures."""
        return worth(move)

    def picture(self, move: Move | None = None) -> Picture:
        """What lies after a move: the rows that it captures, and below them those that stay, with
        the new cards marked. Without a move, what lies now."""
        if isinstance(move, Arrange):
            return rows_picture(move.rows, move.captured, played(self.table, move))
        return self.table.picture()

    def after(self, move: Move, drawn: Sequence[Tile] = ()) -> State:
        """The state that follows a move with these cards drawn."""
        if self.judged is not move and (fault := self.fault(move)):
            raise IllegalMove(fault)
        seats.check_draw(self.bag, drawn, self.draws(move))
        if isinstance(move, Exchange):
            return self._exchanged(drawn)
        seat = self.turn
        state = self._arranged(move, drawn) if isinstance(move, Arrange) else self
        waiting = state.last_turns
        if waiting is not None:
            waiting = tuple(other for other in waiting if other != seat)
        elif not state.bag:
            waiting = tuple(seats.staying(state))
        return replace(
            state, turn=seats.next_seat(state), exchanges=0, last_turns=waiting
        )._checked()

    def _arranged(self, move: Arrange, drawn: Sequence[Tile]) -> State:
        seat = self.turn
        hand = self.hands[seat].without(played(self.table, move)).plus(drawn)
        return replace(
            self,
            hands=seats.changed(self.hands, seat, hand),
            bag=self.bag.without(drawn),
            captured=seats.changed(self.captured, seat, self.captured[seat] + move.captured),
            table=self.table.laid(move),
            opening=False,
        )

    def _exchanged(self, drawn: Sequence[Tile]) -> State:
        """A new hand from the pile, the old one shuffled into it, and the same player's turn."""
        return replace(
            self,
            hands=seats.changed(self.hands, self.turn, Hand(drawn)),
            bag=self.bag.without(drawn).plus(self.hands[self.turn]),
            exchanges=self.exchanges + 1,
        )

    def resigned(self, seat: int) -> State:
        """The state after a player left the game (O1)."""
        gone = self.gone | {seat}
        waiting = self.last_turns and tuple(other for other in self.last_turns if other != seat)
        moves_on = seat == self.turn
        return replace(
            self,
            hands=seats.changed(self.hands, seat, Hand()),
            removed=self.removed.plus(self.hands[seat]),
            turn=seats.next_seat(self, gone) if moves_on else self.turn,
            exchanges=0 if moves_on else self.exchanges,
            last_turns=waiting,
            gone=gone,
        )._checked()

    def _checked(self) -> State:
        """Ended where one player is left (O1), or everybody has had the last turn (C10)."""
        if len(seats.staying(self)) == 1:
            return replace(self, ended="O1")
        return replace(self, ended="C10") if self.last_turns == () else self
