"""Write docs/screens/terminal.svg, a picture of the application in the terminal: the tile game in
the middle, with a tile chosen. ``python -m tools.terminal_picture``, after a change of its look."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

from qwirkle.terminal.app import playing
from qwirkle.terminal.app.paint import Painter
from qwirkle.terminal.app.program import Program
from qwirkle.terminal.session import Session
from qwirkle.terminal.setup import Options, seated

OUT = Path(__file__).parent.parent / "docs" / "screens" / "terminal.svg"
TURNS = 7
RECT = re.compile(r'<rect fill="(#\w+)" x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="24.65"')
TEXT = re.compile(r'<text class="[\w-]+-(r\d+)" x="([\d.]+)" y="(\d[\d.]*)" textLength="([\d.]+)"[^>]*>(.*?)</text>')  # fmt: skip # noqa: E501
STYLE = re.compile(r"-(r\d+) (\{.*?\})")


async def drawn() -> str:
    """The screen after some turns in which every hint was followed, as Textual exports it."""
    playing.PAUSE = 0.0
    seating = seated(Options(players=["Ada"], seed=5, ages="40,30", bot="greedy"), "en")
    app = Program(playing.Playing(Session(seating), "en", Painter()))
    async with app.run_test(size=(80, 24)) as pilot:
        for key in ["h", "enter"] * TURNS + ["1"]:
            await pilot.press(key)
            await app.workers.wait_for_complete()
            await pilot.pause()
        return app.export_screenshot()


def merged(svg: str) -> list[tuple[str, float, float, float]]:
    """The grounds of the text, those of one colour side by side as one."""
    made: list[tuple[str, float, float, float]] = []
    for fill, *numbers in RECT.findall(svg):
        x, y, width = map(float, numbers)
        if made and made[-1][0] == fill and made[-1][2] == y:
            _, x, _, before = made.pop()
            width += before
        made.append((fill, x, y, width))
    return made


def small(svg: str) -> str:
    """The same picture without its frame, its fonts from elsewhere, and most of its bytes."""
    parts = [
        f'<rect fill="{fill}" x="{x:.5g}" y="{y:.5g}" width="{width:.5g}" height="25"/>'
        for fill, x, y, width in merged(svg)
    ]
    parts += [
        f'<text class="{style}" x="{x}" y="{y}" textLength="{length}">{text}</text>'
        for style, x, y, length, text in TEXT.findall(svg)
        if text.replace("&#160;", "")
    ]
    styles = "".join(f".{name} {style}" for name, style in STYLE.findall(svg))
    head = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 976 588" role="img"'
    label = 'aria-label="The tile game on the whole screen of a terminal"'
    look = f"<style>text {{ font: 20px monospace; white-space: pre }}{styles}</style>"
    return "\n".join([f"{head} {label}>{look}", *parts, "</svg>\n"]).replace("&#160;", "\u00a0")


if __name__ == "__main__":
    OUT.write_text(small(asyncio.run(drawn())), encoding="utf-8")
