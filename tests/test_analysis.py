"""Advice: the best moves of a view, how sure their figures are, and reasons in four languages."""

import random
from collections import Counter
from dataclasses import replace

import pytest

import qwirkle
from qwirkle import BadSetup, Game, IllegalMove, Position, View, native
from qwirkle.analysis import Advice, Estimate, explain, rank
from qwirkle.analysis.intervals import chance, mean
from qwirkle.bag import Bag
from qwirkle.bots import bot
from qwirkle.cards.moves import Exchange
from qwirkle.cards.notation import parse_position
from qwirkle.editions import EDITIONS, edition
from qwirkle.game import AnyGame
from qwirkle.locales import LANGUAGES
from qwirkle.terminal import positions
from qwirkle.testing import permuted
from qwirkle.views import AnyView

compiled = pytest.mark.skipif(native.kernel is None, reason="the search is the kernel's")
FIVE = "Ro@0,0 Rx@1,0 Rd@2,0 Rs@3,0 Rt@4,0"
QUICK = 0.003


def tiles(text: str) -> AnyView:
    """A position of the tile game as Ada sees it; its tiles may lie apart, which is shorter."""
    position = Position.parse(text)
    return positions.view(
        "classic",
        position,
        position.board,
        position.board.values(),
        bag=position.bag,
        hand_size=6,
        table=positions.Players(("Ada", "Bo"), (0, 0)),
        refusals=positions.Refusals("T1.copies", "ui.bad.position_bag"),
    )


def cards(text: str) -> AnyView:
    """A position of the card game as Ada sees it, in a game of two."""
    position, names = parse_position(text), ("Ada", "Bo")
    game = Game(names, "cards", seed=1).view("Ada")
    unseen = Counter(Bag.full()) - Counter(position.table.cards) - Counter(position.hand)
    sizes = {"Ada": len(position.hand), "Bo": 9}
    return replace(
        game,
        turn="Ada",
        position=position,
        board=position.table,
        unseen=unseen,
        hand_sizes=sizes,
        bag=position.pile,
    )


def why(view: AnyView, move: str, lang: str = "en") -> str:
    return " ".join(reason.say(lang) for reason in explain(view, move))


def moments(game: str, *counts: int, players: int = 2) -> list[AnyGame]:
    """A game after n moves of greedy bots, for each n of the counts."""
    found = []
    for count in counts:
        played = Game(["Ada", "Bo", "Cy", "Di"][:players], game, seed=2)
        for _ in range(count):
            played.push(bot("greedy").choose(played.view(str(played.turn))))
        found.append(played)
    return found


@compiled
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_chances_of_a_round_add_up_to_about_one(edition: str, players: int) -> None:
    """One player after the other is told theirs, and over a whole game they are neither too high
    nor too low."""
    game = Game(["Ada", "Bo", "Cy", "Di"][:players], edition, seed=2)
    told = []
    while game.turn:
        win = rank(game.view(game.turn), QUICK, most=1)[0].win
        if win:
            told.append(win.value)
        game.push(bot("greedy").choose(game.view(game.turn)))
    assert len(told) > 10
    assert players * sum(told) / len(told) == pytest.approx(1, abs=0.25)


def to_move(game: AnyGame) -> AnyView:
    return game.view(str(game.turn))


# ---- the order, and how sure it is ---------------------------------------------------------------


@pytest.mark.parametrize("name", EDITIONS)
def test_the_best_come_first(name: str) -> None:
    """All are legal and different, and the first is what the master would play."""
    for game in moments(name, 0, 5, 12):
        view = to_move(game)
        found = rank(view, QUICK, most=8)
        assert 1 <= len(found) <= 8
        assert len({str(advice.move) for advice in found}) == len(found)
        assert all(view.fault(advice.move) is None for advice in found)
        assert all(advice.points == game.state.points(advice.move) for advice in found)
        best = "master" if native.kernel else "greedy"
        assert found[0].move == bot(best).choose(view, QUICK)


