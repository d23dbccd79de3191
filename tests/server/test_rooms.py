"""Tables command by command, without a network: what happens, and what is refused."""

import asyncio
import random

import msgspec
import pytest

from qwirkle import Table, native
from qwirkle.server import clocks, commands, log, play, questions, views, wire
from qwirkle.server.bots import Workers
from qwirkle.server.room import LogDisagrees, Room
from tests.server.nodes import ulid
from tests.server.rooms import START, Bench, folded, same, stored

pytestmark = pytest.mark.skipif(native.kernel is None, reason="Servers run compiled.")
MINUTE = 60_000


def kinds(events):
    return [type(event).__name__ for event in events]


def test_whoever_sets_up_a_table_takes_the_first_seat():
    """Then come the computer players that were asked for; the others can sit down."""
    bench = Bench("Ada", start=False, seats=3, bots=[2])
    assert kinds(entry.event for entry in bench.room.log) == ["Created", "Seated", "Seated"]
    assert [seat and (seat.name, seat.bot) for seat in bench.room.seats] == [
        ("Ada", None),
        ("Bot 2", 2),
        None,
    ]


def test_a_table_of_computer_players_alone_is_refused():
    """There must be a seat for a person."""
    command = wire.Create(id=ulid(), seats=2, bots=[1, 1])
    with pytest.raises(wire.Refused) as refusal:
        commands.create(command, commands.Actor("p"), START)
    assert refusal.value.key == "serve.only_bots"


def test_seats_are_taken_once():
    """A certain seat or the first that is free; names are told apart."""
    bench = Bench("Ada", start=False, seats=3)
    (seated,) = bench.do("Bo", wire.Sit, seat=2, name="ada", age=30, entropy="salt")
    assert (seated.seat, seated.name, seated.age, seated.entropy) == (2, "ada 2", 30, "salt")
    assert bench.refuse("Cy", wire.Sit, seat=2).key == "serve.seat_taken"
    assert bench.refuse("Cy", wire.Sit, seat=3).key == "serve.no_seat"
    assert bench.refuse("Ada", wire.Sit).key == "serve.seated"
    assert bench.refuse("Cy", wire.Sit, name="\u200b").key == "serve.name"
    bench.do("Cy", wire.Sit)
    assert bench.refuse("Di", wire.Sit).key == "serve.full"


def test_seats_are_given_back():
    """One's own or that of a computer player, before the start."""
    bench = Bench("Ada", "Bo", start=False, seats=4, bots=[1])
    assert bench.refuse("Ada", wire.Stand, seat=2).key == "serve.other_seat"
    assert bench.refuse("Ada", wire.Stand, seat=3).key == "serve.other_seat"
    assert bench.refuse("Cy", wire.Stand).key == "serve.not_seated"
    bench.do("Bo", wire.Stand, seat=1)
    bench.do("Bo", wire.Stand)
    assert [seat and seat.name for seat in bench.room.seats] == ["Ada", None, None, None]


def test_the_game_begins_when_everybody_is_ready():
    """Also when the computer takes the last seat; to be ready twice changes nothing."""
    bench = Bench("Ada", start=False, seats=2)
    assert bench.refuse("Bo", wire.AddBot).key == "serve.not_seated"
    assert kinds(bench.do("Ada", wire.Start)) == ["Readied"]
    assert bench.do("Ada", wire.Start) == []
    begun = kinds(bench.do("Ada", wire.AddBot, level=1))
    assert begun[:3] == ["Seated", "Started", "Shuffled"]
    assert begun.count("Dealt") % 2 == 0
    assert bench.room.phase == "playing"
    for kind in (wire.Start, wire.AddBot, wire.Stand):
        assert bench.refuse("Ada", kind).key == "serve.phase.playing"
    assert bench.refuse("Cy", wire.Sit).key == "serve.phase.playing"


def test_before_the_start_nobody_moves_or_offers():
    """Everything that needs a game says that there is none yet."""
    bench = Bench("Ada", start=False, seats=2)
    assert bench.refuse("Ada", wire.Play, move="pass", expect=2).key == "serve.phase.open"
    assert bench.refuse("Ada", wire.Resign).key == "serve.phase.open"
    for offer in ("undo", "abort", "takeover", "rematch"):
        assert bench.refuse("Ada", wire.Offer, offer=offer).key == "serve.phase.open"


