"""``qwirkle hint``: the best moves of a saved game or of a position, as a table or as sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from rich.table import Table as Grid
from rich.text import Text

from qwirkle.analysis import Advice, Estimate, rank
from qwirkle.bots.names import speaker
from qwirkle.editions import edition
from qwirkle.events import Moved, Resigned
from qwirkle.faults import BadSetup
from qwirkle.game import AnyGame
from qwirkle.locales import Figure
from qwirkle.terminal.console import Console
from qwirkle.terminal.files import read_record
from qwirkle.terminal.positions import Players
from qwirkle.terminal.presentation import AnyPresentation, presentation
from qwirkle.terminal.screen import screen
from qwirkle.views import AnyView

NARROW = 64
"""Columns without which a table has no room for words."""


@dataclass(frozen=True, slots=True)
class Options:
    """The options of the command; None means the default."""

    file: str | None = None
    position: str | None = None
    edition: str = "classic"
    """The game of the position; a record says its own."""
    players: int | None = None
    scores: str | None = None
    """How many play in the position, and their points, those of the player to move first."""
    player: str | None = None
    move: int | None = None
    top: int = 5
    seed: int = 0
    budget: float | None = None


def hint(options: Options, console: Console) -> int:
    """Show the position of a game, and what its player to move could do."""
    view, called = _view(options, console)
    found = rank(view, options.budget, seed=options.seed, most=options.top)
    if options.move is not None:
        console.say("ui.hint.before", number=options.move)
    _position(view, console, called)
    console.line()
    console.say("ui.hint.best", player=called(view.player))
    if console.plain or console.width < NARROW:
        _tell(found, presentation(view.edition), console)
    else:
        _draw(found, edition(view.edition).words, console)
    return 0


def _view(options: Options, console: Console) -> tuple[AnyView, Callable[[str], str]]:
    """What the player to move knows, in the record or position that was asked for; and what to
    call the players."""
    if options.position is not None:
        if (options.file, options.player, options.move) != (None, None, None):
            raise BadSetup("ui.bad.hint")
        player, computer = console.text("ui.name.player"), console.text("ui.name.computer")
        table = Players.of(player, computer, options.players, options.scores)
        name = edition(options.edition).name
        return presentation(name).position_view(options.position, table), str
    if options.file is None or options.players is not None or options.scores is not None:
        raise BadSetup("ui.bad.hint")
    record = read_record(options.file)
    view = record_view(record.game, options.player, options.move)
    return view, speaker(record, console.lang)


def record_view(game: AnyGame, player: str | None = None, move: int | None = None) -> AnyView:
    """The view of the player to move at the end of a game, or before one of its moves."""
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


def _position(view: AnyView, console: Console, called: Callable[[str], str]) -> None:
    """The open pieces, the scores, and the hand of the player to move."""
    shown = screen(console)
    presentation(view.edition).show(view.board, (), shown, console)
    words = edition(view.edition).words
    facts = [
        console.text(f"ui.score.{words}", player=called(name), n=points, size=view.hand_sizes[name])
        for name, points in view.scores.items()
    ]
    shown.facts([*facts, console.text(f"ui.bag.{words}", n=view.bag)])
    console.say(f"ui.hand.{words}", player=called(view.player))
    shown.hand(view.hand)


def _tell(found: list[Advice], game: AnyPresentation, console: Console) -> None:
    """One sentence after the other, for an ear."""
    shown = screen(console)
    for number, advice in enumerate(found, 1):
        console.line()
        console.whole(console.text("ui.hint.choice", number=number, move=str(advice.move)))
        if placed := game.placed(advice.move, shown):
            console.line(placed)
        for reason in (*advice.figures, *advice.reasons, advice.basis):
            console.line(reason.say(console.lang))


def _draw(found: list[Advice], words: str, console: Console) -> None:
    """A table; below each figure is its interval."""
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
        console.say(f"ui.hint.legend.{words}")
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
        yield Figure(advice.margin.value, "+g").say(console.lang)
        yield Figure(advice.win.value, ".1%").say(console.lang)
        yield console.text("ui.hint.exact")
    else:
        yield _interval(advice.margin, "+.2f", console.lang)
        yield _interval(advice.win, ".1%", console.lang)
        yield str(advice.samples)


def _interval(figure: Estimate, form: str, lang: str) -> str:
    value, low, high = (
        Figure(each, form).say(lang) for each in (figure.value, figure.low, figure.high)
    )
    return f"{value}\n{low} .. {high}"
