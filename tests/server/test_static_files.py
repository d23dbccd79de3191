"""The files of the browser client: what is kept ready, and in which compression it is sent."""

import gzip
from types import SimpleNamespace
from typing import Any

import pytest

from qwirkle.server.http.request import file_answer
from qwirkle.server.http.static_files import ClientFiles

CODE = b"export const answer = 42;\n" * 20


@pytest.fixture
def files(tmp_path):
    (tmp_path / "index.html").write_bytes(b"<!doctype html>")
    (tmp_path / "main.js").write_bytes(CODE)
    (tmp_path / "main.js.br").write_bytes(b"made by the build")
    (tmp_path / "plain.js").write_bytes(CODE)
    return ClientFiles(tmp_path)


@pytest.mark.parametrize(
    ("path", "accepts", "encoding"),
    [
        ("main.js", "gzip, deflate, br", "br"),
        ("main.js", "gzip;q=1.0", "gzip"),
        ("main.js", "zebra", None),
        ("plain.js", "gzip, deflate, br", "gzip"),
    ],
)
def test_a_file_is_sent_in_the_best_compression_that_is_understood(files, path, accepts, encoding):
    """Brotli where the build has made it, else gzip, else as it is."""
    request: Any = SimpleNamespace(headers={"accept-encoding": accepts})
    answer = file_answer(request, files.get(path))
    assert answer.headers.get("content-encoding") == encoding
    unpack = {"br": lambda _: CODE, "gzip": gzip.decompress, None: bytes}[encoding]
    assert unpack(answer.content) == CODE
    assert (answer.content == b"made by the build") == (encoding == "br")


def test_a_compressed_file_has_no_address_of_its_own(files):
    """It is the other form of a file, not one more."""
    assert files.get("main.js.br") is None
