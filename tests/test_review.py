"""A game looked at again: moves beside the best ones, luck and skill apart."""

import math
from pathlib import Path
from statistics import fmean, stdev

import pytest

from qwirkle import BadNotation, BadSetup, Game, native
from qwirkle.analysis import Estimate, Luck, Review, questions, review, sums, workers
from qwirkle.analysis.export import as_json
from qwirkle.analysis.reviewed import BAD, JUDGEMENTS, Chance
from qwirkle.bots import bot
from qwirkle.classic.rules import Position
from qwirkle.editions import EDITIONS
from qwirkle.events import Moved
from qwirkle.game import AnyGame
from tests.often import often

compiled = pytest.mark.skipif(native.kernel is None, reason="the review is the kernel's")
RECORDS = Path(__file__).parent / "conformance" / "records"
NAMES = ["Ada", "Bo & <Co>", "Cy", "Di"]


def played(edition: str, turns: int = 1000, *, players: int = 2, seed: int = 2) -> AnyGame:
    """A game of greedy bots, to its end or to so many turns."""
    game = Game(NAMES[:players], edition, seed=seed)
    while game.turn is not None and game.moves < turns:
        game.push(bot("greedy").choose(game.view(game.turn)))
    return game


def quick(game: AnyGame | str, **more: object) -> Review:
    return review(game, **{"budget": 0.01, "games": 8, "jobs": 1, **more})  # type: ignore[arg-type]


# ---- what a review says --------------------------------------------------------------------------


@compiled
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_review_speaks_of_every_turn_and_player(edition: str, players: int) -> None:
    """Each turn once, in order, with figures that hold together; each player with sums of them."""
    game = played(edition, 14, players=players)
    found = quick(game)
    assert [turn.number for turn in found.turns] == list(range(1, 15))
    assert len(found.players) == len(found.course) == len(found.deal) == players
    assert not found.finished
    assert [note.key for note in found.notes] == ["ui.review.unfinished"]
    history = game.view(NAMES[0]).history
    for turn, event in zip(found.turns, history, strict=True):
        assert (turn.seat, turn.points) == (event.seat, event.points)
        assert turn.judgement in JUDGEMENTS
        assert len(turn.luck) == players
        assert turn.reasons
        for figure in (turn.lost_points, turn.lost_win):
            assert figure.low <= figure.value <= figure.high
        if turn.is_choice:
            assert turn.before is not None
            assert turn.after is not None
            assert 0 <= turn.after.low <= turn.after.value <= turn.after.high <= 1
            lost = turn.before.value - turn.after.value
            assert turn.lost_win.value == pytest.approx(lost, abs=1e-9)
        if turn.judgement in ("best", "brilliant", "forced"):
            assert turn.is_best
            assert turn.lost_points.value == 0
    for player in found.players:
        mine = [turn for turn in found.turns if turn.seat == player.seat]
        assert sum(player.counts.values()) == len(mine)
        assert player.choices == sum(turn.is_choice for turn in mine)
        lost = math.fsum(turn.lost_points.value for turn in mine)
        assert player.skill_points.value == pytest.approx(-lost)
        luck = math.fsum(turn.luck[player.seat].win.value for turn in found.turns)
        luck += found.deal[player.seat].win.value
        assert player.luck.win.value == pytest.approx(luck)
        assert player.accuracy is None or 0 < player.accuracy <= 100
    assert math.fsum(player.luck.win.value for player in found.players) == pytest.approx(
        0, abs=1e-9
    )


@compiled
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_finished_game_ends_with_its_result(edition: str) -> None:
    """The course of each seat goes through its own choices, and ends with what it won."""
    game = played(edition)
    found = quick(game, budget=0.002, games=2)
    assert found.finished
    assert found.notes == ()
    for seat, chances in enumerate(found.course):
        share = 1 / len(found.winners) if seat in found.winners else 0
        choices = sum(turn.seat == seat and turn.is_choice for turn in found.turns)
        assert len(chances) == 2 * choices + 1
        assert chances[-1].win.value == share
        assert [chance.turns for chance in chances] == sorted(chance.turns for chance in chances)
    numbers = [point.number for point in found.turning_points]
    assert numbers == sorted(numbers)
    for point in found.turning_points:
        assert abs(point.change) >= sums.LEAST_CHANGE


@compiled
def test_the_same_game_gets_the_same_review() -> None:
    """From a game or its record, in one process or in several; another seed tries other games."""
    game = played("classic", 10)
    first = quick(game)
    told: list[tuple[int, int]] = []
    again = quick(game.dump(), jobs=2, progress=lambda done, total: told.append((done, total)))
    assert as_json(first) == as_json(again)
    assert told[-1] == (21, 21)
    assert [done for done, _ in told] == list(range(1, 22))
    assert as_json(quick(game, seed=5)) != as_json(first)


@compiled
@pytest.mark.parametrize("name", sorted(path.name for path in RECORDS.glob("*.txt")))
def test_records_of_both_versions_are_reviewed(name: str) -> None:
    """Also those in which the earliest seat started, or an exchange drew fewer cards."""
    game = Game.load((RECORDS / name).read_text())
    found = quick(game, budget=0.002, games=2)
    assert len(found.turns) == game.moves


@compiled
def test_who_leaves_is_named() -> None:
    """A resignation is no turn, but it is counted, and said."""
    game = played("classic", 4, players=3)
    game.resign("Cy")
    game.push(next(iter(game.legal_moves)))
    found = quick(game)
    assert [turn.number for turn in found.turns] == [1, 2, 3, 4, 6]
    assert found.players[2].resigned == 5
    assert found.notes[0].say() == "Cy left the game at turn 5."
    assert found.total == 6


