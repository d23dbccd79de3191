"""Tables command by command, without a network: what happens, and what is refused."""

import asyncio
import random
from typing import Any

import msgspec
import pytest

from qwirkle import Table, native
from qwirkle.classic.rules import Position
from qwirkle.server.accounts import ratings
from qwirkle.server.domain import clocks, commands, events, handlers, limits, refusals, turns
from qwirkle.server.domain.room import LogDisagrees, Room
from qwirkle.server.domain.turns import bot_to_move
from qwirkle.server.node import replies
from qwirkle.server.protocol import legality, questions, views
from qwirkle.server.storage import listings
from tests.server.nodes import ulid
from tests.server.rooms import START, Bench, folded, same, stored

pytestmark = pytest.mark.skipif(native.kernel is None, reason="Servers run compiled.")
MINUTE = 60_000


def kinds(happened):
    return [type(event).__name__ for event in happened]


def test_the_person_who_sets_up_a_table_takes_the_first_seat():
    """Then come the computer players that were asked for; the others can sit down."""
    bench = Bench("Ada", start=False, seats=3, bots=[2])
    assert kinds(entry.event for entry in bench.room.log) == ["Created", "Seated", "Seated"]
    assert [seat and (seat.name, seat.level) for seat in bench.room.seats] == [
        ("Ada", None),
        ("Luka", 2),
        None,
    ]


def test_computer_players_have_names_of_their_own():
    """By their level, the same in every language; with a number where one sits twice."""
    bench = Bench("Astra", start=False, seats=4, bots=[6, 1])
    bench.do("Astra", commands.AddBot, level=1)
    assert [seat.name for seat in bench.room.seats] == ["Astra", "Astra 2", "Olo", "Olo 2"]


def test_a_line_in_a_list_tells_computer_players_and_ones_own_seats():
    """So that a list can show faces, and say whose turn it is."""
    bench = Bench("Ada", start=False, seats=3, bots=[5])
    person = bench.room.seat(0).person
    line = listings.line(bench.room, person)
    assert (line.seats, line.bots, line.yours) == (["Ada", "Iks", None], [None, 5, None], [0])
    assert listings.line(bench.room).yours == []


def test_a_table_of_computer_players_alone_is_refused():
    """There must be a seat for a person."""
    command = commands.Create(id=ulid(), seats=2, bots=[1, 1])
    with pytest.raises(refusals.Refused) as refusal:
        handlers.create(command, handlers.Actor("p"), START)
    assert refusal.value.key == "serve.only_bots"


def test_seats_are_taken_once():
    """A certain seat or the first that is free; names are told apart."""
    bench = Bench("Ada", start=False, seats=3)
    (seated,) = bench.do("Bo", commands.Sit, seat=2, name="ada", age=30)
    assert (seated.seat, seated.name, seated.years) == (2, "ada 2", 30)
    assert bench.refuse("Cy", commands.Sit, seat=2).key == "serve.seat_taken"
    assert bench.refuse("Cy", commands.Sit, seat=3).key == "serve.no_seat"
    assert bench.refuse("Ada", commands.Sit).key == "serve.seated"
    assert bench.refuse("Cy", commands.Sit, name="\u200b").key == "serve.name"
    bench.do("Cy", commands.Sit)
    assert bench.refuse("Di", commands.Sit).key == "serve.full"


def test_ages_are_told_before_the_start_and_shown_to_nobody():
    """When one sits down or later, for one's own seats only; the last word counts."""
    bench = Bench("Ada", start=False, seats=3, local=["Bo"], age=41, ages=[7])
    assert [seat.age for seat in bench.room.seats if seat] == [41, 7]
    bench.do("Cy", commands.Sit, age=30)
    (aged,) = bench.do("Cy", commands.TellAge, age=31)
    assert aged == events.Aged(2, 31)
    assert bench.do("Cy", commands.TellAge, age=31) == []
    bench.do("Ada", commands.TellAge, seat=1, age=None)
    assert [seat.age for seat in bench.room.seats] == [41, None, 31]
    assert bench.refuse("Ada", commands.TellAge, seat=2, age=9).key == "serve.other_seat"
    assert bench.refuse("Di", commands.TellAge, age=9).key == "serve.not_seated"
    for entry in bench.room.log:
        assert all(getattr(entry.event.seen_by(n), "years", None) is None for n in (None, 0, 1, 2))
    bench.do("Ada", commands.Start)
    bench.do("Cy", commands.Start)
    assert bench.room.game.ages == (41, None, 31)
    assert bench.refuse("Cy", commands.TellAge, age=9).key == "serve.phase.playing"
    assert same(folded(bench.room), bench.room)


