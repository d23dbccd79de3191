"""Work for worker processes that tells by files what it does, and waits for files."""

import os
import time
from pathlib import Path


def note(path, word):
    """Write a word down."""
    with Path(path).open("a") as file:
        file.write(f"{word}\n")
    return word


def hold(started, let_go):
    """Say that it has begun, and go on when told."""
    Path(started).touch()
    while not Path(let_go).exists():
        time.sleep(0.005)


def hold_for_ever(*_):
    while True:
        time.sleep(1)


def die(*_):
    os._exit(3)


def die_once(path):
    """Die, but only the first time."""
    if not Path(path).exists():
        Path(path).touch()
        os._exit(3)
    return "alive"


def given(budget):
    return budget


def fail(error):
    raise error


class Unsendable(Exception):
    """One that cannot be made again from what is sent of it."""

    def __init__(self, one, other):
        super().__init__(one)


def fail_for_good():
    raise Unsendable("one", "other")


def eat(size):
    return len(bytearray(size))


def pid():
    return os.getpid()
