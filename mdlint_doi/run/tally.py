"""The results of a run so far: findings, problems, changes and counts.

The results of a separate process are also a tally. For this reason, a tally has only values that
can be sent between processes, and only those lines of a document that its findings are about.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mdlint_doi.file_formats import entry_of
from mdlint_doi.files.reading import FileProblem
from mdlint_doi.report.model import LookupCounts, PathNote, SearchCounts, WorkCounts
from mdlint_doi.text.value import Value

if TYPE_CHECKING:
    from mdlint_doi.lint.baseline import Key
    from mdlint_doi.lint.document import Document
    from mdlint_doi.lint.model import Finding
    from mdlint_doi.names.doi import Doi
    from mdlint_doi.report.mentioned import Dois, Mentioned
    from mdlint_doi.run.learned import Learned
    from mdlint_doi.text.source import Source


_NO_TEXT: Final = "not UTF-8; convert the file to UTF-8, or exclude it"


class Change(Value):
    """A document's text before and after the fixes.

    Attributes:
        before: the document as it was read.
        after: the document with its fixes.
    """

    before: Source
    after: Source


class Tally:
    """The results so far."""

    def __init__(self) -> None:
        self.files: list[str] = []  # that were read, in order
        self.broken: set[str] = set()  # of these, those that are none of their format
        self.skipped: list[PathNote] = []  # files that were passed over, and why
        self.errors: list[PathNote] = []  # files that could not be read, decoded or written
        self.notes: list[PathNote] = []  # files of which not all was done that was asked for
        self.findings: list[Finding] = []  # what is left to say
        self.changes: list[Change] = []  # texts, where somebody wants to see them
        self.fixed: list[Finding] = []
        self.lookups: LookupCounts | None = None  # None without any; likewise the next two
        self.works: WorkCounts | None = None
        self.searches: SearchCounts | None = None
        self.registered: dict[Doi, str] = {}  # what DOIs of findings are registered as, in a line
        self.interrupted = False  # the user stopped the run
        self.notices: list[str] = []  # what the user has to be told of files that were written
        self.bibliographies: list[str] = []  # files that documents name as such
        self.hidden: dict[Key, int] = {}
        """How often each finding was met that the baseline knows; no two documents share a key."""
        self.known = 0  # findings that the baseline knows, as a report counts them
        self.suppressed = 0  # findings that a comment was added for
        self.outside = 0  # findings on lines that were not to be told
        self.unchanged = 0  # files that were not read, since nothing in them changed
        self.mentions: list[Mentioned] = []  # of all documents, where they are wanted
        self.learned: Learned | None = None  # the outcomes and suggestions, likewise

    def skip(self, name: str, reason: str, *, is_unread: bool = False) -> None:
        """Note a file that was passed over; `is_unread` if its kind cannot be read."""
        self.skipped.append(PathNote(name, reason, is_unread=is_unread))

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

    def read_in_part(self, problem: FileProblem) -> None:
        """Note a file of which only ASCII could be read; `problem` has the reason and a remedy."""
        line, column = problem.place or (None, None)
        message = f"only ASCII characters are read, and nothing is fixed: {problem.problem}"
        self.notes.append(PathNote(problem.path, message, line, column, is_warning=True))

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
        # Of what is counted, a part of a run has these three; the whole run makes the look-ups.
        for own, others in zip(vars(self).values(), vars(part).values(), strict=True):
            if isinstance(own, list):
                own.extend(others)
            elif isinstance(own, set | dict):
                own.update(others)
        self.known += part.known
        self.outside += part.outside
        self.suppressed += part.suppressed

    def dois(self) -> Dois:
        """Return the mentions, and what is known of their names."""
        from mdlint_doi.report.mentioned import Dois

        mentions = tuple(self.mentions)
        learned = self.learned
        if learned is None:
            return Dois(mentions)
        return Dois(mentions, learned.outcomes, learned.suggestions, learned.works.answers)