def test_the_log_says_who_starts_and_why():
    """As the game decided it; a log that different starting seat is noticed (T2, C2)."""
    bench = Bench("Ada", "Bo")
    entry = next(entry for entry in bench.room.log if isinstance(entry.event, events.Started))
    assert isinstance(entry.event, events.Started)
    start = entry.event.start
    assert (start.seat, start.why) == (bench.room.game.start.seat, bench.room.game.start.why)
    assert start.feature is None
    other = msgspec.structs.replace(start, seat=1 - start.seat)
    forged = msgspec.structs.replace(entry.event, start=other)
    entries = [
        events.Logged(e.seq, e.at, forged if e is entry else e.event) for e in bench.room.log
    ]
    with pytest.raises(LogDisagrees, match="different starting seat"):
        Room.of(bench.room.id, entries)


def test_seats_are_given_back():
    """One's own or that of a computer player, before the start."""
    bench = Bench("Ada", "Bo", start=False, seats=4, bots=[1])
    assert bench.refuse("Ada", commands.Stand, seat=2).key == "serve.other_seat"
    assert bench.refuse("Ada", commands.Stand, seat=3).key == "serve.other_seat"
    assert bench.refuse("Cy", commands.Stand).key == "serve.not_seated"
    bench.do("Bo", commands.Stand, seat=1)
    bench.do("Bo", commands.Stand)
    assert [seat and seat.name for seat in bench.room.seats] == ["Ada", None, None, None]


def test_seats_of_a_device_are_given_back_one_by_one():
    """By the person at the device, and by nobody else."""
    bench = Bench("Ada", "Bo", start=False, seats=4, local=["Al", "Amy"])
    assert bench.refuse("Bo", commands.Stand, seat=1).key == "serve.other_seat"
    bench.do("Ada", commands.Stand, seat=1)
    assert [seat and seat.name for seat in bench.room.seats] == ["Ada", None, "Amy", "Bo"]
    assert bench.refuse("Ada", commands.Stand, seat=1).key == "serve.other_seat"
    bench.do("Ada", commands.Stand)
    bench.do("Ada", commands.Stand)
    assert [seat and seat.name for seat in bench.room.seats] == [None, None, None, "Bo"]
    assert bench.refuse("Ada", commands.Stand).key == "serve.not_seated"


def test_the_game_begins_when_everybody_is_ready():
    """Also when the computer takes the last seat; to be ready twice changes nothing."""
    bench = Bench("Ada", start=False, seats=2)
    assert bench.refuse("Bo", commands.AddBot).key == "serve.not_seated"
    assert kinds(bench.do("Ada", commands.Start)) == ["Readied"]
    assert bench.do("Ada", commands.Start) == []
    begun = kinds(bench.do("Ada", commands.AddBot, level=1))
    assert begun[:3] == ["Seated", "Started", "Shuffled"]
    assert begun.count("Dealt") % 2 == 0
    assert bench.room.phase == "playing"
    for kind in (commands.Start, commands.AddBot, commands.Stand):
        assert bench.refuse("Ada", kind).key == "serve.phase.playing"
    assert bench.refuse("Cy", commands.Sit).key == "serve.phase.playing"


def test_before_the_start_nobody_moves_or_offers():
    """Everything that needs a game says that there is none yet."""
    bench = Bench("Ada", start=False, seats=2)
    assert bench.refuse("Ada", commands.Play, move="pass", expect=2).key == "serve.phase.open"
    assert bench.refuse("Ada", commands.Resign).key == "serve.phase.open"
    for offer in ("undo", "abort", "takeover", "rematch"):
        assert bench.refuse("Ada", commands.Offer, offer=offer).key == "serve.phase.open"


def other(bench, name="Ada"):
    return next(seat.name for seat in bench.room.seats if seat.name != name)


def test_only_the_seat_to_move_moves():
    """Strangers, other players and those who left get a reason why not."""
    bench = Bench("Ada", "Bo", "Cy")
    turn, seq = bench.turn, bench.room.seq
    waiting = other(bench, turn)
    problem = bench.refuse(waiting, commands.Play, move="pass", expect=seq)
    assert (problem.key, problem.words) == ("serve.turn", {"player": turn})
    stranger = bench.refuse("Di", commands.Play, move="pass", expect=seq)
    assert stranger.key == "serve.not_seated"
    bench.do(waiting, commands.Resign)
    left = bench.refuse(waiting, commands.Play, move="pass", expect=bench.room.seq)
    assert left.key == "serve.left"
    assert bench.refuse(waiting, commands.Resign).key == "serve.left"


@pytest.mark.parametrize("edition", ["classic", "cards"])
def test_bad_moves_say_what_is_wrong(edition):
    """With the rule where one is broken; the table stays as it was."""
    bench = Bench("Ada", "Bo", edition=edition)
    seq = bench.room.seq
    problem = bench.refuse(bench.turn, commands.Play, move="pass", expect=seq)
    assert (problem.code, problem.rule is not None) == ("rule", True)
    assert bench.refuse(bench.turn, commands.Play, move="resign", expect=seq).code == "bad"
    wrong = {"classic": (commands.Arrange, {"rows": [["Ro", "Rx"]]})}.get(
        edition, (commands.Trade, {"tiles": ["Ro"]})
    )
    assert bench.refuse(bench.turn, wrong[0], expect=seq, **wrong[1]).code == "bad"
    assert bench.refuse(bench.turn, commands.Trade, tiles=[], expect=seq).code == "bad"
    assert bench.refuse(bench.turn, commands.Arrange, rows=[], expect=seq).code == "bad"
    assert bench.refuse(bench.turn, commands.Arrange, rows=[["| ", "Ro"]], expect=seq).code == "bad"


