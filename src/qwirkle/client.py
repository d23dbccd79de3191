"""A small client of a server: play at its tables from a program, with the standard library alone.

    client = Client("http://127.0.0.1:8108")
    table = client.create(edition="classic", bots=[3], name="Greedy")
    client.start(table)
    view = client.play(table, lambda view, offers: max(offers["moves"], key=lambda o: o[1])[0])

What comes and goes is described in ``docs/protocol.md``. A command that got no answer is sent
again under its id, so it happens once; a stream that broke goes on after its last event.
"""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Callable, Iterator
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection
from http.cookies import SimpleCookie
from typing import Any
from urllib.parse import urlencode, urlsplit

Json = dict[str, Any]
Choose = Callable[[Json, Json], str]
"""From the view of the table and the offers to a move in its notation."""
ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
LATER = (429, 503)
"""Too much at once, or nothing can be stored now: nothing has happened, and it may yet."""


class Refused(Exception):
    """A command or question that was refused: ``code``, ``key`` and ``rule`` say why."""

    def __init__(self, problem: Json) -> None:
        super().__init__(problem["message"])
        self.problem = problem
        self.code: str = problem["code"]
        self.key: str = problem["key"]
        self.rule: str | None = problem.get("rule")


def new_id() -> str:
    """A ULID: 48 bits of the time, and 80 of chance."""
    number = (time.time_ns() // 1_000_000 << 80) | secrets.randbits(80)
    return "".join(ALPHABET[number >> shift & 31] for shift in range(125, -1, -5))


class Client:
    """One person or program at a server. Who it is, the token says; a guest gets one."""

    def __init__(self, url: str, token: str | None = None, *, patience: float = 60.0) -> None:
        self.url = urlsplit(url.rstrip("/"))
        self.token = token
        self.patience = patience
        """Seconds for which it tries again when the server is not there, or silent."""

    def create(self, **wishes: Any) -> str:
        """Set up a table, and take its first seat: ``edition``, ``seats``, ``bots``, ``name``."""
        wishes.setdefault("seats", max(2, 1 + len(wishes.get("bots", ()))))
        answer = self._send("POST", "/api/tables", {"do": "create", "id": new_id(), **wishes})
        return str(answer["table"])

    def do(self, table: str, deed: str, **words: Any) -> Json:
        """A command: ``sit``, ``start``, ``trade``, ``resign``, ``offer``, ``chat`` and so on."""
        command = {"do": deed, "id": new_id(), **words}
        return self._send("POST", f"/api/tables/{table}/commands", command)

    def sit(self, table: str, name: str | None = None, **words: Any) -> Json:
        return self.do(table, "sit", name=name, **words)

    def start(self, table: str) -> Json:
        return self.do(table, "start")

    def move(self, table: str, move: str, expect: int) -> Json:
        """A move of the position after an event, in its notation."""
        return self.do(table, "play", move=move, expect=expect)

    def ask(self, table: str, question: str, **words: Any) -> Json:
        """A question: ``check``, ``arrangement``, ``hint`` or ``offers``."""
        asked = {"ask": question, "id": new_id(), **words}
        reply = self._send("POST", f"/api/tables/{table}/questions", asked)
        if problem := reply.get("problem") if reply["type"] == "unanswered" else None:
            raise Refused(problem)
        return reply

    def view(self, table: str) -> Json:
        """The table as it is now."""
        return self._send("GET", f"/api/tables/{table}")

    def events(self, table: str, after: int = 0, **wants: bool) -> Iterator[Json]:
        """Every message after an event, and then as they come; it does not end by itself.

        With ``views=True`` and ``offers=True`` the table and the legal moves come along.
        """
        tried = time.monotonic()
        while True:
            try:
                for message in self._stream(table, after, wants):
                    tried = time.monotonic()
                    after = message["seq"] if message["type"] == "event" else after
                    yield message
            except (OSError, HTTPException, ValueError):
                if time.monotonic() - tried > 2 * self.patience:
                    raise
            time.sleep(0.2)

    def play(self, table: str, choose: Choose) -> Json:
        """Play to the end of the game; the table as it then is."""
        view: Json = {}
        for message in self.events(table, views=True, offers=True):
            if message["type"] == "view":
                view = message["view"]
                if view["phase"] == "over":
                    break
            elif message["type"] == "offers":
                try:
                    self.move(table, choose(view, message), message["seq"])
                except Refused as refused:
                    if refused.code != "conflict":  # something happened; new offers are coming
                        raise
        return view

    def _stream(self, table: str, after: int, wants: dict[str, bool]) -> Iterator[Json]:
        query = urlencode({"after": after} | {name: int(on) for name, on in wants.items()})
        connection = self._connect()
        try:
            response = self._request(connection, "GET", f"/api/tables/{table}/events?{query}")
            if response.status != 200:
                raise Refused(json.load(response))
            while line := response.readline():
                yield json.loads(line)
        finally:
            connection.close()

    def _send(self, method: str, path: str, body: Json | None = None) -> Json:
        """Ask until there is an answer; the body keeps its id, so nothing happens twice."""
        end = time.monotonic() + self.patience
        while True:
            connection = self._connect()
            try:
                response = self._request(connection, method, path, body)
                answer: Json = json.load(response)
                if response.status not in LATER or time.monotonic() > end:
                    break
            except (OSError, HTTPException, ValueError):
                if time.monotonic() > end:
                    raise
            finally:
                connection.close()
            time.sleep(0.2)
        if response.status >= 400:
            raise Refused(answer.get("problem", answer))
        return answer

    def _connect(self) -> HTTPConnection:
        kind = HTTPSConnection if self.url.scheme == "https" else HTTPConnection
        return kind(self.url.netloc, timeout=self.patience)

    def _request(
        self, connection: HTTPConnection, method: str, path: str, body: Json | None = None
    ) -> HTTPResponse:
        headers = {"authorization": f"Bearer {self.token}"} if self.token else {}
        sent = None if body is None else json.dumps(body).encode()
        if sent:
            headers["content-type"] = "application/json"
        connection.request(method, self.url.path + path, sent, headers)
        response = connection.getresponse()
        for cookie in response.headers.get_all("set-cookie", []):
            if found := SimpleCookie(cookie).get("qwirkle"):
                self.token = found.value
        return response
