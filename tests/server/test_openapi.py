"""The API against its own description: schemathesis sends what fits it, and what does not."""

import asyncio
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from qwirkle import native
from qwirkle.server.http.app import make_app
from qwirkle.server.node.settings import Settings
from tests.often import often
from tests.server.nodes import hosted, players, seated

pytestmark = pytest.mark.skipif(native.kernel is None, reason="Servers run compiled.")
CHECKS = [
    schemathesis.checks.not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
few = settings(
    max_examples=often(18),
    phases=[Phase.generate],
    deadline=None,
    derandomize=True,  # a commit is judged by the same requests as the one before
    suppress_health_check=list(HealthCheck),
)


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with hosted(tmp_path_factory.mktemp("data") / "games.db") as running:
        yield running


@pytest.fixture(scope="module")
def table(server):
    """A game that is going on."""

    async def begun():
        async with players(server.url, "Ada", "Bo") as people:
            return await seated(people, open=True)

    return asyncio.run(begun())


described = schemathesis.openapi.from_dict(make_app(Settings("")).openapi_schema.to_schema())


def call(case, server):
    """Send it; a stream of events is not followed, because it has no end."""
    if case.path.endswith("/events"):
        case.query = {**(case.query or {}), "follow": "false"}
    case.call_and_validate(base_url=server.url, checks=CHECKS)


def operations(path_part=""):
    """Every operation whose path has this part, as a parameter of its own.

    The parametrization that schemathesis brings reports its tests in a way that pytest-xdist
    loses: none of them could fail.
    """
    found: Any = described.get_all_operations()
    named = [one for one in (result.ok() for result in found) if path_part in one.path]
    return pytest.mark.parametrize("operation", named, ids=lambda one: one.label)


def try_out(operation, send):
    """Send some requests that fit the description."""
    few(given(case=operation.as_strategy())(send))()


@operations()
def test_every_route_does_what_it_says(operation, server):
    """No failure of the server, no status and no body that the description does not have."""
    try_out(operation, lambda case: call(case, server))


@operations("{table}")
def test_a_table_does_what_it_says(operation, server, table):
    """The same with the id of a table that is really there."""

    def send(case):
        case.path_parameters = {"table": table}
        call(case, server)

    try_out(operation, send)
