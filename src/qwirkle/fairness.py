"""A bag that nobody can load: the shuffle is committed to before the first draw.

1. The host draws a secret seed and publishes its SHA-256: the *commitment*.
2. Only then does every player add some text of their own: the *entropy*. Until all of it is
   there, the others see no more of a text than its *digest*.
3. Seed and entropy together give the order of the bag: Fisher-Yates over HMAC-SHA256. The host
   publishes the *root* of a Merkle tree with a salted leaf for each position of the bag, so any
   single draw can be proven while the game is running, without showing the rest.
4. The lot that decides who starts in a tie follows from the same key as the shuffle.
5. Tiles that go back into the bag are mixed in by a new shuffle, with a new root.
6. After the game the seed is revealed, and everybody can check everything.

``docs/fairness.md`` has the scheme byte by byte, and what it does and does not protect against.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from qwirkle.faults import BadSetup, bad_argument
from qwirkle.seats import LOTS
from qwirkle.tiles import Tile

SEED_BYTES = 32


def new_seed() -> bytes:
    return secrets.token_bytes(SEED_BYTES)


def seed_of(number: int) -> bytes:
    """The seed that follows from a number, for games that must be repeatable."""
    return hashlib.sha256(f"qwirkle seed {number}".encode()).digest()


def seed_bytes(seed: int | bytes | None) -> bytes:
    """A seed as it was given: the bytes themselves, those of a number, or new ones."""
    if seed is None:
        return new_seed()
    if isinstance(seed, int):
        return seed_of(seed)
    if not isinstance(seed, bytes):
        raise bad_argument("seed", "bad.argument.seed", seed)
    if len(seed) != SEED_BYTES:
        raise BadSetup("bad.seed", n=len(seed))
    return seed


def commitment(seed: bytes) -> str:
    """What is published before anything is drawn; it binds the host to the seed."""
    return hashlib.sha256(b"qwirkle commitment" + seed).hexdigest()


def entropy_digest(text: str) -> str:
    """What is published of a player's text at once; it binds the player, and shows nothing."""
    return hashlib.sha256(b"qwirkle entropy" + text.encode()).hexdigest()


def game_key(seed: bytes, entropy: Sequence[str]) -> bytes:
    """The key of all shuffles of a game: the host's seed and what each seat added to it."""
    mixture = b"".join(_framed(text.encode()) for text in entropy)
    return hmac.digest(seed, b"game" + mixture, "sha256")


@dataclass(slots=True)
class _Made:
    """What was worked out of a shuffle so far, for all its orders: both take a while."""

    tiles: tuple[Tile, ...] | None = None
    tree: list[list[str]] | None = None
    """Its nodes as they are written, so that all proofs share them."""


@dataclass(frozen=True)
class Order:
    """A shuffled bag: what will be drawn, from the first to the last, and how to prove it.

    The shuffle is done when somebody looks, and the tree is grown when somebody wants a proof.
    """

    key: bytes
    bag: tuple[Tile, ...]
    """What was shuffled, sorted."""
    shuffles: int = 0
    """How often this game's bag has been shuffled before; every shuffle has its own numbers."""
    drawn: int = 0
    _made: _Made = field(default_factory=_Made, repr=False, compare=False)

    @classmethod
    def shuffled(cls, key: bytes, tiles: Iterable[Tile], shuffles: int = 0) -> Order:
        """A fair order of these tiles; the tiles' own order does not matter."""
        return cls(key, tuple(sorted(tiles)), shuffles)

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """The whole bag in the order in which it is drawn."""
        if self._made.tiles is None:
            numbers = _Numbers(self.key, f"shuffle {self.shuffles}")
            self._made.tiles = _shuffle(list(self.bag), numbers)
        return self._made.tiles

    @property
    def lot(self) -> int:
        """The lot that decides who starts, where hands and ages do not (T2, C2)."""
        return _Numbers(self.key, f"lot {self.shuffles}").below(LOTS)

    @property
    def left(self) -> tuple[Tile, ...]:
        return self.tiles[self.drawn :]

    def draw(self, count: int) -> tuple[tuple[Tile, ...], Order]:
        """The next tiles, and the order without them."""
        rest = self.without(count)
        return self.tiles[self.drawn : rest.drawn], rest

    def without(self, count: int) -> Order:
        """The order after ``count`` more tiles were drawn."""
        return Order(self.key, self.bag, self.shuffles, self.drawn + count, self._made)

    def mixed(self, tiles: Iterable[Tile]) -> Order:
        """A new shuffle of what is left and these tiles."""
        return Order.shuffled(self.key, (*self.left, *tiles), self.shuffles + 1)

    @property
    def _tree(self) -> list[list[str]]:
        if self._made.tree is None:
            leaves = [leaf(at, tile, self._salt(at)) for at, tile in enumerate(self.tiles)]
            self._made.tree = [[node.hex() for node in level] for level in merkle_tree(leaves)]
        return self._made.tree

    def forget_tree(self) -> None:
        """Give the memory of the tree back; it is grown again if it is needed."""
        self._made.tree = None

    @property
    def root(self) -> str:
        """The Merkle root over all positions of this shuffle."""
        return self._tree[-1][0]

    def proof(self, position: int) -> Proof:
        """The proof that a position of the bag holds the tile that it holds."""
        path = tuple(merkle_path(self._tree, position))
        return Proof(position, self.tiles[position], self._salt(position).hex(), path)

    def _salt(self, position: int) -> bytes:
        return hmac.digest(self.key, f"salt {self.shuffles} {position}".encode(), "sha256")[:16]


