"""Several programs at one file: nothing is lost, and nothing is left behind."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
import time
from contextlib import nullcontext
from pathlib import Path

import pytest
from cli.command import mdlint_doi

from mdlint_doi.files import reading, temporary, writing
from mdlint_doi.files.reading import FileProblem
from mdlint_doi.files.temporary import START, new_file, new_folder
from mdlint_doi.text.source import Source

OLD = b"See [it](https://dx.doi.org/10.1000/182).\n"
NEW = b"See [it](https://doi.org/10.1000/182).\n"


def test_who_finds_the_new_text_there_is_content(tmp_path: Path) -> None:
    """Of two runs that fix one file, the second has nothing left to do."""
    path = tmp_path / "a.md"
    path.write_bytes(NEW)
    assert writing.Replacement(str(path), OLD, Source("a.md", NEW.decode())).finish() is None
    assert path.read_bytes() == NEW


@pytest.mark.parametrize("theirs", [OLD + b"More.\n", NEW])
def test_a_change_while_the_new_text_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, theirs: bytes
) -> None:
    """What another program appends after the first look is kept; the same fixes are no change."""
    path = tmp_path / "a.md"
    path.write_bytes(OLD)
    looks: list[str] = []

    def read(name: str) -> bytes:
        looks.append(name)
        if len(looks) == 2:
            path.write_bytes(theirs)
        return reading.read_bytes(name)

    monkeypatch.setattr(writing, "read_bytes", read)
    is_ours = theirs == NEW
    refused = pytest.raises(FileProblem, match=writing._CHANGED)
    with nullcontext() if is_ours else refused:
        writing.Replacement(str(path), OLD, Source("a.md", NEW.decode())).finish()
    assert path.read_bytes() == theirs
    assert [entry.name for entry in tmp_path.iterdir()] == ["a.md"]


def test_hard_links_are_told(tmp_path: Path) -> None:
    """A file with a second name gets the fix in one of them, and the run says so."""
    (tmp_path / "a.md").write_bytes(OLD)
    os.link(tmp_path / "a.md", tmp_path / "b.txt")
    ran = mdlint_doi("check", "--offline", "--fix", "a.md", cwd=tmp_path)
    assert ran.code == 0
    assert "note: a.md: 1 other name of the file (a hard link) still has the old text" in ran.err
    assert ((tmp_path / "a.md").read_bytes(), (tmp_path / "b.txt").read_bytes()) == (NEW, OLD)


def test_a_file_that_was_just_replaced_has_no_other_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The system may tell of the old file, which another run took away and which has no name."""
    path = tmp_path / "a.md"
    path.write_bytes(OLD)
    facts = list(path.stat())
    facts[stat.ST_NLINK] = 0
    with monkeypatch.context() as patch:
        patch.setattr(os, "stat", lambda *_, **__: os.stat_result(facts))
        replacement = writing.Replacement(str(path), OLD, Source("a.md", NEW.decode()))
    assert replacement.finish() is None
    assert path.read_bytes() == NEW


LEFT = """
import os, sys
from mdlint_doi.files import temporary
temporary.new_file(sys.argv[1])
with temporary.new_folder(sys.argv[1]):
    os.kill(os.getpid(), 9)
"""
"""A run that is killed while it has a file and a folder."""


def test_what_killed_runs_left_is_swept(tmp_path: Path) -> None:
    """The next run that writes removes it, but nothing that a run holds or that is the user's."""
    subprocess.run([sys.executable, "-c", LEFT, str(tmp_path)], check=False)
    assert len(list(tmp_path.glob(f"{START}*"))) == 2
    users = {f"{START}baseline.json", ".mdlint-doi.toml", f"{START}0123abcd-1-x"}
    for name in users:
        (tmp_path / name).write_text("")
        os.utime(tmp_path / name, (0, 0))
    mine = new_file(str(tmp_path))
    os.utime(mine.path, (0, 0))
    with new_folder(str(tmp_path)) as folder:
        (tmp_path / "a.md").write_bytes(OLD)
        assert mdlint_doi("check", "--offline", "--fix", ".", cwd=tmp_path).code == 0
        held = {Path(mine.path).name, Path(folder).name}
        assert {path.name for path in tmp_path.iterdir()} == {*users, *held, "a.md"}
    mine.remove()
    assert {path.name for path in tmp_path.iterdir()} == {*users, "a.md"}


@pytest.mark.skipif(sys.platform == "win32", reason="there a file that is open is not removed")
def test_what_another_system_left_is_swept_after_a_day(tmp_path: Path) -> None:
    """Of a folder that several share: its locks may not be seen here, and ours are."""
    other = tmp_path / f"{START}00000000-0123456789abcdef"
    other.write_text("")
    for age, is_left in ((86_000, True), (87_000, False)):
        os.utime(other, (time.time() - age,) * 2)
        (tmp_path / "a.md").write_bytes(OLD)
        assert mdlint_doi("check", "--offline", "--fix", ".", cwd=tmp_path).code == 0
        assert other.exists() == is_left


CONTAINER = """
import os, sys, time
from pathlib import Path
from mdlint_doi import cli

replace, signs = os.replace, Path(sys.argv[2])

def wait(*paths):
    (signs / "writes").touch()
    while not (signs / "go on").exists():
        time.sleep(0.01)
    replace(*paths)

os.getpid, os.replace = lambda: 2**22 + 1, wait
sys.exit(cli.main(["check", "--offline", "--isolated", "--fix", sys.argv[1]]))
"""
"""A run with a process number of its own world, which no process has here."""


def test_two_runs_that_count_processes_differently(tmp_path: Path) -> None:
    """As in two containers with one folder: neither removes what the other one is about to use."""
    docs, signs = tmp_path / "docs", tmp_path / "signs"
    docs.mkdir()
    signs.mkdir()
    for name in ("a.md", "b.md"):
        (docs / name).write_bytes(OLD)
    first = subprocess.Popen([sys.executable, "-c", CONTAINER, docs / "a.md", signs])
    while not (signs / "writes").exists():
        assert first.poll() is None
        time.sleep(0.01)
    assert mdlint_doi("check", "--offline", "--isolated", "--fix", "b.md", cwd=docs).code == 0
    (signs / "go on").touch()
    assert first.wait() == 0
    assert {path.name: path.read_bytes() for path in docs.iterdir()} == {"a.md": NEW, "b.md": NEW}


def test_a_new_file_that_another_run_just_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is made once more: between its making and its lock, it looked like one left behind."""
    lock, left = temporary._lock, 1

    def late(handle: int) -> bool | None:
        nonlocal left
        if left:
            left = 0
            (path,) = tmp_path.iterdir()
            path.unlink()
        return lock(handle)

    monkeypatch.setattr(temporary, "_lock", late)
    file = new_file(str(tmp_path))
    assert [str(path) for path in tmp_path.iterdir()] == [file.path]
    file.remove()
    assert not list(tmp_path.iterdir())
