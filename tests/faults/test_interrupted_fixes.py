"""`--fix` while the machine fails: killed, out of space, without rights, files that vanish."""

from __future__ import annotations

import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from itertools import product
from pathlib import Path
from typing import Final

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
    assert f"{FILES} files: 0.md, 1.md, " in said
    assert ": not written: " in said
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
    assert f"{FILES} files: 0.md, 1.md, " in said
    assert ": not written: " in said
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
from pathlib import Path
from mdlint_doi import cli
from mdlint_doi.files import temporary
from mdlint_doi.run import loop, parallel

where, kind, signs = sys.argv[1], sys.argv[2], Path(sys.argv[3])

real = getattr(os, where)

def hang(*what):
    if parent_process() is None:
        return real(*what)
    (signs / str(os.getpid())).touch()
    time.sleep(600)

setattr(os, where, hang)
if kind == "named":
    temporary.unnamed_file = lambda _: None
loop.ENOUGH_FIXED, parallel.FILES = 1, 3
sys.exit(cli.main(["check", "--offline", "--fix", "--isolated", "--jobs", "2", "."]))
"""
"""A fix by several processes; all but the first hang at a call of the system."""
_SOON: Final = (("fsync", "named", os.kill), ("replace", "unnamed", os.killpg))
KILLED: Final = [
    pytest.param(*case, marks=() if case in _SOON else pytest.mark.slow)
    for case in product(("fsync", "replace"), ("named", "unnamed"), (os.kill, os.killpg))
]
"""The call at which they hang, the kind of file that they write, and which of them are killed."""


@pytest.mark.skipif(sys.platform != "linux", reason="processes are started another way")
@pytest.mark.parametrize(("where", "kind", "kill"), KILLED)
def test_killed_with_processes(
    tmp_path: Path, where: str, kind: str, kill: Callable[[int, int], None]
) -> None:
    """Each process leaves one file at most, alone or with all others, and the next run none."""
    docs, signs = tmp_path / "docs", tmp_path / "signs"
    docs.mkdir()
    signs.mkdir()
    tree(docs)
    command = [sys.executable, "-c", SLOW, where, kind, str(signs)]
    run = subprocess.Popen(command, cwd=docs, stdout=subprocess.PIPE, start_new_session=True)
    while len(list(signs.iterdir())) < 2:
        assert run.poll() is None
        time.sleep(0.01)
    kill(run.pid, signal.SIGKILL)
    run.communicate(timeout=500)  # until the last of the processes has ended
    assert contents(docs) <= {OLD, NEW}
    assert len(list(docs.iterdir())) <= FILES + 2
    again = start(docs)
    again.communicate(timeout=500)
    assert again.returncode == 0
    assert contents(docs) == {NEW}
    assert len(list(docs.iterdir())) == FILES
