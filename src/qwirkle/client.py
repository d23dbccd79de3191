"""A small client of a server: play at its tables from a program, with the standard library alone.

    client = Client("http://127.0.0.1:8108")
    table = client.create(edition="classic", bots=[3], name="Greedy")
    client.start(table)
    view = client.play(table, best_offer)

What comes and goes is described in ``docs/protocol.md``. A command that got no answer is sent
again under its id, so it happens once; a stream that broke goes on after its last event.
"""

from __future__ import annotations

import hashlib
import json
import secrets
import time
from collections.abc import Callable, Iterator, Sequence
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection
from http.cookies import SimpleCookie
from typing import Any, Literal, NotRequired, Protocol, TypedDict, cast
from urllib.parse import urlencode, urlsplit

Json = dict[str, Any]
Edition = str
"""The name of a game: ``classic``, ``cards``, or what else the server plays."""
ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
LATER = (429, 503)
"""Over a limit, or nothing can be stored now: nothing has happened, and a retry may succeed."""
TRIES = 3
"""Illegal moves that a bot may choose in one position before a legal one is chosen for it."""
SHORTEST_PAUSE, LONGEST_PAUSE = 0.2, 10.0
"""Seconds between two attempts, if the server does not say."""
chance = secrets.SystemRandom()


class TableState(TypedDict):
    """A table as one player sees it; ``docs/protocol.md`` (``TableView``) has all of it.

    >>> def points_of(view: TableState, seat: int) -> int:
    ...     return view["seats"][seat]["score"]
    >>> points_of({"seats": [{"score": 12}, None]}, 0)
    12
    """

    table: str
    seq: int
    edition: Edition
    phase: Literal["open", "playing", "over"]
    commitment: str
    seats: list[Json | None]
    turn: int | None
    you: int | None
    yours: list[int]
    hand: list[str]
    unseen: dict[str, int]
    board: list[str]
    """The tile game: tiles on their cells, as in ``Ro@0,0``."""
    rows: list[list[str]]
    """The card game: the rows on the table."""
    bag: int
    moves: int
    outcome: Json | None


class Offers(TypedDict):
    """What may be done now.

    >>> offers: Offers = {"seq": 3, "moves": [("Ro@0,0", 1), ("Bx@1,0", 2)], "trade": 6}
    >>> max(offers["moves"], key=lambda offer: offer[1])
    ('Bx@1,0', 2)
    """

    seq: int
    moves: list[tuple[str, int]]
    """Each with its points, or the rows that it captures. Where there is none, tiles are traded."""
    trade: int
    """How many tiles may be traded at most; none in the card game."""
    complete: NotRequired[bool]
    """Whether these are all of them, if present: the card game may have more."""
    refused: NotRequired[Json]
    """Why the last choice for this position was refused; missing for the first one."""


Choose = Callable[[TableState, Offers], str]
"""From the view of the table and the offers to a move in its notation."""


class Player(Protocol):
    """A program that says which games it plays. One without ``editions`` plays any.

    >>> class Trader:
    ...     editions = ("classic",)
    ...     def choose(self, view, offers):
    ...         return f"trade {view['hand'][0]}"
    >>> player: Player = Trader()
    >>> player.choose({"hand": ["Ro", "Bx"]}, {"moves": [], "trade": 2})
    'trade Ro'
    >>> player.editions
    ('classic',)
    """

    @property
    def editions(self) -> Sequence[Edition]:
        """The games that it plays."""
        ...

    def choose(self, view: TableState, offers: Offers) -> str:
        """A move in its notation."""
        ...


class WrongEdition(ValueError):
    """A player was seated at a table of a game that it does not play.

    >>> str(WrongEdition(["classic"], "cards")).partition(":")[0]
    'This bot plays classic, and this table plays cards'
    """

    def __init__(self, plays: Sequence[Edition], edition: Edition) -> None:
        known = " and ".join(plays) or "nothing"
        super().__init__(
            f"This bot plays {known}, and this table plays {edition}: seat it at another table, "
            f"or add {edition!r} to its editions."
        )


class Refused(Exception):
    """A command or question that was refused: ``code``, ``key`` and ``rule`` say why.

    >>> refused = Refused({"message": "Not your turn.", "code": "refused", "key": "serve.turn"})
    >>> str(refused), refused.code, refused.rule
    ('Not your turn.', 'refused', None)
    """

    def __init__(self, problem: Json, wait: float | None = None) -> None:
        super().__init__(problem["message"])
        self.problem = problem
        self.code: str = problem["code"]
        self.key: str = problem["key"]
        self.rule: str | None = problem.get("rule")
        self.wait = wait
        """Seconds after which to try again, if that helps."""


