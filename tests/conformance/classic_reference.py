"""The engine's answers about tile games, by the readable Python of the library alone.

``docs/engine.md`` says what is asked, and how it is answered. Levels that search need the compiled
kernel, as they do in the library; its ``ask`` is never called here.
"""

from __future__ import annotations

import json
import re
import struct
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

from qwirkle import BadNotation, Board, Hand, Tile, seats
from qwirkle.analysis import Advice, Estimate, Reason, rank
from qwirkle.bag import Bag
from qwirkle.bots.levels import DEFAULT, Level, level, strength
from qwirkle.classic import moves, scoring
from qwirkle.classic.moves import HiddenTrade, Move, Pass, Play, Trade
from qwirkle.classic.rules import Position
from qwirkle.classic.state import HAND_SIZE, starter
from qwirkle.classic.validity import islands_flaw, lines_flaw
from qwirkle.events import Moved
from qwirkle.faults import BadSetup, Cell, Fault
from qwirkle.tiles import COPIES, TILES
from qwirkle.views import AnyView, View

NAMES = ("Ada", "Bo", "Cy", "Di")
FARTHEST = 114
"""The board of the kernel is a torus: tiles that were set up must be nearer to each other."""
MOST_POINTS = 1000
LONGEST_BUDGET = 3_600_000

Piece = Tile | None
Answer = dict[str, Any]


class Refused(Exception):
    """A question that has no answer."""

    def __init__(self, key: str, **words: object) -> None:
        self.answer = {"error": {"key": key, "words": words}}


class Impossible(Exception):
    """A line that cannot follow those before it; a position may say more than that."""

    def __init__(self, fault: Fault | None = None) -> None:
        self.fault = fault


def refusal(impossible: Impossible, line: int) -> Refused:
    """By what is wrong with a position that was set up, else by the line."""
    refused = Refused("bad.line", line=line)
    if impossible.fault:
        refused.answer = {"error": fault_answer(impossible.fault)}
    return refused


def answer(question: str) -> str:
    """The answer, as JSON without spaces."""
    try:
        found = answered(Question(question))
    except Refused as refused:
        found = refused.answer
    return json.dumps(found, separators=(",", ":"))


# ---- the question -------------------------------------------------------------------------------


def take_word(text: str) -> tuple[str, str]:
    word, _, rest = text.lstrip(" ").partition(" ")
    return word, rest


def whole_number(text: str) -> int | None:
    """A number of at most thirteen digits."""
    if not re.fullmatch(r" *-?[0-9]+", text) or abs(int(text)) // 10 >= 10**12:
        return None
    return int(text)


class Question:
    """``verb name=value : text``, and the lines of a game."""

    def __init__(self, text: str) -> None:
        line, _, game = text.partition("\n")
        named, _, self.text = line.removesuffix("\r").partition(" : ")
        self.lines = game.removesuffix("\n").split("\n") if game else []
        self.verb, rest = take_word(named)
        self.values: dict[str, int] = {}
        while rest:
            word, rest = take_word(rest)
            name, _, value = word.partition("=")
            if name not in self.values and (number := whole_number(value)) is not None:
                self.values[name] = number

    def number(self, name: str, otherwise: int) -> int:
        return self.values.get(name, otherwise)


def read_pieces(text: str, most: int) -> list[Piece]:
    """Pieces, hidden ones among them."""
    found = re.findall(r"\?|[ROYGBP][oxdstc]", text)
    if not re.fullmatch(r"(?: *(?:\?|[ROYGBP][oxdstc]))* *", text) or len(found) > most:
        raise Impossible
    return [None if code == "?" else Tile.parse(code) for code in found]


# ---- the game -----------------------------------------------------------------------------------


