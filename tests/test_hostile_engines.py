"""Engines that do their worst: what they cost is bounded, and nothing is left of them."""

import os
import shlex
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from qwirkle import Game, native
from qwirkle.arena.match import Limits
from qwirkle.arena.play import Seat
from qwirkle.bots import bot, hosting, pipes
from qwirkle.bots.checking import Check
from qwirkle.bots.hosting import Engine, EngineFailed, EngineLate
from qwirkle.bots.pipes import Command
from tests.hostile import Life
from tests.often import late

pytestmark = [
    pytest.mark.skipif(native.kernel is None, reason="The pure games take long."),
    pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="Windows has no such pipes."),
]
HOSTILE = Path(__file__).parent / "hostile.py"
PATIENCE = 60
WAITING = ["silence", "trickle", "stubborn", "forking", "daemon"]
"""Those that nothing but a deadline ends."""
TALKING = {
    "flood": f"more than {pipes.MOST_SAID} bytes",
    "endless": f"a line of more than {pipes.LONGEST_LINE} bytes",
    "errors": f"more than {pipes.MOST_SAID} bytes",
    "dying": "ended with exit code 3",
    "orphan": "ended with exit code 0",
    "mute": "closed a pipe",
}
"""Those that fail at once, and how."""
MOST_GROWTH = 200
"""MiB that a host may grow by."""


@pytest.fixture(autouse=True)
def tidy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.chdir(tmp_path)
    yield
    hosting.end_all()


@pytest.fixture
def life(tmp_path: Path) -> Iterator[Life]:
    with closing(Life(tmp_path)) as opened:
        yield opened


def hostile(how: str, word: str = "hello", life: str = "") -> Command:
    return Command((sys.executable, str(HOSTILE), how, word, life), ".")


@pytest.mark.parametrize("how", TALKING)
def test_an_engine_that_says_too_much_or_nothing_more_fails_at_once(how: str) -> None:
    """With a reason, long before its time is over."""
    with pytest.raises(EngineFailed, match=TALKING[how]) as failed:
        Engine(hostile(how)).greet(PATIENCE)
    assert not isinstance(failed.value, EngineLate)


@pytest.mark.parametrize("how", WAITING)
def test_an_engine_that_hangs_is_late(how: str) -> None:
    """Whatever trickles from it, and whatever it ignores."""
    with pytest.raises(EngineLate):
        Engine(hostile(how)).greet(0.3)


@pytest.mark.parametrize("how", [*TALKING, *WAITING])
def test_nothing_is_left_of_an_engine(how: str, life: Life) -> None:
    """Neither itself nor what it has started, also in the background."""
    if how == "daemon" and sys.platform != "linux":
        pytest.skip("Only Linux can find them.")
    engine = Engine(hostile(how, "hello", life.name))
    engine._pipes.ask("hello 1\n", time.monotonic() + PATIENCE)
    assert life.heard()
    with pytest.raises(EngineFailed):
        engine.ask("", "hello", 0.3)
    engine.end()
    assert not life.heard()


HOST = """
import sys, threading
from qwirkle.bots.hosting import Engine
from qwirkle.bots.pipes import Command
engines = []
start = threading.Thread(target=lambda: engines.append(Engine(Command(tuple(sys.argv[1:]), "."))))
start.start(), start.join()
engines[0].greet(120)
"""


@pytest.mark.parametrize("how", ["silence", "stubborn", "forking", "daemon"])
def test_an_engine_ends_with_a_host_that_is_killed(how: str, life: Life) -> None:
    """Without notice, and although its host started it in a thread of its own."""
    if how == "daemon" and sys.platform != "linux":
        pytest.skip("Only Linux can find them.")
    words = hostile(how, "hello", life.name).words
    host = subprocess.Popen([sys.executable, "-c", HOST, *words])
    assert life.heard()
    host.send_signal(signal.SIGKILL)
    host.wait()
    assert not life.heard()


def test_an_engine_outlives_the_thread_that_started_it() -> None:
    """Servers start engines from threads that come and go."""
    engines: list[Engine] = []
    command = hostile("silence", "never")
    starting = threading.Thread(target=lambda: engines.append(Engine(command)))
    starting.start()
    starting.join()
    assert engines[0].greet().name == "hostile"