def other(bench, name="Ada"):
    return next(seat.name for seat in bench.room.seats if seat.name != name)


def test_only_the_seat_to_move_moves():
    """Strangers, the others and those who left are told why not."""
    bench = Bench("Ada", "Bo", "Cy")
    turn, seq = bench.turn, bench.room.seq
    waiting = other(bench, turn)
    problem = bench.refuse(waiting, wire.Play, move="pass", expect=seq)
    assert (problem.key, problem.words) == ("serve.turn", {"player": turn})
    stranger = bench.refuse("Di", wire.Play, move="pass", expect=seq)
    assert stranger.key == "serve.not_seated"
    bench.do(waiting, wire.Resign)
    left = bench.refuse(waiting, wire.Play, move="pass", expect=bench.room.seq)
    assert left.key == "serve.left"
    assert bench.refuse(waiting, wire.Resign).key == "serve.left"


@pytest.mark.parametrize("edition", ["classic", "cards"])
def test_bad_moves_say_what_is_wrong(edition):
    """With the rule where one is broken; the table stays as it was."""
    bench = Bench("Ada", "Bo", edition=edition)
    seq = bench.room.seq
    problem = bench.refuse(bench.turn, wire.Play, move="pass", expect=seq)
    assert (problem.code, problem.rule is not None) == ("rule", True)
    assert bench.refuse(bench.turn, wire.Play, move="resign", expect=seq).code == "bad"
    wrong = {"classic": (wire.Arrange, {"rows": [["Ro", "Rx"]]})}.get(
        edition, (wire.Trade, {"tiles": ["Ro"]})
    )
    assert bench.refuse(bench.turn, wrong[0], expect=seq, **wrong[1]).code == "bad"
    assert bench.refuse(bench.turn, wire.Trade, tiles=[], expect=seq).code == "bad"
    assert bench.refuse(bench.turn, wire.Arrange, rows=[], expect=seq).code == "bad"
    assert bench.refuse(bench.turn, wire.Arrange, rows=[["| ", "Ro"]], expect=seq).code == "bad"


def test_a_trade_draws_and_shuffles():
    """The tiles come from the hand, and the next root follows (T15)."""
    bench = Bench("Ada", "Bo")
    bench.move()
    hand = bench.view(bench.turn).hand
    tiles = [str(tile) for tile in hand[:3]]
    moved, shuffled = bench.do(bench.turn, wire.Trade, tiles=tiles, expect=bench.room.seq)
    assert moved.move.split()[1:] == sorted(moved.move.split()[1:], key=tiles.index)
    assert len(moved.drawn) == len(moved.draw.proofs) == 3
    assert isinstance(shuffled, log.Shuffled)
    assert moved.seen_by(1 - moved.seat).move == "trade ? ? ?"


def test_an_arrangement_is_a_play_by_rows():
    """The rows as the client has them are the same move as its notation."""
    bench = Bench("Ada", "Bo", edition="cards")
    opening = next(iter(bench.room.game.legal_moves))
    rows = [[str(card) for card in row] for row in opening.rows]
    (moved,) = bench.do(bench.turn, wire.Arrange, rows=rows, expect=bench.room.seq)
    assert moved.move == str(opening)


def test_a_move_must_know_the_position():
    """A stale number conflicts, one from the future too; talk makes no move stale."""
    bench = Bench("Ada", "Bo")
    seen, turn = bench.room.seq, bench.turn
    text = str(next(iter(bench.room.game.legal_moves)))
    assert bench.refuse(turn, wire.Play, move=text).key == "serve.expect"
    bench.do("Bo", wire.Chat, phrase="hello")
    bench.let(play.gone_away, 1, 1000)
    bench.let(play.come_back, 1)
    assert bench.room.settled == seen
    ahead = bench.refuse(turn, wire.Play, move=text, expect=bench.room.seq + 1)
    assert (ahead.code, ahead.seq) == ("conflict", bench.room.seq)
    bench.do(turn, wire.Play, move=text, expect=seen)
    assert bench.room.settled == bench.room.seq
    assert bench.refuse("Bo", wire.Resign, expect=seen).code == "conflict"
    bench.do("Bo", wire.Resign)


