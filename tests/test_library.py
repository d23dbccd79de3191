"""The library as strangers meet it: text or objects everywhere, errors that name the cause."""

import pickle
from typing import Any

import pytest

import qwirkle
from qwirkle import Board, CardPosition, Game, Hand, Position, Table, Tile
from qwirkle.cards import fast
from qwirkle.cards.moves import Arrange, Exchange
from qwirkle.classic import rules, scoring
from qwirkle.classic.moves import Pass, Play, Trade
from qwirkle.moves import SHOWN
from qwirkle.tiles import TILES, Pieces

LINE = Position.parse("Ro@0,0 Rx@1,0 / Rs Rt Bo / 90")
ROWS = CardPosition.parse("Bo Bx Bd | Rs Gs Ys / Bs Rt / 70 / exchanges 0")
STUCK = CardPosition.parse("Bo Bx Bd / Rt Gc / 70 / exchanges 0")


def test_a_position_takes_a_move_as_text_or_as_an_object():
    """Both are judged, counted and followed alike."""
    cases: list[tuple[str, Play | Trade, int]] = [
        ("Rs@2,0", Play.parse("Rs@2,0"), 3),
        ("trade Bo Rs", Trade.parse("trade Rs Bo"), 0),
    ]
    for text, move, points in cases:
        assert text in LINE.legal_moves
        assert move in LINE.legal_moves
        assert (LINE.fault(text), LINE.fault(move)) == (None, None)
        assert LINE.score(text) == LINE.score(move)
        assert LINE.points(text) == LINE.points(move) == points
        assert LINE.after(text) == LINE.after(move)


def test_a_card_position_does_so_too():
    """The card game's positions have the same methods."""
    text = "Bo Bx Bd | Rs Gs Ys Bs"
    assert text in ROWS.legal_moves
    assert (ROWS.fault(text), ROWS.fault(Arrange.parse(text))) == (None, None)
    assert ROWS.points(text) == ROWS.points(Arrange.parse(text)) == 0
    assert str(ROWS.after(text)) == "Rs Ys Gs Bs | Bo Bx Bd / Rt / 70 / exchanges 0"
    assert dict(ROWS.scored()) == dict.fromkeys(ROWS.legal_moves, 0)


@pytest.mark.parametrize("position", [LINE, ROWS])
def test_an_illegal_move_of_a_position_is_refused_and_not_worth_nothing(position):
    """Nothing answers 0 points or a next position for a move that cannot be made."""
    bad = "Bt@9,9" if position is LINE else "Bo Bx Bd"
    fault = position.fault(bad)
    for ask in (position.points, position.after):
        with pytest.raises(qwirkle.IllegalMove) as refused:
            ask(bad)
        assert refused.value.fault == fault
    with pytest.raises(qwirkle.BadNotation):
        position.fault("Rs-2,0")
    with pytest.raises(qwirkle.IllegalMove):
        position.points(5)


def test_the_next_position_has_what_was_drawn():
    """The hand and the bag follow the rules: T14, T15, C8, C9."""
    assert LINE.after("Rs@2,0 Rt@3,0", "Gx Gd").hand == Hand("Gx Gd Bo")
    assert LINE.after("Rs@2,0 Rt@3,0", "Gx Gd").bag == 88
    assert LINE.after("trade Bo", [Tile.parse("Gx")]).bag == 90
    assert Position.parse("Ro@0,0 / Bs / 0").after(Pass()).hand == Hand("Bs")
    assert ROWS.after("Bo Bx Bd Bs | Rs Gs Ys", "Ro " * 8).pile == 62
    assert str(STUCK.after("exchange", "Ro " * 9)).endswith("/ 63 / exchanges 1")
    over = CardPosition.parse("Bo Bx Bd / Rt Gc / 0 / exchanges 0")
    assert over.after("pass") == over
    with pytest.raises(qwirkle.BadNotation, match="the rules call for 1"):
        LINE.after("Rs@2,0", "Gx Gd")
    with pytest.raises(qwirkle.BadNotation, match="the rules call for 9"):
        STUCK.after(Exchange(), "Ro")


