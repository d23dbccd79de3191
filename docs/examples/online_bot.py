"""A computer player for a table on a server: python online_bot.py LINK [NAME]."""

from __future__ import annotations

import sys
from urllib.parse import urlsplit

from qwirkle.client import Client, Edition, Offers, TableState


class Greedy:
    """The most points in the tile game, the most rows in the card game."""

    editions: tuple[Edition, ...] = ("classic", "cards")

    def choose(self, view: TableState, offers: Offers) -> str:
        """One of the offers; where nothing can be played, a trade of all that may be traded."""
        if offers["moves"]:
            return max(offers["moves"], key=lambda offer: offer[1])[0]
        return "trade " + " ".join(view["hand"][: offers["trade"]])


def join(link: str, name: str) -> TableState:
    """Take a seat at the table of a link, and play the game to its end."""
    parts = urlsplit(link)
    client = Client(f"{parts.scheme}://{parts.netloc}")
    table = parts.path.rpartition("/")[2]
    client.sit(table, name)
    client.start(table)
    return client.play(table, Greedy())


if __name__ == "__main__":
    end = join(sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else "Greedy")
    for seat in filter(None, end["seats"]):
        sys.stdout.write(f"{seat['name']}: {seat['score']}\n")