def test_one_who_leaves_a_table_of_three_is_missed_by_two():
    """The game goes on; when only one is left, it ends (O1), and the seed is told."""
    bench = Bench("Ada", "Bo", "Cy")
    assert kinds(bench.do("Bo", wire.Resign)) == ["Resigned"]
    assert bench.room.people == [0, 2]
    assert kinds(bench.do("Cy", wire.Resign)) == ["Resigned", "Ended", "Revealed"]
    assert (bench.room.phase, bench.room.turn) == ("over", None)
    assert bench.refuse("Ada", wire.Resign).key == "serve.phase.over"
    bench.do("Cy", wire.Chat, phrase="game")


def played_until(bench, name):
    """Moves until somebody has moved, and the turn is another's."""
    while not any(
        isinstance(e.event, log.Moved) and bench.room.seat(e.event.seat).name == name
        for e in bench.room.log
    ):
        bench.move()
    return bench


def test_an_undo_needs_everybody():
    """It takes back to before the last move of whoever asked; the same move draws the same."""
    bench = played_until(Bench("Ada", "Bo", "Cy"), "Ada")
    before = bench.room.game.dump()
    offered = bench.do("Ada", wire.Offer, offer="undo")
    number = bench.room.seq
    assert kinds(offered) == ["Offered"]
    assert bench.refuse("Ada", wire.Offer, offer="undo").key == "serve.offer.twice"
    assert bench.refuse("Ada", wire.Accept, offer=number).key == "serve.offer.agreed"
    assert bench.refuse("Bo", wire.Accept, offer=number - 1).key == "serve.offer.gone"
    assert kinds(bench.do("Bo", wire.Accept, offer=number)) == ["Accepted"]
    _, undone = bench.do("Cy", wire.Accept, offer=number)
    assert (undone.moves >= 1, bench.turn) == (True, "Ada")
    assert bench.room.offers == {}
    moves = [e.event for e in bench.room.log if isinstance(e.event, log.Moved)]
    for moved in moves[-undone.moves :]:
        bench.do(bench.turn, wire.Play, move=moved.move, expect=bench.room.seq)
    assert bench.room.game.dump() == before
    assert views.view(bench.room, None, START).last is not None


def test_an_undo_can_be_declined_and_is_off_after_a_move():
    """Whoever waited for an answer about another position has waited in vain."""
    bench = played_until(Bench("Ada", "Bo"), "Ada")
    bench.do("Ada", wire.Offer, offer="undo")
    bench.do("Bo", wire.Decline, offer=bench.room.seq)
    assert bench.room.offers == {}
    bench.do("Ada", wire.Offer, offer="undo")
    number = bench.room.seq
    bench.move()
    assert bench.refuse("Bo", wire.Accept, offer=number).key == "serve.offer.gone"


def test_one_person_among_computers_undoes_alone():
    """Computer players have nothing against it, and their moves are taken back too."""
    bench = played_until(Bench("Ada", bots=[1, 1]), "Ada")
    while bench.turn != "Ada":
        bench.move()
    assert bench.room.game.turn == "Ada"
    _, undone = bench.do("Ada", wire.Offer, offer="undo")
    assert (undone.moves, bench.turn) == (3, "Ada")
    assert bench.refuse("Bo", wire.Offer, offer="undo").key == "serve.not_seated"


def test_there_must_be_a_move_to_undo():
    """Nothing is taken back over a resignation, or before the first move."""
    bench = Bench("Ada", "Bo", "Cy")
    assert bench.refuse("Ada", wire.Offer, offer="undo").key == "serve.offer.undo"
    played_until(bench, "Ada")
    bench.do("Bo", wire.Resign)
    assert bench.refuse("Ada", wire.Offer, offer="undo").key == "serve.offer.undo"


@pytest.mark.parametrize("offer", ["undo", "abort", "takeover"])
def test_offers_are_off_when_somebody_leaves(offer):
    """They were made among others than those who are left."""
    bench = played_until(Bench("Ada", "Bo", "Cy"), "Ada")
    bench.do("Ada", wire.Offer, offer=offer, seat=1 if offer == "takeover" else None)
    number = bench.room.seq
    bench.do("Bo", wire.Resign)
    assert bench.refuse("Cy", wire.Accept, offer=number).key == "serve.offer.gone"


def test_an_abort_has_no_winner():
    """Everybody agrees, nobody has won, and the seed is told."""
    bench = Bench("Ada", "Bo")
    bench.do("Ada", wire.Offer, offer="abort")
    events = bench.do("Bo", wire.Accept, offer=bench.room.seq)
    assert kinds(events) == ["Accepted", "Aborted", "Revealed"]
    shown = views.view(bench.room, None, START)
    assert (shown.phase, shown.aborted, shown.outcome, shown.turn) == ("over", True, None, None)


