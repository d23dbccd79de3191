"""The six levels: legal and honest, blind as people are, and never playing noise."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from math import perm
from statistics import mean
from typing import Any

import pytest

from qwirkle import BadSetup, Board, Game, Hand, Tile, native
from qwirkle.arena import Match, run
from qwirkle.bag import Bag
from qwirkle.bots import BOTS, bot
from qwirkle.bots.cards import greedy
from qwirkle.bots.dice import Dice
from qwirkle.bots.difficulty import Option, Taste, noticed
from qwirkle.bots.knowledge import knowledge
from qwirkle.bots.levels import DEFAULT, LEVELS, SEARCHING, Level, Overlooking, level, strength
from qwirkle.cards import solver
from qwirkle.cards.layout import cards_moved
from qwirkle.cards.moves import Arrange, Exchange
from qwirkle.classic import fast
from qwirkle.classic.moves import Play, Trade
from qwirkle.editions import CARDS, CLASSIC, EDITIONS
from qwirkle.game import AnyGame
from qwirkle.locales import LANGUAGES
from qwirkle.moves import Move
from qwirkle.testing import check_bot
from qwirkle.tiles import TILES
from qwirkle.views import AnyView, View
from tests.often import often

compiled = pytest.mark.skipif(native.kernel is None, reason="this is the pure run")
WEAK = [known for known in LEVELS if known.overlooks]
CHECKED = [
    (known, edition)
    for known in LEVELS
    for edition in EDITIONS
    if native.kernel or (known in WEAK and edition == "classic")
]
"""Without the kernel a game of cards takes seconds, so there a few turns, below, are enough."""
TINY = 0.0002
OTHER_HAND = 6


def options_of(view: AnyView) -> list[Option]:
    return knowledge(view.edition).options(view)


def view_of(edition: str, text: str) -> AnyView:
    """A view of a position that was written down, in a game of two."""
    position: Any = (CLASSIC.parse_position if edition == "classic" else CARDS.parse_position)(text)
    layout = position.board if edition == "classic" else position.table
    seen = layout.values() if edition == "classic" else layout.cards
    fields = {
        **Game(["Ada", "Bo"], edition, seed=1).view("Ada").__dict__,
        "turn": "Ada",
        "position": position,
        "board": layout,
        "history": (),
        "hand_sizes": {"Ada": len(position.hand), "Bo": OTHER_HAND},
        "unseen": Counter(Bag.full()) - Counter(seen) - Counter(position.hand),
    }
    return View(**{**fields, "bag": sum(fields["unseen"].values()) - OTHER_HAND})


def middle(edition: str, moves: int = 9) -> AnyGame:
    """A game after a few moves."""
    game = Game(["Ada", "Bo"], edition, seed=5)
    for _ in range(moves):
        game.push(level(3).player().choose(game.view(str(game.turn))))
    return game


@pytest.mark.unmeasured
@pytest.mark.parametrize(("known", "edition"), CHECKED, ids=str)
def test_every_level_plays_whole_games_by_the_rules(known: Level, edition: str) -> None:
    """With 2, 3 and 4 players: only legal moves, chosen by what the player may know alone."""
    check_bot(lambda: known.player(2), edition, budget=TINY)


def test_the_levels_are_six_and_can_be_named() -> None:
    """They are numbered from 1, bots by name, and have a name and a sentence in all languages."""
    assert [known.number for known in LEVELS] == [1, 2, 3, 4, 5, 6]
    assert {known.bot for known in LEVELS} <= set(BOTS)
    assert bot("level-1").name == "level-1"
    assert level(DEFAULT).overlooks, "the usual level works without the kernel"
    for lang in LANGUAGES:
        assert len({known.name(lang) for known in LEVELS}) == 6
        assert len({known.about(lang) for known in LEVELS}) == 6


@pytest.mark.parametrize("number", [0, 7, -1])
def test_an_unknown_level_is_refused_in_a_sentence(number: int) -> None:
    """The sentence says which levels there are."""
    with pytest.raises(BadSetup, match=rf"There is no level {number}; choose one from 1 to 6\."):
        level(number)


@pytest.mark.parametrize("known", LEVELS[SEARCHING - 1 :], ids=lambda known: known.bot)
def test_strong_levels_say_that_they_need_the_kernel(
    known: Level, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without the compiled kernel they are refused in a sentence, and the weak ones play."""
    monkeypatch.setattr(native, "kernel", None)
    with pytest.raises(BadSetup, match="compiled kernel"):
        known.player()
    assert level(DEFAULT).player().name == "level-3"


