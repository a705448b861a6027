"""What a run comes to, as it goes: findings, problems, changes, counts.

A part of a run that another process did is a tally, too, so it holds only what can be sent there
and back, and of each document only the lines that its findings are about.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from mdlint_doi.files.discover import suffixes_under
from mdlint_doi.files.reading import as_reported, encode
from mdlint_doi.formats.table import FORMATS, entry_of
from mdlint_doi.report.model import (
    LookupCounts,
    PathNote,
    Report,
    SearchCounts,
    Since,
    WorkCounts,
)
from mdlint_doi.run.request import STDIN
from mdlint_doi.text.value import Value

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from mdlint_doi.files.reading import FileProblem
    from mdlint_doi.lint.baseline import Key
    from mdlint_doi.lint.document import Document
    from mdlint_doi.lint.model import Finding
    from mdlint_doi.names.doi import Doi
    from mdlint_doi.report.mentioned import Dois, Mentioned
    from mdlint_doi.run.draft import Draft
    from mdlint_doi.run.learned import Learned
    from mdlint_doi.run.request import Task
    from mdlint_doi.text.source import Source


_NO_TEXT: Final = "not UTF-8; convert it, or exclude it"
_KINDS: Final = 5
"""Kinds of files that are named where none was checked."""


class Change(Value):
    """A document's text before and after the fixes."""

    before: Source
    after: Source


class Tally:
    """What is known so far.

    Attributes:
        files: names of the files that were read, in order.
        skipped: files that were passed over, and why.
        errors: files that could not be read, decoded or written.
        notes: files that were checked, but not all of what was asked for was done.
        findings: what is left to say.
        changes: texts before and after, where somebody wants to see them.
        fixed: the findings that were fixed.
        lookups: what the look-ups came to; None without any.
        works: what came of asking for works; None without any.
        searches: what came of searching references without a DOI; None without a search.
        registered: what the DOIs of findings are registered as, in a line.
        interrupted: the user stopped the run.
        notices: what the user has to be told of files that were written.
        bibliographies: files that documents name as such.
        hidden: how often each finding was met that the baseline knows; of no key that two
            documents share.
        suppressed: how many findings a comment was added for.
        outside: how many findings lie on lines that were not to be told.
        unchanged: how many files were not read, since nothing in them changed.
        mentions: those of all documents, where they are wanted.
        learned: the outcomes of the names and the suggestions, likewise.

    """

    def __init__(self) -> None:
        """Begin with nothing."""
        self.files: list[str] = []
        self.broken: set[str] = set()
        self.skipped: list[PathNote] = []
        self.errors: list[PathNote] = []
        self.notes: list[PathNote] = []
        self.findings: list[Finding] = []
        self.changes: list[Change] = []
        self.fixed: list[Finding] = []
        self.lookups: LookupCounts | None = None
        self.works: WorkCounts | None = None
        self.searches: SearchCounts | None = None
        self.registered: dict[Doi, str] = {}
        self.interrupted = False
        self.notices: list[str] = []
        self.bibliographies: list[str] = []
        self.hidden: dict[Key, int] = {}
        self.suppressed = 0
        self.outside = 0
        self.unchanged = 0
        self.mentions: list[Mentioned] = []
        self.learned: Learned | None = None

    def take(self, draft: Draft) -> bool:
        """Take what was found of a document; return whether it was clean, and never known."""
        self.findings += draft.findings or ()
        self.hidden.update(draft.hidden or {})
        self.outside += draft.outside
        return not (draft.findings or draft.is_known or draft.outside)

    def skip(self, name: str, reason: str) -> None:
        """Note a file that was passed over."""
        self.skipped.append(PathNote(name, reason))

    def problem(self, problem: FileProblem) -> None:
        """Note a file that could not be read or written."""
        self.errors.append(PathNote(problem.path, problem.problem))

    def undecoded(self, problem: FileProblem) -> None:
        """Note a file whose bytes are no text: an error, or of some formats a warning."""
        entry = entry_of(problem.path)
        if entry is not None and entry.is_passed_over:
            message = _NO_TEXT if problem.place else problem.problem
            self.warn(problem.path, message, problem.place)
        else:
            self.problem(problem)

    def warn(self, path: str, message: str, place: tuple[int, int] | None = None) -> None:
        """Note a file that should have been checked, and could not be; that fails no run."""
        line, column = place or (None, None)
        self.skipped.append(PathNote(path, message, line, column, is_warning=True))

    def unparsed(self, document: Document) -> None:
        """Note a file that was read and is none of its format: it does not count as checked."""
        if document.unread_from is None:
            self.errors.append(PathNote(document.name, document.problem))
        else:
            at = document.source.location(document.unread_from)
            self.warn(document.name, document.problem, (at.line, at.column))
        self.broken.add(document.name)

    def add(self, part: Tally) -> None:
        """Take what another process found in the files that come next."""
        self.files.extend(part.files)
        self.broken |= part.broken
        self.skipped += part.skipped
        self.errors += part.errors
        self.notes += part.notes
        self.findings += part.findings
        self.changes += part.changes
        self.bibliographies += part.bibliographies
        self.hidden.update(part.hidden)
        self.outside += part.outside
        self.notices += part.notices
        self.fixed += part.fixed
        self.mentions += part.mentions

    def report(self, *, unsafe: bool) -> Report:
        """Return all of it, the findings in order.

        Args:
            unsafe: whether unsafe fixes were wanted.

        """
        return Report(
            findings=_in_order(self.findings),
            files=tuple([name for name in self.files if name not in self.broken]),
            skipped=tuple(self.skipped),
            errors=tuple(self.errors),
            notes=tuple(self.notes),
            lookups=self.lookups,
            works=self.works,
            searches=self.searches,
            registered=self.registered,
            fixed=tuple(self.fixed),
            unsafe_fixes=unsafe,
            interrupted=self.interrupted,
            notices=tuple(self.notices),
            suppressed=self.suppressed,
            hidden=sum(self.hidden.values()),
        )

    def dois(self) -> Dois:
        """Return the mentions, and what is known of their names."""
        from mdlint_doi.report.mentioned import Dois

        if self.learned is None:
            return Dois(tuple(self.mentions))
        learned = self.learned
        works = learned.works.answers
        return Dois(tuple(self.mentions), learned.outcomes, learned.suggestions, works)


