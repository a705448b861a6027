"""The DOI that a citation may have meant, searched where its own is missing or another work's.

Only where the user says how many searches a run may make: each sends a citation to Crossref.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from mdlint_doi.learn import registry_settings
from mdlint_doi.lint.document import Document
from mdlint_doi.lint.settings import Settings
from mdlint_doi.names.outcome import Missing
from mdlint_doi.pipeline import Learned
from mdlint_doi.project.found_works import bounded, chosen, registered, told_once
from mdlint_doi.works.agreement import agreement
from mdlint_doi.works.candidates import Cited, identity
from mdlint_doi.works.claim import Claim
from mdlint_doi.works.verdict import Disagrees
from mdlint_doi.works.work import KnownWork


def learn_meant(
    documents: Sequence[Document], learned: Learned, settings: Settings, most: int
) -> Learned:
    """Return what was learned, with the works that citations of a wrong DOI may have meant.

    Args:
        documents: all of them.
        learned: whether their names are registered, and as what.
        settings: of the run.
        most: searches at most.

    Raises:
        LookupSettingsError: for a server that can't be used.

    """
    if not most or learned.interrupted or not learned.online:
        return learned
    from mdlint_doi.ask.search import search

    doubtful = _doubtful(documents, learned)
    if not doubtful:
        return learned
    part = bounded(doubtful.values(), most, settings, everywhere=False)
    found = search(part.wanted, registry_settings(settings), everywhere=False)
    others = {
        key: one
        for key, one in chosen(doubtful, found.answers)
        if one.doi != doubtful[key].claim.doi
    }
    known = registered(others, settings)
    told = told_once(found, settings, "citations")
    messages = (*learned.works.messages, *told, *_left(part.left, known.unchecked), *found.messages)
    return learned.replace(
        proposals=known.works,
        works=learned.works.replace(messages=messages),
        interrupted=found.interrupted or known.interrupted,
    )


def _left(left: int, unchecked: int) -> Iterator[str]:
    """Yield how many citations got no answer."""
    if left:
        citations = "1 citation was" if left == 1 else f"{left} citations were"
        yield f"{citations} not searched: --max-searches allows no more"
    if unchecked:
        works = "1 DOI that was" if unchecked == 1 else f"{unchecked} DOIs that were"
        yield f"{works} found by a search could not be looked up, so not proposed"


def _doubtful(documents: Iterable[Document], learned: Learned) -> dict[str, Cited]:
    """Return the citations whose DOI is not registered, or that of another work; by identity."""
    found: dict[str, Cited] = {}
    for document in documents:
        for claim in document.claims():
            cited = Cited(claim)
            if _is_doubtful(claim, learned) and (key := identity(cited)) is not None:
                found.setdefault(key, cited)
    return found


def _is_doubtful(claim: Claim, learned: Learned) -> bool:
    answer = None if claim.doi is None else learned.answers.get(claim.doi)
    if answer is None or claim.doi is None:
        return False
    if isinstance(answer.outcome, Missing):
        return True
    known = learned.works.answers.get(claim.doi)
    return isinstance(known, KnownWork) and isinstance(agreement(claim, known.work), Disagrees)
