"""Who starts (T2, C2): fair to every seat, told to everybody, proven by the seed."""

import hashlib
from collections import Counter
from pathlib import Path

import pytest

from qwirkle import BadRecord, Game
from qwirkle.arena.match import Match
from qwirkle.arena.play import deal
from qwirkle.events import Starts
from qwirkle.lines import shared
from qwirkle.replay import Replay
from qwirkle.verdict import Verdict

NAMES = ["Ada", "Bo", "Cy", "Di"]
OLD = sorted(Path(__file__).with_name("conformance").joinpath("records").glob("*-1-*.txt"))

CRITICAL = {2: 10.83, 3: 13.82, 4: 16.27}
"""Chi-square by the number of seats: a fair deal exceeds it once in a thousand samples."""
DEALS = 1500


def chi_square(seats, players):
    fair = len(seats) / players
    counts = Counter(seats)
    return sum((counts[seat] - fair) ** 2 / fair for seat in range(players))


def begun(edition, players, seed, **more):
    return Game(NAMES[:players], edition, seed=seed, **more)


def lot_game(edition="classic"):
    """A game whose start was decided by lot."""
    games = (begun(edition, 2, seed) for seed in range(100))
    return next(game for game in games if game.start.why == "lot")


@pytest.mark.unmeasured
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("edition", ["classic", "cards"])
def test_every_seat_starts_equally_often(edition, players):
    """Over all deals, and over those that were decided by lot."""
    starts = [begun(edition, players, seed).start for seed in range(DEALS)]
    assert chi_square([start.seat for start in starts], players) < CRITICAL[players]
    lots = [start for start in starts if start.why == "lot"]
    assert len(lots) > DEALS / 4
    for tied in {start.among for start in lots}:
        seats = [tied.index(start.seat) for start in lots if start.among == tied]
        assert chi_square(seats, len(tied)) < CRITICAL[len(tied)]


@pytest.mark.unmeasured
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("edition", ["classic", "cards"])
def test_every_seat_of_the_arena_starts_equally_often(edition, players):
    """Matches have no ages either."""
    match = Match("greedy", "greedy", edition, players=players)
    seats = [deal(match, number)[0].turn for number in range(DEALS)]
    assert chi_square(seats, players) < CRITICAL[players]


def test_by_the_first_rules_the_first_seat_started_far_too_often():
    """What the lot has mended, and that the measure above would notice it."""
    seats = [begun("classic", 2, seed, rules=1).start.seat for seed in range(DEALS)]
    assert Counter(seats)[0] > 0.7 * DEALS
    assert chi_square(seats, 2) > 20 * CRITICAL[2]


def test_the_record_says_who_starts_and_why_and_never_an_age():
    """The largest set, age, or a lot with those among whom it decided."""
    said = set()
    for seed in range(60):
        for ages in (None, [30, 31, 31]):
            game = begun("classic", 3, seed, ages=ages)
            (line,) = [str(event) for event in game.events if isinstance(event, Starts)]
            said.add(line.split()[2])
            assert " 30 " not in game.dump()
            again = Game.load(game.dump())
            assert again.start == game.start
            assert again.state == game.state
            assert again.ages == (None, None, None)
    assert said == {"set", "age", "lot"}


def test_equally_old_players_draw_lots_among_themselves():
    """The younger one of three that are tied does not take part."""
    games = (begun("classic", 3, seed, ages=[30, 31, 31]) for seed in range(500))
    tied = [game.start for game in games if game.start.tied == (0, 1, 2)]
    assert {start.among for start in tied} == {(1, 2)}
    assert {start.seat for start in tied} == {1, 2}


@pytest.mark.parametrize("edition", ["classic", "cards"])
def test_the_lot_follows_from_the_seed(edition):
    """It is proven like a draw; without a lot nothing is said of one."""
    game = lot_game(edition)
    replay = Replay(game.dump())
    assert replay.doubt is None
    assert replay.proven_lot
    assert "The lot that decided who starts follows from the seed." in Verdict(replay).sentences(
        "en"
    )
    largest = next(g for g in (begun(edition, 2, n) for n in range(99)) if g.start.why == "set")
    assert not Replay(largest.dump()).proven_lot


