"""Records on the whole screen: move by move, and with a review that is worked out meanwhile."""

from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from qwirkle import BadSetup, Game
from qwirkle.analysis import DEPTHS, Depth, workers
from qwirkle.analysis.reviewed import BAD
from qwirkle.events import Moved, Resigned
from qwirkle.game import AnyGame
from qwirkle.locales import say
from qwirkle.replay import Replay
from qwirkle.terminal.app import viewing
from qwirkle.terminal.app.grid import Spread
from qwirkle.terminal.app.paint import LAID, NEW, Painter
from qwirkle.terminal.app.reviewing import Reviewing, Stopped
from qwirkle.terminal.app.viewing import Viewing
from qwirkle.terminal.review import Options
from tests.terminal_app import arrived, clicked, driven, pressed, settled, shown
from tests.test_review import compiled, played


def replayed(game: AnyGame, lang: str = "en") -> Viewing:
    return Viewing(Replay(game.dump()), lang, Painter())


def reviewed(game: AnyGame, lang: str = "en", glyphs: bool = True, **options: Any) -> Reviewing:
    return Reviewing(Replay(game.dump()), Options("", **options), lang, Painter(glyphs))


@pytest.fixture(autouse=True)
def _in_a_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(DEPTHS, "standard", Depth(0.005, 4))
    monkeypatch.setattr(workers, "cores", lambda: 1)


def finished(edition: str) -> AnyGame:
    """A game to its end, in which one of three leaves."""
    game = Game(["Ada", "Bo", "Cy"], edition, seed=3)
    while game.turn:
        if game.moves > 5 and not game.state.gone:
            game.resign("Cy")
        game.push(next(iter(game.legal_moves)))
    return game


@pytest.mark.parametrize("edition", ["classic", "cards"])
def test_a_record_is_looked_at_move_by_move(edition: str) -> None:
    """Forward, back, to both ends, by ten and by number; each table is the one of that move."""
    game = finished(edition)
    screen = replayed(game)

    async def steps(pilot: Pilot[Any]) -> None:
        most = len(screen.steps)
        text = shown(pilot.app)
        assert "The hands have been dealt." in text
        for number in (1, 2):
            await pressed(pilot, "right")
            assert f"Turn {number}, " in shown(pilot.app)
        before, event, _ = screen.steps[1]
        assert isinstance(event, Moved)
        assert screen.grid.spread == Spread.of(screen.game_shown.picture(before, event.move))
        assert NEW in screen.grid.spread.marks.values()
        assert [slot.tile for slot in screen.rack.slots] == list(before.hands[event.seat])
        await pressed(pilot, "left", "left", "left")
        assert screen.at == 0
        await pressed(pilot, "pagedown", "down", "up", "tab", "shift+tab")
        assert screen.at == 10
        await pressed(pilot, "end", "right")
        assert screen.at == most
        assert "The game is over" in shown(pilot.app)
        await pressed(pilot, "g")
        pilot.app.screen.query_one(Input).value = "7"
        await pressed(pilot, "enter")
        assert screen.at == 7
        await pressed(pilot, "g", "escape", "home", "pageup")
        assert screen.at == 0
        await clicked(pilot, "#moves", offset=(4, 3))
        assert screen.at == 3

    driven(screen, steps)


def test_leaving_is_a_step_of_the_record() -> None:
    """It has its number, its sentence, and the table as it was."""
    screen = replayed(finished("classic"))
    left = [isinstance(event, Resigned) for _, event, _ in screen.steps]
    number = left.index(True) + 1

    async def steps(pilot: Pilot[Any]) -> None:
        screen.go(number)
        await settled(pilot)
        assert "Cy leaves the game (O1)." in shown(pilot.app)
        assert f"{number}>Cy     left the game" in shown(pilot.app)

    driven(screen, steps)


def test_a_game_plays_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """From where it is, until Space stops it, or until its end; then from the beginning again."""
    monkeypatch.setattr(viewing, "BEAT", 0.001)
    screen = replayed(played("classic", 6))

    async def steps(pilot: Pilot[Any]) -> None:
        await pilot.press("space")
        await arrived(pilot.app)
        while screen.beat is not None:
            await pilot.pause(0.005)
        assert screen.at == 6
        assert "the game is not over yet" in shown(pilot.app)
        monkeypatch.setattr(viewing, "BEAT", 60)
        await pilot.press("space")
        await arrived(pilot.app)
        assert (screen.at, screen.beat is None) == (0, False)
        await pilot.press("space")
        await arrived(pilot.app)
        assert screen.beat is None

    driven(screen, steps)


