"""DOI916: registered works that could not be read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mdlint_doi.lint.edits import name_span
from mdlint_doi.lint.message_text import shown
from mdlint_doi.lint.model import Mention, Severity
from mdlint_doi.lint.rule import NAMED, Example, Facts, FixKind, Need, Problem, Rule
from mdlint_doi.names.outcome import Cause

_CAUSES: Final = {
    Cause.SERVER_ERROR: "its Registration Agency reports an error of its own",
    Cause.BLOCKED: "its Registration Agency refuses to answer this client",
    Cause.RATE_LIMITED: "its Registration Agency is busy or asks for fewer requests",
    Cause.TIMEOUT: "no answer in time",
    Cause.CONNECTION: "no connection to its Registration Agency",
    Cause.TLS: "no trusted connection to its Registration Agency",
    Cause.BAD_ANSWER: "the answer cannot be read",
    Cause.OTHER_HANDLE: "the answer is about another name",
    Cause.NO_AGENCY: "it is not known which Registration Agency has its record",
    Cause.NO_RECORD: "its Registration Agency has no record of it",
    Cause.CIRCUIT_OPEN: "not asked after too many failures",
    Cause.INTERRUPTED: "not asked, the run was interrupted",
}


def why_not_read(cause: str) -> str:
    """Return why a work could not be read, in words for a reader."""
    return next((words for one, words in _CAUSES.items() if one == cause), "") or shown(cause)


def _not_checked(mention: Mention, facts: Facts) -> Iterator[Problem]:
    known = None if mention.doi is None else facts.works.get(mention.doi)
    if known is None:
        return
    from mdlint_doi.works.work import UnknownWork

    if isinstance(known, UnknownWork):
        problem = f"the registered work could not be read: {why_not_read(known.cause)}"
        yield Problem(problem, name_span(mention))


WORK_NOT_CHECKED: Final = Rule(
    code="DOI916",
    name="work-not-checked",
    severity=Severity.HINT,
    summary="The DOI is registered, but the work could not be read.",
    why=(
        "An outage, a refusal or a record that cannot be read says nothing about the work, so "
        "it never counts against a citation. There is one finding for each cause, at the "
        "first place, with a count. Works of agencies whose records are not read are not "
        "reported."
    ),
    fix=FixKind.NONE,
    check=_not_checked,
    forms=NAMED,
    needs=frozenset({Need.WORKS}),
    of_name=True,
    once=True,
    bad=(Example("See doi:10.1000/182.", works=(("10.1000/182", "unknown"),)),),
    good=(
        Example("See doi:10.1000/182.", works=(("10.1000/182", "held by mEDRA"),)),
        Example("See doi:10.1000/182.", works=(("10.1000/182", '"Editorial" (2017)'),)),
    ),
)
