"""The tile game in the terminal."""

from __future__ import annotations

from collections.abc import Sequence

from qwirkle.classic.board import Board
from qwirkle.classic.moves import HiddenTrade, Play, Trade
from qwirkle.classic.notation import parse_position
from qwirkle.classic.scoring import lines_made
from qwirkle.classic.state import HAND_SIZE, State
from qwirkle.faults import BadSetup, Cell
from qwirkle.lines import LONGEST
from qwirkle.moves import Move as AnyMove
from qwirkle.pictures import Picture
from qwirkle.terminal.console import Console
from qwirkle.terminal.positions import Players, Refusals, view
from qwirkle.terminal.presentation import Presentation
from qwirkle.terminal.remarks import Remarkable
from qwirkle.terminal.screen import Screen
from qwirkle.tiles import Tile
from qwirkle.views import AnyView


class Classic(Presentation[State, Board]):
    commands = ("trade", "pass")
    remarkable = Remarkable("points", big=8, close=6)

    def show(self, layout: Board, new: Sequence[Cell], screen: Screen, console: Console) -> None:
        if layout:
            screen.grid(layout, new)
        else:
            console.say("ui.board.empty")

    def new(self, before: State, move: AnyMove) -> tuple[Cell, ...] | None:
        return move.cells if isinstance(move, Play) else None

    def moved(
        self, player: str, before: State, move: AnyMove, screen: Screen, console: Console
    ) -> None:
        match move:
            case Play():
                placed = screen.placements(move.placements, str(move))
                console.say("ui.move.play", player=player, move=placed)
                for sentence in before.score(move).say(console.lang):
                    console.line("  " + sentence)
            case Trade(tiles=tiles):
                console.say("ui.move.trade", player=player, n=len(tiles))
            case HiddenTrade(count=count):
                console.say("ui.move.trade", player=player, n=count)
            case _:
                console.say("ui.move.pass", player=player)

    def told(self, before: State, move: AnyMove, screen: Screen, console: Console) -> str:
        if isinstance(move, Trade | HiddenTrade):
            count = move.count if isinstance(move, HiddenTrade) else len(move.tiles)
            return console.text("ui.review.trade", n=count)
        return self.placed(move, screen) or console.text("ui.review.pass")

    def pieces(self, before: State, move: AnyMove) -> tuple[Tile, ...]:
        return move.tiles if isinstance(move, Play | Trade) else ()

    def feat(self, before: State, move: AnyMove) -> tuple[int, int]:
        if not isinstance(move, Play):
            return 0, 0
        lines = lines_made(before.board, move)
        return len(move.tiles), sum(len(line.tiles) == LONGEST for line in lines)

    def picture(self, before: State, move: AnyMove) -> Picture:
        return before.picture(move if isinstance(move, Play) else None)

    def placed(self, move: AnyMove, screen: Screen) -> str | None:
        return screen.placements(move.placements, str(move)) if isinstance(move, Play) else None

    def advised(self, view: AnyView, move: AnyMove, screen: Screen, console: Console) -> None:
        if console.plain and isinstance(move, Play):
            console.line(screen.placements(move.placements, str(move)))

    def position_view(self, text: str, table: Players) -> AnyView:
        position = parse_position(text)
        board, hand = position.board, position.hand
        if flaw := board.flaw():
            raise BadSetup.of(flaw)
        if not 1 <= len(hand) <= HAND_SIZE:
            raise BadSetup("ui.bad.position_hand", n=len(hand))
        return view(
            "classic",
            position,
            board,
            board.values(),
            bag=position.bag,
            hand_size=HAND_SIZE,
            table=table,
            refusals=Refusals("T1.copies", "ui.bad.position_bag"),
        )


PRESENTATION = Classic()
