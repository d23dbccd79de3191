"""The table: rows of cards that everybody may rearrange."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from qwirkle.cards import fast, rules, solver
from qwirkle.cards.moves import Arrange, Row, in_order, parse_rows, write_rows
from qwirkle.faults import Fault
from qwirkle.tiles import Hand, Tile


class Table(tuple[Row, ...]):
    """The rows on the table, in the order that the rulebook advises: by shape, then by colour.

    >>> table = Table.parse("Bo Bx Bd Bs | Rd Yd Gd")
    >>> str(table.best(Hand.parse("Od Pd Bt")))
    'Bo Bx Bs Bt | Rd Od Yd Gd Bd Pd'
    """

    __slots__ = ()

    def __new__(cls, rows: Iterable[Iterable[Tile]] = ()) -> Table:
        return super().__new__(cls, in_order(rows))

    @classmethod
    def parse(cls, text: str) -> Table:
        return cls(parse_rows(text))

    @property
    def cards(self) -> tuple[Tile, ...]:
        return tuple(card for row in self for card in row)

    def fault(self, move: str | Arrange, hand: Iterable[Tile]) -> Fault | None:
        """What is wrong with a new table, when the difference comes from this hand (C4-C7)."""
        return rules.arrange_fault(self, Hand(hand), _read(move))

    def best(self, hand: Iterable[Tile]) -> Arrange | None:
        """The play that captures the most rows, moving few cards; None where no play exists."""
        outcome = fast.best(solver.counted(self.cards), Hand(hand))
        return fast.arrange(self, *outcome) if outcome else None

    def laying(self, cards: Iterable[Tile]) -> Arrange | None:
        """The play of exactly these cards that captures the most rows, moving few others; None
        where they cannot all be played.

        >>> str(Table.parse("Bo Bx Bd Bs | Rd Yd Gd").laying(Hand.parse("Bt")))
        'Rd Yd Gd | Bo Bx Bd Bs Bt'
        """
        outcome = fast.laying(solver.counted(self.cards), Hand(cards))
        return fast.arrange(self, *outcome) if outcome else None

    def plays(self, hand: Iterable[Tile]) -> Iterator[Arrange]:
        """One arrangement for each distinct outcome: cards played, and rows captured.

        It is any arrangement, found fast; ``tidied`` gives the one to show to people.
        """
        for outcome in fast.outcomes(solver.counted(self.cards), Hand(hand)):
            yield fast.any_arrangement(self, *outcome)

    def tidied(self, move: Arrange) -> Arrange:
        """The same cards played and the same rows captured, moving as few cards as possible."""
        played = rules.played(self, move)
        return fast.arrange(self, played, map(solver.full_line, move.captured))

    def after(self, move: Arrange) -> Table:
        return Table(move.rows)

    def __str__(self) -> str:
        return write_rows(self)

    def __repr__(self) -> str:
        return f"Table.parse({str(self)!r})"


def _read(move: str | Arrange) -> Arrange:
    return Arrange.parse(move) if isinstance(move, str) else move
