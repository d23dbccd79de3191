"""From a command to the application, and back to the terminal when somebody leaves it."""

from __future__ import annotations

from textual.screen import Screen

from qwirkle.terminal.app.paint import Painter
from qwirkle.terminal.app.playing import Playing
from qwirkle.terminal.app.program import Program
from qwirkle.terminal.app.reviewing import Reviewing
from qwirkle.terminal.app.viewing import Viewing
from qwirkle.terminal.console import Console
from qwirkle.terminal.files import read_record
from qwirkle.terminal.kept import Kept
from qwirkle.terminal.review import Options as ReviewOptions
from qwirkle.terminal.review import opened
from qwirkle.terminal.session import Session
from qwirkle.terminal.setup import Options, seated


def play(options: Options, console: Console) -> int:
    """Play a game on the whole screen."""
    seating = seated(options, console.lang)
    kept = Kept(options.keep, "play", seating.game.commitment) if options.keep else None
    session = Session(seating, kept, options)
    console.say("ui.fair.commitment", digest=session.game.commitment)
    _run(Playing(session, console.lang, Painter(console.has_glyphs)))
    if parting := session.parting:
        console.say(parting)
    console.say("ui.play.goodbye")
    return 0


def replay(name: str, console: Console) -> int:
    """Look at a record, move by move."""
    _run(Viewing(read_record(name), console.lang, Painter(console.has_glyphs)))
    return 0


def review(options: ReviewOptions, console: Console) -> int:
    """Look at a record and its review."""
    record = opened(options)
    _run(Reviewing(record, options, console.lang, Painter(console.has_glyphs)))
    return 0


def _run(screen: Screen[None]) -> None:
    if failure := Program(screen).run():
        raise failure
