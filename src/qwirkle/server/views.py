"""What a viewer is shown of a table, built from nothing (O2): a seat, or a spectator."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from qwirkle import Board, Game, Table
from qwirkle.cards import rules as card_rules
from qwirkle.cards.moves import Arrange
from qwirkle.classic import fast
from qwirkle.classic import rules as classic_rules
from qwirkle.classic.moves import Play
from qwirkle.classic.scoring import BONUS
from qwirkle.editions import Move
from qwirkle.faults import Fault, IllegalMove, Refusal
from qwirkle.server import log
from qwirkle.server.log import Logged, Times
from qwirkle.server.room import Phase, Room
from qwirkle.server.wire import ClockRule, EditionName, OfferKind, Problem, problem_of
from qwirkle.views import View


class SeatView(Struct, frozen=True, kw_only=True):
    """A seat as everybody sees it."""

    name: str
    bot: int | None
    ready: bool
    away_until: int | None
    left: bool
    score: int
    hand: int
    """How many pieces the hand holds."""
    captured: list[list[str]]


class OfferView(Struct, frozen=True):
    """An offer that waits for answers."""

    number: int
    seat: int
    offer: OfferKind
    target: int | None
    accepted: list[int]


class LastMove(Struct, frozen=True):
    """The move that was made last."""

    number: int
    seat: int
    move: str
    points: int


class OutcomeView(Struct, frozen=True):
    """How the game ended."""

    rule: str
    winners: list[int]
    seed: str


class TableView(Struct, frozen=True, kw_only=True):
    """A table for one viewer, at one moment."""

    table: str
    seq: int
    edition: EditionName
    phase: Phase
    clock: ClockRule
    open: bool
    hints: bool
    commitment: str
    seats: list[SeatView | None]
    turn: int | None
    you: int | None
    """Your seat; None for a spectator."""
    hand: list[str]
    """Your own pieces."""
    unseen: dict[str, int]
    """How many of each kind you cannot see."""
    board: list[str]
    """The tile game: tiles on their cells, as in ``Ro@0,0``."""
    rows: list[list[str]]
    """The card game: the rows on the table."""
    bag: int
    last: LastMove | None
    moves: int
    """How many moves have been made."""
    times: Times | None
    now: int
    """The server's clock, to set others by."""
    offers: list[OfferView]
    aborted: bool
    outcome: OutcomeView | None
    rematch: str | None


def view(room: Room, seat: int | None, now: int) -> TableView:
    """A table as a seat, or a spectator (None), may know it."""
    created, game = room.created, room.game
    mine = game.view(game.players[seat]) if game and seat is not None else None
    return TableView(
        table=room.id,
        seq=room.seq,
        edition=created.edition,
        phase=room.phase,
        clock=created.clock,
        open=created.open,
        hints=created.hints,
        commitment=created.commitment if not room.imported or not game else game.commitment,
        seats=[_seat(room, number) for number in range(len(room.seats))],
        turn=room.turn,
        you=seat,
        hand=[str(tile) for tile in mine.hand] if mine else [],
        unseen={str(tile): n for tile, n in sorted(mine.unseen.items()) if n} if mine else {},
        board=_cells(game),
        rows=_rows(game),
        bag=len(game.state.bag) if game else 108,
        last=_last(room),
        moves=sum(isinstance(entry.event, log.Moved) for entry in room.log),
        times=room.times,
        now=now,
        offers=[_offer(number, room) for number in room.offers],
        aborted=room.aborted,
        outcome=_outcome(room),
        rematch=room.rematch,
    )


def _seat(room: Room, number: int) -> SeatView | None:
    seat, game = room.seats[number], room.game
    if seat is None:
        return None
    captured = getattr(game.state, "captured", None) if game else None
    return SeatView(
        name=seat.name,
        bot=seat.bot,
        ready=seat.ready,
        away_until=seat.away_until,
        left=room.has_left(number),
        score=game.state.scores[number] if game else 0,
        hand=len(game.state.hands[number]) if game else 0,
        captured=[[str(card) for card in row] for row in captured[number]] if captured else [],
    )


def _cells(game: Game | None) -> list[str]:
    return str(game.board).split() if game and isinstance(game.board, Board) else []


def _rows(game: Game | None) -> list[list[str]]:
    if game is None or not isinstance(game.board, Table):
        return []
    return [[str(card) for card in row] for row in game.board]


def _last(room: Room) -> LastMove | None:
    """The last move as everybody saw it; none while it is taken back."""
    for entry in reversed(room.log):
        match entry.event:
            case log.Undone():
                return None
            case log.Moved() as event:
                public = event.seen_by(None)
                return LastMove(entry.seq, public.seat, public.move, public.points)
    return None


