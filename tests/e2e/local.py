"""Games on a device: what the browser keeps of them, read by the library."""

from qwirkle import Game
from qwirkle.bots import bot
from qwirkle.server.protocol.editions import wire

GAME = """(table) => new Promise((done, fail) => {
    const opening = indexedDB.open('qwirkle', 1);
    opening.onerror = () => fail(opening.error);
    opening.onsuccess = () => {
        const asked = opening.result.transaction('games').objectStore('games').get(table);
        asked.onsuccess = () => (opening.result.close(), done(asked.result));
    };
})"""

HURRIED = """{
    const wait = window.setTimeout;
    window.setTimeout = (done, ms, ...rest) => wait(done, (ms ?? 0) / 20, ...rest);
}"""
"""A page on which nobody thinks for long."""


def is_local(table):
    return table.startswith("d-")


def kept(page, table):
    """What the browser has kept of a game."""
    return page.evaluate(GAME, table)


def game_of(page, table):
    """The game of the record that the browser has kept: the library checks every line of it."""
    return Game.load(kept(page, table)["record"])


def offers(page, table):
    """Every move that the person to move may make, as the library knows them."""
    game = game_of(page, table)
    offered = wire(game.edition).legal_moves(game.state.position_of(game.state.turn))
    return {"moves": [[one.move, one.points] for one in offered.moves], "trade": offered.trade}


def view(page, table):
    """A table as a server would show it, as far as tests look at it."""
    found, game = kept(page, table), game_of(page, table)
    turn = game.state.turn
    return {
        "edition": game.edition,
        "hints": found["hints"],
        "seats": [{"name": name} for name in game.players],
        "hand": [str(tile) for tile in game.state.hands[turn]],
        "rows": wire(game.edition).rows(game.board),
        "bag": len(game.state.bag),
        "moves": game.moves,
    }


def good_move(page, table):
    """What a computer player would do for the seat to move."""
    game = game_of(page, table)
    return str(bot("level-3", 1).choose(game.view(game.turn)))
