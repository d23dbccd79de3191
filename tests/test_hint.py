"""``qwirkle hint``: records and positions go in, tables and sentences come out."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from qwirkle import native
from qwirkle.analysis import rank
from qwirkle.bots import bot
from qwirkle.cli import main
from qwirkle.editions import EDITIONS
from qwirkle.game import AnyGame
from qwirkle.locales import LANGUAGES
from tests.test_analysis import FIVE, QUICK, compiled, moments, to_move

Hint = Callable[..., tuple[int, str, str]]


@pytest.fixture
def hint(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Hint:
    """The command, run here: its exit code, what it says, and what it complains about."""
    for name, value in {"TERM": "xterm", "COLUMNS": "80", "LC_ALL": "C.UTF-8"}.items():
        monkeypatch.setenv(name, value)

    def run(*arguments: object) -> tuple[int, str, str]:
        code = main(["hint", "--budget", "3ms", *map(str, arguments)])
        return code, *capsys.readouterr()

    return run


@pytest.fixture
def record(tmp_path: Path) -> Callable[[AnyGame], Path]:
    def write(game: AnyGame) -> Path:
        file = tmp_path / "game.qwirkle"
        file.write_text(game.dump())
        return file

    return write


@pytest.mark.parametrize("name", EDITIONS)
def test_a_saved_game_gets_a_table(
    name: str, hint: Hint, record: Callable[[AnyGame], Path]
) -> None:
    """The position, the moves in order, their figures with intervals, and the reasons."""
    (game,) = moments(name, 7)
    code, shown, _ = hint(record(game), "--top", 3)
    assert code == 0
    assert f"Best moves for {game.turn}, best first:" in shown
    assert "Move, and why" in shown
    for advice in rank(to_move(game), QUICK, most=3):
        assert str(advice.move)[:30] in shown
        assert advice.why()[:20] in shown
        if advice.win:
            assert f"{advice.win.low:.1%} .. {advice.win.high:.1%}" in shown
    assert max(map(len, shown.splitlines()[-40:])) <= 110
    assert ("95% confidence interval" in shown) == (native.kernel is not None)
    assert ("alone: the compiled kernel" in shown) == (native.kernel is None)


@compiled
def test_the_figures_of_a_table_follow_the_language(
    hint: Hint, record: Callable[[AnyGame], Path]
) -> None:
    """A decimal comma, and a space that does not break before the sign of per cent."""
    (game,) = moments("classic", 7)
    _, shown, _ = hint(record(game), "--top", 1, "--lang", "uk")
    (advice,) = rank(to_move(game), QUICK, most=1)
    assert advice.win is not None
    assert f"{100 * advice.win.low:.1f}\u00a0% .. ".replace(".", ",", 1) in shown
    assert not re.search(r"\d\.\d", shown)


@pytest.mark.parametrize("name", EDITIONS)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_plain_mode_speaks(
    name: str, lang: str, hint: Hint, record: Callable[[AnyGame], Path]
) -> None:
    """Sentences only, from the first to the last, in each language."""
    (game,) = moments(name, 7)
    code, shown, _ = hint(record(game), "--plain", "--lang", lang, "--top", 2)
    assert code == 0
    for advice in rank(to_move(game), QUICK, most=2):
        for reason in (*advice.figures, *advice.reasons, advice.basis):
            assert f"\n{reason.say(lang)}\n" in shown
    assert ".." not in shown
    assert "●" not in shown


def test_a_narrow_screen_gets_sentences(
    hint: Hint, record: Callable[[AnyGame], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A table without room for its words would say nothing."""
    monkeypatch.setenv("COLUMNS", "40")
    (game,) = moments("classic", 7)
    _, shown, _ = hint(record(game), "--top", 1)
    assert "Number 1: " in shown


def test_an_earlier_move_can_be_looked_at(hint: Hint, record: Callable[[AnyGame], Path]) -> None:
    """Before move N it is the view of the player who moved then, even in a finished game."""
    (game,) = moments("classic", 7)
    seats = [event.seat for event in to_move(game).history]
    view = moments("classic", 4)[0]
    while game.turn is not None:
        game.push(bot("greedy").choose(to_move(game)))
    code, shown, _ = hint(record(game), "--move", 5, "--player", game.players[seats[4]])
    assert code == 0
    assert "Before move 5:" in shown
    assert str(rank(to_move(view), QUICK)[0].move) in shown


