"""The arena: pairs over the same tiles, played anywhere with the same result."""

import json
import os
import random
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from pathlib import Path
from xml.etree import ElementTree

import pytest

from qwirkle import BadSetup, native
from qwirkle.arena import Match, Pair, Played, Sprt, cluster, play_pair, run, sprt
from qwirkle.arena import command as commands
from qwirkle.arena import play as playing
from qwirkle.arena.command import Options, arena, draw, matches_of
from qwirkle.arena.deck import Deck, derived_seed, dice
from qwirkle.arena.journal import BadFile, Journal
from qwirkle.arena.report import Teller
from qwirkle.arena.results import results_json, to_text
from qwirkle.arena.runner import Failed, Pairs, Run, here, processes
from qwirkle.arena.times import Times
from qwirkle.bag import Bag
from qwirkle.bots import BOTS, Makers, bot, parse_budget
from qwirkle.bots.hosting import end_all
from qwirkle.classic.moves import Trade
from qwirkle.editions import EDITIONS
from qwirkle.locales import LANGUAGES
from qwirkle.moves import Move
from qwirkle.views import AnyView

PURE = native.kernel is None
pytestmark = pytest.mark.skipif(PURE, reason="The pure games take long, and the arena is the same.")
QUICK = Match("greedy", "random", "cards", seed=3)


class Trader:
    """Trades one tile for ever, once the board is not empty."""

    name = "trader"

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def choose(self, view: AnyView, budget: float | None = None) -> Move:
        moves = list(view.legal_moves)
        return next((move for move in moves if isinstance(move, Trade)), moves[0])


class Broken(Trader):
    """Fails at every turn."""

    name = "broken"

    def choose(self, view: AnyView, budget: float | None = None) -> Move:
        raise RuntimeError(f"no idea at {object()}")


ODD: Makers = {**BOTS, "trader": Trader, "broken": Broken}


def results(running: Run) -> str:
    """The part of the results that must be the same everywhere, as bytes are."""
    return json.dumps(results_json(running))


# ---- the deck


def test_two_seats_draw_from_two_ends() -> None:
    """The first seat draws from the front, the second from the back."""
    deck = Deck(Bag.full(), 2)
    whole = deck.left
    assert deck.draw(0, 3) == whole[:3]
    assert deck.draw(1, 3) == whole[:-4:-1]
    assert deck.draw(0, 1) == whole[3:4]


@pytest.mark.parametrize("seats", [3, 4])
def test_more_seats_have_a_place_each(seats: int) -> None:
    """Each seat takes the next pieces behind its own place, and in the end all are drawn."""
    deck = Deck.shuffled(seats, "some", "deck")
    whole, size = deck.left, 108 // seats
    for seat in range(seats):
        assert deck.draw(seat, 5) == whole[seat * size : seat * size + 5]
    assert deck.draw(seats - 1, size) == whole[-size + 5 :] + whole[5:10]
    rest = [deck.draw(0, 1)[0] for _ in range(len(deck.left))]
    assert len(rest) == 108 - 5 * seats - size


def test_a_draw_of_one_seat_leaves_the_others_theirs() -> None:
    """What one seat draws does not change what comes next for another."""
    for seats in (2, 3, 4):
        one, two = (Deck.shuffled(seats, "deck") for _ in range(2))
        two.draw(0, 12)
        assert one.draw(1, 20) == two.draw(1, 20)


def test_pieces_go_back_where_dice_say() -> None:
    """Put back, pieces are anywhere in the deck; the order of the others stays."""
    for seats in (2, 3):
        deck = Deck.shuffled(seats, "deck")
        drawn = deck.draw(0, 4)
        before = deck.left
        deck.put_back(drawn, dice("back"))
        assert sorted(deck.left) == list(Bag.full())
        rest = list(deck.left)
        for piece in before:
            while rest[0] != piece:
                rest.pop(0)
            rest.pop(0)
        again = Deck.shuffled(seats, "deck")
        again.put_back(again.draw(0, 4), dice("back"))
        assert again.left == deck.left


def test_seeds_differ_and_repeat() -> None:
    """A derived seed follows from its parts."""
    assert derived_seed(1, 2) == derived_seed(1, 2) != derived_seed(2, 1)


