"""Files are written while others are judged: whole, in order, and each told as it turned out."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from mdlint_doi.files import temporary, writing
from mdlint_doi.lint.settings import Settings
from mdlint_doi.report.model import Report
from mdlint_doi.run import fixes
from mdlint_doi.run.check import check
from mdlint_doi.run.request import Task
from mdlint_doi.text.source import Source

BAD = "See [it](https://dx.doi.org/10.1000/182).\n"
GOOD = BAD.replace("dx.", "")
FILES = 40
"""More than wait at a time."""


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """Return a folder of files to fix, and of some with nothing to fix or nothing to read."""
    for number in range(FILES):
        (tmp_path / f"{number:02}.md").write_text(BAD if number % 3 else GOOD)
    (tmp_path / "07.md").write_bytes(b"doi:10.1000/182 \xff\n")
    return tmp_path


def fixed(tree: Path) -> Report:
    """Fix all files of a folder, in one process."""
    return check(Task((str(tree),), Settings(offline=True), fix=True, jobs=1)).report


def texts(tree: Path) -> set[str]:
    """Return the different texts in a folder, whatever the names of its files."""
    return {path.read_text("latin-1") for path in tree.iterdir()}


def at_fsync(monkeypatch: pytest.MonkeyPatch, do: Callable[[int], None]) -> None:
    """Do something each time that a file goes to the disk."""
    monkeypatch.setattr(os, "fsync", do)


def without_unnamed_files(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the system have none, as many have not."""
    monkeypatch.setattr(writing, "unnamed_file", lambda _folder: None)


@pytest.mark.parametrize("is_named", [False, True])
def test_each_file_is_on_the_disk_before_it_takes_its_place(
    tree: Path, monkeypatch: pytest.MonkeyPatch, *, is_named: bool
) -> None:
    """Else a machine that fails would leave an empty file where a document was."""
    if is_named:
        without_unnamed_files(monkeypatch)
    flushed: set[int] = set()
    taken: list[int] = []
    replace, fsync = os.replace, os.fsync

    def noted(handle: int) -> None:
        fsync(handle)
        flushed.add(os.fstat(handle).st_ino)

    def checked(old: str, new: str) -> None:
        status = Path(old).stat()
        taken.append(status.st_ino)
        assert taken[-1] in flushed
        assert status.st_size == len(GOOD)
        replace(old, new)

    at_fsync(monkeypatch, noted)
    monkeypatch.setattr(os, "replace", checked)
    assert len(fixed(tree).fixed) == len(taken) == FILES * 2 // 3 - 1


@pytest.mark.parametrize("is_named", [False, True])
def test_one_new_file_at_most_stands_beside_the_old_ones(
    tree: Path, monkeypatch: pytest.MonkeyPatch, *, is_named: bool
) -> None:
    """Whatever the system and the tree: it is what a kill leaves, for the next run to remove."""
    replace, fsync, most = os.replace, os.fsync, 0
    if is_named:
        without_unnamed_files(monkeypatch)

    def counted(do: Callable[..., None]) -> Callable[..., None]:
        def count(*what: object) -> None:
            nonlocal most
            most = max(most, len(list(tree.iterdir())) - FILES)
            do(*what)

        return count

    monkeypatch.setattr(os, "replace", counted(replace))
    at_fsync(monkeypatch, counted(fsync))
    fixed(tree)
    assert most == 1
    assert len(list(tree.iterdir())) == FILES


