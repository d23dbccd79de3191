"""A game as one player has seen it, as text: the lines of a record with ``?`` for what is hidden.

``docs/engine.md`` has the language. ``told`` writes a view in it, ``Seen`` reads it back. What is
hidden is filled with any pieces that are left: nothing of a view depends on them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import fields, replace
from functools import cache
from typing import Any, cast

from qwirkle.bag import Bag
from qwirkle.bots.knowledge import knowledge
from qwirkle.editions import AnyEdition, AnyState, edition
from qwirkle.events import Dealt, Joined, Moved, Opened, Resigned, SeenPieces, Starts
from qwirkle.faults import BadNotation, IllegalMove
from qwirkle.moves import Move
from qwirkle.seats import FEWEST, MOST
from qwirkle.tiles import Hand, Pieces, Tile
from qwirkle.views import AnyView, View

HIDDEN = "?"
_CHECK = re.compile(r"  #[0-9a-f]{8}$")
_MOVE = re.compile(r"([1-4]) (.+?) scores ([0-9]{1,4})(?: draws (.+))?")


class Seen:
    """A game of which some pieces are known, move by move.

    The judge looks at every play, with the pieces that were laid as the hand. Whether a player
    could have played instead of trading or passing is not asked: that hand is hidden.
    """

    def __init__(
        self, game: AnyEdition, players: Sequence[str], deals: Sequence[SeenPieces], first: int
    ) -> None:
        self.game = game
        self.players = tuple(players)
        self.history: list[Moved] = []
        self.known = [Counter(piece for piece in deal if piece is not None) for deal in deals]
        """The pieces of each hand that are known."""
        self.found: list[list[Tile]] = [[] for _ in deals]
        """Pieces that a hand must have held from the start, since it laid them."""
        rest = Bag.full()
        if missing := rest.missing(piece for deal in deals for piece in deal if piece is not None):
            raise BadNotation("bad.draw", tiles=missing)
        left = list(rest.without(piece for deal in deals for piece in deal if piece is not None))
        hands = [Hand(left.pop() if piece is None else piece for piece in deal) for deal in deals]
        self.state = _trusting(game.start(hands, Bag(left), first))

    def move(self, seat: int, text: str, points: int, drawn: SeenPieces) -> None:
        """A move as it was seen."""
        if self.state.ended or seat != self.state.turn:
            raise BadNotation("bad.question")
        made = self.game.parse_move(self._guessed(seat, text))
        hidden = HIDDEN in text
        laid = knowledge(self.game.name).laid(self.state.layout, made)
        self._hold(seat, laid, guessed=hidden)
        if made.is_play:
            self._judge(seat, made, laid, points)
        count = self.state.draws(made)
        if len(drawn) != count:
            raise BadNotation("bad.draw_count", count=len(drawn), expected=count)
        pieces = self._from_bag(drawn)
        self._forget(seat, made, laid)
        self.known[seat].update(piece for piece in drawn if piece is not None)
        self.history.append(Moved(seat, made.public if hidden else made, points, drawn))
        self.state = self.state.after(made, pieces)

    def resign(self, seat: int) -> None:
        """Somebody left the game (O1)."""
        if self.state.ended or seat >= len(self.players) or seat in self.state.gone:
            raise BadNotation("bad.question")
        self.known[seat].clear()
        self.state = self.state.resigned(seat)

    def view(self, seat: int | None = None) -> AnyView:
        """What a seat knows; the seat to move, where none is named."""
        at = self.state.turn if seat is None else seat
        return View.of(self.game, self.players, self.state, at, tuple(self.history))

    def _guessed(self, seat: int, text: str) -> str:
        """A move with some pieces of the hand in place of those that are hidden."""
        for piece in self.state.hands[seat]:
            text = text.replace(HIDDEN, str(piece), 1)
        return text

    def _judge(self, seat: int, made: Move, laid: Sequence[Tile], points: int) -> None:
        alone = _with_hand(self.state, seat, Hand(laid)).position_of(seat)
        if fault := alone.fault(made):
            raise IllegalMove(fault)
        if (right := self.state.points(made)) != points:
            raise BadNotation("record.points", count=points, expected=right)

    def _hold(self, seat: int, laid: Sequence[Tile], *, guessed: bool) -> None:
        """See to it that a hand holds what it lays: what is hidden can be anything."""
        if not guessed:
            self.found[seat] += (Counter(laid) - self.known[seat]).elements()
        kept = self.known[seat] | Counter(laid)
        free = list((Counter(self.state.hands[seat]) - kept).elements())
        for piece in self.state.hands[seat].missing(laid):
            if not free:
                raise BadNotation("bad.draw", tiles=[piece])
            self._swap(seat, free.pop(), piece)
        self.known[seat] = kept  # until it is laid

    def _from_bag(self, drawn: SeenPieces) -> list[Tile]:
        """The drawn pieces, those that are hidden filled in."""
        known = [piece for piece in drawn if piece is not None]
        for piece in self.state.bag.missing(known):
            free = Counter(self.state.bag) - Counter(known)
            if not free:
                raise BadNotation("bad.draw", tiles=[piece])
            self._swap(None, next(iter(free)), piece)
        rest = list(self.state.bag.without(known))
        return [rest.pop() if piece is None else piece for piece in drawn]

    def _swap(self, seat: int | None, given: Tile, wanted: Tile) -> None:
        """Exchange a hidden piece of a hand (None: of the bag) for one that is hidden elsewhere."""
        hands: list[Pieces] = list(self.state.hands)
        places: list[Pieces] = [*hands, self.state.bag, self.state.removed]
        pinned = [*self.known, Counter[Tile](), Counter[Tile]()]
        here = len(hands) if seat is None else seat
        for at, place in enumerate(places):
            if at != here and (Counter(place) - pinned[at])[wanted]:
                places[at] = place.without([wanted]).plus([given])
                places[here] = places[here].without([given]).plus([wanted])
                changed = {"hands": tuple(places[:-2]), "bag": places[-2], "removed": places[-1]}
                self.state = replace(cast(Any, self.state), **changed)
                return
        raise BadNotation("bad.draw", tiles=[wanted])

    def _forget(self, seat: int, made: Move, laid: Sequence[Tile]) -> None:
        """What leaves a hand is no longer known to be there."""
        mixed = self.state.mixed(made)
        if len(mixed) == len(self.state.hands[seat]):
            self.known[seat].clear()
        self.known[seat] -= Counter(laid)


class Told:
    """A view as text, and what is to be added for later views of the same player.

    The history of the first view must reach back to the start of the game.
    """

    def __init__(self, view: AnyView) -> None:
        game = edition(view.edition)
        seats = range(len(view.players))
        turn = view.players.index(view.turn or view.player)
        first = view.history[0].seat if view.history else turn
        hidden: SeenPieces = (None,) * game.hand_size
        self._seen = Seen(game, view.players, [hidden for _ in seats], first)
        self._view = replace(view, history=())
        self._me = view.players.index(view.player)
        moves = self.more(view)
        deals = [self._dealt(view) if seat == self._me else hidden for seat in seats]
        opening = [Opened(game.name), *map(Joined, seats, view.players), *map(Dealt, seats, deals)]
        self.text = "".join(f"{event}\n" for event in (*opening, Starts(first, "set"))) + moves

    def follows(self, view: AnyView) -> bool:
        """Whether a view is a later one of the same game."""
        known = self._view
        same = (view.edition, view.players, view.player)
        if same != (known.edition, known.players, known.player):
            return False
        return bool(known.history) and view.history[: len(known.history)] == known.history

    def more(self, view: AnyView) -> str:
        """The lines that a later view adds."""
        lines: list[object] = []
        for event in view.history[len(self._view.history) :]:
            lines += _leaving(self._seen, event.seat)
            self._seen.move(event.seat, str(event.move), event.points, event.drawn)
            lines.append(event)
        if view.turn:
            lines += _leaving(self._seen, view.players.index(view.turn))
        lines += _left(self._seen, view)
        self._view = view
        return "".join(f"{line}\n" for line in lines)

    def _dealt(self, view: AnyView) -> SeenPieces:
        """The first hand, as far as the player still knows it."""
        seen, size = self._seen, self._seen.game.hand_size
        held = (*seen.found[self._me], *(Counter(view.hand) - seen.known[self._me]).elements())
        return (*held, *[None] * size)[:size]


def told(view: AnyView) -> str:
    """A view as text.

    >>> from qwirkle import Game
    >>> game = Game(["Ada", "Bo"], seed=7, ages=[30, 31])
    >>> print(told(game.view("Bo")), end="")
    edition classic
    seat 1 - Ada
    seat 2 - Bo
    deal 1 ? ? ? ? ? ?
    deal 2 Oo Ot Yx Yd Px Pc
    start 1 set
    """
    return Told(view).text


def _leaving(seen: Seen, turn: int) -> list[Resigned]:
    """Those who must have left, since it is another's turn."""
    left = []
    while seen.state.turn != turn and not seen.state.ended:
        left.append(Resigned(seen.state.turn))
        seen.resign(seen.state.turn)
    return left


