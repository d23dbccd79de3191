"""The panes beside the table: who has what, what nobody has seen, what happened, what to know."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from rich.text import Text
from textual import events
from textual.message import Message
from textual.widget import Widget

from qwirkle.editions import AnyState
from qwirkle.locales import say
from qwirkle.terminal.app.paint import BAD, GOLD, QUIET, Painter, fitted, short
from qwirkle.terminal.screen import DOT, HUES, sign
from qwirkle.tiles import COLORS, SHAPES, Tile


class Pane(Widget):
    """A title and lines below it."""

    def __init__(self, name: str, lang: str, painter: Painter) -> None:
        super().__init__(id=name)
        self.lang = lang
        self.painter = painter

    def render(self) -> Text:
        lines = [Text(fitted(self.heading(), self.size.width), "bold"), *self.lines()]
        return Text("\n", no_wrap=True, overflow="crop").join(lines)

    def heading(self) -> str:
        raise NotImplementedError

    def lines(self) -> Sequence[Text]:
        raise NotImplementedError


class Scores(Pane):
    """The players with their points and the size of their hands; whose turn it is; the bag."""

    def __init__(self, words: str, players: Sequence[str], lang: str, painter: Painter) -> None:
        super().__init__("scores", lang, painter)
        self.words = words
        self.players = players
        self.state: AnyState | None = None

    def show(self, state: AnyState) -> None:
        self.state = state
        self.refresh()

    def on_mount(self) -> None:
        self.styles.height = len(self.players) + 2

    def heading(self) -> str:
        return say(f"ui.review.column.points.{self.words}", self.lang)

    def lines(self) -> list[Text]:
        state = self.state
        if state is None:
            return []
        made = []
        for seat, (player, points) in enumerate(zip(self.players, state.scores, strict=True)):
            moving = seat == state.turn and state.ended is None
            style = QUIET if seat in state.gone else GOLD if moving else ""
            name = short(player, self.size.width - 10)
            figures = f"{points:>4}{f'({len(state.hands[seat])})':>4}"
            made.append(Text(f"{'>' if moving else ' '} {name}{figures}", style))
        bag = say(f"ui.bag.{self.words}", self.lang, n=len(state.bag))
        return [*made, Text(fitted(bag, self.size.width), QUIET)]


class Unseen(Pane):
    """How many of each kind the reader has not seen; nothing while nobody may look."""

    def __init__(self, lang: str, painter: Painter) -> None:
        super().__init__("unseen", lang, painter)
        self.counts: Counter[Tile] | None = None

    def show(self, counts: Counter[Tile] | None) -> None:
        self.counts = counts
        self.refresh()

    def heading(self) -> str:
        if self.counts is None:
            return ""
        return say("ui.unseen", self.lang, n=self.counts.total())

    def lines(self) -> list[Text]:
        if self.counts is None:
            return []
        glyphs = self.painter.glyphs
        heads = "".join(f"{sign(shape, glyphs=glyphs):>3}" for shape in SHAPES)
        made = [Text("  " + heads, QUIET)]
        for color in COLORS:
            counts = (self.counts[Tile.of(color, shape)] for shape in SHAPES)
            line = Text(f" {color}", f"bold {HUES[color]}")
            line.append("".join(f"{count or (DOT if glyphs else '.'):>3}" for count in counts), "")
            made.append(line)
        return made


@dataclass(frozen=True, slots=True)
class Entry:
    """A move in the list."""

    number: int
    player: str
    told: str
    points: int
    sign: str = ""
    """What somebody thinks of it, in as many columns for every move."""
    style: str = ""


class Moves(Pane):
    """The moves so far, the last one always in sight; a click on one chooses it."""

    NAME, WIDE = 6, 36
    """Columns for a name, and of the pane from which there are twice as many."""

    class Pressed(Message):
        """Somebody clicked on a move."""

        def __init__(self, number: int) -> None:
            super().__init__()
            self.number = number

    def __init__(self, lang: str, painter: Painter) -> None:
        super().__init__("moves", lang, painter)
        self.entries: Sequence[Entry] = ()
        self.at = 0
        """The number of the move that is shown now."""
        self._top = 0

    def show(self, entries: Sequence[Entry], at: int | None = None) -> None:
        self.entries = entries
        self.at = len(entries) if at is None else at
        self._follow()

    def on_resize(self) -> None:
        self._follow()

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        event.stop()
        self._scroll(self._top + 1)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        event.stop()
        self._scroll(self._top - 1)

    def on_click(self, event: events.Click) -> None:
        at = event.y - 1 + self._top
        if event.y and 0 <= at < len(self.entries):
            self.post_message(self.Pressed(self.entries[at].number))

    def heading(self) -> str:
        return say("web.moves", self.lang)

    def lines(self) -> list[Text]:
        return [self._line(entry) for entry in self.entries[self._top : self._top + self._room]]

    @property
    def _room(self) -> int:
        return max(1, self.size.height - 1)

    def _follow(self) -> None:
        if not self._top < self.at <= self._top + self._room:
            self._scroll(self.at - (self._room if self.at > self._top else 1))
        self.refresh()

    def _scroll(self, top: int) -> None:
        self._top = max(0, min(top, len(self.entries) - self._room))
        self.refresh()

    def _line(self, entry: Entry) -> Text:
        here = entry.number == self.at
        line = Text().append(entry.sign, entry.style)
        line.append(f"{entry.number:>3}{'>' if here else ' '}", GOLD if here else QUIET)
        room = self.NAME if self.size.width < self.WIDE else 2 * self.NAME
        line.append(short(entry.player, room) + " ", "bold" if here else "")
        points = f"{entry.points:>3}" if entry.points else ""
        told = self.painter.text(entry.told, close=True)
        told.truncate(self.size.width - line.cell_len - len(points), overflow="ellipsis", pad=True)
        return line.append_text(told).append(points)


class Line(Widget):
    """One sentence: what happened, what was refused, or what can be done.

    What is said in passing, while somebody tries things out, gives way to what was said before.
    """

    def __init__(self, painter: Painter) -> None:
        super().__init__(id="message")
        self.painter = painter
        self.said = Text()
        self.passing = Text()

    def say(self, sentence: str, *, bad: bool = False) -> None:
        self.said = self.painter.text(sentence, f"bold {BAD}" if bad else "")
        self.say_in_passing("")

    def say_in_passing(self, sentence: str, *, bad: bool = False) -> None:
        self.passing = self.painter.text(sentence, f"bold {BAD}" if bad else "")
        self.refresh()

    def render(self) -> Text:
        return self.passing if self.passing.plain else self.said
