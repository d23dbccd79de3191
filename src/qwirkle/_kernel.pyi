"""The fast engine under the Python API; private."""

from collections.abc import Mapping, Sequence
from typing import Annotated

import numpy
from numpy.typing import NDArray


def suited_module() -> str:
    """The name of the module that suits this processor best."""

def variant() -> str:
    """What it was compiled for: portable, or a kind of processor such as v3."""

def tell_tiles(tiles: Sequence[object]) -> None:
    """Use these objects as the 36 tiles."""

def tell_play(play: object) -> None:
    """Make plays of this class."""

def count_trades(hand: Sequence[int], most: int) -> int:
    """How many distinct trades there are."""

class Board:
    """A board of the tile game that never changes."""

    def __init__(self, tiles: dict) -> None: ...

    def after(self, placements: tuple) -> Board:
        """The board with these tiles added to it."""

    def plays(self, kinds: int) -> object:
        """Every legal play with tiles of these kinds."""

    def plays_with(self, hand: tuple) -> object:
        """Every legal play with these tiles."""

    def points(self, kinds: int) -> list[int]:
        """The points of the same plays, in the same order."""

    def best(self, kinds: int) -> object:
        """The first play with the most points, and the points."""

    def count(self, hand: Sequence[int], depth: int) -> tuple[int, int, int]:
        """Plays, points and hash at a depth."""

def classic_rank(layout: Sequence[tuple[int, int, int]], moves: Sequence[tuple[int, Sequence[tuple[int, int, int]], int, int]], seat: int, hand: Sequence[int], sizes: Sequence[int], scores: Sequence[int], bag: int, passes: int, unseen: Sequence[int], settings: Mapping[str, float], seed: int, peeked: Sequence[Sequence[int]] = []) -> tuple:
    """
    The best choices of a seat; whether the end was solved; the phase of the game.
    """

def cards_legal(table: Sequence[int]) -> bool:
    """Whether these counts can lie on the table."""

def cards_any_play(table: Sequence[int], hand: Sequence[int]) -> object:
    """Some legal play, or None."""

def cards_best(table: Sequence[int], hand: Sequence[int], looks: int = 20000) -> object:
    """The play with the most captures, or None."""

def cards_laying(table: Sequence[int], cards: Sequence[int], looks: int = 20000) -> object:
    """The play of exactly these cards with the most captures, or None."""

def cards_steps() -> int:
    """
    How much work this thread has done in the card game's solver and layout.
    """

class CardsOutcomes:
    """The distinct outcomes of a turn, one by one."""

    def __init__(self, table: Sequence[int], hand: Sequence[int], most: int = 18) -> None: ...

    def __iter__(self) -> object: ...

    def __next__(self) -> object: ...

def cards_arrange(rows: Sequence[Sequence[int]], played: Sequence[int], captured: Sequence[int], tidy: bool, nodes: int = 20000) -> object:
    """Rows for an outcome; tidy: those that move the fewest cards."""

def cards_careful(table: Sequence[int], hand: Sequence[int], unseen: Sequence[int], next_hand: int) -> object:
    """
    The most captures, then the fewest gifts, then the most cards; or None.
    """

def cards_search(table: Sequence[int], hand: Sequence[int], unseen: Sequence[int], hand_sizes: Sequence[int], scores: Sequence[int], pile: int, waiting: Sequence[int], opening: bool, last: Sequence[tuple[Sequence[int], int]], work: int, seed: int, hands: Sequence[Sequence[int]]) -> list:
    """
    The best outcomes: outcome, margin and its error, chance to win and its error, samples.
    """

def classic_selfplay(games: int, policies: Sequence[str], seed: int, threads: int) -> tuple:
    """Whole tile games: scores, turns, and winners as bits."""

def cards_selfplay(games: int, policies: Sequence[str], seed: int, threads: int) -> tuple:
    """Whole card games: captured rows, turns, and winners as bits."""

class ClassicEnvs:
    """Many tile games, action by action."""

    def __init__(self, games: int, players: int, seed: int, threads: int, most_turns: int) -> None: ...

    def reset(self) -> None:
        """Begin all games again."""

    def step(self, actions: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> int:
        """
        One action in each game; the number of a game whose action is not legal, or -1.
        """

    def sample(self) -> NDArray[numpy.int32]:
        """A random legal action for each game."""

    @property
    def observations(self) -> NDArray[numpy.int16]: ...

    @property
    def masks(self) -> NDArray[numpy.int8]: ...

    @property
    def beyond(self) -> NDArray[numpy.int32]: ...

    @property
    def seats(self) -> NDArray[numpy.int8]: ...

    @property
    def scores(self) -> NDArray[numpy.int16]: ...

    @property
    def rewards(self) -> NDArray[numpy.float32]: ...

    @property
    def terminated(self) -> NDArray[numpy.bool_]: ...

    @property
    def truncated(self) -> NDArray[numpy.bool_]: ...

class CardsEnvs:
    """Many card games, action by action."""

    def __init__(self, games: int, players: int, seed: int, threads: int, most_turns: int) -> None: ...

    def reset(self) -> None:
        """Begin all games again."""

    def step(self, actions: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> int:
        """
        One action in each game; the number of a game whose action is not legal, or -1.
        """

    def sample(self) -> NDArray[numpy.int32]:
        """A random legal action for each game."""

    @property
    def observations(self) -> NDArray[numpy.int16]: ...

    @property
    def masks(self) -> NDArray[numpy.int8]: ...

    @property
    def beyond(self) -> NDArray[numpy.int32]: ...

    @property
    def seats(self) -> NDArray[numpy.int8]: ...

    @property
    def scores(self) -> NDArray[numpy.int16]: ...

    @property
    def rewards(self) -> NDArray[numpy.float32]: ...

    @property
    def terminated(self) -> NDArray[numpy.bool_]: ...

    @property
    def truncated(self) -> NDArray[numpy.bool_]: ...

def ask(question: str) -> str:
    """The answer to a question about a game: docs/engine.md."""