@compiled
def test_a_blunder_is_found() -> None:
    """Whoever passes up a Qwirkle, and plays one tile instead, hears what it cost."""
    game = qwirkle_in_hand()
    moves = list(game.legal_moves)
    best = max(moves, key=game.state.points)
    worst = min((move for move in moves if move.is_play), key=game.state.points)
    game.push(worst)
    turn = quick(game, budget=0.2).turns[-1]
    assert turn.judgement in ("mistake", "blunder")
    assert turn.best.points >= 12
    assert turn.qwirkles.missed >= 1
    assert turn.lost_points.low > 3
    game.pop()
    game.push(best)
    assert quick(game, budget=0.2).turns[-1].judgement not in BAD


def qwirkle_in_hand() -> AnyGame:
    """A game whose player to move can make a Qwirkle, or play a tile for next to nothing."""
    for seed in range(100):
        game = played("classic", 8, seed=seed)
        position = game.state.position_of(game.state.turn)
        assert isinstance(position, Position)
        points = [game.state.points(move) for move in game.legal_moves if move.is_play]
        if max(points, default=0) >= 14 and min(points) <= 2:
            return game
    raise AssertionError


@pytest.mark.unmeasured
@compiled
@pytest.mark.parametrize("edition", EDITIONS)
def test_luck_is_zero_on_average(edition: str) -> None:
    """Over games and players it evens out; between two players it is the same with other signs."""
    games = [played(edition, seed=seed) for seed in range(often(24))]
    lucks: list[list[Luck]] = []
    for seed, game in enumerate(games):
        asked = [text for key, text in reviewing_questions(game, seed) if key == "luck"]
        answers = [questions.answered(text) for text in workers.ask_all(asked, 1, lambda *_: None)]
        for answer in answers:
            points = [questions.number(digits) for digits in answer["points"]]
            wins = [questions.number(digits) for digits in answer["win"]]
            assert sum(points) == pytest.approx(0, abs=1e-9)
            assert sum(wins) == pytest.approx(0, abs=1e-9)
        lucks.append([total_luck(answers, seat) for seat in (0, 1)])
    for seat in (0, 1):
        for name in ("points", "win"):
            values = [getattr(luck[seat], name).value for luck in lucks]
            error = stdev(values) / math.sqrt(len(values))
            assert abs(fmean(values)) < 4 * error


def reviewing_questions(game: AnyGame, seed: int) -> list[tuple[str, str]]:
    """The questions about luck alone: those about moves take most of a review's time."""
    found = []
    for at, (event, lines) in enumerate(questions.chapters(game)):
        if event is None or (isinstance(event, Moved) and event.drawn):
            text = questions.question("luck", lines, seed=1000 * seed + at, games=10)
            found.append(("luck", text))
    return found


def total_luck(answers: list[questions.Answer], seat: int) -> Luck:
    sums_of = {
        name: math.fsum(questions.number(answer[name][seat]) for answer in answers)
        for name in ("points", "win")
    }
    points, win = (Estimate(sums_of[name], 0, 0) for name in ("points", "win"))
    return Luck(points, win)


@compiled
def test_what_was_given_away_was_opened_and_taken() -> None:
    """Only the move right before a Qwirkle can have given it away."""
    found = quick(played("classic"), budget=0.002, games=2)
    numbers = {turn.number: turn for turn in found.turns}
    for turn in found.turns:
        if turn.given:
            assert turn.qwirkles.opened
            assert numbers[turn.number + 1].qwirkles.made
    assert sum(player.given for player in found.players) == sum(turn.given for turn in found.turns)
    made = sum(player.qwirkles.made for player in found.players)
    assert made == sum(turn.qwirkles.made for turn in found.turns)


def test_errors_add_up_as_errors_do() -> None:
    """The interval of a sum is wider than each, and narrower than all of them laid end to end."""
    total = sums.total([Estimate(1, 0, 2), Estimate(1, 0, 2)], -1.0)
    assert total.value == -2
    assert total.width == pytest.approx(2 * math.sqrt(2))


def test_turning_points_do_not_overlap() -> None:
    """When one falls as the other rises, that is one turning point, and small changes are none."""

    def chance(turns: int, win: float) -> Chance:
        return Chance(turns, Estimate(win, win, win))

    ada = [chance(0, 0.5), chance(2, 0.5), chance(4, 0.8), chance(6, 0.75)]
    bo = [chance(1, 0.5), chance(3, 0.3), chance(5, 0.2)]
    (point,) = sums.turning_points([ada, bo])
    assert (point.seat, point.number) == (0, 4)
    assert point.change == pytest.approx(0.3)


# ---- what cannot be reviewed ---------------------------------------------------------------------


def test_without_the_kernel_there_is_no_review(monkeypatch: pytest.MonkeyPatch) -> None:
    """One sentence that says what is missing."""
    monkeypatch.setattr(native, "kernel", None)
    with pytest.raises(BadSetup, match="compiled kernel is missing"):
        review(played("classic", 2))


@compiled
def test_what_is_no_game_is_refused() -> None:
    """A text that is no record, a line that was changed, and a budget that is none."""
    game = played("classic", 3)
    with pytest.raises(BadNotation, match="Line 1"):
        quick("hello")
    with pytest.raises(BadNotation, match=r"Line \d+"):
        quick(game.dump().replace("scores", "scored", 1))
    for budget in (0, -1, math.inf, math.nan):
        with pytest.raises(BadSetup, match="thinking time"):
            quick(game, budget=budget)


def test_an_answer_that_is_none_is_a_refusal() -> None:
    """The engine says why by a key, and so do we."""
    with pytest.raises(BadSetup) as refused:
        questions.answered('{"error":{"key":"bad.no_kernel","words":{}}}')
    assert refused.value.key == "bad.no_kernel"
