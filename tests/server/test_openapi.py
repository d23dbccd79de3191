"""The API against its own description: schemathesis sends what fits it, and what does not."""

import asyncio

import pytest
import schemathesis
from hypothesis import Phase, settings
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from qwirkle import native
from qwirkle.server.http.app import make_app
from qwirkle.server.node.settings import Settings
from tests.server.nodes import node, players, seated

pytestmark = pytest.mark.skipif(native.kernel is None, reason="Servers run compiled.")
CHECKS = [
    schemathesis.checks.not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
few = settings(max_examples=6, phases=[Phase.generate])


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with node(tmp_path_factory.mktemp("data") / "games.db") as running:
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


@described.parametrize()
@few
def test_every_route_does_what_it_says(case, server):
    """No failure of the server, no status and no body that the description does not have."""
    call(case, server)


@described.include(path_regex=r"\{table\}").parametrize()
@few
def test_a_table_does_what_it_says(case, server, table):
    """The same with the id of a table that is really there."""
    case.path_parameters = {"table": table}
    call(case, server)