def test_what_cannot_be_advised_is_refused(hint: Hint, record: Callable[[AnyGame], Path]) -> None:
    """Finished games, other players, moves and files that are not there: a sentence each."""
    (game,) = moments("classic", 3)
    file, turn = record(game), str(game.turn)
    waiting = next(name for name in game.players if name != turn)
    asked: list[tuple[list[Any], str]] = [
        (["/nowhere"], "There is no file /nowhere."),
        ([__file__], "cannot be used. Line 1: this is not a record"),
        ([file, "--player", "Zed"], "Nobody here is called “Zed”"),
        ([file, "--player", waiting], f"It is {turn}’s turn here, not {waiting}’s"),
        ([file, "--move", 5], "There is no move 5; give a whole number from 1 to 4."),
        ([file, "--budget", "soon"], "“soon” is not a valid thinking time"),
        ([], "Give a record, optionally with --player and --move, or just a --position."),
        ([file, "--position", "/ Ro / 9"], "or just a --position."),
        (["--position", "/ Ro / 9", "--move", 1], "or just a --position."),
    ]
    for arguments, sentence in asked:
        code, shown, complaint = hint(*arguments)
        assert (code, shown) == (2, "")
        assert sentence in complaint
        assert complaint.count("\n") == 1
    game.resign(turn)
    code, _, complaint = hint(record(game))
    assert code == 2
    assert (
        "This game is already over. Choose the move you want advice for, for example: --move 4"
        in (complaint)
    )


def test_a_position_gets_advice(hint: Hint) -> None:
    """A bare position of the tile game is a game of two at the score of 0 to 0."""
    code, shown, _ = hint("--position", f"{FIVE} / Rc Bo Ys / 60", "--top", 1)
    assert code == 0
    assert "Rc@5,0" in shown or "Rc@-1,0" in shown
    assert "Player: 0 points, 3 in hand." in shown


def test_a_position_has_players_and_scores(hint: Hint) -> None:
    """As many as are said; the player to move comes first."""
    position = ("--position", f"{FIVE} / Rc Bo Ys / 60", "--top", 1)
    code, shown, _ = hint(*position, "--scores", "12,30,7")
    assert code == 0
    assert "Player: 12 points, 3 in hand." in shown
    assert "Computer: 30 points" in shown
    assert "Computer 2: 7 points" in shown
    assert "Computer 3: 0 points" in hint(*position, "--players", 4)[1]


def test_a_position_of_the_card_game_gets_advice(hint: Hint) -> None:
    """With captured rows as scores."""
    text = "Bo Bx Bd | Rs Gs Ys Os Ps / Bs Rt Gc / 60 / exchanges 0"
    code, shown, _ = hint("--game", "cards", "--position", text, "--scores", "2,1", "--top", 1)
    assert code == 0
    assert "Player: 2 rows, 3 in hand." in shown
    assert "Bs" in shown


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--scores", "1"], "2 are expected, not 1"),
        (["--scores", "1,2", "--players", "3"], "3 are expected, not 2"),
        (["--scores", "a,b"], "“a,b” are not scores"),
        (["--game", "chess"], "There is no game “chess”"),
        (["--game", "cards"], "is not a position; write: table / hand / pile"),
    ],
)
def test_players_and_scores_that_cannot_be_are_refused(
    arguments: list[str], sentence: str, hint: Hint
) -> None:
    """In a sentence."""
    code, _, complaint = hint("--position", "Ro@0,0 / Rx / 60", *arguments)
    assert code == 2
    assert sentence in complaint


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("Bo Bx / Bs / 60 / exchanges 0", "A row needs at least three cards"),
        ("Bo Bx Bd / / 60 / exchanges 0", "1 to 9 cards, not 0"),
        ("Bo Bx Bd / Bo Bo Bo / 60 / exchanges 0", "this would be the fourth"),
        ("Bo Bx Bd / Bs / 104 / exchanges 0", "The pile cannot hold 104 cards"),
    ],
)
def test_impossible_tables_are_refused(text: str, sentence: str, hint: Hint) -> None:
    """As boards are."""
    code, _, complaint = hint("--game", "cards", "--position", text)
    assert code == 2
    assert sentence in complaint


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("Ro@0,0 / Rx", "is not a position; write: board / hand / bag."),
        ("Ro@0,0 / / 60", "The hand of a position has 1 to 6 tiles, not 0."),
        ("Ro@0,0 / Ro Ro Rx Rx Rd Rd Rs / 60", "has 1 to 6 tiles, not 7."),
        ("Ro@0,0 / Ro Ro Ro / 60", "this would be the fourth: red circle."),
        ("Ro@0,0 / Rx / 106", "The bag cannot hold 106 tiles here: at most 105"),
        ("Ro@0,0 Bx@1,0 / Rx / 60", "must be all one colour or all one shape"),
        ("Ro@0,0 Ro@1,0 / Rx / 60", "would repeat: red circle."),
        ("Ro@0,0 / Zz / 60", "“Zz” is not a tile"),
    ],
)
def test_impossible_positions_are_refused(text: str, sentence: str, hint: Hint) -> None:
    """Each with its reason, in one line."""
    code, _, complaint = hint("--position", text)
    assert code == 2
    assert sentence in complaint
    assert complaint.count("\n") == 1
