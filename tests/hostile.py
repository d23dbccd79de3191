"""An engine that keeps to the protocol up to some word of its host, and then does its worst.

    python hostile.py HOW [WORD [FIFO]]

From then on a pipe by name is held open by it and by all that it starts: whoever reads there hears
the end of the last of them. It ends by itself after two minutes.
"""

import os
import select
import signal
import sys
import time
from functools import partial
from pathlib import Path

LONGEST = 120
BLOCK = 1 << 16


class Life:
    """The reading end of such a pipe."""

    def __init__(self, folder: Path) -> None:
        self.name = str(folder / "life")
        self.starts = 0
        os.mkfifo(self.name)
        self._pipe = os.open(self.name, os.O_RDONLY | os.O_NONBLOCK)

    def heard(self, seconds: float = 60) -> bool:
        """The next news: whether an engine begins, or else the last process has ended."""
        if not select.select([self._pipe], [], [], seconds)[0]:
            raise TimeoutError
        told = os.read(self._pipe, 1)
        self.starts += len(told)
        return bool(told)

    def close(self) -> None:
        os.close(self._pipe)


def flood(begun):
    begun()
    while True:
        os.write(1, b"info\n" * BLOCK)


def endless(begun):
    begun()
    while True:
        os.write(1, b"x" * BLOCK)


def errors(begun):
    begun()
    while True:
        os.write(2, b"x" * BLOCK)


def silence(begun):
    begun()
    time.sleep(LONGEST)


def trickle(begun):
    begun()
    while True:
        os.write(1, b"i")
        time.sleep(0.1)


def dying(begun):
    begun()
    os._exit(3)


def mute(begun):
    begun()
    os.close(1)
    time.sleep(LONGEST)


def stubborn(begun):
    for one in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(one, signal.SIG_IGN)
    begun()
    time.sleep(LONGEST)


def forking(begun):
    """A child holds the pipes, and its parent waits."""
    if os.fork():
        begun()
    time.sleep(LONGEST)


def orphan(begun):
    """A child holds the pipes, and its parent leaves."""
    begun()
    if not os.fork():
        time.sleep(LONGEST)


def daemon(begun):
    """A child leaves its group, as programs in the background do."""
    if not os.fork():
        os.setsid()
        if not os.fork():
            begun()
            time.sleep(LONGEST)
        os._exit(0)
    time.sleep(LONGEST)


WAYS = {
    way.__name__: way
    for way in (
        flood, endless, errors, silence, trickle, dying, mute, stubborn, forking, orphan, daemon,
    )
}  # fmt: skip
ANSWERS = {
    "hello": "id name hostile\nplays classic 2 4\nplays cards 2 4\nhello 1\n",
    "ready": "ready\n",
}


def main(how, word="hello", fifo=""):
    signal.alarm(LONGEST)
    while line := sys.stdin.readline():
        said = line.split()[:1]
        if said == [word]:
            life = os.open(fifo or os.devnull, os.O_WRONLY)
            WAYS[how](partial(os.write, life, b"!"))
            return
        sys.stdout.write(ANSWERS.get("".join(said), ""))
        sys.stdout.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