def test_a_trade_draws_and_shuffles():
    """The tiles come from the hand, and the next root follows (T15)."""
    bench = Bench("Ada", "Bo")
    bench.move()
    hand = bench.view(bench.turn).hand
    tiles = [str(tile) for tile in hand[:3]]
    moved, shuffled = bench.do(bench.turn, commands.Trade, tiles=tiles, expect=bench.room.seq)
    assert moved.move.split()[1:] == sorted(moved.move.split()[1:], key=tiles.index)
    assert len(moved.drawn) == len(moved.draw.proofs) == 3
    assert isinstance(shuffled, events.Shuffled)
    assert moved.seen_by(1 - moved.seat).move == "trade ? ? ?"


def test_an_arrangement_is_a_play_by_rows():
    """The rows as the client has them are the same move as its notation."""
    bench = Bench("Ada", "Bo", edition="cards")
    opening = next(iter(bench.room.game.legal_moves))
    rows = [[str(card) for card in row] for row in opening.rows]
    (moved,) = bench.do(bench.turn, commands.Arrange, rows=rows, expect=bench.room.seq)
    assert moved.move == str(opening)


def test_a_move_must_know_the_position():
    """A stale number conflicts, one from the future too; talk makes no move stale."""
    bench = Bench("Ada", "Bo")
    seen, turn = bench.room.seq, bench.turn
    text = str(next(iter(bench.room.game.legal_moves)))
    assert bench.refuse(turn, commands.Play, move=text).key == "serve.expect"
    bench.do("Bo", commands.Chat, phrase="hello")
    bench.let(turns.gone_away, 1, 1000)
    bench.let(turns.come_back, 1)
    assert bench.room.settled == seen
    ahead = bench.refuse(turn, commands.Play, move=text, expect=bench.room.seq + 1)
    assert (ahead.code, ahead.seq) == ("conflict", bench.room.seq)
    bench.do(turn, commands.Play, move=text, expect=seen)
    assert bench.room.settled == bench.room.seq
    assert bench.refuse("Bo", commands.Resign, expect=seen).code == "conflict"
    bench.do("Bo", commands.Resign)


def test_one_who_leaves_a_table_of_three_is_missed_by_two():
    """The game goes on; when only one is left, it ends (O1), and the seed is told."""
    bench = Bench("Ada", "Bo", "Cy")
    assert kinds(bench.do("Bo", commands.Resign)) == ["Resigned"]
    assert bench.room.people == [0, 2]
    assert kinds(bench.do("Cy", commands.Resign)) == ["Resigned", "Ended", "Revealed"]
    assert (bench.room.phase, bench.room.turn) == ("over", None)
    assert bench.refuse("Ada", commands.Resign).key == "serve.phase.over"
    bench.do("Cy", commands.Chat, phrase="game")


def played_until(bench, name):
    """Moves until somebody has moved, and the turn is another's."""
    while not any(
        isinstance(e.event, events.Moved) and bench.room.seat(e.event.seat).name == name
        for e in bench.room.log
    ):
        bench.move()
    return bench


def test_an_undo_needs_everybody():
    """It goes back to before the last move of the player who asked; the same move draws the
    same."""
    bench = played_until(Bench("Ada", "Bo", "Cy"), "Ada")
    before = bench.room.game.dump()
    offered = bench.do("Ada", commands.Offer, offer="undo")
    number = bench.room.seq
    assert kinds(offered) == ["Offered"]
    assert bench.refuse("Ada", commands.Offer, offer="undo").key == "serve.offer.twice"
    assert bench.refuse("Ada", commands.Accept, offer=number).key == "serve.offer.agreed"
    assert bench.refuse("Bo", commands.Accept, offer=number - 1).key == "serve.offer.gone"
    assert kinds(bench.do("Bo", commands.Accept, offer=number)) == ["Accepted"]
    _, undone = bench.do("Cy", commands.Accept, offer=number)
    assert (undone.moves >= 1, bench.turn) == (True, "Ada")
    assert bench.room.offers == {}
    moves = [e.event for e in bench.room.log if isinstance(e.event, events.Moved)]
    for moved in moves[-undone.moves :]:
        bench.do(bench.turn, commands.Play, move=moved.move, expect=bench.room.seq)
    assert bench.room.game.dump() == before
    assert views.view(bench.room, None, START).last is not None


def test_an_undo_can_be_declined_and_is_off_after_a_move():
    """An offer about an earlier position is closed."""
    bench = played_until(Bench("Ada", "Bo"), "Ada")
    bench.do("Ada", commands.Offer, offer="undo")
    bench.do("Bo", commands.Decline, offer=bench.room.seq)
    assert bench.room.offers == {}
    assert bench.refuse("Ada", commands.Offer, offer="undo").key == "serve.offer.again"
    bench.move()
    bench.do("Ada", commands.Offer, offer="undo")
    number = bench.room.seq
    bench.move()
    assert bench.refuse("Bo", commands.Accept, offer=number).key == "serve.offer.gone"