def test_an_engine_that_does_not_listen_is_late() -> None:
    """The text that it does not read fills the pipe, and holds up nobody."""
    engine = Engine(hostile("silence", "ready"))
    engine.greet()
    with pytest.raises(EngineLate, match=r"> 0\.5 s"):
        engine.ask("ready\n" + "x" * 1_000_000, "ready", 0.5)
    assert not engine.alive


def test_an_engine_that_has_closed_its_input_fails_at_once() -> None:
    """It would wait for ever for what it cannot hear."""
    script = "import os, time; os.close(0); print('ready', flush=True); time.sleep(120)"
    engine = Engine(Command((sys.executable, "-c", script), "."))
    engine.ask("", "ready", PATIENCE)
    with pytest.raises(EngineFailed, match="closed a pipe"):
        engine.ask("go", "best", PATIENCE)
    assert not engine.alive


def test_what_steers_a_terminal_is_not_passed_on() -> None:
    """A reason that is shown holds what can be read, and not too much of it."""
    script = "input(); print('error \\x1b[2J' + 'x' * 9999, flush=True)"
    engine = Engine(Command((sys.executable, "-c", script), "."))
    with pytest.raises(EngineFailed) as failed:
        engine.greet()
    assert str(failed.value) == ("\ufffd[2J" + "x" * 9999)[: hosting.SHOWN]


@pytest.mark.parametrize("greeting", ["hello " + "1" * 9999, "plays classic 2 " + "4" * 9999])
def test_a_number_without_an_end_is_none(greeting: str) -> None:
    """Python refuses to read so long a number, and a host must not fail of it."""
    script = f"input(); print({greeting!r}); print('hello 1', flush=True)"
    with pytest.raises(EngineFailed, match="not that of an engine"):
        Engine(Command((sys.executable, "-c", script), ".")).greet()


@pytest.mark.parametrize("players", ["0 4", "4 2", "2 5"])
def test_a_table_that_cannot_be_is_a_broken_promise(players: str) -> None:
    """Found by the check before a game is tried."""
    script = f"input(); print('id name x\\nplays classic {players}\\nhello 1', flush=True)"
    results = list(Check(Command((sys.executable, "-c", script), ".")).results())
    assert results == [("greeting", f"plays classic {players}")]


def test_a_program_that_cannot_be_started_says_why(tmp_path: Path) -> None:
    """In the words of the system."""
    (tmp_path / "engine").write_text("no program")
    (tmp_path / "engine").chmod(0o755)
    with pytest.raises(EngineFailed, match="Exec format error"):
        Engine(Command((str(tmp_path / "engine"),), ".")).greet()
    with pytest.raises(EngineFailed, match="No such file"):
        Engine(Command(("true",), str(tmp_path / "nowhere")))


@pytest.mark.parametrize("how", [*TALKING, *WAITING])
@pytest.mark.parametrize("word", [late("hello"), "ready"])
def test_a_check_ends_whatever_an_engine_does(how: str, word: str) -> None:
    """When its patience is over, at the latest."""
    start = time.monotonic()
    hangs = how in WAITING
    check = Check(hostile(how, word), each=0.2, patience=0.8 if hangs else PATIENCE)
    name, failure = list(check.results())[-1]
    assert failure
    assert time.monotonic() - start < PATIENCE
    assert name == ("greeting" if word == "hello" else word)
    assert failure.startswith(">" if hangs else "")


def test_slow_answers_use_up_the_patience_of_a_check_together() -> None:
    """Each would be in time; what all of them take beyond their own time is too much."""
    script = (
        "import sys, time\n"
        "print('id name slow\\nplays classic 2 2\\nhello 1', flush=True)\n"
        "for line in sys.stdin:\n"
        "    if line.startswith('ready'):\n"
        "        time.sleep(0.3); print('ready', flush=True)\n"
    )
    command = Command((sys.executable, "-c", script), ".")
    results = dict(Check(command, each=0.0, patience=0.5).results())
    assert results["unknown" if results["ready"] is None else "ready"]
    results = dict(Check(command, each=PATIENCE, patience=0.0).results())
    assert (results["unknown"], results["nonsense"]) == (
        None,
        "position, edition chess, go: no error",
    )


