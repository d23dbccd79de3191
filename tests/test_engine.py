"""The engine: one function that answers every question about a game, in Python and in browsers."""

import json
import random
import threading

import pytest

from qwirkle import BadSetup, Game, native
from qwirkle.kernel import ask
from tests.conformance.engine_classic import HERE, lines_of, pairs

FILES = sorted(HERE.glob("*.txt"))
compiled = pytest.mark.skipif(native.kernel is None, reason="the engine is the kernel's")
SEARCHES = ("choose", "advise", "review", "luck")
"""What takes as long as its first line says."""
LETTERS = 'ROYGBPoxdstc?@,-:|= 0123456789\n\r\t#"\\ż\0'


@compiled
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_kernel_answers_as_the_files_say(path):
    """Letter by letter; C++ and Node read the same files."""
    for question, answer in pairs(path):
        assert ask(question) == answer, question


def test_there_are_files_for_both_games():
    """And none is empty."""
    assert {path.name.partition("-")[0] for path in FILES} == {"cards", "classic"}
    assert all(pairs(path) for path in FILES)


@compiled
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_garbage_is_answered(path):
    """Letters that change, are lost or added: always JSON in ASCII, never a crash."""
    dice = random.Random(path.stem)
    for question, _ in pairs(path):
        head, _, game = question.partition("\n")
        searches = head.startswith(SEARCHES)
        text = garbled(game if searches else question, dice)
        if searches:
            text = f"{head}\n{text}"
        elif text.startswith(SEARCHES):
            continue
        answer = ask(text)
        assert answer.isascii()
        assert isinstance(json.loads(answer), dict)


def garbled(text: str, dice: random.Random) -> str:
    for _ in range(dice.randint(1, 6)):
        at = dice.randint(0, len(text))
        text = (
            text[:at] + dice.choice(LETTERS) * dice.randint(0, 2) + text[at + dice.randint(0, 3) :]
        )
    return text


@compiled
@pytest.mark.parametrize("text", ["", "\n", "state", "state\nedition chess", "\0" * 99, "=" * 9999])
def test_what_is_no_game_is_refused(text):
    """With the games that there are."""
    assert json.loads(ask(text))["error"]["key"] == "bad.edition"
    assert json.loads(ask(text))["error"]["words"]["known"] == "classic, cards"


@compiled
@pytest.mark.parametrize("edition", ["classic", "cards"])
def test_lines_may_end_as_on_windows(edition):
    """A record is a game as it is, wherever it was stored."""
    record = "state\n" + Game(["Ada", "Bo"], edition, seed=1).dump()
    assert "error" not in ask(record)
    assert ask(record.replace("\n", "\r\n")) == ask(record)


@compiled
def test_threads_wait_for_one_another():
    """The answers are the same, however many ask at once."""
    game = lines_of(Game(["Ada", "Bo"], "classic", seed=4))
    questions = [
        f"choose seat={seat} level={n} budget=20\n{game}" for n in (1, 6) for seat in (0, 1)
    ]
    expected = [ask(question) for question in questions]
    found: list[list[str]] = [[] for _ in range(4)]

    def work(place):
        found[place] = [ask(question) for question in questions]

    threads = [threading.Thread(target=work, args=(place,)) for place in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [expected] * 4


def test_without_the_kernel_there_is_no_engine(monkeypatch):
    """Refused in a sentence."""
    monkeypatch.setattr(native, "kernel", None)
    with pytest.raises(BadSetup, match="compiled kernel"):
        ask("state\nedition classic")
