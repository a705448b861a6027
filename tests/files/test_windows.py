"""What Windows does in its own way, tried as far as another system can."""

from __future__ import annotations

import ctypes
import errno
import io
import ntpath
import sys
from concurrent.futures import ProcessPoolExecutor
from types import SimpleNamespace
from typing import Any

import pytest

from mdlint_doi.cli import streams as output
from mdlint_doi.files import ignored, reading
from mdlint_doi.lint.settings import Settings
from mdlint_doi.run import loop, parallel
from mdlint_doi.run.check import check
from mdlint_doi.run.request import Task


@pytest.fixture
def windows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the modules of paths take this for Windows, in a folder of drive C."""
    fake = SimpleNamespace(
        sep="\\",
        curdir=".",
        path=ntpath,
        environ={},
        getcwd=lambda: "C:\\Users\\me\\Project",
    )
    monkeypatch.setattr(reading, "os", fake)


@pytest.mark.usefixtures("windows")
@pytest.mark.parametrize(
    ("named", "reported"),
    [
        ("a.md", "a.md"),
        (".\\docs\\a.md", "docs/a.md"),
        ("docs/sub\\a.md", "docs/sub/a.md"),
        ("docs\\", "docs"),
        (".", "."),
        ("..\\a.md", "../a.md"),
        ("docs\\..\\a.md", "docs/../a.md"),
        ("C:\\Users\\me\\Project\\docs\\a.md", "docs/a.md"),
        ("c:/users/ME/project/docs/A.md", "docs/A.md"),
        ("C:\\Users\\me\\Project", "."),
        ("C:\\Users\\me\\Projects\\a.md", "C:/Users/me/Projects/a.md"),
        ("D:\\a.md", "D:/a.md"),
        ("\\\\server\\share\\a.md", "//server/share/a.md"),
        ("\\\\?\\C:\\a.md", "\\\\?\\C:\\a.md"),
    ],
)
def test_one_path_for_one_file(named: str, reported: str) -> None:
    """Reports, baselines and patterns have `/`; drives and names are compared without case."""
    assert reading.as_reported(named) == reported


@pytest.mark.usefixtures("windows")
def test_paths_on_another_drive(monkeypatch: pytest.MonkeyPatch) -> None:
    """There is no way from one drive to another, so that no pattern of a folder applies."""
    assert reading.below("C:\\a\\b.md", "C:\\a") == "b.md"
    assert reading.below("D:\\b.md", "C:\\a") is None
    excluded = ignored.Excluded(["*.md"], "C:\\a")
    monkeypatch.setattr(ignored, "os", SimpleNamespace(path=SimpleNamespace(realpath=str)))
    excluded._root = "C:\\a"
    assert excluded.covers("C:\\a\\docs\\b.md", is_dir=False)
    assert not excluded.covers("D:\\docs\\b.md", is_dir=False)


@pytest.mark.parametrize("known", [True, False])
def test_a_console_is_asked_for_colours(monkeypatch: pytest.MonkeyPatch, *, known: bool) -> None:
    """An old one would print the sequences, so that it gets none."""
    modes: list[int] = []

    def set_mode(console: int, mode: int) -> int:
        modes.append(mode)
        return console == 7 and known

    kernel = SimpleNamespace(GetConsoleMode=lambda *_: 1, SetConsoleMode=set_mode)
    monkeypatch.setattr(ctypes, "windll", SimpleNamespace(kernel32=kernel), raising=False)
    monkeypatch.setitem(sys.modules, "msvcrt", SimpleNamespace(get_osfhandle=lambda _: 7))
    monkeypatch.setattr(output, "_WINDOWS", True)
    stream: Any = SimpleNamespace(isatty=lambda: True, fileno=lambda: 1)
    assert output.wants_color(stream) is known
    assert modes == [0x4]
    assert not output.wants_color(io.StringIO())
    assert len(modes) == 1


class _Closed(io.TextIOWrapper):
    """A stream whose pipe nobody reads."""

    def __init__(self, number: int) -> None:
        super().__init__(io.BytesIO())
        self.number = number

    def flush(self) -> None:
        if hasattr(self, "number"):
            raise OSError(self.number, "said by the system")


@pytest.mark.parametrize(
    ("windows", "number", "kind"),
    [
        (True, errno.EINVAL, BrokenPipeError),
        (False, errno.EINVAL, output.OutputError),
        (True, errno.ENOSPC, output.OutputError),
        (False, errno.EPIPE, BrokenPipeError),
    ],
)
def test_a_pipe_that_nobody_reads(
    monkeypatch: pytest.MonkeyPatch, *, windows: bool, number: int, kind: type[Exception]
) -> None:
    """Windows calls it an invalid argument; that is no fault of the report."""
    monkeypatch.setattr(output, "_WINDOWS", windows)
    closed = _Closed(number)
    with pytest.raises(kind):
        output.flush(closed)
    del closed.number  # Python 3.13 tells of an error when the stream is thrown away, too


def test_a_machine_with_many_cores(
    monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Windows refuses pools of more than 61 processes."""
    folder = tmp_path_factory.mktemp("tree")
    for name in "abc":
        (folder / f"{name}.md").write_text("<http://dx.doi.org/10.1000/182>\n")
    asked: list[int] = []

    def pool(jobs: int, *more: object) -> ProcessPoolExecutor:
        asked.append(jobs)
        raise NotImplementedError(more)

    monkeypatch.setattr(loop, "ENOUGH", 1)
    monkeypatch.setattr(parallel, "ProcessPoolExecutor", pool)
    monkeypatch.setattr(parallel, "_context", lambda: SimpleNamespace(Event=object))
    result = check(Task((str(folder),), Settings(offline=True), jobs=128))
    assert asked == [61]
    assert len(result.report.findings) == 3