def test_one_person_among_computers_undoes_alone():
    """Computer players have nothing against it, and their moves are taken back too."""
    bench = played_until(Bench("Ada", bots=[1, 1]), "Ada")
    while bench.turn != "Ada":
        bench.move()
    assert bench.room.game.turn == "Ada"
    _, undone = bench.do("Ada", commands.Offer, offer="undo")
    assert (undone.moves, bench.turn) == (3, "Ada")
    assert bench.refuse("Bo", commands.Offer, offer="undo").key == "serve.not_seated"


def test_there_must_be_a_move_to_undo():
    """Nothing is taken back over a resignation, or before the first move."""
    bench = Bench("Ada", "Bo", "Cy")
    assert bench.refuse("Ada", commands.Offer, offer="undo").key == "serve.offer.undo"
    played_until(bench, "Ada")
    bench.do("Bo", commands.Resign)
    assert bench.refuse("Ada", commands.Offer, offer="undo").key == "serve.offer.undo"


def away(bench, seat, ms=limits.TAKEOVER_AFTER):
    """Somebody loses the connection, and time goes by."""
    bench.let(turns.gone_away, seat, 10 * MINUTE)
    bench.now += ms


@pytest.mark.parametrize("offer", ["undo", "abort", "takeover"])
def test_offers_are_off_when_somebody_leaves(offer):
    """They were made among others than those who are left."""
    bench = played_until(Bench("Ada", "Bo", "Cy", "Di"), "Ada")
    if offer == "takeover":
        away(bench, 3)
    bench.do("Ada", commands.Offer, offer=offer, seat=3 if offer == "takeover" else None)
    number = bench.room.seq
    bench.do("Bo", commands.Resign)
    assert bench.refuse("Cy", commands.Accept, offer=number).key == "serve.offer.gone"


def test_those_who_are_left_are_asked_again():
    """What was declined before somebody left can be offered among the others."""
    bench = Bench("Ada", "Bo", "Cy")
    bench.do("Ada", commands.Offer, offer="abort")
    bench.do("Bo", commands.Decline, offer=bench.room.seq)
    assert bench.refuse("Ada", commands.Offer, offer="abort").key == "serve.offer.again"
    bench.do("Bo", commands.Resign)
    bench.do("Ada", commands.Offer, offer="abort")


def test_an_abort_has_no_winner():
    """Everybody agrees, nobody has won, and the seed is told."""
    bench = Bench("Ada", "Bo")
    bench.do("Ada", commands.Offer, offer="abort")
    happened = bench.do("Bo", commands.Accept, offer=bench.room.seq)
    assert kinds(happened) == ["Accepted", "Aborted", "Revealed"]
    shown = views.view(bench.room, None, START)
    assert (shown.phase, shown.aborted, shown.outcome, shown.turn) == ("over", True, None, None)


def refused_takeover(bench, name, seat):
    return (
        bench.refuse(name, commands.Offer, offer="takeover", seat=seat).key
        == "serve.offer.takeover"
    )


def test_nobody_is_thrown_out():
    """The computer sits in only for those whose absence the server has seen for a minute."""
    bench = Bench("Ada", "Bo", hints=True)
    assert all(refused_takeover(bench, "Ada", seat) for seat in (None, 0, 1, 2, 3))
    away(bench, 1, ms=limits.TAKEOVER_AFTER - 1)
    assert refused_takeover(bench, "Ada", 1)
    bench.let(turns.come_back, 1)
    bench.now += 1
    assert refused_takeover(bench, "Ada", 1)
    letters = Bench("Ada", "Bo", clock=clocks.Days(days=1))
    away(letters, 1)
    assert refused_takeover(letters, "Ada", 1)


def test_the_computer_sits_in_until_the_player_is_back():
    """Those who are here agree; the seat keeps its person, and its absence ends no game."""
    bench = Bench("Ada", "Bo", "Cy", hints=True)
    away(bench, 1)
    assert views.view(bench.room, None, bench.now).seats[1].takeover_from == bench.now
    bench.do("Ada", commands.Offer, offer="takeover", seat=1, level=2)
    (_, stood_in) = bench.do("Cy", commands.Accept, offer=bench.room.seq)
    assert stood_in == events.StoodIn(1, 2)
    assert (bench.room.seat_of("person-of-bo"), bench.room.people) == (1, [0, 1, 2])
    assert refused_takeover(bench, "Ada", 1)
    shown = views.view(bench.room, None, bench.now).seats[1]
    assert (shown.stand_in, shown.away_until, shown.takeover_from) == (2, None, None)
    bench.now += 100 * MINUTE
    assert bench.let(turns.tick) == []
    while bench.room.turn != 1:
        bench.move()
    assert bot_to_move(bench.room) == 2
    (back,) = bench.let(turns.come_back, 1)
    assert (back, bot_to_move(bench.room)) == (events.Back(1), None)
    assert bench.room.seat(1).stand_in is None
    bench.move()


