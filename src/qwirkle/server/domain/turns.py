"""The game itself at a table: it begins, goes on, and ends."""

from __future__ import annotations

from itertools import takewhile

from qwirkle import events as game_events
from qwirkle import seats
from qwirkle.editions import edition
from qwirkle.faults import Fault, IllegalMove
from qwirkle.game import AnyGame
from qwirkle.moves import Move
from qwirkle.server.domain import clocks, events, limits
from qwirkle.server.domain.clocks import Days, Live, Times
from qwirkle.server.domain.events import Drawn, DrawProof
from qwirkle.server.domain.room import Room, new_game


def begin(room: Room, now: int) -> None:
    """Publish the texts of the players, shuffle, deal, and start the clocks."""
    game = new_game(room, room.texts)
    times = clocks.first(room.created.clock, len(room.seats), now)
    room.happen(events.Started(times, room.texts, events.start(game)), now, game)
    for event in game.events:
        if isinstance(event, game_events.Shuffled):
            room.happen(events.Shuffled(event.root), now)
        elif isinstance(event, game_events.Dealt):
            pieces = tuple(map(str, event.pieces))
            room.happen(events.Dealt(event.seat, pieces, _draw(game, event)), now)


def move(room: Room, text: str, now: int) -> None:
    """A move of the seat to move, judged; the game may end with it."""
    game = _game(room).copy()
    parsed = edition(game.edition).parse_move(text)
    if fault := o3_fault(room, parsed):
        raise IllegalMove(fault)
    moved = game.push(parsed)
    event = events.Moved(
        seat=moved.seat,
        move=str(moved.move),
        points=moved.points,
        drawn=tuple(map(str, moved.drawn)),
        draw=_draw(game, moved) if moved.drawn else None,
        times=_turned(room, game, now),
    )
    game.forget_trees()
    room.happen(event, now, game)
    if root := game.reshuffled:
        room.happen(events.Shuffled(root), now)
    _end_if_over(room, now)
    _stop_if_endless(room, now)


def o3_fault(room: Room, move: Move) -> Fault | None:
    """What is wrong with a trade that comes after many others (O3), or None."""
    if move.is_play or _since_a_play(room) < limits.TRADES_IN_A_ROW:
        return None
    play = _a_play(_game(room))
    if play is None or _game(room).fault(move):  # if the game itself refuses the move, it says why
        return None
    tiles, cells = getattr(play, "tiles", ()), getattr(play, "cells", ())
    return Fault("O3", tiles, cells, {"n": limits.TRADES_IN_A_ROW})


def must_play(room: Room) -> bool:
    """Whether the seat to move may not trade any more (O3)."""
    return _since_a_play(room) >= limits.TRADES_IN_A_ROW and _a_play(_game(room)) is not None


def instead(room: Room, text: str) -> str:
    """A computer player's move, or a play if the move is a trade that is not allowed (O3)."""
    move = edition(room.created.edition).parse_move(text)
    return str(_a_play(_game(room))) if o3_fault(room, move) else text


def _a_play(game: AnyGame) -> Move | None:
    first: Move | None = next(iter(game.legal_moves), None)  # plays come before trades
    return first if first and first.is_play else None


def _since_a_play(room: Room) -> int:
    """How many moves there were since the last play, counted up to the limit."""
    moves = (event for event in _game(room).backwards() if isinstance(event, game_events.Moved))
    idle = takewhile(lambda event: not event.move.is_play, moves)
    return sum(1 for _ in zip(range(limits.MOVES_WITHOUT_PLAY), idle, strict=False))


def _stop_if_endless(room: Room, now: int) -> None:
    if room.phase != "playing":
        return
    if _since_a_play(room) >= limits.MOVES_WITHOUT_PLAY:
        abort(room, now, "O3")
    elif room.seq >= limits.LONGEST_LOG:
        abort(room, now, "length")


def leave(room: Room, seat: int, why: str, now: int) -> None:
    """A player resigns, runs out of time, or has been away for too long (O1)."""
    game = _game(room).copy()
    times = clocks.run_out(room.times, seat) if room.times and why == "time" else room.times
    had_turn = room.turn == seat
    game.resign(game.players[seat])
    if times and had_turn:
        times = clocks.handed(times, None if game.turn is None else game.state.turn, now)
    room.happen(events.Resigned(seat, why, times), now, game)
    if room.seat(seat).absent:
        room.happen(events.Back(seat), now)
    _end_if_over(room, now)
    stop_if_deserted(room, now)


def stop_if_deserted(room: Room, now: int) -> None:
    """Computer players do not play on among themselves (O1)."""
    if room.phase == "playing" and not room.people:
        abort(room, now, "deserted")


