"""The engine's answers about card games, by the readable Python of the library alone.

``docs/engine.md`` says what is asked, and how it is answered. Levels that search need the compiled
kernel, as they do in the library; its ``ask`` is never called here.
"""

from __future__ import annotations

import json
import random
import struct
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any

from qwirkle import seats
from qwirkle.analysis import advice
from qwirkle.analysis.intervals import Estimate
from qwirkle.analysis.reasons import Reason
from qwirkle.bag import Bag
from qwirkle.bots.levels import Level, level, strength
from qwirkle.cards.moves import Arrange, Move, in_order, parse_move, parse_rows, write_rows
from qwirkle.cards.rules import Position, row_fault
from qwirkle.cards.state import State, starter
from qwirkle.cards.table import Table
from qwirkle.editions import CARDS
from qwirkle.events import Dealt, Event, Joined, Moved, Opened, Resigned, Starts
from qwirkle.faults import BadNotation, Fault
from qwirkle.game import Game
from qwirkle.lines import LONGEST
from qwirkle.server.protocol.editions.cards import WIRE
from qwirkle.tiles import TILES, Hand, Tile
from qwirkle.views import AnyView, View

NAMES = ("Ada", "Bo", "Cy", "Di")
BUDGET = 20
"""Milliseconds for a search, where a question has a budget: little, since so many are asked."""

CardGame = Game[State, Move, Table]
Answer = dict[str, Any]
Pair = tuple[str, Answer]


def written(answer: Answer) -> str:
    """An answer as it is written: JSON in ASCII, without spaces."""
    return json.dumps(answer, separators=(",", ":"))


def error(key: str, **words: object) -> Answer:
    return {"error": {"key": key, "words": words}}


# ---- moments of games ---------------------------------------------------------------------------


@dataclass(frozen=True)
class Moment:
    """A moment of a game as the lines of a question tell it: all of it, or what one seat saw."""

    lines: tuple[str, ...]
    state: State
    history: tuple[Moved, ...] = ()
    start: int | None = None
    seat: int | None = None
    """Whoever saw it; None: everything is known."""

    @classmethod
    def of(cls, game: CardGame, seat: int | None = None) -> Moment:
        events = [event for event in game.events if isinstance(event, ASKED)]
        seen = events if seat is None else [event.seen_by(seat) for event in events]
        moves = tuple(event for event in events if isinstance(event, Moved))
        return cls(tuple(map(str, seen)), game.state, moves, game.start.seat, seat)

    @classmethod
    def recorded(cls, game: CardGame) -> Moment:
        """The whole record, with its checksums and all that an engine passes over."""
        return replace(cls.of(game), lines=tuple(game.dump().splitlines()))

    @classmethod
    def set_up(cls, state: State) -> Moment:
        """A position that was set up by hand: without a past."""
        hands = (f"hand {seat + 1} {hand}" for seat, hand in enumerate(state.hands))
        took = (
            f"took {seat + 1} {write_rows(rows)}"
            for seat, rows in enumerate(state.captured)
            if rows
        )
        lines = ["edition cards", f"lies {state.table}", *took, *hands, f"turn {state.turn + 1}"]
        return cls(tuple(line.rstrip() for line in lines), state)

    def then(self, text: str, drawn: str = "") -> Moment:
        """The moment after a move of the player to move, with these cards drawn."""
        state, move, pieces = self.state, parse_move(text), Hand.parse(drawn)
        event = Moved(state.turn, move, state.points(move), pieces)
        after = state.after(move, pieces)
        return replace(
            self, lines=(*self.lines, str(event)), state=after, history=(*self.history, event)
        )

    def left(self, seat: int) -> Moment:
        """The moment after a player left the game (O1)."""
        lines = (*self.lines, str(Resigned(seat)))
        return replace(self, lines=lines, state=self.state.resigned(seat))

    def view(self, seat: int) -> AnyView:
        return View.of(CARDS, NAMES[: len(self.state.hands)], self.state, seat, self.history)

    def asked(self, line: str) -> str:
        return "\n".join((line, *self.lines))


ASKED: tuple[type[Event], ...] = (Opened, Joined, Dealt, Starts, Moved, Resigned)


def position_set_up(
    table: str, hands: Sequence[str], captured: Sequence[str] = (), turn: int = 0
) -> Moment:
    """A position set up by hand; what is left of the cards is the pile."""
    rows = Table.parse(table)
    taken = tuple(
        in_order(parse_rows(captured[at])) if at < len(captured) else () for at in range(len(hands))
    )
    held = tuple(map(Hand.parse, hands))
    gone = [*rows.cards, *chain(*chain(*taken)), *chain(*held)]
    pile = Bag.full().without(gone)
    opening = not rows and not any(taken)
    last = None if pile else tuple(at for at, hand in enumerate(held) if hand or at == turn)
    return Moment.set_up(State(held, pile, turn, taken, rows, opening, last_turns=last))


