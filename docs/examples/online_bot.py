"""A computer player for a table on a server: python online_bot.py LINK [NAME]."""

import sys
from urllib.parse import urlsplit

from qwirkle import Hand, Table
from qwirkle.client import Client
from qwirkle.lines import largest_sets


def greedy(view, offers):
    """The most points, or rows; where nothing can be played, the next best thing."""
    if offers["moves"]:
        return max(offers["moves"], key=lambda offer: offer[1])[0]
    if view["edition"] == "classic":
        return "trade " + " ".join(view["hand"][: offers["trade"]])
    hand = Hand.parse(" ".join(view["hand"]))
    if not view["moves"]:
        return " ".join(map(str, largest_sets(hand)[0]))
    table = Table.parse(" | ".join(" ".join(row) for row in view["rows"]))
    return str(table.best(hand))


def join(link, name):
    """Take a seat at the table of a link, and play the game to its end."""
    parts = urlsplit(link)
    client = Client(f"{parts.scheme}://{parts.netloc}")
    table = parts.path.rpartition("/")[2]
    client.sit(table, name)
    client.start(table)
    return client.play(table, greedy)


if __name__ == "__main__":
    end = join(sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else "Greedy")
    for seat in end["seats"]:
        sys.stdout.write(f"{seat['name']}: {seat['score']}\n")
