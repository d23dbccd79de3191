"""Nobody is sent what they may not know (O2): every byte for every role, in random games."""

import asyncio
import itertools
import json
import random
import sqlite3
from contextlib import closing

import httpx
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from qwirkle import Game, native
from qwirkle.server.domain import commands, events, handlers, ids
from qwirkle.server.node import bot_driver
from qwirkle.server.protocol import views
from tests.server.nodes import arranging, highest, node, play_out, players, seated, ulid
from tests.server.rooms import Bench
from tests.server.worlds import Story, Watcher, codes, hidden_runs, secrets_of

pytestmark = pytest.mark.skipif(native.kernel is None, reason="Servers run compiled.")
stories = st.builds(
    lambda edition, table, number: Story(edition, table[0], table[1], number),
    st.sampled_from(["classic", "cards"]),
    st.sampled_from([(2, []), (3, []), (1, [1]), (2, [1, 3]), (4, [])]),
    st.integers(0, 10_000),
)


def roles(people):
    """The seats of the people, and a spectator."""
    return [*range(people), None]


@pytest.mark.unmeasured
@given(stories)
@settings(max_examples=12, phases=[Phase.generate])
def test_no_byte_tells_a_secret(story):
    """No seed, no key, no salt of another's draw, no person, and no run of hidden pieces."""
    watchers = [Watcher(seat) for seat in roles(story.people)]

    def watch(bench):
        for watcher in watchers:
            before = len(watcher.sent)
            watcher(bench)
            if bench.room.phase == "over":
                continue
            texts = watcher.texts[before:]
            secrets = secrets_of(bench.room, watcher.seat)
            runs = hidden_runs(bench.room, watcher.seat)
            for text in texts:
                assert not [secret for secret in secrets if secret in text], text
                assert not [run for run in runs if run in codes(text)], text

    story.tell(watch)
    assert all(watcher.sent for watcher in watchers)


def indistinguishable(story, seat, tries=40):
    """Hold what a viewer gets against other worlds; how many there were."""
    watcher = Watcher(seat)
    bench = story.tell(watcher)
    if bench.room.phase == "over":
        return 0
    found, dice = 0, random.Random(story.number)
    for _ in range(tries):
        other = Watcher(seat)
        twin = story.twin(seat, bench.room.log, dice, other)
        if twin is not None and hidden(twin, seat) != hidden(bench, seat):
            found += 1
            for mine, theirs in itertools.zip_longest(watcher.texts, other.texts):
                assert mine == theirs
            if found == 2:
                break
    return found


def hidden(bench, seat):
    """All that a viewer cannot see: the other hands, and the order of the bag."""
    state = bench.room.game.state
    return [h for n, h in enumerate(state.hands) if n != seat], bench.room.game._order.left


@pytest.mark.unmeasured
@given(stories, st.data())
@settings(max_examples=14, phases=[Phase.generate])
def test_worlds_that_differ_in_what_is_hidden_look_the_same(story, data):
    """Event by event, view by view, answer by answer and refusal by refusal."""
    indistinguishable(story, data.draw(st.sampled_from(roles(story.people))))


@pytest.mark.unmeasured
@pytest.mark.parametrize("edition", ["classic", "cards"])
def test_other_worlds_are_found(edition):
    """Most games that go on have another world to be held against, so the test before compares
    something."""
    stories = [Story(edition, 3, [], number) for number in range(10)]
    going_on = [story for story in stories if story.tell(lambda _: None).room.phase != "over"][:4]
    again = [Story(edition, 3, [], story.number) for story in going_on]
    found = [indistinguishable(story, 1, tries=20) for story in again]
    assert sum(map(bool, found)) >= 3


LEAKS = {
    "deals": (events.Dealt, "seen_by", lambda self, _: self),
    "moves": (events.Moved, "seen_by", lambda self, _: self),
    "hands": (Game, "moves", property(lambda game: hash(tuple(game.state.hands)))),
    "bag": (Game, "moves", property(lambda game: game._order.left[0].color)),
}


@pytest.mark.unmeasured
@pytest.mark.parametrize("leak", LEAKS)
def test_a_leak_would_be_noticed(leak, monkeypatch):
    """The comparison is no formality: with a leak put in, it fails."""
    target, name, leaking = LEAKS[leak]
    monkeypatch.setattr(target, name, leaking)
    with pytest.raises(AssertionError):
        all(indistinguishable(Story("classic", 3, [], number), 0) + 1 for number in range(5))


def test_after_the_end_everything_is_told_but_who_people_are():
    """The seed, every draw with its proof, and still no person."""
    bench = Bench("Ada", "Bo")
    bench.move()
    bench.do("Bo", commands.Resign)
    told = [views.for_viewer(entry, None, over=True) for entry in bench.room.log]
    text = json.dumps([str(one) for one in told])
    assert "person-of" not in text
    assert bench.room.created.seed in text
    dealt = [one.event for one in told if isinstance(one.event, events.Dealt)]
    assert all(event.draw and "?" not in event.pieces for event in dealt)