# ---- answers ------------------------------------------------------------------------------------


def codes(cards: Iterable[Tile]) -> list[str]:
    return [str(card) for card in cards]


def state_answer(moment: Moment) -> Answer:
    state = moment.state
    shown = [
        codes(hand) if moment.seat in (None, seat) else ["?"] * len(hand)
        for seat, hand in enumerate(state.hands)
    ]
    return {
        "edition": "cards",
        "players": len(state.hands),
        "start": moment.start,
        "turn": None if state.ended else state.turn,
        "moves": len(moment.history),
        "bag": len(state.bag),
        "scores": list(state.scores),
        "hands": shown,
        "gone": sorted(state.gone),
        "board": [],
        "rows": [codes(row) for row in state.table],
        "captured": [[codes(row) for row in rows] for rows in state.captured],
        "opening": state.opening,
        "exchanges": state.exchanges,
        "passes": 0,
        "ended": state.ended,
        "winners": list(seats.winners(state)) if state.ended else [],
        "bonus": 0,
        "last": _last(moment),
    }


def _last(moment: Moment) -> Answer | None:
    if not moment.history:
        return None
    event = moment.history[-1]
    return {"seat": event.seat, "move": str(event.move), "points": event.points, "lines": []}


def offers_answer(moment: Moment, seat: int) -> Answer:
    state = moment.state
    if state.ended or seat in state.gone:
        return {"moves": [], "trade": 0, "complete": True}
    offered = WIRE.legal_moves(state.position_of(seat))
    moves = [[offer.move, offer.points] for offer in offered.moves]
    return {"moves": moves, "trade": offered.trade, "complete": offered.complete}


def judge_answer(moment: Moment, seat: int, text: str) -> Answer:
    try:
        move = parse_move(text)
    except BadNotation as reason:
        return error(reason.key, text=reason.words["text"], column=reason.words["column"])
    position = moment.state.position_of(seat)
    over = moment.state.ended
    fault = Fault(f"{over}.over") if over else position.fault(move)
    mine = replace(moment.state, turn=seat)
    return {
        "fault": fault_answer(fault),
        "move": str(move),
        "points": 0 if fault else position.points(move),
        "lines": [],
        "rows": _row_checks(text) if isinstance(move, Arrange) else [],
        "draws": 0 if fault else mine.draws(move),
        "mixed": [] if fault else codes(mine.mixed(move)),
    }


def fault_answer(fault: Fault | None) -> Answer | None:
    if fault is None:
        return None
    return {
        "key": fault.reason,
        "tiles": codes(fault.tiles),
        "cells": [],
        "words": dict(fault.words),
    }


def _row_checks(text: str) -> list[Answer]:
    return [
        {"row": codes(row), "captured": len(row) == LONGEST, "fault": fault_answer(row_fault(row))}
        for row in parse_rows(text)
    ]


def lay_answer(moment: Moment, seat: int, cards: Iterable[Tile]) -> Answer:
    cards = tuple(cards)
    held = not moment.state.hands[seat].missing(cards)
    found = moment.state.table.laying(cards) if held else None
    rows, captured = (found.rows, found.captured) if found else ((), ())
    return {"rows": [codes(row) for row in rows], "captured": [codes(row) for row in captured]}


def choose_answer(
    moment: Moment, seat: int, known: Level, seed: int, budget: int | None = None
) -> Answer:
    if refused := _refused(moment, seat):
        return refused
    seconds = None if budget is None else budget / 1000
    return {"move": str(known.player(seed).choose(moment.view(seat), seconds))}


def advise_answer(moment: Moment, seat: int, seed: int, budget: int, most: int = 5) -> Answer:
    if refused := _refused(moment, seat):
        return refused
    found = advice.rank(moment.view(seat), budget / 1000, seed=seed, most=most)
    return {"moves": [_advised(each) for each in found]}


def _refused(moment: Moment, seat: int) -> Answer | None:
    """Choices and advice are for the player to move."""
    if moment.state.ended:
        return error("bad.advice.over")
    if moment.state.turn != seat:
        return error("bad.advice.turn", player=seat, turn=moment.state.turn)
    return None


