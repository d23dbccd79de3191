"""The services that some of the server's tests share."""

from multiprocessing import get_all_start_methods, get_context

import pytest

from qwirkle.server.node import worker
from tests.server.nodes import hosted
from tests.server.services import running_broker, running_postgres


@pytest.fixture(scope="session", autouse=True)
def _quick_workers():
    """Workers are forked from a process that has loaded what they need."""
    with pytest.MonkeyPatch.context() as patch:
        if "forkserver" in get_all_start_methods():
            forking = get_context("forkserver")
            forking.set_forkserver_preload([worker.PRELOADED])
            patch.setattr(worker, "CONTEXT", forking)
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
