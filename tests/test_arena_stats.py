"""The arena's figures against values from tables and by hand."""

import math
import random
import statistics
from xml.etree import ElementTree

import pytest

from qwirkle.analysis.intervals import student_t
from qwirkle.arena import Match, Pair, Played, Sprt, summary
from qwirkle.arena.picture import Words, both_ways, color, picture, ranked
from qwirkle.arena.runner import Run
from qwirkle.arena.stats import FEWEST_PAIRS, Mean, Moments


def pair(number: int, *margins: int) -> Pair:
    """A pair of two games with these margins for the first bot."""
    games: tuple[Played, ...] = (Played(0, (100 + margins[0], 100), 50, "T17"),)
    if len(margins) > 1:
        games += (Played(1, (100, 100 + margins[1]), 50, "T17"),)
    return Pair(number, games)


@pytest.mark.parametrize(
    ("freedom", "point"),
    [(1, 12.706), (2, 4.303), (5, 2.571), (10, 2.228), (11, 2.201), (12, 2.179), (20, 2.086),
     (30, 2.042), (60, 2.000), (120, 1.980), (1000, 1.962), (10**6, 1.960)],
)  # fmt: skip
def test_student_t_is_that_of_the_tables(freedom: int, point: float) -> None:
    """To three decimals, for few and for many degrees of freedom."""
    assert student_t(freedom) == pytest.approx(point, abs=6e-4)


def test_intervals_by_hand() -> None:
    """Mean 3, variance 2.5, five values: 3 ± 2.776 · sqrt(0.5)."""
    estimate = Moments.of([1, 2, 3, 4, 5]).estimate()
    assert estimate.mean == 3
    assert estimate.error == pytest.approx(2.7764 * math.sqrt(0.5))
    assert Moments.of([7]).estimate() == Mean(7, None)
    assert Moments.of([]).estimate() == Mean(0, None)


def test_moments_are_those_of_the_standard_library() -> None:
    """The running variance is the variance."""
    values = [random.Random(2).gauss(1000, 0.1) for _ in range(300)]
    moments = Moments.of(values)
    assert moments.mean == pytest.approx(statistics.mean(values))
    assert moments.squares / 299 == pytest.approx(statistics.variance(values))


def test_an_interval_holds_the_truth_19_times_in_20() -> None:
    """Of 400 samples of eight, about 380 intervals contain the true mean."""
    dice = random.Random(7)
    held = 0
    for _ in range(400):
        estimate = Moments.of(dice.gauss(5, 2) for _ in range(8)).estimate()
        assert estimate.error is not None
        held += abs(estimate.mean - 5) <= estimate.error
    assert 365 <= held <= 395


def test_a_summary_counts_pairs_as_one() -> None:
    """The win share and the margin of a pair are the means of its games."""
    counted = summary([pair(0, 10, -4), pair(1, 2, 2), pair(2, 0, -6)])
    assert (counted.pairs, counted.games) == (3, 6)
    assert counted.shares.mean == pytest.approx((0.5 + 1 + 0.25) / 3)
    assert counted.margins.mean == pytest.approx((3 + 2 - 3) / 3)
    assert counted.leads.mean == counted.margins.mean


def test_the_bounds_of_the_test() -> None:
    """With 5 % errors of both kinds the bounds are the logarithms of 1/19 and 19."""
    low, high = Sprt(0, 1).bounds
    assert (low, high) == pytest.approx((-math.log(19), math.log(19)))


def test_the_likelihood_ratio_by_hand() -> None:
    """LLR = (mu1 - mu0)(2 sum - n (mu0 + mu1)) / (2 variance)."""
    values = [3.0, -1.0, 4.0, 2.0]
    leads = Moments.of(values)
    by_hand = (5 - 1) * (2 * sum(values) - 4 * (1 + 5)) / (2 * statistics.pvariance(values))
    assert Sprt(1, 5).llr(leads) == pytest.approx(by_hand)
    assert Sprt(0, 1).llr(Moments.of([0, 0, 0])) == 0


def test_the_test_waits_for_enough_pairs() -> None:
    """However clear they are, a few pairs decide nothing."""
    clear = [10.0, 11.0] * FEWEST_PAIRS
    assert Sprt(0, 1).verdict(Moments.of(clear[: FEWEST_PAIRS - 1])) is None
    assert Sprt(0, 1).verdict(Moments.of(clear[:FEWEST_PAIRS])) == "high"
    assert Sprt(0, 1).verdict(Moments.of(-x for x in clear)) == "low"
    assert Sprt(0, 1).verdict(Moments.of([0.0, 1.0] * 30)) is None


def test_the_test_is_wrong_seldom() -> None:
    """Of 200 runs in which the low lead is true, about 5 % accept the high one; and vice versa."""
    sprt = Sprt(0, 1)
    for truth, wrong in ((0.0, "high"), (1.0, "low")):
        dice, errors = random.Random(5), 0
        for _ in range(200):
            leads = Moments()
            while (verdict := sprt.verdict(leads)) is None:
                leads.add(dice.gauss(truth, 4))
            errors += verdict == wrong
        assert errors <= 18


def test_pairs_count_in_the_order_of_their_numbers() -> None:
    """A run that is decided by its first pairs ignores later ones that were finished before."""
    dice = random.Random(3)
    pairs = [pair(number, dice.randint(4, 9), dice.randint(4, 9)) for number in range(60)]
    pairs[40:] = [pair(number, -90, -90) for number in range(40, 60)]
    runs = []
    for seed in range(5):
        random.Random(seed).shuffle(shuffled := pairs.copy())
        running = Run(Match("greedy", "random"), 60, Sprt(0, 1))
        for one in shuffled:
            running.take(one)
        runs.append((running.verdict, running.pairs, running.summary))
    assert all(other == runs[0] for other in runs)
    assert runs[0][0] == "high"
    assert runs[0][1] == pairs[:FEWEST_PAIRS]


def test_the_scale_is_centred_on_the_fair_share() -> None:
    """With four players a quarter of the games is white."""
    assert color(0.25, 0.25) == color(0.5, 0.5) == "#f7f7f7"
    assert color(0.0, 0.25) == color(0.0, 0.5)
    assert color(1.0, 0.25) == color(1.0, 0.5)


def test_two_players_tell_both_ways() -> None:
    """What one loses the other wins; with three seats that does not follow."""
    rates = both_ways(Match("a", "b"), Mean(0.6, 0.1))
    assert rates["b", "a"] == Mean(0.4, 0.1)
    assert list(both_ways(Match("a", "b", players=3), Mean(0.6, 0.1))) == [("a", "b")]
    assert list(both_ways(Match("a", "a"), Mean(0.5, 0.0))) == [("a", "a")]


def test_the_picture_is_a_picture() -> None:
    """Valid XML with every name, number and interval, whatever the names contain."""
    names = ["weak", "<strong & fast>", "a-name-that-is-longer-than-its-column"]
    rates: dict[tuple[str, str], Mean] = {}
    for a, b, rate in ((0, 1, 0.125), (0, 2, 0.25), (2, 1, 0.375)):
        rates |= both_ways(Match(names[a], names[b]), Mean(rate, None if a else 0.01))
    assert ranked(rates)[0] == names[1]
    svg = picture(rates, 0.5, Words('A "title" & more', "rows", "columns", "scale"))
    texts = [node.text for node in ElementTree.fromstring(svg).iter() if node.text]  # noqa: S314
    for text in (*names, "12.5", "87.5", "± ?", "± 1.0", 'A "title" & more', "rows", "columns"):
        assert text in texts
    assert "<rect" in svg.split("<text")[0], "it has its own background"
