"""The tile game on the whole screen: cursor, mouse, live points, refusals, and what is kept."""

import re
import shutil
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from textual.color import Color
from textual.events import MouseEvent, MouseScrollDown, MouseScrollUp
from textual.pilot import Pilot
from textual.widget import Widget
from textual.widgets import Input

from qwirkle import BadSetup, Game
from qwirkle.classic.moves import Pass, Trade
from qwirkle.faults import Cell
from qwirkle.locales import LANGUAGES, catalogue, say
from qwirkle.moves import Move
from qwirkle.terminal import advice
from qwirkle.terminal.app import playing as playing_module
from qwirkle.terminal.app.classic import ClassicDesk
from qwirkle.terminal.app.desk import Desk, desk
from qwirkle.terminal.app.grid import MARGIN, WIDE
from qwirkle.terminal.app.paint import Painter
from qwirkle.terminal.app.playing import Playing
from qwirkle.terminal.session import Session
from qwirkle.terminal.setup import Options, Seating, seated
from qwirkle.terminal.strength import Standing
from qwirkle.views import AnyView
from tests.terminal_app import arrived, clicked, driven, playing, pressed, resized, settled, shown


@pytest.fixture(autouse=True)
def _in_a_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advice, "BUDGET", 0.01)
    monkeypatch.setattr(playing_module, "PAUSE", 0.0)


def desk_of(screen: Playing) -> ClassicDesk:
    assert isinstance(screen.desk, ClassicDesk)
    return screen.desk


async def click_cell(pilot: Pilot[Any], screen: Playing, cell: Cell) -> None:
    """A click on a cell of the board, once it is in sight."""
    grid = screen.desk.grid
    columns, rows = grid._room
    x, y = cell[0] - grid.origin[0], cell[1] - grid.origin[1]
    if not (0 <= x < columns and 0 <= y < rows):
        grid.pan(min(x, 0) + max(x - columns + 1, 0), min(y, 0) + max(y - rows + 1, 0))
        x, y = cell[0] - grid.origin[0], cell[1] - grid.origin[1]
    await clicked(pilot, "#grid", offset=(MARGIN + WIDE * x + 1, y + 1))


def test_a_whole_game_by_keys() -> None:
    """A person who takes every hint with the keyboard plays to the end, and sees who won."""
    screen = playing()

    async def steps(pilot: Pilot[Any]) -> None:
        while screen.game.turn:
            await pressed(pilot, "h")
            await pressed(pilot, "enter")
        assert "wins!" in shown(pilot.app) or "Shared win" in shown(pilot.app)
        await pressed(pilot, "u")
        assert screen.game.outcome is None
        await pressed(pilot, "h")
        await pressed(pilot, "enter")

    driven(screen, steps)


def test_a_second_enter_is_nobodys_move() -> None:
    """What was decided once is played once, also where the next person could do the same."""
    screen = playing(players=["Ada", "Bo"], computers=0, bot=None)

    async def steps(pilot: Pilot[Any]) -> None:
        await pressed(pilot, "enter")
        await pressed(pilot, "h")
        play, later = desk_of(screen).plan.play, screen.game.copy()
        later.push(play)
        screen.post_message(Desk.Decided(play))
        screen.post_message(Desk.Decided(next(iter(later.legal_moves))))
        await settled(pilot)
        assert (screen.game.moves, screen.looking) == (1, None)

    driven(screen, steps)


@pytest.mark.unmeasured
def test_a_whole_game_with_the_mouse() -> None:
    """Tiles are clicked, cells are clicked, and so are the keys at the bottom. Three computer
    players sit at the table, too."""
    screen = playing(computers=3, ages=None)

    async def steps(pilot: Pilot[Any]) -> None:
        while screen.game.turn:
            plan = desk_of(screen).plan
            assert plan is not None
            if not plan.offers:
                await pressed(pilot, "t" if screen.game.view("Ada").bag else "p")
                if plan.aside is not None:
                    await clicked(pilot, "#rack", offset=(2, 1))
                    await pressed(pilot, "enter")
                continue
            best, _ = max(plan.offers, key=lambda offer: (offer[1], sorted(offer[0])))
            for cell, tile in sorted(best):
                used = set(plan.laid.values())
                at = next(n for n, one in enumerate(plan.hand) if one == tile and n not in used)
                await clicked(pilot, "#rack", offset=(2 + 6 * at, 1))
                await click_cell(pilot, screen, cell)
            assert plan.play.placements == tuple(sorted(best))
            await clicked(pilot, "#foot", offset=(15, 0))
            await settled(pilot)

    driven(screen, steps)
    assert screen.game.outcome is not None


