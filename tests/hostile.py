"""An engine that keeps to the protocol up to some word of its host, and then does its worst.

    python hostile.py HOW [WORD [FIFO]]

A pipe by name is held open by it and by all that it has started: whoever reads there hears the end
of the last of them. It ends by itself after two minutes.
"""

import os
import signal
import sys
import time

LONGEST = 120
BLOCK = 1 << 16


def flood():
    while True:
        os.write(1, b"info\n" * BLOCK)


def endless():
    while True:
        os.write(1, b"x" * BLOCK)


def errors():
    while True:
        os.write(2, b"x" * BLOCK)


def silence():
    time.sleep(LONGEST)


def trickle():
    while True:
        os.write(1, b"i")
        time.sleep(0.1)


def dying():
    os._exit(3)


def mute():
    os.close(1)
    time.sleep(LONGEST)


def stubborn():
    for one in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(one, signal.SIG_IGN)
    time.sleep(LONGEST)


def forking():
    """A child holds the pipes, and its parent waits."""
    os.fork()
    time.sleep(LONGEST)


def orphan():
    """A child holds the pipes, and its parent leaves."""
    if not os.fork():
        time.sleep(LONGEST)


def daemon():
    """A child leaves its group, as programs in the background do."""
    if not os.fork():
        os.setsid()
        if not os.fork():
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
    if fifo:
        os.write(os.open(fifo, os.O_WRONLY), b"!")
    while line := sys.stdin.readline():
        said = line.split()[:1]
        if said == [word]:
            WAYS[how]()
            return
        sys.stdout.write(ANSWERS.get("".join(said), ""))
        sys.stdout.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
