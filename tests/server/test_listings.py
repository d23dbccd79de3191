"""Results: records, replays, the list of games, imports, and the proof of the shuffle."""

import asyncio
import json
from typing import Any

import httpx
import pytest

from qwirkle import Game, native
from qwirkle.notation import read_record
from tests.server.nodes import arranging, highest, hosted, play_out, players, seated

pytestmark = pytest.mark.skipif(native.kernel is None, reason="Servers run compiled.")
CHOOSE = {"classic": highest, "cards": arranging}


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with hosted(tmp_path_factory.mktemp("data") / "results.db") as running:
        yield running


@pytest.fixture(scope="module")
def finished(server):
    """An open game of each edition, played to its end, and everything that is said of it."""

    async def game(edition):
        async with players(server.url, f"Ada {edition}", f"Bo {edition}", "Cy") as (ada, bo, cy):
            table = await seated([ada, bo], edition=edition, open=True)
            await asyncio.gather(*(play_out(one, table, CHOOSE[edition]) for one in (ada, bo)))
            address = f"/api/tables/{table}"
            return {
                "table": table,
                "view": await ada.view(table),
                "records": [(await one.http.get(f"{address}/record")).text for one in (ada, cy)],
                "json": (await cy.http.get(f"{address}/record?format=json")).json(),
                "replay": (await cy.http.get(f"{address}/replay")).json(),
                "page": (await cy.http.get(f"/t/{table}")).text,
                "form": (await cy.http.get(f"/verify?table={table}")).text,
                "lists": [(await one.http.get("/api/results")).json() for one in (ada, cy)],
            }

    return {edition: asyncio.run(game(edition)) for edition in ("classic", "cards")}


def ask(server, method, path, **more):
    return httpx.request(method, server.url + path, timeout=60, **more)


@pytest.mark.parametrize("edition", ["classic", "cards"])
def test_the_record_of_a_finished_game_is_whole(finished, edition):
    """The same for everybody; it loads, and ends as the players saw it."""
    seen = finished[edition]
    assert seen["records"][0] == seen["records"][1]
    game = Game.load(seen["records"][0])
    assert [seat["score"] for seat in seen["view"]["seats"]] == list(game.state.scores)
    assert game.outcome.rule == seen["view"]["outcome"]["rule"]
    went_out = edition == "classic" and game.outcome.rule == "T17"
    assert seen["view"]["outcome"]["bonus"] == (6 if went_out else 0)
    assert game.commitment == seen["view"]["commitment"]
    assert seen["view"]["outcome"]["seed"] in seen["records"][0]


@pytest.mark.parametrize("edition", ["classic", "cards"])
def test_the_record_as_json_says_the_same(finished, edition):
    """Event by event."""
    lines: list[Any] = [event for _, event in read_record(finished[edition]["records"][0])]
    told = finished[edition]["json"]
    assert told["over"] is True
    assert [event["type"] for event in told["events"]] == [
        type(event).__name__.lower() for event in lines
    ]
    for line, event in zip(lines, told["events"], strict=True):
        if event["type"] == "moved":
            assert event["move"] == str(line.move)
            assert event["drawn"] == [str(piece) for piece in line.drawn]
        if event["type"] == "dealt":
            assert event["pieces"] == [str(piece) for piece in line.pieces]


@pytest.mark.parametrize("edition", ["classic", "cards"])
def test_a_replay_is_the_game_position_by_position(finished, edition):
    """As the library plays the record from the deal."""
    seen = finished[edition]
    steps = seen["replay"]["steps"]
    game = Game.load(seen["records"][0])
    states = [game.state]
    while True:
        try:
            game.pop()
        except ValueError:
            break
        states.insert(0, game.state)
    assert [step["number"] for step in steps] == list(range(len(states)))
    for step, state in zip(steps, states, strict=True):
        assert step["scores"] == list(state.scores)
        assert step["hands"] == [[str(piece) for piece in hand] for hand in state.hands]
        laid = step["board"] or [code for row in step["rows"] for code in row]
        assert len(laid) == len(str(state.layout).replace("|", " ").split())
        assert step["bag"] == len(state.bag)
        assert step["turn"] == (None if state.ended else state.turn)
    assert steps[0]["move"] is None
    assert seen["replay"]["winners"] == seen["view"]["outcome"]["winners"]