def test_a_player_who_sends_something_is_back():
    """Also without a connection that stays open: a stand-in never moves against its player."""
    bench = Bench("Ada", "Bo")
    away(bench, 1)
    assert kinds(bench.do("Ada", commands.Offer, offer="takeover", seat=1)) == [
        "Offered",
        "StoodIn",
    ]
    assert kinds(bench.do("Bo", commands.Resign)) == ["Back", "Resigned", "Ended", "Revealed"]


def test_a_stand_in_is_no_way_out():
    """Leaving an absent opponent's stand-in behind is leaving the game (O1)."""
    bench = Bench("Ada", "Bo")
    away(bench, 1)
    bench.do("Ada", commands.Offer, offer="takeover", seat=1, level=1)
    assert bench.room.seat(1).stand_in == 6
    away(bench, 0, ms=10 * MINUTE)
    resigned, _, ended, _ = bench.let(turns.tick)
    assert (resigned.seat, resigned.why, ended.winners) == (0, "absence", (1,))
    assert ratings.counts(bench.room)


def test_old_logs_with_a_lost_seat_still_load():
    """What once took a seat away from its person does so in those logs."""
    bench = Bench("Ada", "Bo", "Cy")
    bench.let(lambda room, now: room.happen(events.TakenOver(1, 2), now))
    again = folded(bench.room)
    assert again.seat_of("person-of-bo") is None
    assert (again.people, again.seat(1).computer, again.countable) == ([0, 2], 2, False)


def test_a_device_is_away_with_everybody_at_it():
    """All its seats are, and all are back when it is."""
    bench = Bench("Ada", "Bo", local=["Al"], seats=3)
    assert kinds(bench.let(turns.gone_away, 0, MINUTE)) == ["Away", "Away"]
    assert [seat.absent for seat in bench.room.seats] == [True, True, False]
    assert kinds(bench.do("Ada", commands.Chat, phrase="sorry")) == ["Back", "Back", "Chatted"]


def test_only_those_who_are_asked_answer():
    """Not who has left, and not a stranger; one who is away is asked, but about a stand-in."""
    bench = Bench("Ada", "Bo", "Cy", "Di")
    bench.do("Di", commands.Resign)
    bench.do("Ada", commands.Offer, offer="abort")
    number = bench.room.seq
    for kind in (commands.Accept, commands.Decline):
        assert bench.refuse("Di", kind, offer=number).key == "serve.offer.not_asked"
        assert bench.refuse("Eve", kind, offer=number).key == "serve.not_seated"
    away(bench, 2)
    assert kinds(bench.do("Bo", commands.Accept, offer=number)) == ["Accepted"]
    assert bench.room.phase == "playing"


def test_an_offer_says_what_it_does_to_the_ratings():
    """To those who are asked: a game that counts would no longer count."""
    for hints in (False, True):
        bench = played_until(Bench("Ada", "Bo", hints=hints), "Ada")
        for offer in ("undo", "abort"):
            bench.do("Ada", commands.Offer, offer=offer)
        shown = views.view(bench.room, None, bench.now).offers
        assert [one.ends_rating for one in shown] == [not hints] * 2


@pytest.mark.parametrize("clock", [clocks.Live(minutes=5, increment=9), clocks.Days(days=2)])
def test_an_undo_gains_no_time(clock):
    """What was used stays used, and what a move had brought goes with it."""
    bench = Bench("Ada", "Bo", clock=clock)
    mover, before = bench.turn, bench.room.times
    bench.now += 20_000
    bench.move()
    bench.now += 30_000
    bench.do(mover, commands.Offer, offer="undo")
    bench.do(other(bench, mover), commands.Accept, offer=bench.room.seq)
    after = bench.room.times
    assert after.deadline - bench.now <= before.deadline - START - 20_000
    assert all(new <= old for new, old in zip(after.left, before.left, strict=True))
    if isinstance(clock, clocks.Live):
        assert sum(before.left) - sum(after.left) == 50_000


def test_a_rematch_seats_the_same_players():
    """Each one seat further, those who left the game too; the new table has a seed of its own."""
    bench = Bench("Ada", "Bo", bots=[1], edition="cards", clock=clocks.Live(minutes=5))
    bench.do("Bo", commands.Resign)
    bench.do("Ada", commands.Resign)
    assert bench.room.phase == "over"
    bench.do("Bo", commands.Offer, offer="rematch")
    (_, rematched) = bench.do("Ada", commands.Accept, offer=bench.room.seq)
    (again,) = bench.more
    assert (rematched.table, bench.room.rematch) == (again.id, again.id)
    first = bench.room.seats
    assert [(s.name, s.person, s.level) for s in again.seats] == [
        (s.name, s.person, s.level) for s in (first[-1], *first[:-1])
    ]
    assert again.phase == "open"
    assert again.created.clock == bench.room.created.clock
    assert again.created.seed != bench.room.created.seed
    assert bench.refuse("Bo", commands.Offer, offer="rematch").key == "serve.offer.rematch"


