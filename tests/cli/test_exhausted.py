"""What a run says that ends for want of memory, descriptors, threads or standard input."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from mdlint_doi.cli import main, rule
from mdlint_doi.run import parallel

WANTS = [
    (OSError(errno.EMFILE, "Too many open files", "x.py"), "too many open files"),
    (ExceptionGroup("of tasks", [OSError(errno.ENFILE, "")]), "too many open files in system"),
    (MemoryError(), "out of memory"),
    (ImportError("lib.so: failed to map segment from shared object"), "out of memory"),
    (RuntimeError("can't start new thread"), "no further thread can be started"),
]


def ends_with(error: Exception, monkeypatch: pytest.MonkeyPatch) -> int:
    """Return the exit code of a command that ends with an error."""

    def run(_: object) -> int:
        raise error

    monkeypatch.setattr(rule, "run", run)
    monkeypatch.setattr(sys, "unraisablehook", sys.unraisablehook)
    return main(["rule"])


@pytest.mark.parametrize(("error", "reason"), WANTS)
def test_what_the_system_lacks_is_told(
    error: Exception,
    reason: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """It is one line and exit code 2, no traceback."""
    assert ends_with(error, monkeypatch) == 2
    told = f"the run ended early, so not everything was checked: {reason}"
    assert capsys.readouterr().err.lower() == f"mdlint-doi: error: {told}\n"


@pytest.mark.parametrize("error", [ValueError("of us"), PermissionError(errno.EACCES, "no")])
def test_any_other_error_is_not_hidden(error: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    """A defect of the program stays one."""
    with pytest.raises(type(error)) as caught:
        ends_with(error, monkeypatch)
    assert caught.value is error


@pytest.mark.skipif(sys.platform == "win32", reason="needs a shell")
@pytest.mark.parametrize(
    "command",
    ["check -", "check --files-from -", "lookup -", "lookup", "lookup --depth registration -"],
)
def test_closed_standard_input_is_told(command: str, tmp_path: Path) -> None:
    """Nothing can be read there, so nothing was checked: exit code 2."""
    ended = subprocess.run(
        ["sh", "-c", f'"$0" -m mdlint_doi {command} --offline <&-', sys.executable],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.stderr == "mdlint-doi: error: <stdin>: standard input is closed\n"
    assert ended.returncode == 2


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere no folder in use can be removed")
@pytest.mark.parametrize("command", ["check --offline", "lookup 10.1000/182", "cache dir"])
def test_a_current_folder_that_is_gone_is_told(
    command: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Settings and paths are read from there."""
    monkeypatch.setattr(sys, "unraisablehook", sys.unraisablehook)
    monkeypatch.chdir(tmp_path)
    tmp_path.rmdir()
    assert main(command.split()) == 2
    assert "the current folder cannot be used: no such file" in capsys.readouterr().err


def test_a_process_that_cannot_watch_its_parent_does_not_begin(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It could outlive that; who started it says that a process died."""

    def no_thread(_: object) -> None:
        raise RuntimeError

    def end(code: int) -> None:
        raise SystemExit(code)

    monkeypatch.setattr(threading.Thread, "start", no_thread)
    monkeypatch.setattr(os, "_exit", end)
    monkeypatch.setattr(signal, "signal", lambda *_: None)
    monkeypatch.setattr(parallel, "_stop", None)
    with pytest.raises(SystemExit):
        parallel.begin(None)  # type: ignore[arg-type]
