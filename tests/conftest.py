"""Settings of the tests: which run in pure Python and which are measured; how Hypothesis tries."""

import os
import sys

import pytest
from hypothesis import HealthCheck, settings

from tests.imports import RULES, level, tries_the_kernel
from tests.often import LONG, often

PURE = os.environ.get("QWIRKLE_PURE") == "1"

settings.register_profile(
    "suite",
    max_examples=often(100),
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("suite")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """A file of the server's tests stays with one worker: its servers are started once."""
    from xdist.scheduler import LoadScopeScheduling

    class ByServer(LoadScopeScheduling):  # type: ignore[misc]  # xdist has no types
        def _split_scope(self, nodeid):
            file = nodeid.partition("::")[0]
            return file if file.startswith("tests/server/") else nodeid

    return ByServer(config, log)


def pytest_ignore_collect(collection_path, config):
    """Pure Python is tried by what tests the rules; what uses them is tried compiled.

    A file that is named gets its way.
    """
    if not PURE or collection_path.suffix != ".py" or not collection_path.name.startswith("test_"):
        return None
    named = any(
        str(collection_path).endswith(argument.partition("::")[0]) for argument in config.args
    )
    return None if named or level(collection_path) in RULES else True


def pytest_collection_modifyitems(config, items):
    """What is for the long mode alone waits for ``make test LONG=1``."""
    late = [] if LONG else [item for item in items if item.get_closest_marker("long")]
    items[:] = [item for item in items if item not in late]
    config.hook.pytest_deselected(items=late)


def is_measured(item):
    """Compiled, what the pure tests cannot reach; and never what says that it finds nothing new."""
    if item.get_closest_marker("unmeasured"):
        return False
    return PURE or level(item.path) not in RULES or tries_the_kernel(item.path)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item):
    """Coverage makes Python three times slower, so it is off where nothing is measured."""
    tracer = sys.gettrace()
    if tracer is None or is_measured(item):
        return (yield)
    sys.settrace(None)
    try:
        return (yield)
    finally:
        sys.settrace(tracer)
