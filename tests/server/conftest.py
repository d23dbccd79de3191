"""The services that some of the server's tests share."""

import pytest

from tests.server.services import running_broker, running_postgres


@pytest.fixture(scope="session")
def postgres():
    with running_postgres() as service:
        yield service


@pytest.fixture(scope="session")
def broker():
    with running_broker() as service:
        yield service
