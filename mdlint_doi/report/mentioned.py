"""Every place where a DOI is mentioned, for the reports that are about DOIs and not findings.

`render` writes each as one line of JSON, for programs that judge or count them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from mdlint_doi.names.doi import Doi
from mdlint_doi.names.outcome import Outcome
from mdlint_doi.report.safe import encodable, json_line

if TYPE_CHECKING:
    from mdlint_doi.works.work import WorkOutcome


class Mentioned(NamedTuple):
    """One mention.

    Attributes:
        path: of the document.
        line: from 1.
        column: likewise, in code points.
        doi: the name; None where what is written is none.
        format: what the document is written in.
        form: which construct holds it.
        agreement: whether the document speaks of the registered work: `agrees`, `disagrees` or
            `cannot-tell`; None where the work is not known or nothing is said of it.
        strength: of a disagreement, `strong` or `weak`.
        retracted: whether the work was taken back; None where that is not known.
        agency: whose record the work is, or would be; None where that is not known.
        reason: in a few words, what decided on the agreement; None without one.
        claimed: the title that the document claims.
        explanation: of a disagreement, line by line.

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


class Dois(NamedTuple):
    """The DOIs of a run.

    Attributes:
        mentions: in order.
        outcomes: what the DOI system said of the names.
        suggestions: for a name that is not registered, others that are.
        works: what the names are registered as, as far as that was asked.

    """

    mentions: tuple[Mentioned, ...] = ()
    outcomes: Mapping[Doi, Outcome] = MappingProxyType({})
    suggestions: Mapping[Doi, tuple[Doi, ...]] = MappingProxyType({})
    works: Mapping[Doi, WorkOutcome] = MappingProxyType({})


def render(dois: Dois) -> Iterator[str]:
    """Yield a line for each mention, in the order of the documents."""
    for one in dois.mentions:
        yield json_line(_members(one, dois.outcomes.get(one.doi) if one.doi else None))


def _members(one: Mentioned, outcome: Outcome | None) -> dict[str, str | int | bool | None]:
    """Return the members; those from `agreement` on are null where the work is not known."""
    return {
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
    }
