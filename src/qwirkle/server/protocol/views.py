"""What a viewer, at a seat or not, is shown of a table (O2). Views are built up from nothing."""

from __future__ import annotations

from msgspec import Struct

from qwirkle.server.domain import events, turns
from qwirkle.server.domain.clocks import ClockRule, Times
from qwirkle.server.domain.events import EditionName, Logged, OfferKind
from qwirkle.server.domain.room import Phase, Room
from qwirkle.server.protocol import legality
from qwirkle.server.protocol.editions import wire
from qwirkle.server.protocol.legal_moves import LinePoints


class SeatView(Struct, frozen=True, kw_only=True):
    """A seat as everybody sees it."""

    name: str
    face: str
    """The face that the player has chosen; empty if none."""
    bot: int | None
    """The level of a computer player."""
    program: bool
    """Whether a program with a token of its own plays here."""
    ready: bool
    away_until: int | None
    stand_in: int | None
    """The level at which the computer moves for an absent player, until that player is back."""
    takeover_from: int | None
    """When the others may let the computer sit in; null if they may not."""
    left: bool
    score: int
    hand: int
    """How many pieces the hand holds."""
    captured: list[list[str]]


class OfferView(Struct, frozen=True):
    """A pending offer."""

    number: int
    seat: int
    offer: OfferKind
    target: int | None
    accepted: list[int]
    ends_rating: bool
    """Whether accepting it would make a game that counts for the ratings an unrated one."""


class LastMove(Struct, frozen=True):
    """The move that was made last."""

    number: int
    seat: int
    move: str
    points: int
    lines: list[LinePoints] = []
    """The tile game: where the points come from."""


class OutcomeView(Struct, frozen=True):
    """How the game ended."""

    rule: str
    winners: list[int]
    seed: str
    bonus: int = 0
    """The bonus of the last move for going out (T17)."""


class TableView(Struct, frozen=True, kw_only=True):
    """A table for one viewer, at one moment."""

    table: str
    seq: int
    edition: EditionName
    phase: Phase
    imported: bool
    """Whether the game was imported from a record, and not played here."""
    clock: ClockRule
    open: bool
    hints: bool
    commitment: str
    seats: list[SeatView | None]
    start: events.Starter | None
    """Who starts, and why; null before the start."""
    turn: int | None
    you: int | None
    """Your seat; null for a spectator. On a shared device, the seat to move."""
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
    """The server's clock, to compare with your own."""
    offers: list[OfferView]
    aborted: bool
    outcome: OutcomeView | None
    rematch: str | None
    previous: str | None
    """The table of which this one is the rematch."""


def view(room: Room, person: str | None, now: int) -> TableView:
    """A table as a person at it, or a spectator, may know it."""
    seat = room.seat_of(person)
    created, game = room.created, room.game
    said = wire(created.edition)
    mine = game.view(game.players[seat], history=0) if game and seat is not None else None
    return TableView(
        table=room.id,
        seq=room.seq,
        edition=created.edition,
        phase=room.phase,
        imported=room.imported,
        clock=created.clock,
        open=created.open,
        hints=created.hints,
        commitment=created.commitment if not room.imported or not game else game.commitment,
        seats=[_seat(room, number) for number in range(len(room.seats))],
        start=events.start(game) if game else None,
        turn=room.turn,
        you=seat,
        yours=room.seats_of(person),
        hand=[str(tile) for tile in mine.hand] if mine else [],
        unseen={str(tile): n for tile, n in sorted(mine.unseen.items()) if n} if mine else {},
        board=said.board(game.board) if game else [],
        rows=said.rows(game.board) if game else [],
        bag=len(game.state.bag) if game else 108,
        last=_last(room),
        moves=game.moves if game else 0,
        times=room.times,
        now=now,
        offers=[_offer(number, room) for number in room.offers],
        aborted=room.aborted,
        outcome=_outcome(room),
        rematch=room.rematch,
        previous=created.previous or None,
    )


def _seat(room: Room, number: int) -> SeatView | None:
    seat, game = room.seats[number], room.game
    if seat is None:
        return None
    captured = wire(game.edition).captured(game.state) if game else []
    return SeatView(
        name=seat.name,
        face=seat.face,
        bot=seat.level,
        program=seat.program,
        ready=seat.ready,
        away_until=seat.away_until,
        stand_in=seat.stand_in,
        takeover_from=turns.takeover_from(room, number),
        left=room.has_left(number),
        score=game.state.scores[number] if game else 0,
        hand=len(game.state.hands[number]) if game else 0,
        captured=captured[number] if captured else [],
    )


def _last(room: Room) -> LastMove | None:
    """The last move as everybody saw it; None if it was taken back."""
    if room.last is None or not isinstance(room.last.event, events.Moved):
        return None
    public = room.last.event.seen_by(None)
    move = legality.parse(room, room.last.event.move)
    lines = wire(room.created.edition).lines_on(room.game.board, move) if room.game else []
    return LastMove(room.last.seq, public.seat, public.move, public.points, lines)


def _offer(number: int, room: Room) -> OfferView:
    pending = room.offers[number]
    event = pending.event
    ends_rating = event.offer in ("undo", "abort") and room.countable
    accepted = sorted(pending.accepted)
    return OfferView(number, event.seat, event.offer, event.target, accepted, ends_rating)


def _outcome(room: Room) -> OutcomeView | None:
    game = room.game
    if room.phase != "over" or game is None or (result := game.outcome) is None:
        return None
    winners = [game.players.index(name) for name in result.winners]
    bonus = wire(game.edition).bonus(result.rule)
    return OutcomeView(result.rule, winners, room.created.seed, bonus)


class Told(Struct, frozen=True, tag="event", tag_field="type"):
    """An event as one viewer may see it."""

    seq: int
    at: int
    event: events.AnyEvent


def for_viewer(entry: Logged, seat: int | None, over: bool) -> Told:
    """An event for a viewer. After the game, only the ids of people stay hidden."""
    event = entry.event
    if over and isinstance(event, events.Dealt | events.Moved):
        return Told(entry.seq, entry.at, event)
    return Told(entry.seq, entry.at, event.seen_by(seat))