def test_a_strength_between_two_levels_has_a_name() -> None:
    """It is a bot by that name, with the character of the level below it."""
    assert bot("level-2.35").name == "level-2.35"
    assert [strength(h).character for h in (0, 99, 100, 299, 450, 600)] == [
        *("Olo", "Olo", "Olo", "Luka", "Dia", "Astra")
    ]
    assert strength(300) == level(3)


@pytest.mark.parametrize("hundredths", [-1, 501, 599, 601, 10_000])
def test_a_strength_that_nobody_has_is_refused(hundredths: int) -> None:
    """Below nothing, between the levels that search, or above the last."""
    with pytest.raises(BadSetup, match=rf"There is no level {hundredths}/100; choose one from 1"):
        strength(hundredths)


@pytest.mark.parametrize("name", ["level-2.5", "level-7.00", "level-5.50", "level-2.355"])
def test_a_name_between_levels_that_is_none_is_refused(name: str) -> None:
    """Two digits, and a level that there is."""
    with pytest.raises(BadSetup, match="level"):
        bot(name)


@pytest.mark.parametrize("edition", EDITIONS)
def test_attention_grows_within_a_level_and_with_the_form_of_the_day(edition: str) -> None:
    """Each character sees more from strength to strength, and more on a good day."""
    scale = knowledge(edition).attention
    for whole in range(SEARCHING):
        usual = [scale.of(100 * whole + more) for more in range(100)]
        assert usual == sorted(set(usual))
        for hundredths in (100 * whole, 100 * whole + 99):
            days = [scale.of(hundredths, form) for form in (0.0, 0.5, 1.0)]
            assert days == sorted(set(days))
            assert 0 <= days[0] < days[2] <= 1


def test_a_game_has_one_form_and_another_game_another() -> None:
    """The seed of a game decides it: with one seed a player sees the same in the same position."""
    view = middle("classic").view(str(middle("classic").turn))
    seen = [len(Overlooking("x", 100, Taste.POINTS, seed).noticed(view)) for seed in range(40)]
    again = [len(Overlooking("x", 100, Taste.POINTS, seed).noticed(view)) for seed in range(40)]
    assert seen == again
    assert len(set(seen)) > 5


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_move_is_noticed_as_often_as_its_steps_say(edition: str) -> None:
    """The harder to find, the less often noticed: attention to the power of the steps and one."""
    game = middle(edition, 12)
    found = options_of(game.view(str(game.turn)))
    assert len({option.steps for option in found}) > 3
    seeds = 300
    times: Counter[Option] = Counter()
    for seed in range(seeds):
        times.update(noticed(found, 0.6, Taste.POINTS, Dice(seed)))
    noted: dict[float, list[float]] = defaultdict(list)
    for option in found:
        noted[option.steps].append(times[option] / seeds)
    for hard, rates in noted.items():
        assert sum(rates) / len(rates) == pytest.approx(0.6 ** (hard + 1), abs=0.11), hard


@pytest.mark.parametrize(
    ("board", "play", "steps"),
    [
        ("Ro@0,0 Rx@1,0", "Rd@2,0", 0),
        ("Ro@0,0 Rx@1,0", "Rd@2,0 Rs@3,0", 1),
        ("Ro@0,0 Rx@1,0 Bs@2,1", "Rs@2,0", 1),
        ("Ro@0,0 Rx@1,0 Rs@1,1 Rs@3,0 Gs@3,1", "Rd@2,0", 1),
        ("Ro@0,0 Rx@1,0 Go@0,2 Gx@1,2", "Bo@0,1 Bx@1,1", 5),
    ],
)
def test_steps_of_the_tile_game(board: str, play: str, steps: float) -> None:
    """A step for each further tile, each further line and each gap bridged."""
    hand = " ".join(word.partition("@")[0] for word in play.split())
    view = view_of("classic", f"{board} / {hand} Pc / 50")
    found = {option.move: option.steps for option in options_of(view)}
    assert found[Play.parse(play)] == steps


def test_far_from_the_last_plays_is_harder() -> None:
    """A step for every four cells, and two at most."""
    game = middle("classic")
    view = game.view(str(game.turn))
    last = {c for event in view.history[-2:] for c in getattr(event.move, "cells", ())}
    ones = [option for option in options_of(view) if option.least == 0]
    away = {
        min(abs(x - a) + abs(y - b) for x, y in option.move.cells for a, b in last): option.steps
        for option in ones
        if isinstance(option.move, Play)
    }
    assert max(away) > 2
    whole = {distance: steps - (distance - 1) / 4 for distance, steps in away.items()}
    assert all(rest == int(rest) for distance, rest in whole.items() if distance < 9)