# ---- pairs


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("game", EDITIONS)
@pytest.mark.parametrize("name", ["greedy", "random"])
def test_a_bot_against_itself_wins_exactly_its_share(name: str, game: str, players: int) -> None:
    """The games of such a pair are one game seen from each seat, so nothing is left to luck."""
    if PURE and (name, game) == ("random", "cards"):
        pytest.skip("tables that nobody captures from are slow without the kernel")
    for number in range(1 if PURE else 2):
        pair = play_pair(Match(name, name, game, players, seed=5), number)
        assert [played.seat for played in pair.games] == list(range(players))
        assert len({(played.scores, played.moves, played.ended) for played in pair.games}) == 1
        assert pair.share == pytest.approx(1 / players, abs=1e-15)
        assert pair.lead == 0
        assert pair.margin == 0 or players > 2


def test_a_pair_is_a_pure_function() -> None:
    """The same again for the same number, something else for others."""
    assert play_pair(QUICK, 4) == play_pair(QUICK, 4)
    others = [play_pair(match, 4) for match in (QUICK, Match("greedy", "random", "cards", seed=4))]
    assert others[0].games != others[1].games
    assert play_pair(QUICK, 4).games != play_pair(QUICK, 5).games


def test_a_deal_that_nobody_can_open_is_dealt_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another shuffle of all the cards, as often as it takes (C2)."""
    cards, tries = EDITIONS["cards"], []

    def starter(hands, ages, lot):
        tries.append(hands)
        return cards.starter(hands, ages, lot) if len(tries) == 3 else None

    monkeypatch.setattr(playing, "edition", lambda _: replace(cards, starter=starter))
    state, deck, _, deals = playing.deal(QUICK, 0)
    assert len(tries) == 3
    assert tries[0] != tries[1] != tries[2]
    assert list(state.hands) == tries[2]
    assert deals == tries
    assert sorted(deck.left) == list(state.bag)


def test_a_game_that_never_ends_is_a_draw(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two bots that trade for ever are stopped, counted and reported; the margin stays."""
    monkeypatch.setattr(playing, "MOST_MOVES", 12)
    running = run(Match("trader", "trader"), 2, makers=ODD)
    assert [played.ended for pair in running.pairs for played in pair.games] == ["stopped"] * 4
    assert running.summary.stopped == 4
    assert running.summary.shares.mean == 0.5
    assert all(abs(played.margin) > 0 for pair in running.pairs for played in pair.games)


def test_the_figures_of_a_game() -> None:
    """Win share, margin and lead of a game by hand."""
    played = Played(1, (10, 14, 14, 6), 40, "T17")
    assert (played.share, played.margin, played.lead) == (0.5, 0, 4)
    assert Played(0, (10, 14), 40, "T17").share == 0
    assert Played(0, (15, 14), 40, "T17").margin == 1


def test_pairs_survive_being_written_down() -> None:
    """A pair that went through JSON is the same pair, with its faults and its times."""
    pair = play_pair(Match("broken", "greedy"), 0, ODD)
    again = Pair.from_line(json.loads(json.dumps(pair.to_line())))
    assert again == pair
    assert again.times == pair.times


def test_times_are_added_up() -> None:
    """Mean and 95th percentile come from a histogram that is at most 5 % off."""
    times = Times.of(n / 1000 for n in range(1, 51))
    times.add(Times.of(n / 1000 for n in range(51, 101)))
    assert times.turns == 100
    assert times.mean == pytest.approx(0.0505)
    assert 0.095 <= times.within(0.95) <= 0.095 * 1.05
    assert Times.from_json(json.loads(json.dumps(times.to_json()))) == times
    assert Times().mean == Times().within() == 0


# ---- faulty bots


