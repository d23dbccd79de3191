"""The arena's figures against values from tables and by hand."""

import math
import random
import statistics
from xml.etree import ElementTree

import pytest

from qwirkle.analysis.intervals import Estimate, student_t
from qwirkle.arena import Match, Pair, Played, Sprt, elo, summary
from qwirkle.arena.elo import elo_of, ratings, share_of
from qwirkle.arena.exact import beta_below, exact
from qwirkle.arena.picture import Words, both_ways, color, picture, ranked
from qwirkle.arena.runner import Run
from qwirkle.arena.sprt import FEWEST_PAIRS, Verdict, llr_of_shares
from qwirkle.arena.stats import Mean, Moments, Side


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
    assert Sprt(1, 5).llr_of_points(leads) == pytest.approx(by_hand)
    assert Sprt(0, 1).llr_of_points(Moments.of([0, 0, 0])) == 0


def side(leads: list[float]) -> Side:
    return Side(leads=Moments.of(leads))


def test_the_test_waits_for_enough_pairs() -> None:
    """However clear they are, a few pairs decide nothing."""
    clear = [10.0, 11.0] * FEWEST_PAIRS
    assert Sprt(0, 1).verdict(side(clear[: FEWEST_PAIRS - 1])) is None
    assert Sprt(0, 1).verdict(side(clear[:FEWEST_PAIRS])) == "high"
    assert Sprt(0, 1).verdict(side([-x for x in clear])) == "low"
    assert Sprt(0, 1).verdict(side([0.0, 1.0] * 30)) is None


@pytest.mark.unmeasured
def test_the_test_is_wrong_seldom() -> None:
    """Of 200 runs in which the low lead is true, about 5 % accept the high one; and vice versa."""
    sprt = Sprt(0, 1)
    for truth, wrong in ((0.0, "high"), (1.0, "low")):
        dice, errors = random.Random(5), 0
        for _ in range(200):
            seen = Side()
            while (verdict := sprt.verdict(seen)) is None:
                seen.leads.add(dice.gauss(truth, 4))
            errors += verdict == wrong
        assert errors <= 18


def pair_of(dice: random.Random, share: float) -> float:
    """The share of a pair of games that are won with that chance."""
    return sum(dice.random() < share for _ in range(2)) / 2


def decided(sprt: Sprt, elo: float, dice: random.Random) -> Verdict:
    """What a test on wins accepts where that lead is true."""
    seen, truth = Side(), share_of(elo)
    while (verdict := sprt.verdict(seen)) is None:
        seen.outcomes[pair_of(dice, truth)] += 1
        seen.leads.add(0)
    return verdict


@pytest.mark.unmeasured
def test_the_test_on_wins_keeps_its_error_rates() -> None:
    """Of 100 runs each way with rates of 10 % and 2 %, not more are wrong than that and luck."""
    sprt, dice = Sprt(0, 100, alpha=0.1, beta=0.02, measure="elo"), random.Random(4)
    assert sum(decided(sprt, 0, dice) == "high" for _ in range(100)) <= 19
    assert sum(decided(sprt, 100, dice) == "low" for _ in range(100)) <= 7


def test_the_test_on_wins_decides_where_all_pairs_are_alike() -> None:
    """25 pairs without a loss are clear, although they have no variance."""
    sprt = Sprt(0, 50, measure="elo")
    won = Side(leads=Moments.of([0.0] * 25))
    won.outcomes[1.0] = 25
    assert sprt.verdict(won) == "high"
    lost = Side(leads=Moments.of([0.0] * 25))
    lost.outcomes[0.0] = 25
    assert sprt.verdict(lost) == "low"


def test_the_ratio_of_two_shares_by_hand() -> None:
    """Of single games it is that of two coins: n won and m lost of two chances."""
    by_hand = 30 * math.log(0.6 / 0.5) + 20 * math.log(0.4 / 0.5)
    assert llr_of_shares({1.0: 30, 0.0: 20}, 0.5, 0.6) == pytest.approx(by_hand, abs=0.01)


@pytest.mark.unmeasured
@pytest.mark.parametrize("pairs", [5, 20, 50])
@pytest.mark.parametrize("share", [0.5, 0.9, 0.97, 0.99, 0.997])
@pytest.mark.parametrize("opposed", [0.0, 0.5])
def test_win_rates_near_certainty_have_honest_intervals(
    share: float, pairs: int, opposed: float
) -> None:
    """At least 93 of 100 intervals hold the truth, whether or not the games of a pair oppose each
    other; by Student's t it was 70 at 97 % with 20 pairs."""
    dice, held = random.Random(f"{share} {pairs}"), 0
    for _ in range(300):
        shares = Moments()
        for _ in range(pairs):
            luck, other = dice.random(), dice.random()
            other = 1 - luck if dice.random() < opposed else other
            shares.add(((luck < share) + (other < share)) / 2)
        found = shares.chance()
        held += found.low <= share <= found.high
    assert held >= 0.93 * 300