def test_the_computer_takes_over_when_the_others_agree():
    """The seat's own player is not asked; the seat plays on at its level."""
    bench = Bench("Ada", "Bo", "Cy")
    assert bench.refuse("Ada", wire.Offer, offer="takeover").key == "serve.offer.takeover"
    bench.do("Ada", wire.Offer, offer="takeover", seat=1, level=2)
    (_, taken) = bench.do("Cy", wire.Accept, offer=bench.room.seq)
    assert taken == log.TakenOver(1, 2)
    assert bench.room.seat_of("person-of-bo") is None
    assert bench.room.people == [0, 2]
    refused = bench.refuse("Ada", wire.Offer, offer="takeover", seat=1)
    assert refused.key == "serve.offer.takeover"


def test_a_rematch_seats_the_same_players():
    """Those who left the game are asked too; the new table has a seed of its own and begins."""
    bench = Bench("Ada", "Bo", bots=[1], edition="cards", clock=wire.Live(minutes=5))
    bench.do("Bo", wire.Resign)
    bench.do("Ada", wire.Resign)
    assert bench.room.phase == "over"
    bench.do("Bo", wire.Offer, offer="rematch")
    (_, rematched) = bench.do("Ada", wire.Accept, offer=bench.room.seq)
    (again,) = bench.more
    assert (rematched.table, bench.room.rematch) == (again.id, again.id)
    assert [(s.name, s.person, s.bot) for s in again.seats] == [
        (s.name, s.person, s.bot) for s in bench.room.seats
    ]
    assert again.phase == "playing"
    assert again.created.clock == bench.room.created.clock
    assert again.created.seed != bench.room.created.seed
    assert bench.refuse("Bo", wire.Offer, offer="rematch").key == "serve.offer.rematch"


def test_talk_is_a_phrase_or_a_text():
    """Cleaned, and from a seat; not both, and not nothing."""
    bench = Bench("Ada", "Bo")
    (said,) = bench.do("Ada", wire.Chat, text=" Well\u202e\n played ")
    assert said == log.Chatted(seat=0, text="Well played")
    assert bench.refuse("Ada", wire.Chat, phrase="hello", text="x").key == "serve.chat"
    assert bench.refuse("Ada", wire.Chat, text="\u200b").key == "serve.chat"
    assert bench.refuse("Cy", wire.Chat, phrase="hello").key == "serve.not_seated"


def test_live_clocks_tick_for_the_seat_to_move():
    """What a move took is gone, the increment comes on top, and the next deadline is set."""
    bench = Bench("Ada", "Bo", clock=wire.Live(minutes=5, increment=3))
    assert bench.room.times == log.Times((5 * MINUTE,) * 2, START + 5 * MINUTE)
    seat = bench.room.turn
    bench.now += 10_000
    bench.move()
    left = bench.room.times.left
    assert left[seat] == 5 * MINUTE - 10_000 + 3_000
    assert bench.room.times.deadline == bench.now + left[1 - seat]


def test_correspondence_gives_every_move_its_days():
    """Whatever a move took, the next one has as much time."""
    bench = Bench("Ada", "Bo", clock=wire.Days(days=2))
    bench.now += clocks.DAY
    bench.move()
    assert bench.room.times == log.Times((2 * clocks.DAY,) * 2, bench.now + 2 * clocks.DAY)


def test_no_time_left_is_leaving():
    """O1: of three two play on, with the clock handed over; of two the other one wins."""
    bench = Bench("Ada", "Bo", "Cy", clock=wire.Live(minutes=1))
    late = bench.room.turn
    assert play.due(bench.room) == START + MINUTE
    bench.now += MINUTE - 1
    assert bench.let(play.tick) == []
    bench.now += 1
    (resigned,) = bench.let(play.tick)
    assert (resigned.seat, resigned.why, resigned.times.left[late]) == (late, "time", 0)
    assert bench.room.times.deadline == bench.now + MINUTE
    bench.now += MINUTE
    assert kinds(bench.let(play.tick)) == ["Resigned", "Ended", "Revealed"]
    assert bench.room.times.deadline is None
    assert play.due(bench.room) is None


