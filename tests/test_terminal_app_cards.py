"""The card game on the whole screen: rows that are rearranged by keys and by mouse."""

from typing import Any

import pytest
from textual.pilot import Pilot

from qwirkle import Game
from qwirkle.cards.moves import Arrange
from qwirkle.locales import LANGUAGES, say
from qwirkle.terminal import advice
from qwirkle.terminal.app import playing as playing_module
from qwirkle.terminal.app.cards import CardsDesk, Plan
from qwirkle.terminal.app.grid import MARGIN, WIDE
from qwirkle.terminal.app.paint import Painter
from qwirkle.terminal.app.playing import Playing
from qwirkle.terminal.session import Session
from qwirkle.terminal.setup import Seating
from tests.terminal_app import clicked, driven, playing, pressed, resized, settled, shown


@pytest.fixture(autouse=True)
def _in_a_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advice, "BUDGET", 0.01)
    monkeypatch.setattr(playing_module, "PAUSE", 0.0)


def desk_of(screen: Playing) -> CardsDesk:
    assert isinstance(screen.desk, CardsDesk)
    return screen.desk


def plan_of(screen: Playing) -> Plan:
    plan = desk_of(screen).plan
    assert plan is not None
    return plan


def at(table: str, hand: str, lang: str = "en", others: str = "Go Gx Gd") -> Playing:
    """A table in the middle of a game, with Ada to move."""
    hands = {"Ada": hand, "Bo": others}
    game = Game.from_position(["Ada", "Bo"], "cards", board=table, hands=hands, turn="Ada", seed=2)
    return Playing(Session(Seating(game, game.players)), lang, Painter())


def rows(screen: Playing) -> str:
    return " | ".join(" ".join(str(card.tile) for card in row) for row in plan_of(screen).rows)


async def click_card(pilot: Pilot[Any], x: int, y: int) -> None:
    await clicked(pilot, "#grid", offset=(MARGIN + WIDE * x + 1, y))


@pytest.mark.parametrize("key", ["h", "a"])
def test_a_whole_game_by_keys(key: str) -> None:
    """A person who follows the hints, or lets the cards be arranged, plays to the end."""
    screen = playing(game="cards", computers=2, ages=None)

    async def steps(pilot: Pilot[Any]) -> None:
        while screen.game.turn:
            await pressed(pilot, key)
            if plan_of(screen).used:
                await pressed(pilot, "enter")
            else:
                await pressed(pilot, "x" if plan_of(screen).position.can_exchange else "p")
        assert "wins!" in shown(pilot.app) or "Shared win" in shown(pilot.app)
        assert "everyone has had their last turn" in shown(pilot.app)

    driven(screen, steps)
    assert screen.game.outcome is not None


def test_a_whole_game_with_the_mouse() -> None:
    """Cards of the hand are clicked, and so is what can be done with them."""
    screen = playing(game="cards", computers=3, ages=None)

    async def click_key(pilot: Pilot[Any], name: str) -> None:
        line = shown(pilot.app).splitlines()[-1]
        await clicked(pilot, "#foot", offset=(line.index(name), 0))
        await settled(pilot)

    async def steps(pilot: Pilot[Any]) -> None:
        while screen.game.turn:
            plan = plan_of(screen)
            best = next(iter(screen.game.legal_moves))
            if isinstance(best, Arrange):
                table = list(screen.game.board.cards)
                for tile in best.cards:
                    if tile in table:
                        table.remove(tile)
                        continue
                    free = [card not in plan.picked for card in plan.hand]
                    place = next(
                        n for n, card in enumerate(plan.hand) if card.tile == tile and free[n]
                    )
                    await clicked(pilot, "#rack", offset=(2 + 5 * place, 1))
                await click_key(pilot, "arrange for me")
                assert plan.fault is None
                await click_key(pilot, "put here")
            else:
                await pressed(pilot, "x" if plan.position.can_exchange else "p")

    driven(screen, steps)
    assert screen.game.outcome is not None


def test_cards_move_between_rows_by_mouse() -> None:
    """A click chooses a card, a click behind a row puts it there; a new row is always at hand."""
    screen = at("Ro Rx Rd Rs | Bo Bx Bd", "Gs Ys Bs Pt")

    async def steps(pilot: Pilot[Any]) -> None:
        await click_card(pilot, 9, 9)
        before = rows(screen)
        await click_card(pilot, 8, 0)
        assert "Choose cards first" in shown(pilot.app)
        red = before.split(" | ").index("Ro Rx Rd Rs")
        await click_card(pilot, 3, red)
        assert [str(card.tile) for card in plan_of(screen).picked] == ["Rs"]
        await clicked(pilot, "#rack", offset=(2, 1))
        await clicked(pilot, "#rack", offset=(7, 1))
        await click_card(pilot, 1, 2)
        assert rows(screen) == f"{before.replace(' Rs', '')} | Rs Ys Gs"
        assert "Every row is valid." in shown(pilot.app)
        await pressed(pilot, "enter")

    driven(screen, steps)
    assert str(screen.game.board) == "Rs Ys Gs | Ro Rx Rd | Bo Bx Bd"


