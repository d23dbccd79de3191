"""Records: they replay for ever, and a line that was touched is refused by its number."""

import hashlib
import pickle
import random
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qwirkle import BadNotation, BadRecord, BadSetup, Game, IllegalMove
from qwirkle.editions import CARDS, CLASSIC
from qwirkle.events import Moved, Opened, Shuffled
from qwirkle.faults import Refusal
from qwirkle.notation import parse_event, read_record, write_record
from qwirkle.replay import Replay
from qwirkle.testing import random_move
from tests.often import often

RECORDS = Path(__file__).parent / "conformance" / "records"
KEPT = sorted(RECORDS.glob("*.txt"))


def game_of(edition="classic", moves=8, seed=5, players=3):
    game = Game(
        ["Ada", "Bo B.", "Cyprian #1"][:players],
        edition,
        seed=seed,
        ages=[30, None, 12][:players],
        entropy={"Ada": "my dog's name is Rex"},
    )
    dice = random.Random(seed)
    while moves and game.turn:
        game.push(random_move(game.view(game.turn), dice))
        moves -= 1
    return game


def whole(edition):
    return game_of(edition, moves=1000)


def rewritten(lines):
    """Record lines without checks, checked again, as a skilled forger would."""
    return "".join(
        f"{line}  #{hashlib.sha256(f'{at} {line}'.encode()).hexdigest()[:8]}\n"
        for at, line in enumerate(lines, 1)
    )


def bare(game):
    return [line.rpartition("  #")[0] for line in game.dump().splitlines()]


def refused(text):
    with pytest.raises(BadRecord) as refusal:
        Game.load(text)
    assert str(refusal.value).startswith(f"Line {refusal.value.line}: ")
    assert isinstance(refusal.value, ValueError)
    return refusal.value


@given(st.sampled_from(["classic", "cards"]), st.integers(0, 60), st.integers(0, 500))
@settings(max_examples=often(25))
def test_load_undoes_dump(edition, moves, seed):
    """At any moment of a game the record gives the same state and is written the same again."""
    game = game_of(edition, moves, seed)
    again = Game.load(game.dump())
    assert again.state == game.state
    assert again.dump() == game.dump()
    assert again.events == game.events


@pytest.mark.parametrize("edition", ["classic", "cards"])
def test_a_loaded_game_goes_on_as_the_first_would_have(edition):
    """Save in the middle, load, and the same moves draw the same pieces to the end."""
    game = whole(edition)
    middle = game_of(edition, moves=8)
    again = Game.load(middle.dump())
    for entry in game._log[len(middle._log) :]:
        if entry.event in game.events and hasattr(entry.event, "move"):
            assert again.push(entry.event.move) == entry.event
    assert again.dump() == game.dump()
    assert again.pop() == game.pop()


def asked(entropy):
    """A game of three players, and the lines of its record about the texts."""
    game = Game(["Ada", "Bo", "Cy"], seed=5, entropy=entropy)
    return game, [line for line in bare(game) if line.split()[0] in ("entropy", "silent")]


def test_those_who_were_asked_and_added_nothing_are_named():
    """In the order of the seats; a seat that was not asked has no line, as in older records."""
    game, lines = asked({"Cy": None, "Bo": "x", "Ada": None})
    assert lines == ["silent 1", "entropy 2 x", "silent 3"]
    assert Game.load(game.dump()).dump() == game.dump()
    found = Replay(game.dump())
    assert (found.contributors, found.silent, found.doubt) == (["Bo"], ["Ada", "Cy"], None)
    assert asked({"Bo": "x"})[1] == ["entropy 2 x"]
    assert asked({})[1] == asked(None)[1] == []


def test_silence_is_no_text():
    """It changes the record, and not the shuffle."""
    quiet, plain = asked({"Ada": None})[0], asked(None)[0]
    assert quiet.state == plain.state
    assert bare(quiet) != bare(plain)
    assert quiet.events[5].seen_by(None) == quiet.events[5]


@pytest.mark.parametrize(
    "lines",
    [["silent 3", "entropy 1 x"], ["silent 1", "entropy 1 x"], ["silent 1"] * 2, ["silent 4"]],
)
def test_a_forged_silence_is_refused(lines):
    """One line a seat, in the order of the seats."""
    record = bare(asked(None)[0])
    at = index(record, "shuffle")
    assert "contradict each other" in str(refused(rewritten([*record[:at], *lines, *record[at:]])))


