"""Tables that somebody wants to go on for ever: they end, and cost no more at the end."""

import html
import random
from typing import Any
from unittest import mock

import pytest

from qwirkle import fairness, native
from qwirkle.classic.moves import Play
from qwirkle.locales import LANGUAGES
from qwirkle.server.accounts import ratings
from qwirkle.server.domain import commands, events, limits, turns
from qwirkle.server.domain.room import Room
from qwirkle.server.protocol import legality, views
from qwirkle.server.storage import projections
from tests.server.rooms import Bench, folded, same, stored
from tests.server.test_thinking import served

pytestmark = pytest.mark.skipif(native.kernel is None, reason="Servers run compiled.")


@pytest.fixture(autouse=True)
def same_seed(monkeypatch):
    """A game in which there is always something to play, so that only the rule forbids a trade."""
    monkeypatch.setattr(fairness, "new_seed", lambda: fairness.seed_of(7))


def trade(bench):
    tile = str(next(iter(bench.room.game.hand)))
    return bench.do(bench.turn, commands.Trade, tiles=[tile], expect=bench.room.seq)


def idle(bench, most=limits.TRADES_IN_A_ROW):
    """Nothing but trades, as many as there may be."""
    for _ in range(most):
        trade(bench)
    return bench


def test_whoever_can_play_must_play_at_last():
    """After many trades in a row (O3); the play that is named can be made, and the count starts
    again."""
    bench = Bench("Ada", "Bo")
    bench.move()
    idle(bench)
    tiles = [str(next(iter(bench.room.game.hand)))]
    problem = bench.refuse(bench.turn, commands.Trade, tiles=tiles, expect=bench.room.seq)
    assert (problem.code, problem.rule, problem.key) == ("rule", "O3", "O3")
    assert len({problem.said(lang).message for lang in LANGUAGES}) == len(LANGUAGES)
    checked = legality.check(bench.room, bench.room.turn, "", f"trade {tiles[0]}")
    assert checked.problem.rule == "O3"
    assert legality.legal_moves(bench.room, bench.room.turn).trade == 0
    placed = zip(problem.tiles, problem.cells, strict=True)
    bench.play(" ".join(f"{tile}@{x},{y}" for tile, (x, y) in placed))
    assert legality.legal_moves(bench.room, bench.room.turn).trade > 0
    trade(bench)


def test_a_computer_player_keeps_the_rule_too():
    """A trade that it may not make any more becomes a play."""
    bench = Bench("Ada", "Bo")
    bench.move()
    wanted = f"trade {next(iter(bench.room.game.hand))}"
    assert turns.instead(bench.room, wanted) == wanted
    idle(bench)
    wanted = f"trade {next(iter(bench.room.game.hand))}"
    moved, *_ = bench.let(lambda room, now: turns.move(room, turns.instead(room, wanted), now))
    assert "@" in moved.move


def test_a_game_in_which_nobody_can_play_is_stopped():
    """Without a winner, and without a rating (O3)."""
    bench = Bench("Ada", "Bo")
    bench.move()
    with mock.patch.object(turns, "_a_play", return_value=None):  # as where nothing fits
        idle(bench, limits.MOVES_WITHOUT_PLAY - 1)
        *_, aborted, _ = trade(bench)
    assert aborted == events.Aborted("O3")
    assert (bench.room.phase, ratings.counts(bench.room)) == ("over", False)
    assert same(folded(bench.room), bench.room)


def test_plays_in_between_are_no_row():
    """Trades of one player against plays of the other go on."""
    bench = Bench("Ada", "Bo")
    bench.move()
    trader = bench.turn
    for _ in range(60):
        if bench.room.phase == "over" or not bench.room.game.state.bag:
            break
        if bench.turn == trader:
            trade(bench)
        else:
            bench.move()
    trades = sum("trade" in getattr(entry.event, "move", "") for entry in bench.room.log)
    assert trades > limits.TRADES_IN_A_ROW


def test_talk_ends_before_the_game_does():
    """First the talk, then offers and seats; moves are made as ever."""
    bench = Bench("Ada", "Bo")
    bench.move()
    said = events.Chatted(seat=0, phrase="wow")
    while bench.room.seq < limits.TALK:
        bench.room.happen(said, bench.now)
    assert bench.refuse("Ada", commands.Chat, phrase="wow").key == "serve.long"
    bench.do("Ada", commands.Offer, offer="abort")
    bench.do("Bo", commands.Decline, offer=bench.room.seq)
    while bench.room.seq < limits.CHANGES:
        bench.room.happen(said, bench.now)
    assert bench.refuse("Bo", commands.Offer, offer="abort").key == "serve.long"
    trade(bench)
    while bench.room.seq < limits.LONGEST_LOG:
        bench.room.happen(said, bench.now)
    assert events.Aborted("length") in trade(bench)


def test_nobody_sits_down_at_a_table_that_is_full_of_events():
    """Sitting down and standing up goes on until then only."""
    bench = Bench("Ada", start=False, seats=3)
    while bench.room.seq < limits.CHANGES:
        bench.do("Bo", commands.Sit)
        bench.do("Bo", commands.Stand)
    assert bench.refuse("Bo", commands.Sit).key == "serve.long"
    assert bench.refuse("Ada", commands.AddBot).key == "serve.long"