def test_cards_move_between_rows_by_keys() -> None:
    """Space chooses what the cursor is at, Enter puts it where the cursor is; Backspace undoes."""
    screen = at("Ro Rx Rd Rs", "Gs Ys Bs Pt")

    async def steps(pilot: Pilot[Any]) -> None:
        await pressed(
            pilot, "enter", "space", "right", "space", "up", "up", *["right"] * 9, "space"
        )
        assert [str(card.tile) for card in plan_of(screen).picked] == ["Ys", "Gs", "Rs"]
        assert "»R■" in shown(pilot.app)
        await pressed(pilot, "down", "enter")
        assert rows(screen) == "Ro Rx Rd | Rs Ys Gs"
        await pressed(pilot, "1")
        assert rows(screen) == "Ro Rx Rd | Rs Gs"
        assert "too short" in shown(pilot.app)
        assert "A row needs at least three cards: red square, green square." in shown(pilot.app)
        await pressed(pilot, "backspace", "backspace", "backspace", "backspace")
        assert rows(screen) == "Ro Rx Rd Rs"
        await pressed(pilot, "1", "backspace", "1", "enter", "down", "down", "left", "space")
        assert plan_of(screen).used == []
        await pressed(pilot, "a", "escape")
        assert rows(screen) == "Ro Rx Rd Rs"

    driven(screen, steps)


@pytest.mark.parametrize(
    ("keys", "remark", "sentence"),
    [("1 up enter", "too short", "A row needs at least three cards"),
     ("1 up up enter", "nothing in common", "A row must be all one colour or all one symbol"),
     ("2 up up enter", "two the same", "A row cannot hold the same card twice"),
     ("3 4 up up enter", "Six! You capture it", "")],
)  # fmt: skip
def test_each_row_says_what_is_wrong_with_it(keys: str, remark: str, sentence: str) -> None:
    """In a word or two behind it, and in a sentence of the judge below."""
    screen = at("Ro Rx Rd Rs", "Ro Rt Rc Ys")

    async def steps(pilot: Pilot[Any]) -> None:
        await pressed(pilot, "enter")
        hand = [str(card.tile) for card in plan_of(screen).hand]
        order = [hand.index(code) + 1 for code in ("Ys", "Ro", "Rt", "Rc")]
        names = [str(order[int(key) - 1]) if key.isdecimal() else key for key in keys.split()]
        await pressed(pilot, *names)
        assert remark in shown(pilot.app)
        assert sentence in shown(pilot.app)
        if not sentence:
            assert "Rows that you capture: 1." in shown(pilot.app)
            await pressed(pilot, "enter")
            assert "1 row." in shown(pilot.app)

    driven(screen, steps)
    assert screen.game.scores["Ada"] == (not sentence)


def test_captured_rows_can_be_looked_through() -> None:
    """Everybody's, at any time."""
    screen = at("Ro Rx Rd Rs Rt", "Rc")

    async def steps(pilot: Pilot[Any]) -> None:
        await pressed(pilot, "enter", "a", "enter")
        await pressed(pilot, "c")
        assert "Captured by Ada: R● R✕ R◆ R■ R★ R♣" in shown(pilot.app)
        assert "Bo has not captured a row yet." in shown(pilot.app)
        await clicked(pilot, offset=(1, 1))

    driven(screen, steps)


REFUSED = {
    "enter": "You must play at least one card from your hand. (C5)",
    "x": "You can do this only when you have nothing to play",
    "p": "You can do this only when you have nothing to play",
    "1 up enter enter": "A row needs at least three cards",
    "4 a": "These cards cannot all be played; choose others.",
}


def test_refusals_are_sentences_and_change_nothing() -> None:
    """Those of the judge, in the message line; it is still the same turn."""
    screen = at("Ro Rx Rd", "Rs Rt Bs Pt")

    async def steps(pilot: Pilot[Any]) -> None:
        await pressed(pilot, "enter")
        for keys, sentence in REFUSED.items():
            await pressed(pilot, "escape", *keys.split())
            assert sentence in shown(pilot.app), keys
            assert screen.game.turn == "Ada"

    driven(screen, steps)


def test_the_opening_is_arranged_by_the_rules() -> None:
    """Exactly the largest set, although the table could take more cards."""
    screen = playing(game="cards", seed=6, players=["Ada", "Bo"], computers=0, ages=None, bot=None)

    async def steps(pilot: Pilot[Any]) -> None:
        await pressed(pilot, "enter", "a", "enter")

    driven(screen, steps)
    assert screen.game.moves == 1


def test_who_is_stuck_is_told_and_goes_on_after_an_exchange() -> None:
    """The same person's turn goes on, and nobody has to hand over the device for it."""
    screen = at("Ro Rx Rd", "Gt Yc Bs")

    async def steps(pilot: Pilot[Any]) -> None:
        await pressed(pilot, "enter")
        assert "Nothing can be played" in shown(pilot.app)
        await pressed(pilot, "a")
        assert "Nothing can be played" in shown(pilot.app)
        await pressed(pilot, "x")
        assert "exchange of the hand" in shown(pilot.app)
        assert screen.game.turn == screen.looking == "Ada"

    driven(screen, steps)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_language_fits(lang: str) -> None:
    """Twelve rows, nine cards and the longest remark at 80 columns and 24 lines."""
    lines = " | ".join(f"{c}o {c}x {c}d | {c}s {c}t {c}c" for c in "ROYGBP")
    screen = at(lines, "Ro Rx Rd Oo Ox Od Yo Yx Yd", lang)

    async def steps(pilot: Pilot[Any]) -> None:
        await pressed(pilot, "enter", "1", "4", "up", "enter")
        text = shown(pilot.app)
        assert say("web.row.short", lang) in text
        assert say("ui.hand.cards", lang, player="Ada") in text
        assert all(f" {number}" in text for number in range(1, 13))
        await pressed(pilot, *["up"] * 20, *["down"] * 20)
        await resized(pilot, 60, 18)
        await pressed(pilot, "up", "up")
        assert say("web.row.short", lang) in shown(pilot.app)

    driven(screen, steps)
