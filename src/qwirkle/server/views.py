"""What a viewer is shown of a table, built from nothing (O2): a seat, or a spectator."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from qwirkle import Board, Game, Table
from qwirkle.cards import rules as card_rules
from qwirkle.cards.moves import Arrange, Exchange, Pass, parse_rows
from qwirkle.classic import scoring
from qwirkle.classic.moves import Play
from qwirkle.editions import Move, edition
from qwirkle.events import Moved
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
    """The level of a computer player."""
    program: bool
    """Whether a program plays here that came with a bot token."""
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
    """Your seat; None for a spectator. Where a device is passed on, the seat to move."""
    yours: list[int]
    """All the seats that are played from your device."""
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
    """How many moves have been made and not taken back."""
    times: Times | None
    now: int
    """The server's clock, to set others by."""
    offers: list[OfferView]
    aborted: bool
    outcome: OutcomeView | None
    rematch: str | None


def view(room: Room, person: str | None, now: int) -> TableView:
    """A table as a person at it, or a spectator, may know it."""
    seat = room.seat_of(person)
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
        yours=room.seats_of(person),
        hand=[str(tile) for tile in mine.hand] if mine else [],
        unseen={str(tile): n for tile, n in sorted(mine.unseen.items()) if n} if mine else {},
        board=_cells(game),
        rows=_rows(game),
        bag=len(game.state.bag) if game else 108,
        last=_last(room),
        moves=_moves(game),
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
        program=seat.program,
        ready=seat.ready,
        away_until=seat.away_until,
        left=room.has_left(number),
        score=game.state.scores[number] if game else 0,
        hand=len(game.state.hands[number]) if game else 0,
        captured=[[str(card) for card in row] for row in captured[number]] if captured else [],
    )


def _moves(game: Game | None) -> int:
    return sum(isinstance(event, Moved) for event in game.events) if game else 0


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


class Offered(Struct, frozen=True, tag="offers", tag_field="type", omit_defaults=True):
    """Every move of the seat to move. In the card game, where only the server knows what an
    arrangement may be, just those that are not arrangements."""

    seq: int
    moves: list[PlayOffer]
    trade: int
    """How many tiles may be traded at most."""
    id: str = ""
    """That of the question, where there was one."""


def offers(room: Room, seat: int | None) -> Offered:
    """What a seat may do now: nothing, unless it is to move."""
    game = room.game
    if game is None or seat is None or room.turn != seat:
        return Offered(room.seq, [], 0)
    state = game.state
    if room.created.edition == "cards":
        others = _others(game.view(game.players[seat]))
        return Offered(room.seq, [PlayOffer(str(move), 0) for move in others], 0)
    words = [(str(move), move) for move in game.legal_moves]
    plays = [PlayOffer(t, state.points(m)) for t, m in words if not t.startswith("trade")]
    trades = any(text.startswith("trade") for text, _ in words)
    return Offered(room.seq, plays, min(len(game.hand), len(state.bag)) if trades else 0)


def _others(mine: View) -> list[Move]:
    """The moves of the card game that need no arrangement: exchange or pass, where proven."""
    return [move for move in (Exchange(), Pass()) if mine.fault(move) is None]


class RowCheck(Struct, frozen=True):
    """Whether a row stands, and if not, why."""

    row: list[str]
    captured: bool
    problem: Problem | None


class LinePoints(Struct, frozen=True):
    """A line that a pending play makes or adds to."""

    cells: list[tuple[int, int]]
    points: int
    qwirkle: bool


class Checked(Struct, frozen=True, kw_only=True, tag="checked", tag_field="type"):
    """What the judge says about a pending move."""

    id: str
    problem: Problem | None
    points: int = 0
    lines: list[LinePoints] = []
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
    good = fault is None and room.turn == seat
    return Checked(
        id=command_id,
        problem=_problem(fault),
        points=game.state.points(parsed) if good else 0,
        lines=_lines(mine, parsed) if good else [],
        rows=[_row(row) for row in parse_rows(move)] if isinstance(parsed, Arrange) else [],
    )


def _parse(room: Room, move: str) -> Move:
    return edition(room.created.edition).parse_move(move)


def _lines(mine: View, move: Move) -> list[LinePoints]:
    if not isinstance(mine.board, Board) or not isinstance(move, Play):
        return []
    lines = scoring.lines_made(mine.board, move)
    return [LinePoints(list(line.cells), line.points, line.is_qwirkle) for line in lines]


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