@pytest.mark.unmeasured
def test_an_undo_loop_ends():
    """Alone with the computer one can take back for long, but not for ever."""
    bench = Bench("Ada", bots=[1])
    while bench.room.seq < limits.CHANGES:
        while bench.turn != "Ada" or not turns.moves_to_undo(bench.room, 0):
            bench.move()
        bench.do("Ada", commands.Offer, offer="undo")
    bench.move()
    assert bench.refuse("Ada", commands.Offer, offer="undo").key == "serve.long"
    assert same(folded(bench.room), bench.room)


def test_a_player_who_is_away_too_often_has_left():
    """The absences of a seat are counted, so that nobody fills the log with them."""
    bench = Bench("Ada", "Bo")
    for _ in range(limits.ABSENCES):
        bench.let(turns.gone_away, 1, 1000)
        bench.let(turns.come_back, 1)
    resigned, ended, _ = bench.let(turns.gone_away, 1, 1000)
    assert (resigned.seat, resigned.why, ended.winners) == (1, "absence", (0,))


def longest(plays=12):
    """A game with as many trades as there may be, and talk."""
    bench, dice = Bench("Ada", "Bo"), random.Random(1)
    bench.move()
    for _ in range(plays):
        idle(bench)
        bench.do("Ada", commands.Chat, phrase="wow")
        bench.move(dice)
    return bench


class Counted:
    """How often some functions are called meanwhile."""

    def __init__(self, *names):
        self.names, self.calls = names, 0

    def __enter__(self):
        def counting(function):
            def call(*args, **words):
                self.calls += 1
                return function(*args, **words)

            return call

        self.patches = [
            mock.patch.object(owner, name, counting(getattr(owner, name)))
            for owner, name in self.names
        ]
        for patch in self.patches:
            patch.start()
        return self

    def __exit__(self, *_):
        for patch in self.patches:
            patch.stop()


@pytest.mark.parametrize("plays", [1, 6])
def test_a_load_shuffles_the_same_however_long_the_game_is(plays):
    """Draws and roots are in the log: the last shuffle is done again, and no tree is grown.
    The next draw is proven as ever."""
    bench = longest(plays)
    with Counted((fairness, "_shuffle")) as shuffles, Counted((fairness, "leaf")) as leaves:
        again = folded(bench.room)
    assert (shuffles.calls <= 2, leaves.calls) == (True, 0)
    assert again.game.dump() == bench.room.game.dump()
    moved = play_on(again, bench)
    assert all(proof.path for proof in moved.draw.proofs)


def play_on(room, bench):
    first = next(move for move in room.game.legal_moves if isinstance(move, Play))
    turns.move(room, str(first), bench.now)
    return next(e.event for e in reversed(room.log) if isinstance(e.event, events.Moved))


def test_a_load_copies_the_game_never():
    """And catching up with many events copies it once."""
    bench = longest(2)
    entries = bench.room.log
    with mock.patch("qwirkle.game.Game.copy", side_effect=AssertionError):
        Room.of("x", entries)
    half = Room.of("x", entries[: len(entries) // 2])
    before = stored(half), half.game.dump()
    later = half.copy()
    later.follow_all(entries[len(entries) // 2 :])
    assert later.game.dump() == bench.room.game.dump()
    assert (stored(half), half.game.dump()) == before


def test_a_trade_costs_the_same_however_long_the_game_is():
    """One shuffle and one tree; the trees before it are not kept."""
    bench = longest(6)
    for _ in range(3):
        with Counted((fairness, "merkle_tree"), (fairness, "_shuffle")) as work:
            trade(bench)
        assert work.calls == 2
    orders = {id(entry.order): entry.order for entry in bench.room.game._log if entry.order}
    assert sum(order._made.tree is not None for order in orders.values()) <= 2


class Unread(list[Any]):
    """A log of which only the end may be looked at."""

    def __iter__(self):
        raise AssertionError("The whole log was read.")

    __reversed__ = __iter__


def test_views_and_projections_do_not_read_the_log():
    """What they need is kept in the room as it happens."""
    bench = longest(1)
    bench.do("Ada", commands.Offer, offer="abort")
    room = bench.room.copy()
    room.log, room.game._log, room.game._past = map(
        Unread, (room.log, room.game._log, room.game._past)
    )
    shown = views.view(room, "person-of-ada", bench.now)
    assert shown.moves == bench.room.game.moves
    assert shown.last.seat == bench.room.last.event.seat
    assert projections._table_row(room)["seq"] == room.seq
    assert room.settled == bench.room.seq
    assert not ratings.counts(room)


def test_a_record_is_written_in_a_worker(tmp_path):
    """It repeats every shuffle of the game, so the process that answers requests repeats none:
    neither to write a record, nor to compare one with the game that was played here."""
    bench = longest(2)
    bench.do("Ada", commands.Resign)
    table = bench.room.id

    async def scene(host, player):
        await host.dispatcher.add(bench.room)
        with Counted((fairness, "_shuffle"), (fairness, "leaf")) as work:
            record = await player.http.get(f"/api/tables/{table}/record")
            coded = await player.http.get(f"/api/tables/{table}/record?format=json")
            page = await player.http.get(f"/verify?table={table}")
            found = await player.http.post("/api/verify", content=record.content)
            kept = await player.http.post("/api/records", content=record.content)
        assert work.calls == 0
        events = coded.json()["events"]
        assert len(events) == len(record.text.splitlines()) - 1 > 50
        assert record.text.splitlines()[-1].startswith(f"signed {events[-1]['key']}")
        assert record.text in html.unescape(page.text)
        assert (found.json()["here"], found.json()["shuffle"]) == (True, True)
        assert kept.json() == {"table": table, "shuffle": True, "imported": False}

    served(tmp_path, scene)
