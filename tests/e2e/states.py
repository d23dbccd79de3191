"""Tables in the middle of a game, as the server told them: always the same, to be photographed.

``python -m tests.e2e.states`` plays to such tables anew and writes ``states/*.json``.
"""

import asyncio
import json
import tempfile
from pathlib import Path

from tests.server import nodes

FOLDER = Path(__file__).with_name("states")
MOVES = {"classic": 16, "cards": 6}
CHOOSE = {"classic": nodes.highest, "cards": nodes.arranging}


def show(page, edition, url):
    """Open a table that is told by its file instead of the server."""
    told = json.loads((FOLDER / f"{edition}.json").read_text())
    table = told["view"]["table"]
    page.route(f"**/api/tables/{table}", lambda route: route.fulfill(json=told["view"]))

    def speak(socket):
        for message in told["messages"]:
            socket.send(json.dumps(message))

    page.route_web_socket(f"**/api/tables/{table}/socket*", speak)
    page.goto(f"{url}/t/{table}")
    page.locator(".players").wait_for()
    page.locator("ol[aria-label=Moves] li").nth(told["view"]["moves"] - 1).wait_for(
        state="attached"
    )


async def _told(url, edition):
    """Two people play some moves; then what the one to move is told from the beginning."""
    async with nodes.players(url, "Ada", "Bo") as people:
        table = await nodes.seated(people, edition=edition)
        while True:
            view = await people[0].view(table)
            if view["moves"] >= MOVES[edition] and view["turn"] == 0:
                break
            mover = people[view["turn"]]
            offers = await mover.ask(table, "offers")
            body = CHOOSE[edition](await mover.view(table), offers)
            await mover.http.post(f"/api/tables/{table}/commands", json=body)
        messages = []
        async with people[0].socket(table) as socket:
            while not messages or messages[-1]["type"] != "offers":
                messages.append(json.loads(await socket.recv()))
        return {"view": view, "messages": messages}


def main():
    with tempfile.TemporaryDirectory() as folder, nodes.node(Path(folder) / "games.db") as node:
        for edition in MOVES:
            told = asyncio.run(_told(node.url, edition))
            (FOLDER / f"{edition}.json").write_text(json.dumps(told) + "\n")


if __name__ == "__main__":
    main()
