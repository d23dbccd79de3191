"""What players can agree on, as a state machine: docs/rules/online.md, held against the server.

The model knows nothing of rooms: it has its own idea of who plays, who is away, who must agree to
what, and what that does. Every command is sent, whether it can be done or not.
"""

from dataclasses import dataclass, field
from unittest import mock

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from qwirkle import fairness, native
from qwirkle.faults import Refusal
from qwirkle.server.accounts import ratings
from qwirkle.server.domain import clocks, commands, turns
from qwirkle.server.protocol import views
from tests.often import often
from tests.server.rooms import NAMES, Bench, folded, person, same

pytestmark = pytest.mark.skipif(native.kernel is None, reason="Servers run compiled.")
MINUTE = 60_000
GRACE = 2 * MINUTE
CLOCKS = [clocks.Untimed(), clocks.Live(minutes=180, increment=9), clocks.Days(days=2)]
STRANGER = "Eve"
anybody = st.integers(0, 20)
"""Mostly one of those who sit here, rarely a stranger."""
seldom = st.sampled_from([True, *[False] * 5])
seats = st.sampled_from([0, 1, 2, 3])


@dataclass
class PendingOffer:
    """An offer that waits."""

    seat: int
    kind: str
    target: int | None
    agreed: set[str]


@dataclass
class Model:
    """What is true at the table, by the rules that are written down."""

    owner: list[str | None]
    """The person of each seat; none for a computer player."""
    counts: bool
    left: set[int] = field(default_factory=set)
    away: dict[int, int] = field(default_factory=dict)
    deadline: dict[int, int] = field(default_factory=dict)
    stand_in: dict[int, int] = field(default_factory=dict)
    moves: list[int] = field(default_factory=list)
    """The seats that have moved since somebody left, the last one last."""
    standing: dict[int, int] = field(default_factory=dict)
    """How many moves of each seat are not taken back."""
    waiting: dict[int, PendingOffer] = field(default_factory=dict)
    declined: set[tuple[str, str, int | None]] = field(default_factory=set)
    over: bool = False
    stopped: bool = False
    again: bool = False

    @property
    def playing(self):
        return [n for n, who in enumerate(self.owner) if who and n not in self.left]

    def seats_of(self, who):
        return [seat for seat, owner in enumerate(self.owner) if owner == who]

    def seat_of(self, who, turn):
        """The seat that speaks for somebody: the one to move, else one that still plays."""
        mine = self.seats_of(who)
        if turn in mine:
            return turn
        return next((n for n in mine if n not in self.left), mine[0] if mine else None)

    def must_agree(self, kind):
        if kind == "rematch":
            return {who for who in self.owner if who}
        here = [n for n in self.playing if kind != "takeover" or n not in self.away]
        return {self.owner[n] for n in here}

    def to_undo(self, seat):
        return self.moves[::-1].index(seat) + 1 if seat in self.moves else 0

    def back(self, who):
        for seat in self.seats_of(who) if not self.over else ():
            if self.away.pop(seat, None) is not None:
                self.deadline.pop(seat, None)
                self.stand_in.pop(seat, None)
                self.drop("takeover", seat)

    def drop(self, kind, target=None):
        self.waiting = {
            number: offer
            for number, offer in self.waiting.items()
            if offer.kind != kind or target not in (None, offer.target)
        }

    def leave(self, seat):
        for gone in (self.away, self.deadline, self.stand_in):
            gone.pop(seat, None)
        self.left.add(seat)
        self.moves, self.waiting, self.declined = [], {}, set()
        won = len(self.owner) - len(self.left) == 1
        deserted = not won and not self.playing
        self.stopped = self.stopped or deserted
        if won or deserted:
            self.end()

    def end(self):
        self.over = True
        self.waiting, self.declined = {}, set()
        self.away, self.deadline, self.stand_in = {}, {}, {}


