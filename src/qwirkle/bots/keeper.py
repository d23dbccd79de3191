"""Starts a program, and ends it with all that it has started when the host is gone.

    python keeper.py DESCRIPTOR WORDS...

The host holds the other end of a pipe, which closes however the host ends, SIGKILL included; no
signal, atexit or thread of the host is needed for it. A process between the two is what works on
every Unix: Linux could tell the program itself of its parent's death, but means by that the thread
that started it, and forgets the program's own children. Only the standard library's lightest parts
are imported, and nothing of the package, so that starting costs some milliseconds.
"""

import ctypes
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

DIE_WITH_PARENT, ADOPT_ORPHANS = 1, 36
"""What ``prctl`` of Linux calls PR_SET_PDEATHSIG and PR_SET_CHILD_SUBREAPER."""
NOT_STARTED = 127
"""The exit code of a shell where there is no such program."""


def keep(host: int, words: list[str]) -> int:
    """Run a program until it ends, or the host has closed its end of the pipe; its exit code.
    Nothing of it is left then."""
    _control(ADOPT_ORPHANS, 1)
    try:
        program = subprocess.Popen(  # noqa: S603
            words,
            start_new_session=True,
            preexec_fn=_die_with_keeper,  # there is no other thread yet
        )
    except OSError as error:
        print("error", error, flush=True)  # noqa: T201 - the host is told as by an engine
        return NOT_STARTED
    _let_go()
    threading.Thread(target=_end_with_host, args=(host, program.pid), daemon=True).start()
    code = program.wait()
    _end_rest(program.pid)
    return code if code >= 0 else 128 - code


def _control(what: int, value: int) -> None:
    """Ask something of Linux; other systems have no such thing."""
    with suppress(AttributeError, OSError):
        ctypes.CDLL(None).prctl(what, value)


def _die_with_keeper() -> None:
    _control(DIE_WITH_PARENT, signal.SIGKILL)


def _let_go() -> None:
    """The pipes are the program's alone, so that the host hears when it closes them."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for descriptor in range(3):
        os.dup2(nothing, descriptor)
    os.close(nothing)


def _end_with_host(host: int, group: int) -> None:
    os.read(host, 1)  # nothing is ever sent; it ends when the other end is closed
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(group, signal.SIGKILL)


def _end_rest(group: int) -> None:
    """End what the program has started: its group, and on Linux also those that have left it."""
    while True:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(group, signal.SIGKILL)
        for process in _descendants(os.getpid()):
            with suppress(ProcessLookupError, PermissionError):
                os.kill(process, signal.SIGKILL)
        try:
            os.wait()
        except ChildProcessError:
            return


def _descendants(process: int) -> Iterator[int]:
    for listed in Path(f"/proc/{process}/task").glob("*/children"):
        with suppress(OSError):  # the thread has ended
            for child in map(int, listed.read_text().split()):
                yield from _descendants(child)
                yield child


if __name__ == "__main__":
    sys.exit(keep(int(sys.argv[1]), sys.argv[2:]))
