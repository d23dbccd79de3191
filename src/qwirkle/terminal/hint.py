"""``qwirkle hint``: the best moves of a saved game or of a position, as a table or as sentences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from rich.table import Table as Grid
from rich.text import Text

from qwirkle.analysis import Advice, Estimate, rank
from qwirkle.analysis.advice import percent, points
from qwirkle.bag import Bag
from qwirkle.cards.table import Table
from qwirkle.classic.board import Board
from qwirkle.classic.cells import AXES
from qwirkle.classic.moves import Play
from qwirkle.classic.state import HAND_SIZE
from qwirkle.events import Moved, Resigned
from qwirkle.faults import BadSetup
from qwirkle.lines import ANY, narrowed
from qwirkle.notation import parse_classic_position
from qwirkle.terminal.console import Console
from qwirkle.terminal.files import read_record
from qwirkle.terminal.screen import screen
from qwirkle.tiles import Tile
from qwirkle.views import View

MOST = 16
"""The search tries no more moves than that closely."""

NARROW = 64
"""Columns without which a table has no room for words."""


@dataclass(frozen=True, slots=True)
class Wishes:
    """What somebody asked for on the command line; None is: as usual."""

    file: str | None = None
    position: str | None = None
    player: str | None = None
    move: int | None = None
    top: int = 5
    seed: int = 0
    budget: float | None = None


def hint(wishes: Wishes, console: Console) -> int:
    """Show where a game stands, and what its player to move could do."""
    if not 1 <= wishes.top <= MOST:
        raise BadSetup("ui.bad.top", count=wishes.top, most=MOST)
    view = _view(wishes, console)
    found = rank(view, wishes.budget, seed=wishes.seed, most=wishes.top)
    if wishes.move is not None:
        console.say("ui.hint.before", number=wishes.move)
    _stand(view, console)
    console.line()
    console.say("ui.hint.best", player=view.player)
    if console.plain or console.width < NARROW:
        _tell(found, console)
    else:
        _draw(found, view.edition, console)
    return 0


def _view(wishes: Wishes, console: Console) -> View:
    """What the player to move knows, in the record or position that was asked for."""
    if wishes.position is not None:
        if (wishes.file, wishes.player, wishes.move) != (None, None, None):
            raise BadSetup("ui.bad.hint")
        names = console.text("ui.name.player"), console.text("ui.name.computer")
        return position_view(wishes.position, names)
    if wishes.file is None:
        raise BadSetup("ui.bad.hint")
    return record_view(wishes.file, wishes.player, wishes.move)


def record_view(name: str, player: str | None = None, move: int | None = None) -> View:
    """The view of the player to move at the end of a record, or before one of its moves."""
    game = read_record(name).game
    if player is not None and player not in game.players:
        raise BadSetup("bad.player", text=player, known=", ".join(game.players))
    moves = sum(isinstance(event, Moved | Resigned) for event in game.events)
    most = moves + (game.turn is not None)
    if move is None and game.turn is None:
        raise BadSetup("ui.bad.hint_over", n=moves)
    if move is not None and not 1 <= move <= most:
        raise BadSetup("ui.bad.hint_move", count=move, most=most)
    for _ in range(moves - (move or most) + 1):
        game.pop()
    turn = str(game.turn)
    if player not in (None, turn):
        raise BadSetup("bad.advice.turn", player=player, turn=turn)
    return game.view(turn)


def position_view(text: str, names: tuple[str, str]) -> View:
    """A position of the tile game as a game of two, without scores and history.

    Tiles that are neither on the board nor in the hand, the bag or the other hand are taken to be
    out of the game, as when somebody has left it (O1): nobody knows which they are.
    """
    position = parse_classic_position(text)
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


def _check_lines(board: Board) -> None:
    for cell in board:
        for axis in AXES:
            tiles: tuple[Tile, ...] = tuple(board[each] for each in board.line(cell, axis))
            if narrowed(ANY, tiles) is None:
                raise BadSetup("ui.bad.position_line", tiles=tiles)


def _stand(view: View, console: Console) -> None:
    """What lies open, how everybody stands, and the hand of the player to move."""
    shown = screen(console)
    if isinstance(view.board, Table):
        shown.table(view.board, ())
    else:
        shown.board(view.board, ())
    facts = [
        console.text(f"ui.score.{view.edition}", player=name, n=points, size=view.hand_sizes[name])
        for name, points in view.scores.items()
    ]
    shown.facts([*facts, console.text(f"ui.bag.{view.edition}", n=view.bag)])
    console.say(f"ui.hand.{view.edition}", player=view.player)
    shown.hand(view.hand)


def _tell(found: list[Advice], console: Console) -> None:
    """One sentence after the other, for an ear."""
    shown = screen(console)
    for number, advice in enumerate(found, 1):
        console.line()
        console.whole(console.text("ui.hint.choice", number=number, move=str(advice.move)))
        if isinstance(advice.move, Play):
            console.line(shown.placements(advice.move))
        for reason in (*advice.figures, *advice.reasons, advice.basis):
            console.line(reason.say(console.lang))


def _draw(found: list[Advice], edition: str, console: Console) -> None:
    """A table; below each figure stands its interval."""
    grid = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    grid.add_column("")
    grid.add_column(console.text("ui.hint.column.move"), ratio=1)
    for name in ("margin", "win", "samples"):
        grid.add_column(
            console.text(f"ui.hint.column.{name}"), justify="right", no_wrap=True, overflow="fold"
        )
    for number, advice in enumerate(found, 1):
        move = Text.assemble((str(advice.move), "bold"), "\n", advice.why(console.lang))
        move.append("\n" if number < len(found) else "")
        grid.add_row(str(number), move, *_figures(advice, console))
    console.show(grid)
    if any(advice.margin for advice in found):
        console.say(f"ui.hint.legend.{edition}")
    if any(advice.margin and not advice.exact for advice in found):
        console.say("ui.hint.intervals")
    bases = {advice.basis.key: advice.basis for advice in found}
    bases.pop("advice.basis.tried", None)
    for basis in bases.values():
        console.line(basis.say(console.lang))


def _figures(advice: Advice, console: Console) -> Iterator[str]:
    if advice.margin is None or advice.win is None:
        yield from ("-", "-", "-")
    elif advice.exact:
        yield f"{advice.margin.value:+g}"
        yield f"{percent(advice.win.value)} %"
        yield console.text("ui.hint.exact")
    else:
        yield _interval(advice.margin, points)
        yield _interval(advice.win, percent, " %")
        yield str(advice.samples)


def _interval(figure: Estimate, form: Callable[[float], str], unit: str = "") -> str:
    return f"{form(figure.value)}{unit}\n{form(figure.low)} .. {form(figure.high)}"
