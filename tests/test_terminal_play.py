"""The game loop, fed with typed lines and read as people read it."""

import io
import os
import re
import resource
from pathlib import Path

import pytest

from qwirkle import BadSetup, Game
from qwirkle.bots.levels import LEVELS, Level
from qwirkle.game import AnyGame
from qwirkle.moves import Move
from qwirkle.terminal import advice
from qwirkle.terminal.console import Console
from qwirkle.terminal.play import Match, play
from qwirkle.terminal.setup import Options, Seating, seated
from qwirkle.views import AnyView


@pytest.fixture(autouse=True)
def _ordinary_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(advice, "BUDGET", 0.01)  # tests are in a hurry


def played(*lines: str, plain: bool = False, width: int = 80, **options: object) -> str:
    """What a game shows to people who type these lines and then close the input.

    Unless it is asked for otherwise, two play, with hands that are tied; the older one starts.
    """
    if not options.keys() & {"ages", "computers", "game", "load"}:
        options = {"ages": "40,30", **options}
    out = io.StringIO()
    source = io.StringIO("".join(line + "\n" for line in lines))
    console = Console(plain=plain, source=source, out=out, width=width)
    assert play(Options(**{"seed": 5, **options}), console) == 0  # type: ignore[arg-type]
    return out.getvalue()


class HintFollower(io.StringIO):
    """A person who asks for a hint every turn and types exactly what it says."""

    def __init__(self, out: io.StringIO, last: list[str]) -> None:
        super().__init__()
        self.out = out
        self.last = last

    def readline(self, *_: object) -> str:  # type: ignore[override]
        shown = self.out.getvalue()
        if "wins!" in shown or "Shared win" in shown:
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
    play(Options(game=edition, players=["Ada"], seed=11), console)
    shown = out.getvalue()
    game = Game.load(file.read_text())
    assert game.outcome is not None
    for player, points in game.scores.items():
        assert f"{player}: {points} " in shown
    assert "The secret seed of the shuffle was: " in shown
    assert "qwirkle verify FILE" in shown
    assert "Goodbye!" in shown
    assert "not saved" not in shown


@pytest.mark.parametrize(
    ("lang", "typed", "shown"),
    [("pl", "pomoc", "zapisz PLIK"), ("pl", "podpowiedz", "@0,0"),
     ("ro", "ajutor", "salvează FIȘIER"), ("uk", "довідка", "зберегти ФАЙЛ"),
     ("uk", "help", "зберегти ФАЙЛ"), ("uk", "заміна Ro", "(T3)"),
     ("pl", "PAS", "(T3)"), ("pl", "koniec", "Do zobaczenia"), ("pl", "zabrane", "„zabrane”"),
     ("ro", "schimb", "„schimb”"), ("ro", "schimbă Ro Zz", "Caracterul 12: „Zz”"),
     ("ro", "schimbă", "Caracterul 8:")],
)  # fmt: skip
def test_commands_can_be_typed_in_the_language_of_the_person(
    lang: str, typed: str, shown: str
) -> None:
    """As well as in English; a refusal quotes what was typed, and where."""
    out = io.StringIO()
    console = Console(lang, source=io.StringIO(typed + "\n"), out=out, width=200)
    play(Options(seed=5, ages="40,30"), console)
    assert shown in out.getvalue()


def test_the_beginning_names_the_commitment_and_the_starter() -> None:
    """Everybody hears the commitment before the first draw is used, and who starts and why."""
    shown = played(ages="-")
    game = Game(["Player", "Computer"], seed=5)
    assert game.commitment in shown
    assert f"{game.turn} starts: 2 tiles, tied with " in shown
    assert "It was decided by lot." in shown