def test_talk_is_a_phrase_or_a_text():
    """Cleaned, and from a seat; not both, and not nothing."""
    bench = Bench("Ada", "Bo")
    (said,) = bench.do("Ada", commands.Chat, text=" Well\u202e\n played ")
    assert said == events.Chatted(seat=0, text="Well played")
    assert bench.refuse("Ada", commands.Chat, phrase="hello", text="x").key == "serve.chat"
    assert bench.refuse("Ada", commands.Chat, text="\u200b").key == "serve.chat"
    assert bench.refuse("Cy", commands.Chat, phrase="hello").key == "serve.not_seated"


def test_live_clocks_tick_for_the_seat_to_move():
    """What a move took is gone, the increment comes on top, and the next deadline is set."""
    bench = Bench("Ada", "Bo", clock=clocks.Live(minutes=5, increment=3))
    assert bench.room.times == clocks.Times((5 * MINUTE,) * 2, START + 5 * MINUTE)
    seat = bench.room.turn
    bench.now += 10_000
    bench.move()
    left = bench.room.times.left
    assert left[seat] == 5 * MINUTE - 10_000 + 3_000
    assert bench.room.times.deadline == bench.now + left[1 - seat]


def test_correspondence_gives_every_move_its_days():
    """Whatever a move took, the next one has as much time."""
    bench = Bench("Ada", "Bo", clock=clocks.Days(days=2))
    bench.now += clocks.DAY
    bench.move()
    assert bench.room.times == clocks.Times((2 * clocks.DAY,) * 2, bench.now + 2 * clocks.DAY)


def test_no_time_left_is_leaving():
    """O1: of three two play on, with the clock handed over; of two the other one wins."""
    bench = Bench("Ada", "Bo", "Cy", clock=clocks.Live(minutes=1))
    late = bench.room.turn
    assert turns.due(bench.room) == START + MINUTE
    bench.now += MINUTE - 1
    assert bench.let(turns.tick) == []
    bench.now += 1
    (resigned,) = bench.let(turns.tick)
    assert (resigned.seat, resigned.why, resigned.times.left[late]) == (late, "time", 0)
    assert bench.room.times.deadline == bench.now + MINUTE
    bench.now += MINUTE
    assert kinds(bench.let(turns.tick)) == ["Resigned", "Ended", "Revealed"]
    assert bench.room.times.deadline is None
    assert turns.due(bench.room) is None


def test_an_exchange_leaves_the_clock_running():
    """The turn of the card game goes on after an exchange (C9)."""
    times = clocks.Times((1000, 1000), START + 1000)
    bench = exchange_bench()
    bench.room.times = times
    bench.do(bench.turn, commands.Play, move="exchange", expect=bench.room.seq)
    assert bench.room.times == times


def exchange_bench():
    """A card table at which the seat to move can only exchange."""
    for number in range(400):
        bench = Bench("Ada", "Bo", edition="cards")
        dice = random.Random(number)
        for _ in range(12):
            if bench.room.phase != "playing":
                break
            if bench.room.game.fault("exchange") is None:
                return bench
            bench.move(dice)
    raise AssertionError("No exchange came up.")


def credited(room, ms, now):
    """What the ledger writes when the server was away."""
    room.happen(events.Credited(ms, clocks.credited(room.times, ms) if room.times else None), now)


def test_a_stop_of_the_server_is_credited():
    """The ticking clock and those who were away get the time back."""
    bench = Bench("Ada", "Bo", clock=clocks.Live(minutes=1))
    bench.let(turns.gone_away, 1, 30_000)
    bench.let(credited, 5_000)
    assert bench.room.times.deadline == START + MINUTE + 5_000
    assert bench.room.seat(1).away_until == START + 35_000


def test_one_who_is_away_too_long_has_left():
    """Those who come back in time have not; nobody is missed where nobody waits."""
    bench = Bench("Ada", "Bo", "Cy")
    assert kinds(bench.let(turns.gone_away, 1, 1000)) == ["Away"]
    assert bench.let(turns.gone_away, 1, 9000) == []
    assert turns.due(bench.room) == START + 1000
    assert kinds(bench.let(turns.come_back, 1)) == ["Back"]
    bench.let(turns.gone_away, 1, 1000)
    bench.now += 1000
    resigned, _ = bench.let(turns.tick)
    assert (resigned.seat, resigned.why) == (1, "absence")
    alone = Bench("Ada", bots=[1])
    assert alone.let(turns.gone_away, 0, 1000) == []
    letters = Bench("Ada", "Bo", clock=clocks.Days(days=1))
    assert letters.let(turns.gone_away, 0, 1000) == []