@compiled
@pytest.mark.parametrize("name", EDITIONS)
def test_intervals_hold_the_figures_and_shrink(name: str) -> None:
    """More thought makes the best move's intervals narrower, and they always hold the figures."""
    (game,) = moments(name, 6)
    widths = []
    for budget in (0.005, 0.2):
        found = rank(to_move(game), budget)
        for advice in found:
            assert advice.samples >= 2
            assert advice.margin is not None
            assert advice.win is not None
            for figure in (advice.margin, advice.win):
                assert figure.low <= figure.value <= figure.high
                assert figure.width > 0
            assert advice.win.low >= 0
            assert advice.win.high <= 1
        assert found[0].margin is not None
        assert found[0].win is not None
        widths.append((found[0].margin.width, found[0].win.width))
    assert widths[1][0] < widths[0][0]
    assert widths[1][1] < widths[0][1]


def test_a_chance_stays_a_chance() -> None:
    """Wilson's interval: inside 0 to 1, and never without width as long as it was only tried."""
    sure = chance(1.0, 0.0, 16)
    assert sure.high == 1
    assert 0.7 < sure.low < 0.9
    assert chance(0.0, 0.0, 16).low == 0
    smooth, coins = chance(0.5, 0.01, 100), chance(0.5, 0.05, 100)
    assert smooth.width < coins.width
    assert smooth.width == pytest.approx(2 * 1.984 * 0.01, rel=0.01)


def test_few_samples_make_wide_intervals() -> None:
    """Student's t: two samples say very little."""
    assert mean(1.0, 1.0, 2).width == pytest.approx(2 * 12.7062)
    assert mean(1.0, 1.0, 1000).width == pytest.approx(2 * 1.9623, rel=1e-3)


@pytest.mark.parametrize("name", EDITIONS)
def test_the_same_seed_gives_the_same_answer(name: str) -> None:
    """Advice follows from the view, the seed and the budget alone."""
    (game,) = moments(name, 7)
    found = rank(to_move(game), QUICK, seed=3)
    assert rank(to_move(game), QUICK, seed=3) == found
    if native.kernel:
        assert [a.margin for a in rank(to_move(game), QUICK, seed=4)] != [a.margin for a in found]


@pytest.mark.parametrize("name", EDITIONS)
@pytest.mark.parametrize("players", [2, 3])
def test_advice_does_not_depend_on_what_is_hidden(name: str, players: int) -> None:
    """With the hidden pieces dealt out again, every word of the advice stays the same."""
    dice = random.Random(1)
    for game in moments(name, 1, 6, 11, players=players):
        view, seat = to_move(game), game.state.turn
        other = permuted(game.state, seat, dice)
        twin = View.of(edition(name), game.players, other, seat)
        assert rank(replace(twin, history=view.history), QUICK) == rank(view, QUICK)


@compiled
def test_an_end_of_two_is_exact() -> None:
    """With an empty bag the tile game is worked out; the one best move is its own interval."""
    game = moments("classic", 0)[0]
    while game.state.bag or sum(map(len, game.state.hands)) > 6:
        game.push(bot("greedy").choose(to_move(game)))
    (best,) = rank(to_move(game), QUICK)
    assert best.exact
    assert best.margin == Estimate(*[best.margin.value] * 3)
    assert best.win is not None
    assert best.win.width == 0
    assert "Worked out to the end of the game." in best.say()
    assert [reason.key for reason in best.figures] == ["advice.end.classic", "advice.win.exact"]


@compiled
def test_the_last_turns_of_the_card_game_are_exact() -> None:
    """Once only last turns are left and all cards are known, nothing is left to chance."""
    game = moments("cards", 0)[0]
    while game.state.bag:
        assert not rank(to_move(game), 0.0)[0].exact
        game.push(bot("greedy").choose(to_move(game)))
    margins = {}
    while game.turn is not None:
        best, mover = rank(to_move(game), 0.0)[0], game.turn
        assert best.exact
        assert best.margin is not None
        margins[mover] = best.margin.value
        game.push(best.move)
    ada, bo = game.scores.values()
    assert margins == {"Ada": ada - bo, "Bo": bo - ada}