@dataclass
class Table:
    """A game read from its lines; a hidden piece is None."""

    hands: list[list[Piece]] = field(default_factory=list)
    ages: list[int | None] = field(default_factory=list)
    points: list[int] = field(default_factory=list)
    seated: bool = False
    set_up: bool = False
    dealt: set[int] = field(default_factory=set)
    start: int | None = None
    turn: int = 0
    board: Board = field(default_factory=Board)
    removed: list[Piece] = field(default_factory=list)
    aside: list[Piece] = field(default_factory=list)
    gone: frozenset[int] = frozenset()
    passes: int = 0
    bonus: int = 0
    ended: str | None = None
    history: list[Moved] = field(default_factory=list)

    @property
    def scores(self) -> tuple[int, ...]:
        return tuple(self.points)

    @property
    def players(self) -> int:
        return len(self.hands)

    @property
    def bag(self) -> int:
        held = sum(map(len, self.hands))
        return len(TILES) * COPIES - len(self.board) - held - len(self.removed)

    @property
    def has_begun(self) -> bool:
        return self.players > 1 if self.set_up else self.start is not None

    def read(self, lines: list[str]) -> None:
        for number, text in enumerate(lines, 1):
            line = text.partition("  #")[0].removesuffix("\r")
            kind, rest = take_word(line)
            if kind not in KINDS:
                continue
            try:
                self.follow(kind, rest)
                self.check()
            except Impossible as impossible:
                raise refusal(impossible, number) from None
        try:
            if not self.has_begun:
                self.begin_by_first_rules(None)
        except Impossible as impossible:
            raise refusal(impossible, max(1, len(lines))) from None

    def follow(self, kind: str, rest: str) -> None:
        if kind == "lies":
            self.note("lies", 0, rest)
            return
        word, rest = take_word(rest)
        number = whole_number(word)
        if number is None or not 1 <= number <= seats.MOST:
            raise Impossible
        KINDS[kind](self, number - 1, rest)

    def check(self) -> None:
        """Three of each tile, 108 in all; and lines by the rules."""
        pieces = [*self.board.values(), *self.removed, *self.aside, *chain(*self.hands)]
        known = Counter(piece for piece in pieces if piece is not None)
        for tile in TILES:
            if known[tile] > COPIES:
                lie = tuple(cell for cell in sorted(self.board) if self.board[cell] == tile)
                raise Impossible(Fault("T1.copies", (tile,), lie) if self.set_up else None)
        if self.bag < 0:
            raise Impossible
        if not self.set_up:
            return
        if fault := lines_flaw(self.board):
            raise Impossible(fault)
        for axis in (0, 1):
            where = [cell[axis] for cell in self.board] or [0]
            if max(where) - min(where) >= FARTHEST:
                raise Impossible

    def sit_down(self, seat: int, rest: str) -> None:
        if seat != self.players or self.set_up or self.dealt:
            raise Impossible
        self.grow(seat)
        age = whole_number(take_word(rest)[0])
        self.ages[seat] = None if age is None or age < 0 else age
        self.seated = True

    def grow(self, seat: int) -> None:
        while self.players <= seat:
            self.hands.append([])
            self.ages.append(None)
            self.points.append(0)

    def mention(self, seat: int) -> None:
        """Where no lines say who sits there, whoever is mentioned does."""
        if not self.seated:
            self.grow(seat)
        if seat >= self.players:
            raise Impossible

    def deal(self, seat: int, rest: str) -> None:
        if self.set_up or self.start is not None:
            raise Impossible
        self.mention(seat)
        if seat in self.dealt:
            self.hands = [[] for _ in self.hands]
            self.dealt = set()
        self.dealt.add(seat)
        self.hands[seat] = read_pieces(rest, HAND_SIZE)
        if len(self.hands[seat]) < HAND_SIZE:
            raise Impossible

    def note(self, kind: str, seat: int, rest: str) -> None:
        """Something of a position that was set up."""
        if self.history or self.gone or self.dealt or kind == "took":
            raise Impossible
        if kind != "lies":
            self.mention(seat)
        self.set_up = True
        if kind == "lies":
            self.board = listed(rest)
        elif kind == "hand":
            self.hands[seat] = read_pieces(rest, len(TILES) * COPIES)
            if len(self.hands[seat]) > HAND_SIZE:
                raise Impossible(Fault("bad.hand", words={"n": HAND_SIZE}))
        elif kind == "points":
            points = whole_number(rest)
            if points is None or not 0 <= points <= MOST_POINTS:
                raise Impossible
            self.points[seat] = points
        else:
            self.turn = seat

    @property
    def known_hands(self) -> list[Hand] | None:
        """All hands, where nothing in them is hidden."""
        if any(piece is None for hand in self.hands for piece in hand):
            return None
        return [known_of(hand) for hand in self.hands]

    def begin(self, seat: int, _: str = "") -> None:
        if self.set_up or self.start is not None or self.players < seats.FEWEST:
            raise Impossible
        if self.dealt != set(range(self.players)) or seat >= self.players:
            raise Impossible
        hands = self.known_hands
        if hands and seat not in starter(hands, self.ages, 0).tied:
            raise Impossible
        self.start = self.turn = seat

    def begin_by_first_rules(self, mover: int | None) -> None:
        """No line says who starts: the oldest with the largest set, or the earliest seat."""
        if self.set_up or self.players < seats.FEWEST:
            raise Impossible
        hands = self.known_hands
        if self.dealt != set(range(self.players)) or (not hands and mover is None):
            raise Impossible
        first = starter(hands, self.ages, 0).seat if hands else mover
        assert first is not None
        self.begin(first)

    def moved(self, seat: int, rest: str) -> None:
        if not self.has_begun:
            self.begin_by_first_rules(seat)
        if self.ended or seat != self.turn:
            raise Impossible
        text, _, drawn = rest.partition(" draws ")
        move = seen_move(text.partition(" scores ")[0])
        if self.fault(seat, move):
            raise Impossible
        traded, points = tiles_of(move), self.points_of(seat, move)
        self.bonus = scoring.BONUS if self.goes_out(seat, move) else 0
        self.points[seat] += points
        draws = min(len(traded), self.bag)
        for tile in traded:
            self.hands[seat].remove(tile if tile in self.hands[seat] else None)
        if isinstance(move, Play):
            self.board = self.board.after(move)
        else:
            self.aside = traded
        pieces = read_pieces(drawn, HAND_SIZE)
        self.hands[seat] += pieces
        if len(pieces) != draws:
            raise Impossible
        self.check()
        self.aside = []
        self.history.append(Moved(seat, move, points, tuple(pieces)))
        self.finish(move)

    def finish(self, move: object) -> None:
        self.passes = self.passes + 1 if isinstance(move, Pass) else 0
        if not self.hands[self.turn]:
            self.ended = "T17"
        elif self.passes == len(seats.staying(self)):
            self.ended = "T18"
        self.turn = seats.next_seat(self)

    def resign(self, seat: int, _: str) -> None:
        if not self.has_begun:
            self.begin_by_first_rules(None)
        if self.ended or seat in self.gone or seat >= self.players:
            raise Impossible
        self.removed += self.hands[seat]
        self.hands[seat] = []
        self.gone |= {seat}
        self.passes = 0
        if seat == self.turn:
            self.turn = seats.next_seat(self)
        if len(seats.staying(self)) == 1:
            self.ended = "O1"

    def position(self, seat: int, move: object = None) -> Position:
        """What a seat decides by; its hidden tiles are those of the move, if they can be."""
        left = Counter(self.hands[seat])
        wild = []
        for tile in tiles_of(move):
            if not left[tile] and left[None] and tile is not None:
                left[None] -= 1
                wild.append(tile)
            else:
                left[tile] -= 1
        return Position(self.board, known_of(self.hands[seat]).plus(wild), self.bag)

    def fault(self, seat: int, move: Move | HiddenTrade) -> Fault | None:
        if isinstance(move, HiddenTrade):
            return self.hidden_fault(seat, move.count)
        return self.position(seat, move).fault(move)

    def hidden_fault(self, seat: int, count: int) -> Fault | None:
        """A trade of hidden tiles, judged as one of as many others."""
        if self.hands[seat].count(None) < count:
            return Fault("T4.hand")
        stand_ins = (TILES[0],) * count
        return Position(self.board, Hand(stand_ins), self.bag).fault(Trade(stand_ins))

    def goes_out(self, seat: int, move: object) -> bool:
        played = isinstance(move, Play) and len(move.tiles) == len(self.hands[seat])
        return played and not self.bag

    def points_of(self, seat: int, move: object) -> int:
        if not isinstance(move, Play):
            return 0
        bonus = scoring.BONUS if self.goes_out(seat, move) else 0
        return scoring.score(self.board, move).points + bonus

    def view(self, seat: int) -> AnyView:
        """The game as the library shows it to a seat that knows its hand."""
        players = NAMES[: self.players]
        hand = known_of(self.hands[seat])
        seen = Counter(self.board.values()) + Counter(hand)
        return View(
            edition="classic",
            player=players[seat],
            players=players,
            turn=players[self.turn],
            position=Position(self.board, hand, self.bag),
            board=self.board,
            hand_sizes=dict(zip(players, map(len, self.hands), strict=True)),
            bag=self.bag,
            unseen=Counter(Bag.full()) - seen,
            scores=dict(zip(players, self.points, strict=True)),
            captured=dict.fromkeys(players, ()),
            history=tuple(event.seen_by(seat) for event in self.history),
            outcome=None,
        )


