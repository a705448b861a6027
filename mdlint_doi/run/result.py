"""The results of a run: a tally so far; in the end a report, and the texts that were fixed.

The results of a separate process are also a tally. For this reason, a tally has only values that
can be sent between processes, and only those lines of a document that its findings are about.
"""

from __future__ import annotations

import os
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from mdlint_doi.file_formats import FORMATS
from mdlint_doi.files.discover import holds_documents, matching, suffixes_under
from mdlint_doi.files.reading import FileProblem, as_reported, encode, is_below
from mdlint_doi.report.model import (
    NoteKind,
    PathNote,
    Report,
    SearchCounts,
    Since,
)
from mdlint_doi.run.request import STDIN, Task
from mdlint_doi.text.numbers import counted
from mdlint_doi.text.value import Value

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from mdlint_doi.files.discover import OtherFormat
    from mdlint_doi.lint.baseline import Baseline, Key
    from mdlint_doi.lint.model import Finding
    from mdlint_doi.lint.settings import Settings
    from mdlint_doi.names.doi import Doi
    from mdlint_doi.report.mentioned import Dois, Mentioned
    from mdlint_doi.run.compared import Judgement
    from mdlint_doi.run.learned import CleanAnswers, Learned
    from mdlint_doi.text.source import Source


_LEFT_OUT: Final = "all files in it are excluded by 'exclude', by no-… in 'formats', or by git"
_NONE_READ: Final = "no file was checked: none of the named files could be read"
_KINDS: Final = 5
"""The most kinds of files that are named if no file was checked."""


class Change(Value):
    """A document's text before and after the fixes.

    Attributes:
        before: the document as it was read.
        after: the document with its fixes.
    """

    before: Source
    after: Source


class Judged(Value):
    """A document after the rules, and the fixes, if they were requested.

    Attributes:
        source: the document, with its new text if it was fixed.
        findings: the remaining findings.
        fixed: the findings that were fixed, in the order of application.
        note: the reason why nothing was fixed, if the findings do not show it.
        hidden: how often each finding of a baseline occurs.
        known: the number of these findings, as a report counts them.
        outside: the number of other findings on lines that are not reported.
        suppressed: the number of findings for which a comment was added.
        unread: the document, or its parts, that could not be read; they have no findings.
    """

    source: Source
    findings: Sequence[Finding]
    fixed: Sequence[Finding] = ()
    note: str = ""
    hidden: Baseline = MappingProxyType({})
    known: int = 0
    outside: int = 0
    suppressed: int = 0
    unread: tuple[PathNote, ...] = ()


class Tally:
    """The results so far."""

    def __init__(self) -> None:
        self.files: list[str] = []  # all files that were read, in order
        self.skipped: list[PathNote] = []  # skipped files, with the reasons
        self.problems: list[PathNote] = []  # files, or parts, that could not be read or written
        self.notes: list[PathNote] = []  # files that were not processed completely
        self.findings: list[Finding] = []  # the remaining findings
        self.changes: list[Change] = []  # fixed texts that are not written
        self.fixed: list[Finding] = []
        self.searches: SearchCounts | None = None  # None: the run is no search
        self.registered: dict[Doi, str] = {}  # works that a search found, in one line each
        self.interrupted = False  # the user stopped the run
        self.notices: list[str] = []  # messages for the user
        self.left_out: list[OtherFormat] = []  # files in folders whose formats are not checked
        self.bibliographies: list[str] = []  # bibliographies that documents list
        self.hidden: dict[Key, int] = {}
        """How often each finding of the baseline occurs; no two documents share a key."""
        self.known = 0  # findings of the baseline, as a report counts them
        self.suppressed = 0  # findings for which a comment was added
        self.outside = 0  # findings on lines that are not reported
        self.unchanged = 0  # files that were not read, because they have no changes
        self.mentions: list[Mentioned] = []  # of all documents, if they are reported
        self.learned: Learned | None = None  # the answers of the look-ups; None: none were needed
        self.citations: list[Judgement] = []  # the result for each citation of a known work
        self.unjudged: list[PathNote] = []  # citations that could not be judged, with the reasons
        self.clean: CleanAnswers | None = None  # about files that were not read again

    def skip(self, name: str, reason: str, *, is_unsupported: bool = False) -> None:
        """Note a file that was left out, or whose kind is not supported."""
        kind = NoteKind.UNSUPPORTED if is_unsupported else NoteKind.INFORMATION
        self.skipped.append(PathNote(name, reason, kind=kind))

    def problem(self, problem: FileProblem, kind: NoteKind = NoteKind.UNREAD) -> None:
        """Note a file, or a part of it, that could not be read or written."""
        line, column = problem.place or (None, None)
        fails = kind is NoteKind.UNWRITTEN
        note = PathNote(problem.path, problem.problem, line, column, kind, fails=fails)
        self.problems.append(note)

    def take(self, judged: Judged) -> None:
        """Add the result for a document."""
        self.findings += judged.findings
        self.hidden.update(judged.hidden)
        self.known += judged.known
        self.outside += judged.outside
        self.problems += judged.unread

    def add(self, part: Tally) -> None:
        """Add the results of another process, for the files that come next."""
        # Other processes look nothing up: their other fields are empty.
        for name, own in vars(self).items():
            others = getattr(part, name)
            if isinstance(own, list):
                own.extend(others)
            elif isinstance(own, set | dict):
                own.update(others)
            elif isinstance(own, int) and not isinstance(own, bool):
                setattr(self, name, own + others)

    def dois(self) -> Dois:
        """Return the mentions, and the answers about their DOIs."""
        from mdlint_doi.report.mentioned import Dois

        mentions = tuple(self.mentions)
        learned = self.learned
        if learned is None:
            return Dois(mentions)
        return Dois(mentions, learned.outcomes, learned.suggestions, learned.works.answers)


