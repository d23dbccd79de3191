"""The game loop, fed with typed lines and read as people read it."""

import io
import os
import re
import resource
from pathlib import Path

import pytest

from qwirkle import BadSetup, Game
from qwirkle.bots.levels import LEVELS, Level
from qwirkle.editions import Move
from qwirkle.terminal import advice
from qwirkle.terminal.console import Console
from qwirkle.terminal.play import Match, play
from qwirkle.terminal.setup import Seating, Wishes, seated
from qwirkle.views import View


@pytest.fixture(autouse=True)
def _ordinary_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(advice, "BUDGET", 0.01)  # tests are in a hurry


def played(*lines: str, plain: bool = False, width: int = 80, **wishes: object) -> str:
    """What a game shows to people who type these lines and then close the input."""
    out = io.StringIO()
    source = io.StringIO("".join(line + "\n" for line in lines))
    console = Console(plain=plain, source=source, out=out, width=width)
    assert play(Wishes(**{"seed": 5, **wishes}), console) == 0  # type: ignore[arg-type]
    return out.getvalue()


class HintFollower(io.StringIO):
    """A person who asks for a hint every turn and types exactly what it says."""

    def __init__(self, out: io.StringIO, last: list[str]) -> None:
        super().__init__()
        self.out = out
        self.last = last

    def readline(self, *_: object) -> str:  # type: ignore[override]
        shown = self.out.getvalue()
        if "wins!" in shown or "shared win" in shown:
            return self.last.pop(0) + "\n" if self.last else ""
        hints = re.findall(r"You could type:\n  (.+)\n(?!.*your move: )", shown[-3000:])
        fresh = shown.rpartition("your move: ")[2].startswith("hint\n")
        return (hints[-1] if fresh else "hint") + "\n"


@pytest.mark.parametrize("edition", ["classic", "cards"])
@pytest.mark.parametrize("plain", [False, True])
def test_a_whole_game_against_the_computer(edition: str, plain: bool, tmp_path: Path) -> None:
    """A person who follows the hints plays to the end, saves, and the record holds that game."""
    out, file = io.StringIO(), tmp_path / "game.qwirkle"
    console = Console(plain=plain, source=HintFollower(out, [f"save {file}", ""]), out=out)
    play(Wishes(game=edition, players=["Ada"], seed=11), console)
    shown = out.getvalue()
    game = Game.load(file.read_text())
    assert game.outcome is not None
    for player, points in game.scores.items():
        assert f"{player}: {points} " in shown
    assert "The secret seed of the shuffle was: " in shown
    assert "qwirkle verify FILE" in shown
    assert "Goodbye!" in shown
    assert "not saved" not in shown


def test_the_beginning_names_the_commitment_and_the_starter() -> None:
    """Everybody hears the commitment before the first draw is used, and who starts and why."""
    shown = played()
    game = Game(["Player", "Computer"], seed=5)
    assert game.commitment in shown
    assert "Player starts: equally large sets, 2 tiles each." in shown
    assert "the earliest seat goes first (T2)" in shown


@pytest.mark.parametrize(
    ("ages", "reason"),
    [
        ("30,31", "Bo starts: equally large sets, 2 tiles each, and the oldest goes first (T2)"),
        ("31,30", "Ada starts: equally large sets, 2 tiles each, and the oldest goes first (T2)"),
        ("31,31", "Ada starts: equally large sets, 2 tiles each. The ages are equal or not known"),
        ("31,-", "Ada starts: equally large sets, 2 tiles each. The ages are equal or not known"),
    ],
)
def test_a_tie_is_decided_by_age_or_seat(ages: str, reason: str) -> None:
    """The reason for the start is the one that the rules give."""
    shown = played(players=["Ada", "Bo"], ages=ages)
    assert reason in shown
    assert "Tied: Ada, Bo." in shown


def test_the_youngest_starts_the_card_game() -> None:
    """In the card game a tie goes to the youngest, and a larger set wins without a tie."""
    reasons = {}
    for seed in range(40):
        game = Game(["Ada", "Bo"], "cards", seed=seed, ages=[30, 10])
        shown = played(players=["Ada", "Bo"], ages="30,10", game="cards", seed=seed)
        reason = re.search(r"starts( with the largest|: equally large)", shown)
        assert reason
        assert f"{game.turn} starts" in shown
        reasons[reason[1]] = shown
    assert "Bo starts: equally large" in reasons[": equally large"]


