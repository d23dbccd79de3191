"""The tile game in the terminal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from qwirkle.bag import Bag
from qwirkle.classic.board import Board
from qwirkle.classic.cells import AXES
from qwirkle.classic.moves import HiddenTrade, Play, Trade
from qwirkle.classic.notation import parse_position
from qwirkle.classic.state import HAND_SIZE, State
from qwirkle.faults import BadSetup, Cell
from qwirkle.lines import ANY, narrowed
from qwirkle.moves import Move as AnyMove
from qwirkle.pictures import Picture
from qwirkle.terminal.console import Console
from qwirkle.terminal.presentation import Presentation
from qwirkle.terminal.screen import Screen
from qwirkle.tiles import Tile
from qwirkle.views import AnyView, View


class Classic(Presentation[State, Board]):
    commands = ("trade", "pass")

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
        if isinstance(move, Trade):
            return console.text("ui.review.trade", n=len(move.tiles))
        return self.placed(move, screen) or console.text("ui.review.pass")

    def pieces(self, before: State, move: AnyMove) -> tuple[Tile, ...]:
        return move.tiles if isinstance(move, Play | Trade) else ()

    def picture(self, before: State, move: AnyMove) -> Picture:
        return before.picture(move if isinstance(move, Play) else None)

    def placed(self, move: AnyMove, screen: Screen) -> str | None:
        return screen.placements(move.placements, str(move)) if isinstance(move, Play) else None

    def advised(self, view: AnyView, move: AnyMove, screen: Screen, console: Console) -> None:
        if console.plain and isinstance(move, Play):
            console.line(screen.placements(move.placements, str(move)))

    def position_view(self, text: str, names: tuple[str, str]) -> AnyView:
        """A position of the tile game as a game of two, without scores and history.

        Tiles that are neither on the board nor in the hand, the bag or the other hand are taken to
        be out of the game, as when somebody has left it (O1): nobody knows which they are.
        """
        position = parse_position(text)
        board, hand = position.board, position.hand
        _check_lines(board)
        if not 1 <= len(hand) <= HAND_SIZE:
            raise BadSetup("ui.bad.position_hand", n=len(hand))
        known = (*board.values(), *hand)
        if extra := Bag.full().missing(known):
            raise BadSetup("T1.copies", tiles=extra)
        unseen = Counter(Bag.full()) - Counter(known)
        others = unseen.total() - position.bag
        if others < 1:
            raise BadSetup("ui.bad.position_bag", count=position.bag, most=unseen.total() - 1)
        return View(
            edition="classic",
            player=names[0],
            players=names,
            turn=names[0],
            position=position,
            board=board,
            hand_sizes=dict(zip(names, (len(hand), min(HAND_SIZE, others)), strict=True)),
            bag=position.bag,
            unseen=unseen,
            scores=dict.fromkeys(names, 0),
            captured=dict.fromkeys(names, ()),
            history=(),
            outcome=None,
        )


PRESENTATION = Classic()


def _check_lines(board: Board) -> None:
    for cell in board:
        for axis in AXES:
            tiles: tuple[Tile, ...] = tuple(board[each] for each in board.line(cell, axis))
            if narrowed(ANY, tiles) is None:
                raise BadSetup("ui.bad.position_line", tiles=tiles)