def test_a_text_cannot_be_denied_later():
    """A forger who writes silence in place of a text changes the shuffle."""
    lines = [line.replace("entropy 2 x", "silent 2") for line in bare(asked({"Bo": "x"})[0])]
    assert "not shuffled as the seed says" in str(Replay(rewritten(lines)).doubt)


def test_a_resignation_is_in_the_record():
    """Leaving the game is an event like any other."""
    game = game_of()
    game.resign("Bo B.")
    game.resign("Ada")
    assert Game.load(game.dump()).state == game.state


@pytest.mark.parametrize("edition", ["classic", "cards"])
def test_every_touched_line_is_refused_by_its_number(edition):
    """Change any one character that matters of any line, and that line is named."""
    lines = whole(edition).dump().splitlines(keepends=True)
    dice = random.Random(1)
    for at, line in enumerate(lines):
        place = dice.randrange(len(line) - 12)
        swapped = "x" if line[place] != "x" else "y"
        touched = [*lines[:at], line[:place] + swapped + line[place + 1 :], *lines[at + 1 :]]
        assert refused("".join(touched)).line == at + 1


@pytest.mark.parametrize("edition", ["classic", "cards"])
def test_a_record_cut_anywhere_is_refused(edition):
    """Cut in the middle of a line or between lines: something is missing, and it says so."""
    text = game_of(edition).dump()
    for end in range(len(text)):
        if text[:end] != text.rstrip("\n"):
            refused(text[:end])


def test_lines_in_another_order_are_refused():
    """A moved or doubled line does not fit its place."""
    lines = game_of().dump().splitlines(keepends=True)
    for at in range(1, len(lines) - 1):
        assert refused("".join([*lines[:at], lines[at + 1], lines[at], *lines[at + 2 :]]))
        assert refused("".join([*lines[:at], lines[at], *lines[at:]]))


def test_a_record_of_a_newer_version_says_so():
    """A later format is not guessed at."""
    text = game_of().dump().replace("qwirkle record 2", "qwirkle record 3")
    assert "format 3, and this program reads formats up to 2. Update" in str(refused(text))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n",
        "qwirkle record 0",
        "qwirkle record 1 x",
        "hello",
        "\x00\xff",
        "qwirkle record one",
        "{}",
    ],
)
def test_text_that_is_no_record(text):
    """Anything else is refused at its first line."""
    refusal = refused(text)
    assert refusal.line == 1
    assert "this is not a record" in str(refusal)


def forged(change):
    """A record changed by someone who mends the checks too: lines by their first word."""
    lines = bare(whole("classic"))
    return refused(rewritten(change(lines)))


def index(lines, start):
    return next(at for at, line in enumerate(lines) if line.startswith(start))


@pytest.mark.parametrize(
    ("start", "old", "new", "words"),
    [
        ("edition", "classic", "chess", "no game “chess”"),
        ("edition", "edition", "game", "is not an event"),
        ("seat 1", "seat 1 - Ada", "seat 2 - Ada", "contradict each other"),
        ("seat 1", "seat 1 - Ada", "seat 1 30 Ada", "contradict each other"),
        ("start", "start", "begin", "is not an event"),
        ("start", "start", "start 4 age ", "is not an event"),
        ("seat 1", "Ada", "Bo B.", "Two players cannot both be called"),
        ("seat 2", "-", "999", "is not an age"),
        ("entropy 1", "entropy 1", "entropy 4", "contradict each other"),
        ("entropy 1", "my dog", "my\x07dog", "cannot be used"),
        ("deal 1", "deal 1", "deal 2", "deal to seat 1"),
        ("deal 2", "deal 2", "deal 2 Ro", "deal to seat 2"),
        ("move", "scores", "scores 9", "is not an event|not 9"),
        ("end", "end T17", "end T18", "not how the game ended"),
        ("end", "end T17", "resign 1\x00", "is not an event"),
    ],
)
def test_a_forged_line_is_refused_by_the_rules(start, old, new, words):
    """Even with its check mended, a line must follow from those before it."""

    def change(lines):
        at = index(lines, start)
        return [*lines[:at], lines[at].replace(old, new, 1), *lines[at + 1 :]]

    assert re.search(words, str(forged(change)))


