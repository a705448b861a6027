"""The mentions of DOIs, for reports about DOIs instead of findings.

This module writes each mention as a line of JSON for programs, each DOI as a row of the web page's
table, and the comparison of a reference with its registered work as text.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, NamedTuple

from mdlint_doi.lint.model import Finding
from mdlint_doi.lint.severity import Severity
from mdlint_doi.names.doi import Doi
from mdlint_doi.names.outcome import Found, Missing, Outcome, Unknown
from mdlint_doi.report import safe
from mdlint_doi.report.safe import encodable, json_line, toml_value
from mdlint_doi.text.numbers import counted, listed
from mdlint_doi.works.verdict import (
    Agrees,
    CannotTell,
    Certainty,
    Difference,
    Differs,
    Disagrees,
    Evidence,
    Of,
    Strength,
    Verdict,
)
from mdlint_doi.works.work import KnownWork, Work, WorkOutcome

if TYPE_CHECKING:
    from mdlint_doi.works.claim import Claim

ISSUES: Final = "https://github.com/sphinx-doi/sphinx-doi/issues/new"
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
_MOST: Final = 300  # the most code points of a text in an explanation
_CERTAIN: Final = {
    Certainty.STATED: "certain",
    Certainty.READ: "likely",
    Certainty.GUESSED: "possible",
}
_LEVEL: Final = {Strength.STRONG: "a warning", Strength.WEAK: "a hint"}


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


def render(dois: Dois) -> Iterator[str]:
    """Yield a line of JSON for each mention, in the order of the documents."""
    for one in dois.mentions:
        outcome = dois.outcomes.get(one.doi) if one.doi else None
        yield json_line(
            {
                "path": encodable(one.path),
                "line": one.line,
                "column": one.column,
                "doi": None if one.doi is None else encodable(str(one.doi)),
                "format": one.format,
                "form": one.form,
                "outcome": None if outcome is None else type(outcome).__name__.lower(),
                "agreement": one.agreement,
                "strength": one.strength,
                "retracted": one.retracted,
                "agency": None if one.agency is None else encodable(one.agency),
                "reason": None if one.reason is None else encodable(one.reason),
                "claimed": encodable(one.claimed) or None,
                "differences": [_members(each) for each in one.differences],
            }
        )


def _members(one: Difference) -> dict[str, str]:
    """Return a difference as members of a JSON object."""
    return {
        "field": one.field,
        "stated": encodable(one.stated),
        "registered": encodable(one.registered),
        "of": one.of.name.lower(),
        "certainty": one.certainty.name.lower(),
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
    problems = Counter(one.doi for one in findings if one.severity is not Severity.HINT)
    places: dict[Doi, dict[LineOfFile, None]] = defaultdict(dict)
    for mention in dois.mentions:
        if mention.doi is not None:
            places[mention.doi][LineOfFile(mention.path, mention.line)] = None
    disagreeing = [one for one in dois.mentions if one.agreement == "disagrees"]
    others = {one.doi for one in disagreeing if one.strength != "weak"}
    doubted = {one.doi for one in disagreeing if one.strength == "weak"}
    retracted = {one.doi for one in dois.mentions if one.retracted}
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
    names = [one.name for one in work.people if one.name]
    more = f" and {len(names) - _NAMED} others" if len(names) > _NAMED + 1 else ""
    people = ", ".join(names[: _NAMED if more else None]) + more
    return RegisteredWork(work.titles.shown, people, str(min(work.years, default="")))


def explanation(doi: Doi, work: Work, claims: tuple[Claim, ...], verdict: Verdict) -> list[str]:
    """Return the lines that explain the comparison of a reference, without its location.

    Args:
        doi: the DOI of the reference.
        work: the registered work.
        claims: the texts of the document that describe the work.
        verdict: the result of the comparison.
    """
    evidence = verdict.evidence
    lines = [
        *_evidence(work, evidence),
        *map(_difference, evidence.differences),
        f"conclusion: {_conclusion(verdict)}",
    ]
    if isinstance(verdict, Agrees | CannotTell):
        return lines
    is_part = any(one.of is Of.PART for one in evidence.differences)
    what = "different part" if is_part else "details"
    what = "different work" if isinstance(verdict, Disagrees) else what
    level = f"{what}, {verdict.strength.value}"
    return [
        *lines,
        "If the document is right, add the DOI to the exceptions, with the reason:",
        "    [tool.mdlint-doi.exceptions]",
        f'    {toml_value(str(doi))} = "the reason"',
        f"If this is a false alarm, please send these lines to {ISSUES}",
        f"    {level}: {_shown(str(doi))}",
        f"    registered: {_shown(work.titles.shown)} | {_people(work)} | {_years(work)}",
        *(f"    document ({one.origin.value}): {_shown(one.words)}" for one in claims[:2]),
    ]


def _conclusion(verdict: Verdict) -> str:
    """Return the meaning of a verdict, in a sentence."""
    evidence = verdict.evidence
    fields = _fields(evidence)
    match verdict:
        case Agrees():
            return f"the document agrees with the record: {evidence.reason}"
        case CannotTell():
            return f"the reference cannot be judged: {evidence.reason}"
        case Disagrees(strength):
            return f"{_compared(evidence)}: {_meant(evidence, strength)} ({_LEVEL[strength]})"
        case Differs(strength=strength):
            part = next((one for one in evidence.differences if one.of is Of.PART), None)
            if part is not None:
                return f"the DOI belongs to {part.registered}, but {part.stated} is cited (a hint)"
            differs = f"the citation differs in {listed(fields)}"
            if strength is Strength.STRONG:
                meant = "a different work is cited, or these details are wrong"
                return f"{differs}, which a single mistake does not explain: {meant} (a warning)"
            return f"this work is cited, but {differs} ({_LEVEL[strength]})"


def _fields(evidence: Evidence) -> list[str]:
    """Return the names of the fields that differ, each once."""
    fields = dict.fromkeys(one.field for one in evidence.differences)
    return [name for one in fields for name in one.split(" and ")]  # such as "volume and page"


def _compared(evidence: Evidence) -> str:
    """Return which fields match the registered work and which do not, in a sentence."""
    fields = _fields(evidence)
    if evidence.is_same_title and "title" in fields and len(fields) > 1:
        others = _differ([one for one in fields if one != "title"])
        also = f", {_match(evidence.same)}" if evidence.same else ""
        return f"the title is nearly the same as the registered title{also}, but {others} match"
    if not evidence.same:
        return f"{_differ(fields)} match the registered work"
    return f"{_match(evidence.same)} the registered work, but {_differ(fields)}"


def _meant(evidence: Evidence, strength: Strength) -> str:
    """Return what may be wrong: a different work is cited, or a detail is wrong."""
    fields = _fields(evidence)
    if fields == ["title"] and evidence.same:
        return "the title or the DOI is wrong"
    if evidence.is_same_title:
        wrong = "these details are" if len(fields) > 1 else _are(fields)
        return f"a different work is cited, or {wrong} wrong"
    return f"a different work {'is' if strength is Strength.STRONG else 'may be'} cited"


def _are(fields: Sequence[str]) -> str:
    """Return fields with their verb: `the title is`, `authors and year are`."""
    return f"{_named_fields(fields)} {'are' if _are_several(fields) else 'is'}"


def _match(fields: Sequence[str]) -> str:
    """Return fields that match: `the title matches`, `authors and year match`."""
    return f"{_named_fields(fields)} {'match' if _are_several(fields) else 'matches'}"


def _differ(fields: Sequence[str]) -> str:
    """Return fields that do not match: `the title does not`, `authors and year do not`."""
    return f"{_named_fields(fields)} {'do' if _are_several(fields) else 'does'} not"


def _named_fields(fields: Sequence[str]) -> str:
    return listed(fields) if len(fields) > 1 else f"the {fields[0]}"


def _are_several(fields: Sequence[str]) -> bool:
    return len(fields) > 1 or fields[0] == "authors"


def _evidence(work: Work, evidence: Evidence) -> Iterator[str]:
    container = f"; {_shown(work.containers[0])}" if work.containers else ""
    details = f"{_people(work)}; {_years(work)}{container}"
    yield f'registered: "{_shown(evidence.registered)}"; {details}'
    claimed = f'"{_shown(evidence.claimed)}"' if evidence.claimed else "no title could be found"
    yield f"claimed: {claimed}; {_shown(evidence.cited) or 'no authors and no year'}"
    if evidence.is_translated:
        yield "titles: in different languages or scripts"
    else:
        like = "nothing to compare" if evidence.likeness is None else f"{evidence.likeness:.0%}"
        words = f"{evidence.coverage:.0%} of the words in the registered title are in the text"
        yield f"title similarity: {like}; {words}"
    yield f"authors: {_common(evidence)}; year: {evidence.years.value}"


def _difference(one: Difference) -> str:
    sides = f"{_shown(one.stated)} | registered: {_shown(one.registered)}"
    return f"differs in {one.field}: {sides} ({_CERTAIN[one.certainty]})"


def _common(evidence: Evidence) -> str:
    """Return how many authors the reference and the registered work have in common."""
    named = evidence.authors_named
    if not evidence.people_stated and not named:
        return "not stated on one side or both"
    notes = [_named(evidence)]
    if evidence.given_differ:
        notes.append(f"{evidence.given_differ} with different given names")
    if named and evidence.strangers:
        verb = "is" if evidence.strangers == 1 else "are"
        notes.append(f"{evidence.strangers} more {verb} not registered")
    return ", ".join(notes)


def _named(evidence: Evidence) -> str:
    """Return which of the registered authors the reference names, such as `all 4 are the same`."""
    named, registered = evidence.authors_named, evidence.authors
    if named == registered:
        return f"all {registered} are the same" if registered > 1 else "the same"
    if not evidence.first_author:
        return (
            f"{named} of the {registered} registered authors, but not the first"
            if named
            else "none in common"
        )
    if named == 1:
        return f"only the first of the {registered} registered authors"
    return f"the first and {named - 1} of the other {registered - 1} registered authors"


def _people(work: Work) -> str:
    names = [_shown(one.name) for one in work.people[:3] if one.name]
    more = f" and {counted(len(work.people) - 3, 'other')}" if len(work.people) > 3 else ""
    return f"{', '.join(names)}{more}" if names else "no author is registered"


def _years(work: Work) -> str:
    return ", ".join(map(str, sorted({*work.years}))) or "no year"


def _shown(text: str) -> str:
    return safe.line(text, _MOST)
