"""The DOI that a citation may have meant, searched where its own is missing or another work's.

Only where the user says how many searches a run may make: each sends a citation to Crossref.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from mdlint_doi.lint.document import Document
from mdlint_doi.names.outcome import Found, Missing
from mdlint_doi.pipeline import Learned, lookup_settings, registry_settings
from mdlint_doi.project.first_time import is_first_time
from mdlint_doi.works.agreement import agreement
from mdlint_doi.works.candidates import Candidate, Cited, choose, identity
from mdlint_doi.works.claim import Claim
from mdlint_doi.works.query import query_of
from mdlint_doi.works.verdict import Disagrees
from mdlint_doi.works.work import Known, Unknown

if TYPE_CHECKING:
    from mdlint_doi.lint.settings import Settings
    from mdlint_doi.registries.search import Answer, Searched


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
    doubtful = _doubtful(documents, learned)
    if not doubtful:
        return learned
    found, left = _searched(doubtful.values(), settings, most)
    chosen = dict(_chosen(doubtful, found.answers))
    messages = (*learned.works.messages, *_messages(found, left, settings))
    works = learned.works.replace(messages=messages)
    proposals = _registered(chosen, settings)
    return learned.replace(proposals=proposals, works=works, interrupted=found.interrupted)


def _doubtful(documents: Iterable[Document], learned: Learned) -> dict[str, Claim]:
    """Return the citations whose DOI is not registered, or that of another work; by identity."""
    found: dict[str, Claim] = {}
    for document in documents:
        for claim in document.claims():
            if _is_doubtful(claim, learned) and (key := identity(Cited(claim))) is not None:
                found.setdefault(key, claim)
    return found


def _is_doubtful(claim: Claim, learned: Learned) -> bool:
    answer = None if claim.doi is None else learned.answers.get(claim.doi)
    if answer is None or claim.doi is None:
        return False
    if isinstance(answer.outcome, Missing):
        return True
    known = learned.works.answers.get(claim.doi)
    return isinstance(known, Known) and isinstance(agreement(claim, known.work), Disagrees)


def _searched(claims: Iterable[Claim], settings: Settings, most: int) -> tuple[Searched, int]:
    """Return what is found, and how many citations are too many to be searched."""
    from mdlint_doi.registries.search import Wanted, search, unanswered

    asking = registry_settings(settings)
    queries = ((query_of(claim), claim) for claim in claims)
    wanted = [Wanted(query, claim) for query, claim in queries if query is not None]
    late = {one.query.key for one in unanswered(wanted, asking)[most:]}
    return search([one for one in wanted if one.query.key not in late], asking), len(late)


def _chosen(
    doubtful: Mapping[str, Claim], answers: Mapping[str, Answer]
) -> Iterator[tuple[str, Candidate]]:
    for key, claim in doubtful.items():
        query = query_of(claim)
        found = answers.get(query.key, ()) if query is not None else ()
        one = None if isinstance(found, Unknown) else choose(Cited(claim), found)
        if one is not None and one.doi != claim.doi:
            yield key, one


def _registered(chosen: Mapping[str, Candidate], settings: Settings) -> dict[str, Candidate]:
    from mdlint_doi.lookup.resolve import resolve

    names = [one.doi for one in chosen.values()]
    answers = resolve(names, lookup_settings(settings)) if names else {}
    return {key: one for key, one in chosen.items() if isinstance(answers[one.doi].outcome, Found)}


def _messages(found: Searched, left: int, settings: Settings) -> Iterator[str]:
    hosts = sorted(found.requests)
    if hosts and is_first_time(lookup_settings(settings), [f"search:{one}" for one in hosts]):
        yield f"sent citations to {', '.join(hosts)} to search their DOIs (this is said once)"
    if left:
        citations = "1 citation was" if left == 1 else f"{left} citations were"
        yield f"{citations} not searched: --max-searches allows no more"
    yield from found.messages
