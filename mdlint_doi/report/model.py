"""What a run has to say: the one value that every report format renders.

A format is a pure function of a `Report`: no clock, no environment, no file; what depends on those
(colour, elapsed time) is decided before and stands in here.
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
        path: as the user gave it, or as the walk found it, with `/`; may hold anything.
        message: one sentence: why it was skipped, or what went wrong.
        line: where in the file, from 1; None where no place is known.
        column: likewise.
        is_warning: whether it should have been checked; else that was nobody's wish.
        is_unread: whether it was named, and is of a kind that cannot be read.
    """

    path: str
    message: str
    line: int | None = None
    column: int | None = None
    is_warning: bool = False
    is_unread: bool = False


class LookupCounts(Value):
    """What the look-ups of a run came to, counted in distinct names."""

    asked: int = 0  # names whose outcome was wanted; the three below add up to it
    found: int = 0  # registered
    missing: int = 0  # not registered
    unknown: tuple[tuple[Cause, int], ...] = ()
    """Could not be checked, by cause; only causes that occurred."""
    records_read: int = 0  # of the found ones, how many had their handle record read
    requests: int | None = None  # HTTP requests sent; None where nobody counted
    not_checked: tuple[Doi, ...] = ()  # the names that `unknown` counts, where somebody keeps them
    lock_file: str | None = None  # the records file that alone answered, offline; None: another way

    @property
    def undecided(self) -> int:
        """How many names could not be checked, for whatever cause."""
        return sum(count for _, count in self.unknown)


class WorkCounts(Value):
    """What came of asking what names are registered as."""

    asked: int = 0  # distinct names that were asked
    known: int = 0  # whose works are known
    unknown: int = 0  # of which nothing could be learned
    not_read: tuple[tuple[str, int], ...] = ()
    """Names at agencies whose records are not read: each agency, and how many."""
    compared: int = 0
    """Citations that were compared with the work; those that give one name twice in the same words
    count once."""
    untold: int = 0  # citations of known works that say too little, or contradict themselves
    unjudged: tuple[PathNote, ...] = ()  # where these are, and why, as far as somebody keeps them
    other_works: int = 0  # findings that the work is another one
    other_hints: int = 0  # those of them that are hints
    details: int = 0  # findings that details differ
    left_out: int = 0  # names that nothing is said of and that were too many to be asked
    seconds: float = 0.0  # how long these would take
    seconds_with_contact: float = 0.0  # the same where the user's address is given


class Since(Value):
    """What a run left out that reported changed lines alone."""

    reference: str  # what the user calls the commit since which lines changed
    findings: int = 0  # how many lie on other lines of the files that were read
    files: int = 0  # how many were not read, since nothing in them changed


class SearchCounts(Value):
    """What came of searching the DOIs that references lack."""

    searched: int = 0  # references that were searched, each once
    proposed: int = 0  # for which a DOI was found
    differing: int = 0  # of the others, that differ from the work with their title
    not_found: int = 0  # whose work no service knows, as far as that was to be said
    unjudged: tuple[tuple[str, int], ...] = ()
    """Why nothing is said of the rest, and how many they are."""
    unknown: int = 0  # that could not be searched, or whose DOI could not be checked
    unchecked: int = 0  # those of them whose DOI could not be checked
    left: int = 0  # that are left for another run, since there were too many
    cached: int = 0  # that the cache answered
    requests: int = 0  # how many were sent
    left_out: tuple[tuple[str, int], ...] = ()
    """Why others were not searched, and how many they are."""

    @property
    def undecided(self) -> int:
        """How many were to be searched, and were not."""
        return self.unknown + self.left


class Report(Value):
    """The result of one run of `check`."""

    findings: tuple[Finding, ...] = ()
    """What is left to report, after suppression and fixing, in order."""
    files: Sequence[str] = ()  # the names of the files that were checked, in order
    skipped: tuple[PathNote, ...] = ()  # files that were named or found, but not checked
    errors: tuple[PathNote, ...] = ()  # files that could not be read, decoded or written
    notes: tuple[PathNote, ...] = ()
    """Files that were checked, but not all of what was asked for was done."""
    lookups: LookupCounts | None = None  # None in a run that made none
    works: WorkCounts | None = None  # None in a run that asked for none
    searches: SearchCounts | None = None  # None without a search
    registered: Mapping[Doi, str] = MappingProxyType({})
    """What the DOIs of findings are registered as, in a line, where that is known."""
    notices: tuple[str, ...] = ()  # sentences that a user has to see, such as whose server is asked
    warning: str = ""
    """Why this run says nothing of any document; reported however quiet; empty: it does."""
    is_unread: bool = False  # nothing was read of what was named, though no setting leaves it out
    fixed: tuple[Finding, ...] = ()
    """The findings that were fixed in the files; each with the lines that it was about."""
    suppressed: int = 0  # how many findings a comment was added for, which switches them off
    hidden: int = 0  # how many findings were left out, since the baseline knows them
    since: Since | None = None
    """What was left out, since it was not changed; None in a run that tells all."""
    unsafe_fixes: bool = False
    """Whether `--unsafe-fixes` was given, so that a hint at it makes no sense."""
    dry: bool = False  # the fixes are shown as a patch, and the files are as they were
    interrupted: bool = False  # the user stopped the run; the report is what was known by then
    elapsed: float | None = None  # seconds from start to end; None: do not print it
    color: bool = False  # colour the text formats with SGR sequences
    links: bool = False  # make codes of rules links to their pages, which the terminal understands
    width: int | None = None  # of the terminal, in cells; None: there is none
    shows_fixes: bool = False  # list each fix, and each citation that could not be judged
    quiet: bool = False  # leave out the summary, the notices and what was skipped
    max_per_rule: int | None = None
    """Findings of a rule that the text report shows; 0: all; None: all if they are not many."""
    offline: bool = False  # nothing was looked up, as the settings want it
    details: tuple[str, ...] = ()  # how the run came about, for who wants to know
    dois: Dois | None = None
    """The mentions, and what is known of their names, where a format needs them."""
    fail_on: Severity = Severity.WARNING  # the run fails by findings of this severity and worse

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