@pytest.mark.parametrize("edition", ["classic", "cards"])
def test_the_set_has_a_colour_or_shape_once_it_lies_there(edition):
    """A hand is secret until then (O2); a starter who leaves has opened with nothing (O1)."""
    game = begun(edition, 2, 0)
    assert game.opened_with is None
    opening = game.push(next(iter(game.legal_moves))).move
    pieces = opening.cards if edition == "cards" else opening.tiles
    assert game.opened_with is shared(pieces) is not None
    game.pop()
    assert game.opened_with is None
    three = begun(edition, 3, 0)
    three.resign(three.turn)
    assert three.opened_with is None


def rewritten(record, old, new):
    """A record with one line replaced, and all checks mended."""
    lines = [line.rpartition("  #")[0] for line in record.splitlines()]
    assert old in lines
    lines = [new if line == old else line for line in lines]
    digests = (hashlib.sha256(f"{at} {line}".encode()) for at, line in enumerate(lines, 1))
    return "".join(
        f"{line}  #{d.hexdigest()[:8]}\n" for line, d in zip(lines, digests, strict=True)
    )


def test_a_lot_that_fell_otherwise_is_found_out():
    """A host who lets another of the tied start cannot show a seed for it."""
    game = lot_game()
    seat = game.start.seat
    forged = rewritten(game.dump(), f"start {seat + 1} lot 1 2", f"start {2 - seat} lot 1 2")
    replay = Replay(forged)
    assert replay.doubt is not None
    assert "the lot fell on another seat" in str(replay.doubt)
    assert not Verdict(replay).holds
    assert not replay.proven_lot


def test_without_the_seed_a_lot_is_believed():
    """As a draw is: what the record says is a fact, and nothing is proven."""
    game = lot_game()
    seed = str(game.events[-1])
    replay = Replay(rewritten(game.dump(), seed, "seed ?"))
    assert replay.game.start == game.start
    assert not replay.proven_lot


@pytest.mark.parametrize(
    "line",
    ["start 3 lot 1 2", "start 1 lot 2 1", "start 1 lot 1 1", "start 1 lot 1 3", "start 1 lot 1",
     "start 1 set", "start 1 age 1 2", "start 1 lot", "start 4 age"],
)  # fmt: skip
def test_a_start_that_the_deal_does_not_allow_is_refused(line):
    """Two are tied, so only they can start, by age or by lot, and the line lists them in order."""
    games = (begun("classic", 3, seed) for seed in range(500))
    game = next(game for game in games if game.start.tied == (0, 1))
    said = str(next(event for event in game.events if isinstance(event, Starts)))
    with pytest.raises(BadRecord, match="cannot start in this way"):
        Game.load(rewritten(game.dump(), said, line))


@pytest.mark.parametrize("path", OLD, ids=lambda path: path.stem)
def test_old_records_load_and_verify_as_they_were_played(path):
    """By the first rules: with ages, and the earliest seat of the tied."""
    text = path.read_text()
    replay = Replay(text)
    assert replay.game.dump() == text
    assert replay.doubt is None
    assert replay.game.outcome is not None
    assert replay.game.start.why in ("age", "seat", "set")
    assert not replay.proven_lot


@pytest.mark.parametrize("edition", ["classic", "cards"])
def test_a_game_by_the_first_rules_stays_one(edition):
    """Its record has version 1, ages, no line about the start; exchanges are as they were."""
    game = begun(edition, 2, 3, rules=1, ages=[30, 31])
    game.push(next(iter(game.legal_moves)))
    record = game.dump()
    assert record.startswith("qwirkle record 1  #")
    assert "seat 1 30 Ada" in record
    assert "\nstart" not in record
    again = Game.load(record)
    assert again.state == game.state
    assert again.dump() == record
    assert getattr(again.state, "fresh_nine", False) is False