def test_positions_read_what_they_write():
    """As text, and by pickle."""
    for position in (LINE, ROWS):
        assert type(position).parse(str(position)) == position
        assert pickle.loads(pickle.dumps(position)) == position  # noqa: S301


def test_a_board_is_not_followed_by_an_illegal_one():
    """``after`` judges; it takes text as well."""
    board = Board.parse("Ro@0,0 Rx@1,0")
    assert board.after("Rs@2,0") == board.after(Play.parse("Rs@2,0"))
    with pytest.raises(qwirkle.IllegalMove) as refused:
        board.after("Bs@2,0")
    assert refused.value.fault == board.fault("Bs@2,0")


def test_a_table_is_not_followed_by_an_illegal_one():
    """The same for cards, whatever hand they come from."""
    table = Table.parse("Bo Bx Bd")
    assert table.after("Bo Bx Bd Bs Bt Bc") == Table()
    assert table.after("Bo Bx Bd | Rs Gs Ys") == Table.parse("Bo Bx Bd | Rs Gs Ys")
    for bad in ("Bo Bx Bs", "Bo Bx Bd Rs"):
        with pytest.raises(qwirkle.IllegalMove):
            table.after(bad)


def test_a_board_is_made_of_tiles_pairs_or_another_board():
    """And is equal, whatever it was made of."""
    board = Board.parse("Ro@0,0 Rx@1,0")
    assert Board(board) == Board(dict(board)) == Board(list(board.items())) == board


def test_hands_are_text_or_tiles():
    """Wherever a hand is wanted."""
    board, table = Board.parse("Ro@0,0 Rx@1,0"), Table.parse("Bo Bx Bd")
    hand = Hand.parse("Rs Bs")
    assert Hand("Rs Bs") == Hand.of("Rs Bs") == Hand.of(list(hand)) == hand
    assert list(board.plays("Rs Bs")) == list(board.plays(list(hand))) == list(board.plays(hand))
    assert table.best("Rs Bs") == table.best(hand)
    assert table.laying("Bs") == table.laying([Tile.parse("Bs")])
    assert table.fault("Bo Bx Bd Bs", "Bs") is None
    assert table.tidied("Bo Bx Bd Bs") == Arrange.parse("Bo Bx Bd Bs")
    assert list(table.plays("Bs")) == [Arrange.parse("Bo Bx Bd Bs")]


BOARD, TABLE = Board(), Table()
FIVE: Any = 5
TEXT: Any = "Ro"
NOTHING: Any = None
PART: Any = 1.5
TRADE: Any = Trade(())
MISTAKES = {
    "code": lambda: Tile.parse(FIVE),
    "number": lambda: Tile(TEXT),
    "text": lambda: Hand.parse(NOTHING),
    "pieces": lambda: Hand.of(FIVE),
    "hand": lambda: BOARD.plays(FIVE),
    "hand again": lambda: BOARD.plays([TEXT]),
    "play": lambda: BOARD.fault(FIVE),
    "play again": lambda: BOARD.after(TRADE),
    "tiles": lambda: Board(FIVE),
    "tiles again": lambda: Board({(0, 0): TEXT}),
    "tiles on no cell": lambda: Board({FIVE: TILES[0]}),
    "text of a board": lambda: Board.parse(FIVE),
    "text of a position": lambda: Position.parse(FIVE),
    "text of a play": lambda: Play.parse(FIVE),
    "text of a trade": lambda: Trade.parse(FIVE),
    "text of a table": lambda: Table.parse(FIVE),
    "rows": lambda: Table(FIVE),
    "rows again": lambda: Table(TEXT),
    "move": lambda: TABLE.fault(FIVE, "Ro"),
    "hand of cards": lambda: TABLE.best(FIVE),
    "drawn": lambda: LINE.after("Rs@2,0", FIVE),
    "players": lambda: Game(FIVE),
    "edition": lambda: Game(["Ada", "Bo"], FIVE),
    "seed": lambda: Game(["Ada", "Bo"], seed=PART),
    "seed again": lambda: Game(["Ada", "Bo"], seed=TEXT),
    "ages": lambda: Game(["Ada", "Bo"], ages=FIVE),
    "ages again": lambda: Game(["Ada", "Bo"], ages=TEXT),
    "entropy": lambda: Game(["Ada", "Bo"], entropy=TEXT),
    "text of a record": lambda: Game.load(FIVE),
}