def test_a_forged_deal_of_a_fourth_copy():
    """There are three of each kind."""

    def change(lines):
        at = index(lines, "deal 1")
        return [*lines[:at], "deal 1 Ro Ro Ro Ro Ro Ro", *lines[at + 1 :]]

    assert "None left to draw" in str(forged(change))


def moves_of(lines):
    return [at for at, line in enumerate(lines) if line.startswith("move")]


def test_forged_points_turns_moves_and_draws():
    """Points, whose turn it is, legality and draws are all checked again."""
    lines = bare(whole("classic"))
    at = moves_of(lines)[1]
    head, _, tail = lines[at].partition(" scores ")
    points, _, drawn = tail.partition(" draws ")
    seat = int(head.split()[1])
    for line, words in [
        (f"{head} scores {int(points) + 1} draws {drawn}", "not"),
        (lines[at].replace(f"move {seat}", f"move {seat % 3 + 1}", 1), "’s turn, not seat"),
        (f"move {seat} pass scores 0", "The bag is not empty"),
        (f"{head} scores {points}", "Pieces drawn: 0"),
        (f"move {seat} nonsense scores 0", "is not a move"),
    ]:
        refusal = refused(rewritten([*lines[:at], line, *lines[at + 1 :]]))
        assert refusal.line == at + 1
        assert words in str(refusal)
        assert isinstance(refusal.reason, BadNotation | IllegalMove)
        assert refusal.say("pl") != refusal.say("en")


def test_a_forged_resignation():
    """Nobody resigns twice, from a seat that is not there, or after the end."""
    game = game_of()
    game.resign("Ada")
    lines = bare(game)
    for seat in (1, 4):
        text = rewritten([*lines[:-1], f"resign {seat}", lines[-1]])
        assert "cannot resign here" in str(refused(text))
    game.resign("Bo B.")
    lines = bare(game)
    text = rewritten([*lines[:-2], "resign 3", *lines[-2:]])
    assert "cannot resign here" in str(refused(text))


def test_nothing_may_follow_the_end():
    """A second seed line, or an event behind it, does not belong there."""
    lines = bare(whole("classic"))
    assert "is not allowed here" in str(refused(rewritten([*lines, lines[-1]])))
    assert "is not allowed here" in str(refused(rewritten([*lines[:-2], lines[-1]])))


def test_a_move_before_the_edition_cannot_be_read():
    """What a move means depends on the game."""
    with pytest.raises(BadNotation, match="is not allowed here"):
        parse_event("move 1 pass scores 0", None)
    text = rewritten(["qwirkle record 1", "move 1 pass scores 0"])
    assert refused(text).line == 2


def test_the_header_has_a_check_too():
    """The first line is a line like the others."""
    text = game_of().dump()
    head, _, rest = text.partition("\n")
    assert refused(f"{head[:-1]}\n{rest}").line == 1
    assert refused(f"qwirkle record 1\n{rest}").line == 1


def test_a_record_without_its_seed_replays_but_does_not_go_on():
    """The draws are facts, so the state is all there; new tiles would need the dice."""
    game = game_of()
    lines = bare(game)
    again = Game.load(rewritten([*lines[:-1], "seed ?"]))
    assert again.state == game.state
    with pytest.raises(BadSetup, match="can be replayed, but not continued"):
        again.push(random_move(again.view(again.turn), random.Random(0)))
    assert again.state == game.state
    with pytest.raises(BadSetup, match="can be proven"):
        again.proofs(again.events[-3])


def test_a_game_without_a_seed_can_still_end():
    """With the bag empty no dice are needed."""
    game = whole("classic")
    lines = bare(game)
    again = Game.load(rewritten([*lines[:-1], "seed ?"]))
    last = again.pop()
    assert isinstance(last, Moved)
    again.push(last.move)
    assert again.outcome == game.outcome


def test_events_read_back():
    """Each line of a record is an event that writes the same line."""
    game = whole("cards")
    events = [event for _, event in read_record(game.dump())]
    assert write_record(events) == game.dump()
    assert events[0] == Opened("cards")
    assert parse_event(str(Shuffled("0" * 64)), None) == Shuffled("0" * 64)


