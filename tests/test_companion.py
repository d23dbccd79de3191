"""The table companion: real tables judged and counted by the same rules."""

import io
import random
from collections.abc import Sequence
from typing import Any

import pytest

from qwirkle import Game
from qwirkle.bots import bot
from qwirkle.cards.tally import Tally as CardsTally
from qwirkle.classic.moves import Trade
from qwirkle.classic.tally import Tally as ClassicTally
from qwirkle.editions import EDITIONS
from qwirkle.game import AnyGame
from qwirkle.terminal.companion import Options, score
from qwirkle.terminal.console import Console
from qwirkle.tiles import TILES


def scored(*lines: str, game: str = "classic", players: Sequence[str] = ("Ada", "Bo")) -> str:
    """What the companion shows to people who type these lines and then close the input."""
    out = io.StringIO()
    source = io.StringIO("".join(line + "\n" for line in lines))
    console = Console(plain=True, source=source, out=out)
    assert score(Options(game, players), console) == 0
    return out.getvalue()


def told(game: AnyGame) -> list[str]:
    """A finished game as people at the table would tell it: no hand, only the number traded."""
    moves = [event.move for event in game.view(game.players[0]).history]
    return [
        f"trade {str(move).count(' ')}" if str(move).startswith("trade") else str(move)
        for move in moves
    ]


def finished(edition: str, players: int, seed: int) -> AnyGame:
    """A game of bots in which the first seat begins, as it does at the companion's table."""
    names = ["Ada", "Bo", "Cy", "Di"][:players]
    while Game(names, edition, seed=seed).turn != "Ada":
        seed += 100
    game = Game(names, edition, seed=seed)
    dice = random.Random(seed)
    while game.turn is not None:
        name = dice.choice(["greedy", "greedy", "random"])
        game.push(bot(name, seed).choose(game.view(game.turn)))
    return game


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_whole_game_is_counted_like_the_host_counts_it(edition: str, players: int) -> None:
    """Told move by move, a game gets the same points, the same end and the same winner."""
    game = finished(edition, players, seed=players)
    shown = scored(*told(game), game=edition, players=game.players)
    assert game.outcome is not None
    for player, points in game.outcome.scores.items():
        assert f"\n{player}: {points} " in shown.rpartition("The game is over")[2]
    assert "The game is over" in shown
    winners = ", ".join(game.outcome.winners)
    assert f"{winners} wins!" in shown or f"Shared win: {winners}." in shown


@pytest.mark.parametrize("edition", EDITIONS)
def test_hands_and_bag_are_known_by_number(edition: str) -> None:
    """After every move the companion knows how many pieces each hand and the bag hold."""
    game = finished(edition, 3, seed=9)
    tally: Any
    tally = (ClassicTally if edition == "classic" else CardsTally).start(3)
    host = Game(game.players, edition, seed=seed_of(game))
    for event in game.view("Ada").history:
        tally = tally.after(tally.read(told_move(str(event.move))))
        host.push(full_move(game, host))
        assert list(map(len, tally.state.hands)) == list(map(len, host.state.hands))
        assert len(tally.state.bag) == len(host.state.bag)
        assert tally.state.turn == host.state.turn


def seed_of(game: AnyGame) -> bytes:
    """The seed that a finished game has revealed."""
    return bytes.fromhex(str(game.events[-1]).split()[1])


def told_move(text: str) -> str:
    return f"trade {text.count(' ')}" if text.startswith("trade") else text


def full_move(game: AnyGame, host: AnyGame) -> str:
    """The next move of a game, trades with their tiles."""
    moves = [str(event).split(" scores ")[0].split(" ", 2)[2] for event in game.events
             if str(event).startswith("move")]  # fmt: skip
    return moves[len(host.view("Ada").history)]


def test_plays_are_judged_and_counted() -> None:
    """Legal plays get their points line by line; illegal ones a sentence and a rule."""
    shown = scored("Ro@0,0 Rx@1,0", "Rs@5,0", "Rs@2,0", "totals", "board")
    assert "2 points for the line red circle, red cross" in shown
    assert "(T8)" in shown
    assert "Bo: 3 points, 6 in hand." in shown
    assert "Bag: 93 tiles." in shown
    assert "red square Rs at 2,0, new" in shown


def test_a_fourth_copy_of_a_tile_is_refused() -> None:
    """There are three of each tile, even where a fourth would fit."""
    tally, copies, others = ClassicTally.start(2), 0, random.Random(1).sample(TILES[1:], 35)
    while copies < 3 or not any(tally.state.board.plays([TILES[0]])):
        fitting = next(tally.state.board.plays([TILES[0]]), None) if copies < 3 else None
        if fitting is None:
            fitting = next(
                filter(None, (next(tally.state.board.plays([tile]), None) for tile in others))
            )
            others.remove(fitting.tiles[0])
        else:
            copies += 1
        tally = tally.after(fitting)
    fault = tally.fault(next(tally.state.board.plays([TILES[0]])))
    assert fault is not None
    assert str(fault).endswith("this would be the fourth: red circle. (T1)")


