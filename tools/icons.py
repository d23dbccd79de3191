"""Draw the icons of the client as PNG from web/public/icon.svg with a browser.

python tools/icons.py
"""

from __future__ import annotations

import shutil
from pathlib import Path

from playwright.sync_api import sync_playwright

PUBLIC = Path(__file__).parent.parent / "web" / "public"
BROWSER = shutil.which("chromium-headless-shell") or shutil.which("chromium")
SIZES = {
    "icon-192": (192, None),
    "icon-512": (512, None),
    "icon-maskable-512": (512, 0.1),
    "apple-touch-icon": (180, 0.0),
}
"""Each with the share of its edge that a launcher may cut off. None: the corners of the drawing
stay clear, which an iPhone would make black."""


def page(size: int, cut: float | None) -> str:
    """A square with the drawing; where edges are cut, the drawing's own colour goes to them."""
    ground = "transparent" if cut is None else "#20252c"
    margin = cut or 0
    inner = round(size * (1 - 2 * margin))
    svg = (
        (PUBLIC / "icon.svg")
        .read_text()
        .replace("<svg ", f'<svg width="{inner}" height="{inner}" ')
    )
    style = f"margin:0;width:{size}px;height:{size}px;display:grid;place-content:center"
    return f'<body style="{style};background:{ground}">{svg}'


def main() -> None:
    with sync_playwright() as playwright:
        options = ["--no-sandbox", "--disable-gpu"]
        browser = playwright.chromium.launch(executable_path=BROWSER, args=options)
        for name, (size, cut) in SIZES.items():
            view = browser.new_page(viewport={"width": size, "height": size})
            view.set_content(page(size, cut))
            view.screenshot(path=str(PUBLIC / f"{name}.png"), omit_background=True)
        browser.close()


if __name__ == "__main__":
    main()
