"""A record, shown as boards; and a record, checked against its seed."""

from __future__ import annotations

from qwirkle.editions import State
from qwirkle.events import Moved, Resigned
from qwirkle.faults import BadSetup
from qwirkle.game import Game
from qwirkle.notation import BadRecord
from qwirkle.terminal.console import Console
from qwirkle.terminal.files import BadRecordFile, read_record
from qwirkle.terminal.teller import Teller

PROVEN, NOT_PROVEN, UNREADABLE = 0, 1, 2


def replay(name: str, console: Console) -> int:
    """Show a record from the first move to the last."""
    game = read_record(name).game
    outcome = game.outcome
    teller = Teller(console, game.edition, game.players)
    console.say(f"ui.title.{game.edition}", players=", ".join(game.players))
    console.say("ui.fair.commitment", digest=game.commitment)
    for number, (before, event, after) in enumerate(_steps(game), 1):
        console.line()
        console.say("ui.replay.move", number=number)
        if isinstance(event, Moved):
            teller.moved(before, event)
        else:
            console.say("ui.play.resigned", player=game.players[event.seat])
        teller.lying(after)
        teller.scores(after)
    if outcome:
        teller.outcome(outcome)
    else:
        console.line()
        console.say("ui.replay.unfinished")
    return 0


def _steps(game: Game) -> list[tuple[State, Moved | Resigned, State]]:
    """Each move with the states around it; the game is taken back to its beginning."""
    steps: list[tuple[State, Moved | Resigned, State]] = []
    while True:
        after = game.state
        try:
            event = game.pop()
        except BadSetup:
            return steps[::-1]
        steps.append((game.state, event, after))


def verify(name: str, console: Console) -> int:
    """Say what the seed of a record proves, or which line it does not explain."""
    try:
        replay = read_record(name)
    except BadRecordFile as refusal:
        console.refuse(refusal)
        console.say("ui.verify.failed")
        is_record = isinstance(refusal.reason, BadRecord) and refusal.reason.line > 1
        return NOT_PROVEN if is_record else UNREADABLE
    if replay.doubt:
        console.refuse(replay.doubt)
        console.say("ui.verify.failed")
        return NOT_PROVEN
    console.say("ui.verify.commitment", digest=replay.game.commitment)
    console.say("ui.verify.shuffles", n=replay.proven_shuffles)
    console.say("ui.verify.draws", n=replay.proven_draws)
    console.say("ui.verify.proven" if replay.game.outcome else "ui.verify.proven_so_far")
    return PROVEN
