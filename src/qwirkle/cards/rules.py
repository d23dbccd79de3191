"""The judge of the card game.

The checks come in a fixed order, the most basic first, and the first that fails is the answer:
every card of the table is still there (C6), the others come from the hand (C5), at least one does
(C5), every row is valid (C4), rows of six and only they are captured (C7); at the opening, the
whole turn is one largest set (C3). An exchange or a pass needs proof that nothing can be played
(C9).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

from qwirkle import pictures
from qwirkle.cards import fast, solver
from qwirkle.cards.heights import SHORTEST
from qwirkle.cards.moves import Arrange, Exchange, Move, Pass, Row, parse_move
from qwirkle.faults import BadNotation, Fault, IllegalMove
from qwirkle.lines import LONGEST, alike, largest_sets, shared, subsets
from qwirkle.moves import LegalMoves
from qwirkle.tiles import COPIES, TILES, Hand, Tile

if TYPE_CHECKING:
    from qwirkle.cards.table import Table

HAND_SIZE = 9
MOST_EXCHANGES = 3
"""How often a hand is exchanged in one turn before the turn is a pass (C9)."""


@dataclass(frozen=True, slots=True)
class Position:
    """What the player to move knows and needs for a decision.

    >>> position = Position.parse("Bo Bx Bd / Bs Rt / 70 / exchanges 0")
    >>> position.points("Bo Bx Bd Bs")
    0
    """

    table: Table
    hand: Hand
    pile: int
    opening: bool
    exchanges: int = 0

    @classmethod
    def parse(cls, text: str) -> Position:
        """Read ``table / hand / pile / opening`` or ``table / hand / pile / exchanges 0``."""
        from qwirkle.cards.notation import parse_position

        return parse_position(text)

    @property
    def legal_moves(self) -> LegalMoves[Move]:
        """Every legal move: iterate, test with ``in``, ``count()``."""
        return LegalMoves(parse_move, self)

    def fault(self, move: object) -> Fault | None:
        """What is wrong with a move, written or as an object; or None."""
        match parse_move(move) if isinstance(move, str) else move:
            case Arrange() as move:
                return arrange_fault(self.table, self.hand, move) or self._opening_fault(move)
            case Exchange():
                return self._stuck_fault() or self._exchange_fault()
            case Pass():
                return self._stuck_fault() or self._pass_fault()
            case _:
                return Fault("C5.kind")

    def moves(self) -> Iterator[Move]:
        """Every legal move: one arrangement for each outcome, or the one exchange or pass."""
        if self.opening:
            for cards in largest_sets(self.hand):
                yield Arrange(*(((), (cards,)) if len(cards) == LONGEST else ((cards,), ())))
            return
        stuck = True
        for play in self.table.plays(self.hand):
            stuck = False
            yield play
        if stuck:
            yield Exchange() if self.can_exchange else Pass()

    def points(self, move: str | Move) -> int:
        """How many rows a legal move captures."""
        return worth(self._legal(move))

    def scored(self) -> Iterator[tuple[Move, int]]:
        """Every legal move with the number of rows that it captures."""
        return ((move, worth(move)) for move in self.moves())

    def after(self, move: str | Move, drawn: str | Iterable[Tile] = ()) -> Position:
        """What the same player knows after a legal move with these cards drawn; or with none, as
        before the draw.

        >>> after = Position.parse("Bo Bx Bd / Bs Rt / 70 / exchanges 0").after("Bo Bx Bd Bs")
        >>> str(after)
        'Bo Bx Bd Bs / Rt / 70 / exchanges 0'
        """
        made, new = self._legal(move), Hand.of(drawn, "drawn")
        aside = self.hand if isinstance(made, Exchange) else self._laid(made)
        expected = 0 if isinstance(made, Pass) else HAND_SIZE - len(self.hand) + len(aside)
        if new and len(new) != min(expected, self.pile):
            raise BadNotation("bad.draw_count", count=len(new), expected=min(expected, self.pile))
        hand, pile = self.hand.without(aside).plus(new), self.pile - len(new)
        if isinstance(made, Exchange):
            return Position(self.table, hand, pile + len(aside), False, self.exchanges + 1)
        table = self.table.laid(made) if isinstance(made, Arrange) else self.table
        return Position(table, hand, pile, opening=False)

    def _laid(self, move: Move) -> tuple[Tile, ...]:
        return played(self.table, move) if isinstance(move, Arrange) else ()

    def _legal(self, move: str | Move) -> Move:
        made = parse_move(move) if isinstance(move, str) else move
        if fault := self.fault(made):
            raise IllegalMove(fault)
        return made

    def random_move(self, dice: Random) -> Move:
        """A random legal move, found without listing them all."""
        outcome = None if self.opening else self._random_outcome(dice)
        return fast.arrange(self.table, *outcome) if outcome else dice.choice(list(self.moves()))

    def _random_outcome(self, dice: Random) -> solver.TurnOutcome | None:
        """Some cards that can be played, and some rows that can be captured with them."""
        table = solver.counted(self.table.cards)
        for new in sorted(subsets(self.hand, len(self.hand)), key=lambda _: dice.random()):
            after = solver.plus(table, solver.counted(new))
            if fast.is_legal(after):
                return new, _random_captures(after, dice)
        return None

    def svg(self, label: str = "") -> str:
        """A picture of the table, and of the hand below it."""
        return pictures.with_hand(self.table.picture(), self.hand, label)

    def text(self) -> str:
        """The same made of letters."""
        return f"{self.table.text()}\n\n{self.hand}".lstrip("\n")

    _repr_svg_ = svg

    def __str__(self) -> str:
        turn = "opening" if self.opening else f"exchanges {self.exchanges}"
        return f"{self.table} / {self.hand} / {self.pile} / {turn}".strip()

    @property
    def can_exchange(self) -> bool:
        """Whether a stuck player may still exchange the hand (C9)."""
        return self.pile > 0 and self.exchanges < MOST_EXCHANGES

    def _opening_fault(self, move: Arrange) -> Fault | None:
        if not self.opening:
            return None
        size = len(largest_sets(self.hand)[0])
        if len(move.rows) + len(move.captured) > 1 or len(move.cards) != size:
            return Fault("C3.size", move.cards, words={"n": size})
        return None

    def _stuck_fault(self) -> Fault | None:
        """C9: there must be nothing to play. The sentence names cards that can be played."""
        if self.opening:
            return Fault("C3.must")
        play = fast.any_play(solver.counted(self.table.cards), self.hand)
        return Fault("C9.play", play[0]) if play else None

    def _exchange_fault(self) -> Fault | None:
        if not self.pile:
            return Fault("C9.pile")
        return None if self.can_exchange else Fault("C9.often", words={"n": MOST_EXCHANGES})

    def _pass_fault(self) -> Fault | None:
        return Fault("C9.pass") if self.can_exchange else None


CardPosition = Position
"""Its name outside, where the tile game has positions too."""


def _random_captures(after: solver.Counts, dice: Random) -> solver.Lines:
    """Up to three rows that can be captured from these cards, one after the other."""
    captured: solver.Lines = ()
    for _ in range(dice.randint(0, 3)):
        more = [
            lines
            for lines in solver.one_more(after, captured)
            if fast.is_legal(solver.minus(after, lines))
        ]
        captured = dice.choice(more) if more else captured
    return captured


def worth(move: Move) -> int:
    """How many rows a move captures that is known to be legal."""
    return len(move.captured) if isinstance(move, Arrange) else 0


def table_flaw(table: Table) -> Fault | None:
    """What is wrong with a table, the most basic first: too many of a card (C1), rows that are none
    (C4), rows of six that nobody has captured (C7); or None."""
    many = tuple(card for card, count in Counter(table.cards).items() if count > COPIES)
    return Fault("C1.copies", many) if many else _rows_fault(Arrange(tuple(table)))


def captured_flaw(rows: tuple[Row, ...]) -> Fault | None:
    """What is wrong with captured rows (C4, C7), or None."""
    return _rows_fault(Arrange((), rows))


def arrange_fault(table: Table, hand: Hand, move: Arrange) -> Fault | None:
    """What is wrong with a new table, or None (C4-C7)."""
    return _cards_fault(table, hand, move) or _rows_fault(move)


def played(table: Table, move: Arrange) -> tuple[Tile, ...]:
    """The cards of the new table that did not lie on the old one."""
    return _beyond(table.cards, move.cards)


def _beyond(known: Iterable[Tile], cards: Iterable[Tile]) -> tuple[Tile, ...]:
    """``Pieces.missing`` for many cards, such as two whole tables: each is looked at once."""
    left = [0] * len(TILES)
    for card in known:
        left[card] += 1
    beyond = []
    for card in cards:
        if left[card]:
            left[card] -= 1
        else:
            beyond.append(card)
    return tuple(beyond)


def _cards_fault(table: Table, hand: Hand, move: Arrange) -> Fault | None:
    if gone := _beyond(move.cards, table.cards):
        return Fault("C6", gone)
    new = played(table, move)
    if missing := hand.missing(new):
        return Fault("C5.hand", missing)
    return None if new else Fault("C5.none")


def _rows_fault(move: Arrange) -> Fault | None:
    for row in move.rows + move.captured:
        if fault := row_fault(row):
            return fault
    for row in move.rows:
        if len(row) == LONGEST:
            return Fault("C7.left", row)
    for row in move.captured:
        if len(row) < LONGEST:
            return Fault("C7.short", row)
    return None


def row_fault(row: Row) -> Fault | None:
    """Why cards do not make a row (C4), or None."""
    if len(row) > LONGEST:
        return Fault("C4.long", row)
    if twin := alike(row):
        return Fault("C4.alike", (twin,))
    if shared(row) is None:
        return Fault("C4.mixed", row)
    return Fault("C4.short", row) if len(row) < SHORTEST else None
