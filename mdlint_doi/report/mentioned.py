"""The mentions of DOIs, for reports about DOIs instead of findings.

This module describes each mention in a document, writes it as a line of JSON for programs, and
makes a row of the web page's table for each DOI.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple

from mdlint_doi.file_formats import entry_of_document
from mdlint_doi.lint.document import Document
from mdlint_doi.lint.edits import name_span
from mdlint_doi.lint.model import Finding, Mention
from mdlint_doi.lint.registered import said_of, verdict_on, work_of
from mdlint_doi.lint.running_names import as_registered
from mdlint_doi.lint.selection import RunFacts
from mdlint_doi.lint.severity import Severity
from mdlint_doi.names.doi import Doi
from mdlint_doi.names.outcome import Found, Missing, Outcome, Unknown
from mdlint_doi.report.explanation import explanation
from mdlint_doi.report.safe import encodable, json_line
from mdlint_doi.works.verdict import Difference
from mdlint_doi.works.work import KnownWork, WorkOutcome

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
"""The verdicts on a DOI, the worst first: the name in HTML, and the words for readers."""
_NAMED: Final = 5  # authors of a work to name; a single further one is also named, not counted


class Mentioned(NamedTuple):
    """One mention of a DOI.

    Attributes:
        path: the path of the document, as the user named it.
        line: the line where the mention begins, from 1.
        column: its column in code points, from 1.
        doi: the DOI; None if the mention is not a valid DOI.
        format: the name of the document's format.
        form: the construct that contains the mention, for example a link.
        agreement: the result of comparing the reference with the registered work: `agrees` (the
            title is the same), `differs`, `disagrees` or `cannot-tell`; None if the work is not
            known, or the document does not describe it.
        strength: the strength of the evidence if `agreement` is `disagrees`: `strong` or `weak`;
            otherwise None.
        retracted: whether the work was retracted; None: not known.
        agency: the registration agency of the DOI; None: not known.
        reason: the reason for `agreement`, in a few words.
        claimed: the title that the document states; empty if none was found.
        explanation: the lines that explain the comparison; empty if nothing could be compared.
        differences: the fields that differ between the document and the registered work.
        doi_line: the line where the DOI itself begins, as in findings about it, from 1.
        doi_column: the column of the DOI itself, from 1.
    """

    path: str
    line: int
    column: int
    doi: Doi | None
    format: str
    form: str
    agreement: str | None = None
    strength: str | None = None
    retracted: bool | None = None
    agency: str | None = None
    reason: str | None = None
    claimed: str = ""
    explanation: tuple[str, ...] = ()
    differences: tuple[Difference, ...] = ()
    doi_line: int = 0
    doi_column: int = 0


class Dois(NamedTuple):
    """The DOIs of a run.

    Attributes:
        mentions: the mentions, in the order of the documents.
        outcomes: the outcome of the look-up of each DOI.
        suggestions: for a DOI that is not registered, registered DOIs that may be meant.
        works: the registered work of each DOI, if it was looked up.
    """

    mentions: tuple[Mentioned, ...] = ()
    outcomes: Mapping[Doi, Outcome] = MappingProxyType({})
    suggestions: Mapping[Doi, tuple[Doi, ...]] = MappingProxyType({})
    works: Mapping[Doi, WorkOutcome] = MappingProxyType({})


def mentioned(
    document: Document, facts: RunFacts, format_name: str | None = None
) -> Iterator[Mentioned]:
    """Yield the places where a document mentions DOIs, and whether it describes their works.

    `format_name` is the format of the document; None: the document's name decides.
    """
    document = as_registered(document, facts.outcomes)
    if facts.works:
        facts = facts.replace(claims=document.claims)
    format_name = format_name or entry_of_document(document.source).name
    for mention in document.mentions:
        location = mention.source.location(mention.span.start)
        name = mention.source.location(name_span(mention).start)
        said = said_of(mention, facts)
        yield Mentioned(
            mention.source.name,
            location.line,
            location.column,
            mention.doi,
            format_name,
            mention.form.value,
            agreement=said.agreement,
            strength=said.strength,
            retracted=said.retracted,
            agency=said.agency,
            reason=said.reason,
            claimed=said.claimed,
            explanation=tuple(_explanation(mention, facts)),
            differences=said.differences,
            doi_line=name.line,
            doi_column=name.column,
        )


def _explanation(mention: Mention, facts: RunFacts) -> Sequence[str]:
    """Return the lines that explain a comparison; empty if nothing could be compared."""
    verdict = verdict_on(mention, facts)
    work = work_of(mention, facts)
    doi = mention.doi
    if verdict is None or work is None or doi is None:
        return ()
    return explanation(doi, work, facts.claims.of(mention.span), verdict)


def render(dois: Dois) -> Iterator[str]:
    """Yield a line of JSON for each mention, in the order of the documents."""
    for mention in dois.mentions:
        outcome = dois.outcomes.get(mention.doi) if mention.doi else None
        yield json_line(
            {
                "path": encodable(mention.path),
                "line": mention.line,
                "column": mention.column,
                "doi": None if mention.doi is None else encodable(str(mention.doi)),
                "format": mention.format,
                "form": mention.form,
                "outcome": None if outcome is None else type(outcome).__name__.lower(),
                "agreement": mention.agreement,
                "strength": mention.strength,
                "retracted": mention.retracted,
                "agency": None if mention.agency is None else encodable(mention.agency),
                "reason": None if mention.reason is None else encodable(mention.reason),
                "claimed": encodable(mention.claimed) or None,
                "differences": [_members(difference) for difference in mention.differences],
            }
        )


def _members(difference: Difference) -> dict[str, str]:
    """Return a difference as members of a JSON object."""
    return {
        "field": difference.field,
        "stated": encodable(difference.stated),
        "registered": encodable(difference.registered),
        "of": difference.of.name.lower(),
        "certainty": difference.certainty.name.lower(),
    }


class LineOfFile(NamedTuple):
    """A line of a file; as text, `path:line`.

    Attributes:
        path: the file, as reports show it.
        line: the line, from 1.
    """

    path: str
    line: int

    def __str__(self) -> str:
        return f"{self.path}:{self.line}"


class RegisteredWork(NamedTuple):
    """The registered work of a DOI, as the page shows it.

    Attributes:
        title: the registered title.
        people: the first authors, in a line.
        year: the first registered year; empty if none is registered.
    """

    title: str
    people: str
    year: str


class DoiRow(NamedTuple):
    """One DOI of the project, as a row of the page's table.

    Attributes:
        doi: the DOI in the spelling of its first mention.
        outcome: the outcome of its look-up; None: it was not looked up.
        places: the lines that mention it, in order.
        suggestions: registered DOIs that may be meant.
        findings: the number of findings about it, without hints.
        work: its registered work; None: not known.
        is_other: whether a document cites a different work.
        is_retracted: whether the work was retracted.
        may_cite_other_work: whether a hint reports that a document may cite a different work.
    """

    doi: Doi
    outcome: Outcome | None = None
    places: tuple[LineOfFile, ...] = ()
    suggestions: tuple[Doi, ...] = ()
    findings: int = 0
    work: RegisteredWork | None = None
    is_other: bool = False
    is_retracted: bool = False
    may_cite_other_work: bool = False

    @property
    def verdict(self) -> str:
        """The verdict on the DOI, a name from `VERDICTS`."""
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
        """Return the verdict on a registered DOI; a shortDOI is not reported for being an alias."""
        if self.is_retracted or self.is_other:
            return "retracted" if self.is_retracted else "disagrees"
        record = found.record
        if record is not None and not self.doi.is_short:
            if record.deleted:
                return "deleted"
            if record.alias:
                return "alias"
            if not record.target:
                return "no-target"
        return "may-disagree" if self.may_cite_other_work else "found"


def rows_of(dois: Dois, findings: Iterable[Finding]) -> tuple[DoiRow, ...]:
    """Return the DOIs of a run in the order of their first mention.

    Args:
        dois: the mentions and what is known about their DOIs.
        findings: the findings of the run, to count those about each DOI.
    """
    problems = Counter(finding.doi for finding in findings if finding.severity is not Severity.HINT)
    places: dict[Doi, dict[LineOfFile, None]] = defaultdict(dict)
    for mention in dois.mentions:
        if mention.doi is not None:
            places[mention.doi][LineOfFile(mention.path, mention.line)] = None
    disagreeing = [mention for mention in dois.mentions if mention.agreement == "disagrees"]
    others = {mention.doi for mention in disagreeing if mention.strength != "weak"}
    doubted = {mention.doi for mention in disagreeing if mention.strength == "weak"}
    retracted = {mention.doi for mention in dois.mentions if mention.retracted}
    return tuple(
        DoiRow(
            doi,
            dois.outcomes.get(doi),
            tuple(where),
            dois.suggestions.get(doi, ()),
            problems[doi],
            _registered(dois.works.get(doi)),
            doi in others,
            doi in retracted,
            doi in doubted,
        )
        for doi, where in places.items()
    )


def _registered(known: WorkOutcome | None) -> RegisteredWork | None:
    if not isinstance(known, KnownWork):
        return None
    work = known.work
    names = [person.name for person in work.people if person.name]
    more = f" and {len(names) - _NAMED} others" if len(names) > _NAMED + 1 else ""
    people = ", ".join(names[: _NAMED if more else None]) + more
    return RegisteredWork(work.titles.shown, people, str(min(work.years, default="")))
