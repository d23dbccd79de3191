"""What a table does with a command: the events that follow from it, or a refusal.

Nothing here waits, stores or sends. A command is tried on a copy of a room (``Room.copy``); where
it is refused, the copy is thrown away.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from qwirkle import fairness
from qwirkle.server import log, play, wire
from qwirkle.server.cleaning import LONGEST_NAME, LONGEST_TEXT, NOBODY, clean, unlike
from qwirkle.server.ids import table_id
from qwirkle.server.room import Pending, Room, Seat
from qwirkle.server.wire import Refused


@dataclass(frozen=True, slots=True)
class Actor:
    """Who sends a command: a person, and the name that they are known by."""

    person: str
    name: str = ""
    program: bool = False
    """Whether it is a program with a bot token."""


def create(command: wire.Create, actor: Actor, now: int) -> Room:
    """A new table with its bots, and with the first person seated."""
    if len(command.bots) + len(command.local) >= command.seats:
        raise Refused("refused", "serve.only_bots")
    room = _opened(command, actor.person, now)
    sit = wire.Sit(id=command.id, name=command.name, age=command.age, entropy=command.entropy)
    _sit(room, sit, actor, now)
    for name in command.local:
        _seat_person(room, wire.Sit(id=command.id, name=name), actor, now)
    for level in command.bots:
        _seat_bot(room, None, level, now)
    return room


def _opened(wanted: wire.Create | log.Created, host: str, now: int) -> Room:
    """An empty table as it is wanted, bound to a new secret seed."""
    room = Room(table_id())
    seed = fairness.new_seed()
    created = log.Created(
        edition=wanted.edition,
        seats=wanted.seats,
        clock=wanted.clock,
        open=wanted.open,
        hints=wanted.hints,
        commitment=fairness.commitment(seed),
        host=host,
        seed=seed.hex(),
    )
    room.happen(created, now)
    return room


def decide(room: Room, command: wire.AtTable, actor: Actor, now: int) -> Room | None:
    """Let a command happen; where it sets up another table, that one too."""
    check_expect(room, command)
    return _DEEDS[type(command)](room, command, actor, now)


def check_expect(room: Room, command: wire.Command) -> None:
    """A command that was sent without knowing what has happened since is not carried out."""
    if command.expect is None:
        if isinstance(command, wire.Play | wire.Trade | wire.Arrange):
            raise Refused("bad", "serve.expect")
        return
    if not room.settled <= command.expect <= room.seq:
        raise Refused("conflict", "serve.conflict", seen=command.expect, seq=room.seq)


def _need(room: Room, phase: str) -> None:
    if room.phase != phase:
        raise Refused("refused", f"serve.phase.{room.phase}")


def _own_seat(room: Room, actor: Actor) -> int:
    seat = room.seat_of(actor.person)
    if seat is None:
        raise Refused("refused", "serve.not_seated")
    return seat


def _playing_seat(room: Room, actor: Actor) -> int:
    seat = _own_seat(room, actor)
    _need(room, "playing")
    if room.has_left(seat):
        raise Refused("refused", "serve.left")
    return seat


def _free_seat(room: Room, wanted: int | None) -> int:
    free = [number for number, seat in enumerate(room.seats) if seat is None]
    if wanted is not None and wanted >= len(room.seats):
        raise Refused("refused", "serve.no_seat", number=wanted + 1, count=len(room.seats))
    if wanted is not None and wanted not in free:
        raise Refused("refused", "serve.seat_taken", number=wanted + 1)
    if not free:
        raise Refused("refused", "serve.full")
    return free[0] if wanted is None else wanted


def _names(room: Room) -> list[str]:
    return [seat.name for seat in room.seats if seat]


def _sit(room: Room, command: wire.Sit, actor: Actor, now: int) -> None:
    if room.seat_of(actor.person) is not None:
        raise Refused("refused", "serve.seated")
    _need(room, "open")
    _seat_person(room, command, actor, now)


def _seat_person(room: Room, command: wire.Sit, actor: Actor, now: int) -> None:
    seat = _free_seat(room, command.seat)
    name = clean(command.name or actor.name or NOBODY, LONGEST_NAME)
    if not name:
        raise Refused("bad", "serve.name")
    room.happen(
        log.Seated(
            seat=seat,
            name=unlike(name, _names(room)),
            age=command.age,
            entropy=clean(command.entropy, 60),
            program=actor.program,
            person=actor.person,
        ),
        now,
    )


def _seat_bot(room: Room, wanted: int | None, level: int, now: int) -> None:
    seat = _free_seat(room, wanted)
    name = unlike(f"Bot {level}", _names(room))
    room.happen(log.Seated(seat=seat, name=name, bot=level), now)


def _add_bot(room: Room, command: wire.AddBot, actor: Actor, now: int) -> None:
    _own_seat(room, actor)
    _need(room, "open")
    _seat_bot(room, command.seat, command.level, now)
    _begin_if_ready(room, now)


def _stand(room: Room, command: wire.Stand, actor: Actor, now: int) -> None:
    own = _own_seat(room, actor)
    _need(room, "open")
    seat = own if command.seat is None else command.seat
    occupied = room.seats[seat] if seat < len(room.seats) else None
    if seat != own and (occupied is None or occupied.is_person):
        raise Refused("refused", "serve.other_seat")
    room.happen(log.Stood(seat), now)


def _start(room: Room, _: wire.Start, actor: Actor, now: int) -> None:
    _own_seat(room, actor)
    _need(room, "open")
    for seat in room.seats_of(actor.person):
        if not room.seat(seat).ready:
            room.happen(log.Readied(seat), now)
    _begin_if_ready(room, now)


def _begin_if_ready(room: Room, now: int) -> None:
    if all(seat and seat.ready for seat in room.seats):
        play.begin(room, now)


def _play(room: Room, command: wire.Play, actor: Actor, now: int) -> None:
    _move(room, command.move, actor, now)


def _trade(room: Room, command: wire.Trade, actor: Actor, now: int) -> None:
    _move(room, f"trade {' '.join(command.tiles)}", actor, now)


def _arrange(room: Room, command: wire.Arrange, actor: Actor, now: int) -> None:
    _move(room, " | ".join(" ".join(row) for row in command.rows), actor, now)


def _move(room: Room, move: str, actor: Actor, now: int) -> None:
    seat = _playing_seat(room, actor)
    if seat != room.turn:
        turn = room.turn
        raise Refused("refused", "serve.turn", player="" if turn is None else room.seat(turn).name)
    play.move(room, move, now)


def _resign(room: Room, _: wire.Resign, actor: Actor, now: int) -> None:
    play.leave(room, _playing_seat(room, actor), "resign", now)


def _chat(room: Room, command: wire.Chat, actor: Actor, now: int) -> None:
    seat = _own_seat(room, actor)
    text = clean(command.text or "", LONGEST_TEXT) or None
    if (command.phrase is None) == (text is None):
        raise Refused("bad", "serve.chat")
    room.happen(log.Chatted(seat=seat, phrase=command.phrase, text=text), now)


def _offer(room: Room, command: wire.Offer, actor: Actor, now: int) -> Room | None:
    seat = _own_seat(room, actor)
    _need(room, "over" if command.offer == "rematch" else "playing")
    _check_offer(room, command, seat)
    target = command.seat if command.offer == "takeover" else None
    level = command.level if command.offer == "takeover" else None
    event = log.Offered(seat=seat, offer=command.offer, target=target, level=level)
    return _settle(room, room.happen(event, now).seq, now)


def _check_offer(room: Room, command: wire.Offer, seat: int) -> None:
    kind = command.offer
    if kind != "rematch" and room.has_left(seat):
        raise Refused("refused", "serve.left")
    if kind == "rematch" and (room.rematch or room.imported):
        raise Refused("refused", "serve.offer.rematch")
    if kind == "undo" and not play.moves_to_undo(room, seat):
        raise Refused("refused", "serve.offer.undo")
    if kind == "takeover":
        target = command.seat
        if target is None or target not in room.people:
            raise Refused("refused", "serve.offer.takeover")
    if any(pending.event.offer == kind for pending in room.offers.values()):
        raise Refused("refused", "serve.offer.twice")


def _pending(room: Room, number: int) -> Pending:
    if number not in room.offers:
        raise Refused("refused", "serve.offer.gone")
    return room.offers[number]


def _accept(room: Room, command: wire.Accept, actor: Actor, now: int) -> Room | None:
    seat = _own_seat(room, actor)
    if seat in _pending(room, command.offer).accepted:
        raise Refused("refused", "serve.offer.agreed")
    room.happen(log.Accepted(seat, command.offer), now)
    return _settle(room, command.offer, now)


def _decline(room: Room, command: wire.Decline, actor: Actor, now: int) -> None:
    seat = _own_seat(room, actor)
    _pending(room, command.offer)
    room.happen(log.Declined(seat, command.offer), now)


def _settle(room: Room, number: int, now: int) -> Room | None:
    """Carry an offer out, once everybody whom it concerns has agreed."""
    pending = room.offers[number]
    if not _concerned(room, pending) <= _persons(room, pending.accepted):
        return None
    event = pending.event
    match event.offer:
        case "undo":
            play.undo(room, event.seat, now)
        case "abort":
            play.abort(room, now)
        case "takeover":
            assert event.target is not None  # noqa: S101
            room.happen(log.TakenOver(event.target, event.level or 3), now)
        case "rematch":
            return _rematch(room, now)
    return None


def _concerned(room: Room, pending: Pending) -> set[str]:
    """Whose word counts: the people who play; for a rematch also those who left the game."""
    if pending.event.offer == "rematch":
        return _persons(room, range(len(room.seats)))
    return _persons(room, set(room.people) - {pending.event.target})


def _persons(room: Room, numbers: Iterable[int]) -> set[str]:
    seats = [room.seats[number] for number in numbers]
    return {seat.person for seat in seats if seat and seat.is_person}


def _rematch(room: Room, now: int) -> Room:
    """The same players at a new table, with a new seed; everybody has agreed, so it begins."""
    again = _opened(room.created, room.created.host, now)
    for number, seat in enumerate(room.seats):
        if seat:
            again.happen(_seated_again(number, seat), now)
            if seat.is_person:
                again.happen(log.Readied(number), now)
    play.begin(again, now)
    room.happen(log.Rematched(again.id), now)
    return again


def _seated_again(number: int, seat: Seat) -> log.Seated:
    return log.Seated(
        seat=number,
        name=seat.name,
        age=seat.age,
        bot=seat.bot,
        program=seat.program,
        person=seat.person,
    )


_DEEDS: dict[type, Callable[[Room, Any, Actor, int], Room | None]] = {
    wire.Sit: _sit,
    wire.Stand: _stand,
    wire.AddBot: _add_bot,
    wire.Start: _start,
    wire.Play: _play,
    wire.Trade: _trade,
    wire.Arrange: _arrange,
    wire.Resign: _resign,
    wire.Offer: _offer,
    wire.Accept: _accept,
    wire.Decline: _decline,
    wire.Chat: _chat,
}
