"""The engine protocol: what our engine says, what the checker finds, and another language."""

import io
import re
import shutil
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from qwirkle import Game, native
from qwirkle.bots import BOTS, bot, hosting
from qwirkle.bots.checking import Check
from qwirkle.bots.engine import Engine, engine
from qwirkle.bots.finding import program
from qwirkle.bots.seen import told
from qwirkle.cli import main
from qwirkle.moves import Move
from qwirkle.views import AnyView

DOCS = Path(__file__).parent.parent / "docs"
pytestmark = pytest.mark.skipif(native.kernel is None, reason="The pure games take long.")
OURS = [sys.executable, "-m", "qwirkle", "engine", "--bot", "greedy"]


@pytest.fixture(autouse=True)
def tidy() -> Iterator[None]:
    yield
    hosting.end_all()


class Waiting(io.StringIO):
    """What an engine says; a host that waits for the end of a search."""

    def __init__(self) -> None:
        super().__init__()
        self.said = threading.Condition()

    def flush(self) -> None:
        with self.said:
            self.said.notify_all()


def conversation(name: str, text: str) -> str:
    """What the engine says to these lines; after ``go`` the host waits for the answer."""
    out = Waiting()
    answer = re.compile("^(?:best|error)", re.MULTILINE)

    def answers() -> int:
        return len(answer.findall(out.getvalue()))

    def lines() -> Iterator[str]:
        for line in text.splitlines():
            known = answers()
            yield line + "\n"
            with out.said:
                while line.startswith("go") and answers() == known:
                    assert out.said.wait(60)

    Engine(name, out).obey(lines())
    return out.getvalue()


def test_the_conversation_of_the_docs_takes_place() -> None:
    """Line by line: the host's are sent, and the engine's are heard."""
    page = (DOCS / "engine-protocol.md").read_text()
    [block] = re.findall(r"```text\n(> hello.*?)```", page, re.DOTALL)
    host = "".join(line[2:] + "\n" for line in block.splitlines() if line.startswith("> "))
    said = "".join(line[2:] + "\n" for line in block.splitlines() if line.startswith("< "))
    assert conversation("greedy", host) == said


@pytest.mark.parametrize("name", ["random", "level-1", "master"])
@pytest.mark.parametrize("edition", ["classic", "cards"])
def test_an_engine_makes_the_moves_of_its_bot(name: str, edition: str) -> None:
    """With the seed and the budget that it was given."""
    game = Game(["Ada", "Bo", "Cy"], edition, seed=3)
    for _ in range(4):
        game.push(bot("greedy").choose(game.view(str(game.turn))))
    view = game.view(str(game.turn))
    said = conversation(name, f"set seed 5\nposition\n{told(view)}go work=5\n")
    assert said.splitlines()[-1] == f"best {bot(name, 5).choose(view, 0.005)}"


@pytest.mark.parametrize(
    ("order", "seconds"),
    [("go", None), ("go time=30", 0.03), ("go work=500 left=200", 0.2), ("go left=9", None),
     ("go time=0", None), ("go time=30 work=20 fast=1", 0.02)],
)  # fmt: skip
def test_a_budget_is_in_milliseconds(
    monkeypatch: pytest.MonkeyPatch, order: str, seconds: float | None
) -> None:
    """Of time or of work; what is left of the game bounds it, and is never used up by itself."""
    given: list[float | None] = []

    class Asking(Slow):
        def choose(self, view: AnyView, budget: float | None = None) -> Move:
            given.append(budget)
            return bot("greedy").choose(view)

    monkeypatch.setitem(BOTS, "asking", Asking)
    game = Game(["Ada", "Bo"], seed=3)
    conversation("asking", f"position\n{told(game.view(str(game.turn)))}{order}\n")
    assert given == [seconds]


def test_a_record_is_a_position() -> None:
    """As it was saved, with everything that says nothing about the game."""
    game = Game(["Ada", "Bo"], seed=3)
    game.push(next(iter(game.legal_moves)))
    record = "".join(line for line in game.dump().splitlines(keepends=True))
    said = conversation("greedy", f"position\n{record}go\n")
    assert said.splitlines()[-1] == f"best {bot('greedy').choose(game.view(str(game.turn)))}"


@pytest.mark.parametrize(
    ("lines", "error"),
    [
        ("what", "error 'what' is no command of this protocol"),
        ("go", "error This is not a question that the engine can answer."),
        ("set speed 3", "error there is no option 'speed'; there are: bot, seed"),
        ("set seed three", "error seed is a whole number"),
        ("set bot hal\nhello 1", "error There is no computer player “hal”"),
        ("position\nedition classic\ndeal 1 Ro\ngo", "error This is not a question"),
    ],
)
def test_mistakes_are_answered_with_a_sentence(lines: str, error: str) -> None:
    """And the engine goes on."""
    said = conversation("greedy", f"{lines}\nready\n").splitlines()
    assert said[0].startswith(error)
    assert said[1:] == ["ready"]


def test_a_game_that_is_over_has_no_move() -> None:
    """The host should know, and is told."""
    game = Game(["Ada", "Bo"], seed=3)
    game.resign("Ada")
    said = conversation("greedy", f"position\n{game.dump()}go\n")
    assert said == "error the game is over\n"


class Slow:
    """Thinks until it is let go."""

    name = "slow"
    free = threading.Event()

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def choose(self, view: AnyView, budget: float | None = None) -> Move:
        self.free.wait(60)
        return bot("greedy").choose(view)


