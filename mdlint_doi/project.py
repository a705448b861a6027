"""A tree of Markdown files, from paths to a report.

Offline, each file is read, judged, mended and forgotten, one after the other. With look-ups, the
mentions of all files are held until every distinct name was asked, once. A run over files without
a DOI imports neither rules nor parser.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from mdlint_doi.files.discover import Skipped, discover
from mdlint_doi.files.problem import FileProblem
from mdlint_doi.files.reading import decode, encode, read_bytes
from mdlint_doi.lint.model import Finding
from mdlint_doi.lint.settings import Settings
from mdlint_doi.lint.source import Source
from mdlint_doi.markdown.prefilter import may_hold_doi
from mdlint_doi.report.model import LookupCounts, PathNote, Report

if TYPE_CHECKING:
    from mdlint_doi.lint.rules.registry import Facts
    from mdlint_doi.pipeline import Document, Learned, Progress

STDIN = "-"


@dataclass(frozen=True, slots=True)
class Task:
    """What to check, and what to do about it.

    Attributes:
        paths: files, folders, or `-` for standard input.
        settings: of the run.
        root: the folder of the configuration file; None: the current folder.
        fix: mend what can be mended.
        unsafe: by guesses, too.
        dry: keep the files as they are; the new texts are in the result.
        stdin: what standard input held.
        stdin_name: the name under which it is reported.

    """

    paths: tuple[str, ...]
    settings: Settings
    root: Path | None = None
    fix: bool = False
    unsafe: bool = False
    dry: bool = False
    stdin: bytes = b""
    stdin_name: str = "<stdin>"


@dataclass(frozen=True, slots=True)
class Change:
    """A document's text before and after the fixes."""

    before: Source
    after: Source


@dataclass(frozen=True, slots=True)
class Result:
    """A report, and the texts that the fixes changed."""

    report: Report
    changes: tuple[Change, ...] = ()

    def text_of(self, task: Task) -> bytes:
        """Return what standard input has become."""
        for change in self.changes:
            if change.before.name == task.stdin_name:
                return encode(change.after)
        return task.stdin


@dataclass(slots=True)
class _Tally:
    """What a run comes to, as it goes."""

    report: Report = field(default_factory=Report)
    files: list[str] = field(default_factory=list)
    skipped: list[PathNote] = field(default_factory=list)
    errors: list[PathNote] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    changes: list[Change] = field(default_factory=list)
    fixed: int = 0

    def problem(self, problem: FileProblem) -> None:
        """Note a file that could not be read or written."""
        self.errors.append(PathNote(problem.path, problem.problem))

    def finish(self, task: Task, document: Document, facts: Facts) -> None:
        """Judge a document; mend it and write it where that is asked."""
        from mdlint_doi.documents import judged, mended

        if not task.fix:
            self.findings += judged(document, facts).findings
            return
        result = mended(document, facts, unsafe=task.unsafe)
        if result.source.text != document.source.text:
            try:
                _write(task, document.source, result.source)
            except FileProblem as problem:
                self.problem(problem)
                result = judged(document, facts)
            else:
                self.changes.append(Change(document.source, result.source))
        self.findings += result.findings
        self.fixed += result.fixed

    def finished(self, task: Task) -> Report:
        """Return the report."""
        return replace(
            self.report,
            findings=_in_order(self.findings),
            files=tuple(self.files),
            skipped=tuple(self.skipped),
            errors=tuple(self.errors),
            fixed=self.fixed,
            files_fixed=len(self.changes),
            unsafe_fixes=task.unsafe,
        )


def _in_order(findings: list[Finding]) -> tuple[Finding, ...]:
    if not findings:
        return ()
    from mdlint_doi.documents import in_order

    return in_order(findings)


def check(task: Task, progress: Progress | None = None) -> Result:
    """Check all files of a task, and mend them where that is asked.

    Ctrl-C ends the run early; the result is what was known by then.
    """
    tally = _Tally()
    try:
        _run(task, tally, progress)
    except KeyboardInterrupt:
        tally.report = replace(tally.report, interrupted=True)
    return Result(tally.finished(task), tuple(tally.changes))


def documents_of(paths: Sequence[str], settings: Settings, root: Path | None) -> Iterator[Document]:
    """Yield the documents under `paths` that hold a DOI; files that cannot be read are left out."""
    from mdlint_doi.documents import read_markdown

    task = Task(tuple(paths), settings, root)
    return (read_markdown(source, settings) for source in _sources(task, _Tally()))


def _run(task: Task, tally: _Tally, progress: Progress | None) -> None:
    sources = _sources(task, tally)
    first = next(sources, None)
    if first is None:
        return
    from itertools import chain

    from mdlint_doi.documents import needs_all, read_markdown
    from mdlint_doi.pipeline import Learned, facts_of, learn

    settings = task.settings
    documents = (read_markdown(source, settings) for source in chain([first], sources))
    if not needs_all(settings):
        facts = facts_of(settings, Learned(), ())
        for document in documents:
            tally.finish(task, document, facts)
        return
    held = list(documents)
    mentions = [mention for document in held for mention in document.mentions]
    learned = learn(mentions, settings, progress)
    tally.report = replace(
        tally.report,
        lookups=lookup_counts(learned),
        interrupted=learned.interrupted,
    )
    facts = facts_of(settings, learned, mentions)
    for document in held:
        tally.finish(task, document, facts)


def _sources(task: Task, tally: _Tally) -> Iterator[Source]:
    """Yield the documents in which something may be a DOI."""
    for path, data in _texts(task, tally):
        try:
            source = decode(path, data) if may_hold_doi(data) else None
        except FileProblem as problem:
            tally.problem(problem)
            continue
        tally.files.append(path)
        if source is not None:
            yield source


def _texts(task: Task, tally: _Tally) -> Iterator[tuple[str, bytes]]:
    """Yield name and bytes of every file that can be read."""
    if STDIN in task.paths:
        yield task.stdin_name, task.stdin
    paths = [path for path in task.paths if path != STDIN]
    for item in discover(paths, task.settings.exclude, task.root):
        if isinstance(item, Skipped):
            tally.skipped.append(PathNote(item.path, item.reason))
            continue
        try:
            if isinstance(item, FileProblem):
                raise item
            data = read_bytes(item)
        except FileProblem as problem:
            tally.problem(problem)
        else:
            yield item, data


def _write(task: Task, before: Source, after: Source) -> None:
    """Write a mended document, unless it came from standard input or the run is dry."""
    if task.dry or (before.name == task.stdin_name and STDIN in task.paths):
        return
    from mdlint_doi.files.writing import write

    folders = [path for path in task.paths if os.path.isdir(path)]  # noqa: PTH112
    write(before.name, encode(before), after, [*folders, str(task.root or Path.cwd())])


def lookup_counts(learned: Learned) -> LookupCounts | None:
    """Return what the look-ups came to, candidates not counted."""
    if not learned.online:
        return None
    from collections import Counter

    from mdlint_doi.names.record import Found, Missing, Unknown

    outcomes = [answer.outcome for answer in learned.answers.values()]
    causes = Counter(one.cause for one in outcomes if isinstance(one, Unknown))
    found = [one for one in outcomes if isinstance(one, Found)]
    return LookupCounts(
        asked=len(outcomes),
        found=len(found),
        missing=sum(isinstance(one, Missing) for one in outcomes),
        unknown=tuple(sorted(causes.items())),
        records_read=sum(one.record is not None for one in found),
    )
