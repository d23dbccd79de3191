"""Sentences about what happened in a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from qwirkle.cards import moves as cards
from qwirkle.cards.layout import cards_moved
from qwirkle.cards.rules import played
from qwirkle.cards.state import State as CardsState
from qwirkle.classic import moves as classic
from qwirkle.classic.board import Board
from qwirkle.classic.state import State as ClassicState
from qwirkle.editions import State
from qwirkle.events import HiddenTrade, Moved
from qwirkle.faults import Cell
from qwirkle.terminal.console import Console
from qwirkle.terminal.screen import Screen, screen
from qwirkle.tiles import Pieces, Tile
from qwirkle.views import Outcome


class Teller:
    """Tells a person what happened at the table; remembers what to mark there as new."""

    def __init__(self, console: Console, edition: str, players: tuple[str, ...]) -> None:
        self.console = console
        self.screen: Screen = screen(console)
        self.edition = edition
        self.players = players
        self.new_cells: tuple[Cell, ...] = ()
        self.new_cards: tuple[Tile, ...] = ()

    def moved(self, before: State, event: Moved) -> None:
        """A move as its event says, which may be a part of the truth; then its points."""
        say, player = self.console.say, self.players[event.seat]
        match event.move:
            case classic.Play() as play:
                say("ui.move.play", player=player, move=self.screen.placements(play))
                self._points(before, play)
            case classic.Trade(tiles=tiles):
                say("ui.move.trade", player=player, n=len(tiles))
            case HiddenTrade(count=count):
                say("ui.move.trade", player=player, n=count)
            case cards.Arrange() as laid:
                self._laid(before, laid, player)
            case cards.Exchange():
                say("ui.move.exchange", player=player)
            case _:
                say("ui.move.pass", player=player)
        drawn = [piece for piece in event.drawn if piece is not None]
        if drawn:
            say("ui.move.drawn", player=player, pieces=self.screen.pieces(drawn))
        self.mark(before, event)

    def _points(self, before: State, play: classic.Play) -> None:
        if isinstance(before, ClassicState):
            for sentence in before.score(play).say(self.console.lang):
                self.console.line("  " + sentence)

    def _laid(self, before: State, laid: cards.Arrange, player: str) -> None:
        if not isinstance(before, CardsState):
            return
        new = self.screen.pieces(sorted(played(before.table, laid)))
        self.console.say("ui.move.lay", player=player, pieces=new)
        if moved := cards_moved(before.table, laid):
            self.console.say("ui.move.regroup", n=moved)
        for row in laid.captured:
            self.console.say("ui.move.capture", player=player, pieces=self.screen.pieces(row))

    def mark(self, before: State, event: Moved) -> None:
        """Remember what a move brought to the table."""
        if isinstance(event.move, classic.Play):
            self.new_cells = event.move.cells
        elif isinstance(event.move, cards.Arrange) and isinstance(before, CardsState):
            new = Pieces(played(before.table, event.move))
            self.new_cards = new.without(Pieces(before.table.after(event.move).cards).missing(new))

    def lying(self, state: State) -> None:
        """What lies on the table."""
        lying = state.lying
        if isinstance(lying, Board):
            self.screen.board(lying, self.new_cells)
        else:
            self.screen.table(lying, self.new_cards)

    def scores(self, state: State, *more: str) -> None:
        """How everybody stands, and what is left to draw."""
        key = f"ui.score.{self.edition}"
        sizes = map(len, state.hands)
        entries = zip(self.players, state.scores, sizes, strict=True)
        facts = [self.console.text(key, player=name, n=n, size=size) for name, n, size in entries]
        facts.append(self.console.text(f"ui.bag.{self.edition}", n=len(state.bag)))
        self.screen.facts([*facts, *more])

    def outcome(self, outcome: Outcome) -> None:
        """How the game ended, and who won."""
        self.console.line()
        self.console.say(f"{outcome.rule}.over")
        self.result(outcome.winners, outcome.scores)

    def result(self, winners: Sequence[str], scores: Mapping[str, int]) -> None:
        """The final totals, and who won (T19, C11)."""
        for player, points in scores.items():
            self.console.say(f"ui.total.{self.edition}", player=player, n=points)
        if len(winners) == 1:
            self.console.say("ui.end.winner", player=winners[0])
        else:
            self.console.say("ui.end.shared", players=", ".join(winners))
