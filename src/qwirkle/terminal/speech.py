"""The computer players at a terminal speak up: one quiet line, now and then."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from qwirkle.events import Moved
from qwirkle.faults import BadSetup
from qwirkle.game import AnyGame
from qwirkle.terminal.console import Console
from qwirkle.terminal.kept import Kept
from qwirkle.terminal.presentation import presentation
from qwirkle.terminal.remarks import Made, Remark, Story, remarks_of


class Speech:
    """What is said in one game; nothing that was said before somebody came is repeated."""

    def __init__(
        self,
        game: AnyGame,
        console: Console,
        levels: Sequence[int | None],
        keep: Path | None = None,
    ) -> None:
        self.game = game
        self.console = console
        self.levels = levels
        self.strangers = _strangers(keep, game, levels)
        self.heard = game.moves

    def after_move(self) -> None:
        """Say what there is to say about the last move."""
        made, heard = self.game.moves, self.heard
        self.heard = made
        for remark in self._remarks(()):
            if heard < remark.turn == made:
                self._say(remark)

    def at_end(self) -> None:
        """The last word; none where somebody left."""
        outcome = self.game.outcome
        if outcome is None or self.game.state.gone:
            return
        winners = [self.game.players.index(player) for player in outcome.winners]
        for remark in self._remarks(winners)[-1:]:
            if remark.occasion in ("won", "lost", "shared"):
                self._say(remark)

    def _remarks(self, winners: Sequence[int]) -> list[Remark]:
        yours = [seat for seat, level in enumerate(self.levels) if level is None]
        of = presentation(self.game.edition).remarkable
        key, moves = self.game.commitment, moves_of(self.game)
        return remarks_of(Story(key, self.levels, yours, self.strangers, moves, winners, of))

    def _say(self, remark: Remark) -> None:
        level = self.levels[remark.seat]
        text = self.console.text(f"web.remark.{level}.{remark.occasion}.{remark.variant}")
        line = self.console.text("ui.play.remark", player=self.game.players[remark.seat], text=text)
        self.console.line(line, style="italic")


def moves_of(game: AnyGame) -> list[Made]:
    """The moves that stand, as everybody saw them."""
    past, shown, found = game.copy(), presentation(game.edition), []
    for event in game.backwards():
        past.pop()
        if isinstance(event, Moved):
            laid, qwirkles = shown.feat(past.state, event.move)
            found.append(Made(event.seat, event.points, qwirkles, laid, len(event.drawn)))
    return found[::-1]


def _strangers(keep: Path | None, game: AnyGame, levels: Sequence[int | None]) -> list[int]:
    """The levels that play here for the first time in this game, also when it goes on later."""
    if keep is None:
        return []
    met, present = Kept(keep, "met", "computers"), sorted({level for level in levels if level})
    try:
        known = met.facts() or {}
    except BadSetup:
        return []  # a greeting is not worth a refusal
    first = {str(level): known.get(str(level), game.commitment) for level in present}
    if first.items() - known.items():
        met.keep({**known, **first})
    return [level for level in present if first[str(level)] == game.commitment]
