"""The result of a run: the one value that every report format renders.

A format is a pure function of a `Report`: no clock, no environment, no file. Colour, elapsed time
and everything else that depends on those is decided before, and is in the report.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING

from mdlint_doi.lint.severity import Severity
from mdlint_doi.text.value import Value

if TYPE_CHECKING:
    from mdlint_doi.lint.model import Finding, Safety
    from mdlint_doi.names.doi import Doi
    from mdlint_doi.names.outcome import Cause
    from mdlint_doi.report.mentioned import Dois


class PathNote(Value):
    """A file, and what happened to it instead of being checked.

    Attributes:
        path: the path as the user named it or as it was found, with `/`; may hold any character.
        message: one sentence that says why the file was skipped, or what went wrong.
        line: the line in the file, from 1; None where no place is known.
        column: the column in code points, from 1; None where no place is known.
        is_warning: whether something is wrong: the file, or a part of it, should have been checked
            and was not. False: it was left out on purpose, or the note is for information only.
        is_unread: whether the file was named by the user and its kind cannot be read.
    """

    path: str
    message: str
    line: int | None = None
    column: int | None = None
    is_warning: bool = False
    is_unread: bool = False


class LookupCounts(Value):
    """The counts of the look-ups of a run, in distinct DOIs.

    Attributes:
        asked: the names whose outcome was needed: the sum of `found`, `missing` and `unknown`.
        found: how many are registered.
        missing: how many are not registered.
        unknown: how many could not be checked, by cause; only causes that occurred.
        records_read: for how many of the registered names the handle record was read.
        requests: the number of HTTP requests; None if they were not counted.
        not_checked: the names that `unknown` counts; empty where they are not kept.
        lock_file: the records file that alone answered, offline; None if the answers came from
            elsewhere.
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
        """How many names could not be checked, for whatever cause."""
        return sum(count for _, count in self.unknown)


class WorkCounts(Value):
    """The counts of the works that a run looked up and compared.

    Attributes:
        asked: the number of distinct DOIs whose works were looked up.
        known: how many works are known.
        unknown: how many works could not be read.
        not_read: the agencies whose records cannot be read, each with the number of its names.
        compared: how many citations were compared with the work; citations with the same name and
            the same words count once.
        untold: how many citations of known works say too little, or contradict themselves.
        unjudged: where these citations stand, and why they were not judged; empty where they are
            not kept.
        other_works: the number of findings that a different work is cited.
        other_hints: how many of these findings are hints.
        details: the number of findings that details differ.
        left_out: how many DOIs were left out, because there were too many and no document
            describes their works.
        seconds: how many seconds the names in `left_out` would take.
        seconds_with_contact: the same for a user who gives an address (the setting `contact`).
    """

    asked: int = 0
    known: int = 0
    unknown: int = 0
    not_read: tuple[tuple[str, int], ...] = ()
    compared: int = 0
    untold: int = 0
    unjudged: tuple[PathNote, ...] = ()
    other_works: int = 0
    other_hints: int = 0
    details: int = 0
    left_out: int = 0
    seconds: float = 0.0
    seconds_with_contact: float = 0.0


class Since(Value):
    """The counts of what a run with `--since` left out, because it did not change.

    Attributes:
        reference: the commit since which lines changed, as the user named it.
        findings: the number of findings on other lines of the files that were read.
        files: the number of files that were not read because nothing in them changed.
    """

    reference: str
    findings: int = 0
    files: int = 0


class SearchCounts(Value):
    """The counts of a search for the DOIs of references.

    Attributes:
        searched: the number of references that were searched, each once.
        proposed: for how many of them a DOI was found.
        differing: for how many a work with the same title was found that differs in other fields.
        not_found: how many cite a work that no service knows; counted only if that was to be
            reported.
        unjudged: why nothing is reported for the rest, each reason with the number of references.
        unknown: how many could not be searched, or have a DOI that could not be checked.
        unchecked: how many of these have a DOI that could not be checked.
        left: how many were left for another run because there were too many.
        cached: how many the cache answered.
        requests: the number of requests.
        left_out: why other references were not searched, each reason with their number.
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
        """How many were to be searched, and were not."""
        return self.unknown + self.left


class Report(Value):
    """The result of one run of `check`.

    Attributes:
        findings: the remaining findings, after suppression and fixing, in order.
        files: the paths of the checked files, in order.
        skipped: the files that were named or found, but not checked.
        errors: the files that could not be read, decoded or written.
        notes: the files that were checked, but for which something else could not be done.
        lookups: the counts of the look-ups; None in a run without look-ups.
        works: the counts of works; None in a run that requested none.
        searches: the counts of a search; None without one.
        registered: what the DOIs of findings are registered as, each in one line, where known.
        notices: sentences that a user has to see, for example which server received requests.
        warning: why the run checked no document; it is printed even if `quiet`. Empty: it did
            check.
        is_unread: whether nothing that was named could be read, though no setting leaves it out.
        fixed: the findings that were fixed in the files; each with the lines that it was about.
        suppressed: for how many findings a comment was added that turns them off.
        hidden: how many findings were left out because they are in the baseline.
        since: what was left out because it did not change; None in a run that reports everything.
        unsafe_fixes: whether `--unsafe-fixes` was given; reports then do not mention the option.
        in_build: whether Sphinx made the report; its sentences then name settings of `conf.py`, and
            no option of the command.
        dry: whether the fixes are shown as a patch and the files stay unchanged.
        interrupted: whether the user stopped the run; the report is what was known by then.
        elapsed: seconds from start to end; None: the time is not printed.
        color: whether the text formats use colours (SGR sequences).
        links: whether codes of rules are links to their pages, for terminals that support them.
        width: the width of the terminal in cells; None: there is no terminal.
        shows_fixes: whether to list each fix, and each citation that could not be judged.
        quiet: whether to leave out the summary, the notices and the skipped files.
        max_per_rule: how many findings of a rule the text report shows; 0: all; None: all unless
            there are many.
        offline: whether look-ups were turned off by the settings.
        details: how the run came about, in lines for `--verbose`.
        dois: the mentions, and what is known of their names; None unless the output format needs
            them.
        fail_on: the run fails if there are findings of this severity or a worse one.
    """

    findings: tuple[Finding, ...] = ()
    files: Sequence[str] = ()
    skipped: tuple[PathNote, ...] = ()
    errors: tuple[PathNote, ...] = ()
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

    def fails(self, finding: Finding) -> bool:
        """Return whether the run fails by a finding."""
        return finding.fails(self.fail_on)

    def failing(self) -> int:
        """Return by how many findings the run fails."""
        return sum(map(self.fails, self.findings))

    def word(self, finding: Finding) -> str:
        """Return `hint: `, or the severity of a warning by which the run does not fail; else ""."""
        is_plain = finding.severity is not Severity.HINT and self.fails(finding)
        return "" if is_plain else f"{finding.severity.value}: "

    def count(self, severity: Severity) -> int:
        """Return how many findings have this severity."""
        return [finding.severity for finding in self.findings].count(severity)

    def fixable(self, safety: Safety) -> int:
        """Return how many findings have a fix of this safety."""
        return [one.fix.safety for one in self.findings if one.fix is not None].count(safety)
