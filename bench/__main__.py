"""Print how fast it is on this machine; with --long, prove sameness over many positions first."""

from __future__ import annotations

import os
import subprocess
import sys

from bench import compare, machine, sameness, selfplay
from qwirkle import kernel, native


def main() -> None:
    if "--long" in sys.argv:
        sameness.main()
        print()
    print(f"{machine.name()}; the best of several interleaved rounds")
    print(f"kernel: {native.VARIANT}\n")
    pure = {**os.environ, "QWIRKLE_PURE": "1"}
    subprocess.run([sys.executable, "-m", "bench.reference"], check=True, env=pure)
    if not kernel.AVAILABLE:
        print("\nThe kernel is not there: install a C++ compiler and run make again.")
        return
    print()
    compare.main()
    print()
    selfplay.main()


if __name__ == "__main__":
    main()
