"""Tiles, hands and what goes together."""

import copy
import pickle

import pytest

from qwirkle import BadNotation, Color, Hand, Shape, Tile
from qwirkle.bag import Bag
from qwirkle.lines import alike, largest_sets, partners, shared, subsets
from qwirkle.tiles import TILES, Pieces


def test_a_tile_is_written_as_it_is_read():
    """Each of the 36 kinds has a code of its own, which reads back."""
    codes = [str(tile) for tile in TILES]
    assert len(set(codes)) == 36
    assert [Tile.parse(code) for code in codes] == list(TILES)
    assert codes[0] == "Ro"
    assert codes[-1] == "Pc"


def test_a_tile_has_a_colour_and_a_shape():
    """The code's letters are the tile's colour and shape, and make it again."""
    tile = Tile.parse("Pt")
    assert (tile.color, tile.shape) == (Color.PURPLE, Shape.STAR)
    assert tile.color == "P"
    assert Tile.of(Color.PURPLE, Shape.STAR) is tile
    assert f"{tile}" == "Pt"
    assert eval(repr(tile)) == tile  # noqa: S307


def test_the_first_tile_is_not_nothing():
    """The red circle is number 0 and still true."""
    assert all(TILES)


def test_tiles_survive_pickling_and_copying():
    """A tile that was sent to another process is the same tile."""
    for tile in TILES:
        again = pickle.loads(pickle.dumps(tile))  # noqa: S301
        assert again == tile
        assert isinstance(again, Tile)
        assert copy.deepcopy(tile) == tile


@pytest.mark.parametrize("code", ["", "R", "Zo", "Rz", "ro", "RO", "Roo", "🙂", "R o", "\x00\x01"])
def test_an_unknown_code_is_refused_with_a_sentence(code):
    """Text that is no tile says what a tile looks like, without control characters."""
    with pytest.raises(BadNotation, match="is not a tile") as refusal:
        Tile.parse(code)
    assert str(refusal.value).isprintable()


def test_a_long_text_is_cut_in_the_sentence():
    """A refusal stays readable whatever it quotes."""
    with pytest.raises(BadNotation) as refusal:
        Tile.parse("x" * 10_000)
    assert len(str(refusal.value)) < 250


@pytest.mark.parametrize("number", [-1, 36])
def test_there_are_36_kinds(number):
    """Numbers that are no tile are refused."""
    with pytest.raises(ValueError, match="between 0 and 35"):
        Tile(number)


def test_a_hand_is_a_multiset():
    """Order does not matter, copies do."""
    hand = Hand.parse("Bo Ro Bo")
    assert hand == Hand.parse("Ro Bo Bo")
    assert str(hand) == "Ro Bo Bo"
    assert hand.without(Hand.parse("Bo")) == Hand.parse("Ro Bo")
    assert hand.plus(Hand.parse("Rx")) == Hand.parse("Ro Rx Bo Bo")
    assert hand.missing(Hand.parse("Bo Bo Bo Gx")) == tuple(Hand.parse("Bo Gx"))
    assert repr(hand) == "Hand.parse('Ro Bo Bo')"
    assert isinstance(hand.without(hand), Hand)


def test_taking_what_is_not_there_is_an_error():
    """A piece cannot leave a hand twice."""
    with pytest.raises(ValueError, match="not in list"):
        Hand.parse("Ro").without(Hand.parse("Ro Ro"))


def test_the_bag_holds_three_of_each_kind():
    """108 pieces in all."""
    assert len(Bag.full()) == 108
    assert all(Bag.full().count(tile) == 3 for tile in TILES)


def test_a_column_is_named_in_a_list_of_tiles():
    """The sentence says where in the text the mistake is."""
    with pytest.raises(BadNotation, match="Column 7"):
        Hand.parse("Ro Rx Qq")


def test_partners_share_a_colour_or_a_shape():
    """What can join a line, and what can join nothing."""
    assert len(partners([])) == 36
    assert len(partners(Pieces.parse("Ro"))) == 10
    assert partners(Pieces.parse("Ro Rx")) == frozenset(Pieces.parse("Rd Rs Rt Rc"))
    assert partners(Pieces.parse("Rc Bs")) == frozenset()  # not a line, though Rs touches both
    assert partners(Pieces.parse("Ro Rx Rd Rs Rt Rc")) == frozenset()


def test_shared_and_alike():
    """The common feature of tiles, and the first that occurs twice."""
    assert shared(Pieces.parse("Ro Rx")) == Color.RED
    assert shared(Pieces.parse("Ro Bo")) == Shape.CIRCLE
    assert shared(Pieces.parse("Ro Bx")) is None
    assert alike(Pieces.parse("Ro Bo Bo")) == Tile.parse("Bo")
    assert alike(Pieces.parse("Ro Bo")) is None


def test_the_book_example_of_a_largest_set():
    """Three blue tiles: circle, star and square; the second star does not count (T2)."""
    hand = Hand.parse("Bo Bt Bs Bt Rd Gc")
    assert largest_sets(hand) == [tuple(Hand.parse("Bo Bt Bs"))]


def test_every_tile_alone_is_a_set_of_one():
    """Where no two tiles go together, any tile opens."""
    assert len(largest_sets(Hand.parse("Ro Yx Gd"))) == 3


def test_subsets_are_distinct_multisets():
    """Two alike make no second subset."""
    assert [len(tiles) for tiles in subsets(Hand.parse("Ro Ro Bx"), 6)] == [1, 1, 2, 2, 3]
    assert list(subsets(Hand.parse("Ro Ro Bx"), 1)) == [(0,), (Tile.parse("Bx"),)]
