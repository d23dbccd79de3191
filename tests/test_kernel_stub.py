"""The stub of the compiled module is a golden file."""

import subprocess
import sys
from pathlib import Path

import pytest

from qwirkle import native

STUB = Path(__file__).parent.parent / "src" / "qwirkle" / "_kernel.pyi"


@pytest.mark.skipif(native.kernel is None, reason="this is the pure run")
def test_the_stub_is_what_the_module_says(tmp_path):
    """Whoever changes kernel/bind.cpp runs make stub, and the change shows in the diff."""
    fresh = tmp_path / "_kernel.pyi"
    command = ["-m", "nanobind.stubgen", "-q", "-m", "qwirkle._kernel", "-o", str(fresh)]
    subprocess.run([sys.executable, *command], check=True)
    assert fresh.read_text() == STUB.read_text()
