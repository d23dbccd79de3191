"""The card game in numbers: a card, a card, a row to capture, done.

Which cards can still follow is asked of the solver, because a table of ninety cards has millions of
outcomes. Two facts make its answers exact. A row of six can lie as two rows of three, so cards that
can be played with captures can be played without; and for the same reason captures can be given
back one by one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import cast

from qwirkle.cards import fast, rules, solver
from qwirkle.cards.moves import Arrange, Exchange, Move
from qwirkle.cards.state import HAND_SIZE
from qwirkle.cards.table import Table
from qwirkle.envs.encoding import KINDS, Listed, counted, seen_by_all
from qwirkle.lines import FULL_LINES
from qwirkle.tiles import Hand, Tile
from qwirkle.views import View

LINES = len(FULL_LINES)
CAPTURE = KINDS
"""The first of 12 actions that capture a row of six; the 36 before it play a card each."""
DONE = CAPTURE + LINES
"""The move is complete; with no card played, it is a pass."""
EXCHANGE = DONE + 1


@dataclass(frozen=True)
class Start:
    """The beginning of a turn; what was worked out for it serves all that follows."""

    view: View[Move, Table]

    @property
    def position(self) -> rules.Position:
        return cast(rules.Position, self.view.position)

    @cached_property
    def table(self) -> solver.Counts:
        return solver.counted(self.view.board.cards)

    @cached_property
    def listed(self) -> Listed[Move] | None:
        """The few moves of an opening, or the one move of a player who is stuck; else None."""
        if not self.position.opening and fast.any_play(self.table, self.view.hand):
            return None
        return Listed({ENCODING.encode(self.view, move): move for move in self.position.moves()})


@dataclass(frozen=True)
class CardTurn:
    """A turn of the card game in the making."""

    start: Start
    actions: tuple[int, ...] = ()
    beyond: int = 0
    """Every move has its actions."""

    @property
    def view(self) -> View[Move, Table]:
        return self.start.view

    @property
    def played(self) -> Hand:
        return Hand(Tile(action) for action in self.actions if action < CAPTURE)

    @property
    def captured(self) -> tuple[int, ...]:
        return tuple(action - CAPTURE for action in self.actions if CAPTURE <= action < DONE)

    @property
    def move(self) -> Move | None:
        if self.actions[-1:] not in ((DONE,), (EXCHANGE,)):
            return None
        if self.start.listed:
            return self.start.listed.moves[self.actions]
        return fast.any_arrangement(self.view.board, self.played, self.captured)

    def legal(self) -> list[int]:
        if self.view.turn != self.view.player or self.move is not None:
            return []
        return self.start.listed.legal(self.actions) if self.start.listed else self._found()

    def after(self, action: int) -> CardTurn:
        return replace(self, actions=(*self.actions, action))

    def _found(self) -> list[int]:
        """What the solver allows next: cards, then captures, each in ascending order."""
        there = solver.plus(self.start.table, solver.counted(self.played))
        ends = [DONE] if self.played and fast.is_legal(there) else []
        captures = self._captures(there) if ends else []
        cards = [] if self.captured else self._cards(there)
        return [*cards, *captures, *ends]

    def _cards(self, there: solver.Counts) -> list[int]:
        """The cards that can be played next, with none before them in order to follow."""
        last = max(self.played, default=Tile(0))
        rest = Hand(card for card in self.view.hand.without(self.played) if card >= last)
        return [card for card in sorted(set(rest)) if self._leads_on(there, card, rest)]

    def _leads_on(self, there: solver.Counts, card: Tile, rest: Hand) -> bool:
        """Whether some play contains this card as its next one."""
        after = solver.plus(there, solver.counted([card]))
        later = Hand(other for other in rest.without([card]) if other >= card)
        return fast.is_legal(after) or fast.any_play(after, later) is not None

    def _captures(self, there: solver.Counts) -> list[int]:
        return [
            CAPTURE + lines[-1]
            for lines in solver.one_more(there, self.captured)
            if fast.is_legal(solver.minus(there, lines))
        ]

    def parts(self) -> Mapping[str, Iterable[int]]:
        """How the cards lie does not matter to the rules, so only their numbers are told."""
        captured = [self.captured.count(line) for line in range(LINES)]
        return {
            "table": self.start.table,
            "hand": counted(self.view.hand.without(self.played)),
            "played": counted(self.played),
            "captured": captured,
            "unseen": [self.view.unseen[Tile(kind)] for kind in range(KINDS)],
            **seen_by_all(self.view),
            "opening": [int(self.start.position.opening)],
            "exchanges": [self.start.position.exchanges],
        }


class CardEncoding:
    """The card game."""

    actions = EXCHANGE + 1
    longest = (
        HAND_SIZE + solver.MOST_CAPTURES + 1
    )  # every card of the hand, every capture, and done
    batch = "CardsEnvs"

    def parts(self, players: int) -> Mapping[str, tuple[int, ...]]:
        return {
            "table": (KINDS,),
            "hand": (KINDS,),
            "played": (KINDS,),
            "captured": (LINES,),
            "unseen": (KINDS,),
            "scores": (players,),
            "hand_sizes": (players,),
            "bag": (1,),
            "opening": (1,),
            "exchanges": (1,),
        }

    def begin(self, view: View[Move, Table]) -> CardTurn:
        return CardTurn(Start(view))

    def encode(self, view: View[Move, Table], move: Move) -> tuple[int, ...]:
        """The cards and then the rows that a move takes, by their numbers."""
        if not isinstance(move, Arrange):
            return (EXCHANGE,) if isinstance(move, Exchange) else (DONE,)
        lines = sorted(map(solver.full_line, move.captured))
        cards = sorted(map(int, rules.played(view.board, move)))
        return *cards, *(CAPTURE + line for line in lines), DONE


ENCODING = CardEncoding()
