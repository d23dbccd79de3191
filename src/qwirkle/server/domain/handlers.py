"""What a table does with a command: the events that follow from it, or a refusal.

Nothing here waits, stores or sends. A command is tried on a copy of a room (``Room.copy``); if it
is refused, the copy is thrown away.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any, TypeVar

from qwirkle import fairness
from qwirkle.bots import levels
from qwirkle.bots.names import NOBODY
from qwirkle.server.domain import commands, events, limits, opening, turns
from qwirkle.server.domain.names import LONGEST_NAME, LONGEST_TEXT, clean, unlike
from qwirkle.server.domain.pending import Pending
from qwirkle.server.domain.refusals import Refused
from qwirkle.server.domain.room import Room, Seat

LONGEST_ENTROPY = 60
COMING = 10_000
"""Milliseconds that people have to come to a rematch before the others can remove them."""
HIGHEST = 6
"""The level of a stand-in in a game that counts."""


@dataclass(frozen=True, slots=True)
class Actor:
    """Who sends a command: a person, and the name and the face that they are known by."""

    person: str
    name: str = ""
    program: bool = False
    """Whether it is a program with a token of its own."""
    face: str = ""


Handler = Callable[[Room, Any, Actor, int], Room | None]
Handling = TypeVar("Handling", bound=Handler)
HANDLERS: dict[type[commands.Command], Handler] = {}
"""The function for each kind of command; it may return another table that was set up."""


def handles(*kinds: type[commands.Command]) -> Callable[[Handling], Handling]:
    """Register the decorated function for these commands."""

    def register(handler: Handling) -> Handling:
        HANDLERS.update(dict.fromkeys(kinds, handler))
        return handler

    return register


def create(command: commands.Create, actor: Actor, now: int) -> Room:
    """A new table with its bots, and with the first person seated."""
    if len(command.bots) + len(command.local) >= command.seats:
        raise Refused("refused", "serve.only_bots")
    room = opening.opened(command, actor.person, now)
    sit = commands.Sit(id=command.id, name=command.name, age=command.age)
    _sit(room, sit, actor, now)
    for name, age in zip_longest(command.local, command.ages[: len(command.local)]):
        _seat_person(room, commands.Sit(id=command.id, name=name, age=age), actor, now)
    for level in command.bots:
        _seat_bot(room, None, level, now)
    return room


def decide(room: Room, command: commands.AtTable, actor: Actor, now: int) -> Room | None:
    """Carry out a command; returns another table if one was set up."""
    check_expect(room, command)
    for seat in room.seats_of(actor.person):  # the sender is evidently here
        turns.come_back(room, seat, now)
    return HANDLERS[type(command)](room, command, actor, now)


def check_expect(room: Room, command: commands.Command) -> None:
    """Refuse a command whose sender had not seen the latest events."""
    if command.expect is None:
        if isinstance(command, commands.Move):
            raise Refused("bad", "serve.expect")
        return
    if not room.settled <= command.expect <= room.seq:
        raise Refused("conflict", "serve.conflict", seen=command.expect, seq=room.seq)


def _need(room: Room, phase: str) -> None:
    if room.phase != phase:
        raise Refused("refused", f"serve.phase.{room.phase}")


def _need_space(room: Room, limit: int) -> None:
    """Refuse what would make a log too long: first chat, then everything except the game itself."""
    if room.seq >= limit:
        raise Refused("refused", "serve.long")


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


@handles(commands.Sit)
def _sit(room: Room, command: commands.Sit, actor: Actor, now: int) -> None:
    if room.seat_of(actor.person) is not None:
        raise Refused("refused", "serve.seated")
    _need(room, "open")
    _need_space(room, limits.CHANGES)
    _seat_person(room, command, actor, now, actor.face)


def _seat_person(room: Room, command: commands.Sit, actor: Actor, now: int, face: str = "") -> None:
    """Seat somebody at the actor's device; the face is for the actor's own seat."""
    seat = _free_seat(room, command.seat)
    name = clean(command.name or actor.name or NOBODY, LONGEST_NAME)
    if not name:
        raise Refused("bad", "serve.name")
    room.happen(
        events.Seated(
            seat=seat,
            name=unlike(name, _names(room)),
            years=command.age,
            program=actor.program,
            person=actor.person,
            face=face,
        ),
        now,
    )


@handles(commands.TellAge)
def _tell_age(room: Room, command: commands.TellAge, actor: Actor, now: int) -> None:
    own = _own_seat(room, actor)
    _need(room, "open")
    _need_space(room, limits.CHANGES)
    seat = own if command.seat is None else command.seat
    if seat not in room.seats_of(actor.person):
        raise Refused("refused", "serve.other_seat")
    if room.seat(seat).age != command.age:
        room.happen(events.Aged(seat, command.age), now)


def _seat_bot(room: Room, wanted: int | None, level: int, now: int) -> None:
    seat = _free_seat(room, wanted)
    name = unlike(levels.level(level).character, _names(room))
    room.happen(events.Seated(seat=seat, name=name, bot=level), now)


@handles(commands.AddBot)
def _add_bot(room: Room, command: commands.AddBot, actor: Actor, now: int) -> None:
    _own_seat(room, actor)
    _need(room, "open")
    _need_space(room, limits.CHANGES)
    _seat_bot(room, command.seat, command.level, now)
    _begin_if_ready(room, now)


@handles(commands.Stand)
def _stand(room: Room, command: commands.Stand, actor: Actor, now: int) -> None:
    own = _own_seat(room, actor)
    _need(room, "open")
    seat = own if command.seat is None else command.seat
    occupied = room.seats[seat] if seat < len(room.seats) else None
    if seat not in room.seats_of(actor.person):
        _check_sent_away(room, occupied, now)
    room.happen(events.Stood(seat), now)


def _check_sent_away(room: Room, occupied: Seat | None, now: int) -> None:
    """Computer players can be removed; people only if they do not come to a rematch."""
    if occupied and not occupied.is_person:
        return
    if occupied is None or occupied.ready or not room.created.previous:
        raise Refused("refused", "serve.other_seat")
    if now < occupied.since + COMING:
        raise Refused("refused", "serve.may_come", player=occupied.name, n=COMING // 1000)


@handles(commands.Start)
def _start(room: Room, command: commands.Start, actor: Actor, now: int) -> None:
    """All other seats of this person are ready too; one text counts for all of them."""
    _own_seat(room, actor)
    _need(room, "open")
    text = clean(command.entropy, LONGEST_ENTROPY)
    digest = fairness.entropy_digest(text) if text else ""
    for number in room.seats_of(actor.person):
        seat = room.seat(number)
        if not seat.ready:
            room.happen(events.Readied(number, digest, text), now)
        elif text not in ("", seat.entropy):
            raise Refused("refused", "serve.ready")
    _begin_if_ready(room, now)


def _begin_if_ready(room: Room, now: int) -> None:
    if all(seat and seat.ready for seat in room.seats):
        turns.begin(room, now)


@handles(commands.Play, commands.Trade, commands.Arrange)
def _move(room: Room, command: commands.Move, actor: Actor, now: int) -> None:
    seat = _playing_seat(room, actor)
    if seat != room.turn:
        turn = room.turn
        raise Refused("refused", "serve.turn", player="" if turn is None else room.seat(turn).name)
    turns.move(room, command.notation, now)


@handles(commands.Resign)
def _resign(room: Room, _: commands.Resign, actor: Actor, now: int) -> None:
    turns.leave(room, _playing_seat(room, actor), "resign", now)


@handles(commands.Chat)
def _chat(room: Room, command: commands.Chat, actor: Actor, now: int) -> None:
    seat = _own_seat(room, actor)
    _need_space(room, limits.TALK)
    text = clean(command.text or "", LONGEST_TEXT) or None
    if sum(said is not None for said in (command.phrase, text, command.emote)) != 1:
        raise Refused("bad", "serve.chat")
    said = events.Chatted(seat=seat, phrase=command.phrase, text=text, emote=command.emote)
    room.happen(said, now)


@handles(commands.Offer)
def _offer(room: Room, command: commands.Offer, actor: Actor, now: int) -> Room | None:
    seat = _own_seat(room, actor)
    _need(room, "over" if command.offer == "rematch" else "playing")
    _check_offer(room, command, seat, now)
    takeover = command.offer == "takeover"
    event = events.Offered(
        seat=seat,
        offer=command.offer,
        target=command.seat if takeover else None,
        level=_level(room, command) if takeover else None,
    )
    _check_new(room, event)
    return _settle(room, room.happen(event, now).seq, now)


def _level(room: Room, command: commands.Offer) -> int:
    """Nobody chooses a weak stand-in for an opponent in a game that counts."""
    return HIGHEST if room.countable else command.level


def _check_offer(room: Room, command: commands.Offer, seat: int, now: int) -> None:
    """Whether something can be offered at all."""
    kind = command.offer
    if kind != "rematch" and room.has_left(seat):
        raise Refused("refused", "serve.left")
    if kind == "rematch" and (room.rematch or room.imported):
        raise Refused("refused", "serve.offer.rematch")
    if kind == "undo" and not turns.moves_to_undo(room, seat):
        raise Refused("refused", "serve.offer.undo")
    if kind == "takeover":
        _check_takeover(room, command.seat, now)


def _check_takeover(room: Room, target: int | None, now: int) -> None:
    """The computer sits in only for somebody whose absence the server itself has seen."""
    known = target is not None and target < len(room.seats)
    since = turns.takeover_from(room, target) if known and target is not None else None
    if since is None or now < since:
        raise Refused("refused", "serve.offer.takeover", n=limits.TAKEOVER_AFTER // 1000)


def _check_new(room: Room, event: events.Offered) -> None:
    """The same offer is not made twice at a time, nor repeated to players who have declined it."""
    wish = event.offer, event.target
    if any(pending.wish == wish for pending in room.offers.values()):
        raise Refused("refused", "serve.offer.twice")
    if (room.seat(event.seat).person, wish) in room.declined:
        raise Refused("refused", "serve.offer.again")
    _need_space(room, limits.CHANGES)


def _asked(room: Room, number: int, actor: Actor) -> Pending:
    """A pending offer that this player may answer."""
    if number not in room.offers:
        raise Refused("refused", "serve.offer.gone")
    pending = room.offers[number]
    if actor.person not in _concerned(room, pending):
        raise Refused("refused", "serve.offer.not_asked")
    return pending


@handles(commands.Accept)
def _accept(room: Room, command: commands.Accept, actor: Actor, now: int) -> Room | None:
    seat = _own_seat(room, actor)
    if actor.person in _persons(room, _asked(room, command.offer, actor).accepted):
        raise Refused("refused", "serve.offer.agreed")
    room.happen(events.Accepted(seat, command.offer), now)
    return _settle(room, command.offer, now)


@handles(commands.Decline)
def _decline(room: Room, command: commands.Decline, actor: Actor, now: int) -> None:
    seat = _own_seat(room, actor)
    _asked(room, command.offer, actor)
    room.happen(events.Declined(seat, command.offer), now)


def _settle(room: Room, number: int, now: int) -> Room | None:
    """Carry out an offer once everybody concerned has agreed."""
    pending = room.offers[number]
    if not _concerned(room, pending) <= _persons(room, pending.accepted):
        return None
    event = pending.event
    match event.offer:
        case "undo":
            turns.undo(room, event.seat, now)
        case "abort":
            turns.abort(room, now)
        case "takeover":
            assert event.target is not None and event.level is not None  # noqa: S101, PT018
            room.happen(events.StoodIn(event.target, event.level), now)
        case "rematch":
            return opening.rematch(room, now)
    return None


def _concerned(room: Room, pending: Pending) -> set[str]:
    """Who must agree: the people who play, connected or not; for a rematch also those who left the
    game; for a stand-in only those who are connected."""
    match pending.event.offer:
        case "rematch":
            return _persons(room, range(len(room.seats)))
        case "takeover":
            return _persons(room, (seat for seat in room.people if not room.seat(seat).absent))
        case _:
            return _persons(room, room.people)


def _persons(room: Room, numbers: Iterable[int]) -> set[str]:
    seats = [room.seats[number] for number in numbers]
    return {seat.person for seat in seats if seat and seat.is_person}
