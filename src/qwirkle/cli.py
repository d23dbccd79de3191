"""The front door: ``qwirkle play``, ``serve``, ``hint``, ``review``, ``replay`` and the others.

What a command needs is imported inside it, so that the program answers at once.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from typing import TYPE_CHECKING, NoReturn, TextIO

from qwirkle import options
from qwirkle.faults import BadSetup, Refusal
from qwirkle.locales import say
from qwirkle.options import UNUSABLE, language

if TYPE_CHECKING:
    from qwirkle.terminal.console import Console

OK, FAILED, INTERRUPTED = 0, 1, 130
PACE = 0.8
"""Seconds for a move of the computer, where somebody watches."""
MINE = "mine"
"""The level that asks for computer players about as strong as the person."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the program; every failure is a sentence and an exit code."""
    _forgive(sys.stdin, sys.stdout, sys.stderr)
    argv = sys.argv[1:] if argv is None else argv
    lang = language(argv, os.environ)
    try:
        parser = options.parser(lang)
        asked = parser.parse_args(argv)
        code = RUN[asked.command](asked, lang) if asked.command else _usage(parser)
        sys.stdout.flush()
    except Refusal as reason:
        return _failed(reason.say(lang), UNUSABLE, reason.detail)
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _silence()
        return FAILED
    except OSError as error:
        _silence()
        return _failed(say("ui.cli.output", lang), FAILED, error.strerror)
    return code


def _play(asked: argparse.Namespace, lang: str) -> int:
    from qwirkle.terminal.kept import folder
    from qwirkle.terminal.play import play
    from qwirkle.terminal.setup import Options

    console = _console(lang, asked.plain)
    chosen = Options(
        game=asked.game,
        players=asked.player,
        computers=asked.computer,
        ages=asked.ages,
        seed=asked.seed,
        entropy=asked.entropy,
        level=None if asked.level == MINE else _level(asked.level),
        mine=asked.level == MINE,
        bot=asked.bot,
        load=asked.load,
        resume=asked.resume,
        keep=folder(os.environ) if console.typed or asked.resume else None,
        state=folder(os.environ),
        remarks=console.typed and not asked.no_remarks,
        pace=PACE if console.typed else 0,
    )
    if asked.app:
        with _application(asked, console):
            from qwirkle.terminal.app import start
        return start.play(chosen, console)
    return play(chosen, console)


def _level(text: str | None) -> int | None:
    """The number of a level; what numbers there are, others know."""
    from qwirkle.bots.levels import LEVELS

    if text is not None and not text.isdecimal():
        raise BadSetup("ui.bad.level_word", text=text, most=len(LEVELS))
    return None if text is None else int(text)


def _hint(asked: argparse.Namespace, lang: str) -> int:
    from qwirkle.bots import parse_budget
    from qwirkle.terminal.hint import Options, hint

    chosen = Options(
        file=asked.file,
        position=asked.position,
        edition=asked.game,
        players=asked.players,
        scores=asked.scores,
        player=asked.player,
        move=asked.move,
        top=asked.top,
        seed=asked.seed,
        budget=parse_budget(asked.budget),
    )
    return hint(chosen, _console(lang, asked.plain))


def _review(asked: argparse.Namespace, lang: str) -> int:
    from qwirkle.terminal.review import Options, review

    console = _console(lang, asked.plain)
    names = Options.__dataclass_fields__
    chosen = Options(**{name: getattr(asked, name) for name in names})
    if asked.app:
        with _application(asked, console):
            from qwirkle.terminal.app import start
        return start.review(chosen, console)
    return review(chosen, console)


def _replay(asked: argparse.Namespace, lang: str) -> int:
    from qwirkle.terminal.replay import Shown, replay

    console = _console(lang, asked.plain)
    if asked.app:
        with _application(asked, console):
            from qwirkle.terminal.app import start
        return start.replay(asked.file, console)
    if asked.moves is None and not asked.boards and not asked.step:
        return replay(asked.file, console)
    return replay(asked.file, console, Shown(asked.moves, asked.boards, asked.step))


def _verify(asked: argparse.Namespace, lang: str) -> int:
    from qwirkle.terminal.replay import Evidence, verify

    if asked.receipt and not asked.log:
        raise BadSetup("ui.verify.needs_log")
    evidence = Evidence(asked.key, asked.log, asked.receipt)
    return verify(asked.file, _console(lang), evidence)


def _score(asked: argparse.Namespace, lang: str) -> int:
    from qwirkle.terminal.companion import Options, score
    from qwirkle.terminal.kept import folder

    console = _console(lang, asked.plain)
    keep = folder(os.environ) if console.typed or asked.resume else None
    return score(Options(asked.game, asked.player, asked.resume, keep), console)


def _arena(asked: argparse.Namespace, lang: str) -> int:
    from qwirkle.arena.command import Options, arena

    names = Options.__dataclass_fields__
    return arena(Options(**{name: getattr(asked, name) for name in names}), lang)


def _dataset(asked: argparse.Namespace, lang: str) -> int:
    from qwirkle.arena.dataset import Options, dataset

    names = Options.__dataclass_fields__
    return dataset(Options(**{name: getattr(asked, name) for name in names}), lang)


def _engine(asked: argparse.Namespace, _: str) -> int:
    from qwirkle.bots import maker
    from qwirkle.bots.engine import engine

    maker(asked.bot)  # refused before a host has begun to talk
    return engine(asked.bot)