@pytest.mark.parametrize("case", MISTAKES)
def test_a_wrong_argument_is_named(case):
    """The error names the argument, is a TypeError and a ValueError, and speaks each language."""
    with pytest.raises(qwirkle.BadArgument) as refused:
        MISTAKES[case]()
    name = case.partition(" ")[0]
    assert f"“{name}”" in str(refused.value)
    assert isinstance(refused.value, TypeError)
    assert isinstance(refused.value, ValueError)
    assert len({refused.value.say(lang) for lang in ("en", "pl", "ro", "uk")}) == 4
    assert str(pickle.loads(pickle.dumps(refused.value))) == str(refused.value)  # noqa: S301


def test_rules_of_no_version_are_refused():
    """Not played by the first rules instead."""
    assert Game(["Ada", "Bo"], rules=1)._setup.edition.rules == 1
    with pytest.raises(qwirkle.BadSetup, match="versions are 1 to 2"):
        Game(["Ada", "Bo"], rules=3)


def test_looking_at_the_legal_moves_lists_a_few():
    """A card table can have more outcomes than anybody can list."""
    table = Table.parse(" | ".join("Ro Rx Rd Rs Rt".replace("R", color) for color in "ROYGBP"))
    moves = CardPosition(table, Hand("Rc Oc Yc Gc Bc Pc Ro Ox Yd"), 9, opening=False).legal_moves
    assert repr(moves).endswith(", ...)>")
    assert repr(moves).count(",") == SHOWN
    assert repr(LINE.after("trade Bo").legal_moves).startswith("<LegalMoves (")


def test_pieces_are_still_sorted_and_plain():
    """``Pieces`` of tiles as before."""
    assert Pieces([TILES[3], TILES[1]]) == (TILES[1], TILES[3])


def test_the_first_move_of_a_large_table_does_not_wait_for_the_others(monkeypatch):
    """One outcome is worked out for one move, and one is laid out."""
    asked: list[str] = []
    outcomes, arranged = fast.outcomes, fast.any_arrangement

    def counted(*given):
        for outcome in outcomes(*given):
            asked.append("outcome")
            yield outcome

    monkeypatch.setattr(fast, "outcomes", counted)
    monkeypatch.setattr(
        fast, "any_arrangement", lambda *given: asked.append("laid") or arranged(*given)
    )
    lines = [TILES[6 * color : 6 * color + 6] for color in range(6)] * 3
    table = Table([tile for tile in line if tile != line[at // 3]] for at, line in enumerate(lines))
    position = CardPosition(table, Hand("Ro Ox Yd Gs Bt Pc"), 9, opening=False)
    assert len(table.cards) == 90
    assert next(iter(position.legal_moves)) in position.legal_moves
    assert asked == ["outcome", "laid"]


def test_a_move_is_judged_and_counted_once(monkeypatch):
    """However many ask on the way from ``push`` to the next state."""
    asked: list[str] = []
    judge, count = rules.play_fault, scoring.lines_through
    monkeypatch.setattr(rules, "play_fault", lambda *g: asked.append("judged") or judge(*g))
    monkeypatch.setattr(scoring, "lines_through", lambda *g: asked.append("counted") or count(*g))
    game = Game(["Ada", "Bo"], "classic", seed=7)
    game.push(next(iter(game.legal_moves)))
    assert asked == ["judged", "counted"]


def test_a_state_judges_every_other_move():
    """What was found legal is remembered by the move itself, in this state only."""
    state = Game.from_position(
        ["Ada", "Bo"], board="Ro@0,0 Rx@1,0", hands={"Ada": "Rs Rt", "Bo": "Rd"}
    ).state
    good, bad = Play.parse("Rs@2,0"), Play.parse("Rd@2,0")
    assert state.fault(good) is None
    after = state.after(good, [Tile.parse("Gx")])
    with pytest.raises(qwirkle.IllegalMove):
        state.after(bad)
    with pytest.raises(qwirkle.IllegalMove):
        after.after(good)
    assert state == pickle.loads(pickle.dumps(state))  # noqa: S301
