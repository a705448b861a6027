"""A tree of Markdown files, from paths to a report.

Offline, each file is read, judged, mended and forgotten, one after the other. With look-ups, the
mentions of all files are held until every distinct name was asked, once.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from mdlint_doi.files.discover import Skipped, discover
from mdlint_doi.files.problem import FileProblem
from mdlint_doi.files.reading import decode, encode, read_bytes
from mdlint_doi.lint.fix import fix_until_stable, is_fixable
from mdlint_doi.lint.model import Finding
from mdlint_doi.lint.rules.registry import Facts
from mdlint_doi.lint.selection import Selection
from mdlint_doi.lint.settings import Settings
from mdlint_doi.lint.source import Source
from mdlint_doi.markdown.prefilter import may_hold_doi
from mdlint_doi.names.record import Found, Missing, Unknown
from mdlint_doi.pipeline import Document, Learned, Progress, facts_of, judge, learn, servers_of
from mdlint_doi.report.model import LookupCounts, PathNote, Report

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

    files: list[str] = field(default_factory=list)
    skipped: list[PathNote] = field(default_factory=list)
    errors: list[PathNote] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    changes: list[Change] = field(default_factory=list)
    fixed: int = 0

    def problem(self, problem: FileProblem) -> None:
        self.errors.append(PathNote(problem.path, problem.problem))


def check(task: Task, progress: Progress | None = None) -> Result:
    """Check all files of a task, and mend them where that is asked.

    Ctrl-C ends the run early; the result is what was known by then.
    """
    tally = _Tally()
    learned = Learned()
    try:
        documents: Iterable[Document] = _documents(task, tally)
        if _needs_all(task.settings):
            documents = list(documents)
            mentions = [mention for document in documents for mention in document.mentions]
            learned = learn(mentions, task.settings, progress)
            facts = facts_of(task.settings, learned, mentions)
        else:
            facts = facts_of(task.settings, learned, ())
        for document in documents:
            _finish(task, tally, document, facts)
    except KeyboardInterrupt:
        learned = replace(learned, interrupted=True)
    tally.findings.sort(key=lambda finding: finding.order)
    return Result(_report(task, tally, learned), tuple(tally.changes))


def read_markdown(source: Source, settings: Settings) -> Document:
    """Return a Markdown document's DOIs and suppressions."""
    from mdlint_doi.markdown.extract import extract

    publishers = Selection.of(settings, source.name).has("DOI207")
    found = extract(source, settings, servers=servers_of(settings), publishers=publishers)
    return Document(source, found.mentions, found.suppressions)


def documents_of(paths: Sequence[str], settings: Settings, root: Path | None) -> Iterator[Document]:
    """Yield the documents under `paths` that hold a DOI; files that cannot be read are left out."""
    return _documents(Task(tuple(paths), settings, root), _Tally())


def _needs_all(settings: Settings) -> bool:
    """Return whether a file can only be judged when all are read."""
    online = not settings.offline or settings.records is not None
    return online or Selection.of(settings).has("DOI210")


def _documents(task: Task, tally: _Tally) -> Iterator[Document]:
    for path, data in _texts(task, tally):
        try:
            source = decode(path, data) if may_hold_doi(data) else None
        except FileProblem as problem:
            tally.problem(problem)
            continue
        tally.files.append(path)
        if source is not None:
            yield read_markdown(source, task.settings)


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


def _finish(task: Task, tally: _Tally, document: Document, facts: Facts) -> None:
    """Judge a document; mend it and write it where that is asked."""
    found = judge(document, facts)
    if not task.fix or not any(is_fixable(finding, unsafe=task.unsafe) for finding in found):
        tally.findings += found
        return
    from mdlint_doi.markdown.same_page import SamePage

    same_page = SamePage(servers_of(task.settings), check_code=task.settings.check_code)
    fixed = fix_until_stable(
        document.source,
        lambda source: judge(read_markdown(source, task.settings), facts),
        same_page,
        unsafe=task.unsafe,
    )
    if fixed.source.text != document.source.text and not task.dry:
        try:
            _write(task, document.source, fixed.source)
        except FileProblem as problem:
            tally.problem(problem)
            tally.findings += found
            return
    tally.findings += fixed.findings
    tally.fixed += len(fixed.applied)
    if fixed.source.text != document.source.text:
        tally.changes.append(Change(document.source, fixed.source))


def _write(task: Task, before: Source, after: Source) -> None:
    from mdlint_doi.files.writing import write

    if before.name == task.stdin_name and STDIN in task.paths:
        return
    folders = [path for path in task.paths if os.path.isdir(path)]  # noqa: PTH112
    write(before.name, encode(before), after, [*folders, str(task.root or Path.cwd())])


def _report(task: Task, tally: _Tally, learned: Learned) -> Report:
    return Report(
        findings=tuple(tally.findings),
        files=tuple(tally.files),
        skipped=tuple(tally.skipped),
        errors=tuple(tally.errors),
        lookups=_counts(learned),
        fixed=tally.fixed,
        files_fixed=len(tally.changes),
        unsafe_fixes=task.unsafe,
        interrupted=learned.interrupted,
    )


def _counts(learned: Learned) -> LookupCounts | None:
    """Return what the look-ups came to, candidates not counted."""
    if not learned.online:
        return None
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
