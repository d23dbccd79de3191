"""What library and browser must agree on about a person's own strength, as plain JSON.

``python -m tests.conformance.strength`` writes it again after a change of the constants in
``bots/adaptive.py`` and ``web/src/local/strength.json``.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

from qwirkle.bots import adaptive
from qwirkle.bots.adaptive import SCALES, Met, Rating

FILE = Path(__file__).with_name("strength.json")
OWN = (0.0, 0.3, 1.0, 2.0, 2.35, 3.5, 4.444, 5.0, 5.49, 5.5, 6.0)


def constants() -> dict[str, Any]:
    def camel(name: str) -> str:
        first, *rest = name.split("_")
        return first + "".join(map(str.capitalize, rest))

    scales = {
        name: {camel(key): value for key, value in asdict(scale).items()}
        for name, scale in SCALES.items()
    }
    return {
        "first": adaptive.FIRST,
        "weakest": adaptive.WEAKEST,
        "strongest": adaptive.STRONGEST,
        "lastBetween": adaptive.LAST_BETWEEN,
        "scales": scales,
    }


def games() -> list[dict[str, Any]]:
    """Wide and narrow results, resignations, several opponents, early and late."""
    leads = {"classic": (-60, -3, 0, 12, 90), "cards": (-4, -1, 0, 1, 5)}
    found = []
    for edition, some in leads.items():
        for number, own in enumerate(OWN):
            met = [Met(200, some[number % 5]), Met(100 + 50 * number, some[number * 2 % 5])]
            for chosen in (met[:1], met[1:], met, [Met(300, None)]):
                before = Rating(own, number * number)
                after = before.after(edition, chosen)
                found.append(
                    {
                        "edition": edition,
                        "before": asdict(before),
                        "met": [asdict(one) for one in chosen],
                        "after": asdict(after),
                    }
                )
    return found


def opponents() -> list[dict[str, Any]]:
    return [
        {"own": own, "count": count, "strengths": Rating(own).opponents(count)}
        for own in OWN
        for count in (1, 2, 3)
    ]


def text() -> str:
    """One case a line."""

    def lines(cases: list[dict[str, Any]]) -> str:
        return ",\n  ".join(json.dumps(case) for case in cases)

    return (
        f'{{"constants": {json.dumps(constants())},\n'
        f' "games": [\n  {lines(games())}],\n "opponents": [\n  {lines(opponents())}]}}\n'
    )


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