def _engine_check(asked: argparse.Namespace, lang: str) -> int:
    from qwirkle.bots.checking import Check
    from qwirkle.bots.finding import program

    for name, failure in Check(program(asked.program)).results():
        kept = say(f"ui.check.{name}", lang)
        print(f"{'✗' if failure else '✓'} {kept}", flush=True)
        if failure:
            return _failed(say("ui.check.failed", lang), FAILED, failure)
    print(say("ui.check.passed", lang))
    return OK


def _serve(asked: argparse.Namespace, lang: str) -> int:
    def on_start(url: str) -> None:
        print(say("ui.serve.address", lang, url=url), flush=True)
        if asked.open:
            import webbrowser

            webbrowser.open(url)

    with _ended_by_signals():
        with _server_packages():
            from qwirkle.server.http.run import serve
            from qwirkle.server.node.options import settings_of
        return serve(settings_of(asked), on_start, log_json=asked.log == "json")


@contextmanager
def _ended_by_signals() -> Iterator[None]:
    """Until the server listens to signals itself, they end the process. ``KeyboardInterrupt`` would
    be lost where it is raised in a callback, as happens while packages are loaded."""

    def end(number: int, _: object) -> NoReturn:
        os._exit(128 + number)

    before = {one: signal.signal(one, end) for one in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for one, handler in before.items():
            signal.signal(one, handler)


def _migrate(asked: argparse.Namespace, lang: str) -> int:
    with _server_packages():
        from qwirkle.server.storage.admin import migrate

    return migrate(asked.data, print, lang, rebuild=asked.rebuild)


def _backup(asked: argparse.Namespace, lang: str) -> int:
    with _server_packages():
        from qwirkle.server.storage.admin import backup

    return backup(asked.data, asked.file, print, lang)


def _restore(asked: argparse.Namespace, lang: str) -> int:
    with _server_packages():
        from qwirkle.server.storage.admin import restore

    return restore(asked.data, asked.file, print, lang, force=asked.force)


def _key(asked: argparse.Namespace, lang: str) -> int:
    with _server_packages():
        from qwirkle.server.storage.admin import key

    return key(asked.data, print, lang, replace=asked.replace)


@contextmanager
def _packages(refusal: str, extra: str) -> Iterator[None]:
    """What is large is installed only where it is wanted."""
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("qwirkle"):
            raise
        raise BadSetup(refusal, extra=extra) from None


def _server_packages() -> AbstractContextManager[None]:
    return _packages("ui.serve.extra", "server")


def _application(asked: argparse.Namespace, console: Console) -> AbstractContextManager[None]:
    """The whole screen is there for people at a terminal who have asked for nothing else."""
    for name in ("plain", "json", "html", "moves", "boards", "step"):
        if getattr(asked, name, None):
            raise BadSetup("ui.app.options", text=f"--{name}")
    if console.plain or not console.typed:
        raise BadSetup("ui.app.terminal")
    return _packages("ui.app.extra", "tui")


def _console(lang: str, plain: bool = False) -> Console:
    from qwirkle.terminal.console import Console

    return Console(lang, plain=plain)


def _completion(asked: argparse.Namespace, lang: str) -> int:
    """Completions for a shell, with the values that each option can have."""
    import shtab

    from qwirkle.bots import BOTS
    from qwirkle.bots.levels import LEVELS
    from qwirkle.editions import EDITIONS

    parser = options.parser(lang)
    levels = (*(str(level.number) for level in LEVELS), MINE)
    bots = tuple(BOTS)
    known = {"game": tuple(EDITIONS), "bot": bots, "bots": bots, "level": levels}
    files = ("file", "load", "out", "picture", "log", "receipt", "html")
    for action in _actions(parser):
        if action.dest in known:
            action.choices = known[action.dest]
        elif action.dest in files and not action.choices:
            action.complete = shtab.FILE  # type: ignore[attr-defined]
        elif action.dest == "folder":
            action.complete = shtab.DIRECTORY  # type: ignore[attr-defined]
    sys.stdout.write(shtab.complete(parser, asked.shell) + "\n")
    return OK


RUN: dict[str, Callable[[argparse.Namespace, str], int]] = {
    "play": _play, "hint": _hint, "review": _review, "replay": _replay, "verify": _verify,
    "score": _score, "arena": _arena, "dataset": _dataset, "engine": _engine,
    "engine-check": _engine_check, "serve": _serve, "migrate": _migrate, "backup": _backup,
    "restore": _restore, "key": _key, "completion": _completion,
}  # fmt: skip


def _actions(parser: argparse.ArgumentParser) -> list[argparse.Action]:
    """Every option and argument of a parser and of its commands."""
    actions = list(parser._actions)
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for command in action.choices.values():
                actions += command._actions
    return actions


def _usage(parser: argparse.ArgumentParser) -> int:
    parser.print_help()
    return UNUSABLE


def _forgive(*streams: TextIO) -> None:
    """Letters that a terminal cannot read or show are replaced, and no reason to stop."""
    for stream in streams:
        with suppress(AttributeError):
            stream.reconfigure(errors="replace")  # type: ignore[attr-defined]


def _failed(sentence: str, code: int, detail: str | None = None) -> int:
    """One sentence, and below it what the system said, in the system's own words."""
    with suppress(OSError):
        sys.stderr.write(f"qwirkle: {sentence}\n" + (f"  {detail}\n" if detail else ""))
    return code


def _silence() -> None:
    """Nobody reads any more: let nothing be written when the program closes its output."""
    with suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
