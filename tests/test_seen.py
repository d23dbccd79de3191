"""A game as one player has seen it: told as text, and read back."""

import random

import pytest

from qwirkle import BadNotation, Game, IllegalMove, native
from qwirkle.bots.seen import Reader, Told, read, told
from qwirkle.editions import EDITIONS
from qwirkle.testing import NAMES, random_move
from tests.often import often

GAMES = EDITIONS if native.kernel else ["classic"]


@pytest.mark.unmeasured
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("edition", GAMES)
def test_a_view_survives_being_told(edition: str, players: int) -> None:
    """At every moment of whole games every seat's view, read back from its text, is the same."""
    dice, game = random.Random(players), Game(NAMES[:players], edition, seed=players)
    while game.outcome is None:
        name = dice.choice(game.players)
        view = game.view(name)
        assert read(told(view)).view(game.players.index(name)) == view
        mover = game.view(str(game.turn))
        wild = edition == "classic" and dice.random() < 0.2  # among all moves, most are trades
        game.push(dice.choice(list(mover.legal_moves)) if wild else random_move(mover, dice))


@pytest.mark.parametrize("edition", GAMES)
def test_a_view_survives_those_who_leave(edition: str) -> None:
    """Somebody left, in turn or out of it: the view tells it by the turns and the empty hand."""
    for seed in range(often(6)):
        dice, game = random.Random(seed), Game(NAMES, edition, seed=seed)
        leaving = dice.sample(NAMES, 2)
        for number in range(30):
            if game.outcome:
                break
            if number in (seed, 9):
                game.resign(leaving.pop())
            if not game.outcome:
                seat = dice.choice([n for n in range(4) if n not in game.state.gone])
                view = game.view(game.players[seat])
                assert read(told(view)).view(seat) == view
                game.push(random_move(game.view(str(game.turn)), dice))


@pytest.mark.parametrize("edition", GAMES)
def test_a_game_can_be_followed(edition: str) -> None:
    """Told only what is new, a reader knows what the seat knows, turn by turn."""
    dice, game = random.Random(3), Game(NAMES[:3], edition, seed=3)
    reader, known = Reader(), None
    while game.outcome is None:
        view = game.view("Ada")
        if known is None or not known.follows(view):
            known, reader = Told(view), Reader()
            text = known.text
        else:
            text = known.more(view)
        for line in text.splitlines():
            reader.line(line)
        assert reader.seen.view(0) == view
        game.push(random_move(game.view(str(game.turn)), dice))
        if game.moves == 9:
            game.resign("Bo")


def test_an_undone_move_is_not_followed() -> None:
    """Nor is the view of another seat, or of another game."""
    game = Game(["Ada", "Bo"], seed=7, ages=[30, 31])
    for _ in range(3):
        game.push(next(iter(game.legal_moves)))
    known = Told(game.view("Ada"))
    assert known.follows(game.view("Ada"))
    assert not known.follows(game.view("Bo"))
    game.pop()
    assert not known.follows(game.view("Ada"))
    assert not Told(Game(["Ada", "Bo"], seed=1).view("Ada")).follows(game.view("Ada"))


def test_what_is_told_hides_what_is_hidden() -> None:
    """No piece of another hand or of the bag is in the text."""
    game = Game(["Ada", "Bo"], seed=7, ages=[30, 31])
    game.push(next(iter(game.legal_moves)))
    game.push("trade " + " ".join(map(str, game.hand[:2])))
    text = told(game.view("Ada"))
    assert "deal 2 ? ? ? ? ? ?" in text
    assert "move 2 trade ? ? scores 0 draws ? ?" in text


@pytest.mark.parametrize("edition", GAMES)
def test_a_record_is_read_as_it_is(edition: str) -> None:
    """With its checksums, and with lines that say nothing about the game."""
    game = Game(["Ada", "Bo"], edition, seed=3)
    for _ in range(5):
        game.push(random_move(game.view(str(game.turn)), random.Random(1)))
    seen = read(game.dump())
    assert seen.view() == game.view(str(game.turn))


@pytest.mark.parametrize(
    ("old", "new", "error"),
    [
        ("move 1 ", "move 2 ", BadNotation),
        ("scores ", "scores 1", BadNotation),
        ("draws ", "draws ? ", BadNotation),
        ("edition classic", "edition chess", ValueError),
        ("deal 2", "deal 7", BadNotation),
        ("move 1", "move x", BadNotation),
        ("@0,0", "@5,5", IllegalMove),
    ],
)
def test_what_cannot_have_been_seen_is_refused(old: str, new: str, error: type[Exception]) -> None:
    """Each with the sentence of the library."""
    game = Game(["Ada", "Bo"], seed=7, ages=[30, 31])
    game.push(next(iter(game.legal_moves)))
    text = told(game.view("Bo"))
    assert old in text
    with pytest.raises(error):
        read(text.replace(old, new, 1)).view()
