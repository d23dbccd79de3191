"""Somebody with a hundred guests of their own who lose to order, and the ratings of honest people.

A few guests really play, against a node. What a hundred of them give in weeks is worked out with
the functions by which a server rates.
"""

from __future__ import annotations

import asyncio
import random
import statistics
import tempfile
from itertools import combinations
from pathlib import Path
from typing import Any

from tests.server import nodes
from tests.server.nodes import Json, Player

from bench.attacks import Check
from qwirkle.server.accounts.counting import (
    APART,
    FIRST_MONDAY,
    GAMES_A_DAY,
    OWN_TURNS,
    WEEK,
    is_beginner,
)
from qwirkle.server.accounts.ratings import newcomer, rate
from qwirkle.server.domain.clocks import DAY
from qwirkle.server.storage.ladders import Standing

LADDER = "classic-2"
GUESTS = 100
LEVELS = (1, 4, 10, 25, 60)
MONDAY = FIRST_MONDAY + 2000 * WEEK
MINUTE = 60_000


def run() -> list[Check]:
    with (
        tempfile.TemporaryDirectory() as folder,
        nodes.node(Path(folder) / "farm.db") as node,
    ):
        checks = asyncio.run(attack(node.url))
    return [*checks, fresh_star(), known_star(), *pyramids(), honest()]


async def attack(url: str) -> list[Check]:
    """What a few guests give in real games, by the page of the one who is to rise."""
    names = ["Ada", *(f"Guest {n}" for n in range(1, 7))]
    async with nodes.players(url, *names) as (ada, *guests):
        for _ in range(20):
            table = await nodes.seated([ada, guests[0]])
            await guests[0].do(table, "resign")
        at_once = await standing(ada)
        for _ in range(GAMES_A_DAY + 2):
            await lose(ada, guests[0])
        pair = await standing(ada)
        for guest in guests[1:]:
            for _ in range(GAMES_A_DAY):
                await lose(ada, guest)
        star = await standing(ada)
        listed = (await ada.http.get(f"/api/leaderboards/{LADDER}")).json()
    games = GAMES_A_DAY * len(guests)
    return [
        Check("games that are resigned at once are not rated", not at_once, "20 games gave 0"),
        Check(
            f"of a pair {GAMES_A_DAY} games a day are rated",
            [one["games"] for one in pair] == [GAMES_A_DAY],
            f"{pair[0]['games']} of {GAMES_A_DAY + 2}",
        ),
        Check(
            "guests who lose give less than 100 points, and no place on a leaderboard",
            star[0]["rating"] < 1600 and not listed,
            f"{star[0]['rating'] - 1500:+.0f} after {games} games against {len(guests)}",
        ),
    ]


async def lose(ada: Player, guest: Player) -> None:
    """A game that is long enough, after which the guest leaves."""
    table, made = await nodes.seated([ada, guest]), 0

    def choose(view: Any, offers: Any) -> Json:
        nonlocal made
        made += 1
        return nodes.highest(view, offers)

    def leave(view: Any, offers: Any) -> Json:
        turns = view["moves"] // 2
        return {"do": "resign", "id": nodes.ulid()} if turns >= OWN_TURNS else choose(view, offers)

    await asyncio.gather(nodes.play_out(ada, table, choose), nodes.play_out(guest, table, leave))


async def standing(player: Player) -> list[Json]:
    found: list[Json] = (await player.http.get("/api/me")).json()["ratings"]
    return found


class Club:
    """People who play in pairs, and how often: no pair more often on a day than counts."""

    def __init__(self, count: int) -> None:
        self.people: list[Standing] = [newcomer(LADDER)] * count
        self.games = 0

    def play(self, winner: int, loser: int, now: int) -> None:
        before = [self.people[winner], self.people[loser]]
        self.people[winner], self.people[loser] = rate(before, [0, 1], now)
        self.games += 1

    def gained(self, one: int = 0) -> float:
        return self.people[one].rating - 1500

    def star(self, days: int, now: int, guests: int) -> None:
        """Everybody loses to the first, as often as it counts, day by day."""
        for day in range(days):
            for number in range(guests * GAMES_A_DAY):
                self.play(0, 1 + number % guests, now + day * DAY + number * MINUTE)