class Offers(RuleBasedStateMachine):
    """Two to four seats, with and without clocks, computer players and shared devices."""

    @initialize(
        people=st.integers(1, 4),
        bots=st.integers(0, 2),
        local=st.booleans(),
        hints=st.booleans(),
        clock=st.sampled_from(CLOCKS),
        seed=st.integers(0, 9),
    )
    def sit_down(self, people, bots, local, hints, clock, seed):
        people = max(people, 2) if not bots else people
        extra = ["Al"] if local and people + bots < 4 else []
        bots = min(bots, 4 - people - len(extra))
        total = people + bots + len(extra)
        people, total = (2, 2) if total < 2 else (people, total)
        options = {"bots": [1] * bots, "local": extra, "seats": total}
        with mock.patch.object(fairness, "new_seed", return_value=fairness.seed_of(seed)):
            self.bench = Bench(*NAMES[:people], hints=hints, clock=clock, **options)
        owner = [seat.person or None for seat in self.bench.room.seats]
        counts = not hints and None not in owner and len(set(owner)) == len(owner)
        self.model = Model(owner, counts)
        self.clock = clock
        self.used = [0] * total

    def named(self, number):
        people = [name for name in NAMES if person(name) in self.model.owner]
        return STRANGER if number == 20 else people[number % len(people)]

    def let_pass(self, ms):
        """Time goes by, on the clock of the player to move."""
        self.bench.now += ms
        if self.bench.room.turn is not None:
            self.used[self.bench.room.turn] += ms

    def send(self, name, kind, **words):
        """Send a command; the key of the refusal, if it is one."""
        self.let_pass(100)
        try:
            self.bench.do(name, kind, **words)
        except Refusal as reason:
            return reason.key
        return None

    @precondition(lambda self: not self.model.over)
    @rule()
    def move(self):
        """The player to move makes a move; a person who does so is back."""
        room, seat = self.bench.room, self.bench.room.turn
        text = next(m for m in map(str, room.game.legal_moves))
        self.let_pass(1000)
        if self.model.owner[seat] and seat not in self.model.stand_in:
            name = next(n for n in NAMES if person(n) == self.model.owner[seat])
            self.bench.do(name, commands.Play, move=text, expect=room.seq)
            self.model.back(self.model.owner[seat])
        else:
            self.bench.let(turns.move, text)
        self.model.moves.append(seat)
        self.model.standing[seat] = self.model.standing.get(seat, 0) + 1
        self.model.drop("undo")
        self.model.declined = set()
        if room.game.state.ended or self.bench.room.game.state.ended:
            self.model.end()

    @rule(
        who=anybody,
        kind=st.sampled_from(["undo", "abort", "takeover", "rematch"]),
        level=st.integers(1, 6),
        absent=seats,
        anywhere=seldom,
    )
    def offer(self, who, kind, level, absent, anywhere):
        """Of what can be offered in this phase, and seldom of anything else."""
        if not anywhere and self.model.over != (kind == "rematch"):
            kind = "rematch" if self.model.over else "undo"
        away = sorted(self.model.away)
        if kind != "takeover":
            absent = None
        elif away and not anywhere:
            absent = away[absent % len(away)]
        self.suggest(self.named(who), kind, absent, level)

    @precondition(lambda self: bool(set(self.model.away) - set(self.model.stand_in)))
    @rule(who=anybody, level=st.integers(1, 6), ms=st.sampled_from([-101, -100, 0, 1000]))
    def offer_takeover_in_time(self, who, level, ms):
        """Just before it is allowed, or just after."""
        seat = min(set(self.model.away) - set(self.model.stand_in))
        since = self.model.away[seat]
        self.let_pass(max(0, since + MINUTE + ms - self.bench.now))
        self.suggest(self.named(who), "takeover", seat, level)

    def suggest(self, name, kind, target, level):
        who, model, room = person(name), self.model, self.bench.room
        seat, expected = self.refusal(who, kind, target)
        before = room.times, room.turn
        assert self.send(name, commands.Offer, offer=kind, seat=target, level=level) == expected
        if expected:
            return
        model.back(who)
        number = next(e.seq for e in reversed(self.bench.room.log) if hasattr(e.event, "offer"))
        model.waiting[number] = PendingOffer(seat, kind, target, {who})
        self.settle(number, level, before)

    def refusal(self, who, kind, target):
        """Who speaks, and why the offer cannot be made."""
        model, room = self.model, self.bench.room
        seat = model.seat_of(who, room.turn)
        mine = set(model.seats_of(who))
        since = model.away.get(target) if target not in mine else None
        reasons = [
            ("serve.not_seated", seat is None),
            ("serve.phase.over", model.over and kind != "rematch"),
            ("serve.phase.playing", not model.over and kind == "rematch"),
            ("serve.left", kind != "rematch" and seat in model.left),
            ("serve.offer.rematch", kind == "rematch" and model.again),
            ("serve.offer.undo", kind == "undo" and not model.to_undo(seat)),
            (
                "serve.offer.takeover",
                kind == "takeover"
                and (
                    since is None
                    or target in model.stand_in
                    or self.bench.now + 100 < since + MINUTE
                ),
            ),
            (
                "serve.offer.twice",
                any((one.kind, one.target) == (kind, target) for one in self.pending()),
            ),
            ("serve.offer.again", (who, kind, target) in model.declined),
        ]
        return seat, next((key for key, true in reasons if true), None)

    def pending(self):
        return self.model.waiting.values()

    def settle(self, number, level, before):
        """What follows once everybody has agreed who must; and nothing before."""
        model, offer = self.model, self.model.waiting[number]
        if not model.must_agree(offer.kind) <= offer.agreed:
            return
        match offer.kind:
            case "undo":
                self.undo(offer.seat, before)
            case "abort":
                model.stopped = True
                model.end()
            case "takeover":
                model.stand_in[offer.target] = 6 if model.counts else level
                model.deadline.pop(offer.target)
                model.drop("takeover", offer.target)
            case "rematch":
                model.again = True
                model.waiting = {}
                (again,) = self.bench.more
                moved = [*model.owner[-1:], *model.owner[:-1]]
                assert [seat.person or None for seat in again.seats] == moved

    def undo(self, seat, before):
        model = self.model
        for mover in [model.moves.pop() for _ in range(model.to_undo(seat))]:
            model.standing[mover] -= 1
        model.counts = False
        model.drop("undo")
        times, turn = before
        now = self.bench.room.times
        if times is None:
            return
        assert all(new <= old for new, old in zip(now.left, times.left, strict=True))
        if turn == self.bench.room.turn or isinstance(self.clock, clocks.Days):
            assert now.deadline <= times.deadline

    @precondition(lambda self: self.model.waiting)
    @rule(who=anybody, which=st.integers(0, 3), agree=st.sampled_from([True, True, False]))
    def answer(self, who, which, agree):
        number = sorted(self.model.waiting)[which % len(self.model.waiting)]
        self.reply(self.named(who), number, agree)

    @precondition(lambda self: self.model.waiting)
    @rule(which=st.integers(0, 3))
    def agree_all(self, which):
        """One after the other, until it is settled."""
        number = sorted(self.model.waiting)[which % len(self.model.waiting)]
        for name in NAMES:
            if number in self.model.waiting and person(name) in self.model.owner:
                self.reply(name, number, agree=True)

    @precondition(lambda self: self.model.waiting and self.model.left)
    @rule(which=st.integers(0, 3), agree=st.booleans())
    def answer_after_leaving(self, which, agree):
        left = [n for n in NAMES if set(self.model.seats_of(person(n))) & self.model.left]
        if left:
            self.reply(left[which % len(left)], max(self.model.waiting), agree)

    def reply(self, name, number, agree):
        who, model, room = person(name), self.model, self.bench.room
        offer = model.waiting[number]
        mine = model.seats_of(who)
        comes_back = [n for n in mine if n in model.away]
        asked = who in model.must_agree(offer.kind) or (comes_back and offer.target not in mine)
        expected = None
        if not mine:
            expected = "serve.not_seated"
        elif offer.kind == "takeover" and offer.target in mine and offer.target in model.away:
            expected = "serve.offer.gone"
        elif not asked:
            expected = "serve.offer.not_asked"
        elif agree and who in offer.agreed:
            expected = "serve.offer.agreed"
        level = room.offers[number].event.level
        before = room.times, room.turn
        kind = commands.Accept if agree else commands.Decline
        assert self.send(name, kind, offer=number) == expected
        if expected:
            return
        model.back(who)
        if agree:
            offer.agreed.add(who)
            self.settle(number, level, before)
        else:
            del model.waiting[number]
            model.declined.add((model.owner[offer.seat], offer.kind, offer.target))

    @rule(number=anybody, really=seldom)
    def resign(self, number, really):
        if not really:
            return
        name = self.named(number)
        who, model = person(name), self.model
        seat = model.seat_of(who, self.bench.room.turn)
        expected = None
        if seat is None:
            expected = "serve.not_seated"
        elif model.over:
            expected = "serve.phase.over"
        elif seat in model.left:
            expected = "serve.left"
        assert self.send(name, commands.Resign) == expected
        if not expected:
            model.back(who)
            model.leave(seat)

    @rule(number=anybody, really=seldom)
    def talk(self, number, really):
        if not really:
            return
        name = self.named(number)
        expected = None if self.model.seats_of(person(name)) else "serve.not_seated"
        assert self.send(name, commands.Chat, phrase="wow") == expected
        if not expected:
            self.model.back(person(name))

    @precondition(lambda self: not self.model.over)
    @rule(seat=seats)
    def go_away(self, seat):
        """A connection is lost: it matters where somebody else waits, and not by days."""
        model = self.model
        if seat >= len(model.owner) or not model.owner[seat]:
            return
        self.bench.let(turns.gone_away, seat, GRACE)
        who = model.owner[seat]
        if {model.owner[n] for n in model.playing} <= {who} or isinstance(self.clock, clocks.Days):
            return
        for mine in model.seats_of(who):
            if mine in model.playing and mine not in model.away:
                model.away[mine] = self.bench.now
                model.deadline[mine] = self.bench.now + GRACE
                model.drop("takeover")

    @precondition(lambda self: self.model.away)
    @rule(which=st.integers(0, 3))
    def come_back(self, which):
        seat = sorted(self.model.away)[which % len(self.model.away)]
        for mine in self.model.seats_of(self.model.owner[seat]):
            self.bench.let(turns.come_back, mine)
        self.model.back(self.model.owner[seat])

    @rule(ms=st.sampled_from([1000, MINUTE, MINUTE, MINUTE, GRACE]))
    def wait(self, ms):
        """Time goes by; who is away for too long has left, unless the computer sits in (O1)."""
        self.let_pass(ms)
        self.bench.let(turns.tick)
        for seat in range(len(self.model.owner)):
            if self.model.deadline.get(seat, self.bench.now + 1) <= self.bench.now:
                self.model.leave(seat)

    @invariant()
    def nobody_has_lost_a_seat(self):
        room, model = self.bench.room, self.model
        assert [seat.person or None for seat in room.seats] == model.owner
        assert {n for n, seat in enumerate(room.seats) if room.has_left(n)} == model.left
        assert {n: s.away_since for n, s in enumerate(room.seats) if s.absent} == model.away
        assert {
            n: s.stand_in for n, s in enumerate(room.seats) if s.stand_in is not None
        } == model.stand_in

    @invariant()
    def offers_wait_for_those_who_have_not_agreed(self):
        room, model = self.bench.room, self.model
        assert {
            number: (one.event.offer, one.event.target, {model.owner[n] for n in one.accepted})
            for number, one in room.offers.items()
        } == {n: (offer.kind, offer.target, offer.agreed) for n, offer in model.waiting.items()}
        for offer in self.pending():
            assert not model.must_agree(offer.kind) <= offer.agreed

    @invariant()
    def the_rating_follows(self):
        room, model = self.bench.room, self.model
        assert (room.phase == "over", room.aborted) == (model.over, model.stopped)
        assert ratings.counts(room) == (model.over and model.counts and not model.stopped)
        for shown in views.view(room, None, self.bench.now).offers:
            assert shown.ends_rating == (model.counts and shown.offer in ("undo", "abort"))

    @invariant()
    def no_clock_gains(self):
        """Nor does it lose: what a seat has is what it got, for moves that stand, less its use."""
        times, room = self.bench.room.times, self.bench.room
        if self.model.over or not isinstance(self.clock, clocks.Live):
            return
        for seat, left in enumerate(times.left):
            if seat in self.model.left:
                continue
            ticking = seat == room.turn and times.deadline is not None
            ms = times.deadline - self.bench.now if ticking else left
            gained = self.clock.increment * 1000 * self.model.standing.get(seat, 0)
            assert ms == self.clock.minutes * MINUTE + gained - self.used[seat]

    def teardown(self):
        if hasattr(self, "bench"):
            assert same(folded(self.bench.room), self.bench.room)


def test_players_agree_as_it_is_written():
    """Whatever is offered, answered, left, waited for and come back to, in any order."""
    run_state_machine_as_test(
        Offers,
        settings=settings(max_examples=often(200), stateful_step_count=40, deadline=None),
    )
