"""The fair bag: known answers, fair numbers, and proofs that cannot be bent."""

import hashlib
import hmac
from collections import Counter
from dataclasses import replace

import pytest

from qwirkle import Tile
from qwirkle.bag import Bag
from qwirkle.fairness import (
    Order,
    _Numbers,
    commitment,
    entropy_digest,
    game_key,
    merkle_tree,
    new_seed,
    seed_of,
)
from qwirkle.tiles import Pieces

KEY = game_key(seed_of(1), ("", "two"))


def test_known_answers():
    """The scheme may never change silently: old records must stay provable."""
    assert commitment(bytes(32)) == hashlib.sha256(b"qwirkle commitment" + bytes(32)).hexdigest()
    mixture = b"game" + (0).to_bytes(4, "big") + (3).to_bytes(4, "big") + b"two"
    assert hmac.digest(seed_of(1), mixture, "sha256") == KEY
    order = Order.shuffled(KEY, Bag.full())
    assert " ".join(map(str, order.tiles[:12])) == GOLDEN_ORDER
    assert order.root == GOLDEN_ROOT
    assert order.mixed(Pieces.parse("Ro")).root == GOLDEN_MIXED


GOLDEN_ORDER = "Rc Ys Gx Go Rd Yc Pc Gx Od Yd Rd Bd"
GOLDEN_ROOT = "ffcda9e1ba09b5c950172b2cfdaa1e18d958461bb5cf4772920fd828e34b4c1a"
GOLDEN_MIXED = "971ed48275377acbabb9dbb54910e1627bee3f9409ff1f926b011645501a4cb8"


def test_seeds_are_secret_and_entropy_is_framed():
    """No two seeds alike; moving a letter from one player to the next gives another game."""
    assert new_seed() != new_seed()
    assert len(new_seed()) == 32
    assert game_key(seed_of(1), ("ab", "c")) != game_key(seed_of(1), ("a", "bc"))


def test_a_digest_seals_a_text():
    """It has a beginning of its own, so that it is never a commitment to a seed."""
    assert entropy_digest("ż") == hashlib.sha256(b"qwirkle entropy\xc5\xbc").hexdigest()
    assert entropy_digest("a") != entropy_digest("b")


def test_an_order_is_a_permutation_and_does_not_depend_on_the_bag():
    """The same pieces in any order are shuffled alike; nothing is lost."""
    order = Order.shuffled(KEY, Bag.full())
    assert Pieces(order.tiles) == Bag.full()
    assert Order.shuffled(KEY, reversed(Bag.full())) == order
    drawn, rest = order.draw(6)
    assert drawn + rest.left == order.tiles
    mixed = rest.mixed(drawn[:2])
    assert Pieces(mixed.tiles) == Pieces((*rest.left, *drawn[:2]))
    assert mixed.shuffles == 1


def test_numbers_are_fair():
    """Every position is equally likely for a given tile: chi-square over 7200 shuffles of six."""
    tiles = Pieces.parse("Ro Rx Rd Rs Rt Rc")
    places: Counter[tuple[Tile, int]] = Counter()
    for number in range(7200):
        order = Order.shuffled(hashlib.sha256(str(number).encode()).digest(), tiles)
        places.update((tile, at) for at, tile in enumerate(order.tiles))
    chi = sum((count - 1200) ** 2 / 1200 for count in places.values())
    assert len(places) == 36
    assert chi < 60  # 25 degrees of freedom: p of about 0.0001


def test_words_beyond_the_last_full_round_are_thrown_away():
    """A limit just above half of all words rejects about half of them."""
    numbers = _Numbers(KEY, "test")
    limit = (1 << 63) + 1
    drawn = [numbers.below(limit) for _ in range(100)]
    assert all(number < limit for number in drawn)
    assert 150 < numbers.counter < 260


@pytest.mark.parametrize("size", [1, 2, 3, 5, 6, 108])
def test_a_proof_proves_its_position_and_nothing_else(size):
    """Another tile, position, salt, path, size or root is refused."""
    order = Order.shuffled(KEY, tuple(Bag.full())[:size])
    for position in range(size):
        proof = order.proof(position)
        assert proof.tile == order.tiles[position]
        assert proof.proves(order.root, size)
        other_tile = Tile((proof.tile + 1) % 36)
        assert not replace(proof, tile=other_tile).proves(order.root, size)
        assert not replace(proof, position=position + size).proves(order.root, size)
        assert not replace(proof, position=-1).proves(order.root, size)
        assert not replace(proof, salt="00" * 16).proves(order.root, size)
        assert not replace(proof, path=(*proof.path, "00" * 32)).proves(order.root, size)
        assert not proof.proves("00" * 32, size)
        if size > 1:
            assert not replace(proof, path=proof.path[:-1]).proves(order.root, size)
            assert not replace(proof, position=(position + 1) % size).proves(order.root, size)


def test_an_empty_bag_has_a_root():
    """Nothing to commit to is committed to as well."""
    assert len(merkle_tree([])[-1]) == 1
    assert len(Order.shuffled(KEY, ()).root) == 64


def test_leaves_do_not_give_the_tiles_away():
    """Equal tiles have different leaves: each position has a salt of its own."""
    order = Order.shuffled(KEY, Pieces.parse("Ro Ro Ro"))
    assert len(set(order._tree[0])) == 3
