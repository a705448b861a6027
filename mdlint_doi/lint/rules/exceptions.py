"""DOI906: exceptions in the settings that turn off no finding in the whole project.

The finding is at the exception's line in the settings file. Only the end of a run knows whether
any document needs an exception; `run/exceptions` collects the documents.
"""

from __future__ import annotations

from typing import Final

from mdlint_doi.lint.model import Finding, shown
from mdlint_doi.lint.rule import LINK, NUMBERS, TULIPS, Example, Facts, Need, Rule
from mdlint_doi.lint.setting_types import DoiException
from mdlint_doi.lint.severity import Severity
from mdlint_doi.names.doi import parse_or_none
from mdlint_doi.names.outcome import Found, Missing
from mdlint_doi.text.source import Source
from mdlint_doi.text.span import Span
from mdlint_doi.works.work import KnownWork, NotHeld

_KNOWN: Final = (("10.1000/excepted", TULIPS),)

STALE_EXCEPTION: Final = Rule(
    code="DOI906",
    name="stale-exception",
    severity=Severity.WARNING,
    summary="An exception in the settings is no longer needed.",
    why=(
        "An exception that is no longer needed hides the next real problem with this DOI. The "
        "finding is at the exception's line in the settings file. A run reports it only if it "
        "reads all files to which the settings apply, and knows the handle record and the "
        "registered work of the DOI. A run over some files, with `--since` or offline never "
        "reports it. An exception is needed as long as it turns off any finding in any document. "
        "An exception for a DOI that no document contains is not reported, because Sphinx, for "
        "example, also reads docstrings of other packages."
    ),
    forms=frozenset(),
    needs=frozenset({Need.LOOKUP, Need.WORKS}),
    looks_at=NUMBERS,
    is_about_settings=True,
    bad=(Example("[t](https://doi.org/10.1000/excepted)", works=_KNOWN),),
    good=(
        Example(
            "[t](https://doi.org/10.1000/excepted)", outcomes=(("10.1000/excepted", "missing"),)
        ),
        Example(
            "[t](https://doi.org/10.1000/excepted)",
            works=(("10.1000/excepted", f"{TULIPS}; retraction 10.1000/notice 2021-03-09"),),
        ),
        Example(LINK, works=(("10.1000/182", TULIPS),)),
    ),
)


def is_decided(exception: DoiException, facts: Facts) -> bool:
    """Return whether the record and the work of the DOI are known, as far as they exist."""
    doi = parse_or_none(exception.name)
    outcome = facts.outcome(doi)
    if doi is None or isinstance(outcome, Missing):
        return doi is not None
    has_record = isinstance(outcome, Found) and outcome.record is not None
    return has_record and isinstance(facts.works.get(doi), KnownWork | NotHeld)


def stale_exception(exception: DoiException, source: Source, span: Span) -> Finding:
    """Return the finding about an exception, at its place in the settings."""
    rules = "rule" if not exception.rules else f"rule of {', '.join(map(shown, exception.rules))}"
    words = (
        f"no {rules} reports {shown(exception.name)} in any document; remove this exception"
        f" (reason: '{shown(exception.reason)}')"
    )
    return STALE_EXCEPTION.finding_at(source, span, words).replace(
        doi=parse_or_none(exception.name)
    )
