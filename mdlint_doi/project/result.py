"""What a run comes to, as it goes: findings, problems, changes, counts.

A part of a run that another process did is a tally, too, so it holds only what can be sent there
and back, and of each document only the lines that its findings are about.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mdlint_doi.files.names import FileNames
from mdlint_doi.report.model import LookupCounts, PathNote, Report, SearchCounts, WorkCounts
from mdlint_doi.text.value import Value

if TYPE_CHECKING:
    from mdlint_doi.files.reading import FileProblem
    from mdlint_doi.lint.baseline import Key
    from mdlint_doi.lint.model import Finding
    from mdlint_doi.names.doi import Doi
    from mdlint_doi.pipeline import Learned
    from mdlint_doi.report.mentioned import Dois, Mentioned
    from mdlint_doi.text.source import Source


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
        outside: how many findings lie on lines that were not to be told.
        unchanged: how many files were not read, since nothing in them changed.
        mentions: those of all documents, where they are wanted.
        learned: the outcomes of the names and the suggestions, likewise.

    """

    def __init__(self) -> None:
        """Begin with nothing."""
        self.files = FileNames()
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
        self.outside = 0
        self.unchanged = 0
        self.mentions: list[Mentioned] = []
        self.learned: Learned | None = None

    def problem(self, problem: FileProblem) -> None:
        """Note a file that could not be read or written."""
        self.errors.append(PathNote(problem.path, problem.problem))

    def unparsed(self, problem: FileProblem) -> None:
        """Note a file that was read and is none of its format: it does not count as checked."""
        self.problem(problem)
        self.broken.add(problem.path)

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
            files=self.files.without(self.broken),
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
    from mdlint_doi.project.documents import in_order

    return in_order(findings)
