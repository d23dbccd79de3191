"""How fast the engine is in a browser's WebAssembly beside the native kernel, and how large it is.

``python -m bench.engine`` (after ``make wasm``) asks both the same questions in turn, in one run.
Time is that of the processor, since what else a shared machine is doing would show in any other.
Node runs the module.
"""

from __future__ import annotations

import gzip
import subprocess
import time
from collections.abc import Callable, Iterator

from tests.wasm import MODULE, Wasm, node

from bench import machine
from bench.luck import greedy_game
from qwirkle import kernel
from qwirkle.analysis import questions

ROUNDS = 7
MOMENTS = (6, 14, 22)
"""Moves after which questions are asked."""
GAMES = 2000
"""Pairs of games for each measure of luck."""
BROTLI = (
    "const { readFileSync } = require('fs'), { brotliCompressSync } = require('zlib');"
    "console.log(brotliCompressSync(readFileSync(process.argv[1])).length)"
)
Ask = Callable[[str], str]
Clock = Callable[[], float]


def main() -> None:
    print(f"{machine.name()}; the best of {ROUNDS} interleaved rounds, three moments of a game\n")
    print("| playouts a second | native | WebAssembly | ratio |\n|---|---:|---:|---:|")
    with Wasm() as module:
        for name, texts in rows():
            native, browser = rates(texts, module)
            print(f"| {name} | {native:,.0f} | {browser:,.0f} | {native / browser:.2f} |")
    data = MODULE.read_bytes()
    print(f"\n{len(data):,} bytes, gzip {len(gzip.compress(data, 9)):,}, Brotli {brotli():,}")


def rows() -> Iterator[tuple[str, list[str]]]:
    """What is asked, and the questions."""
    advice, luck = "advise seat={} seed=1 budget=150 most=64", f"luck seed=1 games={GAMES}"
    for name, edition, question in (
        ("tile game: the best moves", "classic", advice),
        ("tile game: the luck of a draw", "classic", luck),
        ("card game: the luck of a draw", "cards", luck),
    ):
        moments = [lines for _, lines in questions.chapters(greedy_game(edition, 2, 1))]
        lines = [moments[at] for at in MOMENTS]
        turns = [questions.answered(kernel.ask(f"state\n{each}"))["turn"] for each in lines]
        texts = [
            f"{question.format(turn)}\n{each}" for turn, each in zip(turns, lines, strict=True)
        ]
        yield name, texts


def rates(texts: list[str], module: Wasm) -> tuple[float, float]:
    """Playouts a second of both, by the shortest time of each question."""
    homes: list[tuple[Ask, Clock]] = [
        (kernel.ask, time.process_time),
        (lambda text: asked(module, text), lambda: module.seconds),
    ]
    best: dict[tuple[str, int], float] = {}
    for _ in range(ROUNDS):
        for text in texts:
            for home, (ask, clock) in enumerate(homes):
                start = clock()
                ask(text)
                taken = clock() - start
                best[text, home] = min(taken, best.get((text, home), taken))
    tried = sum(playouts(questions.answered(kernel.ask(text))) for text in texts)
    native, browser = (tried / sum(best[text, home] for text in texts) for home in (0, 1))
    return native, browser


def playouts(answer: questions.Answer) -> int:
    """How many it took: those of all moves, or two for each pair of games."""
    if "moves" in answer:
        return sum(move["samples"] for move in answer["moves"])
    return 2 * GAMES


def asked(module: Wasm, text: str) -> str:
    data = text.encode()
    address, answer = module.call("buffer"), module.call("answer")
    assert address is not None
    assert answer is not None
    module.write(address, data)
    return module.read(answer, module.call("ask", len(data)) or 0).decode()


def brotli() -> int:
    """The size with Brotli, as Node compresses it."""
    done = subprocess.run(
        [str(node()), "-e", BROTLI, str(MODULE)], check=True, capture_output=True, text=True
    )
    return int(done.stdout)


if __name__ == "__main__":
    main()
