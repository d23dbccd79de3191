"""The services that some of the server's tests share."""

import pytest

from tests.server.nodes import hosted
from tests.server.services import running_broker, running_postgres


@pytest.fixture(scope="session", autouse=True)
def _processes_unmeasured():
    """Measured, a process takes twice the time; servers that are to be measured run in threads."""
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("COVERAGE_PROCESS_CONFIG", raising=False)
        yield


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    """For tests that mind nobody else's tables."""
    with hosted(tmp_path_factory.mktemp("data") / "games.db") as running:
        yield running


@pytest.fixture(scope="session")
def postgres():
    with running_postgres() as service:
        yield service


@pytest.fixture(scope="session")
def broker():
    with running_broker() as service:
        yield service
