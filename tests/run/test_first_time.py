"""What is said once, and a stranger's cache folder."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from mdlint_doi.ask.settings import LookupSettings
from mdlint_doi.run.asking import FILE_NAME, is_first_time

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


def test_a_link_is_not_followed(tmp_path: Path) -> None:
    """A link in the note's place leads to nothing that is written, or believed."""
    theirs = tmp_path / "theirs"
    theirs.write_text("api.crossref.org\nand a line of words\n")
    folder = tmp_path / "cache"
    folder.mkdir()
    (folder / FILE_NAME).symlink_to(theirs)
    assert is_first(folder)
    assert theirs.read_text() == "api.crossref.org\nand a line of words\n"
    assert not is_first(folder)


@pytest.mark.parametrize("kind", ["folder", "pipe", "endless", "large", "bytes", "empty"])
def test_what_is_no_note(tmp_path: Path, kind: str) -> None:
    """What is none of ours cannot stop, hang or fill a run; a file is written anew."""
    file = tmp_path / FILE_NAME
    match kind:
        case "folder":
            file.mkdir()
        case "pipe":
            os.mkfifo(file)
        case "endless":
            file.symlink_to("/dev/zero")
        case "large":
            file.write_bytes(b"x " * 1_000_000)
        case "bytes":
            file.write_bytes(b"\xff\xfe api.crossref.org")
        case "empty":
            file.touch()
    assert is_first(tmp_path)
    assert is_first(tmp_path) == (kind in {"folder", "pipe", "endless"})
    assert not file.is_file() or file.stat().st_size < 100