def _advised(each: advice.Advice) -> Answer:
    return {
        "move": str(each.move),
        "points": each.points,
        "margin": _estimate(each.margin),
        "win": _estimate(each.win),
        "samples": each.samples,
        "exact": each.exact,
        "reasons": [_reason(reason) for reason in each.reasons],
        "basis": _reason(each.basis),
    }


def _estimate(estimate: Estimate | None) -> Answer | None:
    if estimate is None:
        return None
    return {name: _bits(getattr(estimate, name)) for name in ("value", "low", "high")}


def _bits(number: float) -> str:
    return struct.pack(">d", number).hex()


def _reason(reason: Reason) -> Answer:
    return {"key": reason.key, "words": {name: _word(word) for name, word in reason.words.items()}}


def _word(word: object) -> object:
    if isinstance(word, Tile):
        return str(word)
    return codes(word) if isinstance(word, tuple | list) else word


def deal_answer(order: Sequence[Tile], players: int, lot: int, ages: seats.Ages) -> Answer:
    size = CARDS.hand_size
    hands = [Hand(order[seat * size : (seat + 1) * size]) for seat in range(players)]
    start = starter(hands, ages, lot)
    said = start and {
        "seat": start.seat,
        "why": start.why,
        "size": start.size,
        "tied": list(start.tied),
        "among": list(start.among),
    }
    return {"hands": [codes(hand) for hand in hands], "start": said}


# ---- questions ----------------------------------------------------------------------------------


def deal(order: Sequence[Tile], players: int, lot: int, ages: seats.Ages) -> Pair:
    told = "".join(f" age{at}={age}" for at, age in enumerate(ages, 1) if age is not None)
    question = f"deal players={players} lot={lot}{told} : {' '.join(codes(order))}\nedition cards"
    return question, deal_answer(order, players, lot, ages)


def state(moment: Moment) -> Pair:
    return moment.asked("state"), state_answer(moment)


def offers(moment: Moment, seat: int) -> Pair:
    return moment.asked(f"offers seat={seat}"), offers_answer(moment, seat)


def judge(moment: Moment, seat: int, text: str) -> Pair:
    return moment.asked(f"judge seat={seat} : {text}"), judge_answer(moment, seat, text)


def lay(moment: Moment, seat: int, cards: Iterable[Tile]) -> Pair:
    cards = tuple(cards)
    asked = moment.asked(f"lay seat={seat} : {' '.join(codes(cards))}")
    return asked, lay_answer(moment, seat, cards)


def choose(moment: Moment, number: int, seed: int = 0, budget: int | None = BUDGET) -> Pair:
    return _choose(moment, f"level={number}", level(number), seed, budget)


def choose_between(moment: Moment, hundredths: int, seed: int = 0) -> Pair:
    return _choose(moment, f"hundredths={hundredths}", strength(hundredths), seed, BUDGET)


def _choose(moment: Moment, who: str, known: Level, seed: int, budget: int | None) -> Pair:
    seat = moment.state.turn
    given = "" if budget is None else f" budget={budget}"
    asked = moment.asked(f"choose seat={seat} {who} seed={seed}{given}")
    return asked, choose_answer(moment, seat, known, seed, budget)


def advise(moment: Moment, seed: int = 0, budget: int = BUDGET, most: int = 5) -> Pair:
    seat = moment.state.turn
    asked = moment.asked(f"advise seat={seat} seed={seed} budget={budget} most={most}")
    return asked, advise_answer(moment, seat, seed, budget, most)


def moves_to_judge(position: Position, dice: random.Random) -> Iterator[str]:
    """A legal move, and what people get wrong; each fault of the judge is likely among them."""
    move = position.random_move(dice)
    yield str(move)
    yield from ("exchange", "pass")
    if not isinstance(move, Arrange):
        return
    rows = [list(row) for row in move.rows + move.captured]
    dice.shuffle(rows)
    for change in (_less, _more, _split, _double, _shift):
        changed = [list(row) for row in rows]
        change(changed, dice)
        if any(changed):
            yield write_rows(tuple(row) for row in changed if row)
    yield str(position.table) or "Ro"


def _less(rows: list[list[Tile]], dice: random.Random) -> None:
    dice.choice(rows).pop()


def _more(rows: list[list[Tile]], dice: random.Random) -> None:
    dice.choice(rows).append(dice.choice(TILES))


def _split(rows: list[list[Tile]], dice: random.Random) -> None:
    row = dice.choice(rows)
    rows.append([row.pop()])


def _double(rows: list[list[Tile]], dice: random.Random) -> None:
    row = dice.choice(rows)
    row.append(row[0])


def _shift(rows: list[list[Tile]], dice: random.Random) -> None:
    dice.choice(rows).append(dice.choice(rows).pop())
