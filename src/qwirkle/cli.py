"""The front door: ``qwirkle play``, ``serve``, ``hint``, ``replay``, ``verify`` and the others.

What a command needs is imported inside it, so that the program answers at once.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, NoReturn, TextIO

from qwirkle import __version__
from qwirkle.faults import BadSetup, Refusal
from qwirkle.locales import LANGUAGES, say

if TYPE_CHECKING:
    from qwirkle.terminal.console import Console

OK, FAILED, UNUSABLE, INTERRUPTED = 0, 1, 2, 130
SHELLS = ("bash", "zsh", "tcsh")


def main(argv: Sequence[str] | None = None) -> int:
    """Run the program; every failure is a sentence and an exit code."""
    options = _parser().parse_args(argv)
    _forgive(sys.stdin, sys.stdout, sys.stderr)
    lang = options.lang or preferred_language(os.environ)
    try:
        code: int = options.run(options, lang)
        sys.stdout.flush()
    except Refusal as reason:
        return _failed(reason.say(lang), UNUSABLE)
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _silence()
        return FAILED
    except OSError as error:
        _silence()
        return _failed(say("ui.cli.output", lang, reason=error.strerror), FAILED)
    return code


def preferred_language(environment: Mapping[str, str]) -> str:
    """The language that the environment asks for, where it is one of ours."""
    names = (environment.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    wanted = next((name for name in names if name), "en")
    code = wanted.replace(".", "_").partition("_")[0].lower()
    return code if code in LANGUAGES else "en"


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one line, and where to read more."""

    def error(self, message: str) -> NoReturn:
        lang = preferred_language(os.environ)
        hint = say("ui.cli.help", lang, command=f"{self.prog} --help")
        self.exit(UNUSABLE, f"{self.prog}: {message}. {hint}\n")


def _parser() -> _Parser:
    parser = _Parser(prog="qwirkle", description="Both Qwirkle games in the terminal.")
    parser.add_argument("--version", action="version", version=f"qwirkle {__version__}")
    parser.add_argument("--lang", choices=LANGUAGES, help="language of all sentences")
    parser.set_defaults(run=lambda *_: _usage(parser))
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", parser_class=_Parser)
    common = _Parser(add_help=False)
    common.add_argument(
        "--lang", choices=LANGUAGES, default=argparse.SUPPRESS, help="language of all sentences"
    )
    plain = _Parser(add_help=False)
    plain.add_argument(
        "--plain", action="store_true", help="sentences only: no colours, no pictures"
    )

    def command(name: str, run: Callable[..., int], text: str, *parents: _Parser) -> _Parser:
        made = commands.add_parser(name, help=text, description=text, parents=[common, *parents])
        made.set_defaults(run=run)
        return made

    _play_options(command("play", _play, "play a game", plain))
    _hint_options(command("hint", _hint, "name the best moves of a saved game, and why", plain))
    _file_argument(command("replay", _replay, "show a record move by move", plain))
    _file_argument(command("verify", _verify, "check a record against its seed"))
    _score_options(command("score", _score, "judge and count a game on a real table", plain))
    _arena_options(command("arena", _arena, "let bots play many games, and compare them"))
    _serve_options(command("serve", _serve, "host both games for people and bots"))
    _data_option(made := command("migrate", _migrate, "bring the server's database up to date"))
    made.add_argument("--rebuild", action="store_true", help="work out anew what the log implies")
    _data_option(made := command("backup", _backup, "save the server's database while it runs"))
    made.add_argument("file", metavar="FILE", help="what to write; it is replaced when complete")
    _data_option(made := command("restore", _restore, "put a backup into an empty database"))
    made.add_argument("file", metavar="FILE", help="what qwirkle backup has written")
    made.add_argument("--force", action="store_true", help="replace what is in the database")
    shells = command("completion", _completion, "print completions for a shell")
    shells.add_argument("shell", choices=SHELLS)
    return parser


def _game_option(parser: _Parser) -> None:
    parser.add_argument("--game", metavar="GAME", help="classic (tiles, the default) or cards")


