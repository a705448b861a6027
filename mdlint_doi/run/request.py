"""The task of a run of `check`."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from mdlint_doi.config.today import today
from mdlint_doi.text.value import Value

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from mdlint_doi.config.nearest import Nearest
    from mdlint_doi.files.changes import Changes
    from mdlint_doi.lint.rule import Day
    from mdlint_doi.lint.settings import Settings
    from mdlint_doi.run.baseline import BaselineFile


STDIN = "-"


class Task(Value):
    """The files to check, and what to do with findings.

    Attributes:
        paths: files, folders, or `-` for standard input.
        settings: the settings of the run.
        root: the folder of the settings file; None: the current folder.
        file: the settings file of the run; None: there is none.
        fix: whether to apply fixes.
        unsafe: whether to apply fixes that are guesses as well.
        suppress: whether to add a comment for each finding instead of fixing it; only with `fix`.
        dry: whether to leave the files unchanged; the new texts are in the result.
        stdin: the bytes of standard input.
        stdin_name: the name under which standard input is reported.
        jobs: the maximum number of processes; 0: one for each core.
        today: the day of the run; None: the current day.
        baseline: its findings are not reported; None: the file in the settings, if there is one.
        nearest: finds the settings of each document; None: those of the run apply to all.
        exclude: patterns of files not to check, relative to the current folder, in addition to
            those of the settings.
        keeps_mentions: whether the report has the mentions, and the answers about their DOIs.
        lists_unjudged: whether the report has each citation that could not be judged.
        max_searches: the maximum number of searches for works that wrong DOIs may mean; 0: none.
        tell: receives a sentence before a long operation; None: nothing is reported.
        since: the changed lines; only findings on them are reported. None: all findings are.
    """

    paths: tuple[str, ...]
    settings: Settings
    root: Path | None = None
    file: Path | None = None
    fix: bool = False
    unsafe: bool = False
    suppress: bool = False
    dry: bool = False
    stdin: bytes = b""
    stdin_name: str = "<stdin>"
    jobs: int = 1
    today: Day | None = None
    baseline: BaselineFile | None = None
    nearest: Nearest | None = None
    exclude: tuple[str, ...] = ()
    keeps_mentions: bool = False
    lists_unjudged: bool = False
    max_searches: int = 0
    tell: Callable[[str], None] | None = None
    since: Changes | None = None

    def begun(self) -> Task:
        """Return the task with the day and the baseline, which are read once.

        Raises:
            SettingsError: if the baseline cannot be used.
        """
        baseline = self.baseline
        if baseline is None and self.settings.baseline is not None:
            from mdlint_doi.run.baseline import read_baseline

            baseline = read_baseline(self.settings.baseline)
        return self.replace(today=self.today or today(), baseline=baseline)

    def settings_of(self, name: str) -> Settings:
        """Return the settings of a document."""
        return self.settings if self.nearest is None else self.nearest.of_file(name)

    def settings_file(self, name: str) -> str | None:
        """Return the absolute path of the file with the settings of a document."""
        if self.nearest is not None:
            return self.nearest.of_folder(os.path.dirname(name)).file
        return None if self.file is None else os.path.abspath(self.file)

    def every_settings(self) -> Sequence[Settings]:
        """Return the settings of the run, and of its documents so far."""
        return (self.settings,) if self.nearest is None else (self.settings, *self.nearest.met())

    def excludes(self, folder: str) -> tuple[Sequence[str], str | Path | None]:
        """Return the patterns of `exclude` for a folder, and the folder they are relative to."""
        if self.nearest is None:
            return self.settings.exclude, self.root
        found = self.nearest.of_folder(folder)
        return found.settings.exclude, found.root


class Wants(Value):
    """The data that a run needs from each document before it judges one with the answers.

    Attributes:
        names: whether DOIs are looked up.
        writing: whether a rule compares the letter case of DOIs in all documents.
        claims: whether mentions and descriptions of works are needed.
        all_last: whether no document is finished before all look-ups.
    """

    names: bool
    writing: bool
    claims: bool
    all_last: bool

    def __bool__(self) -> bool:
        """Return whether a document waits for anything at all."""
        return self.names or self.writing

    @classmethod
    def of(cls, task: Task) -> Wants:
        """Return the data that the settings of a task and its documents so far require."""
        every = task.every_settings()
        works = any(settings.looks_up and settings.looks_up_works for settings in every)
        return cls(
            names=any(settings.looks_up for settings in every),
            writing=any(map(_compares, every)),
            claims=works or bool(task.max_searches),
            all_last=task.keeps_mentions,
        )


def _compares(settings: Settings) -> bool:
    """Return whether a rule compares all documents; no rule that is on by default does."""
    if settings.selects_default:
        return False
    from mdlint_doi.lint.rule import Need
    from mdlint_doi.lint.selection import is_needed

    return is_needed(Need.WHOLE_PROJECT, settings)
