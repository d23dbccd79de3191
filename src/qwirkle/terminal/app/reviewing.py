"""The screen on which a game is looked at again: each move beside the best one, and the chances."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar

from rich.text import Text
from textual import work
from textual.binding import BindingType
from textual.message import Message
from textual.widget import Widget

from qwirkle.analysis import DEPTHS, Review, TurnReview
from qwirkle.analysis import review as reviewed
from qwirkle.analysis.reviewed import BAD, Chance
from qwirkle.bots.names import speaker
from qwirkle.faults import Refusal
from qwirkle.locales import Figure, say
from qwirkle.replay import Replay
from qwirkle.terminal.app.grid import Spread
from qwirkle.terminal.app.keys import Key, bindings
from qwirkle.terminal.app.paint import GOLD, LAID, Painter, fitted, short
from qwirkle.terminal.app.panes import Entry, Pane
from qwirkle.terminal.app.sheet import LAST
from qwirkle.terminal.app.viewing import KEYS as VIEWING
from qwirkle.terminal.app.viewing import Viewing
from qwirkle.terminal.page import SIGNS
from qwirkle.terminal.review import STYLES, Options, Report
from qwirkle.terminal.sentences import Sentences

KEYS: tuple[Key, ...] = (
    Key("n", "n", "ui.app.key.mistake", "mistake"),
    Key("b", "b", "ui.app.key.better", "better"),
)
BARS = "▁▂▃▄▅▆▇█"
LETTERS = "01234567"
PLAIN = str.maketrans({"★": "*", "✓": "+", "○": "o", "‼": "!!", "·": "."})
"""Signs and bars where the terminal has no others."""


class Stopped(Exception):
    """Somebody has left: nobody waits for the review any more."""


class Course(Pane):
    """The chance of winning of each player, turn by turn, as a line of bars."""

    NAME = 6

    def __init__(self, players: Sequence[str], lang: str, painter: Painter) -> None:
        super().__init__("course", lang, painter)
        self.players = players
        self.courses: Sequence[Sequence[Chance]] = ()
        self.total = 1
        self.at = 0

    def show(self, review: Review | None, at: int) -> None:
        self.at = at
        if review:
            self.courses, self.total = review.course, max(1, review.total)
        self.refresh()

    def on_mount(self) -> None:
        self.styles.height = len(self.players) + 1

    def heading(self) -> str:
        return say("ui.app.chance", self.lang)

    def lines(self) -> list[Text]:
        return [
            self._line(name, course)
            for name, course in zip(self.players, self.courses, strict=False)
        ]

    def _line(self, name: str, course: Sequence[Chance]) -> Text:
        line = Text(short(name, self.NAME) + " ")
        wide = max(1, self.size.width - line.cell_len - 5)
        here = round(self.at * (wide - 1) / self.total)
        bars = BARS if self.painter.glyphs else LETTERS
        for column in range(wide):
            chance = _chance(course, column * self.total / max(1, wide - 1))
            bar = " " if chance is None else bars[min(7, int(chance * 8))]
            line.append(bar, "reverse" if column == here else GOLD)
        now = _chance(course, self.at)
        return line.append("" if now is None else Figure(now, ".0%").say(self.lang).rjust(5))


def _chance(course: Sequence[Chance], turns: float) -> float | None:
    """The chance that a player had last, after so many turns."""
    known = [chance.win.value for chance in course if chance.turns <= turns]
    return known[-1] if known else None


class Reviewing(Viewing):
    """A record and its review, which is worked out while somebody looks."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(KEYS)

    class Progressed(Message):
        """A part of the review is done."""

        def __init__(self, done: int, total: int) -> None:
            super().__init__()
            self.done, self.total = done, total

    class Finished(Message):
        """All of it is done."""

        def __init__(self, review: Review) -> None:
            super().__init__()
            self.review = review

    class Failed(Message):
        """It cannot be done here."""

        def __init__(self, reason: Refusal) -> None:
            super().__init__()
            self.reason = reason

    def __init__(self, record: Replay, options: Options, lang: str, painter: Painter) -> None:
        super().__init__(record, lang, painter)
        self.called = speaker(record, lang)
        self.depth = DEPTHS[options.depth]
        names = record.game.players
        self.seat = None if options.player is None else names.index(options.player)
        self.course = Course(self.players, lang, painter)
        self.turns: dict[int, TurnReview] = {}
        self.review: Review | None = None
        self.report: Report | None = None
        self.progress = ""
        self.better = False
        """Whether the better move is on the table, and not the one that was played."""
        self.left = False

    @property
    def keys(self) -> Sequence[Key]:
        return (*LAST[:1], *KEYS, *VIEWING, *LAST[1:])

    def aside(self) -> Sequence[Widget]:
        return self.scores, self.course, self.moves

    def on_mount(self) -> None:
        self._work()

    def on_unmount(self) -> None:
        self.left = True

    # ---- the work ----

    @work(thread=True)
    def _work(self) -> None:
        try:
            found = reviewed(
                self.game,
                budget=self.depth.budget,
                games=self.depth.games,
                progress=self._watched,
            )
        except Stopped:
            return
        except Refusal as reason:
            self.post_message(self.Failed(reason))
        else:
            self.post_message(self.Finished(found))

    def _watched(self, done: int, total: int) -> None:
        """Is told from the thread that works; what it raises ends the work."""
        if self.left:
            raise Stopped
        self.post_message(self.Progressed(done, total))

    def on_reviewing_progressed(self, event: Progressed) -> None:
        self.progress = self.text("ui.review.progress", number=event.done, total=event.total)
        self.line.say(self.sentence())

    def on_reviewing_failed(self, event: Failed) -> None:
        self.app.exit(event.reason)

    def on_reviewing_finished(self, event: Finished) -> None:
        self.review, self.progress = event.review, ""
        self.turns = {turn.number: turn for turn in event.review.turns}
        sentences = Sentences(event.review, self.called, self.lang)
        states = [before for before, _, _ in self.steps]
        self.report = Report(sentences, states, self.seat, self.notes)
        self.report.screen = self.pieces
        self.go(self.at)

    # ---- what is shown ----

    def go(self, to: int) -> None:
        if to != self.at:
            self.better = False
        super().go(to)
        self.course.show(self.review, self.at)

    def spread(self) -> Spread:
        turn = self.turns.get(self.at)
        if turn and self.better:
            before = self.steps[self.at - 1][0]
            return Spread.of(self.game_shown.picture(before, turn.best.move), LAID)
        return super().spread()

    def entries(self) -> list[Entry]:
        return [self._judged(entry) for entry in super().entries()]

    def _judged(self, entry: Entry) -> Entry:
        turn = self.turns.get(entry.number)
        if turn is None:
            return replace(entry, sign="  ")
        sign = SIGNS[turn.judgement]
        sign = sign if self.painter.glyphs else sign.translate(PLAIN)
        return replace(entry, sign=fitted(sign, 2), style=STYLES.get(turn.judgement, ""))

    def sentence(self) -> str:
        """The turn with its judgement, and what would have been better."""
        turn = self.turns.get(self.at)
        if turn is None or self.report is None:
            return f"{super().sentence()} {self.progress}".strip()
        sentences = [*self.report.told(turn)]
        if self.better:
            sentences.insert(0, self.text("ui.app.better"))
        return " ".join(sentences)

    # ---- what can be pressed ----

    def action_better(self) -> None:
        turn = self.turns.get(self.at)
        if turn and not turn.is_best:
            self.better = not self.better
            self.go(self.at)

    def action_mistake(self) -> None:
        """To the next bad move, of the player who was asked for."""
        bad = (
            turn.number
            for turn in self.turns.values()
            if turn.judgement in BAD and self.seat in (None, turn.seat)
        )
        following = next((number for number in sorted(bad) if number > self.at), None)
        if following is None:
            self.line.say_in_passing(self.text("ui.app.no_mistake"))
        else:
            self.action_step(following - self.at)
