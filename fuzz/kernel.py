"""The kernel's entry points: whatever Python hands over, an answer or an exception comes back."""

from __future__ import annotations

import contextlib
import sys
from importlib import import_module

import atheris
from tests.compiled import compiled

from qwirkle.classic import fast

KERNEL = compiled()
KERNEL_TESTS = import_module("qwirkle._kernel_tests")
assert fast, "plays are made of the class that it tells the kernel"


def numbers(data: atheris.FuzzedDataProvider, most: int, low: int, high: int) -> list[int]:
    found: list[int] = data.ConsumeIntListInRange(data.ConsumeIntInRange(0, most), low, high)
    return found


def placements(data: atheris.FuzzedDataProvider) -> list[tuple[int, int, int]]:
    reach = 3 if data.ConsumeBool() else 200
    count = data.ConsumeIntInRange(0, 12)
    return [
        (*data.ConsumeIntListInRange(2, -reach, reach), data.ConsumeIntInRange(-1, 36))
        for _ in range(count)
    ]


def boards(data: atheris.FuzzedDataProvider) -> None:
    board = KERNEL.Board({(x, y): tile for x, y, tile in placements(data)})
    with contextlib.suppress(ValueError):
        board = board.after(tuple(((x, y), tile) for x, y, tile in placements(data)[:6]))
    kinds = data.ConsumeInt(5)
    assert len(board.plays(kinds)) == len(board.points(kinds))
    board.best(kinds)
    board.count(numbers(data, 6, -1, 36), data.ConsumeIntInRange(0, 2))


def turns(data: atheris.FuzzedDataProvider) -> None:
    hands = [numbers(data, 7, 0, 36) for _ in range(data.ConsumeIntInRange(1, 5))]
    game = KERNEL_TESTS.ClassicGame(hands, numbers(data, 30, 0, 35), data.ConsumeIntInRange(-1, 4))
    for _ in range(data.ConsumeIntInRange(0, 8)):
        with contextlib.suppress(ValueError):
            game.play(placements(data)[:3], numbers(data, 6, 0, 35))
        with contextlib.suppress(ValueError):
            game.trade(numbers(data, 6, 0, 35), numbers(data, 6, 0, 35))
        with contextlib.suppress(ValueError):
            game.skip()


def cards(data: atheris.FuzzedDataProvider) -> None:
    table = data.ConsumeIntListInRange(36, 0, 3 if data.ConsumeBool() else 1)
    hand = numbers(data, 5, 0, 36)
    KERNEL.cards_legal(table)
    KERNEL.cards_any_play(table, hand)
    rows = [numbers(data, 7, 0, 36) for _ in range(data.ConsumeIntInRange(0, 6))]
    KERNEL.cards_arrange(rows, hand, numbers(data, 3, -1, 12), data.ConsumeBool())


def one_input(data: bytes) -> None:
    provider = atheris.FuzzedDataProvider(data)
    target = (boards, turns, cards)[provider.ConsumeIntInRange(0, 2)]
    with contextlib.suppress(ValueError, TypeError, OverflowError):
        target(provider)


if __name__ == "__main__":
    atheris.instrument_all()  # the loader of an editable install hides imports from the fuzzer
    atheris.Setup(sys.argv, one_input)
    atheris.Fuzz()