def _offer(number: int, room: Room) -> OfferView:
    pending = room.offers[number]
    event = pending.event
    return OfferView(number, event.seat, event.offer, event.target, sorted(pending.accepted))


def _outcome(room: Room) -> OutcomeView | None:
    game = room.game
    if room.phase != "over" or game is None or (result := game.outcome) is None:
        return None
    winners = [game.players.index(name) for name in result.winners]
    return OutcomeView(result.rule, winners, room.created.seed)


class PlayOffer(Struct, frozen=True, array_like=True):
    """A move that may be made, and its points."""

    move: str
    points: int


class Offered(Struct, frozen=True, tag="offers", tag_field="type"):
    """Every move of the seat to move. In the card game, where only the server knows what an
    arrangement may be, just those that are not arrangements."""

    seq: int
    moves: list[PlayOffer]
    trade: int
    """How many tiles may be traded at most."""


def offers(room: Room, seat: int | None) -> Offered:
    """What a seat may do now: nothing, unless it is to move."""
    game = room.game
    if game is None or seat is None or room.turn != seat:
        return Offered(room.seq, [], 0)
    state = game.state
    if room.created.edition == "cards":
        other = [m for m in _others(game.view(game.players[seat])) if not isinstance(m, Arrange)]
        return Offered(room.seq, [PlayOffer(str(move), 0) for move in other], 0)
    assert isinstance(game.board, Board)  # noqa: S101
    position = classic_rules.Position(game.board, game.hand, len(state.bag))
    plays = [PlayOffer(str(play), points) for play, points in _scored(position)]
    if position.board and not position.bag and not plays:
        plays = [PlayOffer("pass", 0)]
    trade = min(len(position.hand), position.bag) if position.board else 0
    return Offered(room.seq, plays, trade)


def _scored(position: classic_rules.Position) -> Iterator[tuple[Play, int]]:
    """Every play with its points, the bonus for going out among them (T17)."""
    for play, points in fast.scored(position.board, position.hand):
        out = not position.bag and len(play.tiles) == len(position.hand)
        yield play, points + (BONUS if out else 0)


def _others(mine: View) -> list[Move]:
    """The moves of the card game that need no arrangement: exchange or pass, where proven."""
    return [move for move in map(_word, ("exchange", "pass")) if mine.fault(move) is None]


def _word(word: str) -> Any:
    from qwirkle.cards.moves import parse_move

    return parse_move(word)


class RowCheck(Struct, frozen=True):
    """Whether a row stands, and if not, why."""

    row: list[str]
    captured: bool
    problem: Problem | None


class Checked(Struct, frozen=True, kw_only=True, tag="checked", tag_field="type"):
    """What the judge says about a pending move."""

    id: str
    problem: Problem | None
    points: int = 0
    rows: list[RowCheck] = []


def check(room: Room, seat: int, command_id: str, move: str) -> Checked:
    """The judge's word on a pending move of a seat, as if it were its turn."""
    game = room.game
    if game is None:
        return Checked(id=command_id, problem=None)
    mine = game.view(game.players[seat])
    try:
        parsed: Any = _parse(room, move)
        fault = mine.fault(parsed)
    except Refusal as reason:
        return Checked(id=command_id, problem=problem_of(reason))
    points = 0
    if fault is None and room.turn == seat:
        points = game.state.points(parsed)
    laid = parsed.rows + parsed.captured if isinstance(parsed, Arrange) else ()
    rows = [_row(row) for row in laid]
    return Checked(id=command_id, problem=_problem(fault), points=points, rows=rows)


def _parse(room: Room, move: str) -> Move:
    from qwirkle.editions import edition

    return edition(room.created.edition).parse_move(move)


def _problem(fault: Fault | None) -> Problem | None:
    return problem_of(IllegalMove(fault)) if fault else None


def _row(row: tuple[Any, ...]) -> RowCheck:
    return RowCheck([str(card) for card in row], len(row) == 6, _problem(card_rules.row_fault(row)))


class Told(Struct, frozen=True, tag="event", tag_field="type"):
    """An event as one viewer may see it."""

    seq: int
    at: int
    event: log.AnyEvent


def told(entry: Logged, seat: int | None, over: bool) -> Told:
    """An event for a viewer. After the game nothing is hidden but who the people are."""
    event = entry.event
    if over and isinstance(event, log.Dealt | log.Moved):
        return Told(entry.seq, entry.at, event)
    return Told(entry.seq, entry.at, event.seen_by(seat))
