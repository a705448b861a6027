"""What a run of `check` is asked to do."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from datetime import date
    from pathlib import Path

    from mdlint_doi.lint.settings import Settings
    from mdlint_doi.project.baseline import BaselineFile

STDIN = "-"


class Task(NamedTuple):
    """What to check, and what to do about it.

    Attributes:
        paths: files, folders, or `-` for standard input.
        settings: of the run.
        root: the folder of the configuration file; None: the current folder.
        fix: fix what can be fixed.
        unsafe: by guesses, too.
        dry: keep the files as they are; the new texts are in the result.
        stdin: what standard input held.
        stdin_name: the name under which it is reported.
        jobs: processes at most that check files at the same time; 0: one for each core.
        today: the day against which exceptions expire; None: that on which the run begins.
        baseline: what is put up with; `check` reads the file that the settings name.

    """

    paths: tuple[str, ...]
    settings: Settings
    root: Path | None = None
    fix: bool = False
    unsafe: bool = False
    dry: bool = False
    stdin: bytes = b""
    stdin_name: str = "<stdin>"
    jobs: int = 1
    today: date | None = None
    baseline: BaselineFile | None = None