def strict_fault(table: Table) -> Fault | None:
    """What no game leads to, though it can be played on."""
    if not table.board and any(table.points):
        return Fault("bad.points")
    return islands_flaw(table.board)


KINDS: dict[str, Callable[[Table, int, str], None]] = {
    "seat": Table.sit_down,
    "deal": Table.deal,
    "start": Table.begin,
    "move": Table.moved,
    "resign": Table.resign,
    "lies": lambda table, seat, rest: table.note("lies", seat, rest),
    "hand": lambda table, seat, rest: table.note("hand", seat, rest),
    "points": lambda table, seat, rest: table.note("points", seat, rest),
    "took": lambda table, seat, rest: table.note("took", seat, rest),
    "turn": lambda table, seat, rest: table.note("turn", seat, rest),
}


def known_of(pieces: Iterable[Piece]) -> Hand:
    return Hand(piece for piece in pieces if piece is not None)


def tiles_of(move: object) -> list[Piece]:
    if isinstance(move, HiddenTrade):
        return [None] * move.count
    return list(move.tiles) if isinstance(move, Play | Trade) else []


def listed(text: str) -> Board:
    try:
        return Board.parse(text)
    except BadNotation:
        raise Impossible from None


def seen_move(text: str) -> Move | HiddenTrade:
    """A move of a record, as somebody has seen it."""
    if re.fullmatch(r" *trade(?: +\?)+ *", text):
        return HiddenTrade(text.count("?"))
    try:
        return moves.parse_move(text)
    except BadNotation:
        raise Impossible from None