@pytest.mark.parametrize(
    ("ages", "reason"),
    [
        ("30,31", "Bo starts: 2 tiles, tied with Ada. The oldest of them goes first."),
        ("31,30", "Ada starts: 2 tiles, tied with Bo. The oldest of them goes first."),
        ("31,31", "Bo starts: 2 tiles, tied with Ada. It was decided by lot."),
        ("31,-", "Bo starts: 2 tiles, tied with Ada. It was decided by lot."),
    ],
)
def test_a_tie_is_decided_by_age_or_lot(ages: str, reason: str) -> None:
    """The reason for the start is the one that the rules give."""
    assert reason in played(players=["Ada", "Bo"], ages=ages)


@pytest.mark.parametrize("edition", ["classic", "cards"])
def test_the_largest_set_is_told_by_its_size(edition: str) -> None:
    """Its colour or shape is nobody's business before it is on the table."""
    games = (Game(["Ada", "Bo"], edition, seed=seed) for seed in range(40))
    seed, game = next((n, game) for n, game in enumerate(games) if game.start.why == "set")
    shown = played(players=["Ada", "Bo"], game=edition, seed=seed)
    assert f"{game.turn} starts with the largest set: {game.start.size} " in shown
    assert "s of one colour or one s" in shown


def test_the_youngest_starts_the_card_game() -> None:
    """In the card game a tie goes to the youngest."""
    games = (Game(["Ada", "Bo"], "cards", seed=seed, ages=[30, 10]) for seed in range(40))
    seed = next(seed for seed, game in enumerate(games) if game.start.why == "age")
    shown = played(players=["Ada", "Bo"], ages="30,10", game="cards", seed=seed)
    assert "tied with Ada. The youngest of them goes first." in shown


def test_captured_rows_can_be_looked_through() -> None:
    """At any time, everybody's (C7); the tile game has no such command."""
    shown = played("", "help", "captured", game="cards", players=["Ada", "Bo"], computers=0)
    assert "captured    look through" in shown
    assert shown.count("has not captured a row yet.") == 2
    game, out = _after_a_capture(), io.StringIO()
    console = Console(source=io.StringIO("\ncaptured\n"), out=out)
    Match(Seating(game, game.players, {}), console).run()
    player = next(name for name, rows in game.scores.items() if rows)
    row = " ".join(map(str, game.view(player).captured[player][0]))
    assert f"Captured by {player}: {row}" in out.getvalue()
    assert "captured" not in played("help").split("your move")[1]


def _after_a_capture() -> AnyGame:
    game = Game(["Ada", "Bo"], "cards", seed=3)
    while not any(game.scores.values()):
        best = game.board.best(game.hand)
        game.push(best if best in game.legal_moves else next(iter(game.legal_moves)))
    return game


def test_a_play_is_shown_with_its_points_line_by_line() -> None:
    """After a play come its lines, its sum, the tiles drawn, and the computer's answer."""
    shown = played("Ro@0,0 Go@1,0")
    assert "Player plays Ro@0,0 Go@1,0." in shown
    assert "2 points for the line red circle, green circle" in shown
    assert "2 points in total" in shown
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
    match = Match(seated(Options(seed=5, ages="40,30"), "en"), Console(out=io.StringIO()))
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
    assert re.search(r"You have \d+ legal moves?[.:]", shown)


def test_undo_goes_back_to_the_persons_last_decision() -> None:
    """Undo takes back the computer's answer and the person's own move; the draw stays the same."""
    shown = played("undo", "Ro@0,0 Go@1,0", "undo", "Ro@0,0 Go@1,0")
    assert "There is nothing to take back yet." in shown
    assert shown.count("Player draws Gs Gx.") == 2
    assert "Taken back. It is Player’s turn again." in shown


def test_undo_does_not_take_back_a_computers_opening() -> None:
    """A game that the computer opened cannot be taken back beyond that opening."""
    shown = played("undo", game="cards")
    assert "Computer plays" in shown
    assert "There is nothing to take back yet." in shown


def test_resigning_ends_a_game_of_two() -> None:
    """Who resigns leaves; the other one wins."""
    shown = played("resign", "yes")
    assert "Player leaves the game (O1)." in shown
    assert "The game is over: only one player is left." in shown
    assert "Computer wins!" in shown