class _Attempts:
    """How often and how long something is tried again."""

    def __init__(self, patience: float) -> None:
        self.patience = patience
        self.start_again()

    def start_again(self) -> None:
        self.end: float | None = None
        """When to give up; the time runs from the first failure."""
        self.pause = SHORTEST_PAUSE

    def wait(self, retry_after: float | None, reason: Exception) -> None:
        """Wait as long as the server says, or longer every time, with some jitter; finally give
        up."""
        pause = retry_after or self.pause
        self.end = self.end or time.monotonic() + self.patience
        if time.monotonic() + pause > self.end:
            raise reason
        low, high = (1.0, 1.25) if retry_after else (0.5, 1.0)
        time.sleep(pause * chance.uniform(low, high))
        self.pause = min(2 * self.pause, LONGEST_PAUSE)


def new_id() -> str:
    """A ULID: 48 bits of the time, and 80 random bits.

    >>> len(new_id()), new_id() == new_id()
    (26, False)
    """
    number = (time.time_ns() // 1_000_000 << 80) | secrets.randbits(80)
    return "".join(ALPHABET[number >> shift & 31] for shift in range(125, -1, -5))


class Client:
    """One person or program at a server, identified by its token; a guest gets one."""

    def __init__(self, url: str, token: str | None = None, *, patience: float = 60.0) -> None:
        self.url = urlsplit(url.rstrip("/"))
        self.token = token
        self.patience = patience
        """Seconds for which it retries if the server is down or silent."""
        self.noted: dict[str, tuple[str, str]] = {}
        """By table: the commitment that was seen first, and the text that was sent after it."""

    def create(self, **options: Any) -> str:
        """Set up a table, and take its first seat: ``edition``, ``seats``, ``bots``, ``name``."""
        options.setdefault("seats", max(2, 1 + len(options.get("bots", ()))))
        answer = self._send("POST", "/api/tables", {"do": "create", "id": new_id(), **options})
        return str(answer["table"])

    def do(self, table: str, command: str, **words: Any) -> Json:
        """A command: ``sit``, ``start``, ``trade``, ``resign``, ``offer``, ``chat`` and so on."""
        body = {"do": command, "id": new_id(), **words}
        return self._send("POST", f"/api/tables/{table}/commands", body)

    def sit(self, table: str, name: str | None = None, **words: Any) -> Json:
        """Take a free seat at a table."""
        return self.do(table, "sit", name=name, **words)

    def start(self, table: str) -> Json:
        """Be ready, and add 128 random bits to the shuffle, once the commitment is noted."""
        if table not in self.noted:
            self.noted[table] = self.view(table)["commitment"], secrets.token_hex(16)
        return self.do(table, "start", entropy=self.noted[table][1])

    def fair(self, table: str) -> bool:
        """Whether a finished game used the noted seed, and this client's text at its own seats.

        ``qwirkle verify`` checks that every draw follows from seed and texts.
        """
        commitment, text = self.noted[table]
        events = self._send("GET", f"/api/tables/{table}/record?format=json")["events"]
        seed = bytes.fromhex(next(e["seed"] for e in events if e["type"] == "revealed"))
        added = {e["seat"]: e["text"] for e in events if e["type"] == "added"}
        return hashlib.sha256(b"qwirkle commitment" + seed).hexdigest() == commitment and all(
            added.get(seat) == text for seat in self.view(table)["yours"]
        )

    def move(self, table: str, move: str, expect: int) -> Json:
        """A move of the position after an event, in its notation."""
        return self.do(table, "play", move=move, expect=expect)

    def ask(self, table: str, question: str, **words: Any) -> Json:
        """A question: ``check``, ``arrangement``, ``hint`` or ``offers``."""
        attempts = _Attempts(self.patience)
        while True:
            asked = {"ask": question, "id": new_id(), **words}
            reply = self._send("POST", f"/api/tables/{table}/questions", asked)
            if reply["type"] != "unanswered":
                return reply
            refused = Refused(reply["problem"])
            if refused.code != "limit":
                raise refused
            attempts.wait(reply["problem"].get("words", {}).get("n"), refused)

    def view(self, table: str) -> TableState:
        """The table as it is now."""
        return cast(TableState, self._send("GET", f"/api/tables/{table}"))

    def events(self, table: str, after: int = 0, **wants: bool) -> Iterator[Json]:
        """Every message after an event, and then as they come; it does not end by itself.

        With ``views=True`` and ``offers=True`` the table and the legal moves come along. If the
        server is down, or refuses because of a limit, it goes on after the last event.
        """
        attempts = _Attempts(2 * self.patience)
        while True:
            reason: Exception = ConnectionError("The server has ended the stream.")
            try:
                for message in self._stream(table, after, wants):
                    attempts.start_again()
                    after = message["seq"] if message["type"] == "event" else after
                    yield message
                wait = None
            except Refused as refused:
                if refused.wait is None:
                    raise
                reason, wait = refused, refused.wait
            except (OSError, HTTPException, ValueError) as error:
                reason, wait = error, None
            attempts.wait(wait, reason)

    def play(self, table: str, player: Choose | Player) -> TableState:
        """Play to the end of the game; the table as it then is.

        A refused move does not end the game: the player chooses again, with the reason in
        ``offers["refused"]``. After three such moves the best of the offers is played.
        """
        choose = player if callable(player) else player.choose
        plays: Sequence[Edition] | None = getattr(player, "editions", None)
        view: TableState | None = None
        for message in self.events(table, views=True, offers=True):
            if message["type"] == "view":
                view = cast(TableState, message["view"])
                if plays is not None and view["edition"] not in plays:
                    raise WrongEdition(plays, view["edition"])
                if view["phase"] == "over":
                    return view
            elif message["type"] == "offers" and view:
                self._turn(table, view, message, choose)
        raise AssertionError("The stream has no end of its own.")

    def _turn(self, table: str, view: TableState, message: Json, choose: Choose) -> None:
        """Make one move, unless something has happened meanwhile: then new offers come."""
        try:
            if not message.get("complete", True):
                message = self.ask(table, "offers")
            offers = cast(Offers, message)
            for _ in range(TRIES):
                try:
                    self.move(table, choose(view, offers), offers["seq"])
                except Refused as refused:
                    if refused.code not in ("bad", "rule"):
                        raise
                    offers["refused"] = refused.problem
                else:
                    return
            self.move(table, best_offer(view, offers), offers["seq"])
        except Refused as refused:
            if refused.code not in ("conflict", "refused"):
                raise

    def _stream(self, table: str, after: int, wants: dict[str, bool]) -> Iterator[Json]:
        query = urlencode({"after": after} | {name: int(on) for name, on in wants.items()})
        connection = self._connect()
        try:
            response = self._request(connection, "GET", f"/api/tables/{table}/events?{query}")
            if response.status != 200:
                raise Refused(json.load(response), _told(response))
            while line := response.readline():
                message: Json = json.loads(line)
                if message["type"] == "bye" and message["why"] == "revoked":
                    raise Refused({**message, "code": "forbidden", "key": "serve.bye.revoked"})
                yield message
        finally:
            connection.close()

    def _send(self, method: str, path: str, body: Json | None = None) -> Json:
        """Send until there is an answer; the body keeps its id, so nothing happens twice."""
        attempts = _Attempts(self.patience)
        while True:
            try:
                return self._attempt(method, path, body)
            except Refused as refused:
                if refused.wait is None:
                    raise
                attempts.wait(refused.wait, refused)
            except (OSError, HTTPException, ValueError) as error:
                attempts.wait(None, error)

    def _attempt(self, method: str, path: str, body: Json | None) -> Json:
        connection = self._connect()
        try:
            response = self._request(connection, method, path, body)
            answer: Json = json.load(response)
        finally:
            connection.close()
        if response.status >= 400:
            raise Refused(answer.get("problem", answer), _told(response))
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


def best_offer(view: TableState, offers: Offers) -> str:
    """The move with the most points, or rows; a trade if nothing can be played.

    >>> best_offer({"hand": ["Ro"]}, {"moves": [("Ro@0,0", 1), ("Bx@1,0", 2)], "trade": 6})
    'Bx@1,0'
    >>> best_offer({"hand": ["Ro", "Bx"]}, {"moves": [], "trade": 1})
    'trade Ro'
    """
    if offers["moves"]:
        return max(offers["moves"], key=lambda offer: offer[1])[0]
    return "trade " + " ".join(view["hand"][: offers["trade"]])


def _told(response: HTTPResponse) -> float | None:
    """How long the server asks to wait, if a retry helps."""
    if response.status not in LATER:
        return None
    seconds = response.headers.get("retry-after", "")
    return float(seconds) if seconds.isdecimal() else 1.0