def test_a_running_game_keeps_its_secrets(server):
    """Each seat has its own record: no other hand, no draw of others, never the seed; and there
    is no replay. After an agreed end nothing is hidden."""

    async def game():
        async with players(server.url, "Ada", "Bo", "Cy") as people:
            ada, bo, cy = people
            table = await seated([ada, bo], edition="classic")
            for _ in range(2):
                view = await ada.view(table)
                mover = (ada, bo)[view["turn"]]
                offers = await mover.ask(table, "offers")
                best = max(offers["moves"], key=lambda offer: offer[1])[0]
                done = await mover.do(table, "play", move=best, expect=view["seq"])
                assert "problem" not in done
            address = f"/api/tables/{table}"
            hands = [(await one.view(table))["hand"] for one in (ada, bo)]
            texts = [(await one.http.get(f"{address}/record")).text for one in people]
            coded = [(await one.http.get(f"{address}/record?format=json")).text for one in people]
            replay = await ada.http.get(f"{address}/replay")
            form = (await cy.http.get(f"/verify?table={table}")).text
            listed = (await ada.http.get("/api/results")).text
            offer = await ada.do(table, "offer", offer="abort")
            await bo.do(table, "accept", offer=offer["seq"])
            after = (await cy.http.get(f"{address}/record")).text
            steps = (await cy.http.get(f"{address}/replay")).json()
            return table, hands, texts, coded, replay, form, listed, after, steps

    table, hands, texts, coded, replay, form, listed, after, steps = asyncio.run(game())
    seed = after.splitlines()[-1].split()[1]
    assert len(seed) == 64
    assert all(seed not in text for text in (*texts, *coded, replay.text, form))
    for viewer, text in enumerate(coded):
        mine, others = pieces(text, viewer)
        assert set(others) == {"?"}
        assert "?" not in mine
        assert viewer == 2 or set(hands[viewer]) <= set(mine)
        assert [line.split()[:3] for line in texts[viewer].splitlines() if " ?" in line] == [
            line.split()[:3]
            for line in texts[2].splitlines()
            if f" {viewer + 1} " not in line[:7] and " ?" in line
        ]
    assert replay.status_code == 409
    assert table not in listed
    assert Game.load(after).outcome is None
    assert steps["rule"] is None
    assert len(steps["steps"]) == 3


def pieces(text, viewer):
    """What a viewer's record says of the draws: of their own, and of those of others."""
    mine, others = list[str](), list[str]()
    for event in json.loads(text)["events"]:
        if event["type"] in ("dealt", "moved"):
            drawn = event.get("pieces") or event.get("drawn")
            (mine if event["seat"] == viewer else others).extend(drawn)
    return mine, others


def test_a_table_without_a_game_has_no_record(server):
    """And one that does not exist has none either."""

    async def ask_early():
        async with players(server.url, "Ada") as [ada]:
            table = await ada.create()
            paths = [f"/api/tables/{table}/{what}" for what in ("record", "replay")]
            early = [await ada.http.get(path) for path in paths]
            return early, await ada.http.get("/api/tables/aaaaaaaaaaaaaaaa/record")

    early, nowhere = asyncio.run(ask_early())
    assert [answer.json()["key"] for answer in early] == ["serve.phase.open"] * 2
    assert nowhere.status_code == 404


@pytest.mark.parametrize("edition", ["classic", "cards"])
def test_finished_games_are_listed(server, finished, edition):
    """Open ones for everybody, with points and winners; chosen by edition and by player."""
    seen = finished[edition]
    by_edition = ask(server, "GET", f"/api/results?edition={edition}").json()
    by_player = ask(server, "GET", f"/api/results?player=Bo {edition}").json()
    nobody = ask(server, "GET", "/api/results?player=Nobody").json()
    assert seen["table"] in [line["table"] for line in by_edition]
    assert {line["edition"] for line in by_edition} == {edition}
    assert [line["table"] for line in by_player] == [seen["table"]]
    assert nobody == []
    ended = by_player[0]["ended"]
    query = f"/api/results?player=Bo {edition}&before="
    assert ask(server, "GET", f"{query}{ended}").json() == []
    assert ask(server, "GET", f"{query}{ended + 1}").json() == by_player
    [line] = by_player
    assert [player["score"] for player in line["players"]] == [
        seat["score"] for seat in seen["view"]["seats"]
    ]
    winners = [seat for seat, player in enumerate(line["players"]) if player["won"]]
    assert winners == seen["view"]["outcome"]["winners"]
    mine, others = (
        next(line for line in lines if line["table"] == seen["table"]) for lines in seen["lists"]
    )
    assert [player["you"] for player in mine["players"]] == [True, False]
    assert [player["you"] for player in others["players"]] == [False, False]