@pytest.mark.parametrize("how", [*TALKING, *WAITING])
def test_an_engine_forfeits_in_the_time_of_its_move(how: str) -> None:
    """The arena waits no longer, whatever the engine does at its turn."""
    player = bot(f"cmd:{shlex.join(hostile(how, 'position').words)}")
    hangs = how in WAITING
    seat = Seat(player, Limits(0.3 if hangs else PATIENCE, 2 * PATIENCE))
    view = Game(["Ada", "Bo"], seed=1).view("Ada")
    player.start()  # type: ignore[attr-defined]
    start = time.monotonic()
    assert seat.choose(view) is None
    assert seat.fault.kind == ("late" if hangs else "raised")
    assert time.monotonic() - start < PATIENCE


def test_an_engine_that_cannot_start_is_started_once_a_turn(tmp_path: Path) -> None:
    """Its turn is lost then, and nobody waits for a second start."""
    script = "open('started', 'a').write('once')"
    seat = Seat(bot(f"cmd:{shlex.join([sys.executable, '-c', script])}"), Limits(0.3, 60.0))
    assert seat.choose(Game(["Ada", "Bo"], seed=1).view("Ada")) is None
    assert seat.fault.kind == "raised"
    assert (tmp_path / "started").read_text() == "once"


def test_an_engine_that_is_not_ready_for_its_next_game_fails(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It is ended, and soon: it has been ready before, so nothing is left to load."""
    script = (
        "import sys, time\n"
        "print('plays classic 2 2\\nhello 1', flush=True)\n"
        "for line in sys.stdin:\n"
        "    if line.startswith('ready'): print('ready', flush=True)\n"
        "    if line.startswith('newgame'): time.sleep(120)\n"
    )
    monkeypatch.setattr(hosting, "READY", 0.3)
    player = bot(f"cmd:{shlex.join([sys.executable, '-c', script])}")
    with pytest.raises(EngineLate, match=r"> 0\.3 s"):
        player.start()  # type: ignore[attr-defined]
    assert not hosting._RUNNING


MEASURED = r"""
import re, sys
from pathlib import Path
from qwirkle.cli import main
from qwirkle.arena import command
from qwirkle.bots import checking

def peak():
    return int(re.search(r"VmHWM:\s*([0-9]+)", Path("/proc/self/status").read_text())[1]) // 1024

before, code = peak(), main(sys.argv[1:])
print(f"code {code} grown {peak() - before}")
"""


@pytest.mark.skipif(sys.platform != "linux", reason="Other systems tell it otherwise.")
@pytest.mark.parametrize("word", [late("hello"), late("ready"), "position"])
@pytest.mark.parametrize("how", ["flood", "endless", "errors"])
@pytest.mark.parametrize("command", ["engine-check", "arena"])
def test_a_host_does_not_grow(command: str, how: str, word: str) -> None:
    """However much it is told, and whenever."""
    engine = [sys.executable, str(HOSTILE), how, word]
    arena = [f"cmd:{shlex.join(engine)}", "random", "--pairs", "1", "--jobs", "1"]
    asked = [command, *(arena if command == "arena" else engine)]
    done = subprocess.run(
        [sys.executable, "-c", MEASURED, *asked],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        timeout=PATIENCE,
    )
    *_, code, _, grown = done.stdout.split()
    assert int(code) > 0
    assert int(grown) < MOST_GROWTH


def test_the_standard_error_is_passed_on_to_a_bound() -> None:
    """A log that holds it cannot be filled, however often the engine is started."""
    script = (
        "import subprocess, sys\nfrom qwirkle.bots.hosting import Engine, EngineFailed\n"
        "from qwirkle.bots.pipes import Command\n"
        "for _ in range(2):\n"
        "    try: Engine(Command(tuple(sys.argv[1:]), '.')).greet()\n"
        "    except EngineFailed: pass\n"
    )
    words = hostile("errors").words
    done = subprocess.run(
        [sys.executable, "-c", script, *words], stderr=subprocess.PIPE, timeout=PATIENCE
    )
    assert len(done.stderr) == pipes.MOST_SHOWN