def test_a_fourth_copy_of_a_card_is_refused() -> None:
    """There are three of each card, captured ones included."""
    shown = scored(
        "Ro Rx Rd", "1 Rs Rt Rc", "Ro Go Bo", "... | Ro Yo Po", "... | Ro Rs Rt", game="cards"
    )
    assert "There are only three of each card; this would be the fourth: red circle. (C1)" in shown


def test_trades_are_checked_against_the_bag() -> None:
    """A trade is a number of tiles: not at the opening, not none, and not more than a hand has."""
    shown = scored("trade 2", "pass", "Ro@0,0", "trade 0", "trade 7", "trade 6", "pass")
    assert "you cannot trade yet. (T3)" in shown
    assert "you cannot pass yet. (T3)" in shown
    assert "Choose at least one tile to trade. (T15)" in shown
    assert "That hand has only 6 tiles left. (T14)" in shown
    assert "Bo trades 6 tiles." in shown
    assert "The bag is not empty: play, or trade tiles. (T15)" in shown


def test_a_trade_can_name_its_tiles() -> None:
    """Who types the tiles of a trade is understood as well."""
    tally = ClassicTally.start(2)
    tally = tally.after(tally.read("Ro@0,0"))
    tally = tally.after(Trade.parse("trade Ro Gx"))
    assert list(map(len, tally.state.hands)) == [6, 6]
    assert len(tally.state.bag) == 95


def test_passing_all_round_ends_a_stuck_game() -> None:
    """With the bag empty, a pass is believed; when all have passed the game ends (T18)."""
    game = finished("classic", 2, seed=3)
    moves = told(game)
    tally = ClassicTally.start(2)
    count = 0
    while tally.state.bag:
        tally = tally.after(tally.read(moves[count]))
        count += 1
    shown = scored(*moves[:count], "trade 1", "pass", "pass")
    assert "The bag is empty, so nothing can be traded" in shown
    assert "The game is over: nobody could play." in shown
    assert "for going out" not in shown


def test_going_out_is_noticed() -> None:
    """Who plays the last tile with the bag empty gets six more, without saying so."""
    seed, game = 0, finished("classic", 2, seed=0)
    while game.outcome is None or game.outcome.rule != "T17":
        seed += 1
        game = finished("classic", 2, seed=seed)
    shown = scored(*told(game))
    assert "6 points for going out" in shown
    assert "The game is over: a player has played their last tile." in shown


def test_undo_takes_back_one_move() -> None:
    """A slip of the tongue can be taken back, move by move, to the beginning."""
    shown = scored("undo", "Ro@0,0", "undo", "Go@0,0 Gx@1,0", "totals")
    assert "There is nothing to take back yet." in shown
    assert "Taken back. It is Ada’s turn again." in shown
    assert "Ada: 2 points, 6 in hand." in shown


def test_captured_rows_are_counted() -> None:
    """A row of six leaves the table and counts for the player of that turn."""
    shown = scored(
        "Ro Rx Rd", "1 Rs Rt Rc", "Go Gx Gd", "Go Gx", "exchange", "pass", "end", game="cards"
    )
    assert "Qwirkle! Bo captures the row" in shown
    assert "(C6)" in shown
    assert "Bo exchanges" in shown.replace("cannot play and ", "")
    assert "You cannot pass while you can still exchange your hand" in shown
    assert "Bo: 1 captured row" in shown
    assert "Bo wins!" in shown


def test_more_cards_than_a_hand_has_are_refused() -> None:
    """Nobody lays ten new cards in one turn."""
    shown = scored(
        "Ro Rx Rd", "... | Go Gx Gd Gs | Bo Bx Bd | Yo Yx Yd", "... | Go Gx Gd", game="cards"
    )
    assert "That hand has only 9 cards left. (C8)" in shown


def test_ending_early_names_the_leader() -> None:
    """The players can stop whenever they like."""
    shown = scored("Ro@0,0 Rx@1,0", "end")
    assert "Ada: 2 points" in shown
    assert "Ada wins!" in shown


def test_names_are_asked_for_and_checked() -> None:
    """Without names on the command line the companion asks; one name is not enough."""
    shown = scored("Ada, Bo , Cy", "Ro@0,0", "quit", players=())
    assert "At the table: Ada, Bo, Cy." in shown
    with pytest.raises(ValueError, match="2 to 4 players"):
        scored("Ada", players=())


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("text", ["", "xyzzy", "trade x", "trade", "|", "1x", "\0", "Ro@1"])
def test_nonsense_changes_nothing(edition: str, text: str) -> None:
    """Whatever is typed, the companion asks again; help is always there."""
    shown = scored(text, "help", game=edition)
    assert shown.count("Ada plays:") == 3
    assert "Other commands:" in shown
