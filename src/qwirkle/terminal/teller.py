"""Sentences about what happened in a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from qwirkle.editions import AnyState, edition
from qwirkle.events import Moved
from qwirkle.game import AnyGame
from qwirkle.terminal.console import Console
from qwirkle.terminal.presentation import presentation
from qwirkle.terminal.screen import Screen, screen
from qwirkle.views import Outcome


class Teller:
    """Tells a person what happened at the table; remembers what to mark there as new."""

    def __init__(self, console: Console, name: str, players: tuple[str, ...]) -> None:
        self.console = console
        self.screen: Screen = screen(console)
        self.game = presentation(name)
        self.words = edition(name).words
        self.players = players
        self.new: Sequence[object] = ()

    def starts(self, game: AnyGame) -> None:
        """Who starts, and why (T2, C2); what the set has in common once it is on the table."""
        start, feature = game.start, game.opened_with
        why = "sets" if start.why == "set" and feature is None else start.why
        others = (self.players[seat] for seat in start.tied if seat != start.seat)
        words = {"player": self.players[start.seat], "others": ", ".join(others), "n": start.size}
        if feature:
            words["feature"] = self.console.text(f"ui.start.feature.{feature.name.lower()}")
        self.console.say(f"ui.start.{self.words}.{why}", **words)

    def moved(self, before: AnyState, event: Moved) -> None:
        """A move as its event says, which may be a part of the truth; then its points."""
        player = self.players[event.seat]
        self.game.moved(player, before, event.move, self.screen, self.console)
        drawn = [piece for piece in event.drawn if piece is not None]
        if drawn:
            pieces = self.screen.pieces(drawn)
            self.console.say("ui.move.drawn", player=player, pieces=pieces)
        self.mark(before, event)

    def mark(self, before: AnyState, event: Moved) -> None:
        """Remember what a move brought to the table."""
        new = self.game.new(before, event.move)
        self.new = self.new if new is None else new

    def forget(self) -> None:
        """Mark nothing as new, because a move was taken back."""
        self.new = ()

    def layout(self, state: AnyState) -> None:
        """The pieces on the table."""
        self.game.show(state.layout, self.new, self.screen, self.console)

    def captured(self, state: AnyState) -> None:
        """The rows in front of each player; they lie open (C7)."""
        for player, taken in zip(self.players, state.captured, strict=True):
            key = "ui.captured.rows" if taken else "ui.captured.none"
            self.console.say(key, player=player, rows=self.screen.rows(taken))

    def scores(self, state: AnyState, *more: str) -> None:
        """The scores, and what is left to draw."""
        key = f"ui.score.{self.words}"
        sizes = map(len, state.hands)
        entries = zip(self.players, state.scores, sizes, strict=True)
        facts = [self.console.text(key, player=name, n=n, size=size) for name, n, size in entries]
        facts.append(self.console.text(f"ui.bag.{self.words}", n=len(state.bag)))
        self.screen.facts([*facts, *more])

    def outcome(self, outcome: Outcome) -> None:
        """How the game ended, and who won."""
        self.console.line()
        self.console.say(f"{outcome.rule}.over")
        self.result(outcome.winners, outcome.scores)

    def over(self, outcome: Outcome) -> None:
        """The same where the totals are in sight."""
        self.console.say(f"{outcome.rule}.over")
        self._winners(outcome.winners)

    def result(self, winners: Sequence[str], scores: Mapping[str, int]) -> None:
        """The final totals, and who won (T19, C11)."""
        for player, points in scores.items():
            self.console.say(f"ui.total.{self.words}", player=player, n=points)
        self._winners(winners)

    def _winners(self, winners: Sequence[str]) -> None:
        if len(winners) == 1:
            self.console.say("ui.end.winner", player=winners[0])
        else:
            self.console.say("ui.end.shared", players=", ".join(winners))
