"""Games that one viewer cannot tell apart: the same history, with other pieces where none is seen.

Every piece is followed by a number of its own, wherever it goes. Those that the viewer has never
seen change places, and the game is played again with bags that are shuffled accordingly.
"""

import random
import re
from collections import Counter
from collections.abc import Callable
from contextlib import contextmanager
from typing import Any
from unittest import mock

from msgspec import Raw
from msgspec.json import encode

from qwirkle import fairness
from qwirkle.faults import IllegalMove, Refusal
from qwirkle.server.domain import clocks, commands, events, handlers, opening, turns
from qwirkle.server.domain.answers import problem_of
from qwirkle.server.node import jobs
from qwirkle.server.protocol import legality, questions, views
from qwirkle.server.storage import listings
from qwirkle.testing import random_move
from qwirkle.tiles import Tile
from tests.server.nodes import ulid
from tests.server.rooms import NAMES, Bench, person

ROOTS = re.compile(r'"root":"[0-9a-f]{64}"|"path":\[[^]]*\]')
"""What differs by design: commitments to the hidden order, which are salted."""


@contextmanager
def fixed(number, shuffle=None):
    """Seeds and ids that are the same again, and shuffles that are written down or prescribed."""
    original, calls = fairness._shuffle, list[Any]()

    def shuffled(tiles, numbers):
        calls.append(original(tiles, numbers) if shuffle is None else shuffle(len(calls), tiles))
        return calls[-1]

    with (
        mock.patch.object(fairness, "_shuffle", shuffled),
        mock.patch.object(fairness, "new_seed", return_value=fairness.seed_of(number)),
        mock.patch.object(opening, "table_id", return_value="a" * 16),
    ):
        yield calls


class Story:
    """A random game of people and bots, as a list of actions that can be done again."""

    def __init__(self, edition, people, bots, number):
        self.edition, self.people, self.bots, self.number = edition, people, bots, number
        self.actions = []
        self.turns = []
        """Whose turn it was before each action and after the last, which everybody sees."""
        self.dice = random.Random(f"{edition} {people} {bots} {number}")

    def bench(self):
        clock = clocks.Live(minutes=5, increment=2)
        names = NAMES[: self.people]
        return Bench(*names, edition=self.edition, bots=self.bots, clock=clock, hints=True)

    def tell(self, watch, steps=14):
        """Play a new game; what is done at each step is remembered, and the table watched."""
        with fixed(self.number) as self.shuffles:
            bench = self.bench()
            watch(bench)
            for _ in range(steps):
                if bench.room.phase == "over":
                    break
                for action in self.next(bench):
                    self.actions.append(action)
                    self.turns.append(bench.room.turn)
                    act(bench, action)
                    watch(bench)
            self.turns.append(bench.room.turn)
        return bench

    def next(self, bench):
        """One of the many things that can happen."""
        roll, room, people = self.dice.random(), bench.room, bench.room.people
        anyone = room.seat(self.dice.choice(people)).name if people else None
        if roll < 0.1 and anyone:
            return [(anyone, commands.Chat, {"phrase": "wow"})]
        if roll < 0.2 and anyone and turns.moves_to_undo(room, room.seat_of(person(anyone))):
            others = [room.seat(n).name for n in people if room.seat(n).name != anyone]
            offered = {"offer": room.seq + 1}
            undo = (anyone, commands.Offer, {"offer": "undo"})
            return [undo, *((name, commands.Accept, offered) for name in others)]
        if roll < 0.25 and anyone and len(people) > 1 and len(room.seats) > 2:
            return [(anyone, commands.Resign, {})]
        hand = [str(piece) for piece in room.game.hand]
        if (
            roll < 0.45
            and self.edition == "classic"
            and room.game.fault(f"trade {hand[0]}") is None
        ):
            count = self.dice.randint(1, min(len(hand), len(room.game.state.bag)))
            return [(bench.turn, "move", f"trade {' '.join(self.dice.sample(hand, count))}")]
        return [(bench.turn, "move", str(random_move(bench.view(bench.turn), self.dice)))]

    def twin(self, seat, log_, dice, watch):
        """The same story in another world that a seat cannot tell apart; None where the one that
        came up is impossible."""
        pieces = Pieces(log_, self.shuffles)
        kind = pieces.dealt_again(seat, dice)
        orders = [[kind[piece] for piece in order] for order in pieces.orders]
        assert Counter(orders[0]) == Counter(self.shuffles[0])
        actions, moves = [], iter(pieces.moves)
        for name, what, words in self.actions:
            if what == "move":
                left = next(moves)
                if words.startswith("trade"):
                    words = "trade " + " ".join(str(kind[piece]) for piece in left)
            actions.append((name, what, words))
        with fixed(self.number, lambda number, _: tuple(orders[number])):
            try:
                bench = self.bench()
                watch(bench)
                for action, turn in zip(actions, self.turns, strict=False):
                    if bench.room.turn is None or bench.room.turn != turn:
                        return None
                    act(bench, action)
                    watch(bench)
                if bench.room.turn != self.turns[-1]:
                    return None
            except (IllegalMove, Refusal, IndexError):
                return None
        return bench


