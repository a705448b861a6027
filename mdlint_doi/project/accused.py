"""Names that are about to be accused by what a list or the cache said: they are asked once more.

A list may have been mixed up, and a cache may be old. An accusation stands only on an answer about
the name alone, which is remembered, so that it costs one request a name.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from mdlint_doi.lint.document import Document
from mdlint_doi.names.doi import Doi
from mdlint_doi.works.updates import concern, retraction
from mdlint_doi.works.work import KnownWork, Work, WorkOutcome


def accused(documents: Iterable[Document], answers: Mapping[Doi, WorkOutcome]) -> list[Doi]:
    """Return the names whose works would speak against a document, and are not confirmed."""
    doubtful = {
        doi: one.work
        for doi, one in answers.items()
        if isinstance(one, KnownWork) and not one.confirmed
    }
    retracted = {doi for doi, work in doubtful.items() if retraction(work) or concern(work)}
    found = retracted | _contradicted(documents, doubtful)
    return [doi for doi in doubtful if doi in found]


def _contradicted(documents: Iterable[Document], works: Mapping[Doi, Work]) -> set[Doi]:
    """Return the names of whose works a document says something else."""
    found: set[Doi] = set()
    for document in documents:
        for claim in document.claims():
            if claim.doi is None or claim.doi not in works or claim.doi in found:
                continue
            from mdlint_doi.works.agreement import agreement
            from mdlint_doi.works.verdict import Disagrees

            if isinstance(agreement(claim, works[claim.doi]), Disagrees):
                found.add(claim.doi)
    return found