@pytest.mark.parametrize(
    ("delay", "taken", "seems"),
    [(1.2, 0.3, 1.2), (1.2, 1.2, 1.2), (0.7, 0.71, 1.0), (0.7, 1.0, 1.0), (1.5, 1.6, 2.0),
     (1.0, 4.2, 4.5), (0.0, 0.3, 0.3)],
)  # fmt: skip
def test_the_time_of_an_automatic_move_tells_nothing(delay, taken, seems):
    """A chosen delay, or half seconds where thinking took longer; tests may do without."""
    assert bot_driver.seeming(delay, taken) == pytest.approx(seems)


def test_the_delay_of_a_bot_is_drawn_before_it_thinks():
    """It knows neither the hand nor the move."""
    delays = {bot_driver.chosen_delay((0.7, 1.6)) for _ in range(50)}
    assert len(delays) == 50
    assert all(0.7 <= delay <= 1.6 for delay in delays)


def test_names_of_tables_and_people_are_random():
    """Sixteen letters with eighty random bits, none twice, and no part of a seed."""
    for make in (ids.table_id, ids.person_id, ids.token):
        names = {make() for _ in range(200)}
        assert len(names) == 200
    rooms = [handlers.create(_create(), handlers.Actor("somebody"), 0) for _ in range(20)]
    assert len({room.id for room in rooms}) == len({room.created.seed for room in rooms}) == 20


def _create():
    return commands.Create(id=ulid(), name="Ada")


def test_a_real_node_keeps_its_secrets(tmp_path):
    """Streams, pages, lists, metrics and the log of the process, until the game is over."""
    with node(tmp_path / "games.db", log=tmp_path / "node.log") as server:
        heard = asyncio.run(_games(server))
    with closing(sqlite3.connect(tmp_path / "games.db")) as connection:
        persons = [person for (person,) in connection.execute("SELECT person FROM people")]
    assert len(persons) == 4
    process = (tmp_path / "node.log").read_text()
    for public, streams, secrets, tokens in heard:
        for text in [*public, process]:
            assert not [secret for secret in (*secrets, *persons, *tokens) if secret in text]
        for seat, messages in streams.items():
            assert messages
            others = {name for name in secrets if secrets[name] != seat}
            for text in messages:
                assert not [secret for secret in (*others, *persons, *tokens) if secret in text]


async def _games(server):
    heard = []
    for edition, choose in (("classic", highest), ("cards", arranging)):
        async with players(server.url, "Ada", "Bo") as people:
            table = await seated(people, edition=edition, open=True)
            for _ in range(3):
                await _move(people, table, choose)
            public = await _looked_at(server, table)
            told = await asyncio.gather(*(play_out(one, table, choose) for one in people))
            end = await people[0].http.get(f"/api/tables/{table}/events?follow=false")
            tokens = [one.http.cookies["qwirkle"] for one in people]
        heard.append(_sorted_out(public, told, end.text, tokens))
    return heard


async def _move(people, table, choose):
    """One move of the player to move."""
    view = await people[0].view(table)
    mover = people[view["turn"]]
    offers = await mover.ask(table, "offers")
    command = choose(await mover.view(table), offers)
    answer = await mover.do(table, command.pop("do"), **command)
    assert "problem" not in answer, answer


async def _looked_at(server, table):
    """Every page that a stranger can ask for about a game, by the server's own description."""
    async with httpx.AsyncClient(base_url=server.url, timeout=60) as anyone:
        schema = (await anyone.get("/api/schema/openapi.json")).json()
        paths = [
            path.replace("{table}", table)
            for path, methods in schema["paths"].items()
            if "get" in methods and "{" not in path.replace("{table}", "")
        ]
        paths += ["/", f"/t/{table}", f"/api/tables/{table}/events?views=true&after=2"]
        asked = [path + ("&" if "?" in path else "?") + "follow=false" for path in paths]
        return [(await anyone.get(path)).text for path in asked]


def _sorted_out(public, told, end, tokens):
    """What was sent before the end, and the secrets that the end has revealed, with whose."""
    lines = [json.loads(line) for line in end.splitlines()]
    secrets, seed = {}, ""
    for line in lines[1:]:
        event = line["event"]
        seed = event["seed"] if event["type"] == "revealed" else seed
        for proof in event.get("draw", {}).get("proofs", []):
            secrets[proof["salt"]] = event["seat"]
    secrets[seed] = None
    streams = {seat: list(map(json.dumps, _before_the_end(m))) for seat, m in enumerate(told)}
    return public, streams, secrets, tokens


def _before_the_end(messages):
    """What came up to the last view of a game that was going on: after it, nothing is hidden."""
    views_ = [n for n, message in enumerate(messages) if message["type"] == "view"]
    going_on = [n for n in views_ if messages[n]["view"]["phase"] == "playing"]
    return messages[: going_on[-1] + 1]