def test_cells_that_fit_show_what_they_give() -> None:
    """The lit cells of a chosen tile are those of the legal plays, with the points of the judge."""
    screen = playing()

    async def steps(pilot: Pilot[Any]) -> None:
        await pressed(pilot, "1", "enter", "5", "tab", "space", "enter")
        plan = desk_of(screen).plan
        for at, tile in enumerate(plan.hand):
            await pressed(pilot, "escape", str(at + 1))
            single = {
                move.cells[0]: str(screen.game.state.points(move))
                for move in screen.game.legal_moves
                if move.is_play and move.tiles == (tile,)
            }
            lit = desk_of(screen).grid.spread.lit
            assert {cell: text for cell, text in lit.items() if text != "+"} == single

    driven(screen, steps)


def test_points_are_live_and_enter_plays() -> None:
    """What lies so far is counted line by line, before it is played."""
    screen = playing()

    async def steps(pilot: Pilot[Any]) -> None:
        await pressed(pilot, "1", "enter")
        assert "exactly 2 tiles" in shown(pilot.app)
        await pressed(pilot, "5", "right", "space")
        assert "2 points in total  R●G● 2" in shown(pilot.app)
        assert "exactly" not in shown(pilot.app)
        await pressed(pilot, "enter")
        assert "Turn 2, Computer: " in shown(pilot.app)
        assert "  1 Ada    R●G●" in shown(pilot.app)

    driven(screen, steps)
    assert screen.game.scores["Ada"] == 2


def test_tiles_can_be_taken_back() -> None:
    """The last one, the one at the cursor, the one that is chosen again, or all of them."""
    screen = playing()

    async def steps(pilot: Pilot[Any]) -> None:
        plan = desk_of(screen).plan
        await pressed(pilot, "backspace", "1", "space", "right", "5", "space", "left")
        assert list(plan.laid.values()) == [0, 4]
        await pressed(pilot, "backspace")
        assert list(plan.laid.values()) == [4]
        await pressed(pilot, "right", "space")
        assert (plan.laid, plan.chosen) == ({}, 4)
        await pressed(pilot, "space", "5")
        assert (plan.laid, plan.chosen) == ({}, 4)
        await pressed(pilot, "space", "escape")
        assert (plan.laid, plan.chosen) == ({}, None)

    driven(screen, steps)


REFUSED = {
    "1 space 5 space": "Two tiles cannot share the cell 0,0",
    "1 space 5 right right space": "there is a gap at 1,0",
    "1 space enter": "exactly 2 tiles of one colour or one shape, in one line. (T3)",
    "t 1 enter": "you cannot trade yet. (T3)",
    "p": "you cannot pass yet. (T3)",
    "space": "Choose a tile first",
    "enter": "Choose a tile first",
    "t enter": "Choose at least one tile to trade. (T15)",
    "u": "There is nothing to take back yet.",
}


def test_refusals_are_sentences_and_change_nothing() -> None:
    """Those of the judge, in the message line; it is still the same turn."""
    screen = playing()

    async def steps(pilot: Pilot[Any]) -> None:
        for keys, sentence in REFUSED.items():
            desk_of(screen).cursor = (0, 0)
            await pressed(pilot, "escape", *keys.split())
            assert sentence in " ".join(shown(pilot.app).split()), keys
            assert screen.game.moves == 0

    driven(screen, steps)


def test_a_taken_cell_is_refused() -> None:
    """A tile of the board stays where it is."""
    screen = playing()

    async def steps(pilot: Pilot[Any]) -> None:
        await pressed(pilot, "h")
        await pressed(pilot, "enter")
        await pressed(pilot, "1")
        await click_cell(pilot, screen, (0, 0))
        assert "The cell 0,0 is taken" in shown(pilot.app)
        assert desk_of(screen).plan.laid == {}

    driven(screen, steps)


def test_a_trade_sets_the_chosen_tiles_aside() -> None:
    """Chosen by key or by click; the list tells how many, and not which."""
    screen = playing()

    async def steps(pilot: Pilot[Any]) -> None:
        await pressed(pilot, "h")
        await pressed(pilot, "enter")
        before = screen.game.hand
        await pressed(pilot, "t", "1", "2", "2")
        await clicked(pilot, "#rack", offset=(2 + 6 * 2, 1))
        await pressed(pilot, "enter")
        assert screen.game.state.hands[0] != before
        assert str(screen.game.view("Ada").history[-2].move) == f"trade {before[0]} {before[2]}"
        assert "  3 Ada    trade of 2" in shown(pilot.app)
        await pressed(pilot, "t", "t", "t", "escape")
        assert desk_of(screen).plan.aside is None

    driven(screen, steps)


