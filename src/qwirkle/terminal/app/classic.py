"""The tile game in the application: a board with a cursor, and a rack of tiles."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.text import Text
from textual.binding import BindingType

from qwirkle.bots.classic.search import position_of
from qwirkle.classic.board import Board
from qwirkle.classic.moves import Pass, Play, Trade
from qwirkle.classic.rules import Position
from qwirkle.classic.scoring import Score
from qwirkle.faults import Cell, Fault
from qwirkle.moves import Move
from qwirkle.terminal.app.desk import Desk
from qwirkle.terminal.app.grid import Grid, Spread
from qwirkle.terminal.app.keys import Key, bindings, desk_bindings
from qwirkle.terminal.app.paint import FIRST, GOLD, LAID, NEW, PICKED, PLACED, WRONG, Mark, Painter
from qwirkle.terminal.app.rack import Rack, Slot
from qwirkle.tiles import Tile
from qwirkle.views import AnyView

AROUND = 6
"""How far beyond the tiles the cursor may go: no play reaches further."""


class Plan:
    """What a person has in mind: tiles laid for now, or tiles set aside for a trade."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.hand: tuple[Tile, ...] = tuple(position.hand)
        self.laid: dict[Cell, int] = {}
        """Cells, and the places in the rack that their tiles come from; the last laid last."""
        self.chosen: int | None = None
        self.aside: set[int] | None = None
        """The places of the tiles to be traded; None where no trade is meant."""
        self.offers = [
            (frozenset(move.placements), points)
            for move, points in position.scored()
            if isinstance(move, Play)
        ]

    @property
    def play(self) -> Play:
        return Play(tuple((cell, self.hand[at]) for cell, at in self.laid.items()))

    @property
    def fault(self) -> Fault | None:
        return self.position.fault(self.play)

    @property
    def score(self) -> Score:
        return self.position.score(self.play)

    def choose(self, at: int) -> None:
        """Take a tile in hand, or put it back; a tile that is laid comes from the board."""
        if self.aside is not None:
            self.aside ^= {at}
            return
        self.laid = {cell: other for cell, other in self.laid.items() if other != at}
        self.chosen = None if self.chosen == at else at

    def lay(self, cell: Cell) -> Fault | None:
        """Put the chosen tile on a cell; the fault where that is taken."""
        if self.chosen is None:
            return None
        if cell in self.position.board or cell in self.laid:
            placements = (*self.play.placements, (cell, self.hand[self.chosen]))
            return self.position.fault(Play(placements))
        self.laid[cell] = self.chosen
        self.chosen = None
        return None

    def take(self, cell: Cell | None = None) -> bool:
        """Take back the tile of a cell, or the one that was laid last."""
        if not self.laid:
            return False
        del self.laid[cell if cell in self.laid else next(reversed(self.laid))]
        return True

    def clear(self) -> None:
        self.laid, self.chosen, self.aside = {}, None, None

    def lit(self) -> dict[Cell, str]:
        """Where the chosen tile fits beside those that are laid: what all of them give then, or a
        plus where more tiles are needed."""
        if self.chosen is None:
            return {}
        tile, laid = self.hand[self.chosen], frozenset(self.play.placements)
        found: dict[Cell, str] = {}
        for placements, points in self.offers:
            if laid <= placements:
                last = len(placements) == len(laid) + 1
                for cell, other in placements - laid:
                    if other == tile and (last or cell not in found):
                        found[cell] = str(points) if last else "+"
        return found


