"""The table: rows of cards that everybody may rearrange."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from qwirkle import pictures
from qwirkle.cards import fast, rules, solver
from qwirkle.cards.moves import Arrange, Row, in_order, parse_rows, write_rows
from qwirkle.faults import Fault, IllegalMove, bad_argument
from qwirkle.pictures import Mark, Picture, Placed
from qwirkle.tiles import Hand, Tile


class Table(tuple[Row, ...]):
    """The rows on the table, in the order that the rulebook advises: by shape, then by colour.

    >>> table = Table.parse("Bo Bx Bd Bs | Rd Yd Gd")
    >>> str(table.best(Hand.parse("Od Pd Bt")))
    'Bo Bx Bs Bt | Rd Od Yd Gd Bd Pd'
    """

    __slots__ = ()

    def __new__(cls, rows: Iterable[Iterable[Tile]] = ()) -> Table:
        return super().__new__(cls, in_order(_checked(rows)))

    @classmethod
    def parse(cls, text: str) -> Table:
        """Read rows, which a ``|`` separates."""
        return cls(parse_rows(text))

    @property
    def cards(self) -> tuple[Tile, ...]:
        """All cards on the table, row by row."""
        return tuple(chain.from_iterable(self))

    def fault(self, move: str | Arrange, hand: str | Iterable[Tile]) -> Fault | None:
        """What is wrong with a new table, when the difference comes from this hand (C4-C7)."""
        return rules.arrange_fault(self, Hand.of(hand, "hand"), _read(move))

    def best(self, hand: str | Iterable[Tile]) -> Arrange | None:
        """The play that captures the most rows, moving few cards; None where no play exists."""
        outcome = fast.best(solver.counted(self.cards), Hand.of(hand, "hand"))
        return fast.arrange(self, *outcome) if outcome else None

    def laying(self, cards: str | Iterable[Tile]) -> Arrange | None:
        """The play of exactly these cards that captures the most rows, moving few others; None
        where they cannot all be played.

        >>> str(Table.parse("Bo Bx Bd Bs | Rd Yd Gd").laying(Hand.parse("Bt")))
        'Rd Yd Gd | Bo Bx Bd Bs Bt'
        """
        outcome = fast.laying(solver.counted(self.cards), Hand.of(cards, "cards"))
        return fast.arrange(self, *outcome) if outcome else None

    def plays(self, hand: str | Iterable[Tile]) -> Iterator[Arrange]:
        """One arrangement for each distinct outcome: cards played, and rows captured.

        It is any arrangement, found fast; ``tidied`` gives the one to show to people.
        """
        for outcome in fast.outcomes(solver.counted(self.cards), Hand.of(hand, "hand")):
            yield fast.any_arrangement(self, *outcome)

    def tidied(self, move: str | Arrange) -> Arrange:
        """The same cards played and the same rows captured, moving as few cards as possible."""
        move = _read(move)
        played = rules.played(self, move)
        return fast.arrange(self, played, map(solver.full_line, move.captured))

    def flaw(self) -> Fault | None:
        """What is wrong with the table itself (C1, C4, C7), or None.

        >>> Table.parse("Ro Rx").flaw().rule
        'C4'
        """
        return rules.table_flaw(self)

    def after(self, move: str | Arrange) -> Table:
        """The table after a legal new table (C4-C7), without the rows that it captures."""
        move = _read(move)
        if fault := rules.arrange_fault(self, Hand(rules.played(self, move)), move):
            raise IllegalMove(fault)
        return self.laid(move)

    def laid(self, move: Arrange) -> Table:
        """The same for callers who judge the move themselves; its rows are in order already."""
        return tuple.__new__(Table, move.rows)

    def picture(self) -> Picture:
        """The cards to be drawn, row by row."""
        return rows_picture(self)

    def svg(self, label: str = "") -> str:
        """A picture of the table, as SVG text; the label is for those who do not see it."""
        return pictures.svg(self.picture(), label)

    def text(self) -> str:
        """A picture of the table made of letters, with the numbers of the rows.

        >>> print(Table.parse("Bo Bx Bd | Rs Gs Ys Ps").text())
         1 Rs Ys Gs Ps
         2 Bo Bx Bd
        """
        return "\n".join(
            f"{number:2} {' '.join(map(str, row))}" for number, row in enumerate(self, 1)
        )

    _repr_svg_ = svg

    def __str__(self) -> str:
        return write_rows(self)

    def __repr__(self) -> str:
        return f"Table.parse({str(self)!r})"


def rows_picture(
    rows: Iterable[Row], captured: Sequence[Row] = (), new: Sequence[Tile] = ()
) -> Picture:
    """Rows below one another, those that are captured first, with new cards marked."""
    left, placed = list(new), []
    for y, row in enumerate((*captured, *rows)):
        for x, card in enumerate(row):
            mark: Mark = "six" if y < len(captured) else ""
            if card in left:
                left.remove(card)
                mark = "new"
            placed.append(Placed(x, y, card, mark))
    return Picture(tuple(placed), cards=True)


def _read(move: str | Arrange) -> Arrange:
    if isinstance(move, str):
        return Arrange.parse(move)
    if not isinstance(move, Arrange):
        raise bad_argument("move", "bad.argument.table", move)
    return move


def _checked(rows: Iterable[Iterable[Tile]]) -> Iterable[Iterable[Tile]]:
    """Rows of cards, as they were given."""
    if isinstance(rows, str) or not isinstance(rows, Iterable):
        raise bad_argument("rows", "bad.argument.rows", rows)
    return [Hand.of(row, "rows") for row in rows]
