"""The application in the terminal, driven without one: keys, clicks, and what is on the screen."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any
from unittest.mock import patch

from textual.app import App
from textual.pilot import Pilot
from textual.screen import Screen

from qwirkle.terminal.app.paint import Painter
from qwirkle.terminal.app.playing import Playing
from qwirkle.terminal.app.program import Program
from qwirkle.terminal.kept import Kept
from qwirkle.terminal.session import Session
from qwirkle.terminal.setup import Options, seated

Steps = Callable[[Pilot[Any]], Awaitable[None]]
SIZE = (80, 24)
WAYS = 4
"""Messages that follow from one another: a key, a decision, a move, what is said of it."""
PATIENCE = 60
"""Seconds after which an application that has failed is given up."""
QUICK = 0.001
"""Seconds for which a pilot waits after every key, instead of twenty times as long."""


def driven(screen: Screen[None], steps: Steps, size: tuple[int, int] = SIZE) -> Program:
    """The application after some steps of a person."""
    app = Program(screen)

    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            await settled(pilot)
            await steps(pilot)

    with patch("textual._wait.SLEEP_GRANULARITY", QUICK), patch("textual._wait.SLEEP_IDLE", QUICK):
        asyncio.run(run())
    return app


def playing(lang: str = "en", glyphs: bool = True, **options: object) -> Playing:
    """A game as ``qwirkle play --app`` begins it; unless it is asked for otherwise, Ada opens."""
    if not options.get("resume"):
        options = {"seed": 5, "ages": "40,30", "players": ["Ada"], "bot": "greedy", **options}
    chosen = Options(**options)  # type: ignore[arg-type]
    seating = seated(chosen, lang)
    kept = Kept(chosen.keep, "play", seating.game.commitment) if chosen.keep else None
    return Playing(Session(seating, kept), lang, Painter(glyphs))


async def settled(pilot: Pilot[Any]) -> None:
    """Once nobody thinks any more, and everything that was sent has arrived."""
    await arrived(pilot.app)
    while any(not worker.is_finished for worker in pilot.app.workers):
        await pilot.app.workers.wait_for_complete()
        await arrived(pilot.app)


async def arrived(app: App[Any]) -> None:
    """Once every queue was empty as often as a message needs on its way from a key to a move. It
    does not depend on the clock, as a pilot's own pauses do."""
    for _ in range(WAYS):
        for node in (app, *app.screen_stack, *app.screen.walk_children()):
            done = asyncio.Event()
            if node.call_later(done.set):
                await asyncio.wait_for(done.wait(), PATIENCE)


async def pressed(pilot: Pilot[Any], *keys: str) -> None:
    await pilot.press(*keys)
    await settled(pilot)


async def clicked(
    pilot: Pilot[Any], widget: str | None = None, *, offset: tuple[int, int] = (0, 0)
) -> None:
    await pilot.click(widget, offset=offset)
    await settled(pilot)


async def resized(pilot: Pilot[Any], width: int, height: int) -> None:
    """The terminal in another size, with everything in its new place."""
    await pilot.resize_terminal(width, height)
    while not (pilot.app.size == pilot.app.screen._compositor.size == (width, height)):
        await pilot.pause()
    await settled(pilot)


def shown(app: App[Any]) -> str:
    """Everything on the screen, as text."""
    width, height = app.size
    lines = app.screen._compositor.render_strips(app.size)
    text = "\n".join(strip.text for strip in lines)
    assert len(lines) == height
    assert all(len(line) <= width for line in text.split("\n"))
    return text
