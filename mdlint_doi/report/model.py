"""What a run has to say: the one value that every report format renders.

The pipeline and the command fill it, the formats only read it. A format is a pure function of a
`Report`: no clock, no environment, no file; what depends on those (colour, elapsed time) is
decided before and stands in here.

The address of a rule's page in the manual: what reports, SARIF and terminals link to.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING

from mdlint_doi.lint.settings import Severity
from mdlint_doi.text.value import Value

if TYPE_CHECKING:
    from mdlint_doi.lint.model import Finding, Safety
    from mdlint_doi.names.doi import Doi
    from mdlint_doi.names.outcome import Cause
    from mdlint_doi.report.mentioned import Dois

"""Where the pages of the manual can be read: they are committed, those of the rules too."""


class PathNote(Value):
    """A file, and what happened to it instead of being checked.

    Attributes:
        path: as the user gave it, or as the walk found it, with `/`; may hold anything.
        message: one sentence: why it was skipped, or what went wrong.
        line: where in the file, from 1; None where no place is known.
        column: likewise.
        is_warning: whether it should have been checked; else that was nobody's wish.

    """

    path: str
    message: str
    line: int | None = None
    column: int | None = None
    is_warning: bool = False


class LookupCounts(Value):
    """What the look-ups of a run came to, counted in distinct names.

    Attributes:
        asked: names whose outcome was wanted; the three below add up to it.
        found: registered.
        missing: not registered.
        unknown: could not be checked, by cause; only causes that occurred.
        records_read: of the found ones, how many had their handle record read.
        requests: HTTP requests sent; None where nobody counted.
        not_checked: the names that `unknown` counts, where somebody keeps them.
        lock_file: the records file that alone answered, offline; None: another way.

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
    """What came of asking what names are registered as.

    Attributes:
        asked: distinct names that were asked.
        known: whose works are known.
        unknown: of which nothing could be learned.
        not_read: names at agencies whose records are not read: each agency, and how many.
        compared: citations that were compared with the work; those that give one name twice in
            the same words count once.
        untold: citations of known works that say too little, or contradict themselves.
        other_works: findings that the work is another one.
        other_hints: those of them that are hints.
        details: findings that details differ.
        left_out: names that nothing is said of and that were too many to be asked.
        seconds: how long these would take.
        seconds_with_contact: the same where the user's address is given.

    """

    asked: int = 0
    known: int = 0
    unknown: int = 0
    not_read: tuple[tuple[str, int], ...] = ()
    compared: int = 0
    untold: int = 0
    other_works: int = 0
    other_hints: int = 0
    details: int = 0
    left_out: int = 0
    seconds: float = 0.0
    seconds_with_contact: float = 0.0


class Since(Value):
    """What a run left out that reported changed lines alone.

    Attributes:
        reference: what the user calls the commit since which lines changed.
        findings: how many lie on other lines of the files that were read.
        files: how many were not read, since nothing in them changed.

    """

    reference: str
    findings: int = 0
    files: int = 0


class SearchCounts(Value):
    """What came of searching the DOIs that references lack.

    Attributes:
        searched: references that were searched, each once.
        proposed: for which a DOI was found.
        differing: of the others, that differ from the work with their title.
        not_found: whose work no service knows, as far as that was to be said.
        unjudged: why nothing is said of the rest, and how many they are.
        unknown: that could not be searched, or whose DOI could not be checked.
        unchecked: those of them whose DOI could not be checked.
        left: that are left for another run, since there were too many.
        cached: that the cache answered.
        requests: how many were sent.
        left_out: why others were not searched, and how many they are.

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
        findings: what is left to report, after suppression and fixing, in order.
        files: the names of the files that were checked, in order.
        skipped: files that were named or found, but not checked.
        errors: files that could not be read, decoded or written.
        notes: files that were checked, but not all of what was asked for was done.
        lookups: the outcome of the look-ups; None in a run that made none.
        works: what came of asking for works; None in a run that asked for none.
        searches: what came of searching references without a DOI; None without a search.
        registered: what the DOIs of findings are registered as, in a line, where that is known.
        notices: sentences that a user has to see, such as whose server is asked.
        warning: why this run says nothing of any document; reported however quiet; empty: it does.
        fixed: the findings that were fixed in the files; each with the lines that it was about.
        suppressed: how many findings a comment was added for, which switches them off.
        hidden: how many findings were left out, since the baseline knows them.
        since: what was left out, since it was not changed; None in a run that tells all.
        dois: the mentions, and what is known of their names, where a format needs them.
        dry: the fixes are shown as a patch, and the files are as they were.
        unsafe_fixes: whether `--unsafe-fixes` was given, so that a hint at it makes no sense.
        interrupted: the user stopped the run; the report is what was known by then.
        elapsed: seconds from start to end; None: do not print it.
        color: colour the text formats with SGR sequences.
        links: make codes of rules links to their pages, which the terminal understands.
        width: of the terminal, in cells; None: there is none.
        shows_fixes: list each fix, not only how many.
        quiet: leave out the summary, the notices and what was skipped.
        max_per_rule: findings of a rule that the text report shows; 0: all; None: all if they are
            not many.
        offline: nothing was looked up, as the settings want it.
        details: how the run came about, for who wants to know.
        fail_on: the run fails by findings of this severity and worse.

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
    fixed: tuple[Finding, ...] = ()
    suppressed: int = 0
    hidden: int = 0
    since: Since | None = None
    unsafe_fixes: bool = False
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
        """Return the severity as it stands before a message: `hint: `; else nothing.

        A hint has it, and so has a warning by which this run does not fail.
        """
        is_plain = finding.severity is not Severity.HINT and self.fails(finding)
        return "" if is_plain else f"{finding.severity.value}: "

    def count(self, severity: Severity) -> int:
        """Return how many findings have this severity."""
        return [finding.severity for finding in self.findings].count(severity)

    def fixable(self, safety: Safety) -> int:
        """Return how many findings have a fix of this safety."""
        return [one.fix.safety for one in self.findings if one.fix is not None].count(safety)