def test_the_exact_interval_is_that_of_the_tables() -> None:
    """Clopper and Pearson for 8 of 10 coins, the t of nine degrees of freedom aside."""
    found = exact(0.8, math.sqrt(0.16 / 10), 10)
    coins = 10 * (1.959964 / 2.262157) ** 2
    assert beta_below(found.low, 0.8 * coins, 0.2 * coins + 1) == pytest.approx(0.025, abs=1e-5)
    assert beta_below(found.high, 0.8 * coins + 1, 0.2 * coins) == pytest.approx(0.975, abs=1e-5)
    assert beta_below(0.4439, 8, 3) == pytest.approx(0.025, abs=2e-4)
    assert (beta_below(-1, 2, 2), beta_below(2, 2, 2)) == (0, 1)


def test_two_won_pairs_prove_little() -> None:
    """Before, they were 100 % ± 0."""
    found = Moments.of([1.0, 1.0]).chance()
    assert found.high == 1
    assert found.low == pytest.approx(math.sqrt(0.025))
    assert Moments.of([1.0]).chance() == Estimate(1, 0, 1)


def test_wins_draws_and_losses() -> None:
    """Counted by games; a shared win is a draw."""
    counted = summary([pair(0, 10, -4), pair(1, 2, 2), pair(2, 0, -6)])
    assert counted.sides["a"].results == {"won": 3, "drawn": 1, "lost": 2}
    assert counted.sides["a"].outcomes == {0.5: 1, 1.0: 1, 0.25: 1}


def test_elo_by_hand() -> None:
    """Three wins of four are 191 points; the ends of an interval may be infinite."""
    assert elo_of(0.75) == pytest.approx(400 * math.log10(3))
    assert share_of(elo_of(0.4, 3), 3) == pytest.approx(0.4)
    found = elo.elo(Estimate(1.0, 0.75, 1.0))
    assert (found.value, found.high) == (math.inf, math.inf)
    assert found.low == pytest.approx(190.85, abs=0.01)
    assert elo_of(0.0) == -math.inf


def ladder(truth: dict[str, float], pairs: int, dice: random.Random) -> dict[str, Estimate]:
    """The rating of a simulated ladder of bots with given strengths."""
    names = list(truth)
    matches = []
    for at, a in enumerate(names):
        for b in names[at + 1 :]:
            share = share_of(truth[a] - truth[b])
            won = [[1 if dice.random() < share else -1 for _ in range(2)] for _ in range(pairs)]
            matches.append((Match(a, b), [pair(n, *margins) for n, margins in enumerate(won)]))
    return ratings(matches)


@pytest.mark.unmeasured
def test_one_rating_explains_a_ladder(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of simulated ladders most intervals hold the strength that was put in; their mean is 0."""
    monkeypatch.setattr(elo, "RESAMPLED", 80)
    truth = {"weak": -300.0, "middle": 0.0, "strong": 300.0}
    dice, held = random.Random(3), 0
    for _ in range(20):
        found = ladder(truth, 25, dice)
        assert sum(rating.value for rating in found.values()) == pytest.approx(0, abs=1e-6)
        held += sum(found[name].low <= truth[name] <= found[name].high for name in truth)
    assert held >= 52


def test_a_bot_that_never_wins_has_a_rating() -> None:
    """A finite one, with an interval that reaches far down."""
    won = [pair(number, 5, 5) for number in range(30)]
    found = ratings([(Match("strong", "weak"), won)])
    assert math.isfinite(found["weak"].value)
    assert found["weak"].low < found["weak"].value < -300
    assert found["weak"].high < -100


def test_a_rating_of_two_is_their_share() -> None:
    """With many pairs the joint rating of two bots is the Elo of the share."""
    pairs = [pair(n, 5, 5 if n % 2 else -5) for n in range(400)]
    found = ratings([(Match("a", "b"), pairs)])
    assert found["a"].value - found["b"].value == pytest.approx(elo_of(0.75), abs=1.0)


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
    rates = both_ways(Match("a", "b"), Estimate(0.75, 0.5, 0.875))
    assert rates["b", "a"] == Estimate(0.25, 0.125, 0.5)
    assert list(both_ways(Match("a", "b", players=3), Estimate(0.6, 0.5, 0.7))) == [("a", "b")]
    assert list(both_ways(Match("a", "a"), Estimate(0.5, 0.5, 0.5))) == [("a", "a")]


def test_the_picture_is_a_picture() -> None:
    """Valid XML with every name, number and interval, whatever the names contain."""
    names = ["weak", "<strong & fast>", "a-name-that-is-longer-than-its-column"]
    rates: dict[tuple[str, str], Estimate] = {}
    for a, b, rate in ((0, 1, 0.125), (0, 2, 0.25), (2, 1, 0.375)):
        rates |= both_ways(Match(names[a], names[b]), Estimate(rate, rate - 0.01, rate + 0.01))
    assert ranked(rates)[0] == names[1]
    svg = picture(rates, 0.5, Words('A "title" & more', "rows", "columns", "scale"))
    texts = [node.text for node in ElementTree.fromstring(svg).iter() if node.text]  # noqa: S314
    for text in (
        *names,
        "12.5",
        "87.5",
        "11.5–13.5",
        "86.5–88.5",
        'A "title" & more',
        "rows",
        "columns",
    ):
        assert text in texts
    assert "<rect" in svg.split("<text")[0], "it has its own background"
