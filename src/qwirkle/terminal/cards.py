"""The card game in the terminal."""

from __future__ import annotations

import re
from collections.abc import Sequence
from heapq import nlargest
from itertools import count

from qwirkle.bots.cards.search import position_of
from qwirkle.cards import fast, solver
from qwirkle.cards.layout import cards_moved
from qwirkle.cards.moves import Arrange, Exchange
from qwirkle.cards.notation import parse_position
from qwirkle.cards.rules import HAND_SIZE, Position, played
from qwirkle.cards.state import State
from qwirkle.cards.table import Table
from qwirkle.faults import BadNotation, BadSetup
from qwirkle.moves import Move
from qwirkle.pictures import Picture
from qwirkle.terminal.console import Console
from qwirkle.terminal.positions import Players, Refusals, view
from qwirkle.terminal.presentation import FEW, Presentation
from qwirkle.terminal.remarks import Remarkable
from qwirkle.terminal.screen import Screen
from qwirkle.tiles import Pieces, Tile, parse_tiles, words
from qwirkle.views import AnyView

_NUMBER = re.compile(r"[0-9]{1,3}")
_TAKEN = re.compile(r"-\w+")
_REST = ("...", "…")


class Cards(Presentation[State, Table]):
    commands = ("exchange", "pass")
    captures = True
    remarkable = Remarkable("laid", big=5, close=1)
    numbered = True

    def expanded(self, typed: str, layout: Table) -> str:
        return expanded(typed, layout)

    def show(self, layout: Table, new: Sequence[Tile], screen: Screen, console: Console) -> None:
        if not layout:
            console.say("ui.table.empty")
        screen.numbered(layout, new)

    def new(self, before: State, move: Move) -> tuple[Tile, ...] | None:
        if not isinstance(move, Arrange):
            return None
        new = Pieces(played(before.table, move))
        return new.without(Pieces(before.table.laid(move).cards).missing(new))

    def moved(
        self, player: str, before: State, move: Move, screen: Screen, console: Console
    ) -> None:
        if isinstance(move, Arrange):
            new = screen.pieces(sorted(played(before.table, move)))
            console.say("ui.move.lay", player=player, pieces=new)
            if moved := cards_moved(before.table, move):
                console.say("ui.move.regroup", n=moved)
            for row in move.captured:
                console.say("ui.move.capture", player=player, pieces=screen.pieces(row))
        else:
            key = "ui.move.exchange" if isinstance(move, Exchange) else "ui.move.pass"
            console.say(key, player=player)

    def told(self, before: State, move: Move, screen: Screen, console: Console) -> str:
        if isinstance(move, Arrange):
            return screen.pieces(sorted(played(before.table, move)))
        return console.text(
            "ui.review.exchange" if isinstance(move, Exchange) else "ui.review.pass"
        )

    def pieces(self, before: State, move: Move) -> tuple[Tile, ...]:
        return tuple(sorted(played(before.table, move))) if isinstance(move, Arrange) else ()

    def feat(self, before: State, move: Move) -> tuple[int, int]:
        if not isinstance(move, Arrange):
            return 0, 0
        return len(played(before.table, move)), len(move.captured)

    def picture(self, before: State, move: Move) -> Picture:
        return before.picture(move if isinstance(move, Arrange) else None)

    def position_view(self, text: str, table: Players) -> AnyView:
        position = parse_position(text)
        if flaw := position.table.flaw():
            raise BadSetup.of(flaw)
        if not 1 <= len(position.hand) <= HAND_SIZE:
            raise BadSetup("ui.bad.position_cards", n=len(position.hand))
        return view(
            "cards",
            position,
            position.table,
            position.table.cards,
            bag=position.pile,
            hand_size=HAND_SIZE,
            table=table,
            refusals=Refusals("C1.copies", "ui.bad.position_pile"),
        )

    def advised(self, view: AnyView, move: Move, screen: Screen, console: Console) -> None:
        if isinstance(move, Arrange):
            cards = screen.pieces(played(position_of(view).table, move))
            console.say("ui.hint.cards", pieces=cards, n=len(move.captured))

    def best(self, view: AnyView) -> tuple[int, list[tuple[int, Move]]]:
        position = position_of(view)
        found = (0, []) if position.opening else _best_outcomes(position)
        return found if found[0] else super().best(view)


PRESENTATION = Cards()


def _best_outcomes(position: Position) -> tuple[int, list[tuple[int, Move]]]:
    """All outcomes counted, and only the best of them laid out: that takes the most time."""
    table = position.table
    outcomes = fast.outcomes(solver.counted(table.cards), position.hand)
    number = count()
    seen = (outcome for outcome, _ in zip(outcomes, number, strict=False))
    best = nlargest(FEW, seen, key=lambda outcome: (len(outcome[1]), len(outcome[0])))
    return next(number), [(len(taken), fast.arrange(table, new, taken)) for new, taken in best]


def expanded(text: str, table: Table) -> str:
    """A new table with its short forms written out: ``2`` is the cards of the second row, ``-Ro``
    takes a card out of a row, and ``...`` is all rows that were not named.

    >>> expanded("1 -Rd | Rd Gd Yd | ...", Table.parse("Ro Rx Rd Rs | Bo Bx Bd"))
    'Ro Rx Rs | Rd Gd Yd | Bo Bx Bd'
    """
    typed = text.replace("|", " ").split()
    if not any(map(_is_short, typed)):
        return text
    named = {int(word) for word in typed if _NUMBER.fullmatch(word)}
    rows: list[str] = []
    column = 0
    for part in text.split("|"):
        if part.strip() in _REST:
            rows += [_written(row) for at, row in enumerate(table, 1) if at not in named]
        else:
            rows.append(_written(_row(part, column, table)))
        column += len(part) + 1
    return " | ".join(row for row in rows if row)


def _is_short(word: str) -> bool:
    return bool(_NUMBER.fullmatch(word) or _TAKEN.fullmatch(word) or word in _REST)


def _row(part: str, shift: int, table: Table) -> list[Tile]:
    row: list[Tile] = []
    for column, word in words(part):
        if _NUMBER.fullmatch(word):
            if not 0 < int(word) <= len(table):
                raise BadNotation("ui.bad.row", column=shift + column, text=word, n=len(table))
            row += table[int(word) - 1]
        elif _TAKEN.fullmatch(word):
            (card,) = parse_tiles(word[1:], shift + column)
            if card not in row:
                raise BadNotation("ui.bad.taken", column=shift + column, tile=card)
            row.remove(card)
        else:
            row += parse_tiles(word, shift + column - 1)
    return row


def _written(row: list[Tile] | tuple[Tile, ...]) -> str:
    return " ".join(map(str, row))