def test_games_by_link_are_listed_for_their_players_only(server):
    """People without the link do not get it from the list."""

    async def game():
        async with players(server.url, "Ada", "Bo", "Cy") as (ada, bo, cy):
            table = await seated([ada, bo])
            await ada.do(table, "resign")
            lists = [(await one.http.get("/api/results")).json() for one in (bo, cy)]
            return table, [[line["table"] for line in lines] for lines in lists]

    table, (own, other) = asyncio.run(game())
    assert table in own
    assert table not in other


@pytest.mark.parametrize("edition", ["classic", "cards"])
def test_a_record_can_be_imported(server, finished, edition):
    """It can be looked at like any other game; the same again is the same table; nobody's rating
    changes."""
    record = unsigned(finished[edition]["records"][0])
    first, again = (ask(server, "POST", "/api/records", content=record) for _ in range(2))
    assert first.status_code == 201, first.text
    assert first.json()["shuffle"] is True
    assert again.json() == first.json()
    table = first.json()["table"]
    assert table != finished[edition]["table"]
    assert first.json()["imported"] is True
    view = ask(server, "GET", f"/api/tables/{table}").json()
    assert view["phase"] == "over"
    assert view["imported"] is True
    assert (view["you"], view["yours"]) == (None, [])
    for part in ("board", "rows", "outcome", "commitment"):
        assert view[part] == finished[edition]["view"][part]
    assert ask(server, "GET", f"/api/tables/{table}/record").text == record
    replay = ask(server, "GET", f"/api/tables/{table}/replay").json()
    assert replay["imported"] is True
    assert replay["steps"] == finished[edition]["replay"]["steps"]
    events = ask(server, "GET", f"/api/tables/{table}/events?follow=false").text
    assert '"imported"' in events
    assert '"rated"' not in events
    assert ask(server, "GET", f"/api/results?player=Bo {edition}").text.count('"table"') == 1


def test_an_imported_game_can_be_shown(server):
    """In the public list, if the importer wants that."""
    game = Game(["Ann", "Ben"], "classic", seed=3)
    game.resign("Ann")
    answer = ask(server, "POST", "/api/records?listed=true", content=game.dump())
    lines = ask(server, "GET", "/api/results").json()
    [line] = [line for line in lines if line["table"] == answer.json()["table"]]
    assert line["imported"] is True
    assert not any(player["you"] for player in line["players"])
    assert ask(server, "GET", "/api/results?player=Ben").json() == []
    assert [player["won"] for player in line["players"]] == [False, True]
    rows = ask(server, "GET", "/api/leaderboards/classic-2").json()
    assert not {row["name"] for row in rows} & {"Ann", "Ben"}


def unsigned(record):
    """The record without the lines by which a server vouches for it."""
    return "".join(record.splitlines(keepends=True)[:-2])


def broken(text, number, change):
    """The record with one line changed, and its check made to fit."""
    from qwirkle.notation import write_record

    events = [str(event) for _, event in read_record(text)]
    events[number - 2] = change(events[number - 2])
    return write_record(events)


def test_a_bad_record_is_refused_by_its_line(server, finished):
    """A changed letter, an illegal move, a game that goes on, and what is no record at all."""
    record = finished["classic"]["records"][0]
    lines = record.splitlines()
    number = next(n for n, line in enumerate(lines, 1) if line.startswith("move "))

    def moved_away(line):
        seat, rest = line[:7], line[7:].split(" scores ")
        tiles = rest[0].split()
        tiles[-1] = tiles[-1].split("@")[0] + "@40,40"
        return f"{seat}{' '.join(tiles)} scores {rest[1]}"

    cases = [
        (record.replace("scores", "Scores", 1), "bad", number),
        (broken(record, number, moved_away), "rule", number),
        ("hello", "bad", 1),
        (b"\xff\xfe", "bad", 1),
        ("", "bad", 1),
        ("\n".join(lines[:-1]), "bad", len(lines) - 1),
    ]
    for text, code, line in cases:
        answer = ask(server, "POST", "/api/records", content=text)
        problem = answer.json()
        assert answer.status_code == (422 if code == "rule" else 400), problem
        assert (problem["code"], problem["words"]["line"]) == (code, line)
        assert f"Line {line}: " in problem["message"]
    ruled = ask(server, "POST", "/api/records?lang=uk", content=cases[1][0]).json()
    assert ruled["rule"].startswith("T")
    assert ruled["message"].startswith(f"Рядок {number}: ")