def test_the_last_person_to_leave_ends_the_game():
    """Where two computer players remain: nobody won, and the seed is told."""
    bench = Bench("Ada", "Bo", bots=[1, 2], clock=clocks.Live(minutes=1))
    assert [type(event) for event in bench.do("Bo", commands.Resign)] == [events.Resigned]
    while bench.turn != "Ada":
        bench.move()
    bench.now += 3_600_000
    resigned, aborted, revealed = bench.let(turns.tick)
    assert (resigned.why, aborted.why) == ("time", "deserted")
    assert isinstance(revealed, events.Revealed)
    assert (bench.room.phase, bench.room.aborted) == ("over", True)
    assert same(folded(bench.room), bench.room)


def test_against_one_computer_player_leaving_loses():
    """As against a person (O1)."""
    bench = Bench("Ada", bots=[1])
    *_, ended, _ = bench.do("Ada", commands.Resign)
    assert (ended.rule, ended.winners) == ("O1", (1,))


@pytest.mark.parametrize("edition", ["classic", "cards"])
def test_the_stored_log_makes_the_same_room(edition):
    """After every event of a game with everything in it."""
    bench = Bench("Ada", "Bo", "Cy", edition=edition, clock=clocks.Live(minutes=9, increment=2))
    dice = random.Random(3)
    for _ in range(6):
        bench.now += dice.randrange(5000)
        bench.move(dice)
        bench.do("Ada", commands.Chat, phrase="nice")
    bench.let(turns.gone_away, 2, 1000)
    bench.let(credited, 5_000)
    bench.do("Ada", commands.Offer, offer="undo")
    number = bench.room.seq
    bench.do("Bo", commands.Accept, offer=number)
    bench.do("Cy", commands.Accept, offer=number)
    away(bench, 1)
    bench.do("Ada", commands.Offer, offer="takeover", seat=1)
    bench.do("Cy", commands.Accept, offer=bench.room.seq)
    bench.do("Ada", commands.Offer, offer="abort")
    bench.do("Cy", commands.Decline, offer=bench.room.seq)
    assert same(folded(bench.room), bench.room)
    bench.move(dice)
    bench.do("Ada", commands.Offer, offer="abort")
    assert same(folded(bench.room), bench.room)
    bench.do("Cy", commands.Resign)
    bench.do("Ada", commands.Resign)
    assert bench.room.phase == "over"
    assert same(folded(bench.room), bench.room)


def test_a_log_that_was_changed_is_noticed():
    """Points, draws and numbers are held against the rules."""
    bench = Bench("Ada", "Bo")
    bench.move()
    *past, last = bench.room.log
    assert isinstance(last.event, events.Moved)
    forged = msgspec.structs.replace(last.event, points=last.event.points + 1)
    with pytest.raises(LogDisagrees):
        Room.of("x", [*past, events.Logged(last.seq, last.at, forged)])
    state, drawn = bench.room.game.state, last.event.drawn
    other = next(str(tile) for tile in state.bag if str(tile) != drawn[0])
    forged = msgspec.structs.replace(last.event, drawn=(other, *drawn[1:]))
    with pytest.raises(LogDisagrees):
        Room.of("x", [*past, events.Logged(last.seq, last.at, forged)])
    with pytest.raises(LogDisagrees):
        Room.of("x", past[1:])
    with pytest.raises(LogDisagrees):
        Room.of("x", [*past, events.Logged(last.seq, last.at, events.Undone(1))])


class AtOnce:
    """A pool without processes."""

    async def run(self, job):
        budget = () if job.budget is None else (0.05,)
        return job.work(*job.args, *budget)


def ask(bench, name, kind, /, lang="en", **words):
    seat = bench.room.seat_of(f"person-of-{name.lower()}")
    question = kind(id=ulid(), **words)
    pool: Any = AtOnce()
    return asyncio.run(replies.reply(bench.room, seat, question, pool, lang))


@pytest.mark.parametrize("edition", ["classic", "cards"])
def test_a_check_is_the_word_of_the_judge(edition):
    """With the points of a move that stands, and the reason of one that does not."""
    bench = Bench("Ada", "Bo", edition=edition)
    move = next(iter(bench.room.game.legal_moves))
    good = ask(bench, bench.turn, questions.Check, move=str(move))
    assert (good.problem, good.points) == (None, bench.room.game.state.points(move))
    assert len(good.rows) == (1 if edition == "cards" else 0)
    bad = ask(bench, bench.turn, questions.Check, move="pass", lang="pl")
    assert bad.problem.code == "rule"
    assert (
        bad.problem.message != ask(bench, bench.turn, questions.Check, move="pass").problem.message
    )
    assert ask(bench, bench.turn, questions.Check, move="?").problem.code == "bad"
    assert ask(bench, "Cy", questions.Check, move="pass").problem.key == "serve.not_seated"


def test_a_check_names_the_rows_that_do_not_stand():
    """Of a pending arrangement."""
    bench = Bench("Ada", "Bo", edition="cards")
    checked = ask(bench, bench.turn, questions.Check, move="Ro Rx Rd | Bo Gx Bd")
    assert [row.problem is None for row in checked.rows] == [True, False]