def act(bench, action):
    name, what, words = action
    bench.now += 1000
    if what == "move":
        bench.play(words)
    else:
        bench.do(name, what, **words)


class Pieces:
    """Where each single piece of a game went."""

    def __init__(self, entries, shuffles):
        self.kind = list(shuffles[0])
        self.shuffles = iter(shuffles)
        self.orders, self.moves = [], []
        self.order, self.returned, self.rows, self.hands = [], [], Counter[int](), {}
        self.held, self.seen, self.past = {}, set(), []
        for entry in entries:
            step = getattr(self, "_" + type(entry.event).__name__.lower(), None)
            if step:
                step(entry.event)

    def _shuffled(self, _):
        tiles = next(self.shuffles)
        if not self.orders:
            self.order = list(range(len(tiles)))
        else:
            dealt_again = [] if self.past else [p for hand in self.hands.values() for p in hand]
            if dealt_again:
                self.hands = {}
            pool = [*self.order, *self.returned, *dealt_again]
            self.order = [self._take(pool, tile) for tile in tiles]
        self.returned = []
        self.orders.append(list(self.order))

    def _dealt(self, event):
        self._draw(event.seat, len(event.pieces))

    def _moved(self, event):
        self.past.append(
            (self.order, self.returned, self.rows, {s: list(h) for s, h in self.hands.items()})
        )
        hand, words = self.hands[event.seat], event.move.split()
        if words[0] in ("trade", "exchange"):
            tiles = words[1:] if words[0] == "trade" else [str(self.kind[p]) for p in hand]
            left = [self._take(hand, Tile.parse(tile)) for tile in tiles]
            self.returned = [*self.returned, *left]
        else:
            left = [self._take(hand, Tile.parse(tile)) for tile in self._played(event.move)]
            self.seen.update(left)
        self.moves.append(left)
        self._draw(event.seat, len(event.drawn))

    def _undone(self, event):
        for _ in range(event.moves):
            self.order, self.returned, self.rows, self.hands = self.past.pop()

    def _played(self, move):
        if "@" in move or move == "pass":
            return [word.partition("@")[0] for word in move.split() if "@" in word]
        rows = [row.split() for row in move.split("|")]
        before = self.rows
        self.rows = Counter(card for row in rows if len(row) < 6 for card in row)
        return list((Counter(card for row in rows for card in row) - before).elements())

    def _draw(self, seat, count):
        drawn, self.order = self.order[:count], self.order[count:]
        self.hands.setdefault(seat, []).extend(drawn)
        self.held.setdefault(seat, set()).update(drawn)

    def _take(self, pieces, tile):
        return pieces.pop(next(n for n, piece in enumerate(pieces) if self.kind[piece] == tile))

    def dealt_again(self, seat, dice):
        """The kind of every piece, the unseen ones having changed places, many or just two."""
        known = self.seen | self.held.get(seat, set())
        hidden = [piece for piece in range(108) if piece not in known]
        kind = list(self.kind)
        if dice.random() < 0.5:
            kinds = [kind[piece] for piece in hidden]
            dice.shuffle(kinds)
            for piece, other in zip(hidden, kinds, strict=True):
                kind[piece] = other
        else:
            for _ in range(3):
                one, other = dice.sample(hidden, 2)
                kind[one], kind[other] = kind[other], kind[one]
        return kind


