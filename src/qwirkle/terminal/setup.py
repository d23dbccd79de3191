"""Who sits at the table: from what was asked for to a game with people and computer players."""

from __future__ import annotations

import re
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from qwirkle import locales, native
from qwirkle.bots import Bot, bot
from qwirkle.bots.adaptive import Rating
from qwirkle.bots.levels import DEFAULT, SEARCHING, WHOLE, Level, level, strength
from qwirkle.events import Moved, Shuffled
from qwirkle.faults import BadSetup
from qwirkle.game import AnyGame, Game
from qwirkle.setup import OLDEST
from qwirkle.terminal.files import read_record
from qwirkle.terminal.kept import latest
from qwirkle.terminal.strength import Standing, strengths_in, text_of
from qwirkle.terminal.teller import Teller


@dataclass(frozen=True, slots=True)
class Options:
    """The options of the command; None means the default."""

    game: str | None = None
    players: Sequence[str] = ()
    computers: int | None = None
    ages: str | None = None
    seed: int | None = None
    entropy: str | None = None
    level: int | None = None
    mine: bool = False
    """Computer players about as strong as the person, instead of a level."""
    bot: str | None = None
    load: str | None = None
    resume: bool = False
    """Continue the game that was left last."""
    keep: Path | None = None
    """The folder in which the game is kept by itself, if it shall be."""
    state: Path | None = None
    """The folder of what is known of the person; nothing is noted without one."""
    remarks: bool = False
    """Whether computer players say something now and then."""
    pace: float = 0
    """Seconds that a computer player takes for a move, at least."""


@dataclass(slots=True)
class Seating:
    """A game, and which of its players are people."""

    game: AnyGame
    people: tuple[str, ...]
    bots: dict[str, Bot] = field(default_factory=dict)
    level: Level | None = None
    """How strong the computer players are; None where a bot was asked for by its name, and where
    they are about as strong as the person."""
    strengths: dict[str, int] = field(default_factory=dict)
    """How strong those are who are matched to the person, in hundredths of a level."""
    file: str | None = None

    @property
    def levels(self) -> list[int | None]:
        """The level whose character sits on each seat; None for people, and for bots by name."""
        return [self._level(player) for player in self.game.players]

    def _level(self, player: str) -> int | None:
        if player in self.strengths:
            return strength(self.strengths[player]).number
        return self.level.number if self.level and player in self.bots else None


def seated(options: Options, lang: str) -> Seating:
    """The table that was asked for."""
    if options.resume and options.keep:
        return _resumed(options, options.keep)
    return _loaded(options) if options.load is not None else _fresh(options, lang)


def _resumed(options: Options, where: Path) -> Seating:
    """The game that was left last, with its people and computer players."""
    facts = latest(where, "play", "people", "level", "bot", "record")
    people = tuple(facts["people"])
    chosen = replace(options, level=facts["level"], bot=facts["bot"])
    return _with_bots(Game.load(facts["record"]), people, chosen)


def _fresh(options: Options, lang: str) -> Seating:
    """A new game: people first, then computer players."""
    people = list(options.players) or [locales.say("ui.name.player", lang)]
    computers = options.computers
    if computers is None:
        computers = 1 if len(people) == 1 else 0
    others = _computers(computers, lang)
    names = [*people, *others]
    edition = options.game or "classic"
    texts = dict(zip(others, _texts(options, edition, computers), strict=False))
    if options.entropy:
        texts[people[0]] = options.entropy
    game = Game(
        names,
        edition,
        seed=options.seed,
        ages=_ages(options.ages, len(people), len(names)),
        entropy=texts or None,
    )
    return _with_bots(game, game.players[: len(people)], options)


def _loaded(options: Options) -> Seating:
    """A saved game. Its people are those named, or all that have no computer's name."""
    if any((options.game, options.ages, options.entropy)) or options.seed is not None:
        raise BadSetup("ui.bad.load")
    name = str(options.load)
    replay = read_record(name)
    game = replay.game
    if replay.doubt and game.turn is not None:
        raise BadSetup("bad.no_seed")
    for stranger in set(options.players) - set(game.players):
        raise BadSetup("bad.player", text=stranger, known=", ".join(game.players))
    people = [player for player in game.players if not _is_computer(player)]
    seating = _with_bots(game, tuple(options.players or people), options)
    seating.file = name
    return seating


def _texts(options: Options, edition: str, computers: int) -> list[str]:
    """What computer players add to the shuffle: nothing, unless they are matched to the person."""
    if not options.mine:
        return []
    rating = Standing(options.state, edition).rating if options.state else Rating()
    strengths = rating.opponents(computers)
    if native.kernel is None:  # then nobody can search
        strengths = [min(hundredths, SEARCHING * WHOLE - 1) for hundredths in strengths]
    return [text_of(hundredths) for hundredths in strengths]


def _with_bots(game: AnyGame, people: tuple[str, ...], options: Options) -> Seating:
    seats = [(seat, player) for seat, player in enumerate(game.players) if player not in people]
    if options.bot is None and options.level is None:
        strengths = strengths_in(game, people)
        if strengths and len(strengths) == len(seats):
            bots = {
                player: strength(strengths[player]).player(seed_of(game, seat))
                for seat, player in seats
            }
            return Seating(game, people, bots, strengths=strengths)
    asked = _level(options)
    name = asked.bot if asked else str(options.bot)
    bots = {player: bot(name, seed_of(game, seat)) for seat, player in seats}
    return Seating(game, people, bots, asked)


def seed_of(game: AnyGame, seat: int) -> int:
    """The seed of a computer player: another one in every game, the same when it goes on."""
    return zlib.crc32(f"bot {game.commitment} {seat}".encode())


def _level(options: Options) -> Level | None:
    """The level that was asked for, or the usual one; None where a bot was."""
    if options.bot is not None and options.mine:
        raise BadSetup("ui.bad.level_and_bot")
    if options.bot is None:
        return level(DEFAULT if options.level is None else options.level)
    if options.level is not None:
        raise BadSetup("ui.bad.level_and_bot")
    return None


def _computers(count: int, lang: str) -> list[str]:
    name = locales.say("ui.name.computer", lang)
    return [name if number == 1 else f"{name} {number}" for number in range(1, count + 1)]


def _is_computer(player: str) -> bool:
    """Whether a name is one that we give to computer players, in any language."""
    names = (re.escape(locales.say("ui.name.computer", lang)) for lang in locales.LANGUAGES)
    return bool(re.fullmatch(rf"({'|'.join(names)})( \d)?", player))


def _ages(text: str | None, people: int, players: int) -> list[int | None] | None:
    """Read ``30,31,-``; the ages of computer players can be left out."""
    if text is None:
        return None
    ages = [_age(word.strip()) for word in text.split(",")]
    return ages + [None] * (players - people) if len(ages) == people else ages


def _age(word: str) -> int | None:
    if word == "-":
        return None
    if not re.fullmatch(r"[0-9]{1,3}", word):
        raise BadSetup("ui.bad.age", text=word, n=OLDEST)
    return int(word)


def tell_start(game: AnyGame, teller: Teller) -> None:
    """How often the cards were dealt, who starts, and why (T2, C2)."""
    deals = sum(isinstance(event, Shuffled) for event in game.events)
    if deals > 1:
        teller.console.say("ui.start.again", n=deals - 1)
    teller.starts(game)


def is_new(game: AnyGame) -> bool:
    return not any(isinstance(event, Moved) for event in game.events)
