"""The result of a run: the one value that every report format renders.

A format is a pure function of a `Report`: it uses no clock, no environment and no file. Colour,
elapsed time and similar values are determined before and stored in the report.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from mdlint_doi.lint.severity import Severity
from mdlint_doi.text.value import Value

if TYPE_CHECKING:
    from mdlint_doi.lint.document import Document, Unread
    from mdlint_doi.lint.model import Finding, Safety
    from mdlint_doi.names.doi import Doi
    from mdlint_doi.names.outcome import Cause
    from mdlint_doi.report.mentioned import Dois


NOT_READ: Final = "not-read"
"""The code and name of a file that could not be read or written, in formats for programs."""


class NoteKind(StrEnum):
    """The subject of a `PathNote`."""

    INFORMATION = "information"
    """The file was left out on purpose, or the note is only for information."""
    UNSUPPORTED = "unsupported"
    """The user named the file, but its kind cannot be read."""
    UNREAD = "unread"
    """The file could not be read."""
    MISSING = "missing"
    """The user named a path that does not exist."""
    PART = "part"
    """A part of the file could not be read; the rest was checked."""
    UNWRITTEN = "unwritten"
    """The file could not be written, or its check ended unexpectedly."""


class PathNote(Value):
    """A file or a part of it, and the reason why it was not checked as usual.

    Attributes:
        path: the path as the user named it or as it was found, with `/`; it may contain any
            character.
        message: one sentence with the reason why the file was skipped, or with the problem.
        line: the line in the file, from 1; None if no place is known.
        column: the column in code points, from 1; None if no place is known.
        kind: what it is about, such as a part of a file that could not be read.
        fails: whether the run fails because of it: the user named the file, no file below a named
            folder could be read, or a file could not be written.
    """

    path: str
    message: str
    line: int | None = None
    column: int | None = None
    kind: NoteKind = NoteKind.INFORMATION
    fails: bool = False

    @property
    def is_part(self) -> bool:
        """Whether it is about a part of a file, and the rest was checked."""
        return self.kind is NoteKind.PART

    @property
    def severity(self) -> Severity:
        """An error if the run fails because of it, and otherwise a warning."""
        return Severity.ERROR if self.fails else Severity.WARNING


def unread_notes(document: Document) -> list[PathNote]:
    """Return a note for each part of a document that could not be read, or for the whole."""
    return [_unread_note(document, unread) for unread in document.unread]


def _unread_note(document: Document, unread: Unread) -> PathNote:
    line = column = None
    if unread.span is not None:
        source = document.source
        at = source.location(min(unread.span.start, len(source.text)))
        line, column = at.line, at.column
    kind = NoteKind.UNREAD if unread.is_whole else NoteKind.PART
    return PathNote(document.name, unread.reason, line, column, kind)


class LookupCounts(Value):
    """The counts of the look-ups of a run, in distinct DOIs.

    Attributes:
        asked: the number of DOIs whose outcome was needed: the sum of `found`, `missing` and
            `unknown`.
        found: the number of registered DOIs.
        missing: the number of DOIs that are not registered.
        unknown: the number of DOIs that could not be checked, by cause; only causes that occurred.
        records_read: the number of registered DOIs whose handle record was read.
        requests: the number of HTTP requests; None if they were not counted.
        not_checked: the DOIs that `unknown` counts; empty if they are not kept.
        lock_file: the records file, if it was the only source of answers, offline; otherwise None.
    """

    asked: int = 0
    found: int = 0
    missing: int = 0
    unknown: tuple[tuple[Cause, int], ...] = ()
    records_read: int = 0
    requests: int | None = None
    not_checked: tuple[Doi, ...] = ()
    lock_file: str | None = None

    @property
    def undecided(self) -> int:
        """The number of DOIs that could not be checked, for any cause."""
        return sum(count for _, count in self.unknown)


class WorkCounts(Value):
    """The counts of the works that a run looked up and compared.

    Attributes:
        asked: the number of distinct DOIs whose works were looked up.
        known: the number of known works.
        unknown: the number of works that could not be read.
        not_read: the agencies whose records cannot be read, each with the number of its DOIs.
        compared: the number of citations that were compared with the work; citations with the same
            DOI and the same words count once.
        differing: the number of compared citations that differ from the work, including those that
            no finding reports.
        not_judged: the number of citations of known works that contain too little information, or
            contradict themselves.
        unjudged: the places of these citations, and why they were not judged; empty if they are not
            kept.
        other_works: the number of findings about a different work.
        other_hints: the number of these findings that are hints.
        details: the number of findings about different details.
        left_out: the number of DOIs that were left out, because there were too many and no document
            describes their works.
        seconds: the estimated time in seconds for the DOIs in `left_out`.
        seconds_with_contact: the same time for a user who gives an address (the setting `contact`).
    """

    asked: int = 0
    known: int = 0
    unknown: int = 0
    not_read: tuple[tuple[str, int], ...] = ()
    compared: int = 0
    differing: int = 0
    not_judged: int = 0
    unjudged: tuple[PathNote, ...] = ()
    other_works: int = 0
    other_hints: int = 0
    details: int = 0
    left_out: int = 0
    seconds: float = 0.0
    seconds_with_contact: float = 0.0


class Since(Value):
    """The counts of the unchanged parts that a run with `--since` left out.

    Attributes:
        reference: the commit since which lines changed, as the user named it.
        findings: the number of findings on unchanged lines of the files that were read.
        files: the number of files that were not read because nothing in them changed.
    """

    reference: str
    findings: int = 0
    files: int = 0


class SearchCounts(Value):
    """The counts of a search for the DOIs of references.

    Attributes:
        searched: the number of references that were searched, each once.
        proposed: the number of references for which a DOI was found.
        differing: the number of references for which a work was found that has the same title but
            differs in other fields.
        not_found: the number of references to a work that no service has; counted only if this is
            to be reported.
        unjudged: the reasons why nothing is reported for the other references, each with their
            number.
        unknown: the number of references that could not be searched, or have a DOI that could not
            be checked.
        unchecked: the number of these that have a DOI that could not be checked.
        left: the number of references that were left for a later run because there were too many.
        cached: the number of references that the cache answered.
        requests: the number of requests.
        left_out: the reasons why other references were not searched, each with their number.
    """

    searched: int = 0
    proposed: int = 0
    differing: int = 0
    not_found: int = 0
    unjudged: tuple[tuple[str, int], ...] = ()
    unknown: int = 0
    unchecked: int = 0
    left: int = 0
    cached: int = 0
    requests: int = 0
    left_out: tuple[tuple[str, int], ...] = ()

    @property
    def undecided(self) -> int:
        """The number of references whose search has no result."""
        return self.unknown + self.left


class Report(Value):
    """The result of one run of `check`.

    Attributes:
        findings: the remaining findings, after suppression and fixing, in order.
        files: the paths of the checked files, in order.
        problems: the files, and the parts of files, that could not be read or written; each format
            shows them.
        skipped: the files that were named or found, but left out on purpose, or whose kind is not
            supported.
        notes: the files that were checked, but for which something else could not be done.
        lookups: the counts of the look-ups; None in a run without look-ups.
        works: the counts of works; None in a run that requested none.
        searches: the counts of a search; None without one.
        registered: the known works of the DOIs of findings, each in one line.
        notices: sentences that a user must see, such as the name of the server that received DOIs.
        warning: why the run checked no document; printed even if `quiet`. Empty: documents were
            checked.
        is_unread: whether nothing was checked, although no setting leaves everything out.
        fixed: the findings that were fixed in the files, each with its lines before the fix.
        suppressed: the number of findings that an added comment turns off.
        hidden: the number of findings that were left out because they are in the baseline.
        since: the counts of unchanged parts that were left out; None in a run that reports
            everything.
        unsafe_fixes: whether `--unsafe-fixes` was given; the report then does not mention it.
        in_build: whether Sphinx made the report; its sentences then name settings in `conf.py`
            instead of options of the command.
        dry: whether the fixes are shown as a patch and the files stay unchanged.
        interrupted: whether the user stopped the run; the report is then incomplete.
        elapsed: seconds from start to end; None: the time is not printed.
        color: whether the text formats use colours (SGR sequences).
        links: whether rules' codes are links to their pages, for terminals that support links.
        width: the width of the terminal in cells; None: there is no terminal.
        shows_fixes: whether to list each fix, and each citation that could not be judged.
        quiet: whether to leave out the summary, the notices and the skipped files.
        max_per_rule: the maximum number of findings that the text report shows for a rule; 0: all;
            None: all unless there are many.
        offline: whether look-ups were turned off by the settings.
        details: the lines about the run that `--verbose` prints.
        dois: the mentions, and the information about their DOIs; None unless the output format
            needs them.
        fail_on: the lowest severity of findings that fails the run.
    """

    findings: tuple[Finding, ...] = ()
    files: Sequence[str] = ()
    problems: tuple[PathNote, ...] = ()
    skipped: tuple[PathNote, ...] = ()
    notes: tuple[PathNote, ...] = ()
    lookups: LookupCounts | None = None
    works: WorkCounts | None = None
    searches: SearchCounts | None = None
    registered: Mapping[Doi, str] = MappingProxyType({})
    notices: tuple[str, ...] = ()
    warning: str = ""
    is_unread: bool = False
    fixed: tuple[Finding, ...] = ()
    suppressed: int = 0
    hidden: int = 0
    since: Since | None = None
    unsafe_fixes: bool = False
    in_build: bool = False
    dry: bool = False
    interrupted: bool = False
    elapsed: float | None = None
    color: bool = False
    links: bool = False
    width: int | None = None
    shows_fixes: bool = False
    quiet: bool = False
    max_per_rule: int | None = None
    offline: bool = False
    details: tuple[str, ...] = ()
    dois: Dois | None = None
    fail_on: Severity = Severity.WARNING

    @property
    def is_broken(self) -> bool:
        """Whether the run fails because of files that could not be read or written."""
        return self.is_unread or any(problem.fails for problem in self.problems)

    @property
    def parts(self) -> int:
        """The number of files that were read only in part."""
        return len({problem.path for problem in self.problems if problem.is_part})

    @property
    def unprocessed(self) -> int:
        """The number of files that could not be read or written at all."""
        return len({problem.path for problem in self.problems if not problem.is_part})

    def fails(self, finding: Finding) -> bool:
        """Return whether a finding fails the run."""
        return finding.fails(self.fail_on)

    def failing(self) -> int:
        """Return the number of findings that fail the run."""
        return sum(map(self.fails, self.findings))

    def word(self, finding: Finding) -> str:
        """Return `hint: `, or the severity of a warning that does not fail the run, or ""."""
        is_plain = finding.severity is not Severity.HINT and self.fails(finding)
        return "" if is_plain else f"{finding.severity.value}: "

    def count(self, severity: Severity) -> int:
        """Return the number of findings with this severity."""
        return [finding.severity for finding in self.findings].count(severity)

    def fixable(self, safety: Safety) -> int:
        """Return the number of findings that have a fix of this safety."""
        fixes = [finding.fix for finding in self.findings if finding.fix is not None]
        return [fix.safety for fix in fixes].count(safety)
