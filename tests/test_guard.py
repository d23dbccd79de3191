"""The guard around a bot: a legal move always, and a note of what went wrong."""

from typing import Any, Literal

import pytest

from qwirkle import Game, native
from qwirkle.bots import bot
from qwirkle.bots.guard import BotFault, Guarded, Limit, default_fallback
from qwirkle.classic.moves import Pass, Play
from qwirkle.locales import LANGUAGES
from qwirkle.views import AnyView


class Scripted:
    """A bot that does as it is told."""

    name = "scripted"

    def __init__(self, answer: object) -> None:
        self.answer = answer

    def choose(self, view: AnyView, budget: float | None = None) -> Any:
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


class Clock:
    """A clock on which every look takes some seconds."""

    def __init__(self, step: float) -> None:
        self.now, self.step = 0.0, step

    def __call__(self) -> float:
        self.now += self.step
        return self.now


@pytest.fixture
def view() -> AnyView:
    game = Game(["Ada", "Bo"], seed=5)
    game.push(next(iter(game.legal_moves)))
    return game.view(str(game.turn))


def test_a_good_bot_is_left_alone(view: AnyView) -> None:
    """Its move is played and nothing is noted."""
    guarded = Guarded(bot("random", 3), bot("greedy"))
    assert guarded.choose(view) == bot("random", 3).choose(view)
    assert guarded.faults == []
    assert guarded.name == "random"


def test_a_bot_that_raises_is_replaced(view: AnyView) -> None:
    """The fallback moves; the fault has the bot, the number of the move, and the reason."""
    guarded = Guarded(Scripted(ValueError("lost\n  in thought")), bot("greedy"))
    assert guarded.choose(view) == bot("greedy").choose(view)
    assert guarded.faults == [
        BotFault("scripted", 2, "raised", "ValueError: lost in thought", "greedy")
    ]
    assert guarded.faults[0].say().startswith("scripted failed at move 2,")
    assert guarded.faults[0].say().endswith(" (ValueError: lost in thought)")


def test_ctrl_c_is_not_the_bots_fault(view: AnyView) -> None:
    """Somebody who wants to stop the program can."""

    class Stopped(Scripted):
        def choose(self, view: AnyView, budget: float | None = None) -> Any:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Guarded(Stopped(None)).choose(view)


@pytest.mark.parametrize("answer", [None, "pass", 7, Pass(), Play(()), Play(("x",))])  # type: ignore[arg-type]
def test_what_is_no_legal_move_is_replaced(view: AnyView, answer: object) -> None:
    """Nothing, text, numbers, moves against the rules, and moves that are none."""
    guarded = Guarded(Scripted(answer), bot("greedy"))
    assert guarded.choose(view) == bot("greedy").choose(view)
    assert [fault.kind for fault in guarded.faults] == ["illegal"]


def test_a_late_move_is_thrown_away(view: AnyView) -> None:
    """Beyond budget times factor plus floor even a legal move does not count."""
    inner, limit = bot("random", 3), Limit(factor=10, floor=1)
    late = Guarded(inner, bot("greedy"), limit=limit, clock=Clock(1.6))
    assert late.choose(view, 0.05) == bot("greedy").choose(view)
    assert late.faults == [BotFault("random", 2, "late", "1.6 s > 1.5 s", "greedy")]
    in_time = Guarded(inner, bot("greedy"), limit=limit, clock=Clock(1.4))
    assert in_time.choose(view, 0.05) == inner.choose(view)
    assert in_time.faults == []


def test_without_a_limit_or_a_budget_nobody_is_late(view: AnyView) -> None:
    """No limit, or no budget to measure it by: the bot may take its time."""
    for limit, budget in ((None, 0.05), (Limit(), None)):
        guarded = Guarded(bot("random"), limit=limit, clock=Clock(1e6))
        guarded.choose(view, budget)
        assert guarded.faults == []


def test_the_default_fallback_is_a_known_bot() -> None:
    """The static bot where the kernel is there, otherwise the greedy one."""
    assert default_fallback().name == ("static" if native.kernel else "greedy")


@pytest.mark.parametrize("kind", ["raised", "illegal", "late"])
def test_faults_are_sentences_in_every_language(
    kind: Literal["raised", "illegal", "late"],
) -> None:
    """Each names the bot, the move and who moved instead."""
    fault = BotFault("scripted", 12, kind, "why", "greedy")
    sentences = {fault.say(lang) for lang in LANGUAGES}
    assert len(sentences) == 4
    for sentence in sentences:
        for word in ("scripted", "12", "why", "greedy"):
            assert word in sentence
