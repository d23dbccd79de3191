"""``qwirkle verify`` of records that a server has signed: by key, by log and by receipt."""

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from qwirkle import BadNotation, BadRecord, Game, signing
from qwirkle.chain import PublicLog, Receipt
from qwirkle.events import Event
from qwirkle.notation import write_record
from qwirkle.replay import Replay
from qwirkle.verdict import Verdict, logged_facts, unreadable
from tests.command import Said, qwirkle

SERVER = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
KEY = SERVER.public_key().public_bytes_raw().hex()
TABLE = "a" * 16


def signed(text: str, secret: Ed25519PrivateKey = SERVER) -> str:
    return secret.sign(text.encode()).hex()


def receipt(seq: int, head: str) -> dict[str, object]:
    """What a server gives for the head of a log."""
    signature = signed(f"qwirkle receipt {TABLE} {seq} {head}")
    return {"table": TABLE, "seq": seq, "head": head, "key": KEY, "signature": signature}


class Hosted:
    """A game with the log that a server would have published of it."""

    def __init__(self, folder: Path, names: tuple[str, str] = ("Ada", "Bo")) -> None:
        self.folder = folder
        self.game = Game(list(names), seed=1)
        seated = [{"type": "seated", "seat": n, "name": name} for n, name in enumerate(names)]
        told = [{"type": "created", "commitment": self.game.commitment}, *seated]
        for _ in range(3):
            moved = self.game.push(next(iter(self.game.legal_moves)))
            move = {"seat": moved.seat, "move": str(moved.move), "points": moved.points}
            told.append({"type": "moved", **move})
        self.game.resign(names[0])
        told += [
            {"type": "resigned", "seat": 0},
            {"type": "ended", "rule": "O1", "winners": [1]},
            {"type": "revealed", "seed": self.game._seed.hex()},
        ]
        entries = [{"seq": n, "at": 0, "event": event} for n, event in enumerate(told, 1)]
        self.lines = [json.dumps(entry) for entry in entries]

    def head(self, count: int) -> str:
        head = hashlib.sha256(b"qwirkle log " + TABLE.encode()).digest()
        for line in self.lines[:count]:
            head = hashlib.sha256(head + line.encode()).digest()
        return head.hex()

    def receipt(self, seq: int) -> str:
        return self.write("receipt.json", json.dumps(receipt(seq, self.head(seq))))

    def log(self) -> str:
        last = len(self.lines)
        lines = [*self.lines, json.dumps(receipt(last, self.head(last)))]
        return self.write("log.ndjson", "\n".join(lines))

    def record(self, key: Ed25519PrivateKey = SERVER) -> str:
        last = len(self.lines)
        events: list[Event | str] = [*self.game.events, f"played {TABLE} {last} {self.head(last)}"]
        public = key.public_key().public_bytes_raw().hex()
        events.append(f"signed {public} {signed(write_record(events), key)}")
        return self.write("game.qwirkle", write_record(events))

    def write(self, name: str, text: str) -> str:
        (self.folder / name).write_text(text)
        return str(self.folder / name)


def told(done: Said | subprocess.CompletedProcess[str]) -> str:
    return " ".join(done.stdout.split())


def test_a_signed_record_is_told_by_its_key(tmp_path: Path) -> None:
    """As the one that was named, as another one, or with the advice to compare it."""
    record = Hosted(tmp_path).record()
    done = qwirkle("verify", record)
    assert (done.returncode, "compare it with the one" in told(done)) == (0, True)
    done = qwirkle("verify", record, "--key", KEY)
    assert (done.returncode, "signed with the key you named" in told(done)) == (0, True)
    done = qwirkle("verify", record, "--key", "00" * 32)
    assert (done.returncode, "a different key than expected" in told(done)) == (1, True)


def test_a_record_that_was_changed_after_signing_is_told_as_such(tmp_path: Path) -> None:
    """With swapped names and new checks; without its signature it is just not proven."""
    record = Path(Hosted(tmp_path).record())
    swaps = {"seat 1 - Ada": "seat 1 - Bo", "seat 2 - Bo": "seat 2 - Ada"}
    lines = [line.rpartition("  #")[0] for line in record.read_text().splitlines()[1:]]
    lines = [swaps.get(line, line) for line in lines]
    record.write_text(write_record(lines))
    done = qwirkle("verify", str(record))
    assert (done.returncode, "The signature does not match" in told(done)) == (1, True)
    record.write_text(write_record(lines[:-2]))
    done = qwirkle("verify", str(record))
    assert (done.returncode, "no server has signed this record" in told(done)) == (0, True)
    done = qwirkle("verify", str(record), "--key", KEY)
    assert done.returncode == 1


def test_a_record_is_held_against_log_and_receipt(tmp_path: Path) -> None:
    """The log must tell the same game, and be the one for which the receipt was given."""
    hosted = Hosted(tmp_path)
    record, log, kept = hosted.record(), hosted.log(), hosted.receipt(4)
    done = qwirkle("verify", record, "--key", KEY, "--log", log, "--receipt", kept)
    assert done.returncode == 0, told(done)
    assert "The log describes the same game" in told(done)
    assert "it still matches the receipt for event 4" in told(done)
    done = qwirkle("verify", record, "--receipt", kept)
    assert (done.returncode, "--log FILE" in done.stderr) == (2, True)
    other = Hosted(tmp_path, ("Ada", "Bob"))
    done = qwirkle("verify", record, "--log", other.log(), "--receipt", kept)
    assert done.returncode == 1
    assert "The log does not belong to this record" in told(done)
    assert "does not match the receipt for event 4" in told(done)
    done = qwirkle("verify", other.record(), "--log", other.log(), "--receipt", kept)
    assert done.returncode == 1, "a record and a log that fit each other, written later"
    forged = json.loads(Path(hosted.receipt(4)).read_text()) | {"signature": "00" * 64}
    done = qwirkle(
        "verify", hosted.record(), "--log", hosted.log(), "--receipt",
        hosted.write("receipt.json", json.dumps(forged)),
    )  # fmt: skip
    assert (done.returncode, "so it proves nothing" in told(done)) == (1, True)
    done = qwirkle("verify", other.record(Ed25519PrivateKey.generate()), "--log", other.log(),
                   "--receipt", other.receipt(4))  # fmt: skip
    assert (done.returncode, "so it proves nothing" in told(done)) == (1, True)