def _left(seen: Seen, view: AnyView) -> list[Resigned]:
    """Those who left and whose turn has not come since: they hold nothing."""
    left = []
    for seat, name in enumerate(view.players):
        if seen.state.hands[seat] and not view.hand_sizes[name] and not seen.state.ended:
            left.append(Resigned(seat))
            seen.resign(seat)
    return left


class Reader:
    """Reads a game line by line, as it is told or as it goes on."""

    def __init__(self) -> None:
        self._game: AnyEdition | None = None
        self._names: dict[int, str] = {}
        self._deals: dict[int, SeenPieces] = {}
        self._first: int | None = None
        self._seen: Seen | None = None

    @property
    def seen(self) -> Seen:
        """The game so far."""
        if self._seen is None:
            self._seen = self._begin()
        return self._seen

    def line(self, text: str) -> None:
        """Read a line of a record; those that say nothing about the game are passed over."""
        word, _, rest = _CHECK.sub("", text.rstrip()).partition(" ")
        match word:
            case "edition":
                self._game = edition(rest)
            case "seat":
                number, _, name = rest.partition(" ")
                self._names[_seat(number)] = name.partition(" ")[2]
            case "deal":
                number, _, pieces = rest.partition(" ")
                self._deals[_seat(number)] = _pieces(pieces)
            case "start":
                self._first = _seat(rest.partition(" ")[0])
            case "move":
                self._move(rest)
            case "resign":
                self.seen.resign(_seat(rest))

    def _move(self, text: str) -> None:
        found = _MOVE.fullmatch(text)
        if not found:
            raise BadNotation("record.event", text=f"move {text}")
        self.seen.move(_seat(found[1]), found[2], int(found[3]), _pieces(found[4] or ""))

    def _begin(self) -> Seen:
        seats = range(len(self._deals))
        dealt = [self._deals.get(seat, ()) for seat in seats]
        whole = self._game and all(len(deal) == self._game.hand_size for deal in dealt)
        if not (self._game and whole and FEWEST <= len(seats) <= MOST):
            raise BadNotation("bad.question")
        names = [self._names.get(seat) or f"Seat {seat + 1}" for seat in seats]
        return Seen(self._game, names, dealt, self._first or 0)


def read(text: str) -> Seen:
    """A game as it was told."""
    reader = Reader()
    for line in text.splitlines():
        reader.line(line)
    return reader.seen


def _seat(text: str) -> int:
    if text not in ("1", "2", "3", "4"):
        raise BadNotation("bad.question")
    return int(text) - 1


def _pieces(text: str) -> SeenPieces:
    return tuple(None if word == HIDDEN else Tile.parse(word) for word in text.split())


def _with_hand(state: AnyState, seat: int, hand: Hand) -> AnyState:
    hands = (*state.hands[:seat], hand, *state.hands[seat + 1 :])
    return cast(AnyState, replace(cast(Any, state), hands=hands))


def _trusting(state: AnyState) -> AnyState:
    """The same state, except that it accepts every move: hands that were filled in prove nothing
    about what their players could have done."""
    known = (fact.name for fact in fields(cast(Any, state)) if fact.init)
    facts = {name: getattr(state, name) for name in known}
    return cast(AnyState, _trusting_kind(type(state))(**facts))


@cache
def _trusting_kind(kind: type) -> type:
    return type(kind.__name__, (kind,), {"__slots__": (), "fault": lambda *_: None})