def _play_options(parser: _Parser) -> None:
    _game_option(parser)
    add = parser.add_argument
    add("--player", action="append", default=[], metavar="NAME", help="a person; repeatable")
    add("--computer", type=int, choices=range(4), metavar="N", help="how many computer players")
    add("--ages", metavar="LIST", help="ages as in 30,31,- to decide who starts in a tie")
    add("--seed", type=int, metavar="N", help="repeat the same shuffle")
    add("--level", type=int, metavar="N", help="strength of the computer, 1 to 6 (default 3)")
    add("--bot", metavar="BOT", help="a bot by its name, instead of a level")
    add("--entropy", metavar="TEXT", help="your own contribution to the shuffle")
    add("--load", metavar="FILE", help="go on with a saved game")


def _hint_options(parser: _Parser) -> None:
    add = parser.add_argument
    add("file", nargs="?", metavar="FILE", help="a record, as saved in a game")
    add("--position", metavar="TEXT", help="instead: board / hand / bag, of the tile game")
    add("--player", metavar="NAME", help="refuse if somebody else is to move")
    add("--move", type=int, metavar="N", help="look before move N, as replay counts them")
    add("--budget", default="1s", metavar="TIME", help="time to think, such as 0.5s (default 1s)")
    add("--top", type=int, default=5, metavar="N", help="how many moves (default 5)")
    add("--seed", type=int, default=0, metavar="N", help="other guesses at what is hidden")


def _score_options(parser: _Parser) -> None:
    _game_option(parser)
    parser.add_argument(
        "--player",
        action="append",
        default=[],
        metavar="NAME",
        help="a player; repeatable, in the order of play, the first begins",
    )


def _arena_options(parser: _Parser) -> None:
    add = parser.add_argument
    add("bots", nargs="*", metavar="BOT", help="two bots, or more with --ladder")
    add("--ladder", action="store_true", help="play each bot against each other")
    add(
        "--games", "--game", dest="game", default="classic", metavar="GAME", help="classic or cards"
    )
    add("--pairs", type=int, default=1000, metavar="N", help="pairs of games (default 1000)")
    add("--players", type=int, default=2, metavar="N", help="2 to 4; the first bot has one seat")
    add(
        "--sprt",
        nargs=2,
        type=float,
        metavar=("LOW", "HIGH"),
        help="stop when one of two leads, in points a game, is accepted",
    )
    add("--budget", metavar="TIME", help="time a turn, such as 30ms or 0.5s")
    add("--seed", type=int, default=0, metavar="N", help="other decks (default 0)")
    add("--jobs", type=int, metavar="N", help="processes (default: one for each core)")
    add("--out", metavar="FILE", help="write the results as JSON; an interrupted run goes on")
    add("--picture", metavar="FILE", help="draw the win rates as an SVG picture")
    add("--cluster", metavar="ADDRESS", help="play on a Ray cluster; local starts one here")


def _data_option(parser: _Parser) -> None:
    parser.add_argument(
        "--data",
        default=os.environ.get("QWIRKLE_DATA", "qwirkle.db"),
        metavar="WHERE",
        help="a SQLite file or postgresql://... (default: $QWIRKLE_DATA, or qwirkle.db)",
    )


def _serve_options(parser: _Parser) -> None:
    _data_option(parser)
    add = parser.add_argument
    add("--host", default="127.0.0.1", metavar="ADDRESS", help="0.0.0.0 lets other devices in")
    add("--port", type=int, default=8108, metavar="N", help="0 takes any free one (default 8108)")
    add("--redis", metavar="URL", help="redis://..., where several nodes share a database")
    add("--origin", action="append", default=[], metavar="URL", help="another site that may write")
    add("--workers", type=int, default=1, metavar="N", help="processes for the computer players")
    add("--bot-delay", default="0.7,1.6", metavar="A,B", help="seconds a computer player takes")
    add("--bot-budget", metavar="TIME", help="time for the top level to think, such as 300ms")
    add(
        "--rate",
        default="10,60",
        metavar="P,A",
        help="commands a second: person, address; 0 is any",
    )
    add("--plain-pages", action="store_true", help="pages without scripts instead of the client")
    add("--https", action="store_true", help="people come by https, through a proxy")
    add("--open", action="store_true", help="show the start page in a browser")
    add("--proxy", metavar="LIST", help="believe what proxies at these addresses forward; * is all")
    add("--log", choices=("json", "text"), default="text", help="how the log is written")