class Result(Value):
    """The result of a run.

    Attributes:
        report: the report for the output formats.
        changes: the fixed texts, if they are not written to the files.
        hidden: how often each finding of the baseline occurs, by path, code and text.
    """

    report: Report
    changes: tuple[Change, ...] = ()
    hidden: Mapping[Key, int] = MappingProxyType({})

    def text_of(self, task: Task) -> bytes:
        """Return standard input with the fixes."""
        for change in self.changes:
            if change.before.name == task.stdin_name:
                return encode(change.after)
        return task.stdin


def result_of(task: Task, tally: Tally) -> Result:
    """Return the result of a run; if no file was checked, the report has a warning or notes."""
    report = report_of(tally, task.settings).replace(unsafe_fixes=task.unsafe)
    report = _with_named(task, report)
    if task.nearest is not None:
        report = report.replace(notices=(*task.nearest.notices, *report.notices))
    if task.keeps_mentions:
        report = report.replace(dois=tally.dois())
    if not (report.files or report.interrupted or tally.unchanged):
        report = _of_nothing(task, report)
    elif tally.left_out or task.settings.formats or task.settings.read_as:
        from mdlint_doi.run.project import notices

        told = notices(str(task.root or os.curdir), task.settings.wanted, tally.left_out)
        report = report.replace(notices=(*report.notices, *told))
    if task.since is not None:
        report = report.replace(since=Since(task.since.reference, tally.outside, tally.unchanged))
    elif task.baseline is not None and not report.interrupted:
        from mdlint_doi.run.baseline import stale_notice

        if notice := stale_notice(task.baseline, tally.hidden, report, task.settings_of):
            report = report.replace(notices=(*report.notices, notice))
    return Result(report, tuple(tally.changes), tally.hidden)


def report_of(tally: Tally, settings: Settings) -> Report:
    """Return the report of a run: the findings in order, and the counts of its look-ups."""
    findings: tuple[Finding, ...] = ()
    if tally.findings:
        from mdlint_doi.lint.engine import in_report_order

        findings = in_report_order(tally.findings)
    unread = {note.path for note in tally.problems if note.kind is NoteKind.UNREAD}
    report = Report(
        findings=findings,
        files=tuple([name for name in tally.files if name not in unread]),
        problems=tuple(dict.fromkeys(tally.problems)),  # some files are read twice
        skipped=tuple(tally.skipped),
        notes=tuple(tally.notes),
        searches=tally.searches,
        registered=tally.registered,
        fixed=tuple(tally.fixed),
        interrupted=tally.interrupted,
        notices=tuple(tally.notices),
        suppressed=tally.suppressed,
        hidden=tally.known,
    )
    learned = tally.learned
    return report if learned is None else _with_learned(report, learned, tally, settings)


def _with_learned(report: Report, learned: Learned, tally: Tally, settings: Settings) -> Report:
    """Return the report with the counts and messages of look-ups."""
    report = report.replace(
        interrupted=report.interrupted or learned.interrupted,
        notices=(*report.notices, *learned.messages, *learned.works.messages),
    )
    if tally.searches is None:  # a search does not look up the DOIs of documents
        report = report.replace(lookups=learned.counts(settings, tally.clean))
    has_clean = tally.clean is not None and bool(tally.clean.works)
    if not (learned.works.asked or learned.works.left_out or has_clean):
        return report
    from mdlint_doi.run.work_counts import described_works, work_counts

    return report.replace(
        works=work_counts(
            learned.works, tally.citations, tally.findings, tally.unjudged, tally.clean
        ),
        registered=described_works(learned, tally.findings),
    )


