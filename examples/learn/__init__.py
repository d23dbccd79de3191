"""A player of the tile game that learns by self-play: see docs/tutorials/train-an-agent.md."""

from importlib.util import find_spec


class BadWeights(ValueError):
    """A file that cannot be played with, or continued."""


def need_torch() -> None:
    """Raise an error that says what to do, where PyTorch is not installed."""
    if find_spec("torch") is None:
        raise ModuleNotFoundError('PyTorch is not installed. Run: pip install ".[learn]"')