def test_a_record_of_a_few_seats_and_no_moves() -> None:
    """There is the deal, and nothing to step to."""
    screen = replayed(Game(["Ada", "Bo"], seed=1))

    async def steps(pilot: Pilot[Any]) -> None:
        await pressed(pilot, "right", "left", "space", "end")
        assert screen.at == 0

    driven(screen, steps)


@pytest.mark.parametrize("lang", ["ro", "uk"])  # the longest
def test_the_keys_of_a_replay_are_named_in_every_language(lang: str) -> None:
    """All of them, with the longest words, within the dialog."""
    screen = replayed(played("cards", 3), lang)

    async def steps(pilot: Pilot[Any]) -> None:
        await pressed(pilot, "question_mark")
        text = " ".join(shown(pilot.app).split())
        assert all(say(key.text, lang) in text for key in screen.keys)

    driven(screen, steps)


@compiled
@pytest.mark.parametrize(("edition", "lang"), [("classic", "en"), ("cards", "uk")])
def test_a_review_fills_in_while_somebody_looks(edition: str, lang: str) -> None:
    """Progress first; then judgements in the list, chances as bars, and the better move."""
    screen = reviewed(played(edition, 14), lang)

    async def steps(pilot: Pilot[Any]) -> None:
        assert screen.review is not None
        text = shown(pilot.app)
        assert say("ui.app.chance", lang) in text
        assert any(bar in text for bar in "▁▂▃▄▅▆▇█")
        await pressed(pilot, "n")
        turn = screen.turns[screen.at]
        assert turn.judgement in BAD
        text = " ".join(shown(pilot.app).split())
        assert say(f"ui.review.judgement.{turn.judgement}", lang) + "." in text
        before = screen.steps[screen.at - 1][0]
        assert screen.grid.spread.pieces == screen.spread().pieces
        await pressed(pilot, "b")
        assert say("ui.app.better", lang) in " ".join(shown(pilot.app).split())
        better = Spread.of(screen.game_shown.picture(before, turn.best.move), LAID)
        assert screen.grid.spread == better
        await pressed(pilot, "b", *["n"] * 15)
        assert say("ui.app.no_mistake", lang) in shown(pilot.app)

    driven(screen, steps)


@compiled
def test_a_review_can_follow_one_player(monkeypatch: pytest.MonkeyPatch) -> None:
    """Then only the mistakes of that player are gone to. Letters stand in for glyphs."""
    screen = reviewed(played("classic", 14), glyphs=False, player="Ada")

    async def steps(pilot: Pilot[Any]) -> None:
        seats = set()
        for _ in range(14):
            await pressed(pilot, "n")
            seats.add(screen.turns[screen.at].seat if screen.at else 0)
        assert seats == {0}
        assert not any(sign in shown(pilot.app) for sign in "★✓○‼▁█")

    driven(screen, steps)


@compiled
def test_progress_is_told_and_leaving_stops_the_work() -> None:
    """Nobody waits for a review after they have left."""
    screen = reviewed(played("classic", 4))

    async def steps(pilot: Pilot[Any]) -> None:
        screen.turns = {}
        screen.post_message(Reviewing.Progressed(3, 8))
        await settled(pilot)
        assert "Reviewed: 3 of 8" in shown(pilot.app)
        await pressed(pilot, "b", "n")

    driven(screen, steps)
    with pytest.raises(Stopped):
        screen._watched(4, 8)


def test_what_cannot_be_reviewed_is_refused_after_the_screen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Without the kernel there is no review: the application ends with that sentence."""
    monkeypatch.setattr("qwirkle.native.kernel", None)
    screen = reviewed(played("classic", 2))

    async def steps(pilot: Pilot[Any]) -> None:
        await settled(pilot)

    app = driven(screen, steps)
    assert isinstance(app.return_value, BadSetup)
    assert "kernel" in str(app.return_value)