def test_a_play_is_shown_with_its_points_line_by_line() -> None:
    """After a play come its lines, its sum, the tiles drawn, and the computer's answer."""
    shown = played("Ro@0,0 Go@1,0")
    assert "Player plays Ro@0,0 Go@1,0." in shown
    assert "2 points for the line red circle, green circle" in shown
    assert "2 points in all" in shown
    assert "Player draws Gs Gx." in shown
    assert "Computer plays" in shown
    assert "Computer draws" not in shown


def test_refusals_name_the_rule_and_change_nothing() -> None:
    """A move that the judge refuses costs nothing: its sentence, its rule, and the same turn."""
    shown = played("Ro@0,0", "trade Ro", "Px@0,0", "Ro@5,5 Go@7,5", "Ro@0,0 Go@1,0")
    for rule in ("(T3)", "(T4)", "(T7)"):
        assert rule in shown
    assert "Player plays Ro@0,0 Go@1,0." in shown


@pytest.mark.parametrize(
    "nonsense",
    ["xyzzy", "Ro", "Ro@", "@0,0", "Ro@a,b", "Ro@0,0,0", "trade", "trade 3", "pass please", "…",
     "Ro@0,0 Ro@99999999999,0", "\x00\x1b[2J", "ß" * 500, "-", "|", "save", "9" * 5000],
)  # fmt: skip
@pytest.mark.parametrize("edition", ["classic", "cards"])
def test_nonsense_gets_a_sentence_and_the_same_question(nonsense: str, edition: str) -> None:
    """Whatever is typed, the game answers in a sentence and asks again."""
    shown = played(nonsense, "hint", game=edition)
    assert "You could type:" in shown
    answer = shown.partition("your move: ")[2].partition("\n")[2].partition("\n")[0]
    assert len(answer) > 20
    assert "\x1b" not in answer


def test_an_empty_line_is_just_asked_again() -> None:
    """Pressing Enter by accident is no mistake."""
    assert played("", "   ", "hint").count("your move:") == 4


def test_letters_may_be_typed_in_any_case() -> None:
    """Nobody has to hold the shift key."""
    assert "Player plays Ro@0,0 Go@1,0." in played("rO@0,0 GO@1,0")
    assert "Goodbye" in played("QUIT")


def test_help_names_every_command() -> None:
    """The help lists what can be typed."""
    shown = played("help")
    match = Match(seated(Wishes(seed=5), "en"), Console(out=io.StringIO()))
    assert all(re.search(rf"\b{command}\b", shown) for command in match.commands)


def test_hint_and_moves_name_legal_moves_with_their_points() -> None:
    """The hint is among the best moves, and both have their points."""
    shown = played("hint", "moves")
    assert "  Ro@0,0 Go@1,0\n" in shown
    assert "You have 2 legal moves." in shown
    assert "2 points: Go@0,0 Ro@1,0" in shown


def test_moves_of_the_card_game_are_counted_by_outcome() -> None:
    """In the card game each outcome counts once, and the best are laid out."""
    shown = played("Ro Rs Rt Rc", "moves", game="cards", seed=5)
    assert re.search(r"You have \d+ legal moves?\.", shown)


def test_undo_goes_back_to_the_persons_last_decision() -> None:
    """Undo takes back the computer's answer and the person's own move; the draw stays the same."""
    shown = played("undo", "Ro@0,0 Go@1,0", "undo", "Ro@0,0 Go@1,0")
    assert "There is nothing to take back yet." in shown
    assert shown.count("Player draws Gs Gx.") == 2
    assert "Taken back. It is Player's turn again." in shown


def test_undo_does_not_take_back_a_computers_opening() -> None:
    """A game that the computer opened cannot be taken back beyond that opening."""
    shown = played("undo", game="cards")
    assert "Computer lays" in shown
    assert "There is nothing to take back yet." in shown


def test_resigning_ends_a_game_of_two() -> None:
    """Who resigns leaves; the other one wins."""
    shown = played("resign")
    assert "Player leaves the game (O1)." in shown
    assert "The game is over: only one player is left." in shown
    assert "Computer wins!" in shown


def test_three_play_on_when_one_resigns() -> None:
    """With three at the table the game goes on, and the pieces of the other are not shown."""
    shown = played("", "resign", "", "hint", players=["Ada", "Bo", "Cy"], computers=0)
    assert shown.count("leaves the game") == 1
    assert "You could type:" in shown


