"""Pictures of boards, tables, positions and games: well formed, complete, and without secrets."""

from xml.etree import ElementTree

import pytest

import qwirkle
from qwirkle import Board, CardPosition, Game, Position, Table
from qwirkle.animation import ABOVE
from qwirkle.events import Moved
from qwirkle.pictures import INKS, PATHS
from qwirkle.tiles import TILES, Color
from tests import toy
from tests.test_game import played

SVG = "{http://www.w3.org/2000/svg}"
BOARD = Board.parse("Ro@0,0 Rx@1,0 Bx@1,-1")
TABLE = Table.parse("Bo Bx Bd | Rs Gs Ys Ps")


def drawn(text):
    """The root of a picture, after a check that it uses only what it defines."""
    root = ElementTree.fromstring(text)  # noqa: S314 - our own
    assert root.tag == f"{SVG}svg"
    assert root.get("role") == "img"
    assert root.get("aria-label")
    ids = [each.get("id") for each in root.iter() if each.get("id")]
    assert len(ids) == len(set(ids))
    assert {use.get("href") for use in root.iter(f"{SVG}use")} <= {f"#{name}" for name in ids}
    return root


def pieces(root):
    return [
        (int(use.get("x")), int(use.get("y")), use.get("href"), use.get("color"))
        for use in root.iter(f"{SVG}use")
    ]


def test_every_tile_is_drawn_on_its_cell():
    """The northernmost row is at the top, the westernmost column on the left."""
    root = drawn(BOARD.svg())
    assert sorted(pieces(root)) == [
        (0, 100, "#q-t-o", INKS[Color.RED]),
        (100, 0, "#q-t-x", INKS[Color.BLUE]),
        (100, 100, "#q-t-x", INKS[Color.RED]),
    ]
    assert root.get("aria-label") == "red circle, blue cross, red cross"
    assert drawn(BOARD.svg("A board & a half")).get("aria-label") == "A board & a half"


def test_cards_lie_in_rows():
    """Each row below the one before, in the order of the table."""
    found = pieces(drawn(TABLE.svg()))
    assert len(found) == 7
    assert [y for _, y, *_ in found] == [0] * 4 + [162] * 3


