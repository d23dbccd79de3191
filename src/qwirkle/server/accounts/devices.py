"""The devices of a person."""

from __future__ import annotations

from msgspec import Struct

from qwirkle.server.accounts.people import People, Person
from qwirkle.server.domain.names import clean

LONGEST = 40
BROWSERS = {
    "Edg": "Edge",
    "OPR": "Opera",
    "SamsungBrowser": "Samsung Internet",
    "Firefox": "Firefox",
    "FxiOS": "Firefox",
    "Chrome": "Chrome",
    "CriOS": "Chrome",
    "Safari": "Safari",
}
"""By a word in the User-Agent header. The first match counts, because many browsers name others
too."""
SYSTEMS = {
    "Android": "Android",
    "iPhone": "iPhone",
    "iPad": "iPad",
    "CrOS": "ChromeOS",
    "Windows": "Windows",
    "Macintosh": "Mac",
    "Linux": "Linux",
}


class DeviceLine(Struct, frozen=True, kw_only=True):
    """A device of yours: a browser, or a program with your token."""

    id: str
    name: str
    """What its browser calls itself, such as ``Firefox · Android``; empty if it did not say."""
    created: int
    """Milliseconds since 1970."""
    seen: int | None
    """The day of its last use, in milliseconds; null if it was not used since days were first
    stored."""
    this: bool
    """Whether it is the device that asks."""


async def listed(people: People, person: Person) -> list[DeviceLine]:
    """The devices of a person, the latest first."""
    return [
        DeviceLine(
            id=one.id,
            name=one.name,
            created=one.created,
            seen=one.seen,
            this=one.hash == person.device,
        )
        for one in await people.devices(person)
    ]


def name_of(agent: str) -> str:
    """A short name for a device, from its User-Agent header.

    >>> name_of("Mozilla/5.0 (Android 14; Mobile; rv:131.0) Gecko/131.0 Firefox/131.0")
    'Firefox · Android'
    >>> name_of("python-httpx/0.28.1")
    'python-httpx'
    """
    browser = next((name for word, name in BROWSERS.items() if f"{word}/" in agent), None)
    system = next((name for word, name in SYSTEMS.items() if word in agent), None)
    if browser:
        return f"{browser} · {system}" if system else browser
    return clean(agent.partition("/")[0][: 4 * LONGEST], LONGEST)
