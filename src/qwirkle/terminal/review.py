"""``qwirkle review``: a game looked at again, as a table, as sentences, as JSON or as a page."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, TextIO

from rich.cells import cell_len
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from qwirkle.analysis import DEPTHS, PlayerReview, Review, TurnReview
from qwirkle.analysis import review as reviewed
from qwirkle.analysis.export import as_json
from qwirkle.analysis.reviewed import BAD, JUDGEMENTS
from qwirkle.bots.names import speaker
from qwirkle.editions import AnyState
from qwirkle.faults import BadSetup
from qwirkle.moves import Move
from qwirkle.replay import Replay
from qwirkle.terminal import files, page
from qwirkle.terminal.console import Console
from qwirkle.terminal.presentation import presentation
from qwirkle.terminal.replay import steps
from qwirkle.terminal.screen import screen
from qwirkle.terminal.sentences import Sentences

NARROW = 80
"""Columns without which a table has no room for moves."""
INDENT, WIDEST = 6, 16
"""Where remarks begin, and the most room for a name."""

STYLES = {
    "brilliant": "bold yellow",
    "best": "green",
    "inaccuracy": "yellow",
    "mistake": "bold",
    "blunder": "bold red",
    "forced": "dim",
}


@dataclass(frozen=True, slots=True)
class Options:
    """The options of the command."""

    file: str
    player: str | None = None
    json: bool = False
    html: str | None = None
    depth: str = "standard"


def review(options: Options, console: Console) -> int:
    """Review the game of a record, and show what was asked for."""
    record = opened(options)
    game = record.game
    if options.html is not None:
        files.check_page(options.html, page.BEGINNING)
    depth = DEPTHS[options.depth]
    watch = Progress(sys.stderr, console)
    found = reviewed(game, budget=depth.budget, games=depth.games, progress=watch)
    sentences = Sentences(found, speaker(record, console.lang), console.lang)
    states = [before for before, _, _ in steps(game.copy())]
    seat = None if options.player is None else game.players.index(options.player)
    if options.html is not None:
        files.write_page(options.html, page.Page(sentences, states, seat).text())
    if options.json:
        sys.stdout.write(as_json(found, console.lang))
    elif options.html is not None:
        console.say("ui.review.written", file=options.html)
    else:
        Report(sentences, states, seat, console).show()
    return 0


def opened(options: Options) -> Replay:
    """The record to review, in which somebody has moved, and the player who was asked for."""
    record = files.read_record(options.file)
    players = record.game.players
    if options.player is not None and options.player not in players:
        raise BadSetup("bad.player", text=options.player, known=", ".join(players))
    if not record.game.moves:
        raise BadSetup("ui.review.none")
    return record


class Progress:
    """Says how much is done: on one line of a screen, elsewhere a sentence at each quarter."""

    def __init__(self, out: TextIO, console: Console) -> None:
        self.out = out
        self.console = console
        self.drawn = out.isatty() and not console.plain

    def __call__(self, done: int, total: int) -> None:
        text = self.console.text("ui.review.progress", number=done, total=total)
        if self.drawn:
            self.out.write(f"\r{text}" if done < total else "\r\x1b[K")
        elif 4 * done // total != 4 * (done - 1) // total:
            self.out.write(f"{text}\n")
        self.out.flush()


class Report:
    """A review on a console."""

    def __init__(
        self, sentences: Sentences, states: Sequence[AnyState], seat: int | None, console: Console
    ) -> None:
        self.say = sentences
        self.review: Review = sentences.review
        self.console = console
        self.game = presentation(self.review.edition)
        self.screen = screen(console)
        self.states = states
        self.turns = [turn for turn in self.review.turns if seat in (None, turn.seat)]
        self.spoken = console.plain or console.width < NARROW

    def show(self) -> None:
        self.console.line(self.say.title())
        for note in self.say.notes():
            self.console.line(note)
        self.console.line()
        if self.spoken:
            self._tell_turns()
            self._tell_players()
        else:
            self._draw_turns()
            self.console.line()
            self._draw_players()
        self._figures()

    def _figures(self) -> None:
        """Turning points, and what the figures mean."""
        if self.review.turning_points:
            self.console.line()
            self.console.say("ui.review.turning")
            for point in self.review.turning_points:
                self.console.line(f"  {self.say.turning(point)}")
        self.console.line()
        self.console.say(f"ui.review.legend.{self.say.words}")
        self.console.say("ui.review.luck")
        self.console.say("ui.review.skill")
        self.console.line(self.say.effort())

    def _move(self, turn: TurnReview, move: Move) -> str:
        before = self.states[turn.number - 1]
        return self.game.told(before, move, self.screen, self.console)

    def _better(self, turn: TurnReview) -> Iterator[str]:
        """What would have been better, and why; nothing where the move was good enough."""
        if turn.judgement in BAD:
            key, best = f"ui.review.better.{self.say.words}", turn.best
            yield self.say.text(key, move=self._move(turn, best.move), n=best.points)
            yield self.say.why(turn)
        yield from self.say.remarks(turn)

    # ---- as tables ----

    def _draw_turns(self) -> None:
        """A line for each turn; below it, over the whole width, what would have been better."""
        for turn in self.turns:
            grid = self._grid(heads=turn is self.turns[0])
            judgement = Text(self.say.judgement(turn.judgement), STYLES.get(turn.judgement, ""))
            grid.add_row(
                str(turn.number),
                self.say.names[turn.seat],
                judgement,
                str(turn.points),
                self.say.chance(turn),
                self.say.lost(turn),
                Text(self._move(turn, turn.move), "bold"),
            )
            self.console.show(grid)
            for sentence in filter(None, self._better(turn)):
                self.console.show(Padding(Text(sentence), (0, 0, 0, INDENT)))

    def _grid(self, *, heads: bool) -> Grid:
        """Columns as wide as their widest entry, the moves in what is left."""
        say, turns = self.say, self.turns
        grid = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 0), show_header=heads)
        for head, entries, right in (
            (say.text("ui.review.column.turn"), [], True),
            (say.text("ui.review.column.player"), say.names, False),
            (say.text("ui.review.column.judgement"), map(say.judgement, JUDGEMENTS), False),
            (say.text(f"ui.review.column.points.{say.words}"), [], True),
            (say.text("ui.review.column.win"), map(say.chance, turns), False),
            (say.text(f"ui.review.column.lost.{say.words}"), map(say.lost, turns), True),
        ):
            width = min(WIDEST, max(map(cell_len, (*head.split(" "), *entries))))
            side: Literal["left", "right"] = "right" if right else "left"
            grid.add_column(head, justify=side, width=width, overflow="fold")
        grid.add_column(say.text("ui.review.column.played"), ratio=1, overflow="fold")
        return grid

    def _draw_players(self) -> None:
        grid = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 0))
        grid.add_column(self.say.text("ui.review.column.player"))
        for name, _ in self._facts(self.review.players[0]):
            grid.add_column(name, justify="right")
        for player in self.review.players:
            values = [value.replace("; ", "\n") for _, value in self._facts(player)]
            grid.add_row(self.say.names[player.seat], *values)
        self.console.show(grid)
        self.console.line()
        for player in self.review.players:
            self._tell_counts(player)

    def _facts(self, player: PlayerReview) -> Iterator[tuple[str, str]]:
        """The names and the figures of a player."""
        text, words = self.say.text, self.say.words
        yield text(f"ui.review.column.points.{words}"), str(player.score)
        yield text("ui.review.column.accuracy"), self.say.accuracy(player)
        yield text(f"ui.review.column.per_turn.{words}"), self.say.per_turn(player)
        yield text("ui.review.column.luck"), "; ".join(self.say.luck(player))
        yield text("ui.review.column.skill"), "; ".join(self.say.skill(player))

    def _tell_counts(self, player: PlayerReview) -> None:
        self.console.line(f"{self.say.names[player.seat]}: {self.say.counts(player)}.")
        self.console.line(f"{self.say.qwirkles(player)}.")

    # ---- as sentences ----

    def _tell_turns(self) -> None:
        for turn in self.turns:
            for sentence in self.told(turn):
                self.console.line(sentence)
            self.console.line()

    def told(self, turn: TurnReview) -> Iterator[str]:
        """A turn in sentences: what was played, how good it was, and what was better."""
        words = {"number": turn.number, "player": self.say.names[turn.seat], "n": turn.points}
        move = self._move(turn, turn.move)
        yield self.say.text(f"ui.review.told.{self.say.words}", move=move, **words)
        yield f"{self.say.judgement(turn.judgement)}."
        if turn.judgement in BAD and turn.before and turn.after:
            before, after = map(self.say.percent, (turn.before.value, turn.after.value))
            yield self.say.text("ui.review.chance", before=before, after=after)
            lost = turn.lost_points
            ends = [self.say.figure(x, ".1f") for x in (lost.value, lost.low, lost.high)]
            figures = dict(zip(("value", "low", "high"), ends, strict=True))
            yield self.say.text(f"ui.review.lost.{self.say.words}", **figures)
        yield from filter(None, self._better(turn))

    def _tell_players(self) -> None:
        for player in self.review.players:
            self._tell_counts(player)
            for name, value in self._facts(player):
                self.console.line(f"{name}: {value}.")
            self.console.line()