# ---- the answers --------------------------------------------------------------------------------


def answered(question: Question) -> Answer:
    if question.verb == "deal":
        return dealt(question)
    table = Table()
    table.read(question.lines)
    if question.verb == "state":
        if question.number("strict", 0) and (fault := strict_fault(table)):
            return {"error": fault_answer(fault)}
        return state(table)
    seat = question.number("seat", -1)
    if not 0 <= seat < table.players or question.verb not in VERBS:
        raise Refused("bad.question")
    return VERBS[question.verb](table, seat, question)


def dealt(question: Question) -> Answer:
    players, lot = question.number("players", 0), question.number("lot", 0)
    try:
        pieces = read_pieces(question.text, len(TILES) * COPIES)
    except Impossible:
        raise Refused("bad.question") from None
    everything = None not in pieces and Bag(known_of(pieces)) == Bag.full()
    if not everything or not seats.FEWEST <= players <= seats.MOST or lot < 0:
        raise Refused("bad.question")
    ages = [question.number(f"age{seat + 1}", -1) for seat in range(players)]
    hands = [known_of(pieces[HAND_SIZE * seat :][:HAND_SIZE]) for seat in range(players)]
    start = starter(hands, [None if age < 0 else age for age in ages], lot)
    return {
        "hands": [codes(hand) for hand in hands],
        "start": {
            "seat": start.seat,
            "why": start.why,
            "size": start.size,
            "tied": start.tied,
            "among": start.among,
        },
    }


def state(table: Table) -> Answer:
    return {
        "edition": "classic",
        "players": table.players,
        "start": table.start,
        "turn": None if table.ended else table.turn,
        "moves": len(table.history),
        "bag": table.bag,
        "scores": table.points,
        "hands": [codes(known_of(hand)) + ["?"] * hand.count(None) for hand in table.hands],
        "gone": sorted(table.gone),
        "board": str(table.board).split(),
        "rows": [],
        "captured": [[] for _ in table.hands],
        "opening": not table.board,
        "exchanges": 0,
        "passes": table.passes,
        "ended": table.ended,
        "winners": seats.winners(table) if table.ended else [],
        "bonus": table.bonus,
        "last": last(table),
    }


def last(table: Table) -> Answer | None:
    if not table.history:
        return None
    event = table.history[-1]
    made = event.move.cells if isinstance(event.move, Play) else ()
    lines = scoring.lines_through(table.board, made)
    return {
        "seat": event.seat,
        "move": str(event.move),
        "points": event.points,
        "lines": [line_answer(line) for line in lines],
    }


def line_answer(line: scoring.Line) -> Answer:
    return {
        "cells": [write_cell(cell) for cell in line.cells],
        "points": line.points,
        "qwirkle": line.is_qwirkle,
    }


def offers(table: Table, seat: int, _: Question) -> Answer:
    playing = not table.ended and seat not in table.gone
    hand = table.hands[seat]
    position = Position(table.board, known_of(hand), table.bag)
    listed = [(move, table.points_of(seat, move)) for move, _ in position.scored()]
    most = min(len(hand), table.bag) if table.board else 0
    return {
        "moves": [[str(move), points] for move, points in listed] if playing else [],
        "trade": most if playing else 0,
        "complete": None not in hand,
    }


