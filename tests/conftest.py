"""Settings of the tests: Hypothesis tries the same examples every time, and takes its time."""

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "suite",
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
