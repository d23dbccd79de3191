"""The command ``qwirkle`` in this process: a new one for each call would cost ten times as much."""

import io
import os
import sys
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from unittest.mock import patch

from qwirkle.cli import main

TERMINAL = {"TERM": "xterm", "LC_ALL": "C.UTF-8", "COLUMNS": "80"}


@dataclass(frozen=True)
class Said:
    """How a call of the command ended."""

    returncode: int
    stdout: str
    stderr: str


def qwirkle(
    *arguments: str, typed: str | bytes = "", encoding: str = "utf-8", **environment: str
) -> Said:
    """Run it in English, in an ordinary terminal's environment, with its streams as pipes."""
    data = typed if isinstance(typed, bytes) else typed.encode()
    source, out, err = (io.TextIOWrapper(io.BytesIO(it), encoding) for it in (data, b"", b""))
    with (
        patch.dict(os.environ, TERMINAL | environment),
        patch.object(sys, "stdin", source),
        redirect_stdout(out),
        redirect_stderr(err),
    ):
        try:
            code = main(arguments)
        except SystemExit as left:  # argparse has had enough
            code = int(left.code or 0)
    return Said(code, text_of(out), text_of(err))


def text_of(stream: io.TextIOWrapper) -> str:
    stream.seek(0)
    return stream.read()
