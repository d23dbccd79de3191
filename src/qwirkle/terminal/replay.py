"""A record, shown as boards; and a record, checked against its seed."""

from __future__ import annotations

from dataclasses import dataclass

from qwirkle.bots.names import speaker
from qwirkle.chain import PublicLog, Receipt
from qwirkle.editions import AnyState
from qwirkle.events import Moved, Resigned
from qwirkle.faults import BadSetup
from qwirkle.game import AnyGame
from qwirkle.notation import BadRecord
from qwirkle.terminal.console import Console
from qwirkle.terminal.files import BadRecordFile, read, read_record
from qwirkle.terminal.teller import Teller
from qwirkle.verdict import Verdict
from qwirkle.views import Outcome

PROVEN, NOT_PROVEN, UNREADABLE = 0, 1, 2


def replay(name: str, console: Console) -> int:
    """Show a record from the first move to the last."""
    record = read_record(name)
    game = record.game
    players = tuple(map(speaker(record, console.lang), game.players))
    outcome = Outcome.of(game.state, players)
    teller = Teller(console, game.edition, players)
    console.say(f"ui.title.{teller.words}", players=", ".join(players))
    console.say("ui.fair.commitment", digest=game.commitment)
    teller.starts(game)
    for number, (before, event, after) in enumerate(steps(game), 1):
        console.line()
        console.say("ui.replay.move", number=number)
        if isinstance(event, Moved):
            teller.moved(before, event)
        else:
            console.say("ui.play.resigned", player=players[event.seat])
        teller.layout(after)
        teller.scores(after)
    if outcome:
        teller.outcome(outcome)
    else:
        console.line()
        console.say("ui.replay.unfinished")
    return 0


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