def _in_order(findings: list[Finding]) -> tuple[Finding, ...]:
    if not findings:
        return ()
    from mdlint_doi.run.judge import in_order

    return in_order(findings)


class Result(Value):
    """A report, and what else a run came to.

    Attributes:
        report: what is to be said.
        changes: the texts that the fixes changed, where they are not in the files.
        hidden: how often each finding was met that the baseline knows.

    """

    report: Report
    changes: tuple[Change, ...] = ()
    hidden: Mapping[Key, int] = MappingProxyType({})

    def text_of(self, task: Task) -> bytes:
        """Return what standard input has become."""
        for change in self.changes:
            if change.before.name == task.stdin_name:
                return encode(change.after)
        return task.stdin


def result_of(task: Task, tally: Tally) -> Result:
    """Return what a run came to; say so where it checked nothing."""
    report = tally.report(unsafe=task.unsafe)
    if task.keeps_mentions:
        report = report.replace(dois=tally.dois())
    if task.nearest is not None:
        report = report.replace(notices=(*task.nearest.notices, *report.notices))
    if not (report.files or report.errors or report.interrupted or tally.unchanged):
        report = report.replace(warning=_no_files(task, report.skipped))
    if task.since is not None:
        report = report.replace(since=Since(task.since.reference, tally.outside, tally.unchanged))
    elif task.baseline is not None and not report.interrupted:
        from mdlint_doi.run.baseline import stale, stale_notice

        entries = stale(task.baseline, tally.hidden, report, task.settings_of)
        if notice := stale_notice(task.baseline, entries):
            report = report.replace(notices=(*report.notices, notice))
    return Result(report, tuple(tally.changes), tally.hidden)


def _no_files(task: Task, skipped: Iterable[PathNote]) -> str:
    """Return what was looked for where no file was checked, and what was there instead.

    It must not look like a run that found nothing wrong. Nothing where a file was named that is
    passed over: a hook names those that changed.
    """
    named = {task.stdin_name, *map(as_reported, task.paths)}
    if any(one.path in named for one in skipped):
        return ""
    walked = [one for one in FORMATS if one.is_looked_for(task.settings.formats)]
    wanted = " ".join(pattern for entry in walked for pattern in entry.patterns)
    there = [
        f"{suffix or 'without suffix'}: {count} {'file' if count == 1 else 'files'}"
        for suffix, count in suffixes_under(path for path in task.paths if path != STDIN)
        if suffix not in wanted.split()
    ]
    more = f", and {len(there) - _KINDS} other kinds" if len(there) > _KINDS else ""
    found = f"there were {', '.join(there[:_KINDS])}{more}" if there else "there were no others"
    suffixes = {one.partition(":")[0] for one in there}
    more_formats = ",".join(
        entry.name
        for entry in FORMATS
        if entry not in walked and not suffixes.isdisjoint(entry.patterns)
    )
    add = f"; add --formats {more_formats}" if more_formats else ""
    return f"no file was checked; looked for {wanted}; {found}{add}"
