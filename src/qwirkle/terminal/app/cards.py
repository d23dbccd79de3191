"""The card game in the application: rows that can be rearranged, and a hand of cards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from rich.text import Text
from textual.binding import BindingType

from qwirkle.bots.cards.search import position_of
from qwirkle.cards.moves import Arrange, Exchange, Pass, write_rows
from qwirkle.cards.rules import Position, row_fault
from qwirkle.cards.table import Table
from qwirkle.faults import Cell, Fault
from qwirkle.moves import Move
from qwirkle.terminal.app.desk import Desk
from qwirkle.terminal.app.grid import Grid, Spread
from qwirkle.terminal.app.keys import Key, bindings, desk_bindings
from qwirkle.terminal.app.paint import BAD, GOLD, LAID, NEW, PICKED, PLACED, QUIET, Mark, Painter
from qwirkle.terminal.app.rack import Rack, Slot
from qwirkle.tiles import Tile
from qwirkle.views import AnyView

FAULTS = {
    "C4.short": "web.row.short",
    "C4.long": "web.row.fault.long",
    "C4.alike": "web.row.fault.alike",
    "C4.mixed": "web.row.fault.mixed",
}
"""What is said behind a row, by the reason of the judge; the message has the whole sentence."""


@dataclass(eq=False, slots=True)
class Card:
    """One card, which is itself wherever it lies."""

    tile: Tile
    own: bool
    """Whether it comes from the hand in this turn."""


Rows = list[list[Card]]


class Plan:
    """What a person has in mind: the table as it could be, and the cards chosen to be moved."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.hand = [Card(tile, own=True) for tile in position.hand]
        self.rows: Rows = [[Card(tile, own=False) for tile in row] for row in position.table]
        self.first = self.rows
        self.picked: list[Card] = []
        self.past: list[Rows] = []

    @property
    def used(self) -> list[Card]:
        return [card for row in self.rows for card in row if card.own]

    @property
    def move(self) -> Arrange:
        """The whole new table; which of its rows are captured is not decided here."""
        rows = [tuple(card.tile for card in row) for row in self.rows]
        return Arrange.parse(write_rows(rows)) if rows else Arrange(())

    @property
    def fault(self) -> Fault | None:
        return self.position.fault(self.move)

    def pick(self, cards: Iterable[Card]) -> None:
        """Choose cards, or let go of those that are chosen."""
        for card in cards:
            if card in self.picked:
                self.picked.remove(card)
            else:
                self.picked.append(card)

    def put(self, at: int) -> None:
        """Move the chosen cards to a row; behind the last there is always a new one."""
        rows = [_without(row, self.picked) for row in self.rows]
        rows += [] if at < len(rows) else [[]]
        rows[min(at, len(rows) - 1)] += self.picked
        self._become(rows)

    def take(self, card: Card) -> None:
        """Take a card of the own hand back from the table."""
        self._become(_without(row, [card]) for row in self.rows)

    def arrange(self, move: Arrange) -> None:
        """Lay out a whole table with the same cards; of equal ones, those that lie already."""
        free = [card for row in self.first for card in row] + self.hand
        made: Rows = []
        for row in move.rows + move.captured:
            made.append([])
            for tile in row:
                card = next(card for card in free if card.tile == tile)
                free.remove(card)
                made[-1].append(card)
        self._become(made)

    def back(self) -> bool:
        """One step back: chosen cards are let go, or the last change is undone."""
        if self.picked:
            self.picked = []
        elif self.past:
            self.rows = self.past.pop()
        else:
            return False
        return True

    def reset(self) -> None:
        self.picked, self.past, self.rows = [], [], self.first

    def _become(self, rows: Iterable[list[Card]]) -> None:
        self.past.append(self.rows)
        self.rows = [sorted(row, key=lambda card: card.tile) for row in rows if row]
        self.picked = []


