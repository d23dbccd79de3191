"""Tables without a network: people sit down, and commands are tried as the dispatcher does it."""

import random

from qwirkle.faults import IllegalMove, Refusal
from qwirkle.server.domain import commands, events, handlers, turns
from qwirkle.server.domain.answers import problem_of
from qwirkle.server.domain.events import Logged
from qwirkle.server.domain.handlers import Actor
from qwirkle.server.domain.room import Room
from qwirkle.testing import random_move
from tests.server.nodes import ulid

START = 1_700_000_000_000
NAMES = ("Ada", "Bo", "Cy", "Di")


def person(name):
    return f"person-of-{name.lower()}"


def actor(name):
    return Actor(person(name), name)


def text_of(name):
    """What somebody adds to the shuffle."""
    return f"{name} was here"


class Bench:
    """A table at which commands are carried out on a copy, which then takes the room's place."""

    def __init__(self, *names, start=True, **options):
        host, *others = names
        bots = options.pop("bots", [])
        seats = options.pop("seats", len(names) + len(bots))
        self.now = START
        command = commands.Create(id=ulid(), seats=seats, bots=bots, name=host, **options)
        self.room = handlers.create(command, actor(host), self.now)
        self.more = []
        for name in others:
            self.do(name, commands.Sit, name=name)
        for name in names if start else ():
            self.do(name, commands.Start, entropy=text_of(name))

    def do(self, name, kind, /, **words):
        """Carry a command out; the events that followed."""
        draft = self.room.copy()
        more = handlers.decide(draft, kind(id=ulid(), **words), actor(name), self.now)
        fresh = [entry.event for entry in draft.log[self.room.seq :]]
        self.room = draft
        if more:
            self.more.append(more)
        return fresh

    def let(self, act, *args):
        """Let something happen that nobody has sent; the events that followed."""
        draft = self.room.copy()
        act(draft, *args, self.now)
        fresh = [entry.event for entry in draft.log[self.room.seq :]]
        self.room = draft
        return fresh

    def refuse(self, name, kind, /, **words):
        """The problem with a command that changes nothing."""
        before = stored(self.room)
        try:
            self.do(name, kind, **words)
        except (Refusal, IllegalMove) as reason:
            assert stored(self.room) == before
            return problem_of(reason, self.room.seq)
        raise AssertionError(f"{kind.__name__} was not refused.")

    @property
    def turn(self):
        return self.room.seat(self.room.turn).name

    def view(self, name):
        return self.room.game.view(name)

    def move(self, dice=None):
        """A random move of the player to move; a computer player moves as the driver does."""
        text = str(random_move(self.view(self.turn), dice or random.Random(0)))
        return self.play(text)

    def play(self, text):
        if self.room.seat(self.room.turn).is_person:
            return self.do(self.turn, commands.Play, move=text, expect=self.room.seq)
        return self.let(turns.move, text)


def stored(room):
    """The log as it is written down."""
    return [(entry.seq, entry.at, events.encode_event(entry.event)) for entry in room.log]


def folded(room):
    """The room that somebody makes who has only what was written down."""
    return Room.of(
        room.id, [Logged(n, at, events.decode_event(body)) for n, at, body in stored(room)]
    )


def same(one, other):
    """Whether two rooms are the same in everything that their logs tell."""
    return (
        stored(one) == stored(other)
        and {**vars(one), "game": None, "log": None} == {**vars(other), "game": None, "log": None}
        and (one.game and one.game.dump()) == (other.game and other.game.dump())
    )
