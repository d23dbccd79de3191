"""Both games for reinforcement learning: see docs/environments.md.

``Batch`` needs NumPy, ``QwirkleAEC`` also PettingZoo, and ``QwirkleEnv`` also Gymnasium:
``pip install "qwirkle[envs]"``.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from qwirkle.faults import BadSetup

if TYPE_CHECKING:
    from qwirkle.envs.aec import QwirkleAEC
    from qwirkle.envs.batch import Batch
    from qwirkle.envs.gym import QwirkleEnv

__all__ = ["Batch", "QwirkleAEC", "QwirkleEnv"]

_HOMES = {"Batch": "batch", "QwirkleAEC": "aec", "QwirkleEnv": "gym"}


def __getattr__(name: str) -> Any:
    """Load an environment when it is asked for, so that each needs its own packages only."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        module = import_module(f"{__name__}.{_HOMES[name]}")
    except ModuleNotFoundError as error:
        raise BadSetup("bad.no_package", text=str(error.name), extra="envs") from error
    return getattr(module, name)
