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
    await pilot.pause()
    while any(not worker.is_finished for worker in pilot.app.workers):
        await pilot.app.workers.wait_for_complete()
        await pilot.pause()
    await pilot.pause()


async def pressed(pilot: Pilot[Any], *keys: str) -> None:
    await pilot.press(*keys)
    await settled(pilot)


def shown(app: App[Any]) -> str:
    """Everything on the screen, as text."""
    width, height = app.size
    lines = app.screen._compositor.render_strips(app.size)
    text = "\n".join(strip.text for strip in lines)
    assert len(lines) == height
    assert all(len(line) <= width for line in text.split("\n"))
    return text
