"""Write the lessons of what the rulebooks tell without an example, with the library.

    python -m tools.lessons

Who starts, trading, the end of both games, an exchange of the card game, and the books' tips, in
positions of our own: web/src/pages/learn/lessons.json, in the shape of tools/tutorial.py.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tools.tutorial import HANDS, OUT, codes, judged, offer, refusals

from qwirkle import Board, Hand, Table, Tile, seats
from qwirkle.bag import Bag
from qwirkle.cards import state as cards_state
from qwirkle.cards.moves import Arrange, Exchange
from qwirkle.classic import state as classic_state
from qwirkle.classic.moves import Move, parse_move
from qwirkle.classic.rules import Position
from qwirkle.lines import largest_sets

DEALT = {
    "tiles": ([hands[0] for hands in HANDS.values()], (41, 38, 12, 40)),
    "cards": (
        [
            "Bo Bx Bd Bs Rc Gt Yo Pc Os",
            "Gs Ys Rs Ps Bt Oo Yx Rd Gc",
            "Yd Od Gd Po Rt Bc Px Ot Ys",
        ],
        (9, 34, 41),
    ),
}
"""What everybody holds when it is decided who starts, and how old they are: a tie in both games."""

ENDING = ("Ro@0,0 Rx@1,0 Rd@2,0 Bd@2,1 Gd@2,2", ("Gs Gc Pt", "Bs Rt Oc"), (41, 44))
ENDS = ("Gs@3,2 Gc@4,2", "Bs@3,1", "pass", "Rt@-1,0", "Pt@-1,1")
"""The end of a game of two with an empty bag: board, hands and scores, and how it goes on."""

TRADES = (
    ("Ro@0,0 Rx@1,0 Rd@2,0 Bd@2,1", "Gs Gs Pd Yx Pt Bc", 46, "trade Gs Pt Bc", "Rs Rc Ox Oo Yd Gt"),
    ("Ro@0,0 Rx@1,0 Rd@2,0", "Gs Bs Pt Yc Gc Bt", 2, "trade Gs Pt", "Rs Ro"),
)
"""Turns to trade in: board, hand, size of the bag, what is shown, and what is drawn."""

TIPS = {
    "lines": ("Gd@0,0 Rd@1,0 Go@0,1 Ro@1,1", "Bd@2,0 Bo@2,1"),
    "keep": ("Ro@0,0 Rx@1,0 Rs@2,0", "Rd@3,0 Rt@4,0 Rc@5,0"),
    "five": ("Yo@0,0 Yx@1,0 Ys@2,0 Yd@3,0 Yt@4,0", "Yc@5,0"),
    "count": ("Ro@0,0 Oo@1,0 Go@2,0 Bo@3,0 Po@4,0", "Yo@5,0"),
}
"""A picture for each of the books' tips."""

CAPTURED = tuple(
    tuple(tuple(map(Tile.parse, row.split())) for row in rows)
    for rows in (
        ["Ro Oo Yo Go Bo Po"], ["Rc Oc Yc Gc Bc Pc"], ["Yo Yx Yd Ys Yt Yc", "Rx Ox Yx Gx Bx Px"],
    )
)  # fmt: skip
"""What the three players of the card lessons have captured by then."""


NINE = "Rs Rt Yc Gd Bx Oo Pt Gt Bc"
"""The new cards of a player who could play none of the old ones."""


def lessons() -> dict[str, Any]:
    """What the books tell without an example, to be practised; and their tips."""
    return {
        "start": {game: _start(game) for game in DEALT},
        "trade": [_trade(*trade) for trade in TRADES],
        "end": _ending(),
        "cards": card_lessons(),
        "tips": {name: _tip(*tip) for name, tip in TIPS.items()},
    }


def _start(game: str) -> dict[str, Any]:
    """Who starts, and why."""
    dealt, ages = DEALT[game]
    hands = [Hand.parse(hand) for hand in dealt]
    starter = {"tiles": classic_state, "cards": cards_state}[game].starter
    start = starter(hands, ages, 0)
    assert start  # noqa: S101
    assert start.why == "age"  # noqa: S101
    sets = [codes(largest_sets(hand)[0]) for hand in hands]
    made = {"hands": list(map(codes, hands)), "sets": sets, "ages": ages}
    return {**made, "seat": start.seat, "tied": start.tied}


def _practice(position: Position, move: Move) -> dict[str, Any]:
    """A turn of the tile game that is no example of the books."""
    return {
        "board": str(position.board).split(),
        "hand": codes(position.hand),
        "bag": position.bag,
        "most": position.most_traded,
        "move": str(move),
        "points": position.score(move).points,
        "offers": [offer(one, position.score(one)) for one, _ in position.scored()],
        **refusals(position.board, position.hand),
    }


