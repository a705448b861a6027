"""The DOIs of a run, each once: the rows of the web page's table."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, NamedTuple

from mdlint_doi.lint.model import Finding
from mdlint_doi.lint.settings import Severity
from mdlint_doi.names.doi import Doi
from mdlint_doi.names.outcome import Found, Missing, Outcome, Unknown
from mdlint_doi.report.mentioned import Dois
from mdlint_doi.works.work import KnownWork

_NAMED: Final = 5
"""People of a work that are named; one more is named, too, rather than counted."""


class LineOfFile(NamedTuple):
    """A line of a file; as text, `path:line`."""

    path: str
    line: int

    def __str__(self) -> str:
        return f"{self.path}:{self.line}"


class RegisteredWork(NamedTuple):
    """What a name is registered as, as the page shows it."""

    title: str
    people: str
    year: str


@dataclass(frozen=True, slots=True)
class DoiRow:
    """One DOI of the project.

    Attributes:
        doi: the name, as it is first written.
        outcome: what the DOI system said; None where it was not asked.
        places: where it is mentioned, in order.
        suggestions: registered names that may be meant.
        findings: how many findings there are about it, hints not counted.
        work: what it is registered as; None where that is not known.
        is_other: a document speaks of another work.
        may_be_other: a hint says that.
        is_retracted: the work was taken back.

    """

    doi: Doi
    outcome: Outcome | None = None
    places: tuple[LineOfFile, ...] = ()
    suggestions: tuple[Doi, ...] = ()
    findings: int = 0
    work: RegisteredWork | None = None
    is_other: bool = False
    is_retracted: bool = False
    may_be_other: bool = False

    @property
    def verdict(self) -> str:
        """The word, the first of one of `VERDICTS`, for what was learned of the name."""
        match self.outcome:
            case Found():
                return self._found(self.outcome)
            case Missing():
                return "missing"
            case Unknown():
                return "unknown"
            case None:
                return "unasked"

    def _found(self, found: Found) -> str:
        """Return what is odd about a registered name; a shortDOI is an alias by nature."""
        if self.is_retracted or self.is_other:
            return "retracted" if self.is_retracted else "disagrees"
        record = found.record
        if record is None or self.doi.is_short:
            return self._good
        if record.deleted:
            return "deleted"
        if record.alias:
            return "alias"
        return self._good if record.target else "no-target"

    @property
    def _good(self) -> str:
        return "may-disagree" if self.may_be_other else "found"


VERDICTS: Final = (
    ("missing", "not registered"),
    ("deleted", "deleted"),
    ("no-target", "without a target"),
    ("retracted", "retracted"),
    ("disagrees", "disagrees"),
    ("may-disagree", "may disagree"),
    ("unknown", "could not be checked"),
    ("unasked", "not looked up"),
    ("alias", "alias"),
    ("found", "registered"),
)
"""What the page calls an outcome, the worst first: a word for the program, one for readers."""


def rows_of(dois: Dois, findings: Iterable[Finding]) -> tuple[DoiRow, ...]:
    """Return the DOIs of a run in the order of their appearance.

    Args:
        dois: of all documents, with what was learned of them.
        findings: of the run.

    """
    with_problems: dict[Doi, int] = defaultdict(int)
    for finding in findings:
        if finding.doi is not None and finding.severity is not Severity.HINT:
            with_problems[finding.doi] += 1
    places: dict[Doi, dict[LineOfFile, None]] = defaultdict(dict)
    others: set[Doi] = set()
    doubted: set[Doi] = set()
    retracted: set[Doi] = set()
    for mention in dois.mentions:
        if mention.doi is not None:
            places[mention.doi][LineOfFile(mention.path, mention.line)] = None
            if mention.agreement == "disagrees":
                (doubted if mention.strength == "weak" else others).add(mention.doi)
            if mention.retracted:
                retracted.add(mention.doi)
    return tuple(
        DoiRow(
            doi,
            dois.outcomes.get(doi),
            tuple(where),
            dois.suggestions.get(doi, ()),
            with_problems.get(doi, 0),
            _registered(dois, doi),
            doi in others,
            doi in retracted,
            doi in doubted,
        )
        for doi, where in places.items()
    )


def _registered(dois: Dois, doi: Doi) -> RegisteredWork | None:
    """Return what a name is registered as; None where that is not known."""
    known = dois.works.get(doi)
    if known is None:
        return None
    if not isinstance(known, KnownWork):
        return None
    work = known.work
    names = [one.name for one in work.people if one.name]
    more = f" and {len(names) - _NAMED} others" if len(names) > _NAMED + 1 else ""
    people = ", ".join(names[: _NAMED if more else None]) + more
    return RegisteredWork(work.titles.shown, people, str(min(work.years, default="")))