def exit_code(report: Report, settings: Settings, *, fails: bool) -> int:
    """Return the exit code of a run: the first of 130, 2, 1, 3, 0 whose condition holds.

    Args:
        report: the report of the run.
        settings: the settings of the run; with `strict`, everything must have been checked.
        fails: whether the findings, or the changes, fail the run.
    """
    if report.interrupted:
        return 130
    if report.is_broken:
        return 2
    if fails:
        return 1
    return 3 if settings.strict and is_undecided(report, settings) else 0


def is_undecided(report: Report, settings: Settings) -> bool:
    """Return whether something could not be checked; with strict settings, the run then fails.

    Works count only if the works of all DOIs are looked up.
    """
    if report.warning or report.problems:
        return True
    if any(note.kind is NoteKind.UNSUPPORTED for note in report.skipped):
        return True
    if any(counts is not None and counts.undecided for counts in (report.lookups, report.searches)):
        return True
    return settings.looks_up_all_works and report.works is not None and report.works.unknown > 0


def _with_named(task: Task, report: Report) -> Report:
    """Return the report in which the unread files fail the run that the user named.

    A folder of which no file was checked counts as if its files were named.
    """
    if not report.problems:
        return report
    named = {*_named(task)}
    folders = [
        folder for folder in named if not any(is_below(path, folder) for path in report.files)
    ]
    return report.replace(
        problems=tuple(
            [
                note.replace(fails=True)
                if note.kind in {NoteKind.MISSING, NoteKind.UNREAD}
                and (note.path in named or any(is_below(note.path, folder) for folder in folders))
                else note
                for note in report.problems
            ]
        )
    )


def _of_nothing(task: Task, report: Report) -> Report:
    """Return the report of a run that checked no file; it must differ from one without findings.

    If all named files are left out by the settings, by git or by a comment, there are only notes: a
    hook names all changed files. Otherwise, there is a warning.
    """
    if report.problems:
        return report.replace(warning=_unread(task, report))
    kinds = {note.path: note.kind is NoteKind.UNSUPPORTED for note in report.skipped}
    named = [*_named(task)]
    unread = [path for path in named if kinds.get(path, True)]
    formats = [name for name in task.settings.formats if not name.startswith("no-")]
    wanted = task.settings.wanted.replace(formats=formats)
    left_out = [path for path in unread if path not in kinds and holds_documents(path, wanted)]
    notes = tuple(PathNote(path, _LEFT_OUT) for path in left_out)
    if named and len(left_out) == len(unread):
        return report.replace(skipped=(*report.skipped, *notes))
    is_named = all(path in kinds for path in unread) and bool(unread)
    warning = _NONE_READ if is_named else _no_files(task)
    return report.replace(
        skipped=(*report.skipped, *notes), warning=warning, is_unread=bool(unread)
    )


def _unread(task: Task, report: Report) -> str:
    """Return the warning about folders of which no file could be read; empty without any."""
    paths = {note.path for note in report.problems}
    told = [
        f"{counted(number, 'file')} below {folder} could not be read"
        for folder in dict.fromkeys(_named(task))
        if folder not in paths and (number := sum(is_below(path, folder) for path in paths))
    ]
    return f"no file was checked: {'; '.join(told)}" if told else ""


def _named(task: Task) -> Iterator[str]:
    """Yield the named paths as reports write them; for a pattern, the paths that it matches."""
    for path in task.paths:
        if path == STDIN:
            yield task.stdin_name
        else:
            found = [] if os.path.lexists(path) else matching(path)
            yield from map(as_reported, found or [path])


def _no_files(task: Task) -> str:
    """Return the warning about folders without a checked file, with the files that exist."""
    found_by_default = [entry for entry in FORMATS if entry.is_looked_for(task.settings.formats)]
    patterns = [pattern for entry in found_by_default for pattern in entry.patterns]
    wanted = " ".join([*patterns, *(read_as.files for read_as in task.settings.read_as)])
    there = [
        f"{suffix or 'no suffix'}: {counted(count, 'file')}"
        for suffix, count in suffixes_under(path for path in task.paths if path != STDIN)
        if suffix not in wanted.split()
    ]
    more = f", and {counted(len(there) - _KINDS, 'other kind')}" if len(there) > _KINDS else ""
    kinds = f"{', '.join(there[:_KINDS])}{more}" if there else "no files"
    suffixes = {kind.partition(":")[0] for kind in there}
    more_formats = ",".join(
        entry.name
        for entry in FORMATS
        if entry not in found_by_default and not suffixes.isdisjoint(entry.patterns)
    )
    add = f"; add --formats {more_formats}" if more_formats else ""
    return f"no file was checked: the run looked for {wanted}, but found {kinds}{add}"
