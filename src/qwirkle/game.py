"""One host for every game: players with names, dice, a log of what happened, and a way back.

A game is the only thing here that changes, and the only one that has dice.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Any, Generic, Never, TypeAlias, TypeVar, Unpack, cast, overload

from qwirkle import fairness, notation, notebook
from qwirkle.animation import Scene, animated
from qwirkle.bag import Bag
from qwirkle.editions import RULES, AnyState, B, Edition, M, S, State
from qwirkle.events import Dealt, Moved, Resigned, Starts, position_events
from qwirkle.fairness import Order
from qwirkle.faults import BadSetup, Fault, IllegalMove
from qwirkle.given import Given, Parts
from qwirkle.lines import shared
from qwirkle.log import LogEntry, Moment, Remembered
from qwirkle.moves import LegalMoves, Move
from qwirkle.seats import Start
from qwirkle.setup import Setup
from qwirkle.tiles import Color, Hand, Shape, Tile
from qwirkle.views import Outcome, View

S2 = TypeVar("S2", bound=State[Move, Never, object])
M2 = TypeVar("M2", bound=Move)
B2 = TypeVar("B2")
"""Of a game that is made by a method of the class, which is of no edition yet."""


class Game(Remembered[S], Generic[S, M, B]):
    """A game of one of the editions.

    Given its name it can be any; given the edition itself, such as ``editions.CLASSIC``, type
    checkers know which moves and which board it has.

    >>> game = Game(["Ada", "Bo"], "classic", seed=7, ages=[30, 31])
    >>> game.turn
    'Ada'
    >>> event = game.push(next(iter(game.legal_moves)))
    >>> game.turn
    'Bo'
    """

    @overload
    def __init__(
        self,
        players: Sequence[str],
        edition: Edition[S, M, B],
        *,
        seed: int | bytes | None = None,
        ages: Sequence[int | None] | None = None,
        entropy: Mapping[str, str | None] | None = None,
        rules: int = RULES,
    ) -> None: ...

    @overload
    def __init__(
        self: AnyGame,
        players: Sequence[str],
        edition: str = "classic",
        *,
        seed: int | bytes | None = None,
        ages: Sequence[int | None] | None = None,
        entropy: Mapping[str, str | None] | None = None,
        rules: int = RULES,
    ) -> None: ...

    def __init__(
        self,
        players: Sequence[str],
        edition: str | Edition[S, M, B] = "classic",
        *,
        seed: int | bytes | None = None,
        ages: Sequence[int | None] | None = None,
        entropy: Mapping[str, str | None] | None = None,
        rules: int = RULES,
    ) -> None:
        """``entropy`` is what players add to the shuffle; None for one who was asked and added
        nothing, which the record then says (docs/fairness.md). Ages decide ties about the start
        and are told to nobody. ``rules`` is for games that were begun by earlier rules."""
        self._setup: Setup[S, M, B] = Setup.of(players, edition, ages, entropy, rules)
        self._seed: bytes | None = fairness.seed_bytes(seed)
        commitment = fairness.commitment(self._seed)
        self._log = [LogEntry(event, None) for event in self._setup.events(commitment)]
        self._past: list[Moment[S]] = []
        self._order: Order | None
        self._state, self._order = self._deal(self._setup.order(self._seed))

    @overload
    @classmethod
    def from_position(
        cls, players: Sequence[str], edition: Edition[S2, M2, B2], **position: Unpack[Parts]
    ) -> Game[S2, M2, B2]: ...

    @overload
    @classmethod
    def from_position(
        cls, players: Sequence[str], edition: str = "classic", **position: Unpack[Parts]
    ) -> AnyGame: ...

    @classmethod
    def from_position(
        cls,
        players: Sequence[str],
        edition: str | Edition[S2, M2, B2] = "classic",
        **position: Unpack[Parts],
    ) -> Game[S2, M2, B2] | AnyGame:
        """A game that begins from a position: its board or table, the hands of all players, their
        points or captured rows, and who is to move. The rest is in the bag, shuffled.

        >>> hands = {"Ada": "Rs Rt", "Bo": "Bo Gx"}
        >>> scores = {"Ada": 12, "Bo": 9}
        >>> game = Game.from_position(
        ...     ["Ada", "Bo"], board="Ro@0,0 Rx@1,0", hands=hands, scores=scores, turn="Bo"
        ... )
        >>> game.push("Bo@0,1").points, game.scores
        (2, {'Ada': 12, 'Bo': 11})
        """
        setup: Setup[S2, M2, B2] = Setup.of(players, edition)
        given = Given.of(setup.players, position)
        state, seed = setup.begun(given), fairness.seed_bytes(position.get("seed"))
        order = setup.order(seed, state.bag)
        events = setup.events(fairness.commitment(seed)) + position_events(given)
        log = [*(LogEntry(event, None) for event in events), LogEntry(None, order)]
        start = Start.given(given.turn)
        return Game.from_facts(setup, seed, log, start=start, state=state, order=order, past=())

    @classmethod
    def from_facts(
        cls,
        setup: Setup[S, M, B],
        seed: bytes | None,
        log: Sequence[LogEntry],
        *,
        start: Start,
        state: S,
        order: Order | None,
        past: Sequence[Moment[S]],
    ) -> Game[S, M, B]:
        """A game that was played elsewhere; the caller has checked that the facts agree. Without
        a seed, or an order that follows from it, the game cannot draw."""
        game = cls.__new__(cls)
        game._setup, game._seed, game._log = setup, seed, list(log)
        game._start, game._state, game._order, game._past = start, state, order, list(past)
        return game

    def _deal(self, order: Order) -> tuple[S, Order]:
        """Deal the hands, again and again until somebody can open (T1, C1, C2)."""
        while True:
            self._log.append(LogEntry(None, order))
            hands = []
            for seat in range(len(self.players)):
                pieces, rest = order.draw(self._setup.edition.hand_size)
                self._log.append(LogEntry(Dealt(seat, pieces), order))
                hands.append(Hand(pieces))
                order = rest
            if start := self._setup.edition.starter(hands, self._setup.ages, order.lot):
                self._begin(start)
                return self._setup.edition.start(hands, Bag(order.left), start.seat), order
            order = order.mixed(piece for hand in hands for piece in hand)

    def _begin(self, start: Start) -> None:
        self._start = start
        if self._setup.edition.rules > 1:
            self._log.append(LogEntry(Starts.of(start), None))

    @property
    def edition(self) -> str:
        """The name of the game that is played, ``classic`` or ``cards``."""
        return self._setup.edition.name

    @property
    def players(self) -> tuple[str, ...]:
        """The names of the players, in the order of their seats."""
        return self._setup.players

    @property
    def ages(self) -> tuple[int | None, ...]:
        """The ages of the players, as far as they are known: the oldest starts where sets tie."""
        return self._setup.ages

    @property
    def start(self) -> Start:
        """Who started, and why (T2, C2)."""
        return self._start

    @property
    def opened_with(self) -> Color | Shape | None:
        """What the pieces of the opening have in common; None before it, and without one (O1)."""
        if self._start.why == "given" or not self._past:
            return None
        if not isinstance(self._log[self._past[0].log].event, Moved):
            return None
        after = self._past[1].state if len(self._past) > 1 else self._state
        return shared(after.seen)

    @property
    def state(self) -> S:
        """Everything that is true now, hidden pieces included; it never changes."""
        return self._state

    @property
    def turn(self) -> str | None:
        """The name of the player to move; None when the game is over."""
        return None if self._state.ended else self.players[self._state.turn]

    @property
    def hand(self) -> Hand:
        """The hand of the player to move."""
        return self._state.hands[self._state.turn]

    @property
    def scores(self) -> dict[str, int]:
        """Points in the tile game, captured rows in the card game."""
        return dict(zip(self.players, self._state.scores, strict=True))

    @property
    def board(self) -> B:
        """The open pieces: the tile game's board, the card game's table."""
        return self._rules.layout

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        return Outcome.of(self._state, self.players)

    @property
    def legal_moves(self) -> LegalMoves[M]:
        """Every legal move of the player to move: iterate, test with ``in``, ``count()``."""
        state = self._rules
        position = None if state.ended else state.position_of(state.turn)
        return LegalMoves(self._setup.edition.parse_move, position)

    def fault(self, move: str | M) -> Fault | None:
        """What is wrong with a move of the player to move, or None."""
        return self._state.fault(self._read(move))

    def push(self, move: str | M) -> Moved:
        """Make a move, draw, and say what happened. An illegal move changes nothing."""
        state, made = self._rules, self._read(move)
        if fault := state.fault(made):
            raise IllegalMove(fault)
        drawn, order = self._draw(state.draws(made))
        event, after = self._moved(made, drawn)
        self._advance(event, after, order)
        mixed = state.mixed(made)
        if mixed and order:
            self._order = order.mixed(mixed)
            self._log.append(LogEntry(None, self._order))
        return event

    def follow(self, move: str | M, drawn: Sequence[Tile]) -> Moved:
        """Make a move with the draw that a log states. The rules are held against it; the shuffle
        is not done again, so that a long game is loaded quickly: see ``draws_follow``."""
        state, made = self._rules, self._read(move)
        order = self._order
        event, after = self._moved(made, drawn)
        self._advance(event, after, order and order.without(len(drawn)))
        if order and state.mixed(made):
            self._order = Order.shuffled(order.key, after.bag, order.shuffles + 1)
            self._log.append(LogEntry(None, self._order))
        return event

    def resign(self, player: str) -> Resigned:
        """Leave the game, in or out of turn (O1)."""
        seat = self._seat(player)
        if self._state.ended:
            raise IllegalMove(Fault(f"{self._state.ended}.over"))
        if seat in self._state.gone:
            raise IllegalMove(Fault("O1.gone", words={"player": player}))
        event = Resigned(seat)
        self._advance(event, self._state.resigned(seat), self._order)
        return event

    def pop(self) -> Moved | Resigned:
        """Take back the last move or resignation; the same move again draws the same pieces."""
        if not self._past:
            raise BadSetup("bad.pop")
        self._state, self._order, log = self._past.pop()
        event = self._log[log].event
        del self._log[log:]
        assert isinstance(event, Moved | Resigned)  # noqa: S101
        return event

    def copy(self) -> Game[S, M, B]:
        """The same game, to go on with in another way."""
        return Game.from_facts(
            self._setup,
            self._seed,
            self._log,
            start=self._start,
            state=self._state,
            order=self._order,
            past=self._past,
        )

    def view(self, player: str, history: int | None = None) -> View[M, B]:
        """The game as one player may know it; with all the moves so far, or only the last ones."""
        moves = (event for event in self.backwards() if isinstance(event, Moved))
        past = tuple(islice(moves, history))[::-1]
        return View.of(self._setup.edition, self.players, self._rules, self._seat(player), past)

    def dump(self) -> str:
        """The record: text, one event a line. It holds every secret of a game that goes on."""
        return notation.write_record(self.events)

    @classmethod
    def load(cls, text: str) -> AnyGame:
        """The game of a record; each line is checked, and refused by its number."""
        from qwirkle.replay import Replay

        return Replay(text).game

    def svg(self, label: str = "") -> str:
        """A picture of the table as everybody sees it, with the last move marked and the scores."""
        return self._scenes()[-1].svg(label)

    def animation(self, seconds: float = 1.2, label: str = "") -> str:
        """The whole game as one animated SVG: every move as it was made, again and again."""
        return animated(self._scenes(), seconds, label)

    def text(self) -> str:
        """The scores and what lies, made of letters."""
        return self._scenes()[-1].text()

    _repr_svg_ = svg

    def _repr_html_(self) -> str:
        picture = self.svg() if self._setup.edition.picture else ""
        standing = str(self.outcome or f"{self.turn} to move")
        return notebook.html(picture, standing, self.players, [*self.backwards()][::-1])

    def _scenes(self) -> list[Scene]:
        """The table at the beginning and after each move, with the scores."""
        draw = self._setup.edition.picture
        if draw is None:
            raise BadSetup("bad.picture", text=self.edition)
        states = [*(moment.state for moment in self._past), self._state]
        moves = [event.move if isinstance(event, Moved) else None for event in self.backwards()]
        scenes = [Scene(draw(states[0], None), self._caption(states[0]))]
        for before, after, move in zip(states, states[1:], moves[::-1], strict=False):
            scenes.append(Scene(draw(before, cast("M | None", move)), self._caption(after)))
        return scenes

    def _caption(self, state: S) -> str:
        return ", ".join(f"{n} {p}" for n, p in zip(self.players, state.scores, strict=True))

    def __eq__(self, other: object) -> bool:
        """Games with the same record are equal."""
        if not isinstance(other, Game):
            return NotImplemented
        return self._state == other._state and self.events == other.events

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        scores = ", ".join(f"{player} {points}" for player, points in self.scores.items())
        now = f"{self.turn} to move" if self.turn else f"over ({self._state.ended})"
        return f"<Game {self.edition!r}: {scores}; {now}, {self.moves} moves>"

    @property
    def _rules(self) -> State[M, M, B]:
        """The state with its moves and its board typed, which the bound of S cannot name."""
        return cast("State[M, M, B]", self._state)

    def _read(self, move: str | M) -> M:
        return self._setup.edition.parse_move(move) if isinstance(move, str) else move

    def _seat(self, player: str) -> int:
        if player not in self.players:
            raise BadSetup("bad.player", text=str(player), known=", ".join(self.players))
        return self.players.index(player)

    def _draw(self, count: int) -> tuple[tuple[Tile, ...], Order | None]:
        if self._order is not None:
            return self._order.draw(count)
        if count:
            raise BadSetup("bad.no_seed")
        return (), None

    def _moved(self, move: M, drawn: Sequence[Tile]) -> tuple[Moved, S]:
        """What happens with a move, and what is true then. Its points are counted once."""
        state = self._rules
        after = cast(S, state.after(move, drawn))
        seat = state.turn
        return Moved(seat, move, after.scores[seat] - state.scores[seat], tuple(drawn)), after

    def _advance(self, event: Moved | Resigned, state: S, order: Order | None) -> None:
        self._past.append(Moment(self._state, self._order, len(self._log)))
        self._log.append(LogEntry(event, self._order))
        self._state, self._order = state, order


AnyGame: TypeAlias = Game[AnyState, Any, Any]