def test_a_search_can_be_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    """It answers at once with a legal move, once; meanwhile it is ready, and refuses another go."""
    monkeypatch.setitem(BOTS, "slow", Slow)
    game = Game(["Ada", "Bo"], seed=3)
    view = game.view(str(game.turn))
    out = Waiting()
    speaking = Engine("slow", out)
    speaking.obey(f"position\n{told(view)}go\nready\ngo\nstop\nstop".splitlines())
    said = out.getvalue().splitlines()
    assert said[:2] == ["ready", "error the engine is thinking; stop it first"]
    assert said[2].partition(" ")[2] in view.legal_moves
    assert speaking.busy
    Slow.free.set()
    assert speaking._search
    speaking._search.join(60)
    assert out.getvalue().splitlines() == said
    assert not speaking.busy


def test_bots_of_different_seeds_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that a bot is made once a game; not for ever, and not for the next game."""
    made = []

    class Counted(Slow):
        def __init__(self, seed: int = 0) -> None:
            made.append(seed)

    monkeypatch.setitem(BOTS, "counted", Counted)
    hello = "".join(f"set seed {seed}\nhello 1\n" for seed in (*range(9), 8, 0))
    conversation("counted", f"{hello}newgame\nhello 1\n")
    assert made == [*range(9), 0, 0]


def test_what_a_bot_prints_is_no_part_of_the_protocol(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It goes to the standard error."""

    class Chatty(Slow):
        def __init__(self, seed: int = 0) -> None:
            print("hello there")

    monkeypatch.setitem(BOTS, "chatty", Chatty)
    monkeypatch.setattr(sys, "stdin", io.StringIO("hello 1\nquit\nready\n"))
    assert main(["engine", "--bot", "chatty"]) == 0
    out, err = capsys.readouterr()
    assert out.splitlines()[0] == "id name slow"
    assert "ready" not in out
    assert err == "hello there\n"


def test_an_engine_leaves_at_the_end_of_its_input() -> None:
    """As after quit."""
    assert engine("greedy", io.StringIO("ready\n"), io.StringIO()) == 0


@pytest.mark.unmeasured
def test_our_engine_passes_its_check(capsys: pytest.CaptureFixture[str]) -> None:
    """Every promise, in the language of the reader."""
    assert main(["engine-check", "--lang", "pl", *OURS]) == 0
    said = capsys.readouterr().out
    assert said.count("✓") == 8
    assert "Silnik przestrzega protokołu." in said


@pytest.mark.unmeasured
def test_the_example_in_javascript_passes_the_check() -> None:
    """The engine of the docs, which is no longer than they say."""
    if not (node := shutil.which("node")):
        pytest.skip("there is no Node")
    file = DOCS / "examples" / "engine.mjs"
    results = list(Check(program([node, str(file)])).results())
    assert [failure for _, failure in results] == [None] * 8
    assert len(file.read_text().splitlines()) < 120


FAULTY = """
import sys
sys.path[:0] = {path!r}
from qwirkle.bots.engine import Engine
class Out:
    def write(self, text): sys.stdout.write(small(changed(text)))
    def flush(self): sys.stdout.flush()
def small(text): return text.replace("plays cards 2 4\\n", "").replace("2 4", "2 2")
def changed(text):
    {change}
Engine("random", Out()).obey(sys.stdin)
{end}
"""


@pytest.mark.parametrize(
    ("change", "end", "check", "reason"),
    [
        ("return text.replace('id name', 'id title')", "", "greeting", "no line: id name"),
        ("return text.replace('plays cards', 'plays chess')", "", "greeting", "plays chess"),
        ("return text.replace('hello 1', 'hello 9')", "", "greeting", "not that of an engine"),
        ("return '' if 'chess' in text else text", "", "nonsense", "no error"),
        ("return text.replace('best ', 'best Ro@99,99 ')", "", "games", "Ro@99,99"),
        ("return text.replace('best ', 'best x')", "", "games", "best x"),
        ("return text", "sys.exit(4)", "leave", "quit: 4"),
    ],
)
def test_a_broken_promise_is_found(
    tmp_path: Path, change: str, end: str, check: str, reason: str
) -> None:
    """By its own check, with what was said; the ones before it pass."""
    file = tmp_path / "engine.py"
    file.write_text(FAULTY.format(change=change, end=end, path=sys.path))
    results = list(Check(program([sys.executable, str(file)])).results())
    assert results[-1][0] == check
    assert reason in str(results[-1][1])
    assert all(failure is None for _, failure in results[:-1])


def test_an_engine_that_remembers_is_found(tmp_path: Path) -> None:
    """One that plays otherwise after a restart depends on more than it was told."""
    file = tmp_path / "engine.py"
    change = "return text"
    program_text = FAULTY.format(change=change, end="", path=sys.path)
    file.write_text(
        program_text.replace(
            'Engine("random"',
            "import os\nfrom qwirkle.bots import BOTS, simple\n"
            "BOTS['odd'] = lambda seed: simple.Random(os.getpid())\nEngine(\"odd\"",
        )
    )
    results = list(Check(program([sys.executable, str(file)])).results())
    assert results[-1][0] == "again"
    assert results[-1][1]


def test_what_is_no_program_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    """And one that breaks a promise gives an exit code, and its own words."""
    assert main(["engine-check", "--lang", "en", "./no-such-engine"]) == 2
    assert "names no program" in capsys.readouterr().err
    assert main(["engine-check", "--lang", "en"]) == 2
    assert main(["engine-check", "--lang", "en", "true"]) == 1
    out, err = capsys.readouterr()
    assert out.startswith("✗ It says hello")
    assert "The engine breaks the protocol here" in err
    assert "exit code 0" in err