def test_an_exchange_leaves_the_clock_running():
    """The turn of the card game goes on after an exchange (C9)."""
    times = log.Times((1000, 1000), START + 1000)
    bench = exchange_bench()
    bench.room.times = times
    bench.do(bench.turn, wire.Play, move="exchange", expect=bench.room.seq)
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
    room.happen(log.Credited(ms, clocks.credited(room.times, ms) if room.times else None), now)


def test_a_stop_of_the_server_is_credited():
    """The ticking clock and those who were away get the time back."""
    bench = Bench("Ada", "Bo", clock=wire.Live(minutes=1))
    bench.let(play.gone_away, 1, 30_000)
    bench.let(credited, 5_000)
    assert bench.room.times.deadline == START + MINUTE + 5_000
    assert bench.room.seat(1).away_until == START + 35_000


def test_one_who_is_away_too_long_has_left():
    """Those who come back in time have not; nobody is missed where nobody waits."""
    bench = Bench("Ada", "Bo", "Cy")
    assert kinds(bench.let(play.gone_away, 1, 1000)) == ["Away"]
    assert bench.let(play.gone_away, 1, 9000) == []
    assert play.due(bench.room) == START + 1000
    assert kinds(bench.let(play.come_back, 1)) == ["Back"]
    bench.let(play.gone_away, 1, 1000)
    bench.now += 1000
    resigned, _ = bench.let(play.tick)
    assert (resigned.seat, resigned.why) == (1, "absence")
    alone = Bench("Ada", bots=[1])
    assert alone.let(play.gone_away, 0, 1000) == []
    letters = Bench("Ada", "Bo", clock=wire.Days(days=1))
    assert letters.let(play.gone_away, 0, 1000) == []


@pytest.mark.parametrize("edition", ["classic", "cards"])
def test_the_stored_log_makes_the_same_room(edition):
    """After every event of a game with everything in it."""
    bench = Bench("Ada", "Bo", "Cy", edition=edition, clock=wire.Live(minutes=9, increment=2))
    dice = random.Random(3)
    for _ in range(6):
        bench.now += dice.randrange(5000)
        bench.move(dice)
        bench.do("Ada", wire.Chat, phrase="nice")
    bench.let(play.gone_away, 2, 1000)
    bench.let(credited, 5_000)
    bench.do("Ada", wire.Offer, offer="undo")
    number = bench.room.seq
    bench.do("Bo", wire.Accept, offer=number)
    bench.do("Cy", wire.Accept, offer=number)
    bench.do("Ada", wire.Offer, offer="takeover", seat=1)
    bench.do("Cy", wire.Accept, offer=bench.room.seq)
    bench.move(dice)
    bench.do("Ada", wire.Offer, offer="abort")
    assert same(folded(bench.room), bench.room)
    bench.do("Cy", wire.Resign)
    bench.do("Ada", wire.Resign)
    assert bench.room.phase == "over"
    assert same(folded(bench.room), bench.room)


def test_a_log_that_was_changed_is_noticed():
    """Points, draws and numbers are held against the rules."""
    bench = Bench("Ada", "Bo")
    bench.move()
    *past, last = bench.room.log
    forged = msgspec.structs.replace(last.event, points=last.event.points + 1)
    with pytest.raises(LogDisagrees):
        Room.of("x", [*past, log.Logged(last.seq, last.at, forged)])
    with pytest.raises(LogDisagrees):
        Room.of("x", past[1:])
    with pytest.raises(LogDisagrees):
        Room.of("x", [*past, log.Logged(last.seq, last.at, log.Undone(1))])


def ask(bench, name, kind, /, lang="en", **words):
    seat = bench.room.seat_of(f"person-of-{name.lower()}")
    question = kind(id=ulid(), **words)
    workers = Workers(1)
    try:
        return asyncio.run(questions.reply(bench.room, seat, question, workers, lang))
    finally:
        workers.close()


@pytest.mark.parametrize("edition", ["classic", "cards"])
def test_a_check_is_the_word_of_the_judge(edition):
    """With the points of a move that stands, and the reason of one that does not."""
    bench = Bench("Ada", "Bo", edition=edition)
    move = next(iter(bench.room.game.legal_moves))
    good = ask(bench, bench.turn, wire.Check, move=str(move))
    assert (good.problem, good.points) == (None, bench.room.game.state.points(move))
    assert len(good.rows) == (1 if edition == "cards" else 0)
    bad = ask(bench, bench.turn, wire.Check, move="pass", lang="pl")
    assert bad.problem.code == "rule"
    assert bad.problem.message != ask(bench, bench.turn, wire.Check, move="pass").problem.message
    assert ask(bench, bench.turn, wire.Check, move="?").problem.code == "bad"
    assert ask(bench, "Cy", wire.Check, move="pass").problem.key == "serve.not_seated"


