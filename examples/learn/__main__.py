"""``python -m examples.learn train``: docs/tutorials/train-an-agent.md."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from examples.learn import BadWeights, need_torch


def main(words: Sequence[str] | None = None) -> None:
    """Read the command, and carry it out."""
    about = argparse.ArgumentDefaultsHelpFormatter
    parser = argparse.ArgumentParser(prog="python -m examples.learn", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="train")
    add = commands.add_parser("train", formatter_class=about, help="train a network").add_argument
    add("--games", type=int, default=6000, help="games of self-play in all")
    add("--out", type=Path, default=Path("weights.pt"), help="the weights; continued if there")
    add("--every", type=int, default=1000, help="games between two measurements")
    add("--pairs", type=int, default=200, help="pairs of games against greedy in each of them")
    add("--seed", type=int, default=0, help="of a new network")
    add("--threads", type=int, default=1, help="of PyTorch on a CPU")
    given = parser.parse_args(words)
    try:
        need_torch()
        from examples.learn.training import train

        train(**vars(given))
    except (ModuleNotFoundError, BadWeights) as error:
        sys.exit(str(error))
    except KeyboardInterrupt:
        sys.exit("\nStopped. The same command continues after the last round that was saved.")


if __name__ == "__main__":
    main()
