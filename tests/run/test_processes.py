"""Several processes give what one gives, and leave nothing behind."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor, process
from multiprocessing import active_children, get_context, popen_fork
from pathlib import Path
from shutil import rmtree
from typing import Any

import pytest
from cli.command import mdlint_doi

from mdlint_doi.files.reading import read_bytes
from mdlint_doi.lint.settings import Settings
from mdlint_doi.run import files, loop, parallel
from mdlint_doi.run.check import check
from mdlint_doi.run.draft import JudgedPart
from mdlint_doi.run.request import Task
from mdlint_doi.run.result import Result, Tally

LEGACY = "Line {}: see [it](http://dx.doi.org/10.1000/{}).\n\nAnd more text.\n\n"
CLEAN = LEGACY.replace("http://dx.", "https://")
FILES = 150


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """Return a folder of several parts, a file that is not UTF-8 in its middle."""
    for number in range(FILES):
        text = "".join(LEGACY.format(line, number) for line in range(number % 4))
        (tmp_path / f"{number:03}.md").write_text(text + "# End\n")
    (tmp_path / "070.md").write_bytes(b"doi:10.1000/182 \xff\n")
    return tmp_path


@pytest.fixture
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Start processes after the first document, and give them several parts."""
    monkeypatch.setattr(loop, "ENOUGH", 1)
    monkeypatch.setattr(loop, "ENOUGH_FIXED", 1)
    monkeypatch.setattr(parallel, "FILES", 32)


def checked(tree: Path, jobs: int, *, fix: bool = False, dry: bool = False) -> Result:
    """Check a tree offline."""
    settings = Settings(offline=True)
    return check(Task((str(tree),), settings, fix=fix, dry=dry, jobs=jobs))


