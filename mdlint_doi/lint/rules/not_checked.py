"""DOI916: DOIs and registered works that could not be looked up."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from mdlint_doi.lint.edits import about_name, name_span
from mdlint_doi.lint.model import Mention, shown
from mdlint_doi.lint.rule import (
    ALL_FORMS,
    LINK,
    NAMES,
    NUMBERS,
    Example,
    Facts,
    Need,
    Problem,
    Rule,
)
from mdlint_doi.lint.severity import Severity
from mdlint_doi.names.outcome import Cause, Unknown, explained

if TYPE_CHECKING:
    from mdlint_doi.works.work import WorkOutcome

_CAUSES: Final = {
    Cause.SERVER_ERROR: "its registration agency reports an internal error",
    Cause.BLOCKED: "its registration agency refuses to answer this client",
    Cause.RATE_LIMITED: "its registration agency is busy or asks for fewer requests",
    Cause.TIMEOUT: "no answer in time",
    Cause.CONNECTION: "no connection to its registration agency",
    Cause.TLS: "no trusted connection to its registration agency",
    Cause.BAD_ANSWER: "the answer cannot be read",
    Cause.OTHER_HANDLE: "the answer is about a different DOI",
    Cause.NO_AGENCY: "its registration agency is unknown",
    Cause.NO_RECORD: "its registration agency has no record of it",
    Cause.CIRCUIT_OPEN: "no more requests were sent after too many failures",
    Cause.INTERRUPTED: "the run was interrupted",
}


def _not_checked(mention: Mention, facts: Facts) -> Iterator[Problem]:
    doi = mention.doi
    known = facts.outcome(doi)
    work = None if doi is None else facts.works.get(doi)
    if isinstance(known, Unknown) and facts.lock_file and known.cause is Cause.OFFLINE:
        words = f"is not in {shown(facts.lock_file)}; run mdlint-doi record"
        yield about_name(mention, words).replace(unchecked="registration")
    elif isinstance(known, Unknown):
        problem = f"could not be checked: {explained(known.replace(detail=shown(known.detail)))}"
        yield Problem(problem, name_span(mention), unchecked="registration")
    elif (cause := _why_unread(work)) is not None:
        problem = f"the registered work could not be read: {why_not_read(cause)}"
        yield Problem(problem, name_span(mention), unchecked="work")


NOT_CHECKED: Final = Rule(
    code="DOI916",
    name="not-checked",
    severity=Severity.HINT,
    summary="The DOI or its registered work could not be looked up.",
    why=(
        "An outage, a refusal or an unreadable answer proves nothing about the DOI or the work, so "
        "the finding fails a run only if `strict` is set. Even with `strict`, a finding about a "
        "work fails a run only if the run looks up all works. Each cause is reported only at the "
        "first place where it occurs, with the number of further places. An offline run with a "
        "records file reports each DOI that is not in the file. Works are not reported if they are "
        "registered with an agency whose records mdlint-doi does not read."
    ),
    check=_not_checked,
    forms=ALL_FORMS,
    needs=frozenset({Need.LOOKUP}),
    looks_at=NAMES | NUMBERS,
    counted=True,
    unchecked=True,
    may_report=lambda _, known, __: _why_unread(known) is not None,
    bad=(
        Example(LINK, outcomes=(("10.1000/182", "unknown"),)),
        Example("It is doi:10.1000/182 here.", outcomes=(("10.1000/182", "unknown"),)),
        Example("See doi:10.1000/182.", works=(("10.1000/182", "unknown"),)),
    ),
    good=(
        Example(LINK, outcomes=(("10.1000/182", "found"),)),
        Example("[t](https://doi.org/10.1000/999)", outcomes=(("10.1000/999", "missing"),)),
        Example("See doi:10.1000/182.", works=(("10.1000/182", "registered with mEDRA"),)),
        Example("See doi:10.1000/182.", works=(("10.1000/182", '"Editorial" (2017)'),)),
    ),
)


def _why_unread(work: WorkOutcome | None) -> str | None:
    """Return why a work could not be read; None if it was read, or was not requested."""
    if work is None:
        return None
    from mdlint_doi.lint.registered import why_unread

    return why_unread(work)


def why_not_read(cause: str) -> str:
    """Return why a work could not be read, in words for readers, given the cause."""
    return next((words for known, words in _CAUSES.items() if known == cause), "") or shown(cause)
