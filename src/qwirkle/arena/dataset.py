"""``qwirkle dataset``: games between bots as Parquet, with a card that says how they were made.

Every game follows from the recipe and its number alone. Chunks of games are played by any number of
processes and written in shards. A shard is there as a whole or not at all, so the same command
continues where it was interrupted, and gives the same files.
"""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Generator, Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from qwirkle.arena import tables
from qwirkle.arena.card import card
from qwirkle.arena.command import INTERRUPTED, OK, parse_time
from qwirkle.arena.games import by_seat, move_facts
from qwirkle.arena.match import Match, Played
from qwirkle.arena.play import Watch, deal, play_game, seated
from qwirkle.arena.report import Teller, bar
from qwirkle.arena.runner import Failed, in_processes
from qwirkle.arena.shards import Folder, Recipe
from qwirkle.events import Moved
from qwirkle.views import AnyView

if TYPE_CHECKING:
    import pyarrow

CHUNK = 100
"""How many games a process plays before it hands them over."""

Row = dict[str, object]


@dataclass(frozen=True, slots=True)
class Options:
    """The options of the command."""

    folder: str
    games: int = 10_000
    game: str = "classic"
    players: int | None = None
    bot: Sequence[str] = ()
    budget: str | None = None
    seed: int = 0
    shard: int = 10_000
    jobs: int | None = None


class Chunk(NamedTuple):
    """Some games, one after the other, as tables."""

    first: int
    size: int
    tables: dict[str, pyarrow.Table]


def dataset(options: Options, lang: str = "en") -> int:
    """Play what is missing, write it, and describe the whole."""
    teller, recipe, jobs = Teller(lang), recipe_of(options), _jobs(options)
    tables.check_extra()
    folder = Folder(options.folder, recipe)
    if done := recipe.games - folder.missing_games:
        teller.say("ui.dataset.resumed", n=done)
    try:
        _fill(folder, jobs)
    except KeyboardInterrupt:
        teller.say("ui.dataset.stopped")
        return INTERRUPTED
    folder.describe(card(folder))
    teller.say("ui.dataset.written", n=recipe.games, folder=options.folder)
    return OK


def recipe_of(options: Options) -> Recipe:
    """What is to be played; checked."""
    bots = list(options.bot) or ["greedy"]
    a, b, *others = bots * 2 if len(bots) == 1 else bots
    match = Match(
        a,
        b,
        options.game,
        options.players or len(others) + 2,
        parse_time(options.budget),
        options.seed,
        tuple(others),
    )
    match.check()
    return Recipe(match, options.games, options.shard)


def _jobs(options: Options) -> int:
    return options.jobs or os.cpu_count() or 1


def _fill(folder: Folder, jobs: int) -> None:
    """Write every shard that is not there yet, as soon as its last chunk is."""
    recipe, missing = folder.recipe, folder.missing
    firsts = [first for shard in missing for first in recipe.numbers(shard)[::CHUNK]]
    waiting: dict[int, list[Chunk]] = defaultdict(list)
    done = recipe.games - folder.missing_games
    with bar(recipe.games, done) as update, closing(_played(recipe, firsts, jobs)) as chunks:
        for chunk in chunks:
            shard = chunk.first // recipe.shard
            waiting[shard].append(chunk)
            if sum(each.size for each in waiting[shard]) == len(recipe.numbers(shard)):
                folder.write(shard, [each.tables for each in sorted(waiting.pop(shard))])
            done += chunk.size
            update(done)


def _played(recipe: Recipe, firsts: Iterable[int], jobs: int) -> Generator[Chunk, None, None]:
    """The chunks that begin with these games, in any order."""
    play = partial(play_chunk, recipe)
    if jobs == 1:
        yield from map(play, firsts)
        return
    try:
        yield from in_processes(play, firsts, jobs)
    except Failed as failed:
        raise Failed("ui.dataset.died") if failed.key == "ui.arena.died" else failed from None


def play_chunk(recipe: Recipe, first: int) -> Chunk:
    """Up to ``CHUNK`` games of one shard."""
    numbers = recipe.numbers(first // recipe.shard)
    chosen = range(first, min(first + CHUNK, numbers.stop))
    games: list[Row] = []
    moves: list[Row] = []
    for number in chosen:
        game, made = rows(recipe.match, number)
        games.append(game)
        moves += made
    found = {"games": tables.table("games", games), "moves": tables.table("moves", moves)}
    return Chunk(first, len(chosen), found)


def rows(match: Match, number: int) -> tuple[Row, list[Row]]:
    """One game, played, as a row of the games and as rows of the moves."""
    seating = match.seatings[number % len(match.seatings)]
    seen: list[tuple[AnyView, Moved]] = []
    played = _play(match, number, seating, lambda *move: seen.append(move))
    _, _, start, deals = deal(match, number)
    bots, final = [match.bot(side) for side in seating], by_seat(played.scores)
    won = 1 / len(played.winners)
    shares = [won if seat in played.winners else 0.0 for seat in range(match.players)]
    game = {
        "game": number,
        "bots": bots,
        "hands": list(map(str, deals[-1])),
        "first": start.seat,
        "turns": played.moves,
        "ended": played.ended,
        "final": final,
        "shares": by_seat(shares),
    }
    moves = [
        {
            "game": number,
            "turn": turn,
            "bot": bots[event.seat],
            **move_facts(view, event),
            "drawn": " ".join(map(str, event.drawn)),
            "final": final,
            "share": shares[event.seat],
        }
        for turn, (view, event) in enumerate(seen)
    ]
    return game, moves


def _play(match: Match, number: int, seating: str, watch: Watch) -> Played:
    """Play a game; a bot that fails is the end of the whole data set, since what it would have
    played is not known."""
    seats = seated(match, number, seating)
    try:
        played, _ = play_game(match, number, seats, seating, watch)
    finally:
        for seat in seats:
            seat.close()
    for seat in seats:
        if fault := seat.fault:
            raise Failed("ui.dataset.failed", bot=fault.bot, number=number, detail=fault.reason)
    return played