@pytest.mark.usefixtures("soon")
@pytest.mark.parametrize(("jobs", "start"), [(2, "fork"), (3, "spawn")])
def test_the_report_is_the_same_with_any_number_of_processes(
    tree: Path, jobs: int, start: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Findings, their places and fixes, problems and counts, all in the same order.

    Processes are started anew on Windows and macOS, so that all they get is sent to them.
    """
    monkeypatch.setattr(parallel, "_context", lambda: get_context(start))
    alone, together = checked(tree, 1), checked(tree, jobs)
    assert together == alone
    assert len(alone.report.findings) == sum(number % 4 for number in range(FILES) if number != 70)
    assert [note.path for note in alone.report.problems] == [str(tree / "070.md")]


@pytest.mark.parametrize(("many", "started"), [(FILES, [2]), (FILES + 1, [])])
def test_many_files_are_shared_at_once(
    tree: Path, many: int, started: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """To pass over very many small files takes long: other processes take their part of it."""
    alone, shared = checked(tree, 1), list[int]()

    def in_processes(
        task: Task, items: Iterable[parallel.Item], do: parallel.Do, into: JudgedPart, jobs: int
    ) -> Iterator[JudgedPart]:
        shared.append(jobs)
        return own(task, items, do, into, jobs)

    own = parallel.in_processes
    monkeypatch.setattr(parallel, "in_processes", in_processes)
    monkeypatch.setattr(files, "MANY", many)
    assert checked(tree, 2) == alone
    assert shared == started


def test_many_files_without_a_doi_are_shared_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """None of them waits until this process has found the first with a DOI."""
    here = list[str]()

    def read(path: str) -> bytes:
        here.append(path)  # of another process, its own list
        return own(path)

    own = read_bytes
    monkeypatch.setattr(files, "read_bytes", read)
    for number in range(9):
        (tmp_path / f"{number}.md").write_text("Nothing.\n")
    monkeypatch.setattr(files, "MANY", 9)
    result = checked(tmp_path, 2)
    assert (len(result.report.files), here) == (9, [])
    assert checked(tmp_path, 1) == result


@pytest.mark.usefixtures("soon")
def test_all_files_are_fixed_and_counted(tree: Path) -> None:
    """What a process writes is counted in the report."""
    result = checked(tree, 2, fix=True)
    assert (
        len({finding.path for finding in result.report.fixed})
        == FILES - len(range(0, FILES, 4)) - 1
    )
    assert not result.report.findings
    assert (tree / "003.md").read_text().startswith(CLEAN.format(0, 3))
    assert checked(tree, 1).report.fixed == ()


@pytest.mark.skipif(sys.platform == "win32", reason="links need a privilege")
@pytest.mark.usefixtures("soon")
@pytest.mark.parametrize("link", [os.symlink, os.link])
def test_a_file_with_two_names_is_told_as_by_one_process(
    link: Callable[[Path, Path], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two processes that meet it at the same time would both say that they fixed it."""
    text = "".join(LEGACY.format(line, 1) for line in range(9))

    def told(jobs: int) -> Result:
        folder = tmp_path / "docs"
        folder.mkdir()
        for number in range(12):
            (folder / f"a{number:02}.md").write_text(text)
            link(folder / f"a{number:02}.md", folder / f"b{number:02}.md")
        result = checked(folder, jobs, fix=True)
        rmtree(folder)
        return result

    alone = told(1)
    monkeypatch.setattr(parallel, "FILES", 6)
    assert told(3) == alone


@pytest.mark.usefixtures("soon")
def test_a_dry_run_brings_the_texts_back(tree: Path) -> None:
    """A patch is printed by the parent, in order of the files."""
    before = (tree / "001.md").read_text()
    alone, together = checked(tree, 1, fix=True, dry=True), checked(tree, 2, fix=True, dry=True)
    assert [change.after for change in together.changes] == [
        change.after for change in alone.changes
    ]
    assert (tree / "001.md").read_text() == before


def _die(_task: Task, paths: list[str], **_: object) -> JudgedPart:
    if any(path.endswith("080.md") for path in paths):
        os.kill(os.getpid(), signal.SIGKILL)
    return JudgedPart(Tally(), [])


@pytest.mark.skipif(sys.platform != "linux", reason="the patch reaches forked processes only")
@pytest.mark.usefixtures("soon")
def test_the_death_of_a_process_is_one_clear_error(
    tree: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No hang and no traceback: what is known, and how many files were not checked."""
    _die.__module__, _die.__qualname__ = "mdlint_doi.run.loop", "_part"
    monkeypatch.setattr(loop, "_part", _die)
    monkeypatch.setattr(parallel, "_context", lambda: get_context("fork"))
    monkeypatch.setattr(parallel, "FILES", 4)
    monkeypatch.setattr(parallel, "_AHEAD", 2)
    report = checked(tree, 2).report
    (note,) = report.problems
    first = int(Path(note.path).stem)
    assert f" {FILES - first} files could not be checked; " in note.message
    assert "--jobs 1" in note.message


@pytest.mark.usefixtures("soon")
def test_a_system_without_processes_is_no_reason_to_fail(
    tree: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Sandboxes forbid semaphores or forks."""

    def forbidden(*_: object) -> Future[Tally]:
        raise PermissionError(1, "Operation not permitted")

    alone = checked(tree, 1)
    with monkeypatch.context() as patch:
        patch.setattr(ProcessPoolExecutor, "submit", forbidden)
        assert checked(tree, 2) == alone
    monkeypatch.setattr(parallel, "ProcessPoolExecutor", forbidden)
    assert checked(tree, 2) == alone


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere processes are not forked")
@pytest.mark.usefixtures("soon")
@pytest.mark.parametrize("what", ["second process", "thread"])
def test_what_starts_in_part_is_ended(
    what: str, tree: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With few descriptors, or at a limit of threads: all is checked, and no process waits on."""
    launched = []
    launch: Any = popen_fork.Popen._launch  # type: ignore[attr-defined]

    def first(popen: popen_fork.Popen, process: object) -> None:
        launched.append(process)
        if what == "second process" and len(launched) == 2:
            raise OSError(errno.EMFILE, "Too many open files")
        launch(popen, process)

    def no_thread(_: object) -> None:
        raise RuntimeError

    alone = checked(tree, 1)
    monkeypatch.setattr(parallel, "_context", lambda: get_context("fork"))
    monkeypatch.setattr(popen_fork.Popen, "_launch", first)
    if what == "thread":
        monkeypatch.setattr(process._ExecutorManagerThread, "start", no_thread)
    assert checked(tree, 2) == alone
    assert len(launched) == 2
    assert active_children() == []


@pytest.fixture
def large(tmp_path: Path) -> Path:
    """Return a folder that keeps two processes busy for a while."""
    text = LEGACY.format(1, 182) * 200
    for number in range(400):
        (tmp_path / f"{number:03}.md").write_text(text)
    return tmp_path


def start(tree: Path) -> subprocess.Popen[bytes]:
    """Start a run in a process group of its own, and wait until it has children."""
    command = [sys.executable, "-m", "mdlint_doi", "check", "--offline", "--jobs", "2"]
    run = subprocess.Popen(
        [*command, "--output-format", "concise", tree],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    deadline = time.monotonic() + 500
    while len(children(run.pid)) < 2:
        assert time.monotonic() < deadline
        time.sleep(0.01)
    return run


def children(pid: int) -> list[int]:
    """Return the processes that one started."""
    listed = Path(f"/proc/{pid}/task/{pid}/children")
    return [int(child) for child in listed.read_text().split()]


def is_alive(pid: int) -> bool:
    """Return whether a process runs."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


needs_proc = pytest.mark.skipif(
    not Path(f"/proc/{os.getpid()}/task/{os.getpid()}/children").exists(),
    reason="no list of child processes",
)


@needs_proc
def test_ctrl_c_prints_what_is_known_and_leaves_no_process(large: Path) -> None:
    """The terminal sends it to all processes at once."""
    run = start(large)
    workers = children(run.pid)
    os.killpg(run.pid, signal.SIGINT)
    out, err = run.communicate(timeout=500)
    assert run.returncode == 130
    assert b"DOI201" in out
    assert b"Traceback" not in err
    assert not any(map(is_alive, workers))


@needs_proc
def test_processes_end_with_their_parent(large: Path) -> None:
    """A killed run does not go on in the background."""
    run = start(large)
    workers = children(run.pid)
    run.kill()
    run.communicate(timeout=500)
    deadline = time.monotonic() + 500
    while any(map(is_alive, workers)):
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_a_number_of_jobs_is_a_whole_one(tmp_path: Path) -> None:
    """A wrong one is one line that says what is valid."""
    ran = mdlint_doi("check", "--jobs", "many", tmp_path)
    assert ran.code == 2
    assert "--jobs" in ran.err
    assert len(ran.err.splitlines()) == 1