def fresh_star() -> Check:
    """A hundred new guests every day for four weeks."""
    club = Club(1 + GUESTS)
    for day in range(28):
        club.people[1:] = [newcomer(LADDER)] * GUESTS
        club.star(1, MONDAY + day * DAY, GUESTS)
    told = f"{club.gained():+.0f} after {club.games} games in 28 days"
    return Check("a star of fresh guests gives less than 100 points", club.gained() < 100, told)


def known_star() -> Check:
    """A hundred guests who first win in turns for a week, until none of them is a beginner."""
    club = Club(1 + GUESTS)
    for day in range(7):
        pairs = [(n, 1 + (n + day) % GUESTS) for n in range(1, GUESTS + 1)]
        for game in range(2):
            for one, other in pairs:
                pair = (one, other) if game else (other, one)
                club.play(*pair, MONDAY + day * DAY + game * MINUTE)
    beginners = sum(is_beginner(one, "2") for one in club.people[1:])
    best = max(one.rating for one in club.people[1:]) - 1500
    club.star(21, MONDAY + WEEK, GUESTS)
    told = f"{club.gained():+.0f} after {club.games} games in 28 days, the best guest {best:+.0f}"
    held = club.gained() < 100 and not beginners
    return Check("a star of guests who are no beginners, neither", held, told)


def pyramids() -> list[Check]:
    """Level by level for one week: from a Monday on, and over a Sunday; and for a month."""
    found = []
    for name, start, days in [("week", 0, 7), ("week with a Monday in it", 3, 7), ("month", 0, 28)]:
        club = Club(sum(LEVELS))
        for day in range(start, start + days):
            climb(club, MONDAY + day * DAY)
        weeks = (start + days + 6) // 7
        found.append(
            Check(
                f"a pyramid rises by {APART:.0f} points in each week of the calendar, in a {name}",
                club.gained() <= weeks * APART,
                f"{club.gained():+.0f} after {club.games} games, bound {weeks * APART:+.0f}",
            )
        )
    return found


def climb(club: Club, now: int) -> None:
    """A day on which every level beats the one below, from the bottom up."""
    first = [sum(LEVELS[:level]) for level in range(len(LEVELS) + 1)]
    for level in reversed(range(len(LEVELS) - 1)):
        above, below = range(*first[level : level + 2]), range(*first[level + 1 : level + 3])
        for number in range(len(below) * GAMES_A_DAY):
            loser = below[number % len(below)]
            club.play(above[number % len(above)], loser, now + number * MINUTE)


def honest(people: int = 40, days: int = 240, seed: int = 1) -> Check:
    """Established people of different strengths keep their order, and do not drift."""
    dice, club = random.Random(seed), Club(people)
    true = [dice.gauss(1500, 200) for _ in range(people)]
    levels: list[float] = []
    alike: list[float] = []
    for day in range(days):
        for _ in range(people):
            one, other = dice.sample(range(people), 2)
            wins = dice.random() < 1 / (1 + 10 ** ((true[other] - true[one]) / 400))
            pair = (one, other) if wins else (other, one)
            club.play(*pair, MONDAY + day * DAY + dice.randrange(DAY // 2))
        ratings = [standing.rating for standing in club.people]
        levels.append(statistics.mean(ratings))
        alike.append(sorted_alike(true, ratings))
    start, end = (statistics.mean(levels[at : at + 30]) for at in (90, days - 30))
    pairs = statistics.mean(alike[days // 2 :])
    told = f"{pairs:.0%} of all pairs in their order; the mean goes from {start:.0f} to {end:.0f}"
    return Check("honest people keep their order", pairs > 0.85 and abs(end - start) < 20, told)


def sorted_alike(one: list[float], other: list[float]) -> float:
    """The share of pairs that two lists have in the same order."""
    pairs = list(combinations(range(len(one)), 2))
    return sum((one[a] < one[b]) == (other[a] < other[b]) for a, b in pairs) / len(pairs)
