"""Run the attacks, all of them or those that are named.

    python -m bench.attacks [NAME ...]

Prints one line for each promise. The exit code is 1 if one of them did not hold.
"""

from __future__ import annotations

import argparse
import importlib
import pkgutil
import sys
import time

from bench import attacks, machine


def names() -> list[str]:
    modules = (found.name for found in pkgutil.iter_modules(attacks.__path__))
    return sorted(name for name in modules if name != "__main__")


def attack(name: str) -> bool:
    """Run one attack and print its checks; whether every promise held."""
    print(f"{name} ...", flush=True)
    start = time.monotonic()
    checks = importlib.import_module(f"bench.attacks.{name}").run()
    for check in checks:
        print(f"  {'held' if check.held else 'FAILED'}: {check.promise} ({check.measured})")
    print(f"  {time.monotonic() - start:.0f} s", flush=True)
    return all(check.held for check in checks)


def main() -> int:
    parser = argparse.ArgumentParser(description="Run the attacks on a node of their own.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"any of: {', '.join(names())}")
    options = parser.parse_args()
    if unknown := set(options.names) - set(names()):
        parser.error(f"There is no attack called {', '.join(sorted(unknown))}.")
    print(machine.name())
    held = [attack(name) for name in options.names or names()]
    return 0 if all(held) else 1


if __name__ == "__main__":
    sys.exit(main())
