"""A record, shown as boards; and a record, checked against its seed."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass

from qwirkle.bots.names import speaker
from qwirkle.chain import PublicLog, Receipt
from qwirkle.editions import AnyState
from qwirkle.events import Moved, Resigned
from qwirkle.faults import BadSetup
from qwirkle.game import AnyGame
from qwirkle.notation import BadRecord
from qwirkle.terminal.console import Console, Left
from qwirkle.terminal.files import BadRecordFile, read, read_record
from qwirkle.terminal.teller import Teller
from qwirkle.verdict import Verdict
from qwirkle.views import Outcome

PROVEN, NOT_PROVEN, UNREADABLE = 0, 1, 2
EVERY = 10
"""After how many moves a board is shown, where nobody asks for more."""


@dataclass(frozen=True, slots=True)
class Shown:
    """What of a record is shown: these moves with their boards, every board, or one by one."""

    moves: str | None = None
    boards: bool = False
    step: bool = False


def replay(name: str, console: Console, shown: Shown | None = None) -> int:
    """Show a record: each move in a line or two, with a board now and then and at the end; or some
    moves with all their boards; or one move after the other, as somebody asks for them."""
    shown = shown or Shown(step=console.typed)
    record = read_record(name)
    film = Film(
        record.game, tuple(map(speaker(record, console.lang), record.game.players)), console
    )
    first, last = chosen(shown.moves, len(film.steps))
    if shown.step:
        return film.stepped(first)
    film.begin()
    for number in range(first, last + 1):
        every = shown.boards or shown.moves is not None
        film.move(number, board=every or number % EVERY == 0 or number == last)
    if last == len(film.steps):
        film.end()
    return 0


def chosen(moves: str | None, most: int) -> tuple[int, int]:
    """The first and the last move to show: ``12``, ``5-9``, ``30-`` or all of them.

    >>> chosen("5-9", 60), chosen("30-", 60), chosen("7", 60), chosen(None, 60)
    ((5, 9), (30, 60), (7, 7), (1, 60))
    """
    if moves is None:
        return 1, most
    match = re.fullmatch(r"\s*([0-9]{1,4})?\s*(-)?\s*([0-9]{1,4})?\s*", moves)
    if not match or not (match[1] or match[3]) or (match[3] and not match[2]):
        raise BadSetup("ui.bad.moves", text=moves)
    first = int(match[1] or 1)
    last = int(match[3] or (most if match[2] else first))
    if not 1 <= first <= last <= most:
        raise BadSetup("ui.bad.moves_range", text=moves.strip(), n=most)
    return first, last


class Film:
    """A game that was played, move by move."""

    def __init__(self, game: AnyGame, players: tuple[str, ...], console: Console) -> None:
        self.game = game
        self.console = console
        self.players = players
        self.outcome = Outcome.of(game.state, players)
        self.teller = Teller(console, game.edition, players)
        self.opened = game.copy()
        self.steps = steps(game)

    def begin(self) -> None:
        """The players, the commitment, and who starts."""
        self.console.say(f"ui.title.{self.teller.words}", players=", ".join(self.players))
        self.console.say("ui.fair.commitment", digest=self.game.commitment)
        self.teller.starts(self.opened)

    def move(self, number: int, *, board: bool) -> None:
        """What happened in a move, and the table after it."""
        before, event, after = self.steps[number - 1]
        self.console.line()
        self.console.say("ui.replay.move", number=number)
        if isinstance(event, Moved):
            self.teller.moved(before, event)
        else:
            self.console.say("ui.play.resigned", player=self.players[event.seat])
        if board:
            self.teller.layout(after)
            self.teller.scores(after)

    def end(self) -> None:
        if self.outcome:
            self.teller.outcome(self.outcome)
        else:
            self.console.line()
            self.console.say("ui.replay.unfinished")

    def stepped(self, first: int) -> int:
        """One move after the other: Enter goes on, ``back`` goes back, a number goes there."""
        self.begin()
        at, most = first - 1, len(self.steps)
        with suppress(Left):
            while True:
                typed = self.console.ask("ui.replay.prompt", number=at, n=most)
                word, _ = self.console.command(typed)
                if word == "quit":
                    break
                at = self._target(word, at, most)
        self.console.say("ui.play.goodbye")
        return 0

    def _target(self, word: str, at: int, most: int) -> int:
        """The move that was asked for, shown; the same one where there is none."""
        to = {"": at + 1, "back": at - 1}.get(word, int(word) if word.isdecimal() else 0)
        if not 1 <= to <= most:
            self.console.say("ui.replay.how", n=most)
            return at
        self.move(to, board=True)
        if to == most:
            self.end()
        return to


def steps(game: AnyGame) -> list[tuple[AnyState, Moved | Resigned, AnyState]]:
    """Each move with the states around it; the game is taken back to its beginning."""
    steps: list[tuple[AnyState, Moved | Resigned, AnyState]] = []
    while True:
        after = game.state
        try:
            event = game.pop()
        except BadSetup:
            return steps[::-1]
        steps.append((game.state, event, after))


@dataclass(frozen=True, slots=True)
class Evidence:
    """What else a record is held against: a server's key, its log, and a receipt that was kept."""

    key: str | None = None
    log: str | None = None
    receipt: str | None = None


def verify(name: str, console: Console, against: Evidence | None = None) -> int:
    """Say what is proven of a record, sentence by sentence."""
    evidence = against or Evidence()
    log, receipt = evidence.log, evidence.receipt
    try:
        replay = read_record(name)
    except BadRecordFile as refusal:
        console.refuse(refusal)
        console.say("ui.verify.nothing")
        is_record = isinstance(refusal.reason, BadRecord) and refusal.reason.line > 1
        return NOT_PROVEN if is_record else UNREADABLE
    verdict = Verdict(
        replay,
        keys=(evidence.key.lower(),) if evidence.key else (),
        log=PublicLog(read(log)) if log else None,
        receipt=Receipt.parse(read(receipt)) if receipt else None,
    )
    for sentence in verdict.sentences(console.lang, called=speaker(replay, console.lang)):
        console.line(sentence)
    return PROVEN if verdict.holds else NOT_PROVEN
