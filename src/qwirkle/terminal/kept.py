"""What is kept by itself: games and tables that were left, and what is known of who plays."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from qwirkle.faults import BadSetup
from qwirkle.terminal.files import replace


def folder(environment: Mapping[str, str]) -> Path:
    """Where it is kept: beside what other programs remember for their user."""
    if own := environment.get("QWIRKLE_STATE"):
        return Path(own)
    base = environment.get("XDG_STATE_HOME") or environment.get("LOCALAPPDATA")
    return (Path(base) if base else Path.home() / ".local" / "state") / "qwirkle"


class Kept:
    """One thing in the folder. Keeping it never stops a game: a full disk is told once."""

    def __init__(self, where: Path, kind: str, name: str) -> None:
        digest = hashlib.sha256(name.encode()).hexdigest()[:16]
        self.name = name
        self.path = where / f"{kind}-{digest}.json"
        self.works = True

    def keep(self, facts: Mapping[str, object]) -> None:
        text = json.dumps(facts, ensure_ascii=False, indent=1)
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            replace(self.path, text)
        except OSError:
            self.works = False

    def facts(self) -> dict[str, Any] | None:
        """What was kept; None where nothing is."""
        try:
            return dict(json.loads(self.path.read_text(encoding="utf-8")))
        except FileNotFoundError:
            return None
        except (OSError, ValueError, TypeError):
            raise BadSetup("ui.bad.kept", file=self.path.name, detail=str(self.path)) from None

    def forget(self) -> None:
        """It is over, or was saved elsewhere."""
        with suppress(OSError):
            self.path.unlink()


def latest(where: Path, kind: str, *names: str) -> dict[str, Any]:
    """What was kept last, of games or of tables, with facts of these names."""
    found = sorted(where.glob(f"{kind}-*.json"), key=lambda path: path.stat().st_mtime)
    if not found:
        raise BadSetup("ui.bad.resume")
    try:
        facts: dict[str, Any] = json.loads(found[-1].read_text(encoding="utf-8"))
        return {name: facts[name] for name in names}
    except (OSError, ValueError, KeyError, TypeError):
        raise BadSetup("ui.bad.kept", file=found[-1].name, detail=str(found[-1])) from None