def test_faults_are_counted_and_told(capsys: pytest.CaptureFixture[str]) -> None:
    """A bot that always fails loses every game at once, and the report says so everywhere."""
    running = run(Match("broken", "greedy", "cards"), 1, makers=ODD)
    assert running.summary.faults == {("a", "raised"): 2}
    assert running.pairs[0].faults[0].fault.reason.startswith("RuntimeError: no idea at <object")
    assert "0x…" in running.pairs[0].faults[0].fault.reason
    assert running.pairs == run(Match("broken", "greedy", "cards"), 1, makers=ODD).pairs
    for lang in LANGUAGES:
        Teller(lang).report(running)
        assert "no idea at" in capsys.readouterr().out
    assert results_json(running)["faults"] == {"a raised": 2}


@pytest.mark.parametrize("game", EDITIONS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_bot_that_fails_wins_nothing(game: str, players: int) -> None:
    """However good the others would play in its place: no game, and no points."""
    running = run(Match("broken", "random", game, players), 1, makers=ODD)
    assert running.summary.shares.mean == 0
    assert running.summary.leads.mean <= 0
    for played in running.pairs[0].games:
        assert played.lost == (played.seat,)
        assert played.seat not in played.winners
    other = run(Match("random", "broken", game, players), 1, makers=ODD)
    assert other.summary.shares.mean == 1
    assert {played.ended for played in other.pairs[0].games} == {"O1"}


class Late(Trader):
    """Plays well for some moves, and then not at all."""

    name = "late"

    def __init__(self, seed: int = 0) -> None:
        self.inner = bot("greedy", seed)

    def choose(self, view: AnyView, budget: float | None = None) -> Move:
        if len(view.history) > 12:
            raise RuntimeError("that was all")
        return self.inner.choose(view, budget)


def test_who_leads_and_fails_has_lost() -> None:
    """Points that were made before count for nothing: neither wins nor leads can be kept."""
    running = run(Match("late", "random"), 2, makers={**ODD, "late": Late})
    games = [played for pair in running.pairs for played in pair.games]
    assert all(played.scores[played.seat] > max(played._others) for played in games)
    assert all(played.share == 0 and played.margin < 0 for played in games)
    assert running.summary.sides["a"].results == {"lost": 4}


def test_who_takes_too_long_has_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    """By the limit of a move, or by that of the game, on a clock that we turn ourselves."""
    now = [0.0]
    monkeypatch.setattr(time, "perf_counter", lambda: now[0])

    class Slow(Late):
        name = "slow"

        def choose(self, view: AnyView, budget: float | None = None) -> Move:
            now[0] += 2
            return self.inner.choose(view, budget)

    makers = {**BOTS, "slow": Slow}

    def reason(**limits: float) -> list[str]:
        pair = play_pair(Match("slow", "greedy", "cards", **limits), 0, makers)  # type: ignore[arg-type]
        assert {faulty.fault.kind for faulty in pair.faults} <= {"late"}
        return [faulty.fault.reason for faulty in pair.faults]

    assert reason() == []
    assert reason(move_time=1.5) == ["2 s > 1.5 s"] * 2
    assert reason(game_time=5) == ["2 s > 1 s"] * 2


def test_a_failing_bot_fails_the_command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The exit code says so, and the report which bot it was."""
    monkeypatch.setitem(BOTS, "broken", Broken)
    assert arena(Options(["broken", "random"], pairs=1, jobs=1)) == 1
    said = capsys.readouterr().out
    assert "broken wins 0.0% of the games" in said
    assert "Faults of broken: failed: 2. The first: broken failed at move" in said


# ---- line-ups


@pytest.mark.parametrize("game", EDITIONS)
def test_a_line_up_gives_every_bot_every_seat(game: str) -> None:
    """Three bots: six games a pair, each order once, and the shares of all sum to one."""
    match = Match("greedy", "random", game, 3, others=("static",))
    running = run(match, 1)
    [pair] = running.pairs
    assert sorted(played.seating for played in pair.games) == sorted(match.seatings)
    assert len(set(match.seatings)) == 6
    assert sum(side.shares.mean for side in running.summary.sides.values()) == pytest.approx(1)
    assert running.summary.sides["b"].shares.mean < running.summary.sides["c"].shares.mean
    again = Pair.from_line(json.loads(json.dumps(pair.to_line())))
    assert again == pair
    assert set(results_json(running)["bots"]) == {"greedy", "random", "static"}


def test_equal_bots_of_a_line_up_win_equally() -> None:
    """Four times the same bot: a quarter each, exactly."""
    running = run(Match("greedy", "greedy", "classic", 4, others=("greedy", "greedy")), 1)
    assert running.summary.games == 24
    for side in running.summary.sides.values():
        assert side.shares.mean == pytest.approx(0.25, abs=1e-12)
        assert side.leads.mean == 0


def test_a_line_up_is_told_with_its_rating(capsys: pytest.CaptureFixture[str]) -> None:
    """A line for every bot, then all of them in one rating, the strongest first."""
    assert arena(Options(["random", "greedy", "static"], pairs=1, jobs=1)) == 0
    said = capsys.readouterr().out
    assert "random against greedy, static. Players: 3." in said
    assert said.count("an even share is 33.3%") == 3
    rating = said.partition("Joint rating")[2]
    assert rating.index("greedy") < rating.index("random")


# ---- runs


def shuffled(match: Match, numbers: Iterable[int], makers: Makers = BOTS) -> Pairs:
    """Play in this process, and give back in another order."""
    pairs = [play_pair(match, number, makers) for number in numbers]
    random.Random(1).shuffle(pairs)
    yield from pairs


def test_results_do_not_depend_on_the_number_of_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    """One process, two, and one that finishes in another order: the same bytes."""
    monkeypatch.setattr(sprt, "FEWEST_PAIRS", 4)
    test = Sprt(0, 1)
    alone = run(QUICK, 8, sprt=test)
    assert alone.verdict == "high"
    assert len(alone.pairs) == 4
    other = Run(QUICK, 8, test)
    other.go(shuffled)
    assert results(other) == results(alone)
    assert results(run(QUICK, 8, sprt=test, jobs=2)) == results(alone)


def test_a_dead_process_is_told() -> None:
    """Where a process dies the run stops with a sentence."""
    with pytest.raises(Failed, match="ended unexpectedly"):
        run(Match("deadly", "greedy"), 4, jobs=2, makers={**BOTS, "deadly": Deadly})


class Deadly(Trader):
    """Takes its process with it."""

    def choose(self, view: AnyView, budget: float | None = None) -> Move:
        os._exit(3)


def test_processes_can_be_stopped_early() -> None:
    """Closing the spread ends the processes, whatever they are doing."""
    pairs = processes(QUICK, range(100), jobs=2)
    assert next(pairs).number in range(100)
    pairs.close()


def interrupted(match: Match, numbers: Iterable[int], makers: Makers = BOTS) -> Pairs:
    """Somebody presses Ctrl-C after two pairs: the first that is missing and the last."""
    numbers = [*numbers]
    yield from here(match, [numbers[-1], numbers[0]], makers)
    raise KeyboardInterrupt


def test_an_interrupted_run_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Stopped, cut off in a line, and resumed: the same results as in one go, byte for byte."""
    out = tmp_path / "result.json"
    options = Options(["greedy", "random"], game="cards", pairs=5, jobs=1, out=str(out))
    with monkeypatch.context() as patch:
        patch.setattr(commands, "here", interrupted)
        assert arena(options) == 130
        assert arena(options) == 130
    part = tmp_path / "result.json.part"
    assert not out.exists()
    lines = part.read_bytes()
    assert lines.count(b"\n") == 5
    part.write_bytes(lines + b'{"pair": 2, "gam')
    assert arena(options) == 0
    assert not part.exists()
    whole = run(Match("greedy", "random", "cards"), 5)
    found = json.loads(out.read_text())["matches"][0]["results"]
    assert json.dumps(found) == results(whole)
    assert arena(replace(options, pairs=1)) == 0, "a file of ours is replaced"


def test_ctrl_c_keeps_what_was_played(tmp_path: Path) -> None:
    """The real thing: a signal in the middle ends all processes and keeps the journal."""
    out = tmp_path / "result.json"
    arguments = ["arena", "greedy", "greedy", "--pairs", "100000", "--jobs", "2", "--out", str(out)]
    started = subprocess.Popen(
        [sys.executable, "-m", "qwirkle", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "LC_ALL": "C.UTF-8"},
        # In the background the signal is ignored, and that would be inherited.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler) and None,
    )
    part = tmp_path / "result.json.part"
    while started.poll() is None and not (part.exists() and part.read_bytes().count(b"\n") > 2):
        time.sleep(0.05)
    started.send_signal(signal.SIGINT)
    said, wrong = started.communicate(timeout=60)
    assert started.returncode == 130, wrong
    assert wrong == ""
    assert "run the same command to continue" in said
    kept = Journal(str(part), Match("greedy", "greedy"))
    kept.close()
    assert len(kept.known) >= 2


def test_a_journal_of_other_settings_is_refused(tmp_path: Path) -> None:
    """The sentence says what differs, and nothing is touched."""
    name = str(tmp_path / "journal.part")
    with_pair = Journal(name, QUICK)
    with_pair.add(play_pair(QUICK, 0))
    with_pair.close()
    before = Path(name).read_bytes()
    with pytest.raises(BadFile, match=r"played differently \(budget, seed\)"):
        Journal(name, Match("greedy", "random", "cards", budget=1.0, seed=4))
    assert Path(name).read_bytes() == before
    again = Journal(name, QUICK)
    again.close()
    assert again.known == {0: play_pair(QUICK, 0)}


@pytest.mark.parametrize(
    ("text", "sentence"),
    [("hello\nyou\n", "not written by the arena"), ("[]\n", "not written by the arena")],
)
def test_a_file_of_somebody_else_is_left_alone(tmp_path: Path, text: str, sentence: str) -> None:
    """What is no journal is neither read nor changed."""
    file = tmp_path / "journal.part"
    file.write_text(text)
    with pytest.raises(BadFile, match=sentence):
        Journal(str(file), QUICK)
    assert file.read_text() == text


def test_a_broken_journal_is_refused_by_its_line(tmp_path: Path) -> None:
    """Only the last line may be cut off; a cut header is no header yet."""
    name = str(tmp_path / "journal.part")
    Journal(name, QUICK).close()
    Path(name).write_bytes(Path(name).read_bytes() + b'{"pair": 1}\n')
    with pytest.raises(BadFile, match="Line 2 of"):
        Journal(name, QUICK)
    Path(name).write_bytes(b'{"qwirkle ar')
    Journal(name, QUICK).close()
    Journal(name, QUICK).close()


def test_the_result_file_says_what_was_played(tmp_path: Path) -> None:
    """Settings, version, machine and figures; results and times apart."""
    running = run(QUICK, 3)
    data = json.loads(to_text([running], jobs=1))
    assert data["run"]["machine"]["python"] == ".".join(map(str, sys.version_info[:3]))
    [match] = data["matches"]
    assert match["settings"]["a"] == "greedy"
    assert match["results"]["games"] == 6
    assert len(match["results"]["each_pair"]) == 3
    assert match["times"]["b"]["turns"] > 0
    low, high = (match["results"]["margin"][key] for key in ("low", "high"))
    assert low < match["results"]["margin"]["mean"] < high


# ---- the command


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (Options(["greedy", "hal"]), "choose one of: random"),
        (Options(["greedy"]), "Name two computer players"),
        (Options(["greedy"] * 5), "Name two computer players"),
        (Options(["greedy", "random", "greedy"], players=2), "A line-up of 3 bots needs"),
        (Options(["greedy", "greedy"], ladder=True), "at least two different"),
        (Options(["greedy", "greedy"], game="chess"), "There is no game"),
        (Options(["greedy", "greedy"], players=5), "for 2 to 4 players, not for 5"),
        (Options(["greedy", "greedy"], sprt=(1, 1)), "the smaller one first"),
        (Options(["greedy", "greedy"], sprt=(0, float("nan"))), "the smaller one first"),
        (Options(["greedy", "greedy"], sprt=(0, 1), sprt_elo=(0, 5)), "not both"),
        (Options(["greedy", "greedy"], budget="soon"), "such as 30ms"),
        (Options(["greedy", "greedy"], move_time="soon"), "such as 30ms"),
        (Options(["greedy", "no_such_module:Bot"]), "Python module no_such_module"),
        (Options(["greedy", "what:is it"]), "is not a bot. Write module:Class"),
        (Options(["greedy", "cmd:./no-such-program"]), "names no program"),
        (Options(["greedy", "cmd:'"]), "names no program"),
        (Options(["greedy", "greedy"], games_out=__file__), "was left alone"),
        (Options(["greedy", "greedy"], out="/nowhere/at/all.json"), "cannot be written"),
        (Options(["greedy", "greedy"], out="/"), "cannot be written"),
        (Options(["greedy", "greedy"], out=__file__), "was left alone"),
        (Options(["greedy", "greedy"], picture=__file__), "was left alone"),
    ],
)
def test_what_cannot_be_played_is_refused_with_a_sentence(options: Options, sentence: str) -> None:
    """Nothing is played, and the sentence says what was expected."""
    with pytest.raises((BadSetup, BadFile), match=sentence):
        arena(options)