class CardsDesk(Desk):
    KEYS: ClassVar[tuple[Key, ...]] = (
        Key("enter", "Enter", "ui.app.key.enter.cards", "enter"),
        Key("", "← ↑ ↓ →", "ui.app.key.cursor", foot=False),
        Key("", "1-9", "ui.app.key.card", foot=False),
        Key("space", "Space", "ui.app.key.pick", "pick", foot=False),
        Key("a", "a", "ui.app.key.arrange", "arrange"),
        Key("backspace", "Backspace", "ui.app.key.take", "take"),
        Key("escape", "Esc", "ui.app.key.clear", "clear", foot=False),
        Key("x", "x", "ui.app.key.exchange", "exchange", foot=False),
        Key("p", "p", "ui.app.key.pass", "pass_turn", foot=False),
    )
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(KEYS), *desk_bindings(9)]

    def __init__(self, lang: str, painter: Painter) -> None:
        super().__init__(lang, painter)
        self.rows: Sequence[Sequence[Card]] = ()
        self.hand: Sequence[Card] = ()
        self.heading = ""
        self.fresh: list[Card] = []
        """The cards that came with the last move."""
        self.cursor: Cell = (0, 0)
        """Behind the rows there is the new row, and behind that the hand."""
        self.plan: Plan | None = None
        """None while somebody else is to move."""

    def begin(self, view: AnyView, new: Sequence[Tile]) -> None:
        plan = self.plan = Plan(position_of(view))
        self.heading = self.text("ui.hand.cards", player=view.player)
        self._look(plan.rows, new, plan.hand)
        if not (plan.position.fault(Exchange()) and plan.position.fault(Pass())):
            self.tell("ui.app.stuck")

    def rest(self, layout: Table, new: Sequence[Tile], view: AnyView | None, title: str) -> None:
        self.plan, self.heading = None, title
        rows = [[Card(tile, own=False) for tile in row] for row in layout]
        self._look(rows, new, [Card(tile, own=True) for tile in view.hand] if view else [])

    def propose(self, move: Move) -> None:
        if self.plan and isinstance(move, Arrange):
            self.plan.arrange(move)
            self._redraw(self.plan)

    # ---- what can be pressed ----

    def action_move(self, dx: int, dy: int) -> None:
        x, y = self.cursor
        y = max(0, min(y + dy, len(self.rows) + 1))
        self.cursor = (max(0, min(x + dx, len(self._line(y)) - 1)), y)
        self._draw()

    def action_choose(self, at: int) -> None:
        if self.plan and at < len(self.hand):
            card = self.hand[at]
            if card in self.plan.used:
                self.plan.take(card)
            else:
                self.plan.pick([card])
            self._changed()

    def action_pick(self) -> None:
        line = self._line(self.cursor[1])
        if self.plan and self.cursor[0] < len(line):
            card = line[self.cursor[0]]
            if self.cursor[1] > len(self.rows) and card in self.plan.used:
                self.plan.take(card)
            else:
                self.plan.pick([card])
            self._changed()

    def action_enter(self) -> None:
        plan = self.plan
        if plan is None:
            self.post_message(self.Roused())
        elif plan.picked:
            plan.put(self.cursor[1])
            self._changed()
        else:
            self.post_message(self.Decided(plan.move))

    def action_arrange(self) -> None:
        """Lay out the chosen cards of the hand; without any, what captures the most rows."""
        plan = self.plan
        if plan is None:
            return
        table, hand = plan.position.table, [card.tile for card in plan.picked if card.own]
        best = table.laying(hand) if hand else table.best(plan.position.hand)
        if best and not hand and plan.position.fault(best):
            best = next(move for move in plan.position.moves() if isinstance(move, Arrange))
        if best:
            plan.arrange(best)
            self._changed()
        else:
            self.tell("web.cards.arrange.cannot" if hand else "ui.app.stuck", bad=True)

    def action_take(self) -> None:
        if self.plan and self.plan.back():
            self._changed()

    def action_clear(self) -> None:
        if self.plan:
            self.plan.reset()
            self._changed()

    def action_exchange(self) -> None:
        if self.plan:
            self.post_message(self.Decided(Exchange()))

    def action_pass_turn(self) -> None:
        if self.plan:
            self.post_message(self.Decided(Pass()))

    def on_grid_pressed(self, event: Grid.Pressed) -> None:
        """A card is chosen; the rest of a row is where the chosen cards go."""
        if self.plan is None:
            self.post_message(self.Roused())
            return
        x, y = event.cell
        y = min(y, len(self.rows))
        self.cursor = (min(x, max(0, len(self._line(y)) - 1)), y)
        if x < len(self._line(y)):
            self.action_pick()
        elif self.plan.picked:
            self.action_enter()
        else:
            self.tell("ui.app.choose.cards")
            self._draw()

    def on_rack_pressed(self, event: Rack.Pressed) -> None:
        self.action_choose(event.at)

    # ---- what is shown ----

    def _line(self, y: int) -> Sequence[Card]:
        """The cards of a row, none of the new one, or those of the hand."""
        if y < len(self.rows):
            return self.rows[y]
        return self.hand if y > len(self.rows) else ()

    def _look(self, rows: Rows, new: Sequence[Tile], hand: Sequence[Card]) -> None:
        self.rows, self.hand = rows, hand
        left, self.fresh = list(new), []
        for card in (card for row in rows for card in row):
            if card.tile in left:
                left.remove(card.tile)
                self.fresh.append(card)
        self.cursor = (0, len(rows) + 1)
        self._draw()

    def _changed(self) -> None:
        """Draw what somebody did, and say what is wrong with it so far."""
        plan = self.plan
        if plan is None:
            return
        self._redraw(plan)
        fault = plan.fault if plan.rows is not plan.first else None
        self.post_message(self.Told(fault.say(self.lang) if fault else ""))

    def _redraw(self, plan: Plan) -> None:
        """Draw other rows; the cursor stays in the hand, or near where it was."""
        in_hand = self.cursor[1] > len(self.rows)
        self.rows = plan.rows
        y = len(self.rows) + 1 if in_hand else min(self.cursor[1], len(self.rows))
        self.cursor = (max(0, min(self.cursor[0], len(self._line(y)) - 1)), y)
        self._draw()

    def _draw(self) -> None:
        cells = {(x, y): card for y, row in enumerate(self.rows) for x, card in enumerate(row)}
        cursor = self.cursor if self.plan and self.cursor[1] <= len(self.rows) else None
        spread = Spread(
            {cell: card.tile for cell, card in cells.items()},
            {cell: self._mark(card) for cell, card in cells.items()},
            cursor=cursor,
            remarks=self._remarks(),
            in_rows=True,
        )
        self.grid.show(spread)
        self.rack.show(self.title(self.heading), self._slots(), self._status())

    def _mark(self, card: Card) -> Mark:
        if self.plan and card in self.plan.picked:
            return PICKED
        if card.own:
            return LAID
        return NEW if card in self.fresh else PLACED

    def _remarks(self) -> dict[int, Text]:
        """What the judge says of each row, in a word or two."""
        if self.plan is None:
            return {}
        captured = self.plan.move.captured
        made = {len(self.rows): Text(" " + self.text("web.row.new"), QUIET)}
        for y, row in enumerate(self.rows):
            tiles = tuple(sorted(card.tile for card in row))
            if fault := row_fault(tiles):
                made[y] = Text("  " + self.text(FAULTS[fault.reason]), BAD)
            elif tiles in captured:
                made[y] = Text("  " + self.text("web.row.six"), GOLD)
        return made

    def _slots(self) -> list[Slot]:
        plan = self.plan
        if plan is None:
            return [Slot(card.tile) for card in self.hand]
        used, in_hand = plan.used, self.cursor[1] > len(self.rows)
        return [
            Slot(
                None if card in used else card.tile,
                PICKED if card in plan.picked else PLACED,
                cursor=in_hand and at == self.cursor[0],
            )
            for at, card in enumerate(self.hand)
        ]

    def _status(self) -> Text:
        """Whether the table can stay as it is, and what it captures."""
        plan = self.plan
        if plan is None or plan.rows is plan.first or plan.fault:
            return Text()
        status = Text(self.text("web.cards.ready"), GOLD)
        if count := len(plan.move.captured):
            status.append("  " + self.text("ui.app.capturing", count=count), GOLD)
        return status


def _without(row: list[Card], cards: Sequence[Card]) -> list[Card]:
    return [card for card in row if card not in cards]


DESK = CardsDesk