def test_what_is_no_log_or_receipt_is_refused(tmp_path: Path) -> None:
    """With a sentence that says what was expected."""
    hosted = Hosted(tmp_path)
    record, log = hosted.record(), hosted.log()
    for text in ("", "hello", "[]", "{}", '{"table": 3}', "[" * 100_000):
        file = hosted.write("other", text)
        done = qwirkle("verify", record, "--log", log, "--receipt", file)
        assert (done.returncode, "A receipt was expected" in done.stderr) == (2, True), text
    lines = Path(log).read_text().splitlines()
    file = hosted.write("other", "\n".join([*lines[:3], *lines[4:]]))
    done = qwirkle("verify", record, "--log", file)
    assert (done.returncode, "Line 4 is not the next event" in done.stderr) == (2, True)


def test_without_the_package_the_signature_is_not_checked(tmp_path: Path) -> None:
    """It says so, and what to install; the rest is checked all the same."""
    record = Hosted(tmp_path).record()
    code = (
        "import sys; sys.modules['cryptography'] = None\n"
        f"from qwirkle.cli import main; sys.exit(main(['verify', {record!r}]))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=os.environ | {"LANG": "C"}
    )
    assert done.returncode == 0, done.stderr
    assert 'pip install "qwirkle[server]"' in told(done)
    assert "pieces were drawn exactly as shuffled" in told(done)


def test_a_signature_is_neither_good_nor_bad_without_the_package(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Nobody can tell here."""
    monkeypatch.setitem(sys.modules, "cryptography", None)
    for name in [name for name in sys.modules if name.startswith("cryptography.")]:
        monkeypatch.setitem(sys.modules, name, None)
    assert signing.fits(KEY, "00" * 64, b"") is None


def test_a_signature_that_is_no_signature_does_not_fit() -> None:
    """Letters that are no number, and a key that is none."""
    assert signing.fits(KEY, "zz", b"") is False
    assert signing.fits("00", "00" * 64, b"") is False


def verdict_of(hosted: Hosted, record: str | None = None, **more: object) -> Verdict:
    return Verdict(Replay(Path(record or hosted.record()).read_text()), **more)  # type: ignore[arg-type]


def test_a_log_proves_nothing_of_another_table_or_with_another_end(tmp_path: Path) -> None:
    """The table that the record names, and the head that the log itself ends with."""
    hosted = Hosted(tmp_path)
    log = PublicLog(Path(hosted.log()).read_text())
    assert verdict_of(hosted, log=log).same_log
    log.receipt = Receipt(TABLE, log.receipt.seq, "00" * 32, KEY, "00" * 64)
    assert not verdict_of(hosted, log=log).same_log
    log.table = "b" * 16
    assert not verdict_of(hosted, log=log).same_log
    assert not verdict_of(hosted).same_log
    assert not verdict_of(hosted).receipt_forged


def test_a_draw_that_does_not_follow_is_said_before_all_else(tmp_path: Path) -> None:
    """The line, and that the shuffle is not proven."""
    game = Game(["Ada", "Bo"], seed=1)
    lines = [line.rpartition("  #")[0] for line in game.dump().splitlines()[1:]]
    other = "commit " + "0" * 64
    changed = [other if line.startswith("commit") else line for line in lines]
    file = tmp_path / "game.qwirkle"
    file.write_text(write_record(changed))
    found = Verdict(Replay(file.read_text()))
    assert found.replay.doubt is not None
    assert found.replay.doubt.say("en") in found.sentences("en")


def test_a_signature_that_cannot_be_checked_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With what to install."""
    monkeypatch.setattr(signing, "fits", lambda *_: None)
    assert any("pip install" in said for said in verdict_of(Hosted(tmp_path)).sentences("en"))


def test_of_a_record_that_cannot_be_read_nothing_is_proven() -> None:
    """The line that is wrong comes first."""
    reason = BadRecord(3, BadNotation("record.cut"))
    assert unreadable(reason, "en")[0] == reason.say("en")


def test_a_log_is_read_with_those_who_stood_up_and_moves_that_were_taken_back() -> None:
    """What counts is who sat there when it began, and what was not taken back."""
    seated = [{"type": "seated", "seat": n, "name": name} for n, name in enumerate("AB")]
    moved = {"type": "moved", "seat": 0, "move": "pass", "points": 0}
    log = [*seated, {"type": "stood", "seat": 1}, moved, {"type": "undone", "moves": 1}]
    assert logged_facts(log) == {"seats": [("A", None)], "moves": []}
    assert logged_facts([{"type": "ended"}]) is None
    assert logged_facts([{"type": "stood"}]) is None


@pytest.mark.parametrize("text", ["", "hello\n{receipt}", '{{"seq": 1, "event": 3}}\n{receipt}'])
def test_a_log_that_is_none_is_refused(text: str) -> None:
    """Nothing at all, no JSON, and no event."""
    with pytest.raises(BadNotation):
        PublicLog(text.format(receipt=json.dumps(receipt(1, "00" * 32))))
