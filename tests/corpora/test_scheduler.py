"""A scheduler that is none: one sentence after a few seconds, and nothing is left."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from threading import Thread

import pytest

from mdlint_doi.cli import main
from mdlint_doi.corpora import workers


@pytest.fixture(params=[None, b"", b"SSH-2.0-x\r\n", b"HTTP/1.1 400 Bad Request\r\n\r\n"])
def address(request: pytest.FixtureRequest) -> Iterator[str]:
    """Return the address of a server that is silent (None), or that writes something and ends."""
    with closing(socket.create_server(("127.0.0.1", 0))) as server:
        kept = []

        def answer() -> None:
            connection, _ = server.accept()
            kept.append(connection)
            if request.param is not None:
                connection.sendall(request.param)
                connection.close()

        Thread(target=answer, daemon=True).start()
        yield f"tcp://127.0.0.1:{server.getsockname()[1]}"
        for connection in kept:
            connection.close()


def test_a_server_that_is_no_scheduler(
    address: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """It is told in one line, whatever the server sends; no folder of partitions is left."""
    monkeypatch.setattr(workers, "ANSWERS", 0.5)
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "a.md").write_text("Nothing.\n")
    output = tmp_path / "out.parquet"
    given = ["corpus", "scan", "--isolated", "--offline", "--scheduler", address]
    assert main([*given, str(tmp_path / "docs"), "-o", str(output)]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert "no Dask scheduler answers at this address" in line
    assert [path.name for path in tmp_path.iterdir()] == ["docs"]


def test_an_address_where_nobody_listens(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is told at once."""
    (tmp_path / "a.md").write_text("Nothing.\n")
    with closing(socket.create_server(("127.0.0.1", 0))) as server:
        port = server.getsockname()[1]
    given = ["corpus", "scan", "--isolated", "--offline", "--scheduler", f"127.0.0.1:{port}"]
    assert main([*given, str(tmp_path), "-o", str(tmp_path / "out.parquet")]) == 2
    assert "no Dask scheduler answers at this address" in capsys.readouterr().err


def test_no_document_that_can_be_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A folder of which nothing can be read is exit code 2; a part of it, 3 with --strict."""
    folder = tmp_path / "docs"
    folder.mkdir()
    (folder / "CITATION.cff").write_text("title: a: b\ndoi: 10.1000/182\n")
    given = ["corpus", "scan", "--isolated", "--offline", "--jobs", "1", str(folder)]
    given += ["-o", str(tmp_path / "out.parquet")]
    assert main(given) == 2
    assert "it contains no document that could be read" in capsys.readouterr().err
    (folder / "good.md").write_text("Nothing.\n")
    assert main(given) == 0
    assert main([*given, "--strict"]) == 3