class ClassicDesk(Desk):
    KEYS: ClassVar[tuple[Key, ...]] = (
        Key("enter", "Enter", "ui.app.key.enter.classic", "enter"),
        Key("", "← ↑ ↓ →", "ui.app.key.cursor", foot=False),
        Key("", "1-6", "ui.app.key.tile", foot=False),
        Key("space", "Space", "ui.app.key.lay", "lay", foot=False),
        Key("backspace", "Backspace", "ui.app.key.take", "take"),
        Key("escape", "Esc", "ui.app.key.clear", "clear", foot=False),
        Key("tab", "Tab", "ui.app.key.next", "next_place", foot=False),
        Key("t", "t", "ui.app.key.trade", "trade"),
        Key("p", "p", "ui.app.key.pass", "pass_turn", foot=False),
    )
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(KEYS), *desk_bindings(6)]

    def __init__(self, lang: str, painter: Painter) -> None:
        super().__init__(lang, painter)
        self.board = Board()
        self.hand: tuple[Tile, ...] = ()
        self.heading = ""
        self.cursor: Cell = (0, 0)
        self.plan: Plan | None = None
        """None while somebody else is to move."""

    def begin(self, view: AnyView, new: Sequence[Cell]) -> None:
        self.plan = Plan(position_of(view))
        self.heading = self.text("ui.hand.classic", player=view.player)
        self._look(view.board, new, tuple(view.hand))

    def rest(self, layout: Board, new: Sequence[Cell], view: AnyView | None, title: str) -> None:
        self.plan, self.heading = None, title
        self._look(layout, new, tuple(view.hand) if view else ())

    def propose(self, move: Move) -> None:
        plan = self.plan
        if plan is None:
            return
        plan.clear()
        if isinstance(move, Trade):
            plan.aside = set(_places(plan.hand, move.tiles))
        elif isinstance(move, Play):
            places = _places(plan.hand, move.tiles)
            plan.laid = dict(zip(move.cells, places, strict=True))
            self.cursor = move.cells[0]
        self._draw()

    # ---- what can be pressed ----

    def action_move(self, dx: int, dy: int) -> None:
        (left, top), (right, bottom) = Spread(self._pieces()).bounds()
        x, y = self.cursor[0] + dx, self.cursor[1] + dy
        self.cursor = (
            max(left - AROUND, min(x, right + AROUND)),
            max(top - AROUND, min(y, bottom + AROUND)),
        )
        self._draw()

    def action_choose(self, at: int) -> None:
        if self.plan and at < len(self.plan.hand):
            self.plan.choose(at)
            self._changed()

    def action_next_place(self) -> None:
        """To the next cell on which the chosen tile fits."""
        lit = sorted(self.plan.lit()) if self.plan else []
        if lit:
            self.cursor = next((cell for cell in lit if cell > self.cursor), lit[0])
            self._draw()

    def action_lay(self) -> None:
        plan = self.plan
        if plan is None:
            return
        if plan.chosen is None and plan.aside is None and self.cursor in plan.laid:
            plan.choose(plan.laid[self.cursor])
        elif plan.chosen is None:
            self.tell("ui.app.choose.classic")
            return
        elif fault := plan.lay(self.cursor):
            self.post_message(self.Told(fault.say(self.lang), bad=True))
            return
        self._changed()

    def action_enter(self) -> None:
        plan = self.plan
        if plan is None:
            self.post_message(self.Roused())
        elif plan.aside is not None:
            self.post_message(self.Decided(Trade(tuple(plan.hand[at] for at in plan.aside))))
        elif plan.chosen is None and plan.laid:
            self.post_message(self.Decided(plan.play))
        else:
            self.action_lay()

    def action_take(self) -> None:
        if self.plan and self.plan.take(self.cursor):
            self._changed()

    def action_clear(self) -> None:
        if self.plan:
            self.plan.clear()
            self._changed()

    def action_trade(self) -> None:
        plan = self.plan
        if plan is None:
            return
        trading = plan.aside is None
        plan.clear()
        plan.aside = set() if trading else None
        self._changed()

    def action_pass_turn(self) -> None:
        if self.plan:
            self.post_message(self.Decided(Pass()))

    def on_grid_pressed(self, event: Grid.Pressed) -> None:
        self.cursor = event.cell
        if self.plan is None:
            self.post_message(self.Roused())
        if self.plan and (self.plan.chosen is not None or self.cursor in self.plan.laid):
            self.action_lay()
        self._draw()

    def on_rack_pressed(self, event: Rack.Pressed) -> None:
        self.action_choose(event.at)

    # ---- what is shown ----

    def _look(self, board: Board, new: Sequence[Cell], hand: tuple[Tile, ...]) -> None:
        self.board, self.new, self.hand = board, new, hand
        self._draw(focus=new[-1] if new else None)

    def _changed(self) -> None:
        """Draw what somebody did, and say what is wrong with it so far."""
        self._draw()
        plan = self.plan
        if plan is None:
            return
        if plan.aside is not None:
            self.tell("ui.app.trading")
        elif plan.laid and (fault := plan.fault):
            self.post_message(self.Told(fault.say(self.lang)))
        else:
            self.post_message(self.Told(""))

    def _pieces(self) -> dict[Cell, Tile]:
        laid = dict(self.plan.play.placements) if self.plan else {}
        return {**self.board, **laid}

    def _draw(self, focus: Cell | None = None) -> None:
        plan = self.plan
        marks: dict[Cell, Mark] = dict.fromkeys(self.new, NEW)
        if plan and plan.laid:
            fault = plan.fault
            marks |= dict.fromkeys(fault.cells if fault else (), WRONG)
            marks |= dict.fromkeys(set(plan.laid) - (set(fault.cells) if fault else set()), LAID)
        lit = plan.lit() if plan else {}
        self.grid.show(Spread(self._pieces(), marks, lit, self.cursor), focus)
        self.rack.show(self.title(self.heading), self._slots(), self._status())

    def _slots(self) -> list[Slot]:
        plan = self.plan
        if plan is None:
            return [Slot(tile) for tile in self.hand]
        used = set(plan.laid.values())
        marked = (plan.aside or set()) | ({plan.chosen} - {None})
        return [
            Slot(None if at in used else tile, PICKED if at in marked else PLACED)
            for at, tile in enumerate(self.hand)
        ]

    def _status(self) -> Text:
        """The points of what is laid, line by line."""
        plan = self.plan
        if plan is None or not plan.laid or plan.fault:
            return Text()
        score = plan.score
        status = Text(self.text("score.total", n=score.points), GOLD)
        for line in score.lines:
            pieces = "".join(chr(FIRST + tile) for tile in line.tiles)
            status.append("  ").append_text(self.painter.text(pieces))
            status.append(f" {line.points}")
        return status


def _places(hand: Sequence[Tile], tiles: Sequence[Tile]) -> list[int]:
    """Where in a hand some of its tiles are, each copy at a place of its own."""
    free = list(enumerate(hand))
    found = []
    for tile in tiles:
        place = next(place for place in free if place[1] == tile)
        free.remove(place)
        found.append(place[0])
    return found


DESK = ClassicDesk