def test_the_end_of_the_input_is_a_polite_end() -> None:
    """Ctrl-D, or the end of a script, leaves with a warning that nothing was saved."""
    shown = played()
    assert "The game was not saved." in shown
    assert shown.endswith("Goodbye!\n")


def test_a_saved_game_is_left_without_a_warning(tmp_path: Path) -> None:
    """Who saved has lost nothing."""
    assert "not saved" not in played(f"save {tmp_path / 'a.qwirkle'}", "quit")


def test_a_saved_game_goes_on(tmp_path: Path) -> None:
    """A saved game is loaded with the same people, computers, pieces and scores."""
    file = tmp_path / "game.qwirkle"
    played("Ro@0,0 Go@1,0", f"save {file}")
    shown = played("hint", load=str(file), seed=None)
    assert "The saved game goes on." in shown
    assert "Player, your tiles:" in shown
    assert "Player: 2 points" in shown


def test_the_level_is_told_by_name() -> None:
    """The beginning says how strong the computer is and for whom; the third level is the usual."""
    assert "The computer plays at level 3 (Family). For a relaxed evening at home" in played()
    shown = played(level=1)
    assert "at level 1 (First steps). For children" in shown
    assert "at level" not in played(bot="greedy")
    assert "at level" not in played("", players=["Ada", "Bo"])


@pytest.mark.parametrize("known", LEVELS[:3], ids=lambda known: known.bot)
def test_the_level_asked_for_plays(known: Level) -> None:
    """The computer players of a table are of that level."""
    seating = seated(Wishes(players=["Ada"], computers=2, level=known.number, seed=5), "en")
    assert {bot.name for bot in seating.bots.values()} == {known.bot}
    assert len(seating.bots) == 2


def test_a_level_and_a_bot_are_refused_together() -> None:
    """Only one of them can say who plays."""
    with pytest.raises(BadSetup, match="Give --level or --bot, not both"):
        seated(Wishes(level=2, bot="greedy"), "en")


def test_a_saved_game_goes_on_with_the_level_asked_for(tmp_path: Path) -> None:
    """A record does not hold the level: it is told again, or it is the usual one."""
    file = tmp_path / "game.qwirkle"
    played("Ro@0,0 Go@1,0", f"save {file}", level=1)
    assert "at level 2 (Beginner)" in played(load=str(file), seed=None, level=2)
    assert "at level 3 (Family)" in played(load=str(file), seed=None)


class Broken:
    """A bot that never knows what to do."""

    name = "broken"

    def choose(self, view: View, budget: float | None = None) -> Move:
        raise RuntimeError("no idea")


def test_a_bot_that_fails_is_replaced_and_told() -> None:
    """Whatever a computer player does, the game goes on, and a sentence says what happened."""
    game, out = Game(["Ada", "Bo"], seed=5), io.StringIO()
    console = Console(source=io.StringIO("Ro@0,0 Go@1,0\n"), out=out, width=200)
    Match(Seating(game, ("Ada",), {"Bo": Broken()}), console).run()
    assert "broken failed at move 2 (RuntimeError: no idea), so " in out.getvalue()
    assert "Bo plays" in out.getvalue()
    assert out.getvalue().count("failed") == 1


def test_loading_can_name_other_people(tmp_path: Path) -> None:
    """The people of a loaded game can be named; the others are played by the computer."""
    file = tmp_path / "game.qwirkle"
    played("", f"save {file}", players=["Ada", "Bo"])
    assert "Hand the device" in played("", load=str(file), seed=None)
    shown = played("Ro@0,0 Go@1,0", load=str(file), seed=None, players=["Ada"])
    assert "Hand the device" not in shown
    assert "Bo plays" in shown


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("/dev/full", "there is no room for /dev/full"),
        ("/dev/null/game", "does not exist"),
        ("/nowhere/at/all", "does not exist"),
        ("/", "is a folder"),
        ("bad\0name", "could not be saved"),
        ("x" * 300, "could not be saved"),
        ("~nobody_of_that_name/x", "could not be saved"),
    ],
)
def test_a_failed_save_is_a_sentence_and_the_game_goes_on(name: str, sentence: str) -> None:
    """Full disks and impossible places do not end a game."""
    shown = played(f"save {name}", "hint")
    assert sentence in shown
    assert "You could type:" in shown
    assert Path("/dev/full").is_char_device()


