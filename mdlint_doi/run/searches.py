"""What becomes of searches, whoever asks for them: bounded, chosen, looked up, reported.

Where the user says how many searches a run may make, the DOI is searched that a citation may have
meant whose own is missing or another work's. Each sends a citation to Crossref.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from mdlint_doi.lint.settings import Settings
from mdlint_doi.names.outcome import Found, Missing, Unknown
from mdlint_doi.run.asking import lookup_settings, registry_settings
from mdlint_doi.run.draft import Citing
from mdlint_doi.run.learned import Learned
from mdlint_doi.run.said_once import is_first_time
from mdlint_doi.works import work
from mdlint_doi.works.agreement import agreement
from mdlint_doi.works.candidates import Cited, MeantWork, choose, identity
from mdlint_doi.works.claim import Claim, query_of
from mdlint_doi.works.search_verdict import SearchVerdict, judge_search
from mdlint_doi.works.verdict import Disagrees

if TYPE_CHECKING:
    from mdlint_doi.ask.search import Answer, AsksVenue, Searched, SearchedReference


class Bounded(NamedTuple):
    """What is searched in a run.

    Attributes:
        wanted: the references, those that the cache answers among them.
        sent: how many of them the cache does not answer.
        left: how many more there are than may be sent.

    """

    wanted: list[SearchedReference]
    sent: int
    left: int


class FoundWork(NamedTuple):
    """Works that were chosen, and what a look-up of their DOIs says.

    Attributes:
        works: those whose DOI is registered, by the identity of the reference.
        unchecked: how many could not be looked up.
        interrupted: Ctrl-C came.

    """

    works: dict[str, MeantWork]
    unchecked: int
    interrupted: bool


def bounded(
    cited: Iterable[Cited],
    most: int,
    settings: Settings,
    *,
    everywhere: bool,
    asks_venue: AsksVenue | None = None,
) -> Bounded:
    """Return what a run searches that may send no more than `most` references.

    The last two arguments are those of `ask.search.search`.
    """
    from mdlint_doi.ask.search import SearchedReference, unanswered

    queries = ((query_of(one.claim), one) for one in cited)
    every = [SearchedReference(query, *one) for query, one in queries if query is not None]
    asking = registry_settings(settings)
    fresh = unanswered(every, asking, everywhere=everywhere, asks_venue=asks_venue)
    late = {one.key for one in fresh[most:]}
    wanted = [one for one in every if one.key not in late]
    return Bounded(wanted, len(fresh) - len(late), len(late))


def chosen(
    cited: Mapping[str, Cited], answers: Mapping[str, Answer]
) -> Iterator[tuple[str, MeantWork]]:
    """Yield the identity of each reference for which a work was found, and the work."""
    for key, one in cited.items():
        found = answers.get(key)
        if found is not None and not isinstance(found, work.UnknownWork):
            candidate = choose(one, found)
            if candidate is not None:
                yield key, candidate


def judged(
    cited: Mapping[str, Cited], found: Searched, year: int
) -> Iterator[tuple[str, SearchVerdict]]:
    """Yield the identity of each reference that was searched, and what is said of it.

    Args:
        cited: the references, by identity.
        found: what a search everywhere brought.
        year: of today.

    """
    for key, one in cited.items():
        works = found.answers.get(key)
        if works is not None and not isinstance(works, work.UnknownWork):
            yield key, judge_search(one, works, year, found.in_venue.get(key))


def registered(works: Mapping[str, MeantWork], settings: Settings) -> FoundWork:
    """Look up the DOIs of works; of a look-up that Ctrl-C ends, return what is known.

    Raises:
        LookupSettingsError: for a server that cannot be used.

    """
    from mdlint_doi.ask.resolve import Interrupted, resolve

    interrupted = False
    names = [one.doi for one in works.values()]
    try:
        answers = resolve(names, lookup_settings(settings)) if names else {}
    except Interrupted as stopped:
        interrupted, answers = True, dict(stopped.answers)
    kept = {key: one for key, one in works.items() if isinstance(answers[one.doi].outcome, Found)}
    unchecked = sum(isinstance(answers[one.doi].outcome, Unknown) for one in works.values())
    return FoundWork(kept, unchecked, interrupted)


def told_once(found: Searched, settings: Settings, things: str) -> Iterator[str]:
    """Yield whom things were sent to, once for each cache."""
    hosts = sorted(found.requests)
    if hosts and is_first_time(lookup_settings(settings), [f"search:{one}" for one in hosts]):
        yield f"sent {things} to {', '.join(hosts)} to search their DOIs (this is said once)"


def learn_meant(
    documents: Sequence[Citing], learned: Learned, settings: Settings, most: int
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


def _doubtful(documents: Iterable[Citing], learned: Learned) -> dict[str, Cited]:
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
    return isinstance(known, work.KnownWork) and isinstance(agreement(claim, known.work), Disagrees)
