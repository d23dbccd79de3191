"""The fast engine under the Python API; private."""

from collections.abc import Mapping, Sequence


def suited_module() -> str:
    """The name of the module that suits this processor best."""

def tell_tiles(tiles: Sequence[object]) -> None:
    """Use these objects as the 36 tiles."""

def tell_play(play: object) -> None:
    """Make plays of this class."""

def classic_selfplay(games: int, policies: Sequence[str], seed: int, threads: int) -> tuple:
    """Whole tile games: scores, turns, and winners as bits."""

def cards_selfplay(games: int, policies: Sequence[str], seed: int, threads: int) -> tuple:
    """Whole card games: captured rows, turns, and winners as bits."""

def cards_legal(table: Sequence[int]) -> bool:
    """Whether these counts can lie on the table."""

def cards_any_play(table: Sequence[int], hand: Sequence[int]) -> object:
    """Some legal play, or None."""

def cards_best(table: Sequence[int], hand: Sequence[int]) -> object:
    """The play with the most captures, or None."""

def cards_outcomes(table: Sequence[int], hand: Sequence[int]) -> list:
    """Every distinct outcome of a turn."""

def cards_arrange(rows: Sequence[Sequence[int]], played: Sequence[int], captured: Sequence[int], tidy: bool) -> object:
    """Rows for an outcome; tidy: those that move the fewest cards."""

def classic_rank(lying: Sequence[tuple[int, int, int]], moves: Sequence[tuple[int, Sequence[tuple[int, int, int]], int, int]], seat: int, hand: Sequence[int], sizes: Sequence[int], scores: Sequence[int], bag: int, passes: int, unseen: Sequence[int], settings: Mapping[str, float], seed: int, peeked: Sequence[Sequence[int]] = []) -> tuple:
    """
    The best choices of a seat; whether the end was solved; the phase of the game.
    """

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

class Game:
    """The turns of a tile game, step by step."""

    def __init__(self, hands: Sequence[Sequence[int]], bag: Sequence[int], turn: int) -> None: ...

    def play(self, placements: Sequence[tuple[int, int, int]], drawn: Sequence[int]) -> int:
        """A legal play; gives its points."""

    def trade(self, tiles: Sequence[int], drawn: Sequence[int]) -> None:
        """A legal trade."""

    def skip(self) -> None:
        """A legal pass."""

    @property
    def turn(self) -> int: ...

    @property
    def ended(self) -> int: ...

    @property
    def passes(self) -> int: ...

    @property
    def scores(self) -> list[int]: ...

    @property
    def bag(self) -> list[int]: ...

    @property
    def hands(self) -> list[list[int]]: ...

class Cards:
    """The turns of a card game, step by step."""

    def __init__(self, hands: Sequence[Sequence[int]], pile: Sequence[int], ages: Sequence[int]) -> None: ...

    def play(self, played: Sequence[int], captured: Sequence[int], drawn: Sequence[int]) -> None:
        """A legal play."""

    def exchange(self, drawn: Sequence[int]) -> None:
        """A legal exchange."""

    def skip(self) -> None:
        """A legal pass."""

    @property
    def turn(self) -> int: ...

    @property
    def exchanges(self) -> int: ...

    @property
    def ended(self) -> bool: ...

    @property
    def scores(self) -> list[int]: ...

    @property
    def table(self) -> object: ...

    @property
    def pile(self) -> object: ...

    @property
    def hands(self) -> list: ...

def cards_careful(table: Sequence[int], hand: Sequence[int], unseen: Sequence[int], next_hand: int) -> object:
    """
    The most captures, then the fewest gifts, then the most cards; or None.
    """

def cards_search(table: Sequence[int], hand: Sequence[int], unseen: Sequence[int], hand_sizes: Sequence[int], scores: Sequence[int], pile: int, waiting: Sequence[int], opening: bool, last: Sequence[tuple[Sequence[int], int]], work: int, seed: int, hands: Sequence[Sequence[int]]) -> list:
    """
    The best outcomes: outcome, margin and its error, chance to win and its error, samples.
    """
