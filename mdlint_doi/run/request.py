"""The task of a run of `check`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mdlint_doi.config.today import today_for
from mdlint_doi.text.value import Value

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import date
    from pathlib import Path

    from mdlint_doi.config.nearest import Nearest
    from mdlint_doi.files.changes import Changes
    from mdlint_doi.lint.settings import Settings
    from mdlint_doi.run.baseline import BaselineFile


STDIN = "-"


class Task(Value):
    """The files to check, and what to do with findings.

    Attributes:
        paths: files, folders, or `-` for standard input.
        settings: the settings of the run.
        root: the folder of the settings file; None: the current folder.
        fix: whether to fix what can be fixed.
        unsafe: whether to apply fixes that are guesses as well.
        suppress: whether to add a comment for each finding instead of fixing it; only with `fix`.
        dry: whether to leave the files unchanged; the new texts are in the result.
        stdin: the bytes of standard input.
        stdin_name: the name under which standard input is reported.
        jobs: the number of processes at most; 0: one for each core.
        today: the day against which exceptions expire; None: the day of the run.
        baseline: the findings that are not reported; None: those of the file that the settings
            name.
        nearest: finds the settings of each document; None: those of the run hold for all.
        exclude: patterns of files not to check, relative to the current folder, beside those of the
            settings.
        keeps_mentions: whether the report holds the mentions, and what is known of their names.
        lists_unjudged: whether the report holds each citation that could not be judged.
        max_searches: how many searches are made at most for the works that wrong DOIs may mean; 0:
            none.
        tell: receives a sentence before something takes long; None: it is not wanted.
        since: the changed lines; only findings on them are reported. None: all are.
    """

    paths: tuple[str, ...]
    settings: Settings
    root: Path | None = None
    fix: bool = False
    unsafe: bool = False
    suppress: bool = False
    dry: bool = False
    stdin: bytes = b""
    stdin_name: str = "<stdin>"
    jobs: int = 1
    today: date | None = None
    baseline: BaselineFile | None = None
    nearest: Nearest | None = None
    exclude: tuple[str, ...] = ()
    keeps_mentions: bool = False
    lists_unjudged: bool = False
    max_searches: int = 0
    tell: Callable[[str], None] | None = None
    since: Changes | None = None

    def begun(self) -> Task:
        """Return the task with what is read once: the day, and the baseline.

        Raises:
            SettingsError: for a baseline that cannot be used.
        """
        today = self.today
        baseline = self.baseline
        if baseline is None and self.settings.baseline is not None:
            from mdlint_doi.run.baseline import read_baseline

            baseline = read_baseline(self.settings.baseline)
        return self.replace(today=today or today_for(self.settings), baseline=baseline)

    def settings_of(self, name: str) -> Settings:
        """Return the settings that hold for a document."""
        return self.settings if self.nearest is None else self.nearest.of_file(name)

    def every_settings(self) -> Sequence[Settings]:
        """Return the settings of the run, and of its documents so far."""
        return (self.settings,) if self.nearest is None else (self.settings, *self.nearest.met())

    def excludes(self, folder: str) -> tuple[Sequence[str], str | Path | None]:
        """Return the patterns of `exclude` for what is in a folder, and where they begin."""
        if self.nearest is None:
            return self.settings.exclude, self.root
        found = self.nearest.of_folder(folder)
        return found.settings.exclude, found.root


class Wants(Value):
    """The data that a run needs from each document before it judges one with the answers.

    Attributes:
        names: whether the names are looked up.
        writing: whether a rule compares the letter case of names in all documents.
        claims: whether mentions are needed, and the descriptions of their works.
        all_last: whether no document is finished before everything is learned.
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
        """Return what the settings of a task, and of the documents that were met, ask for."""
        every = task.every_settings()
        works = any(one.looks_up and one.looks_up_works for one in every)
        return cls(
            names=any(one.looks_up for one in every),
            writing=any(map(_compares, every)),
            claims=works or bool(task.max_searches),
            all_last=task.keeps_mentions,
        )


def _compares(settings: Settings) -> bool:
    """Return whether a rule compares all documents; none that is on by default does."""
    if settings.selects_default:
        return False
    from mdlint_doi.lint.rule import Need
    from mdlint_doi.lint.selection import is_needed

    return is_needed(Need.WHOLE_PROJECT, settings)