def test_undo_goes_back_to_the_persons_last_decision() -> None:
    """The answer of the computer is taken back, too; the same tiles are there again."""
    screen = playing()

    async def steps(pilot: Pilot[Any]) -> None:
        before = screen.game.state
        await pressed(pilot, "h")
        await pressed(pilot, "enter")
        await pressed(pilot, "u")
        assert screen.game.state == before
        assert "Taken back. It is Ada’s turn again." in shown(pilot.app)
        assert desk_of(screen).plan is not None

    driven(screen, steps)


def test_the_device_is_handed_over() -> None:
    """Where several play, nobody sees the tiles of another: Enter shows one's own."""
    screen = playing(players=["Ada", "Bo"], computers=0, bot=None)

    async def steps(pilot: Pilot[Any]) -> None:
        assert "Hand the device to Ada." in shown(pilot.app)
        assert desk_of(screen).rack.slots == []
        await pressed(pilot, "1", "t", "h", "r")
        assert desk_of(screen).plan is None
        await pressed(pilot, "enter")
        assert "Ada, your tiles:" in shown(pilot.app)
        await pressed(pilot, "h")
        await pressed(pilot, "enter")
        assert "Hand the device to Bo." in shown(pilot.app)
        assert desk_of(screen).rack.slots == []
        await click_cell(pilot, screen, (3, 3))
        assert "Bo, your tiles:" in shown(pilot.app)

    driven(screen, steps)


def test_resigning_asks_first() -> None:
    """Staying is the first answer, and Esc means it, too; leaving ends a game of two."""
    screen = playing()

    async def steps(pilot: Pilot[Any]) -> None:
        await pressed(pilot, "r")
        assert "do you really want to leave" in shown(pilot.app)
        await pressed(pilot, "enter")
        await pressed(pilot, "r", "escape")
        assert screen.game.turn == "Ada"
        assert "Ada plays on." in shown(pilot.app)
        await pressed(pilot, "r", "right", "enter")
        assert "Computer wins!" in shown(pilot.app)
        await pressed(pilot, "h", "1", "enter", "space", "t", "r", "p", "tab", "backspace")

    driven(screen, steps)
    assert screen.game.outcome.rule == "O1"


def test_a_game_at_ones_strength_counts_on_the_screen_too(tmp_path: Path) -> None:
    """The computer player greets who is new here, and the end says where one stands now."""
    options = Options(players=["Ada"], ages="90", mine=True, state=tmp_path, remarks=True, seed=5)
    seating = seated(options, "en")
    screen = Playing(Session(seating, None, options), "en", Painter())
    texts = [text for key, text in catalogue("en").items() if key.startswith("web.remark.2.first")]

    async def steps(pilot: Pilot[Any]) -> None:
        for _ in range(2):  # at its second move
            await pressed(pilot, "h")
            await pressed(pilot, "enter")
            await settled(pilot)
        said = " ".join(shown(pilot.app).split())
        assert any(str(text) in said for text in texts), said
        await pressed(pilot, "r", "right", "enter")
        assert "You play" in shown(pilot.app)

    driven(screen, steps)
    assert Standing(tmp_path, "classic").rating.games == 1


def test_a_game_is_saved_in_a_file(tmp_path: Path) -> None:
    """By the name that is typed; a place that cannot be written is refused in a sentence."""
    screen, file = playing(), tmp_path / "g"

    async def steps(pilot: Pilot[Any]) -> None:
        await pressed(pilot, "s", "escape", "s", "enter")
        await pressed(pilot, "s")
        pilot.app.screen.query_one(Input).value = "/nowhere/at/all"
        await pressed(pilot, "enter")
        assert "was not saved" in shown(pilot.app)
        await pressed(pilot, "s")
        pilot.app.screen.query_one(Input).value = str(file)
        await pressed(pilot, "enter")
        assert "The game is saved in" in shown(pilot.app)

    driven(screen, steps)
    assert Game.load(file.read_text()) == screen.game
    assert screen.session.parting is None


