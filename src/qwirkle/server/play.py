"""The game itself at a table: it begins, goes on, and ends."""

from __future__ import annotations

from qwirkle import Game, events, seats
from qwirkle.server import clocks, log
from qwirkle.server.log import Drawn, DrawProof, Times
from qwirkle.server.room import Room, new_game
from qwirkle.server.wire import Days


def begin(room: Room, now: int) -> None:
    """Shuffle, deal, and start the clocks."""
    game = new_game(room)
    times = clocks.first(room.created.clock, len(room.seats), now)
    room.happen(log.Started(times), now, game)
    for event in game.events:
        if isinstance(event, events.Shuffled):
            room.happen(log.Shuffled(event.root), now)
        elif isinstance(event, events.Dealt):
            pieces = tuple(map(str, event.pieces))
            room.happen(log.Dealt(event.seat, pieces, _draw(game, event)), now)


def move(room: Room, text: str, now: int) -> None:
    """A move of the seat to move, judged; the game may end with it."""
    game = _game(room).copy()
    known = len(game.events)
    moved = game.push(text)
    event = log.Moved(
        seat=moved.seat,
        move=str(moved.move),
        points=moved.points,
        drawn=tuple(map(str, moved.drawn)),
        draw=_draw(game, moved) if moved.drawn else None,
        times=_turned(room, game, now),
    )
    room.happen(event, now, game)
    for later in game.events[known:]:
        if isinstance(later, events.Shuffled):
            room.happen(log.Shuffled(later.root), now)
    _end_if_over(room, now)


def leave(room: Room, seat: int, why: str, now: int) -> None:
    """A player resigns, or is taken to have left (O1)."""
    game = _game(room).copy()
    times = clocks.run_out(room.times, seat) if room.times and why == "time" else room.times
    had_turn = room.turn == seat
    game.resign(game.players[seat])
    if times and had_turn:
        times = clocks.handed(times, None if game.turn is None else game.state.turn, now)
    room.happen(log.Resigned(seat, why, times), now, game)
    if room.seat(seat).away_until is not None:
        room.happen(log.Back(seat), now)
    _end_if_over(room, now)


def moves_to_undo(room: Room, seat: int) -> int:
    """How many moves must be taken back to undo a seat's last one; 0 where none can be."""
    count = 0
    for event in reversed(_game(room).events):
        if isinstance(event, events.Resigned):
            return 0
        if isinstance(event, events.Moved):
            count += 1
            if event.seat == seat:
                return count
    return 0


def undo(room: Room, seat: int, now: int) -> None:
    """Take back a seat's last move, and those after it; the clock of whoever moves goes on."""
    count = moves_to_undo(room, seat)
    game = _game(room).copy()
    for _ in range(count):
        game.pop()
    times = clocks.handed(room.times, game.state.turn, now) if room.times else None
    room.happen(log.Undone(count, times), now, game)


def abort(room: Room, now: int) -> None:
    room.happen(log.Aborted(), now)
    room.happen(log.Revealed(room.created.seed), now)


def tick(room: Room, now: int) -> None:
    """What the time alone brings about: clocks and absences that have run out (O1)."""
    if room.turn is not None and room.times and _passed(room.times.deadline, now):
        leave(room, room.turn, "time", now)
    for number in room.people:
        if room.phase == "playing" and _passed(room.seat(number).away_until, now):
            leave(room, number, "absence", now)


def _passed(deadline: int | None, now: int) -> bool:
    return deadline is not None and deadline <= now


def due(room: Room) -> int | None:
    """When the time alone will bring something about."""
    if room.phase != "playing":
        return None
    times = [seat.away_until for seat in room.seats if seat and seat.away_until is not None]
    if room.times and room.times.deadline is not None:
        times.append(room.times.deadline)
    return min(times, default=None)


def waits_for(room: Room, seat: int) -> bool:
    """Whether somebody else sits waiting while this player is away."""
    person = room.seat(seat).person
    others = [other for other in room.people if room.seat(other).person != person]
    return (
        room.phase == "playing"
        and bool(others)
        and seat in room.people
        and not isinstance(room.created.clock, Days)
    )


def gone_away(room: Room, seat: int, grace: int, now: int) -> None:
    """A player lost the connection, and has so many milliseconds to come back."""
    if waits_for(room, seat) and room.seat(seat).away_until is None:
        room.happen(log.Away(seat, now + grace), now)


def come_back(room: Room, seat: int, now: int) -> None:
    if room.phase == "playing" and room.seat(seat).away_until is not None:
        room.happen(log.Back(seat), now)


def _game(room: Room) -> Game:
    assert room.game is not None  # noqa: S101
    return room.game


def _turned(room: Room, game: Game, now: int) -> Times | None:
    """The clocks after a move. An exchange of the card game does not end the turn (C9)."""
    if room.times is None or room.turn is None:
        return None
    if game.turn is not None and game.state.turn == room.turn:
        return room.times
    later = None if game.turn is None else game.state.turn
    return clocks.turned(room.created.clock, room.times, room.turn, later, now)


def _end_if_over(room: Room, now: int) -> None:
    game = _game(room)
    state = game.state
    if state.ended:
        room.happen(log.Ended(state.ended, seats.winners(state), tuple(state.scores)), now)
        room.happen(log.Revealed(room.created.seed), now)


def _draw(game: Game, event: events.Event) -> Drawn:
    root, size, proofs = game.proofs(event)
    return Drawn(
        root, size, tuple(DrawProof(p.position, str(p.tile), p.salt, p.path) for p in proofs)
    )
