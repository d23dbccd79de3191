"""The compiled kernel, for tests and measurements that do not run without it."""

from types import ModuleType

from qwirkle import native


def compiled() -> ModuleType:
    """The kernel that is in use."""
    assert native.kernel is not None, "The kernel is not there: run make setup."
    return native.kernel