def test_offers_are_all_the_legal_plays():
    """With their points, for the seat to move; nothing for the others."""
    bench = Bench("Ada", "Bo")
    bench.move()
    offered = ask(bench, bench.turn, questions.ListMoves)
    state = bench.room.game.state
    legal = {str(m): state.points(m) for m in bench.room.game.legal_moves}
    plays = {text: points for text, points in legal.items() if not text.startswith("trade")}
    assert {offer.move: offer.points for offer in offered.moves} == plays
    assert (offered.trade, len(offered.id)) == (6, 26)
    assert "id" not in msgspec.to_builtins(legality.legal_moves(bench.room, bench.room.turn))
    assert ask(bench, other(bench, bench.turn), questions.ListMoves).moves == []


def test_offers_are_worked_out_once_for_a_position(monkeypatch):
    """However many look, and whatever is said meanwhile; with the number of the last event."""
    bench, asked = Bench("Ada", "Bo"), []
    scored = Position.scored
    monkeypatch.setattr(Position, "scored", lambda self: asked.append(1) or scored(self))
    first = legality.legal_moves(bench.room, bench.room.turn)
    bench.do("Ada", commands.Chat, phrase="wow")
    later = legality.legal_moves(bench.room, bench.room.turn)
    assert (first.moves, first.seq + 1, len(asked)) == (later.moves, later.seq, 1)
    bench.move()
    assert legality.legal_moves(bench.room, bench.room.turn).moves != first.moves
    assert len(asked) == 2


def test_the_card_game_offers_arrangements_to_those_who_ask():
    """An exchange where nothing can be played; what opens the game otherwise."""
    bench = exchange_bench()
    assert [offer.move for offer in ask(bench, bench.turn, questions.ListMoves).moves] == [
        "exchange"
    ]
    begun = Bench("Ada", "Bo", edition="cards")
    asked = ask(begun, begun.turn, questions.ListMoves)
    pushed = legality.legal_moves(begun.room, begun.room.turn)
    assert (pushed.moves, pushed.complete, asked.complete) == ([], False, True)
    game = begun.room.game
    assert {offer.move for offer in asked.moves} == set(map(str, game.legal_moves))


def test_an_arrangement_lays_just_these_cards():
    """Found by the server; the cards must be in the hand, and the game must have some."""
    bench = Bench("Ada", "Bo", edition="cards")
    bench.move()
    view = bench.view(bench.turn)
    assert isinstance(view.board, Table)
    for card in view.hand:
        laid = ask(bench, bench.turn, questions.Arrangement, cards=[str(card)])
        expected = view.board.laying([card])
        assert laid.rows == [[str(c) for c in row] for row in (expected.rows if expected else ())]
    missing = next(tile for tile in view.unseen if tile not in view.hand)
    refused = ask(bench, bench.turn, questions.Arrangement, cards=[str(missing)])
    assert refused.problem.key == "serve.not_in_hand"
    assert msgspec.json.encode(refused.problem.said("uk")).count(str(missing).encode()) == 1
    assert ask(bench, bench.turn, questions.Arrangement, cards=["zz"]).problem.code == "bad"
    tiles = Bench("Ada", "Bo")
    assert ask(tiles, "Ada", questions.Arrangement, cards=["Ro"]).problem.key == "serve.cards_only"


def test_hints_are_for_tables_that_allow_them():
    """And for the seat to move: the best moves, all of them legal."""
    assert ask(Bench("Ada", "Bo"), "Ada", questions.Hint).problem.key == "serve.no_hints"
    bench = Bench("Ada", "Bo", hints=True)
    waiting = ask(bench, other(bench, bench.turn), questions.Hint)
    assert waiting.problem.key == "serve.turn"
    moves = ask(bench, bench.turn, questions.Hint).moves
    assert 1 <= len(moves) <= replies.MOST_HINTS
    assert all(bench.room.game.fault(advised.move) is None for advised in moves)


def test_questions_wait_for_the_start():
    """Before it there is nothing to ask about, and after the end nothing to do."""
    bench = Bench("Ada", start=False, seats=2)
    assert ask(bench, "Ada", questions.ListMoves).problem.key == "serve.phase.open"
    done = Bench("Ada", "Bo")
    done.do("Bo", commands.Resign)
    assert ask(done, "Ada", questions.ListMoves).problem.key == "serve.phase.over"


def test_a_copy_keeps_the_room_as_it_was():
    """What happens to a draft does not happen to the room."""
    bench = Bench("Ada", "Bo")
    before = stored(bench.room)
    draft = bench.room.copy()
    handlers.decide(draft, commands.Resign(id=ulid()), handlers.Actor("person-of-bo"), START)
    assert draft.phase == "over"
    assert (stored(bench.room), bench.room.phase) == (before, "playing")


def test_a_face_says_one_thing():
    """A face alone is said; with a text, or with nothing, it is refused."""
    bench = Bench("Ada", "Bo")
    bench.do("Ada", commands.Chat, emote="wow")
    assert bench.room.log[-1].event == events.Chatted(seat=0, emote="wow")
    for words in ({"emote": "wow", "text": "and more"}, {}):
        with pytest.raises(refusals.Refused, match="one thing"):
            bench.do("Ada", commands.Chat, **words)
