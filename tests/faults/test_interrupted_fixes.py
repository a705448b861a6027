"""`--fix` while the machine fails: killed, out of space, without rights, files that vanish."""

from __future__ import annotations

import os
import random
import resource
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

LINE = "a http://dx.doi.org/10.1000/182 b" + " padding" * 200 + "\n"
OLD = LINE * 6
NEW = OLD.replace("http://dx.doi.org", "https://doi.org")
FILES = 12
COMMAND = [sys.executable, "-m", "mdlint_doi", "check", "--offline", "--fix", "."]
_WITHOUT_RIGHTS = () if os.geteuid() else ("setpriv", "--bounding-set=-all", "--inh-caps=-all")
"""What takes from root the right to write everywhere."""


def tree(folder: Path) -> None:
    """Write the files as they are before a fix."""
    for number in range(FILES):
        (folder / f"{number}.md").write_text(OLD)


def start(
    folder: Path, prepare: Callable[[], None] | None = None, before: Sequence[str] = ()
) -> subprocess.Popen[str]:
    """Start a fix of all files."""
    return subprocess.Popen(
        [*before, *COMMAND],
        cwd=folder,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        preexec_fn=prepare,  # noqa: PLW1509 - no thread runs
    )


def contents(folder: Path) -> set[str]:
    """Return the different contents of the documents."""
    return {path.read_text() for path in folder.glob("*.md")}


def test_killed(tmp_path: Path) -> None:
    """At whatever moment a fix is killed, each file is old or new, and the next run ends it."""
    tree(tmp_path)
    began = time.monotonic()
    start(tmp_path).communicate(timeout=500)
    whole = time.monotonic() - began
    assert contents(tmp_path) == {NEW}
    moments = random.Random(8)
    for _ in range(10):
        tree(tmp_path)
        run = start(tmp_path)
        time.sleep(moments.uniform(0.3, 1.0) * whole)
        run.kill()
        run.communicate(timeout=500)
        assert contents(tmp_path) <= {OLD, NEW}
        assert len(list(tmp_path.glob("*.md"))) == FILES
    run = start(tmp_path)
    assert run.communicate(timeout=500)
    assert run.returncode == 0
    assert contents(tmp_path) == {NEW}


def test_no_space(tmp_path: Path) -> None:
    """Where no new file fits, each is left as it was, and named; nothing is left over."""
    tree(tmp_path)
    size = len(NEW) // 2
    run = start(tmp_path, lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size)))
    said, _ = run.communicate(timeout=500)
    assert run.returncode == 2
    assert said.count("not written") == FILES
    assert "Traceback" not in said
    assert contents(tmp_path) == {OLD}
    assert len(list(tmp_path.iterdir())) == FILES


@pytest.mark.skipif(
    not os.geteuid() and not shutil.which("setpriv"), reason="root may write everywhere"
)
@pytest.mark.parametrize("what", ["folder", "files"])
def test_no_rights(tmp_path: Path, what: str) -> None:
    """Where writing is not allowed, nothing is written, and each file is named."""
    tree(tmp_path)
    for path in (tmp_path, *tmp_path.iterdir()):
        path.chmod(path.stat().st_mode & ~0o222 if path.is_dir() == (what == "folder") else 0o777)
    run = start(tmp_path, before=_WITHOUT_RIGHTS)
    said, _ = run.communicate(timeout=500)
    tmp_path.chmod(0o755)
    assert "Traceback" not in said
    assert run.returncode == 2
    assert said.count("not written") == FILES
    assert contents(tmp_path) == {OLD}
    assert len(list(tmp_path.iterdir())) == FILES


def test_files_that_vanish(tmp_path: Path) -> None:
    """A file that goes or comes back while a run goes on is no crash, and never half a file."""
    tree(tmp_path)
    for path in list(tmp_path.iterdir())[::2]:
        path.unlink()
        path.symlink_to(tmp_path / "gone" / path.name)
    runs = [start(tmp_path), start(tmp_path)]
    for path in sorted(tmp_path.iterdir())[::3]:
        path.unlink(missing_ok=True)
    for run in runs:
        said, _ = run.communicate(timeout=500)
        assert "Traceback" not in said
        assert run.returncode in {0, 2}
    assert {path.read_text() for path in tmp_path.glob("*.md") if path.exists()} <= {OLD, NEW}
    assert not list(tmp_path.glob(".mdlint-doi-*"))


SLOW = """
import os, sys, time
from multiprocessing import parent_process
from mdlint_doi import cli
from mdlint_doi.project import run

os.fsync = lambda _: parent_process() and time.sleep(600)
run.ENOUGH_FIXED = 1
sys.exit(cli.main(["check", "--offline", "--fix", "--isolated", "--jobs", "2", "."]))
"""
"""A fix by several processes, all but the first on a disk that takes very long."""


@pytest.mark.skipif(sys.platform != "linux", reason="processes are started another way")
def test_killed_with_processes(tmp_path: Path) -> None:
    """What the others were about to write is gone soon after the run that started them."""
    tree(tmp_path)
    run = subprocess.Popen([sys.executable, "-c", SLOW], cwd=tmp_path)

    def others() -> set[str]:
        mine = f"-{run.pid}-"
        return {path.name for path in tmp_path.glob(".mdlint-doi-*") if mine not in path.name}

    deadline = time.monotonic() + 500
    while not others():
        assert run.poll() is None
        assert time.monotonic() < deadline
        time.sleep(0.01)
    run.kill()
    run.communicate(timeout=500)
    while others():
        assert time.monotonic() < deadline
        time.sleep(0.01)
    assert contents(tmp_path) <= {OLD, NEW}
