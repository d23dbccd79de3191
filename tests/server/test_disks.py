"""The files of a database: who may read them, and a disk that has no room when a node starts."""

import asyncio
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from sqlalchemy import select

from qwirkle import native
from qwirkle.server.storage import schema
from qwirkle.server.storage.database import open_store
from tests.server.chaos import small_disk
from tests.server.test_operating import fill, run

pytestmark = pytest.mark.skipif(native.kernel is None, reason="Servers run compiled.")


def mode(path):
    return path.stat().st_mode & 0o777


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such modes.")
def test_only_the_owner_may_read_a_database(tmp_path):
    """The file, those beside it, and a backup: whatever the umask, and though it was otherwise."""
    data, target = tmp_path / "games.db", tmp_path / "backup"
    beside = [tmp_path / "games.db-wal", tmp_path / "games.db-shm"]
    before = os.umask(0)
    try:
        fill(str(data), count=1)
        assert mode(data) == 0o600
        data.chmod(0o644)

        async def look():
            store = open_store(str(data))
            await store.read(lambda c: c.execute(select(schema.tables)).all())
            modes = [mode(path) for path in (data, *beside)]
            await store.close()
            return modes

        assert asyncio.run(look()) == [0o600] * 3
        Path(f"{target}.part").touch(0o666)
        assert run("backup", "--data", data, target) == 0
        assert mode(target) == 0o600
    finally:
        os.umask(before)


LIMITED = """
import io, json, resource, sys
from contextlib import redirect_stderr
from qwirkle import cli
for size, lang, *words in json.load(sys.stdin):
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))
    with redirect_stderr(io.StringIO()) as said:
        code = cli.main(["--lang", lang, *words])
    print(json.dumps([code, said.getvalue()]))
"""


def limited(*commands):
    """How commands end, and what they say, that can make no file larger than a size."""
    ended = subprocess.run(
        [sys.executable, "-c", LIMITED],
        input=json.dumps(commands, default=str),
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    return map(json.loads, ended.stdout.splitlines())


def check_sentence(ended, word):
    """One line that says what to do, and nothing of how the program is made."""
    code, said = ended
    assert code == 2
    assert word in said
    assert len(said.strip().splitlines()) == 1


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limits.")
@pytest.mark.parametrize("fresh", [True, False])
def test_a_full_disk_at_the_start_is_a_sentence(tmp_path, fresh):
    """In the language of the operator, whether there is a database already or not."""
    data, copy = tmp_path / "games.db", tmp_path / "copy"
    fill(str(data), count=1)
    assert run("backup", "--data", data, copy) == 0
    if fresh:
        data.unlink()
    where = ("--data", data)
    last = ("migrate", *where) if fresh else ("backup", *where, tmp_path / "other")
    polish, *english = limited(
        (4096, "pl", "serve", *where, "--port", "0"),
        (4096, "en", "serve", *where, "--port", "0"),
        (4096, "en", "restore", *where, copy, "--force"),
        (4096 if fresh else 64, "en", *last),
    )
    check_sentence(polish, "Brakuje miejsca na bazę danych")
    assert len(english) == 3
    for ended in english:
        check_sentence(ended, "no room for the database")


@pytest.mark.skipif(os.name == "nt" or os.geteuid() != 0, reason="Only root can mount a disk.")
def test_a_disk_that_cannot_be_written_is_a_sentence(tmp_path, capsys):
    """A read-only file system, as after an error of the disk."""
    folder = tmp_path / "disk"
    folder.mkdir()
    data = folder / "games.db"
    try:
        with small_disk(folder, "3m"):
            assert run("migrate", "--data", data) == 0
            subprocess.run([shutil.which("mount"), "-o", "remount,ro", folder], check=True)
            for words in (("serve", "--port", "0"), ("migrate",)):
                ended = run(*words, "--data", data), capsys.readouterr().err
                check_sentence(ended, "cannot be opened or written")
    except subprocess.CalledProcessError:
        pytest.skip("This root may not mount.")