@pytest.mark.parametrize(
    ("table", "hand", "expected"),
    [
        ("Ro Rx Rd", "Rs", {"Ro Rx Rd Rs": 0}),
        ("Ro Rx Rd", "Rs Rt", {"Ro Rx Rd Rs": 0, "Ro Rx Rd Rt": 0, "Ro Rx Rd Rs Rt": 1}),
        ("Ro Rx Rd Rs", "Go Bo", {"Ro Go Bo | Rx Rd Rs": 2}),
    ],
)
def test_steps_of_the_card_game(table: str, hand: str, expected: dict[str, float]) -> None:
    """A step for each further card from the hand, and for each card that changes its row."""
    view = view_of("cards", f"{table} / {hand} / 50 / exchanges 0")
    assert {str(option.move): option.steps for option in options_of(view)} == expected


HIDDEN = "Ro@0,0 Rx@1,0 Go@0,2 Gx@1,2 / Bo Bx Rd Pc / 50"
"""Two blue tiles between the rows give six points more than anything else."""


def test_the_weak_overlook_what_the_better_see() -> None:
    """A play in three lines and over two gaps: the first level hardly ever finds it."""
    view, best = view_of("classic", HIDDEN), Play.parse("Bo@0,1 Bx@1,1")
    found = [sum(k.player(n).choose(view) == best for n in range(200)) / 200 for k in WEAK]
    assert found[0] < 0.05
    assert max(found[:2]) < found[2] < found[3]
    assert found[3] > 0.3


@compiled
@pytest.mark.parametrize("known", LEVELS[SEARCHING - 1 :], ids=lambda known: known.bot)
def test_the_strong_see_everything(known: Level) -> None:
    """They find the hidden play."""
    assert str(known.player().choose(view_of("classic", HIDDEN), TINY)) == "Bo@0,1 Bx@1,1"


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("known", WEAK, ids=lambda known: known.bot)
def test_of_the_noticed_moves_the_best_is_taken(known: Level, edition: str) -> None:
    """No level chooses what it wants less than another move that it noticed; and never noise."""
    game, player = Game(["Ada", "Bo"], edition, seed=6), known.player(1)
    assert isinstance(player, Overlooking)
    game.push(player.choose(game.view(str(game.turn))))
    for _ in range(12):
        view = game.view(str(game.turn))
        move, seen, found = player.choose(view), player.noticed(view), options_of(view)
        if seen:
            wanted = [(each.appeal(player.taste), each.tie(player.taste)) for each in seen]
            assert move == seen[0].move
            assert wanted == sorted(wanted, reverse=True)
        elif found:
            easiest = min(option.steps for option in found)
            assert next(o.steps for o in found if o.move == move) == easiest
        game.push(move)


def played_by(number: int, edition: str, games: int = often(9)) -> Iterator[tuple[AnyView, Move]]:
    """What a level does in whole games against itself, turn by turn."""
    for seed in range(games):
        game = Game(["Ada", "Bo"], edition, seed=seed)
        players = [strength(100 * number).player(2 * seed + seat) for seat in (0, 1)]
        while game.turn and game.moves < 40:
            view = game.view(str(game.turn))
            move = players[game.state.turn].choose(view, TINY)
            if view.history:
                yield view, move
            game.push(move)


def share(found: Iterable[bool]) -> float:
    """How often something is so."""
    found = list(found)
    return sum(found) / len(found)


def test_olo_lays_one_or_two_tiles() -> None:
    """Whatever fits; nothing larger is ever thought of."""
    sizes = {len(move.placements) for _, move in played_by(1, "classic") if isinstance(move, Play)}
    assert sizes == {1, 2}


@pytest.mark.unmeasured
@compiled
def test_olo_adds_cards_to_rows_as_they_lie() -> None:
    """One or two; more, or rearranged, only where he sees nothing else. Kubo does as he likes."""

    def is_plain(view: AnyView, move: Move) -> bool:
        assert isinstance(move, Arrange)
        cards = sum(map(len, (*move.rows, *move.captured))) - sum(map(len, view.board))
        return cards <= 2 and not cards_moved(view.board, move)

    olo, kubo = (
        share(is_plain(*turn) for turn in played_by(n, "cards") if isinstance(turn[1], Arrange))
        for n in (1, 3)
    )
    assert olo > 0.6 > kubo


def longest(view: AnyView, move: Play) -> int:
    return max((len(line.cells) for line in view.board.score(move).lines), default=0)


def test_luka_loves_long_lines() -> None:
    """He makes the longest line that he sees, and now and then gives up points for it."""
    given_up = 0
    for view, _ in islice(played_by(2, "classic"), 60):
        seen = Overlooking("x", 299, Taste.LONG, 1).noticed(view)
        lines = [longest(view, option.move) for option in seen if isinstance(option.move, Play)]
        points = [view.position.points(option.move) for option in seen]
        assert lines == sorted(lines, reverse=True)
        given_up += bool(points) and points[0] < max(points)
    assert given_up > 3