def judge(table: Table, seat: int, question: Question) -> Answer:
    try:
        move = moves.parse_move(question.text)
    except BadNotation as bad:
        text = "".join(x if " " <= x <= "~" else "?" for x in str(bad.words["text"]))
        raise Refused(bad.key, text=text, column=bad.words["column"]) from None
    fault = Fault(f"{table.ended}.over") if table.ended else table.fault(seat, move)
    legal = fault is None
    lines = scoring.lines_made(table.board, move) if legal and isinstance(move, Play) else []
    return {
        "fault": fault and fault_answer(fault),
        "move": str(move),
        "points": table.points_of(seat, move) if legal else 0,
        "lines": [line_answer(line) for line in lines],
        "rows": [],
        "draws": min(len(move.tiles), table.bag) if legal else 0,
        "mixed": codes(move.tiles) if legal and isinstance(move, Trade) else [],
    }


def fault_answer(fault: Fault) -> Answer:
    return {
        "key": fault.reason,
        "tiles": codes(fault.tiles),
        "cells": [write_cell(cell) for cell in fault.cells],
        "words": {name: word_answer(word) for name, word in fault.words.items()},
    }


def lay(table: Table, seat: int, question: Question) -> Answer:
    return {"rows": [], "captured": []}


def choose(table: Table, seat: int, question: Question) -> Answer:
    check_thinking(table, seat)
    known = asked_level(question)
    check_others(table, seat, searching=not known.overlooks)
    player = known.player(question.number("seed", 0))
    return {"move": str(player.choose(table.view(seat), budget_of(question)))}


NOT_GIVEN = -1_000_000


def asked_level(question: Question) -> Level:
    """A whole level, or a strength in hundredths of one."""
    number, fine = question.number("level", DEFAULT), question.number("hundredths", NOT_GIVEN)
    try:
        return level(number) if fine == NOT_GIVEN else strength(fine)
    except BadSetup as bad:
        raise Refused(bad.key, **bad.words) from None


def advise(table: Table, seat: int, question: Question) -> Answer:
    check_thinking(table, seat)
    check_others(table, seat, searching=True)
    seed, most = question.number("seed", 0), question.number("most", 5)
    found = rank(table.view(seat), budget_of(question), seed=seed, most=most)
    return {"moves": [advice_answer(each) for each in found]}


VERBS: dict[str, Callable[[Table, int, Question], Answer]] = {
    "offers": offers,
    "judge": judge,
    "lay": lay,
    "choose": choose,
    "advise": advise,
}


def check_thinking(table: Table, seat: int) -> None:
    """Whether a seat can be asked what to do."""
    if table.ended:
        raise Refused("bad.advice.over")
    if table.turn != seat:
        raise Refused("bad.advice.turn", player=seat, turn=table.turn)
    if None in table.hands[seat]:
        raise Refused("bad.hidden")
    if not table.hands[seat]:
        raise Refused("bad.question")


def check_others(table: Table, seat: int, *, searching: bool) -> None:
    """A search needs somebody to play against."""
    others = any(hand for at, hand in enumerate(table.hands) if at != seat)
    if searching and not others:
        raise Refused("bad.question")


def budget_of(question: Question) -> float | None:
    """Milliseconds as seconds."""
    budget = question.number("budget", -1)
    return None if budget < 0 else min(budget, LONGEST_BUDGET) / 1000


def advice_answer(advice: Advice) -> Answer:
    return {
        "move": str(advice.move),
        "points": advice.points,
        "margin": estimate_answer(advice.margin),
        "win": estimate_answer(advice.win),
        "samples": advice.samples,
        "exact": advice.exact,
        "reasons": [reason_answer(reason) for reason in advice.reasons],
        "basis": reason_answer(advice.basis),
    }


def estimate_answer(estimate: Estimate | None) -> Answer | None:
    if estimate is None:
        return None
    return {name: bits(getattr(estimate, name)) for name in ("value", "low", "high")}


def reason_answer(reason: Reason) -> Answer:
    words = {name: word_answer(word) for name, word in reason.words.items()}
    return {"key": reason.key, "words": words}


def word_answer(word: object) -> object:
    """Lists of tiles are lists of codes, a single tile is its code, and so is a cell."""
    if isinstance(word, Tile):
        return str(word)
    if isinstance(word, tuple | list):
        if all(isinstance(each, Tile) for each in word):
            return codes(word)
        x, y = word
        return write_cell((x, y))
    return word


def codes(tiles: Iterable[Tile]) -> list[str]:
    return [str(tile) for tile in tiles]


def write_cell(cell: Cell) -> str:
    return f"{cell[0]},{cell[1]}"


def bits(value: float) -> str:
    """Nothing is rounded."""
    return struct.pack(">d", value).hex()