def test_a_game_is_kept_and_resumed(tmp_path: Path) -> None:
    """After every move, as at the prompt; a disk that refuses is told once."""
    first = playing(keep=tmp_path)

    async def move(pilot: Pilot[Any]) -> None:
        await pressed(pilot, "h")
        await pressed(pilot, "enter")

    driven(first, move)
    assert first.session.parting == "ui.play.kept"
    again = playing(keep=tmp_path, resume=True)

    async def look(pilot: Pilot[Any]) -> None:
        assert "Resuming the saved game." in shown(pilot.app)
        assert again.game == first.game
        shutil.rmtree(tmp_path)
        tmp_path.write_text("")
        await move(pilot)
        assert again.session.kept.works is False

    driven(again, look)


class Broken:
    """A bot that never knows what to do."""

    name = "broken"

    def choose(self, view: AnyView, budget: float | None = None) -> Move:
        raise RuntimeError("no idea")


def test_a_bot_that_fails_is_replaced_and_told() -> None:
    """The game goes on, and the message says what happened."""
    game = Game(["Ada", "Bo"], seed=5, ages=[40, 30])
    screen = Playing(Session(Seating(game, ("Ada",), {"Bo": Broken()})), "en", Painter())

    async def steps(pilot: Pilot[Any]) -> None:
        await pressed(pilot, "h")
        await pressed(pilot, "enter")
        assert "broken failed at move 2" in shown(pilot.app)

    driven(screen, steps)
    assert game.turn == "Ada"


class Slow:
    """A bot that thinks until it is told to stop."""

    name = "slow"

    def __init__(self) -> None:
        self.told = Event()

    def choose(self, view: AnyView, budget: float | None = None) -> Move:
        self.told.wait(20)
        move: Move = next(iter(view.legal_moves))
        return move


def test_the_screen_answers_while_a_computer_thinks() -> None:
    """The cursor moves, and what would change the game says: wait."""
    game, slow = Game(["Ada", "Bo"], seed=5, ages=[40, 30]), Slow()
    screen = Playing(Session(Seating(game, ("Ada",), {"Bo": slow})), "en", Painter())

    async def steps(pilot: Pilot[Any]) -> None:
        await pressed(pilot, "h")
        await pilot.press("enter")
        await arrived(pilot.app)
        assert "Bo is thinking…" in shown(pilot.app)
        assert [slot.tile for slot in desk_of(screen).rack.slots] == list(game.state.hands[0])
        before = desk_of(screen).cursor
        await pilot.press("down", "u", "1")
        await arrived(pilot.app)
        assert desk_of(screen).cursor == (before[0], before[1] + 1)
        assert "Wait until the computer has moved." in shown(pilot.app)
        slow.told.set()
        await settled(pilot)
        assert game.turn == "Ada"

    driven(screen, steps)


def test_every_pane_fits_at_any_size() -> None:
    """The board, the rack, the message, the scores, the bag and the keys are all there."""
    screen = playing(players=["Ada", "Bo", "Cy"], computers=1, ages=None)

    async def steps(pilot: Pilot[Any]) -> None:
        await pressed(pilot, "enter")
        for size in [(80, 24), (100, 30), (140, 45), (200, 60), (80, 24)]:
            await resized(pilot, *size)
            text = shown(pilot.app)
            for part in ("your tiles:", "Points", "Bag: 84", "Unseen: ", "Moves", "? all keys"):
                assert part in text, (size, part)
            assert "[ ·]" in text

    driven(screen, steps)


def test_the_board_follows_the_cursor_and_a_new_size() -> None:
    """Wherever it goes, and however small the window gets, the cursor stays in sight."""
    screen = playing()

    async def steps(pilot: Pilot[Any]) -> None:
        await pressed(pilot, "h")
        for way in ("right", "down", "left", "up"):
            await pressed(pilot, *[way] * 20)
            assert re.search(r"\[.[·●]\]", shown(pilot.app)), way
        await resized(pilot, 140, 45)
        await resized(pilot, 80, 24)
        assert re.search(r"\[ ·\]", shown(pilot.app))
        assert "Ada, your tiles:" in shown(pilot.app)

    driven(screen, steps)
    assert desk_of(screen).cursor[1] == -6


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_language_fits(lang: str) -> None:
    """At 80 columns nothing of the rack or the keys is cut off, and the help has every key."""
    screen = playing(lang)

    async def steps(pilot: Pilot[Any]) -> None:
        assert say("ui.hand.classic", lang, player="Ada") in shown(pilot.app)
        assert say("ui.app.key.help", lang) in shown(pilot.app)
        await pressed(pilot, "question_mark")
        text = " ".join(shown(pilot.app).split())
        for key in screen.keys:
            assert say(key.text, lang) in text
        await pressed(pilot, "escape")

    driven(screen, steps)