@pytest.mark.parametrize("edition", ["classic", "cards"])
def test_positions_read_back(edition):
    """A position on one line: the open pieces, the hand, the bag."""
    game = Game(["Ada", "Bo"], edition, seed=1)
    dice = random.Random(1)
    parse = CLASSIC.parse_position if edition == "classic" else CARDS.parse_position
    for _ in range(5):
        position = game.state.position
        assert parse(str(position)) == position
        game.push(random_move(game.view(game.turn), dice))


@pytest.mark.parametrize(
    ("parse", "text", "words"),
    [
        (CLASSIC.parse_position, "Ro@0,0 / Rx", "write: board / hand / bag"),
        (CLASSIC.parse_position, "Ro@0,0 / Rx / many", "not a number"),
        (CLASSIC.parse_position, "Ro@0,0 Rx@0,0 / Rx / 3", "Two tiles are listed"),
        (CARDS.parse_position, "Ro Rx Rd / Rx / 3 / closing", "write: table / hand"),
        (CARDS.parse_position, "Ro | / Rx / 3 / opening", "a row is empty"),
    ],
)
def test_a_bad_position_is_refused(parse, text, words):
    """With a sentence that shows the grammar."""
    with pytest.raises(BadNotation, match=words):
        parse(text)


MOVES = {
    "classic": ["", " ", "Ro", "Ro@", "@0,0", "Ro@0", "Ro@0,", "Ro@0,0,0", "Ro@x,y", "Zz@0,0",
                "Ro@0,0 Rx", "trade", "trade Zz", "pass now", "Ro@0,9999999999", "Ro@1e3,0",
                "R o@0,0", "trade Ro@0,0", "Ro@0,0;", "٣@0,0", "Ro@٣,٢", "exchange", "Ro Rx Rd"],
    "cards": ["", "|", "Ro | | Rx", "Ro Rx Zz", "exchange now", "pass 1", "Ro@0,0", "Ro,Rx"],
}  # fmt: skip


@pytest.mark.parametrize(
    ("edition", "text"), [(edition, text) for edition, texts in MOVES.items() for text in texts]
)
def test_half_written_moves_are_refused_where_they_break(edition, text):
    """Text that is no move names the column and what was expected."""
    game = Game(["Ada", "Bo"], edition, seed=1)
    with pytest.raises(BadNotation, match=r"Column \d+: .*\.") as refusal:
        game.push(text)
    column = refusal.value.words["column"]
    assert isinstance(column, int)
    assert column <= len(text) + 1


def test_cells_far_away_are_no_trouble():
    """A play a billion cells away is refused at once, by the rules."""
    game = game_of(moves=1)
    tile = game.hand[0]
    assert game.fault(f"{tile}@999999999,-999999999").rule == "T8"
    board = game.board
    assert board.fault("Ro@0,5 Rx@999999999,5").rule == "T7"


def test_proofs_of_single_draws():
    """While the game goes on, each piece drawn can be proven against the root."""
    game = game_of("classic", moves=6)
    events = [event for event in game.events if hasattr(event, "drawn")]
    dealt = [event for event in game.events if hasattr(event, "pieces")]
    for event in dealt + events:
        root, size, proofs = game.proofs(event)
        drawn = getattr(event, "drawn", None) or event.pieces
        assert [proof.tile for proof in proofs] == list(drawn)
        assert all(proof.proves(root, size) for proof in proofs)
    with pytest.raises(BadSetup, match="can be proven"):
        game.proofs(game.events[0])


@pytest.mark.parametrize("edition", ["classic", "cards"])
def test_a_replay_proves_the_shuffle(edition):
    """Every draw and every shuffle of an honest record follows from the seed."""
    game = whole(edition)
    replay = Replay(game.dump())
    assert replay.doubt is None
    drawn = sum(len(getattr(e, "drawn", getattr(e, "pieces", ()))) for e in game.events)
    assert replay.proven_draws == drawn
    assert replay.proven_shuffles == sum(isinstance(e, Shuffled) for e in game.events)


def doubt_of(lines):
    replay = Replay(rewritten(lines))
    assert replay.doubt is not None
    return replay.doubt