def test_a_failed_save_keeps_the_earlier_one(tmp_path: Path) -> None:
    """When the disk fills up in the middle of a save, the earlier save is still whole."""
    file = tmp_path / "game.qwirkle"
    played(f"save {file}")
    earlier = file.read_text()
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, limits[1]))
    try:
        shown = played("Ro@0,0 Go@1,0", f"save {file}", "hint")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert "there is no room" in shown
    assert file.read_text() == earlier
    assert os.listdir(tmp_path) == ["game.qwirkle"]  # noqa: PTH208


def test_a_file_that_is_no_record_is_never_overwritten(tmp_path: Path) -> None:
    """A slip of the finger does not destroy somebody's notes."""
    file = tmp_path / "notes.txt"
    file.write_text("dear diary")
    assert "was left alone" in played(f"save {file}")
    assert file.read_text() == "dear diary"


def test_nobody_sees_anothers_hand() -> None:
    """With several people, a hand appears only after its owner was asked to press Enter."""
    shown = played("", "Ro@0,0 Go@1,0", "", players=["Ada", "Bo"])
    parts = re.split(r"Hand the device to \w+\. (\w+), press Enter to see your pieces\.", shown)
    assert parts[1::2] == ["Ada", "Bo"]
    assert "your tiles" not in parts[0]
    for owner, text in zip(parts[1::2], parts[2::2], strict=True):
        assert set(re.findall(r"(\w+), your tiles:", text)) == {owner}
    assert "draws" not in shown


def test_a_trade_is_told_to_others_by_number_only() -> None:
    """With several people, nobody reads which tiles another one traded."""
    game = Game(["Ada", "Bo"], seed=5)
    game.push("Ro@0,0 Go@1,0")
    traded = " ".join(map(str, game.hand[:2]))
    shown = played("", "Ro@0,0 Go@1,0", "", f"trade {traded}", "", players=["Ada", "Bo"])
    assert "Bo trades 2 tiles." in shown
    assert "Bo draws" not in shown


def test_the_last_move_is_marked() -> None:
    """An asterisk stands before the tiles that were played last, and only before them."""
    shown = played("", "Ro@0,0 Go@1,0", "", players=["Ada", "Bo"])
    assert "*R●*G●" in shown
    assert "red circle Ro at 0,0, new" in played(
        "", "Ro@0,0 Go@1,0", "", players=["Ada", "Bo"], plain=True
    )


def test_plain_mode_has_words_and_nothing_else() -> None:
    """A screen reader gets letters, digits and ordinary punctuation, on lines of words."""
    shown = played("Ro@0,0 Go@1,0", "help", "board", "unseen", "moves", plain=True)
    assert "Row 0: " in shown
    assert "red circle Ro, " in shown
    assert set(re.findall(r"[^\x20-\x7e\n]", shown)) <= {"“", "”"}


def test_a_dumb_terminal_gets_plain_mode(monkeypatch: pytest.MonkeyPatch) -> None:
    """TERM=dumb is enough; nobody has to ask."""
    monkeypatch.setenv("TERM", "dumb")
    assert "red circle Ro, " in played()


def test_a_wide_board_is_drawn_in_parts() -> None:
    """A board wider than the terminal is cut into parts, each with its coordinates."""
    game = Game(["Ada", "Bo"], seed=5)
    seating = Seating(game, ("Ada", "Bo"))
    for _ in range(30):
        game.push(max(game.legal_moves, key=game.state.points))
    out = io.StringIO()
    console = Console(source=io.StringIO("\n"), out=out, width=24)
    Match(seating, console).run()
    drawn = [line for line in out.getvalue().splitlines() if re.match(r" +-?\d+ .*[·●★■]", line)]
    assert drawn
    assert max(map(len, drawn)) <= 24


def test_row_numbers_save_typing_in_the_card_game() -> None:
    """A number stands for a row, -card takes one out, and ... is every row not named."""
    shown = played("1 rt", game="cards")
    assert "Player lays Rt." in shown
    shown = played("1 -rc | ...", "7", "1 -go", "... | ro", game="cards")
    assert "missing: red clover. (C6)" in shown
    assert "there is no row 7; the table has 1 row" in shown
    assert "that row does not hold this card: green circle" in shown
    assert "A row needs at least three cards: red circle. (C4)" in shown