def test_kubo_counts_every_point() -> None:
    """Of what he notices nothing gives more points."""
    for view, _ in islice(played_by(3, "classic"), 30):
        seen = Overlooking("x", 300, Taste.POINTS, 1).noticed(view)
        points = [view.position.points(option.move) for option in seen]
        assert points == sorted(points, reverse=True)


def test_dia_keeps_tiles_that_go_together() -> None:
    """Two plays of the same points: she makes the one that leaves her the larger set."""
    view = view_of("classic", "Ro@0,0 Rx@1,0 / Rd Rs Gs Bs Yt / 50")
    dia = Overlooking("x", 499, Taste.SAVING)
    wants = {str(option.move): option.appeal(Taste.SAVING) for option in options_of(view)}
    assert wants["Rd@2,0"] == 3 + 3, "three squares are left"
    assert wants["Rs@2,0"] == 3 + 2, "two squares"
    seen = dia.noticed(view)
    assert [each.appeal(Taste.SAVING) for each in seen] == sorted(
        (each.appeal(Taste.SAVING) for each in seen), reverse=True
    )


@compiled
def test_dia_and_iks_give_the_next_player_little() -> None:
    """In the card game the gifts that they leave are fewer than those of Kubo."""
    kubo, dia, iks = (
        mean(gifts_after(view, move) for view, move in played_by(number, "cards", games=4))
        for number in (3, 4, 5)
    )
    assert dia < kubo
    assert iks < kubo


def gifts_after(view: AnyView, move: Move) -> float:
    """The expected number of ways in which the next hand completes a row of six."""
    unseen = tuple(view.unseen[tile] for tile in TILES)
    gifts = greedy.Gifts(unseen, greedy.next_hand(view))
    rows = move.rows if isinstance(move, Arrange) else view.board
    return gifts.of(solver.counted(chain(*rows))) / perm(max(sum(unseen), 6), 6)


def open_sixths(board: Board, unseen: Counter[Tile]) -> int:
    """How many unseen tiles would make a line of six with one placement."""
    return sum(
        number
        for tile, number in unseen.items()
        if number and any(points >= 12 for _, points in fast.scored(board, Hand([tile])))
    )


LOOKED_AT = 40
"""Iks looks at the plays with the most points, and at no more than these."""


@compiled
def test_iks_never_hands_over_the_sixth_if_there_is_another_way() -> None:
    """While the bag has tiles, a play opens a line of six to one unseen tile only if all do."""
    tempted = 0
    for view, move in played_by(5, "classic", games=3):
        plays = [play for play in view.legal_moves if isinstance(play, Play)]
        if not view.bag or not isinstance(move, Play) or len(plays) > LOOKED_AT:
            continue
        before = open_sixths(view.board, view.unseen)
        gifts = {p: open_sixths(view.board.after(p), view.unseen) > before for p in plays}
        tempted += any(gifts.values())
        assert not gifts[move] or all(gifts.values())
    assert tempted > 5, "there was something to avoid"


@pytest.mark.unmeasured
@compiled
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("number", range(1, 5))
def test_the_levels_are_in_order(number: int, edition: str) -> None:
    """Who is two levels above wins nearly every game: 0.9 and more, measured at length."""
    match = Match(f"level-{number + 2}", f"level-{number}", edition, budget=0.003, seed=8)
    assert run(match, 8).summary.shares.mean > 0.65


def test_going_out_is_worth_its_bonus() -> None:
    """With an empty bag the last tiles are worth six points more, and the levels know it."""
    view = view_of("classic", "Ro@0,0 Rx@1,0 / Rd / 0")
    wants = {str(option.move): option.appeal(Taste.POINTS) for option in options_of(view)}
    assert wants["Rd@2,0"] == 3 + 6
    assert wants["Rd@0,1"] == 2 + 6


def test_with_nothing_to_play_they_do_as_the_rules_say() -> None:
    """Trade all that can be, or exchange the hand."""
    move = level(1).player().choose(view_of("classic", "Ro@0,0 / Gx Gx Bd / 50"))
    assert isinstance(move, Trade)
    assert len(move.tiles) == 3
    stuck = view_of("cards", "Ro Rx Rd / Gs Bt / 9 / exchanges 0")
    assert level(1).player().choose(stuck) == Exchange()


@compiled
def test_a_level_takes_no_more_time_than_its_own() -> None:
    """However much time the fifth level is given, it plays as ever; the sixth uses it."""
    view = middle("classic").view(str(middle("classic").turn))
    assert level(5).player().choose(view, 1000.0) == level(5).player().choose(view)