def test_three_play_on_when_one_resigns() -> None:
    """With three at the table the game goes on, and the pieces of the other are not shown."""
    shown = played("", "resign", "yes", "", "hint", players=["Ada", "Bo", "Cy"], computers=0)
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
    assert "Resuming the saved game." in shown
    assert "Player, your tiles:" in shown
    assert "Player: 2 points" in shown


def test_the_level_is_told_by_name() -> None:
    """The beginning says how strong the computer is and for whom; the third level is the usual."""
    assert "The computer is Kubo, level 3 (Family). For a relaxed evening at home" in played()
    shown = played(level=1)
    assert "Olo, level 1 (First steps). For children" in shown
    assert "The computer is" not in played(bot="greedy")
    assert "The computer is" not in played("", players=["Ada", "Bo"])


@pytest.mark.parametrize("known", LEVELS[:3], ids=lambda known: known.bot)
def test_the_level_asked_for_plays(known: Level) -> None:
    """The computer players of a table are of that level."""
    seating = seated(Options(players=["Ada"], computers=2, level=known.number, seed=5), "en")
    assert {bot.name for bot in seating.bots.values()} == {known.bot}
    assert len(seating.bots) == 2


def test_a_level_and_a_bot_are_refused_together() -> None:
    """Only one of them can say who plays."""
    with pytest.raises(BadSetup, match="Use --level or --bot, not both"):
        seated(Options(level=2, bot="greedy"), "en")


def test_a_saved_game_goes_on_with_the_level_asked_for(tmp_path: Path) -> None:
    """A record does not hold the level: it is told again, or it is the usual one."""
    file = tmp_path / "game.qwirkle"
    played("Ro@0,0 Go@1,0", f"save {file}", level=1)
    assert "level 2 (Beginner)" in played(load=str(file), seed=None, level=2)
    assert "level 3 (Family)" in played(load=str(file), seed=None)


class Broken:
    """A bot that never knows what to do."""

    name = "broken"

    def choose(self, view: AnyView, budget: float | None = None) -> Move:
        raise RuntimeError("no idea")


def test_a_bot_that_fails_is_replaced_and_told() -> None:
    """Whatever a computer player does, the game goes on, and a sentence says what happened."""
    game, out = Game(["Ada", "Bo"], seed=5, ages=[40, 30]), io.StringIO()
    console = Console(source=io.StringIO("Ro@0,0 Go@1,0\n"), out=out, width=200)
    Match(Seating(game, ("Ada",), {"Bo": Broken()}), console).run()
    assert "broken failed at move 2, so " in out.getvalue()
    assert " moved instead. (RuntimeError: no idea)" in out.getvalue()
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
        ("/dev/full", "there is no space left for /dev/full"),
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
    assert "there is no space left" in shown
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
    game = Game(["Ada", "Bo"], seed=5, ages=[40, 30])
    game.push("Ro@0,0 Go@1,0")
    traded = " ".join(map(str, game.hand[:2]))
    shown = played("", "Ro@0,0 Go@1,0", "", f"trade {traded}", "", players=["Ada", "Bo"])
    assert "Bo trades 2 tiles." in shown
    assert "Bo draws" not in shown


def test_the_last_move_is_marked() -> None:
    """An asterisk precedes the tiles that were played last, and only before them."""
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
    game = Game(["Ada", "Bo"], seed=5, ages=[40, 30])
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
    """A number means a row, -card takes one out, and ... is every row not named."""
    shown = played("1 rt", game="cards")
    assert "Player plays Rt." in shown
    shown = played("1 -rc | ...", "7", "1 -go", "... | ro", game="cards")
    assert "missing: red clover. (C6)" in shown
    assert "there is no row 7; the table has 1 row" in shown
    assert "that row does not hold this card: green circle" in shown
    assert "A row needs at least three cards: red circle. (C4)" in shown
