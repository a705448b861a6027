"""Names that are about to be accused by what a list or the cache said: they are asked once more.

A list may have been mixed up, and a cache may be old. A warning stands only on a second answer that
no mixed-up list can give (`registries.confirming`), which is remembered.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from mdlint_doi.lint.document import Document
from mdlint_doi.names.doi import Doi
from mdlint_doi.works.updates import concern, retraction
from mdlint_doi.works.work import KnownWork, Work, WorkOutcome

if TYPE_CHECKING:
    from mdlint_doi.ask.confirming import Accusations
    from mdlint_doi.works.verdict import Verdict


def accusations(documents: Iterable[Document], answers: Mapping[Doi, WorkOutcome]) -> Accusations:
    """Return what would bring a warning and is not confirmed, and the names that agree."""
    from mdlint_doi.ask.confirming import Accusations

    works = {
        doi: one.work
        for doi, one in answers.items()
        if isinstance(one, KnownWork) and not one.confirmed
    }
    retracted = {doi for doi, work in works.items() if retraction(work) or concern(work)}
    verdicts = _judged(documents, works)
    return Accusations(
        works,
        alone=tuple(doi for doi in works if doi in retracted),
        disagreeing=tuple(doi for doi in works if verdicts.get(doi) and doi not in retracted),
        agreeing=tuple(doi for doi in works if verdicts.get(doi) is False and doi not in retracted),
    )


def _judged(documents: Iterable[Document], works: Mapping[Doi, Work]) -> dict[Doi, bool]:
    """Return the names of whose works a document says something else (True), or the same."""
    found: dict[Doi, bool] = {}
    for document in documents:
        for claim in document.claims():
            if claim.doi is None or claim.doi not in works or found.get(claim.doi):
                continue
            from mdlint_doi.works.agreement import agreement
            from mdlint_doi.works.verdict import Agrees

            verdict = agreement(claim, works[claim.doi])
            if is_warning(verdict):
                found[claim.doi] = True
            elif isinstance(verdict, Agrees):
                found.setdefault(claim.doi, False)
    return found


def is_warning(verdict: Verdict) -> bool:
    """Return whether a verdict brings a warning; a hint needs no second answer."""
    from mdlint_doi.works.verdict import Disagrees, Strength

    return isinstance(verdict, Disagrees) and verdict.strength is Strength.STRONG
