"""Players made of code. A bot is given a View, what one seat may know, and never a State."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from qwirkle.bots.budgets import Budgeted, parse_budget
from qwirkle.bots.finding import guest, is_guest
from qwirkle.bots.levels import LEVELS, named
from qwirkle.bots.protocol import Bot
from qwirkle.bots.search import Master, Sim, Static
from qwirkle.bots.simple import Greedy, Random
from qwirkle.faults import BadSetup

__all__ = ["BOTS", "Bot", "Makers", "bot", "maker", "parse_budget"]


Makers = Mapping[str, Callable[[int], Bot]]
"""Bots by name, each made from a seed."""

BOTS: dict[str, Callable[[int], Bot]] = {
    "random": Random,
    "greedy": Greedy,
    "static": Static,
    "sim": Sim,
    "master": Master,
    **{level.bot: level.player for level in LEVELS},
}
"""Every bot by its name; each is made from a seed and repeats itself with the same seed."""


def bot(name: str, seed: int = 0) -> Bot:
    """The bot of that name; ``master@50ms`` is one that always takes that time to think.

    ``module:Class`` is a bot of your own, ``cmd:./engine`` any program that speaks the engine
    protocol; each plays in a process of its own.

    >>> bot("greedy").name
    'greedy'
    """
    return maker(name)(seed)


def maker(name: str, makers: Makers = BOTS) -> Callable[[int], Bot]:
    """What makes the bot of that name from a seed.

    >>> maker("greedy@50ms")(7).name
    'greedy@50ms'
    """
    name = str(name)
    plain, at, time = name.partition("@")
    if between := named(plain):
        makers = {**makers, plain: between.player}
    if plain not in makers and name not in makers and is_guest(name):
        return guest(name).bot
    if plain not in makers:
        raise BadSetup("ui.bad.bot", text=name, known=", ".join(makers))
    if not at:
        return makers[plain]
    seconds = parse_budget(time)
    return lambda seed: Budgeted(makers[plain](seed), name, seconds)
