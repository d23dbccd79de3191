"""Whether the tests notice: ``python -m bench.mutations``.

Ten things are broken in a clone of the last commit, one after the other, each in a way that types
and lint let pass; the part of ``make test`` that tries it has to fail. Prints what failed.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent
FAILED = re.compile(
    r"FAILED (tests\S+)|FAIL\S* +(tests/\S+ > .+)|^(test_\w+ \(\w+\) failed)", re.MULTILINE
)
COLOR = re.compile(r"\x1b\[[\d;]*m")


@dataclass(frozen=True)
class Mutation:
    """One line that is no longer right."""

    what: str
    part: str
    """Of ``make test``."""
    file: str
    right: str
    wrong: str


MUTATIONS = (
    Mutation(
        "tiles may be traded that the bag does not hold",
        "library",
        "src/qwirkle/classic/rules.py",
        "return min(len(self.hand), self.bag) if self.board else 0",
        "return len(self.hand) if self.board else 0",
    ),
    Mutation(
        "a row of six may stay on the table",
        "library",
        "src/qwirkle/cards/rules.py",
        "if len(row) == LONGEST:",
        "if len(row) > LONGEST:",
    ),
    Mutation(
        "a fourth exchange in one turn",
        "library",
        "src/qwirkle/cards/rules.py",
        "self.exchanges < MOST_EXCHANGES",
        "self.exchanges <= MOST_EXCHANGES",
    ),
    Mutation(
        "the fast judge forgets the bonus for going out",
        "kernel",
        "kernel/classic/judge.cpp",
        "int sum = goes_out(move) ? BONUS : 0;",
        "int sum = 0;",
    ),
    Mutation(
        "the fast solver captures rows without a card of the hand",
        "library",
        "kernel/cards/solver.cpp",
        "if (uses_hand) return solve(rest, found);",
        "if (captures) return solve(rest, found);",
    ),
    Mutation(
        "the first hand is shown to everybody at the table",
        "server",
        "src/qwirkle/server/domain/events.py",
        "return Dealt(self.seat, (HIDDEN,) * len(self.pieces))",
        "return Dealt(self.seat, self.pieces)",
    ),
    Mutation(
        "a move is acknowledged and not stored",
        "server",
        "src/qwirkle/server/storage/event_log.py",
        "for entry in room.log[since:]",
        "for entry in room.log[since:-1]",
    ),
    Mutation(
        "a move does not give the clock its seconds",
        "server",
        "src/qwirkle/server/domain/clocks.py",
        "left[seat] += increment * SECOND",
        "left[seat] += increment",
    ),
    Mutation(
        "what is unseen on this device is counted with the hand of the next seat",
        "web",
        "web/src/local/view.ts",
        "without(ALL, [...lying(state), ...state.hands[seat]!])) counts",
        "without(ALL, [...lying(state), ...state.hands[(seat + 1) % state.hands.length]!])) counts",
    ),
    Mutation(
        "one device handed around uncovers the next hand by itself",
        "browser",
        "web/src/table/HandOver.svelte",
        "shown: number | undefined } = $props();",
        "shown: number | undefined } = $props();\n"
        "  $effect(() => void (shown = view.turn ?? undefined));",
    ),
)


def fails(clone: Path, part: str) -> list[str]:
    """The tests of a part that fail, in a clone; it ends soon after the first."""
    done = subprocess.run(
        ["make", "test", f"ONLY={part}"],
        cwd=clone,
        env={**os.environ, "PYTEST_ADDOPTS": "-x"},
        capture_output=True,
        text=True,
    )
    said = COLOR.sub("", done.stdout + done.stderr)
    return ["".join(groups).strip() for groups in FAILED.findall(said)]


def tried(clone: Path, mutation: Mutation) -> list[str]:
    file = clone / mutation.file
    text = file.read_text(encoding="utf-8")
    assert text.count(mutation.right) == 1, f"{mutation.file} no longer has: {mutation.right}"
    file.write_text(text.replace(mutation.right, mutation.wrong), encoding="utf-8")
    try:
        return fails(clone, mutation.part)
    finally:
        file.write_text(text, encoding="utf-8")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("numbers", nargs="*", type=int, help="of the mutations, from 1; or all")
    asked = parser.parse_args().numbers or range(1, len(MUTATIONS) + 1)
    survived = 0
    with tempfile.TemporaryDirectory() as folder:
        clone = Path(folder, "qwirkle")
        subprocess.run(["git", "clone", "--quiet", "--depth=1", ROOT.as_uri(), clone], check=True)
        print("| broken | part | noticed by | |\n|---|---|---|---|")
        for number in asked:
            mutation, began = MUTATIONS[number - 1], time.monotonic()
            failed = tried(clone, mutation)
            survived += not failed
            noticed = f"`{failed[0]}`" if failed else "**nothing**"
            seconds = time.monotonic() - began
            print(
                f"| {mutation.what} | {mutation.part} | {noticed} | {seconds:.0f} s |", flush=True
            )
    return 1 if survived else 0


if __name__ == "__main__":
    raise SystemExit(main())