MOVES = [
    "pass", "exchange", "resign", "?", "trade Ro Ro Ro Ro", "trade Ro Gx", "Ro@0,0",
    "Bx@1,0 Bd@2,0", "Pc@99,99", "Ro Rx Rd", "Ro Bo Go | Px Pd Ps Pt", "Ro@0,0 Ro@0,0",
]  # fmt: skip
REFUSED: list[tuple[Callable[..., Any], dict[str, Any]]] = [
    *((commands.Play, {"move": move, "expect": 1}) for move in MOVES[:3]),
    (commands.Play, {"move": "pass"}),
    (commands.Trade, {"tiles": ["Ro"], "expect": 10_000}),
    (commands.Sit, {}),
    (commands.Stand, {"seat": 1}),
    (commands.AddBot, {}),
    (commands.Start, {}),
    (commands.Accept, {"offer": 999}),
    (commands.Decline, {"offer": 999}),
    (commands.Offer, {"offer": "rematch"}),
    (commands.Offer, {"offer": "takeover"}),
    (commands.Chat, {}),
]


class Watcher:
    """Collects everything that one viewer is sent, or could ask for, at every step of a game."""

    def __init__(self, seat):
        self.seat = seat
        self.known = 0
        self.sent = []

    def __call__(self, bench):
        room, seat = bench.room, self.seat
        over = room.phase == "over"
        told = [views.for_viewer(entry, seat, over) for entry in room.log[self.known :]]
        public = [Raw(events.public(entry)) for entry in room.log[self.known :]]
        self.known = room.seq
        person = None if seat is None else room.seat(seat).person
        self.sent += [*told, *public, views.view(room, person, bench.now), listings.line(room)]
        self.sent.append(legality.legal_moves(room, seat))
        if not over and seat is not None and room.seat(seat).is_person:
            self.ask(room)
            self.try_(bench)

    def ask(self, room):
        """Questions, about moves that mostly cannot be made."""
        self.sent += [legality.check(room, self.seat, "", move) for move in MOVES]
        for cards in (["Ro"], ["Ro", "Rx", "Rd"], ["zz"]):
            try:
                found = jobs.lay(*questions.cards_to_lay(room, self.seat, cards))
                self.sent.append(questions.arranged("", found))
            except Refusal as reason:
                self.sent.append(problem_of(reason))

    def try_(self, bench):
        """Commands that are refused, whatever the position is; none of them shuffles."""
        name, expect = bench.room.seat(self.seat).name, bench.room.seq
        moves = [(commands.Play, {"move": move, "expect": expect}) for move in MOVES[2:5]]
        for kind, words in [*REFUSED, *moves]:
            draft = bench.room.copy()
            actor = handlers.Actor(person(name), name)
            try:
                handlers.decide(draft, kind(id=ulid(), **words), actor, bench.now)
            except (Refusal, IllegalMove) as reason:
                self.sent.append(problem_of(reason, bench.room.seq))

    @property
    def texts(self):
        """All of it as bytes on a wire, but for what differs by design."""
        return [ROOTS.sub("", encode(message).decode()) for message in self.sent]


def secrets_of(room, seat):
    """Texts that nobody but a seat may read before the end."""
    texts = {room.created.seed, *(s.person for s in room.seats if s and s.person)}
    key = fairness.game_key(bytes.fromhex(room.created.seed), [s.entropy for s in room.seats])
    texts.add(key.hex())
    salts: dict[bool, set[str]] = {True: set(), False: set()}
    for entry in room.log:
        event = entry.event
        if isinstance(event, events.Dealt | events.Moved) and event.draw:
            salts[event.seat == seat] |= {proof.salt for proof in event.draw.proofs}
    return texts | (salts[False] - salts[True])  # after an undo, another may draw the same piece


def hidden_runs(room, seat):
    """Pieces in the order in which they are drawn, or lie in other hands, as one text each."""
    state, order = room.game.state, room.game._order
    runs = [order.left[:6]] if order and len(order.left) >= 6 else []
    runs += [hand for n, hand in enumerate(state.hands) if n != seat and len(hand) >= 6]
    for entry in room.log:
        if isinstance(entry.event, events.Dealt) and entry.event.seat != seat:
            runs.append(entry.event.pieces)
    return {" ".join(map(str, run)) for run in runs}


CODE = re.compile(r"[ROYGBP][oxdstc]")


def codes(text: str) -> str:
    """The piece codes of a message, in their order."""
    return " ".join(CODE.findall(text))
