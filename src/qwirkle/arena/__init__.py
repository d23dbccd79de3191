"""Bots against bots, over the same tiles: who is better, and how sure that is."""

from qwirkle.arena.match import Match, Pair, Played
from qwirkle.arena.play import play_pair
from qwirkle.arena.runner import Run, run
from qwirkle.arena.sprt import Sprt
from qwirkle.arena.stats import Summary, summary

__all__ = [
    "Match",
    "Pair",
    "Played",
    "Run",
    "Sprt",
    "Summary",
    "play_pair",
    "run",
    "summary",
]
