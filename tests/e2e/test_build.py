"""What is in the built client, and what is not."""

from pathlib import Path

from qwirkle.server.http import static_files

GUIDE = Path(__file__).parents[2] / "web" / "src" / "styleguide"
MARK = "data-styleguide"


def test_the_style_guide_stays_out_of_the_build():
    """It is for development alone: no file of the client knows its page, nor anything in it."""
    assert MARK in (GUIDE / "StyleGuide.svelte").read_text()
    built = [path for path in static_files.FOLDER.rglob("*") if path.suffix in {".js", ".css"}]
    assert len(built) > 10
    texts = {path.name: path.read_text() for path in built}
    assert [name for name, text in texts.items() if MARK in text or "styleguide" in text] == []
