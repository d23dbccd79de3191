"""The stub of the compiled module is a golden file."""

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from qwirkle import native

STUB = Path(__file__).parent.parent / "src" / "qwirkle" / "_kernel.pyi"


MODULES = [name for name in ("_kernel", "_kernel_v3") if find_spec(f"qwirkle.{name}")]


@pytest.mark.skipif(native.kernel is None, reason="this is the pure run")
@pytest.mark.parametrize("name", MODULES)
def test_the_stub_is_what_the_module_says(tmp_path, name):
    """After a change of kernel/python one runs make stub, and the change shows in the diff."""
    if name == "_kernel_v3" and native.VARIANT != "v3":
        pytest.skip("this processor cannot run the variant")
    fresh = tmp_path / "_kernel.pyi"
    command = ["-m", "nanobind.stubgen", "-q", "-m", f"qwirkle.{name}", "-o", str(fresh)]
    subprocess.run([sys.executable, *command], check=True)
    assert fresh.read_text() == STUB.read_text()