def test_long_documents_do_not_wait_together(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Memory stays flat: as many wait as have so many code points."""
    monkeypatch.setattr(fixes, "CODE_POINTS", 2 * len(BAD))
    held: list[int] = []
    settle = fixes.Fixes._settle_first

    def counted(self: fixes.Fixes) -> None:
        held.append(len(self._waiting))
        settle(self)

    monkeypatch.setattr(fixes.Fixes, "_settle_first", counted)
    fixed(tree)
    assert max(held) == 3


@pytest.mark.parametrize("system", ["slow", "without threads"])
def test_the_report_does_not_hang_on_the_disk(
    tree: Path,
    monkeypatch: pytest.MonkeyPatch,
    system: str,
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    """What is told, and in which order, is the same if each file is waited for."""
    other = tmp_path_factory.mktemp("other")
    for path in tree.iterdir():
        (other / path.name).write_bytes(path.read_bytes())
    monkeypatch.chdir(tree)
    usual = fixed(Path())
    if system == "slow":
        monkeypatch.setattr(fixes, "WAITING", 0)
    else:

        def none(*_: object) -> Future[None]:
            raise RuntimeError

        monkeypatch.setattr(ThreadPoolExecutor, "submit", none)
    monkeypatch.chdir(other)
    assert fixed(Path()) == usual
    assert texts(other) == texts(tree)


def test_a_file_with_two_names_is_fixed_once(tmp_path: Path) -> None:
    """The link is read once more when the file that it leads to is written."""
    (tmp_path / "a.md").write_text(BAD)
    (tmp_path / "b.md").symlink_to("a.md")
    report = fixed(tmp_path)
    assert len(report.fixed) == 1
    assert (report.findings, report.problems, len(report.files)) == ((), (), 2)
    assert texts(tmp_path) == {GOOD}


def test_what_another_program_writes_meanwhile_is_kept(
    tree: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file that changes while its new text goes to the disk is told, and left as it is."""
    fsync = os.fsync

    def noted(handle: int) -> None:
        (tree / "01.md").write_text(BAD + "More.\n")
        fsync(handle)

    at_fsync(monkeypatch, noted)
    report = fixed(tree)
    (note,) = [problem for problem in report.problems if problem.path.endswith("01.md")]
    assert note.message.endswith("so it was not written")
    assert [finding.path for finding in report.findings] == [note.path]
    assert (tree / "01.md").read_text() == BAD + "More.\n"
    assert len(list(tree.iterdir())) == FILES


def test_a_disk_that_fails(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each file is named, and its findings stay; none is changed, and nothing is left over."""
    before = texts(tree)

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    at_fsync(monkeypatch, full)
    report = fixed(tree)
    told = [
        problem for problem in report.problems if "not written: no space left" in problem.message
    ]
    assert len(told) == len(report.findings) == FILES * 2 // 3 - 1
    assert not report.fixed
    assert texts(tree) == before
    assert len(list(tree.iterdir())) == FILES


@pytest.mark.parametrize("times", [1, 2])
def test_ctrl_c_while_files_wait(tree: Path, monkeypatch: pytest.MonkeyPatch, times: int) -> None:
    """Those that wait are written and told; a second Ctrl-C leaves them as they were."""
    left = times
    result = Future.result

    def interrupted(future: Future[None]) -> None:
        nonlocal left
        if left:
            left -= 1
            raise KeyboardInterrupt
        result(future)

    monkeypatch.setattr(Future, "result", interrupted)
    report = fixed(tree)
    assert report.interrupted
    changed = [path for path in tree.iterdir() if path.read_text("latin-1") == GOOD]
    assert len(report.fixed) == len(changed) - len(range(0, FILES, 3))
    assert (len(report.fixed) > 0) == (times == 1)
    assert len(list(tree.iterdir())) == FILES


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="no signal waits here")
@pytest.mark.parametrize("name", ["open", "link", "replace"])
def test_ctrl_c_while_a_file_is_made_or_takes_its_place(
    tree: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """It waits until the file is noted, or told: nothing is left over, and the report is true."""
    real, times = getattr(os, name), 0
    if name == "open":
        without_unnamed_files(monkeypatch)
    elif name == "link" and temporary.unnamed_file(str(tree)) is None:
        pytest.skip("no file here without a name")

    def interrupted(*paths: Any, **more: Any) -> object:  # noqa: ANN401
        nonlocal times
        result = real(*paths, **more)
        if any(".mdlint-doi-" in str(path) for path in paths):
            times += 1
            if times == 1:
                signal.raise_signal(signal.SIGINT)
        return result

    monkeypatch.setattr(os, name, interrupted)
    report = fixed(tree)
    assert times
    assert report.interrupted
    changed = [path for path in tree.iterdir() if path.read_text("latin-1") == GOOD]
    assert 0 < len(report.fixed) == len(changed) - len(range(0, FILES, 3))
    assert len(list(tree.iterdir())) == FILES


def test_a_new_text_that_is_not_wanted_leaves_nothing(tmp_path: Path) -> None:
    """The file is as it was."""
    path = tmp_path / "a.md"
    path.write_text(BAD)
    replacement = writing.Replacement(str(path), BAD.encode(), Source("a.md", GOOD))
    replacement.flush()
    replacement.discard()
    assert [file.name for file in tmp_path.iterdir()] == ["a.md"]
    assert path.read_text() == BAD


@pytest.mark.skipif(sys.platform != "linux", reason="it has files without a name")
def test_a_file_that_gets_no_name_is_written_once_more(
    tree: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where no link to it can be made, as without /proc, the text goes to one with a name."""

    def refused(*_: object, **__: object) -> None:
        raise FileNotFoundError(2, "No such file or directory")

    monkeypatch.setattr(os, "link", refused)
    assert len(fixed(tree).fixed) == FILES * 2 // 3 - 1
    assert len(list(tree.iterdir())) == FILES


@pytest.mark.parametrize("dry", [False, True])
def test_mentions_are_those_of_the_files(tmp_path: Path, *, dry: bool) -> None:
    """As they are behind the run: a patch alone changes none of them."""
    page = tmp_path / "a.md"
    page.write_text(f"{BAD[:-2]} and https://doi.org/10.1000/1.\n")
    task = Task((str(page),), Settings(offline=True), fix=True, dry=dry, keeps_mentions=True)
    dois = check(task).report.dois
    assert dois is not None
    text = page.read_text()
    assert dois.mentions[1].column == text.index("https://doi.org/10.1000/1.") + 1