def test_a_ukrainian_keyboard_works_as_it_is() -> None:
    """The letters on the same keys do the same."""
    screen = playing("uk")

    async def steps(pilot: Pilot[Any]) -> None:
        await pressed(pilot, "е")
        assert desk_of(screen).plan.aside == set()

    driven(screen, steps)


def test_letters_stand_in_for_glyphs() -> None:
    """Where the terminal cannot draw them, as at the prompt."""
    screen = playing(glyphs=False)

    async def steps(pilot: Pilot[Any]) -> None:
        assert "1 Ro  2 Ro  3 Oc" in shown(pilot.app)
        assert "●" not in shown(pilot.app)

    driven(screen, steps)


def test_no_color_means_no_colour(monkeypatch: pytest.MonkeyPatch) -> None:
    """Marks and brackets say all that colours say."""
    monkeypatch.setenv("NO_COLOR", "1")
    screen = playing()

    async def steps(pilot: Pilot[Any]) -> None:
        await pressed(pilot, "1")
        assert "1>R●<" in shown(pilot.app)
        strips = pilot.app.screen._compositor.render_strips(pilot.app.size)
        drawn = [strip.apply_filter(one, Color(0, 0, 0)) for strip in strips
                 for one in pilot.app._filters[-1:]]  # fmt: skip
        styles = {segment.style for strip in drawn for segment in strip if segment.style}
        assert all(style.color is None or style.color.is_default for style in styles)
        assert all(style.bgcolor is None or style.bgcolor.is_default for style in styles)

    driven(screen, steps)


def test_other_editions_are_sent_to_the_prompt(monkeypatch: pytest.MonkeyPatch) -> None:
    """An edition without a desk is refused in a sentence."""
    with pytest.raises(BadSetup, match="There is no application for the game “toy”"):
        desk("toy", "en", Painter())


def test_leaving_ends_the_application() -> None:
    """By q or by Ctrl-C; nothing is asked, because the game is kept."""
    for key in ("q", "ctrl+c"):

        async def steps(pilot: Pilot[Any], key: str = key) -> None:
            await pilot.press(key)

        assert driven(playing(), steps).return_value is None


def test_the_wheel_moves_the_board_and_the_list() -> None:
    """The board never so far that nothing of it is in sight."""
    screen = playing()

    async def steps(pilot: Pilot[Any]) -> None:
        for _ in range(6):
            await pressed(pilot, "h")
            await pressed(pilot, "enter")
        before = screen.desk.grid.origin
        for wheel in (MouseScrollDown, MouseScrollUp, MouseScrollUp):
            for shift in (False, True):
                screen.desk.grid.post_message(wheeled(wheel, screen.desk.grid, shift=shift))
            screen.moves.post_message(wheeled(wheel, screen.moves))
        await settled(pilot)
        assert screen.desk.grid.origin == (before[0] - 2, before[1] - 1)
        assert "  1 Ada" not in shown(pilot.app)
        for _ in range(60):
            screen.desk.grid.post_message(wheeled(MouseScrollUp, screen.desk.grid))
            screen.moves.post_message(wheeled(MouseScrollUp, screen.moves))
        await settled(pilot)
        assert re.search("[ROYGBP][●✕◆■★♣]", shown(pilot.app).splitlines()[17])
        assert "  1 Ada" in shown(pilot.app)

    driven(screen, steps)


def wheeled(kind: type[MouseEvent], widget: Widget, *, shift: bool = False) -> MouseEvent:
    return kind(widget, 3, 3, 0, 0, 0, shift, False, False)


def test_what_a_hint_says_may_be_a_trade_or_a_pass() -> None:
    """A trade is laid out as one; for a pass there is nothing to lay out."""
    screen = playing()

    async def steps(pilot: Pilot[Any]) -> None:
        desk, plan = desk_of(screen), desk_of(screen).plan
        desk.propose(Trade(plan.hand[2:4]))
        assert plan.aside == {2, 3}
        desk.propose(Pass())
        assert (plan.aside, plan.laid) == (None, {})
        desk.rest(screen.game.board, (), None, "")
        desk.propose(Pass())
        await pressed(pilot, "1", "space", "escape", "t", "p", "backspace", "tab")
        assert screen.game.moves == 0

    driven(screen, steps)
