// An engine for the tile game in about 100 lines: it lays the one tile that scores the most.
// node engine.mjs speaks the protocol of docs/engine-protocol.md; qwirkle arena "cmd:node engine.mjs" greedy
import { createInterface } from "node:readline";

const AROUND = [[1, 0], [-1, 0], [0, 1], [0, -1]];
let game = null; // what has been told since "position"

const say = (line) => process.stdout.write(`${line}\n`);
const words = (text) => (text ? text.split(" ") : []);
const key = (x, y) => `${x},${y}`;

// ---- reading a game: the lines of a record, "?" for what is hidden

const LINES = {
    edition: (name) => { game.edition = name; },
    seat: () => {}, // names say nothing about the moves
    deal: (rest) => {
        const [seat, ...tiles] = words(rest);
        game.hands[seat - 1] = tiles;
        game.bag -= tiles.length;
    },
    start: (rest) => { game.turn = words(rest)[0] - 1; },
    resign: (rest) => {
        game.hands[rest - 1] = null;
        if (game.turn === rest - 1) pass();
    },
    move: (rest) => {
        const [, seat, move, drawn] = rest.match(/^(\d) (.+?) scores \d+(?: draws (.+))?$/);
        const traded = move.startsWith("trade ") ? words(move).slice(1) : [];
        const placed = move.includes("@") ? words(move).map((one) => one.split("@")) : [];
        for (const [tile, cell] of placed) game.board.set(cell, tile);
        const hand = game.hands[seat - 1];
        for (const tile of [...traded, ...placed.map(([tile]) => tile)]) {
            hand.splice(Math.max(0, hand.includes(tile) ? hand.indexOf(tile) : hand.indexOf("?")), 1);
        }
        hand.push(...words(drawn));
        game.bag += traded.length - words(drawn).length;
        pass();
    },
};

function pass() {
    do game.turn = (game.turn + 1) % game.hands.length;
    while (!game.hands[game.turn]);
}

// ---- choosing a move

function line(cell, [dx, dy]) { // the tiles on one side of a cell
    const [x, y] = cell.split(",").map(Number);
    const next = key(x + dx, y + dy);
    return game.board.has(next) ? [game.board.get(next), ...line(next, [dx, dy])] : [];
}

function fits(tiles) { // one colour with different shapes, or one shape with different colours
    const colours = new Set(tiles.map((tile) => tile[0])).size;
    const shapes = new Set(tiles.map((tile) => tile[1])).size;
    return [colours, shapes].sort().join() === [1, tiles.length].sort().join();
}

function points(tile, cell) { // of one tile on an empty cell; 0 where it does not fit
    const across = [tile, ...line(cell, AROUND[0]), ...line(cell, AROUND[1])];
    const down = [tile, ...line(cell, AROUND[2]), ...line(cell, AROUND[3])];
    const longer = [across, down].filter((tiles) => tiles.length > 1);
    if (!longer.length || !longer.every(fits)) return 0;
    return longer.reduce((sum, tiles) => sum + tiles.length + (tiles.length === 6 ? 6 : 0), 0);
}

function opening(hand) { // the largest set, eastward from 0,0
    const sets = hand.flatMap((tile) => [0, 1].map((part) =>
        [...new Set(hand)].filter((other) => other[part] === tile[part])));
    const largest = sets.reduce((best, set) => (set.length > best.length ? set : best));
    return largest.map((tile, x) => `${tile}@${key(x, 0)}`).join(" ");
}

function best(hand) {
    if (!game.board.size) return [opening(hand), 0];
    const free = new Set([...game.board.keys()].flatMap((cell) => AROUND.map(([dx, dy]) => {
        const [x, y] = cell.split(",").map(Number);
        return key(x + dx, y + dy);
    })).filter((cell) => !game.board.has(cell)));
    let found = ["", 0];
    for (const tile of hand) for (const cell of free) {
        const scored = points(tile, cell);
        if (scored > found[1]) found = [`${tile}@${cell}`, scored];
    }
    if (found[1]) return found;
    const traded = hand.slice(0, game.bag);
    return [traded.length ? `trade ${traded.join(" ")}` : "pass", 0];
}

// ---- speaking

const COMMANDS = {
    hello: () => ["id name one-tile", "id author the Qwirkle docs", "plays classic 2 4", "hello 1"].forEach(say),
    set: (rest) => say(`error there is no option ${words(rest)[0]}`),
    ready: () => say("ready"),
    newgame: () => {}, // nothing is remembered from game to game
    position: () => { game = { edition: "", hands: [], board: new Map(), bag: 108, turn: 0 }; },
    stop: () => {}, // it never thinks long enough to be stopped
    quit: () => process.exit(0),
    go: () => {
        const hand = game?.hands[game.turn];
        if (game?.edition !== "classic" || !hand || hand.includes("?")) return say("error no position to play");
        const [move, scored] = best(hand);
        say(`info points=${scored} : ${move}`);
        say(`best ${move}`);
    },
};

createInterface({ input: process.stdin }).on("line", (text) => {
    const [word, ...rest] = text.replace(/ {2}#[0-9a-f]{8}$/, "").trim().split(" ");
    if (game && word in LINES) LINES[word](rest.join(" "));
    else if (word in COMMANDS) COMMANDS[word](rest.join(" "));
    else if (word) say(`error unknown: ${word}`);
});
