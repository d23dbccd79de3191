"""Tables that nobody captures from: up to all 108 cards, with a full hand to play.

Players who want to make the card game's solver work hard play like this.
"""

from __future__ import annotations

import random

from qwirkle.cards import fast, solver
from qwirkle.cards.moves import Arrange
from qwirkle.cards.rules import Position
from qwirkle.cards.solver import Counts
from qwirkle.cards.state import State
from qwirkle.cards.table import Table
from qwirkle.game import AnyGame, Game
from qwirkle.lines import FULL_LINES
from qwirkle.tiles import COPIES, TILES, Hand, Tile

NAMES = ("Ada", "Bo", "Cy", "Di")
HAND_SIZE = 9
KINDS = len(TILES)


def hoarded(seed: int, size: int, players: int = 2) -> AnyGame:
    """A game in which nobody captures, until the table has that many cards or it would end."""
    game = Game(NAMES[:players], "cards", seed=seed)
    while len(game.board.cards) < size:
        game.push(_without_captures(position(game)) or next(iter(game.legal_moves)))
        if game.outcome is not None:
            game.pop()
            break
    return game


def hoard(seed: int, size: int, players: int = 2) -> State:
    """The state of such a game."""
    state = hoarded(seed, size, players).state
    assert isinstance(state, State)
    return state


def position(game: AnyGame) -> Position:
    """What the player to move knows and needs."""
    found = game.view(str(game.turn)).position
    assert isinstance(found, Position)
    return found


def _without_captures(where: Position) -> Arrange | None:
    """A play of many cards that captures nothing; None at the opening, or where none exists."""
    if where.opening:
        return None
    played = many(solver.counted(where.table.cards), where.hand)
    return fast.any_arrangement(where.table, played, ()) if played else None


def many(table: Counts, hand: Hand) -> Hand:
    """Many cards of a hand that can be played together."""
    played: list[Tile] = []
    while play := fast.any_play(solver.plus(table, solver.counted(played)), hand.without(played)):
        played.extend(play[0])
    return Hand(played)


def constructed(dice: random.Random) -> tuple[Counts, Hand]:
    """A legal table of 60 to 108 cards, and nine more cards, or those that are left."""
    make = dice.choice([_nearly_everything, _few_kinds, _rows, _full_lines])
    table = _made_legal(make(dice), dice)
    rest = [tile for tile in TILES for _ in range(COPIES - table[tile])]
    return table, Hand(dice.sample(rest, min(HAND_SIZE, len(rest))))


def table_of(counts: Counts) -> Table:
    """Some rows in which these cards lie."""
    return Table(fast.any_arrangement((), solver.cards_of(counts), ()).rows)


def _nearly_everything(dice: random.Random) -> list[int]:
    """All cards but a few."""
    counts = [COPIES] * KINDS
    for _ in range(dice.randint(0, 40)):
        counts[dice.randrange(KINDS)] -= 1
    return [max(0, count) for count in counts]


def _few_kinds(dice: random.Random) -> list[int]:
    """All three of most kinds and none of the others: each line splits barely or not at all."""
    most = dice.uniform(0.5, 0.9)
    return [COPIES * (dice.random() < most) for _ in range(KINDS)]


def _rows(dice: random.Random) -> list[int]:
    """Rows of three to five, as many as there are cards for."""
    counts = [0] * KINDS
    for _ in range(dice.randint(15, 40)):
        row = dice.sample(sorted(dice.choice(FULL_LINES)), dice.randint(3, 5))
        if all(counts[card] < COPIES for card in row):
            for card in row:
                counts[card] += 1
    return counts


def _full_lines(dice: random.Random) -> list[int]:
    """Rows of six, as many as there are cards for, and a few more cards."""
    counts = [0] * KINDS
    for line in dice.choices(FULL_LINES, k=30):
        if all(counts[card] < COPIES for card in line):
            for card in line:
                counts[card] += 1
    for kind in dice.sample(range(KINDS), dice.randint(0, 12)):
        counts[kind] = min(COPIES, counts[kind] + 1)
    return counts


def _made_legal(counts: list[int], dice: random.Random) -> Counts:
    """As few cards less or more as it happens, so that they can lie: close to the border."""
    while not fast.is_legal(tuple(counts)):
        card = dice.randrange(KINDS)
        counts[card] = (
            max(0, counts[card] - 1) if dice.random() < 0.6 else min(COPIES, counts[card] + 1)
        )
    return tuple(counts)