def test_an_unfinished_game_cannot_be_imported(server):
    """It would never end."""
    answer = ask(server, "POST", "/api/records", content=Game(["Ann", "Ben"], seed=3).dump())
    assert answer.status_code == 409
    assert answer.json()["key"] == "serve.record.unfinished"


@pytest.mark.parametrize("edition", ["classic", "cards"])
def test_a_record_of_this_server_is_proven(server, finished, edition):
    """The commitment, the shuffles, and each piece that was drawn."""
    record = finished[edition]["records"][0]
    found = ask(server, "POST", "/api/verify", content=record).json()
    assert found["shuffle"] is found["finished"] is True
    assert found["commitment"] == finished[edition]["view"]["commitment"]
    drawn = sum(
        len(event.get("pieces", event.get("drawn", [])))
        for event in finished[edition]["json"]["events"]
    )
    assert found["draws"] == drawn > 60
    assert (found["signature"], found["ours"], found["here"]) == ("good", True, True)
    assert found["table"] == finished[edition]["table"]
    assert found["sentences"][0] == "Every move follows the rules."
    assert found["sentences"][-1].startswith("The game was played here, at table ")


def test_a_shuffle_that_was_not_as_committed_is_found(server):
    """Another seed under the commitment, or none: the line is named."""
    game = Game(["Ann", "Ben"], seed=3)
    game.resign("Ann")
    record = game.dump()
    last = len(record.splitlines())
    for seed in ("seed " + "00" * 32, "seed ?"):
        other = broken(record, last, lambda _, seed=seed: seed)
        found = ask(server, "POST", "/api/verify?lang=pl", content=other).json()
        assert found["shuffle"] is False
        assert found["finished"] is True
        assert found["line"] == found["problem"]["words"]["line"] == last
        assert "Tasowanie w tym zapisie nie jest potwierdzone." in found["sentences"]
        imported = ask(server, "POST", "/api/records", content=other).json()
        assert imported["shuffle"] is False


def test_the_page_verifies_without_a_script(server, finished):
    """The table links to it; the form has the record, and its answer has the sentences."""
    seen = finished["classic"]
    record = seen["records"][0]
    assert f'<a href="/verify?table={seen["table"]}">' in seen["page"]
    assert record in seen["form"]
    assert "<script" not in seen["form"]
    answer = ask(server, "POST", "/verify", data={"record": record.replace("\n", "\r\n")})
    assert answer.status_code == 200
    assert "Every move follows the rules." in answer.text
    assert "signed by this server" in answer.text
    nasty = ask(server, "POST", "/verify", data={"record": "</textarea><script>alert(1)</script>"})
    assert "<script" not in nasty.text
    assert ask(server, "GET", "/verify?table=nonsense").status_code == 404


def test_leaderboards_are_public(server, finished):
    """The four of them, without beginners; another name is refused."""
    for ladder in (f"{edition}-{size}" for edition in finished for size in ("2", "more")):
        assert ask(server, "GET", f"/api/leaderboards/{ladder}").json() == []
    assert ask(server, "GET", "/api/leaderboards/chess").status_code == 400


def test_names_of_imported_games_are_cleaned(server):
    """A record may have longer names than a table shows."""
    long = "Maximiliane Friederike Eleonore"
    game = Game([long, "Ben"], seed=3)
    game.resign("Ben")
    table = ask(server, "POST", "/api/records", content=game.dump()).json()["table"]
    seats = ask(server, "GET", f"/api/tables/{table}").json()["seats"]
    assert [seat["name"] for seat in seats] == [long[:24].strip(), "Ben"]