@pytest.mark.parametrize("text", ["", "0s", "-1s", "5", "1h", "1e9s", "nan s", "٣s", "3601s"])
def test_bad_budgets_are_refused(text: str) -> None:
    """A budget is a number with a unit, above zero."""
    with pytest.raises(BadSetup, match="is not a valid thinking time"):
        parse_budget(text)


def test_good_budgets_are_seconds() -> None:
    """Milliseconds and seconds, whole or not."""
    assert [parse_budget(text) for text in ("30ms", "0.5s", "1 s", "2.5ms")] == [
        0.03,
        0.5,
        1.0,
        0.0025,
    ]


def test_the_command_runs() -> None:
    """As people type it, with processes, a budget and a test."""
    done = subprocess.run(
        [sys.executable, "-m", "qwirkle", "arena", "greedy", "random", "--games", "cards",
         "--pairs", "3", "--sprt", "0", "1", "--budget", "30ms", "--jobs", "2", "--lang", "en"],
        capture_output=True,
        text=True,
        check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "greedy wins 100.0% of the games (95%: 29.2 to 100.0)" in done.stdout
    assert "not decided yet" in done.stdout
    assert done.stderr == ""


def test_the_bar_says_how_it_stands() -> None:
    """Win rate and margin with their intervals, and the ratio where there is a test."""
    running = run(QUICK, 2, sprt=Sprt(0, 1))
    assert "LLR" in Teller().standing(running)
    assert re.match(r"wins 100.0% \(\d+.\d–100.0\), margin \+", Teller().standing(running))
    assert "± ?" in Teller().standing(run(QUICK, 1))


def test_the_report_writes_numbers_as_the_language_does(capsys: pytest.CaptureFixture[str]) -> None:
    """Win rates, margins, ratios and times have a decimal comma where the reader expects one."""
    running = run(QUICK, 2, sprt=Sprt(0, 0.5))
    teller = Teller("ro")
    teller.report(running)
    told = capsys.readouterr().out
    assert "greedy câștigă 100,0% din jocuri (95%: de la 15,8 la 100,0); cota" in told
    assert "un avans de 0 față de 0,5 pe joc: LLR +" in told
    assert "(limite -2,94; +2,94)" in told
    assert ">100,0<" in draw([running], teller)
    assert not re.search(r"\d\.\d", told + teller.standing(running))


# ---- ladders


def test_a_ladder_plays_everybody_against_everybody(tmp_path: Path) -> None:
    """With two players each couple once; with more each way round; and all are in the picture."""
    assert [(m.a, m.b) for m in matches_of(Options(["greedy", "random"], ladder=True))] == [
        ("greedy", "random")
    ]
    out, drawn = tmp_path / "ladder.json", tmp_path / "ladder.svg"
    options = Options(
        ["random", "greedy", "random"],
        ladder=True,
        game="cards",
        players=3,
        pairs=2,
        jobs=1,
        out=str(out),
        picture=str(drawn),
    )
    assert arena(options) == 0
    written = json.loads(out.read_text())
    matches, ratings = written["matches"], written["ratings"]
    assert ratings["greedy"]["mean"] > 100 > -100 > ratings["random"]["mean"]
    assert ratings["greedy"]["mean"] == pytest.approx(-ratings["random"]["mean"])
    assert [(m["settings"]["a"], m["settings"]["b"]) for m in matches] == [
        ("random", "greedy"),
        ("greedy", "random"),
    ]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["ladder.json", "ladder.svg"]
    texts = [node.text for node in ElementTree.parse(drawn).iter() if node.text]  # noqa: S314
    assert {"greedy", "random", "100.0"} <= set(texts)
    assert texts.index("greedy") < texts.index("random"), "the better one comes first"


# ---- clusters


MINE = "from qwirkle.bots.simple import Greedy\n\nclass Mine(Greedy):\n    pass\n"


@pytest.mark.filterwarnings("ignore")  # Ray's own
def test_a_cluster_gives_the_same_results_after_a_loss(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two processes of a local Ray; one is killed in the middle of a game, and nobody can tell."""
    pytest.importorskip("ray")
    told = tmp_path / "pid"

    class Waiting:
        """Greedy; but the first that is asked tells its process and waits for its end."""

        name = "waiting"

        def __init__(self, seed: int) -> None:
            self.inner = bot("greedy", seed)

        def choose(self, view: AnyView, budget: float | None = None) -> Move:
            try:
                told.symlink_to(str(os.getpid()))  # made with its content, or not at all
            except FileExistsError:
                return self.inner.choose(view, budget)
            time.sleep(600)
            raise AssertionError("nobody came")

    class Calm(Waiting):
        def choose(self, view: AnyView, budget: float | None = None) -> Move:
            return self.inner.choose(view, budget)

    match = Match("waiting", "greedy", "cards")
    expected = run(match, 6, makers={**BOTS, "waiting": Calm})
    running, killed = Run(match, 6), list[int]()

    def kill(_: Run) -> None:
        """Some pair came back from the other process: now the waiting one dies."""
        if not killed:
            killed.append(int(told.readlink().name))
            os.kill(killed[0], signal.SIGKILL)

    (tmp_path / "mine.py").write_text(MINE)
    monkeypatch.chdir(tmp_path)
    with cluster.Cluster("local", jobs=2) as spread:
        running.go(spread, {**BOTS, "waiting": Waiting}, watch=kill)
        [pair] = spread(Match("mine:Mine", "random", "cards"), [0])
    assert killed
    assert results(running) == results(expected)
    assert pair.games == play_pair(Match("greedy", "random", "cards"), 0).games, "a bot of others"


def test_a_machine_with_another_bot_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the code of a bot is missing or differs, the run stops with a sentence."""
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "mine.py"
    file.write_text(MINE)
    match = Match("mine:Mine", "random", "cards")
    expected = cluster.programs(match)
    assert cluster._played(match, None, 0, expected, str(tmp_path)).number == 0
    with pytest.raises(Failed, match="Install the same version"):
        cluster._played(match, None, 0, {"": "other"}, str(tmp_path))
    file.write_text(f"{MINE}# changed")
    for folder in (tmp_path, tmp_path / "nowhere"):
        with pytest.raises(Failed, match="does not have the same code of mine:Mine"):
            cluster._played(match, None, 0, expected, str(folder))
    end_all()


def test_a_cluster_without_ray_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    """The sentence has the command."""
    monkeypatch.setitem(sys.modules, "ray", None)
    options = Options(["greedy", "greedy"], cluster="local", pairs=1)
    with pytest.raises(Failed, match=r'pip install "qwirkle\[cluster\]"'):
        arena(options)


@pytest.mark.filterwarnings("ignore")  # Ray's own
@pytest.mark.parametrize("address", ["127.0.0.1:1", "ray://127.0.0.1:1"])
def test_a_cluster_that_is_not_there_is_told(address: str) -> None:
    """At once, and with the address."""
    pytest.importorskip("ray")
    with pytest.raises(Failed, match=f"The Ray cluster {address} cannot be used"):
        arena(Options(["greedy", "greedy"], cluster=address, pairs=1))


def test_spreads_are_interchangeable() -> None:
    """Here and in processes the same pairs come back."""
    spread = partial(processes, jobs=2)
    assert sorted(p.number for p in spread(QUICK, [3, 5])) == [
        p.number for p in here(QUICK, [3, 5])
    ]