def _file_argument(parser: _Parser) -> None:
    parser.add_argument("file", metavar="FILE", help="a record, as saved in a game")


def _play(options: argparse.Namespace, lang: str) -> int:
    from qwirkle.terminal.play import play
    from qwirkle.terminal.setup import Wishes

    wishes = Wishes(
        game=options.game,
        players=options.player,
        computers=options.computer,
        ages=options.ages,
        seed=options.seed,
        entropy=options.entropy,
        level=options.level,
        bot=options.bot,
        load=options.load,
    )
    return play(wishes, _console(lang, options.plain))


def _hint(options: argparse.Namespace, lang: str) -> int:
    from qwirkle.bots import parse_budget
    from qwirkle.terminal.hint import Wishes, hint

    wishes = Wishes(
        file=options.file,
        position=options.position,
        player=options.player,
        move=options.move,
        top=options.top,
        seed=options.seed,
        budget=parse_budget(options.budget),
    )
    return hint(wishes, _console(lang, options.plain))


def _replay(options: argparse.Namespace, lang: str) -> int:
    from qwirkle.terminal.replay import replay

    return replay(options.file, _console(lang, options.plain))


def _verify(options: argparse.Namespace, lang: str) -> int:
    from qwirkle.terminal.replay import verify

    return verify(options.file, _console(lang))


def _score(options: argparse.Namespace, lang: str) -> int:
    from qwirkle.terminal.companion import score

    return score(options.game, options.player, _console(lang, options.plain))


def _arena(options: argparse.Namespace, lang: str) -> int:
    from qwirkle.arena.command import Wishes, arena

    names = Wishes.__dataclass_fields__
    return arena(Wishes(**{name: getattr(options, name) for name in names}), lang)


def _serve(options: argparse.Namespace, lang: str) -> int:
    import webbrowser

    with _server_packages():
        from qwirkle.server.options import settings_of
        from qwirkle.server.serving import serve

    def told(url: str) -> None:
        print(say("ui.serve.address", lang, url=url), flush=True)
        if options.open:
            webbrowser.open(url)

    return serve(settings_of(options), told, log_json=options.log == "json")


def _migrate(options: argparse.Namespace, lang: str) -> int:
    with _server_packages():
        from qwirkle.server.upkeep import migrate

    return migrate(options.data, print, lang, rebuild=options.rebuild)


def _backup(options: argparse.Namespace, lang: str) -> int:
    with _server_packages():
        from qwirkle.server.upkeep import backup

    return backup(options.data, options.file, print, lang)


def _restore(options: argparse.Namespace, lang: str) -> int:
    with _server_packages():
        from qwirkle.server.upkeep import restore

    return restore(options.data, options.file, print, lang, force=options.force)


@contextmanager
def _server_packages() -> Iterator[None]:
    """What the server needs is installed only where one is wanted."""
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("qwirkle"):
            raise
        raise BadSetup("ui.serve.extra", extra="server") from None


def _console(lang: str, plain: bool = False) -> Console:
    from qwirkle.terminal.console import Console

    return Console(lang, plain=plain)


def _completion(options: argparse.Namespace, _: str) -> int:
    """Completions for a shell, with the values that each option can have."""
    import shtab

    from qwirkle.bots import BOTS
    from qwirkle.bots.levels import LEVELS
    from qwirkle.editions import EDITIONS

    parser = _parser()
    levels = tuple(level.number for level in LEVELS)
    bots = tuple(BOTS)
    known = {"game": tuple(EDITIONS), "bot": bots, "bots": bots, "level": levels}
    for action in _actions(parser):
        if action.dest in known:
            action.choices = known[action.dest]
        elif action.dest in ("file", "load", "out", "picture"):
            action.complete = shtab.FILE  # type: ignore[attr-defined]
    sys.stdout.write(shtab.complete(parser, options.shell) + "\n")
    return OK


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


def _failed(sentence: str, code: int) -> int:
    with suppress(OSError):
        sys.stderr.write(f"qwirkle: {sentence}\n")
    return code


def _silence() -> None:
    """Nobody reads any more: let nothing be written when the program closes its output."""
    with suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
