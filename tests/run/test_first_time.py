"""What is said once, and a stranger's cache folder."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from mdlint_doi.ask.cache_file import FILE_NAME, clear
from mdlint_doi.ask.settings import LookupSettings
from mdlint_doi.run.asking import is_first_time

HOSTS = ["api.crossref.org"]


def is_first(folder: Path) -> bool:
    """Ask whether the hosts are told of for the first time."""
    return is_first_time(LookupSettings(cache_dir=str(folder)), HOSTS)


def test_once(tmp_path: Path) -> None:
    """Hosts are told of once; a new one is."""
    assert is_first(tmp_path)
    assert not is_first(tmp_path)
    assert is_first_time(LookupSettings(cache_dir=str(tmp_path)), ["api.datacite.org"])
    assert not is_first(tmp_path)


def test_cleared(tmp_path: Path) -> None:
    """After the cache was emptied, or where it cannot be used, hosts are told of again."""
    assert is_first(tmp_path)
    clear(tmp_path)
    assert is_first(tmp_path)
    for part in tmp_path.iterdir():
        part.unlink()
    (tmp_path / FILE_NAME).mkdir()
    assert is_first(tmp_path)
    assert is_first(tmp_path)


@pytest.mark.parametrize("text", ["", "false", '"true"', "[" * 100_000])
def test_what_is_no_note(tmp_path: Path, text: str) -> None:
    """What is none of ours counts as nothing, and is written anew."""
    assert is_first(tmp_path)
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as connection, connection:
        connection.execute("UPDATE answers SET outcome = ?", (text,))
    assert is_first(tmp_path)
    assert not is_first(tmp_path)
