"""Bots of others that do their worst at the tables of a real server."""

import asyncio
import json
import os
import shlex
import sys
from contextlib import closing

import pytest

from qwirkle import native
from tests import hostile
from tests.server import nodes
from tests.server.test_thinking import begun, served, to_move

pytestmark = [
    pytest.mark.skipif(native.kernel is None, reason="Servers run compiled."),
    pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="Windows has no such pipes."),
]


@pytest.fixture
def life(tmp_path):
    with closing(hostile.Life(tmp_path)) as opened:
        yield opened


def name(how, life, word="position"):
    return f"cmd:{shlex.join([sys.executable, hostile.__file__, how, word, life.name])}"


async def play(host, player, table, turns=2):
    """Play some turns against the computer."""
    for _ in range(turns):
        room = await to_move(host, table)
        before, move = room.game.moves, str(next(iter(room.game.legal_moves)))
        assert "problem" not in await player.do(table, "play", move=move, expect=room.seq)
        assert (await to_move(host, table)).game.moves == before + 2


@pytest.mark.parametrize("how", ["flood", "endless", "errors", "dying", "mute", "silence"])
def test_a_table_goes_on_without_the_bot_that_fails(tmp_path, life, how):
    """The server answers meanwhile; a worker asks the bot once, and nothing is left of it."""

    async def scene(host, player):
        table = await begun(player, seats=2, bots=[2])
        await play(host, player, table)
        assert (await player.http.get("/healthz")).status_code == 200

    served(tmp_path, scene, bots=((2, name(how, life)),), bot_budget=0.02)
    while life.heard():
        pass
    assert life.starts == 1


def test_a_bot_ends_with_a_server_that_is_killed(tmp_path, life):
    """Although neither the server nor its worker can tell it."""
    bot = name("stubborn", life)
    node = nodes.start(tmp_path / "games.db", "--bot", f"2={bot}", "--bot-budget", "60s")
    try:
        asyncio.run(_begin(node.url))
        assert life.heard()
    finally:
        node.kill()
    assert not life.heard()


async def _begin(url):
    """Let the computer think at a table."""
    async with nodes.players(url, "Ada") as (ada,):
        table = await ada.create(seats=2, bots=[2])
        async with ada.socket(table) as socket:
            await ada.start(table)
            async for text in socket:
                message = json.loads(text)
                view = message.get("view", {})
                if view.get("turn") == 1:
                    return
                if message["type"] == "offers":
                    await socket.send(json.dumps(nodes.highest(view, message)))
