"""Exceptions in settings files that no document of a run needs (DOI906).

A run that did not read every file below the settings file cannot know this, so it reports nothing.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from mdlint_doi.config.load import read_settings
from mdlint_doi.config.toml_file import TABLE, line_of, read, text_of
from mdlint_doi.files.reading import as_reported, is_below
from mdlint_doi.lint.document import Document
from mdlint_doi.lint.model import Finding
from mdlint_doi.lint.rules.exceptions import STALE_EXCEPTION, is_decided, stale_exception
from mdlint_doi.lint.selection import RunFacts, Selection
from mdlint_doi.lint.setting_types import DoiException
from mdlint_doi.lint.settings import Settings
from mdlint_doi.run.judge import excepted_in
from mdlint_doi.run.learned import Learned
from mdlint_doi.run.request import Task
from mdlint_doi.run.result import Tally
from mdlint_doi.text.source import Source
from mdlint_doi.text.span import Span

_NO: Final = "no-"


class ExceptionsInUse:
    """The exceptions of the settings files of a run, and whether a document needs each of them."""

    def __init__(self, task: Task, facts: RunFacts) -> None:
        """Start without documents; `facts` are those of the run."""
        self._task = task
        self._facts = facts
        self._needed: dict[tuple[str, DoiException], bool] = {}

    def take(self, document: Document, facts: RunFacts) -> None:
        """Add a document, whose facts have its settings."""
        file = self._task.settings_file(document.name)
        if file is not None:
            for exception, is_needed in excepted_in(document, facts).items():
                key = file, exception
                self._needed[key] = self._needed.get(key, False) or is_needed

    def findings(self) -> Iterator[Finding]:
        """Yield the findings about exceptions that no document needs."""
        for (file, exception), is_needed in self._needed.items():
            if not is_needed and is_decided(exception, self._facts):
                yield from self._finding(file, exception)

    def _finding(self, file: str, exception: DoiException) -> Iterator[Finding]:
        path = Path(file)
        own = read_settings(path)
        if exception not in own.exceptions or not self._reads_all(path, own):
            return
        name = as_reported(os.path.relpath(path))
        selection = Selection.of(self._task.settings_of(name), name)
        named = Selection.of(Settings(select=exception.rules or ("default",)))
        if selection.has(STALE_EXCEPTION.code) and named.codes <= selection.codes:
            source = Source(name, text_of(read(path), path))
            yield stale_exception(exception, source, _place(source.text, exception))

    def _reads_all(self, file: Path, own: Settings) -> bool:
        """Return whether the run reads all files to which the settings in a file apply."""
        task = self._task
        folders = [as_reported(path) for path in task.paths if os.path.isdir(path)]
        wanted = [as_reported(os.path.relpath(file.parent))]
        if task.nearest is None:  # a file that `--config` names
            wanted.append(as_reported(os.curdir))
        if not all(any(_holds(folder, path) for folder in folders) for path in wanted):
            return False
        if task.file is None or file != task.file.absolute():
            return not task.exclude
        left_out = {name for name in task.settings.formats if name.startswith(_NO)}
        is_as_set = left_out <= {*own.formats} and task.settings.exclude == own.exclude
        return is_as_set and not task.exclude


def exceptions_in_use(
    task: Task, learned: Learned, tally: Tally, facts: RunFacts
) -> ExceptionsInUse | None:
    """Return the object that collects the exceptions of a run; None if it cannot report any."""
    is_whole = task.since is None and not (tally.problems or learned.interrupted)
    is_online = learned.online and not task.settings.offline
    return ExceptionsInUse(task, facts) if is_whole and is_online else None


def _holds(folder: str, path: str) -> bool:
    folder, path = os.path.realpath(folder), os.path.realpath(path)
    return path == folder or is_below(path, folder)


def _place(text: str, exception: DoiException) -> Span:
    """Return the place of the DOI in the table of exceptions; the first line if it is not found."""
    number = line_of("exceptions", text, TABLE, f"'{exception.name}'") or 1
    lines = text.split("\n")
    start = sum(len(line) + 1 for line in lines[: number - 1])
    at = lines[number - 1].find(exception.name)
    return Span(start + at, start + at + len(exception.name)) if at >= 0 else Span(0, 1)