def test_an_unfair_host_is_found_out():
    """Another seed, another root, another draw: the record still replays, and is not proven."""
    lines = bare(game_of("classic", moves=20))
    assert "seed is not revealed" in str(doubt_of([*lines[:-1], "seed ?"]))
    assert "not the one that was committed to" in str(doubt_of([*lines[:-1], f"seed {'0' * 64}"]))
    at = index(lines, "shuffle")
    doubt = doubt_of([*lines[:at], f"shuffle {'0' * 64}", *lines[at + 1 :]])
    assert (doubt.line, "not shuffled as the seed says" in str(doubt)) == (at + 1, True)
    at = index(lines, "deal 3")
    tiles = lines[at].split()[2:]
    doubt = doubt_of([*lines[:at], f"deal 3 {' '.join(reversed(tiles))}", *lines[at + 1 :]])
    assert (doubt.line, "not the next pieces" in str(doubt)) == (at + 1, True)


PLAYED = f"played {'a' * 16} 31 {'0f' * 32}"
SIGNED = f"signed {'1e' * 32} {'2d' * 64}"


@pytest.mark.parametrize("edition", ["classic", "cards"])
def test_the_lines_of_a_server_come_last(edition):
    """They are read and written, and are no part of the game: it is saved without them."""
    game = whole(edition)
    text = rewritten([*bare(game), PLAYED, SIGNED])
    replay = Replay(text)
    assert (str(replay.played), str(replay.signed)) == (PLAYED, SIGNED)
    assert replay.text == text
    assert replay.signed_text.decode() == rewritten([*bare(game), PLAYED])
    assert (replay.doubt, replay.game.dump()) == (None, game.dump())
    assert (Replay(game.dump()).played, Replay(game.dump()).signed) == (None, None)


@pytest.mark.parametrize(
    ("lines", "key"),
    [
        ([PLAYED], "record.unsigned"),
        ([SIGNED], "record.order"),
        ([PLAYED, SIGNED, PLAYED], "record.unsigned"),
        ([PLAYED, SIGNED, SIGNED], "record.order"),
        ([SIGNED, PLAYED], "record.unsigned"),
        ([PLAYED.replace("a", "A", 17), SIGNED], "record.event"),
        ([PLAYED.replace(" 31 ", " 031 "), SIGNED], "record.event"),
        ([PLAYED, SIGNED[:-1]], "record.event"),
        ([PLAYED, SIGNED.replace("2d", "2D")], "record.event"),
    ],
)
def test_the_lines_of_a_server_have_one_order_and_one_form(lines, key):
    """Anything else is refused by its line, however well it is checked."""
    game = whole("classic")
    with pytest.raises(BadRecord) as refusal:
        Game.load(rewritten([*bare(game), *lines]))
    assert isinstance(refusal.value.reason, Refusal)
    assert refusal.value.reason.key == key


def test_the_lines_of_a_server_stand_nowhere_else():
    """Not before the seed, and not in the middle of a game."""
    lines = bare(whole("classic"))
    for place in (1, 3, len(lines) // 2, len(lines) - 1):
        refused(rewritten([*lines[:place], PLAYED, SIGNED, *lines[place:]]))


def test_a_refused_line_survives_a_journey_between_processes():
    """Records are judged in workers; what is wrong with a line comes back whole."""
    reason = BadRecord(3, BadNotation("record.cut"))
    again = pickle.loads(pickle.dumps(reason))  # noqa: S301
    assert (again.line, again.say("pl")) == (3, reason.say("pl"))


@pytest.mark.parametrize("name", ["tiles-1-tie", "cards-1-exchange"])
def test_a_game_by_the_first_rules_can_be_handed_to_another_process(name):
    """A server judges records in workers."""
    text = (RECORDS / f"{name}.txt").read_text()
    assert pickle.loads(pickle.dumps(Game.load(text))).dump() == text  # noqa: S301


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.stem)
def test_a_kept_record_replays_to_the_last_line(path):
    """Bugs that were mended stay so: every line follows from the rules and from the seed."""
    text = path.read_text()
    replay = Replay(text)
    assert replay.doubt is None
    assert replay.game.outcome is not None
    assert replay.game.dump() == text


def test_every_kept_record_is_explained():
    """The table beside the records says which bug each of them keeps, and of no other file."""
    table = (RECORDS / "README.md").read_text()
    assert set(re.findall(r"^\| `(.+?)`", table, re.MULTILINE)) == {path.name for path in KEPT}
