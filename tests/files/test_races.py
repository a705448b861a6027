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

from mdlint_doi.files import reading, writing
from mdlint_doi.files.problem import FileProblem
from mdlint_doi.files.temporary import prefix, sweep
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
    message = "changed by another program meanwhile"
    with nullcontext() if is_ours else pytest.raises(FileProblem, match=message):
        writing.Replacement(str(path), OLD, Source("a.md", NEW.decode())).finish()
    assert path.read_bytes() == theirs
    assert [one.name for one in tmp_path.iterdir()] == ["a.md"]


def test_hard_links_are_told(tmp_path: Path) -> None:
    """A file with a second name gets the fix in one of them, and the run says so."""
    (tmp_path / "a.md").write_bytes(OLD)
    os.link(tmp_path / "a.md", tmp_path / "b.txt")
    ran = mdlint_doi("check", "--offline", "--fix", "a.md", cwd=tmp_path)
    assert ran.code == 0
    assert "note: a.md: the file had 1 other name (hard links)" in ran.err
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


def test_what_killed_runs_left_is_swept(tmp_path: Path) -> None:
    """The next run that writes removes them, but not those of a run that goes on."""
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    mine, theirs = prefix(), prefix().replace(f"-{os.getpid()}-", f"-{gone.pid}-")
    other = ".mdlint-doi-00000000-1-other-machine"
    for name in (f"{mine}x", f"{theirs}x", other, ".mdlint-doi.toml"):
        (tmp_path / name).write_text("")
    (tmp_path / "a.md").write_bytes(OLD)
    assert mdlint_doi("check", "--offline", "--fix", ".", cwd=tmp_path).code == 0
    assert {one.name for one in tmp_path.iterdir()} == {
        f"{mine}x", other, ".mdlint-doi.toml", "a.md"
    }  # fmt: skip
    os.utime(tmp_path / other, (0, 0))
    sweep.cache_clear()
    sweep(str(tmp_path))
    assert not (tmp_path / other).exists()


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="no system that tells it")
def test_a_killed_process_that_nobody_waited_for_is_gone(tmp_path: Path) -> None:
    """Its parent may be gone, too, and who takes its place in a container may never ask."""
    gone = subprocess.Popen([sys.executable, "-c", ""], stdout=subprocess.PIPE)
    assert gone.stdout is not None
    assert gone.stdout.read() == b""  # it ends; only now and then is its state not told at once
    left = tmp_path / prefix().replace(f"-{os.getpid()}-", f"-{gone.pid}-")
    deadline = time.monotonic() + 500
    left.write_text("")
    while left.exists():
        assert time.monotonic() < deadline
        sweep.cache_clear()
        sweep(str(tmp_path))
    gone.communicate()
