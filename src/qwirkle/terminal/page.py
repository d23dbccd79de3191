"""A review as one page: no scripts, no addresses, readable by day and by night, and by ear."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path

from qwirkle.analysis import PlayerReview, TurnReview
from qwirkle.analysis.reviewed import BAD, JUDGEMENTS
from qwirkle.editions import AnyState
from qwirkle.moves import Move
from qwirkle.terminal import drawing
from qwirkle.terminal.console import Console
from qwirkle.terminal.drawing import Line
from qwirkle.terminal.presentation import presentation
from qwirkle.terminal.screen import screen
from qwirkle.terminal.sentences import NOTHING, Sentences

BEGINNING = "<!DOCTYPE html>\n<!-- qwirkle review -->\n"
"""With this a page begins, and an earlier one of the same name may be replaced."""
WORST = 3
"""How many of the costliest moves are drawn."""

SIGNS = {
    "brilliant": "★",
    "best": "✓",
    "good": "○",
    "inaccuracy": "?",
    "mistake": "!",
    "blunder": "‼",
    "forced": "·",
}
"""A judgement is a sign, a colour and a word, so that none of them is needed alone."""


class Page:
    """The page of a review; with a seat, only that player's turns are listed."""

    def __init__(
        self, sentences: Sentences, states: Sequence[AnyState], seat: int | None = None
    ) -> None:
        self.say = sentences
        self.review = sentences.review
        self.game = presentation(self.review.edition)
        self.cards = self.game.captures
        self.states = states
        self.seat = seat
        self.turns = [turn for turn in self.review.turns if seat in (None, turn.seat)]
        say = sentences
        names = (
            say.text("ui.review.column.turn"),
            say.text("ui.review.column.player"),
            say.text("ui.review.column.played"),
            say.text("ui.review.column.judgement"),
            say.text("ui.review.column.better"),
            say.text("ui.review.column.win"),
            say.text(f"ui.review.column.lost.{say.words}"),
        )
        self.heads = tuple(map(escape, names))

    def text(self) -> str:
        title = escape(self.say.text("ui.review.title"))
        return (
            f'{BEGINNING}<html lang="{self.say.lang}">\n<head><meta charset="utf-8"/>'
            '<meta name="viewport" content="width=device-width, initial-scale=1"/>'
            '<meta name="color-scheme" content="light dark"/>'
            '<meta http-equiv="Content-Security-Policy"'
            " content=\"default-src 'none'; style-src 'unsafe-inline'\"/>"
            f"<title>{title}: {escape(', '.join(self.say.names))}</title>"
            f"<style>{self._style()}</style></head>\n"
            f'<body class="{"cards" if self.cards else "tiles"}">{drawing.symbols()}<main>\n'
            + "\n".join(self._parts(title))
            + "\n</main></body></html>\n"
        )

    def _style(self) -> str:
        sheet = Path(__file__).with_name("review.css").read_text(encoding="utf-8")
        return re.sub(r"/\*.*?\*/|\s+", " ", sheet)

    def _parts(self, title: str) -> Iterator[str]:
        notes = "".join(f"<p>{escape(note)}</p>" for note in self.say.notes())
        yield f"<header><h1>{title}</h1><p>{escape(self.say.title())}</p>{notes}</header>"
        yield self._graph()
        yield self._players()
        yield self._worst()
        yield self._list()
        yield f"<footer><p>{escape(self.say.effort())}</p></footer>"

    # ---- the chance to win ----

    def _graph(self) -> str:
        say, courses = self.say, self.review.course
        total = max(1, self.review.total)
        lines = [
            Line(name, [(chance.turns / total, chance.win.value) for chance in chances])
            for name, chances in zip(say.names, courses, strict=True)
        ]
        label = say.text("ui.review.graph")
        names = "".join(
            f"<li>{drawing.swatch(at)} {escape(line.name)}</li>" for at, line in enumerate(lines)
        )
        levels = "".join(
            f'<span class="level" style="top:{100 - level}%">{say.percent(level / 100)}</span>'
            for level in (0, 50, 100)
        )
        step = max(1, round(total / 6))
        turns = "".join(
            f'<span class="when" style="left:{100 * at / total:.2f}%">{at}</span>'
            for at in range(step, total + 1, step)
        )
        return (
            f'<section class="paper"><h2>{escape(label)}</h2><ul class="names">{names}</ul>'
            f'<div class="graph"><div class="field">{drawing.graph(lines, label)}{levels}{turns}'
            f"{self._dots(total)}</div></div>{self._turning()}</section>"
        )

    def _dots(self, total: int) -> str:
        dots = []
        for point in self.review.turning_points:
            left, top = 100 * point.number / total, 100 - 100 * point.last.win.value
            label = escape(self.say.turning(point))
            place = f'style="left:{left:.2f}%;top:{top:.2f}%"'
            dots.append(f'<span class="dot s{point.seat}" {place} title="{label}"></span>')
        return "".join(dots)

    def _turning(self) -> str:
        points = self.review.turning_points
        if not points:
            return ""
        items = "".join(f"<li>{escape(self.say.turning(point))}</li>" for point in points)
        return f"<h3>{escape(self.say.text('ui.review.turning'))}</h3><ul>{items}</ul>"

    # ---- the players ----

    def _players(self) -> str:
        say = self.say
        cards = "".join(map(self._player, self.review.players))
        legend = (f"ui.review.legend.{say.words}", "ui.review.luck", "ui.review.skill")
        told = " ".join(say.text(key) for key in legend)
        return (
            f'<section class="paper"><h2>{escape(say.text("ui.review.players"))}</h2>'
            f'<div class="players">{cards}</div><p class="quiet">{escape(told)}</p></section>'
        )

    def _player(self, player: PlayerReview) -> str:
        say = self.say
        points = say.text(f"ui.review.column.points.{say.words}")
        value = f"{player.accuracy or 0:.0f}"
        facts = [
            (say.text("ui.review.column.luck"), say.luck(player)),
            (say.text("ui.review.column.skill"), say.skill(player)),
            (say.text(f"ui.review.column.per_turn.{say.words}"), (say.per_turn(player),)),
        ]
        rows = "".join(
            f"<dt>{escape(name)}</dt><dd>{'<br/>'.join(map(escape, values))}</dd>"
            for name, values in facts
        )
        counts = "".join(
            f"<li>{self._sign(each)} {player.counts[each]}</li>"
            for each in JUDGEMENTS
            if player.counts[each]
        )
        return (
            f"<article><h3>{drawing.swatch(player.seat)} {escape(say.names[player.seat])}</h3>"
            f"<dl><dt>{escape(points)}</dt><dd>{player.score}</dd>"
            f"<dt>{escape(say.text('ui.review.column.accuracy'))}</dt>"
            f'<dd class="large">{say.accuracy(player)}<span class="meter" aria-hidden="true">'
            f'<span style="width:{value}%"></span></span></dd>{rows}</dl>'
            f'<ul class="counts">{counts}</ul><p class="quiet">{escape(say.qwirkles(player))}</p>'
            "</article>"
        )

    def _sign(self, judgement: str) -> str:
        word = escape(self.say.text(f"ui.review.judgement.{judgement}"))
        sign = f'<i aria-hidden="true">{SIGNS[judgement]}</i>'
        return f'<span class="j {judgement}">{sign} {word}</span>'

    # ---- the costliest moves, drawn ----

    def _worst(self) -> str:
        bad = [turn for turn in self.turns if turn.judgement in BAD]
        bad.sort(key=lambda turn: (-turn.lost_win.value, turn.number))
        if not bad:
            return ""
        title = escape(self.say.text("ui.review.worst"))
        drawn = "".join(map(self._mistake, bad[:WORST]))
        return f'<section class="paper"><h2>{title}</h2>{drawn}</section>'

    def _mistake(self, turn: TurnReview) -> str:
        say = self.say
        lost = dict.fromkeys(("value", "low", "high"), "")
        for name in lost:
            lost[name] = say.figure(getattr(turn.lost_points, name), ".1f")
        told = [say.text(f"ui.review.lost.{say.words}", **lost), *say.remarks(turn)]
        if turn.before and turn.after:
            before, after = say.percent(turn.before.value), say.percent(turn.after.value)
            told.insert(0, say.text("ui.review.chance", before=before, after=after))
        name, number = escape(say.names[turn.seat]), turn.number
        return (
            f'<article class="costly"><h3>{escape(say.text("ui.review.column.turn"))} {number}:'
            f" {name} {self._sign(turn.judgement)}</h3><p>{escape(' '.join(told))}</p>"
            f'<div class="pair">{self._figure(turn, "played")}{self._figure(turn, "better")}</div>'
            "</article>"
        )

    def _figure(self, turn: TurnReview, which: str) -> str:
        """The table after one of the two moves, and what there is to say about it."""
        played = which == "played"
        move, points = (turn.move, turn.points) if played else (turn.best.move, turn.best.points)
        reasons = turn.reasons if played else turn.best.reasons
        head = self.say.text(f"ui.review.column.{which}")
        before = self.states[turn.number - 1]
        other = turn.best.move if played else turn.move
        picture, beside = (self.game.picture(before, each) for each in (move, other))
        label = f"{head}: {self._named(before, move)}"
        drawn = drawing.layout(picture, label, beside)
        why = " ".join(reason.say(self.say.lang) for reason in reasons)
        return (
            f'<figure class="{which}"><figcaption><b>{escape(head)}</b> {self._move(turn, move)}'
            f' <b class="points">+{points}</b></figcaption><div class="felt">'
            f'{drawn}</div><p class="quiet">{escape(why)}</p></figure>'
        )

    def _named(self, before: AnyState, move: Move) -> str:
        tiles = self.game.pieces(before, move)
        names = ", ".join(self.say.text(f"tile.{tile}") for tile in tiles)
        return names or self._action(before, move)

    def _action(self, before: AnyState, move: Move) -> str:
        """A move that lays nothing, in words."""
        console = Console(self.say.lang, plain=True)
        return self.game.told(before, move, screen(console), console)

    def _move(self, turn: TurnReview, move: Move) -> str:
        """The pieces of a move; where it lays none, what it does."""
        before = self.states[turn.number - 1]
        tiles = self.game.pieces(before, move)
        shown = drawing.pieces(tiles, self.say.lang, self.cards) if tiles else ""
        said = "" if move.is_play else f" {escape(self._action(before, move))}"
        return shown + said

    # ---- every turn ----

    def _list(self) -> str:
        say = self.say
        heads = "".join(f'<th role="columnheader" scope="col">{head}</th>' for head in self.heads)
        rows = "\n".join(self._row(turn) for turn in self.turns)
        title = escape(say.text("ui.review.turns"))
        return (
            f'<section class="paper"><table role="table"><caption><h2>{title}</h2></caption>'
            f'<thead role="rowgroup"><tr role="row">{heads}</tr></thead>'
            f'<tbody role="rowgroup">{rows}</tbody></table></section>'
        )

    def _row(self, turn: TurnReview) -> str:
        say = self.say
        better = NOTHING
        if not turn.is_best and turn.is_choice:
            better = f'{self._move(turn, turn.best.move)} <b class="points">+{turn.best.points}</b>'
            if turn.judgement in BAD:
                better += f'<p class="quiet">{escape(say.why(turn))}</p>'
        remarks = "".join(f'<p class="quiet">{escape(each)}</p>' for each in say.remarks(turn))
        played = f'{self._move(turn, turn.move)} <b class="points">+{turn.points}</b>{remarks}'
        cells = [
            ("player", escape(say.names[turn.seat])),
            ("played", played),
            ("judged", self._sign(turn.judgement)),
            ("better", better),
            ("win", say.chance(turn)),
            ("lost", say.lost(turn)),
        ]
        told = "".join(
            f'<td role="cell" class="{name}" data-name="{head}">{cell}</td>'
            for head, (name, cell) in zip(self.heads[1:], cells, strict=True)
        )
        return (
            f'<tr role="row" class="{turn.judgement}"><th role="rowheader" scope="row">'
            f"{turn.number}</th>{told}</tr>"
        )