def test_pieces_of_every_kind_can_be_drawn():
    """Six shapes and six inks; an empty board is felt."""
    board = Board({(number % 6, number // 6): tile for number, tile in enumerate(TILES)})
    assert len({piece[2:] for piece in pieces(drawn(board.svg()))}) == len(INKS) * len(PATHS)
    assert pieces(drawn(Board().svg("Nothing"))) == []


@pytest.mark.parametrize("edition", ["classic", "cards"])
def test_a_game_is_drawn_with_its_last_move(edition):
    """What is new has a ring; the scores are above; nobody's hand is there."""
    game = played(edition, moves=6, seed=2)
    root = drawn(game.svg())
    on_table = len(game.board) if edition == "classic" else len(game.board.cards)
    taken = sum(len(row) for row in game.events[-2].move.captured) if edition == "cards" else 0
    assert len(pieces(root)) == on_table + taken
    assert [text.text for text in root.iter(f"{SVG}text")] == [root.get("aria-label")]
    assert root.get("aria-label") == ", ".join(f"{n} {p}" for n, p in game.scores.items())
    rings = [rect for rect in root.iter(f"{SVG}rect") if rect.get("class") == "new"]
    assert len(rings) >= 1
    assert root.get("viewBox").split()[1] == str(-22 - ABOVE)


@pytest.mark.parametrize("edition", ["classic", "cards"])
def test_an_animation_ends_as_the_picture(edition):
    """Where nothing plays it, the last scene is to be seen; where it plays, every piece comes and
    goes within the time of the whole."""
    game = played(edition, moves=9, seed=2)
    root = drawn(game.animation(seconds=0.5))
    seen = [use for use in root.iter(f"{SVG}use") if use.get("visibility") != "hidden"]
    last = drawn(game.svg())
    assert len(seen) == len(pieces(last))
    total = 0.5 * (game.moves + 3)
    for animate in root.iter(f"{SVG}animate"):
        times = [float(time) for time in animate.get("keyTimes").split(";")]
        assert times[0] == 0
        assert times == sorted(set(times))
        assert times[-1] < 1
        assert len(times) == len(animate.get("values").split(";"))
        assert animate.get("dur") == f"{total:g}s"
    assert len(list(root.iter(f"{SVG}text"))) == game.moves + 1


def test_what_lies_from_the_beginning_is_always_seen():
    """In a game from a position it neither comes nor goes."""
    game = Game.from_position(["Ada", "Bo"], board=BOARD, hands={"Ada": "Rs", "Bo": "Rt"})
    game.push("Rs@2,0")
    uses = list(drawn(game.animation()).iter(f"{SVG}use"))
    assert [len(use) for use in uses].count(0) == len(BOARD)
    assert len(uses) == len(BOARD) + 1


def test_a_resignation_is_a_scene_too():
    """With what lay before."""
    game = played("classic", players=3, moves=2)
    game.resign("Bo")
    assert len(pieces(drawn(game.svg()))) == len(game.board)


def test_parts_that_lie_far_apart_are_brought_near():
    """A picture grows with its tiles, and not with the way between them; dots say where it was."""
    board = Board.parse("Ro@0,0 Rx@1,0 Go@4000,-99999 Yx@10,1")
    assert board.text().splitlines() == [
        "          0    1    2    3    4    5    6    7    8    9   10    … 4000",
        "-99999    .    .    .    .    .    .    .    .    .    .    .    …   Go",
        "     …    …    …    …    …    …    …    …    …    …    …    …    …    …",
        "     0   Ro   Rx    .    .    .    .    .    .    .    .    .    …    .",
        "     1    .    .    .    .    .    .    .    .    .    .   Yx    …    .",
    ]
    root = drawn(board.svg())
    assert root.get("viewBox") == "-22 -22 1344 444"
    assert len(root.findall(f"{SVG}path[@class='cut']")) == 2
    assert {(x, y) for x, y, *_ in pieces(root)} == {(0, 200), (100, 200), (1200, 0), (1000, 300)}
    scattered = Board((((n * 99, n * 99), each) for n, each in enumerate(TILES * 3)))
    assert len(scattered.text()) < 500_000


def test_pictures_of_letters():
    """For a terminal, a log or an ear."""
    assert BOARD.text() == "    0  1\n-1  . Bx\n 0 Ro Rx"
    assert Board().text() == ""
    assert TABLE.text() == " 1 Rs Ys Gs Ps\n 2 Bo Bx Bd"
    game = Game(["Ada", "Bo"], "classic", seed=7, ages=[30, 31])
    assert game.text() == "Ada 0, Bo 0"
    game = Game.from_position(["Ada", "Bo"], board=BOARD, hands={"Ada": "Rs", "Bo": "Rt"})
    assert game.text() == f"Ada 0, Bo 0\n{BOARD.text()}"
    cards = Game.from_position(["Ada", "Bo"], "cards", board=TABLE, hands={"Ada": "Rs", "Bo": "Rt"})
    assert cards.text() == f"Ada 0, Bo 0\n{TABLE.text()}"


def test_positions_show_the_hand():
    """Below the board, with room between."""
    position = Position.parse(f"{BOARD} / Rs Rt / 90")
    assert len(pieces(drawn(position.svg()))) == 5
    assert position.text() == f"{BOARD.text()}\n\nRs Rt"
    assert Position.parse("/ Rs Rt / 90").text() == "Rs Rt"
    assert len(pieces(drawn(Position.parse("/ Rs Rt / 90").svg()))) == 2
    cards = CardPosition.parse(f"{TABLE} / Rs Rt / 60 / exchanges 0")
    assert len(pieces(drawn(cards.svg()))) == 9
    assert cards.text().endswith("\n\nRs Rt")


def test_notebooks_draw_by_themselves():
    """Jupyter asks for ``_repr_svg_``."""
    game = played(moves=3)
    for thing in (BOARD, TABLE, game, Position.parse(f"{BOARD} / Rs / 9")):
        assert thing._repr_svg_() == thing.svg()


def test_notebooks_show_how_a_game_stands():
    """The picture, whose turn it is, and the last moves with their points; names are escaped."""
    game = Game(["Ada <b>", "Bo"], "classic", seed=4)
    root = ElementTree.fromstring(game._repr_html_())  # noqa: S314 - our own
    assert [each.tag.removeprefix(SVG) for each in root] == ["svg", "p"]
    while game.moves < 8:
        game.push(next(iter(game.legal_moves)))
    root = ElementTree.fromstring(game._repr_html_())  # noqa: S314 - our own
    assert root.find("p").text == f"{game.turn} to move"
    assert root.find("ol").get("start") == "3"
    lines = [item.text for item in root.iter("li")]
    event = game.pop()
    assert isinstance(event, Moved)
    assert len(lines) == 6
    assert lines[-1] == f"{game.turn}: {event.move} (+{event.points})"


def test_notebooks_show_no_secrets():
    """Of a trade its number of tiles, of a resignation who it was, and at the end who won."""
    game = Game(["Ada", "Bo"], "classic", seed=4)
    game.push(next(iter(game.legal_moves)))
    game.push(f"trade {game.hand[0]} {game.hand[1]}")
    assert "Bo: trade ? ? (+0)" in game._repr_html_()
    game.resign("Ada")
    assert "<li>Ada: resign</li>" in game._repr_html_()
    assert "<p>Bo won (O1): Ada 4, Bo 0</p>" in game._repr_html_()


def test_a_game_that_nobody_can_draw_says_so(monkeypatch):
    """An edition of one's own need not have pictures."""
    monkeypatch.setitem(qwirkle.editions.EDITIONS, "toy", toy.TOY)
    with pytest.raises(qwirkle.BadSetup, match="how to draw"):
        Game(["Ada", "Bo"], toy.TOY).svg()
    assert Game(["Ada", "Bo"], toy.TOY)._repr_html_().startswith("<div><p>")