def moves_to_undo(room: Room, seat: int) -> int:
    """How many moves must be taken back to undo a seat's last one; 0 if none can be."""
    for count, event in enumerate(_game(room).backwards(), 1):
        if isinstance(event, game_events.Resigned):
            return 0
        if event.seat == seat:
            return count
    return 0


def undo(room: Room, seat: int, now: int) -> None:
    """Take back a seat's last move, and those after it; the time they took stays used."""
    count = moves_to_undo(room, seat)
    game = _game(room).copy()
    turned = [0] * len(room.seats)
    for _ in range(count):
        later = game.state.turn
        mover = game.pop().seat
        turned[mover] += mover != later
    times = _taken_back(room, turned, game.state.turn, now)
    room.happen(events.Undone(count, times), now, game)


def _taken_back(room: Room, turned: list[int], turn: int, now: int) -> Times | None:
    """The clocks after an undo: nobody gains time. Increments of the moves are taken back too, and
    in a correspondence game the deadline stays."""
    if room.times is None or room.turn is None:
        return None
    clock = room.created.clock
    if isinstance(clock, Days):
        return Times(room.times.left, room.times.deadline)
    gained = clock.increment * clocks.SECOND if isinstance(clock, Live) else 0
    times = clocks.stopped(room.times, room.turn, now)
    left = tuple(max(0, ms - n * gained) for ms, n in zip(times.left, turned, strict=True))
    return clocks.handed(Times(left), turn, now)


def abort(room: Room, now: int, why: str = "agreed") -> None:
    room.happen(events.Aborted(why), now)
    room.happen(events.Revealed(room.created.seed), now)


def tick(room: Room, now: int) -> None:
    """End what has run out of time: clocks and absences (O1)."""
    if room.turn is not None and room.times and _passed(room.times.deadline, now):
        leave(room, room.turn, "time", now)
    for number in room.people:
        if room.phase == "playing" and _passed(room.seat(number).away_until, now):
            leave(room, number, "absence", now)


def forgive(room: Room, person: str, waited: int, now: int) -> None:
    """Give the mover back the time that a move has waited at the server, if the clock ran out
    meanwhile."""
    if room.turn is None or room.times is None or room.seat(room.turn).person != person:
        return
    deadline = room.times.deadline
    if deadline is not None and now - waited < deadline <= now:
        room.happen(events.Credited(waited, clocks.credited(room.times, waited)), now)


def _passed(deadline: int | None, now: int) -> bool:
    return deadline is not None and deadline <= now


def due(room: Room) -> int | None:
    """When the next clock or absence runs out."""
    if room.phase != "playing":
        return None
    times = [seat.away_until for seat in room.seats if seat and seat.away_until is not None]
    if room.times and room.times.deadline is not None:
        times.append(room.times.deadline)
    return min(times, default=None)


def waits_for(room: Room, seat: int) -> bool:
    """Whether others wait for this player."""
    person = room.seat(seat).person
    others = [other for other in room.people if room.seat(other).person != person]
    return (
        room.phase == "playing"
        and bool(others)
        and seat in room.people
        and not isinstance(room.created.clock, Days)
    )


def gone_away(room: Room, seat: int, grace: int, now: int) -> None:
    """A player lost the connection, and has some milliseconds to come back; so have others at the
    same device."""
    for mine in room.seats_of(room.seat(seat).person):
        if not waits_for(room, mine) or room.seat(mine).absent:
            continue
        if room.seat(mine).absences >= limits.ABSENCES:
            leave(room, mine, "absence", now)
        else:
            room.happen(events.Away(mine, now + grace), now)


def come_back(room: Room, seat: int, now: int) -> None:
    """The player is back; a stand-in stops."""
    if room.phase == "playing" and room.seat(seat).absent:
        room.happen(events.Back(seat), now)


def takeover_from(room: Room, seat: int) -> int | None:
    """When the others may let the computer sit in for a player; None if they may not."""
    player = room.seats[seat]
    if player is None or room.phase != "playing" or room.has_left(seat) or player.stand_in:
        return None
    return None if player.away_since is None else player.away_since + limits.TAKEOVER_AFTER


def bot_to_move(room: Room) -> int | None:
    """The level of the computer if it is to move, for itself or for an absent player."""
    return None if room.turn is None else room.seat(room.turn).computer


def _game(room: Room) -> AnyGame:
    assert room.game is not None  # noqa: S101
    return room.game


def _turned(room: Room, game: AnyGame, now: int) -> Times | None:
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
        room.happen(events.Ended(state.ended, seats.winners(state), tuple(state.scores)), now)
        room.happen(events.Revealed(room.created.seed), now)


def _draw(game: AnyGame, event: game_events.Event) -> Drawn:
    root, size, proofs = game.proofs(event)
    return Drawn(
        root, size, tuple(DrawProof(p.position, str(p.tile), p.salt, p.path) for p in proofs)
    )