@dataclass(frozen=True, slots=True)
class Proof:
    """One position of the bag, opened: enough to check it against the root, and no more."""

    position: int
    tile: Tile
    salt: str
    path: tuple[str, ...]

    def proves(self, root: str, size: int) -> bool:
        """Whether a bag of this size with this root has this tile in this position."""
        node = leaf(self.position, self.tile, bytes.fromhex(self.salt))
        at, width, path = self.position, size, list(self.path)
        while width > 1:
            if at ^ 1 < width:
                if not path:
                    return False
                sibling = bytes.fromhex(path.pop(0))
                node = _node(node, sibling) if at % 2 == 0 else _node(sibling, node)
            at, width = at // 2, (width + 1) // 2
        return not path and 0 <= self.position < size and node.hex() == root


def leaf(position: int, tile: Tile, salt: bytes) -> bytes:
    return hashlib.sha256(b"\x00" + salt + f"{position} {tile}".encode()).digest()


def merkle_tree(leaves: list[bytes]) -> list[list[bytes]]:
    """The levels of a Merkle tree, the root last; a node without a sibling rises as it is."""
    levels = [leaves or [hashlib.sha256(b"\x00").digest()]]
    while len(levels[-1]) > 1:
        level = levels[-1]
        pairs = [level[at : at + 2] for at in range(0, len(level), 2)]
        levels.append([_node(*pair) if len(pair) == 2 else pair[0] for pair in pairs])
    return levels


def merkle_path(levels: list[list[str]], position: int) -> Iterator[str]:
    """The siblings on the way from a leaf to the root."""
    for level in levels[:-1]:
        if position ^ 1 < len(level):
            yield level[position ^ 1]
        position //= 2


def _node(left: bytes, right: bytes) -> bytes:
    return hashlib.sha256(b"\x01" + left + right).digest()


def _framed(text: bytes) -> bytes:
    return len(text).to_bytes(4, "big") + text


class _Numbers:
    """Fair whole numbers from a key: 64-bit words of HMAC-SHA256 over a counter."""

    def __init__(self, key: bytes, label: str) -> None:
        self.key = key
        self.label = label
        self.counter = 0

    def below(self, limit: int) -> int:
        """A number from 0 to limit - 1, each exactly as likely: words in the last, incomplete
        round of remainders are thrown away."""
        fair = (1 << 64) - (1 << 64) % limit
        while (word := self._word()) >= fair:
            pass
        return word % limit

    def _word(self) -> int:
        text = f"{self.label} {self.counter}".encode()
        self.counter += 1
        return int.from_bytes(hmac.digest(self.key, text, "sha256")[:8], "big")


def _shuffle(tiles: list[Tile], numbers: _Numbers) -> tuple[Tile, ...]:
    """Fisher-Yates: from the last place down, swap with a fair one of those up to it."""
    for last in range(len(tiles) - 1, 0, -1):
        other = numbers.below(last + 1)
        tiles[last], tiles[other] = tiles[other], tiles[last]
    return tuple(tiles)