def test_a_check_names_the_rows_that_do_not_stand():
    """Of a pending arrangement."""
    bench = Bench("Ada", "Bo", edition="cards")
    checked = ask(bench, bench.turn, wire.Check, move="Ro Rx Rd | Bo Gx Bd")
    assert [row.problem is None for row in checked.rows] == [True, False]


def test_offers_are_all_the_legal_plays():
    """With their points, for the seat to move; nothing for the others."""
    bench = Bench("Ada", "Bo")
    bench.move()
    offered = ask(bench, bench.turn, wire.Offers)
    state = bench.room.game.state
    legal = {str(m): state.points(m) for m in bench.room.game.legal_moves}
    plays = {text: points for text, points in legal.items() if not text.startswith("trade")}
    assert {offer.move: offer.points for offer in offered.moves} == plays
    assert (offered.trade, len(offered.id)) == (6, 26)
    assert "id" not in msgspec.to_builtins(views.offers(bench.room, bench.room.turn))
    assert ask(bench, other(bench, bench.turn), wire.Offers).moves == []


def test_the_card_game_offers_what_is_no_arrangement():
    """An exchange where nothing can be played."""
    bench = exchange_bench()
    assert [offer.move for offer in ask(bench, bench.turn, wire.Offers).moves] == ["exchange"]
    assert ask(Bench("Ada", "Bo", edition="cards"), "Ada", wire.Offers).moves == []


def test_an_arrangement_lays_just_these_cards():
    """Found by the server; the cards must be in the hand, and the game must have some."""
    bench = Bench("Ada", "Bo", edition="cards")
    bench.move()
    view = bench.view(bench.turn)
    assert isinstance(view.board, Table)
    for card in view.hand:
        laid = ask(bench, bench.turn, wire.Arrangement, cards=[str(card)])
        expected = view.board.laying([card])
        assert laid.rows == [[str(c) for c in row] for row in (expected.rows if expected else ())]
    missing = next(tile for tile in view.unseen if tile not in view.hand)
    refused = ask(bench, bench.turn, wire.Arrangement, cards=[str(missing)])
    assert refused.problem.key == "serve.not_in_hand"
    assert msgspec.json.encode(refused.problem.said("uk")).count(str(missing).encode()) == 1
    assert ask(bench, bench.turn, wire.Arrangement, cards=["zz"]).problem.code == "bad"
    tiles = Bench("Ada", "Bo")
    assert ask(tiles, "Ada", wire.Arrangement, cards=["Ro"]).problem.key == "serve.cards_only"


def test_hints_are_for_tables_that_allow_them():
    """And for the seat to move: the best moves, all of them legal."""
    assert ask(Bench("Ada", "Bo"), "Ada", wire.Hint).problem.key == "serve.no_hints"
    bench = Bench("Ada", "Bo", hints=True)
    waiting = ask(bench, other(bench, bench.turn), wire.Hint)
    assert waiting.problem.key == "serve.turn"
    moves = ask(bench, bench.turn, wire.Hint).moves
    assert 1 <= len(moves) <= questions.MOST_HINTS
    assert all(bench.room.game.fault(advised.move) is None for advised in moves)


def test_questions_wait_for_the_start():
    """Before it there is nothing to ask about, and after the end nothing to do."""
    bench = Bench("Ada", start=False, seats=2)
    assert ask(bench, "Ada", wire.Offers).problem.key == "serve.phase.open"
    done = Bench("Ada", "Bo")
    done.do("Bo", wire.Resign)
    assert ask(done, "Ada", wire.Offers).problem.key == "serve.phase.over"


def test_a_copy_keeps_the_room_as_it_was():
    """What happens to a draft does not happen to the room."""
    bench = Bench("Ada", "Bo")
    before = stored(bench.room)
    draft = bench.room.copy()
    commands.decide(draft, wire.Resign(id=ulid()), commands.Actor("person-of-bo"), START)
    assert draft.phase == "over"
    assert (stored(bench.room), bench.room.phase) == (before, "playing")