@compiled
def test_a_move_that_was_not_tried_has_no_figures() -> None:
    """Without playouts there is an order, and no figure that would only look like one."""
    found = rank(tiles(f"{FIVE} / Rc Bo Yx / 60"), 0.0)
    assert {advice.samples for advice in found} == {0}
    assert {(advice.margin, advice.win, advice.figures) for advice in found} == {(None, None, ())}
    assert "Not simulated often enough" in found[0].say()


def test_the_only_move_is_called_so() -> None:
    """Where nothing can be played in the card game there is one move, and its reason says why."""
    view = cards("Ro Rx Rd / Yt Gc Bs / 60 / exchanges 0")
    (only,) = rank(view, QUICK)
    assert only.move == Exchange()
    assert only.why() == "Nothing can be played, so the whole hand is exchanged."
    last = cards("Ro Rx Rd / Yt Gc Bs / 60 / exchanges 3")
    assert rank(last, QUICK)[0].why("uk") == "Нічого не можна зіграти."
    if native.kernel:
        assert only.say().endswith("There is no other legal move.")


# ---- without the kernel --------------------------------------------------------------------------


@pytest.mark.parametrize("name", EDITIONS)
def test_pure_mode_ranks_by_this_turn(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the kernel: points or rows, no figures, and a sentence that says so."""
    monkeypatch.setattr(native, "kernel", None)
    for game in moments(name, 0, 4, 14):
        found = rank(to_move(game), QUICK, most=4)
        points = [advice.points for advice in found]
        assert points == sorted(points, reverse=True)
        assert points[0] == max(map(game.state.points, game.legal_moves))
        assert {(a.margin, a.win, a.samples, a.exact) for a in found} == {(None, None, 0, False)}
        assert "this turn" in found[0].say()
        assert " alone: the compiled kernel" in found[0].say()


def test_a_board_too_wide_for_the_kernel_is_ranked_by_points() -> None:
    """Tiles a thousand cells apart are no reason to fail."""
    found = rank(tiles("Ro@0,0 Rx@1000,0 / Rd Bs / 60"), QUICK)
    assert found[0].points == 2
    assert "could not be used" in found[0].say()


# ---- reasons -------------------------------------------------------------------------------------

QWIRKLE = {
    "en": "Scores 12 points now, for one line. Makes a Qwirkle: red circle, red cross, "
    "red diamond, red square, red star, red clover. Leaves the others no line of five to complete. "
    "Keeps 3 tiles, of which these go together: yellow cross, yellow square. "
    "Keeps more than one of: yellow cross.",
    "pl": "Teraz 12 punktów, za jedną linię. Tworzy Qwirkle: czerwone koło, czerwony iks, "
    "czerwony romb, czerwony kwadrat, czerwona gwiazdka, czerwona koniczyna. Nie zostawia "
    "rywalom żadnej linii pięciu płytek do dopełnienia. Na ręce zostają 3 płytki; pasują do "
    "siebie: żółty iks, żółty kwadrat. Powtórzone na ręce: żółty iks.",
    "ro": "Acum 12 puncte, pentru o linie. Face un Qwirkle: cerc roșu, cruce roșie, romb roșu, "
    "pătrat roșu, stea roșie, trifoi roșu. Nu le lasă adversarilor nicio linie de cinci piese de "
    "completat. Păstrează 3 piese; se potrivesc între ele: cruce galbenă, pătrat galben. "
    "Păstrează de mai multe ori: cruce galbenă.",
    "uk": "Зараз 12 балів за одну лінію. Утворює Qwirkle: червоне коло, червоний хрестик, "
    "червоний ромб, червоний квадрат, червона зірка, червона конюшина. Не залишає "
    "суперникам жодної лінії з п’яти плиток, яку можна завершити. На руках лишаються 3 плитки; "
    "підходять одна до одної: жовтий хрестик, жовтий квадрат. На руках є в кількох "
    "примірниках: жовтий хрестик.",
}
LINE_OF_FIVE = {
    "en": "Scores 2 points now, for one line. 2 unseen tiles would each let the others complete "
    "a line of five: red clover. Keeps one tile: red clover.",
    "pl": "Teraz 2 punkty, za jedną linię. 2 zakryte płytki pozwoliłyby rywalom dopełnić linię "
    "pięciu płytek: czerwona koniczyna. Na ręce zostaje jedna płytka: czerwona koniczyna.",
    "ro": "Acum 2 puncte, pentru o linie. 2 piese nevăzute le-ar permite adversarilor să "
    "completeze o linie de cinci piese: trifoi roșu. Păstrează o piesă: trifoi roșu.",
    "uk": "Зараз 2 бали за одну лінію. 2 приховані плитки дали б суперникам змогу завершити "
    "лінію з п’яти плиток: червона конюшина. На руках лишається одна плитка: червона конюшина.",
}
TRADE = {
    "en": "Trades 1 tile, for no points. 3 unseen tiles would each let the others complete a line "
    "of five: red clover. Keeps 2 tiles that do not go together.",
    "pl": "Wymienia 1 płytkę, bez punktów. 3 zakryte płytki pozwoliłyby rywalom dopełnić linię "
    "pięciu płytek: czerwona koniczyna. Na ręce zostają 2 płytki; żadne dwie do siebie nie "
    "pasują.",
    "ro": "Schimbă 1 piesă, fără puncte. 3 piese nevăzute le-ar permite adversarilor să "
    "completeze o linie de cinci piese: trifoi roșu. Păstrează 2 piese, care nu se potrivesc "
    "între ele.",
    "uk": "Замінює 1 плитку, без балів. 3 приховані плитки дали б суперникам змогу завершити "
    "лінію з п’яти плиток: червона конюшина. На руках лишаються 2 плитки; жодні дві не підходять "
    "одна до одної.",
}
CAPTURE = {
    "en": "Plays 1 card. Captures 1 row. Leaves no row that one more card could complete. "
    "Keeps 3 cards, of which these go together: blue circle, blue square.",
    "pl": "Zagrywa 1 kartę. Zabiera 1 rząd. Nie zostawia rzędu, który dałoby się dopełnić jedną "
    "kartą. Na ręce zostają 3 karty; pasują do siebie: niebieskie koło, niebieski kwadrat.",
    "ro": "Joacă 1 carte. Capturează 1 rând. Nu lasă niciun rând pe care o singură carte l-ar "
    "completa. Păstrează 3 cărți; se potrivesc între ele: cerc albastru, pătrat albastru.",
    "uk": "Викладає 1 карту. Забирає 1 ряд. Не залишає ряду, який завершила б одна карта. На "
    "руках лишаються 3 карти; підходять одна до одної: синє коло, синій квадрат.",
}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_qwirkle_and_what_is_kept_with_it(lang: str) -> None:
    """The points, the Qwirkle, no line left open, and a duplicate in the hand."""
    view = tiles(f"{FIVE} / Rc Yx Yx Ys / 60")
    assert why(view, "Rc@5,0", lang) == QWIRKLE[lang]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_line_of_five_is_left_open(lang: str) -> None:
    """The sixth tile is named while somebody else could hold it, with how many are unseen."""
    view = tiles(f"{FIVE} / Rc Bo / 60")
    assert why(view, "Bo@0,1", lang) == LINE_OF_FIVE[lang]


def test_a_line_that_nobody_else_can_finish_is_not_open() -> None:
    """All three copies of the sixth tile are in this hand: no danger, and no mention of one."""
    view = tiles(f"{FIVE} / Rc Rc Rc Bo / 60")
    said = why(view, "Bo@0,1")
    assert "Leaves the others no line of five to complete." in said
    assert "Keeps 3 tiles that do not go together." in said
    assert "Keeps more than one of: red clover." in said


def test_a_gap_can_be_the_place_for_the_sixth_tile() -> None:
    """Three tiles, a gap and two more are as open as five in a row."""
    view = tiles("Ro@0,0 Rx@1,0 Rd@2,0 Rs@4,0 Rt@5,0 / Bo Rc / 60")
    assert "2 unseen tiles would each let the others complete a line of five" in why(view, "Bo@0,1")


def test_a_blocked_line_is_not_open() -> None:
    """Where the sixth tile would break the line that crosses it, nobody can play it."""
    blocked = tiles(f"{FIVE} Yx@5,-1 Po@-1,-1 / Pt / 60")
    assert explain(blocked, "Pt@-1,-2")[1].key == "advice.five.none"
    half = tiles(f"{FIVE} Po@-1,-1 / Pt / 60")
    assert explain(half, "Pt@-1,-2")[1].key == "advice.five"


def test_points_are_told_line_by_line() -> None:
    """Several lines add up; a first tile alone makes none; the last tile ends the game."""
    view = tiles("Ro@0,0 Rx@1,0 Bs@2,1 / Rs Yt / 60")
    assert why(view, "Rs@2,0").startswith("Scores 5 points now, line by line: 3 + 2.")
    assert why(tiles("/ Rs / 60"), "Rs@0,0").startswith("Scores no points now.")
    out = why(tiles("Ro@0,0 / Rx / 0"), "Rx@1,0")
    assert out == (
        "Scores 2 points now, for one line. "
        "Plays the last tile: 6 more points, and the game is over."
    )


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_trade_says_what_is_kept(lang: str) -> None:
    """No points, what stays open with the traded tile back in the bag, and the rest of the hand."""
    view = tiles(f"{FIVE} / Rc Bo Ys / 60")
    assert why(view, "trade Rc", lang) == TRADE[lang]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_capture_of_the_card_game(lang: str) -> None:
    """The cards, the rows, what the next player could capture with one card, and the rest."""
    view = cards("Ro Rx Rd Rs Rt / Rc Bo Bs Yx / 60 / exchanges 0")
    assert why(view, "Ro Rx Rd Rs Rt Rc", lang) == CAPTURE[lang]


def test_gifts_of_the_card_game_are_named_or_counted() -> None:
    """Up to three kinds of card that would capture a row are named, more are counted."""
    view = cards("Ro Rx Rd Rs / Rt Bo Bs Yx / 60 / exchanges 0")
    said = why(view, "Ro Rx Rd Rs Rt")
    assert "3 unseen cards would each let the next player capture a row: red clover." in said
    rows = " | ".join(f"{c}o {c}x {c}d {c}s {c}t" for c in "OYGB")
    view = cards(f"{rows} / Ro Rx Rd Bc / 60 / exchanges 0")
    said = why(view, f"{rows} | Ro Rx Rd")
    assert "unseen cards would each let the next player capture a row. " in said


def test_every_reason_is_said_in_every_language() -> None:
    """Four different sentences, none of them with a word left to fill in."""
    for name in EDITIONS:
        for game in moments(name, 3, 9):
            for advice in rank(to_move(game), QUICK):
                said = {advice.say(lang) for lang in LANGUAGES}
                assert len(said) == 4
                assert "{" not in "".join(said)


def test_only_legal_moves_are_explained() -> None:
    """The judge decides here as everywhere."""
    with pytest.raises(IllegalMove, match="Not in your hand"):
        explain(tiles(f"{FIVE} / Bo / 60"), "Rc@5,0")


def test_advice_is_for_the_player_to_move() -> None:
    """Nobody gets advice out of turn, after the end, or with a budget that is no time."""
    game = Game(["Ada", "Bo"], seed=5)
    waiting = next(name for name in game.players if name != game.turn)
    with pytest.raises(BadSetup, match=f"It is {game.turn}’s turn here, not {waiting}’s"):
        rank(game.view(waiting))
    for budget in (-1.0, float("nan"), float("inf")):
        with pytest.raises(BadSetup, match="not a valid thinking time"):
            rank(to_move(game), budget)
    game.resign("Ada")
    with pytest.raises(BadSetup, match="The game is over"):
        rank(game.view("Bo"))


def test_analysis_is_public() -> None:
    """``qwirkle.analysis`` is there without an import of its own, and loaded only when asked."""
    assert qwirkle.analysis.rank is rank
    assert qwirkle.__getattr__("analysis") is qwirkle.analysis
    assert "analysis" in dir(qwirkle)
    assert isinstance(rank(tiles("Ro@0,0 / Rx / 60"), QUICK)[0], Advice)