def _trade(board: str, hand: str, bag: int, move: str, drawn: str) -> dict[str, Any]:
    position = Position(Board.parse(board), Hand.parse(hand), bag)
    trade = parse_move(move)
    assert position.fault(trade) is None  # noqa: S101
    return {**_practice(position, trade), "drawn": drawn.split(), "scores": [23, 26]}


def _ending() -> list[dict[str, Any]]:
    """The turns of the first player until the game is over, and who wins by each last move."""
    board, hands, scores = ENDING
    state = classic_state.State(tuple(map(Hand.parse, hands)), Bag(), 0, scores, Board.parse(board))
    turns, before = [], ""
    for text in ENDS:
        move = parse_move(text)
        if state.turn == 0:
            made = {"before": before, "scores": state.scores, "results": _results(state)}
            turns.append({**_practice(state.position, move), **made})
        state, before = state.after(move), text
    return turns


def _results(state: classic_state.State) -> dict[str, tuple[int, ...]]:
    """Who wins by the moves that end the game."""
    ends = {move: state.after(move) for move, _ in state.position.scored()}
    return {str(move): seats.winners(end) for move, end in ends.items() if end.ended}


def _tip(board: str, play: str) -> dict[str, Any]:
    points = Board.parse(board).score(play).points
    return {"board": board.split(), "play": play.split(), "points": points}


def card_lessons() -> dict[str, dict[str, Any]]:
    """The opening, an exchange, the last card of the pile and the last turn of a game of three."""
    hands = [Hand.parse(hand) for hand in DEALT["cards"][0]]
    pile = Bag.full().without(card for hand in hands for card in hand)
    opening = cards_state.State.start(hands, pile, 0)
    stuck = _state("Bt Bt Gc Gc Yo Yo Pd Pd Ox", "Ro Rx Rd | Ys Gs Bs", f"{NINE} Ot")
    fresh = stuck.after(Exchange(), Hand.parse(NINE))
    last = _state("Ot Gt Yc Gd Bx Oo Pc Px Bo", "Rt Yt Bt | Gs Gc Gx", "Ps")
    end = _state("Rd Pd Yc Go Bx Oo", "Od Yd Gd Bd | Ps Po Pt", "", last_turns=(0,))
    return {
        "deal": _card_turn(opening, "Bo Bx Bd Bs", "Yd Gx Pt Ro"),
        "exchange": {
            **_card_turn(fresh, "Ro Rx Rd Rs Rt | Ys Gs Bs", "Yo Ot"),
            "stuck": codes(stuck.hands[0]),
        },
        "last": _card_turn(last, "Rt Ot Yt Gt Bt | Gs Gc Gx", "Ps"),
        "end": {**_card_turn(end, "Rd Od Yd Gd Bd Pd | Ps Po Pt", ""), "results": _tallies(end)},
    }


def _state(hand: str, table: str, pile: str, **more: Any) -> cards_state.State:
    """The first of three players is to move."""
    hands = (Hand.parse(hand), Hand.parse("Gx Yc Bo"), Hand.parse("Rd Ot Pc"))
    rows, rest = Table.parse(table), Bag.parse(pile)
    return cards_state.State(hands, rest, 0, CAPTURED, rows, opening=False, **more)


def _card_turn(state: cards_state.State, shown: str, drawn: str) -> dict[str, Any]:
    """What can be done in one turn of the card game, and what is shown."""
    move, hand = Arrange.parse(shown), state.hands[state.turn]
    assert state.fault(move) is None  # noqa: S101
    assert state.draws(move) == len(drawn.split())  # noqa: S101
    openings = [str(one) for one in state.moves()] if state.opening else []
    return {
        "rows": [codes(row) for row in state.table],
        "hand": codes(hand),
        "pile": len(state.bag),
        "move": shown,
        "drawn": drawn.split(),
        "captured": [[codes(row) for row in rows] for rows in state.captured],
        "openings": [" ".join(sorted(row.split())) for row in openings],
        **judged({str(card) for card in (*hand, *state.table.cards)}),
    }


def _tallies(state: cards_state.State) -> list[tuple[int, ...]]:
    """Who wins by a last turn that captures nothing, one row, and so on."""
    by_rows = {state.points(move): seats.winners(state.after(move)) for move in state.moves()}
    return [by_rows[rows] for rows in sorted(by_rows)]


def written() -> dict[Path, str]:
    """The file, and what is in it."""
    text = json.dumps(lessons(), default=str, separators=(",", ":")) + "\n"
    return {OUT / "lessons.json": text}


if __name__ == "__main__":
    for path, text in written().items():
        path.write_text(text)
