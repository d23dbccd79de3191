"""How one game is shown and typed, found by the name of its edition.

``terminal/NAME.py`` gives the ``PRESENTATION`` of the edition of that name. Where there is no such
module, the general behaviour here works: everything is shown in its notation.
"""

from __future__ import annotations

from collections.abc import Sequence
from heapq import nlargest
from typing import Any, Generic, TypeAlias

from qwirkle.editions import AnyState, B, S, part_of
from qwirkle.faults import BadSetup
from qwirkle.moves import Move
from qwirkle.pictures import Picture
from qwirkle.terminal.console import Console
from qwirkle.terminal.positions import Players
from qwirkle.terminal.remarks import Remarkable
from qwirkle.terminal.screen import Screen
from qwirkle.tiles import Tile
from qwirkle.views import AnyView

FEW = 5
"""How many moves are named when somebody asks for the moves."""


class Presentation(Generic[S, B]):
    """The general behaviour, and what an edition may do better."""

    commands: tuple[str, ...] = ()
    """The words with which a move can begin, in English."""
    captures = False
    """Whether players capture rows, which somebody may want to see."""
    remarkable = Remarkable("points", big=10, close=1)
    """When the computer players have something to say."""
    numbered = False
    """Whether the numbers of its rows, which people type, change with a move."""

    def expanded(self, typed: str, layout: B) -> str:
        """A typed move with its short forms written out."""
        return typed

    def show(self, layout: B, new: Sequence[Any], screen: Screen, console: Console) -> None:
        """The pieces on the table, with the new ones marked."""
        console.line(str(layout))

    def new(self, before: S, move: Move) -> Sequence[Any] | None:
        """What a move brought to the table, to be marked there; None where it brought nothing."""
        return None

    def position_view(self, text: str, table: Players) -> AnyView:
        """A position that was written down, as its player to move sees it."""
        raise BadSetup("ui.bad.hint")

    def moved(
        self,
        player: str,
        before: S,
        move: Move,
        screen: Screen,
        console: Console,
    ) -> None:
        """What a player did, and what it gave."""
        console.say("ui.move.play", player=player, move=str(move))

    def told(self, before: S, move: Move, screen: Screen, console: Console) -> str:
        """A move within a table or a sentence."""
        return str(move)

    def pieces(self, before: S, move: Move) -> Sequence[Tile]:
        """The pieces that a move lays or sets aside."""
        return ()

    def feat(self, before: S, move: Move) -> tuple[int, int]:
        """How many pieces a move laid, and how many Qwirkles it made."""
        return 0, 0

    def picture(self, before: S, move: Move) -> Picture:
        """What lies on the table after a move, with what is new there marked."""
        return Picture(())

    def placed(self, move: Move, screen: Screen) -> str | None:
        """A move for the ear, where its notation does not say enough."""
        return None

    def advised(self, view: AnyView, move: Move, screen: Screen, console: Console) -> None:
        """What there is to say about a move that is a hint, after its notation."""

    def best(self, view: AnyView) -> tuple[int, list[tuple[int, Move]]]:
        """How many moves there are, and a few of those that give the most, with what they give."""
        moves = list(view.legal_moves)
        gives = view.position.points
        return len(moves), [(gives(move), move) for move in nlargest(FEW, moves, key=gives)]


AnyPresentation: TypeAlias = Presentation[Any, Any]
GENERAL: Presentation[AnyState, object] = Presentation()


def presentation(edition: str) -> AnyPresentation:
    """How the edition of that name is shown and typed."""
    return part_of(edition, "qwirkle.terminal", "PRESENTATION", GENERAL)
