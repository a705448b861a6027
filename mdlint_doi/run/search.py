"""Search for the DOIs that references lack, or that a citation with a wrong DOI may have meant.

A search reads each file in a tree, because a quick scan cannot find references without a DOI.
References that are not searched are counted, with the reason. `check` searches only if the user
sets the maximum number of searches. Each search sends a citation to Crossref, DataCite or both.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from mdlint_doi.ask.event_loop import wait_for
from mdlint_doi.ask.resolve import Interrupted, Progress, aresolve
from mdlint_doi.ask.search import (
    AsksVenue,
    SearchAnswer,
    Searched,
    SearchedReference,
    announcement,
    asks_datacite,
    unanswered,
)
from mdlint_doi.ask.search import search as ask
from mdlint_doi.config.today import today
from mdlint_doi.formats.references import are_read, references_in
from mdlint_doi.lint.document import Document, Reference
from mdlint_doi.lint.registered import described, verdict_of
from mdlint_doi.lint.rules.missing_doi import MISSING_DOI, WORK_NOT_FOUND
from mdlint_doi.lint.selection import Selection
from mdlint_doi.lint.settings import Settings
from mdlint_doi.names.outcome import Found, Missing, Unknown
from mdlint_doi.report.model import SearchCounts
from mdlint_doi.run.asking import is_first_time, lookup_settings, registry_settings
from mdlint_doi.run.compared import Citing
from mdlint_doi.run.files import is_refused, paths_of, sources, texts_of
from mdlint_doi.run.finish import finish, fixes_of
from mdlint_doi.run.judge import Judge, read_document
from mdlint_doi.run.learned import Learned
from mdlint_doi.run.request import Task
from mdlint_doi.run.result import Result, Tally, result_of
from mdlint_doi.text.numbers import counted
from mdlint_doi.works.candidates import Cited, MeantWork, choose, identity
from mdlint_doi.works.claim import Claim, query_of
from mdlint_doi.works.search_verdict import (
    Differing,
    Matching,
    NotFound,
    SearchVerdict,
    Unjudged,
    judge_search,
)
from mdlint_doi.works.verdict import Disagrees
from mdlint_doi.works.work import KnownWork, UnknownWork

USUAL: Final = 200
"""The usual limit for the searches of a run, which take about three minutes."""
_WITH_WORK: Final = (Matching, Differing)
_LONG: Final = 2
"""From so many searches, the user is informed how long they take."""


def search(task: Task, most: int = USUAL, progress: Progress | None = None) -> Result:
    """Search for the DOIs that references lack; propose them, and add them if requested.

    Ctrl-C ends the run early; the result then has the findings so far.

    Args:
        task: the files to search, and the options.
        most: the maximum number of references that are sent to services.
        progress: receives the number of finished references and the number of references.

    Raises:
        SettingsError: if the baseline cannot be used.
        LookupSettingsError: if a server cannot be used.
    """
    task = task.begun()
    tally = Tally()
    tally.searches = SearchCounts()
    try:
        _run(task, most, tally, progress)
    except KeyboardInterrupt:
        tally.interrupted = True
    return result_of(task, tally)


def _run(task: Task, most: int, tally: Tally, progress: Progress | None) -> None:
    documents = _documents(task, tally)
    searched = [document for document in documents if _reports_missing(document, task)]
    references = [reference for document in searched for reference in references_in(document)]
    cited: dict[str, Cited] = {}
    for reference in references:
        key = None if reference.left_out else identity(reference.cited)
        if key is not None:
            cited[key] = reference.cited
    year = today().year

    def asks(cited: Cited, found: Sequence[MeantWork]) -> bool:
        """Return whether to search for other works of a reference's venue."""
        return judge_search(cited, found, year, None) is Unjudged.OFF

    asks_venue = asks if _may_miss(references, task) else None
    part = bounded(cited.values(), most, task.settings, everywhere=True, asks_venue=asks_venue)
    settings = registry_settings(task.settings)
    if task.tell is not None and part.sent >= _LONG:
        task.tell(f"searching: {announcement(part.sent, settings)}")
    found = wait_for(ask(part.wanted, settings, progress, asks_venue=asks_venue))
    searches = dict(judged(cited, found, year))
    works = {
        key: verdict.found for key, verdict in searches.items() if isinstance(verdict, _WITH_WORK)
    }
    known, unchecked, interrupted = wait_for(registered(works, task.settings))
    searches = {
        key: verdict for key, verdict in searches.items() if key in known or key not in works
    }
    proposals = {key: work for key, work in known.items() if isinstance(searches[key], Matching)}
    unknown = sum(isinstance(answer, UnknownWork) for answer in found.answers.values())
    left_out = Counter(str(reference.left_out) for reference in references if reference.left_out)
    unjudged = Counter(
        str(verdict) for verdict in searches.values() if isinstance(verdict, Unjudged)
    )
    tally.searches = SearchCounts(
        searched=len(found.answers) - unknown,
        proposed=len(proposals),
        differing=len(known) - len(proposals),
        not_found=sum(isinstance(verdict, NotFound) for verdict in searches.values()),
        unjudged=tuple(unjudged.items()),
        unknown=unknown + unchecked,
        unchecked=unchecked,
        left=part.left,
        cached=found.cached,
        requests=sum(found.requests.values()),
        left_out=tuple(left_out.items()),
    )
    interrupted = found.interrupted or interrupted
    tally.learned = learned = Learned(
        online=True,
        interrupted=interrupted,
        proposals=proposals,
        searches=searches,
        searched=not (tally.searches.undecided or interrupted),
        messages=(*hosts_message(found, task.settings, "references"), *found.messages),
    )
    judge = Judge(task.settings, learned, settings_of=task.settings_of, today=task.today)
    with fixes_of(task, tally) as fixes:
        for document in documents:
            finish(task, document, judge.facts_for(document.name), tally, fixes)
    tally.registered = {work.doi: described(work.work) for work in known.values()}


def _reports_missing(document: Document, task: Task) -> bool:
    """Return whether the rule that proposes DOIs is on for a document."""
    selection = Selection.of(task.settings_of(document.name), document.name)
    return selection.has(MISSING_DOI.code)


def _documents(task: Task, tally: Tally) -> list[Document]:
    """Return the documents that may have references; note the number of other files."""
    paths = list(paths_of(task, tally))
    wanted = [path for path in paths if are_read(path, task.settings.read_as)]
    other = len(paths) - len(wanted)
    if other:
        tally.notices.append(
            "a search reads only .bib, CITATION.cff, Markdown and reStructuredText files;"
            f" skipped {counted(other, 'file')} in other formats"
        )
    read = texts_of(task, iter(wanted), tally)
    found = sources((text for text in read if not is_refused(*text, tally)), tally)
    return [read_document(source, task.settings_of(source.name)) for source in found]


def _may_miss(references: Iterable[Reference], task: Task) -> bool:
    """Return whether the rule about unknown works is on, and all services are searched."""
    names = {reference.source.name for reference in references}
    holds = (Selection.of(task.settings_of(name), name).has(WORK_NOT_FOUND.code) for name in names)
    return any(holds) and asks_datacite(registry_settings(task.settings))


class Bounded(NamedTuple):
    """The references that a run searches.

    Attributes:
        wanted: the references that are searched, including those that the cache answers.
        sent: the number of those that the cache does not answer.
        left: the number of references that are left for another run.
    """

    wanted: list[SearchedReference]
    sent: int
    left: int


class FoundWork(NamedTuple):
    """The chosen works, and the results of looking up their DOIs.

    Attributes:
        works: the works whose DOI is registered, by the identity of the reference.
        unchecked: the number of works whose DOI could not be looked up.
        interrupted: whether Ctrl-C ended the look-up.
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
    """Return the references to search in a run that may send at most `most`.

    The last two arguments are those of `ask.search.search`.
    """
    queries = ((query_of(reference.claim), reference) for reference in cited)
    every = [
        SearchedReference(query, reference.claim, reference.kind)
        for query, reference in queries
        if query is not None
    ]
    asking = registry_settings(settings)
    fresh = unanswered(every, asking, everywhere=everywhere, asks_venue=asks_venue)
    late = {reference.key for reference in fresh[most:]}
    wanted = [reference for reference in every if reference.key not in late]
    return Bounded(wanted, len(fresh) - len(late), len(late))


def chosen(
    cited: Mapping[str, Cited], answers: Mapping[str, SearchAnswer]
) -> Iterator[tuple[str, MeantWork]]:
    """Yield the identity of each reference for which a work was found, and the work."""
    for key, reference in cited.items():
        found = answers.get(key)
        if found is None or isinstance(found, UnknownWork):
            continue
        if (work := choose(reference, found)) is not None:
            yield key, work


def judged(
    cited: Mapping[str, Cited], found: Searched, year: int
) -> Iterator[tuple[str, SearchVerdict]]:
    """Yield the identity of each reference that was searched everywhere, and the result."""
    for key, reference in cited.items():
        works = found.answers.get(key)
        if works is not None and not isinstance(works, UnknownWork):
            yield key, judge_search(reference, works, year, found.in_venue.get(key))


async def registered(works: Mapping[str, MeantWork], settings: Settings) -> FoundWork:
    """Look up the DOIs of works; after Ctrl-C, return the results so far.

    Raises:
        LookupSettingsError: if a server cannot be used.
    """
    interrupted = False
    names = [work.doi for work in works.values()]
    try:
        answers = await aresolve(names, lookup_settings(settings)) if names else {}
    except Interrupted as stopped:
        interrupted = True
        answers = dict(stopped.answers)
    kept = {
        key: work for key, work in works.items() if isinstance(answers[work.doi].outcome, Found)
    }
    unchecked = sum(isinstance(answers[work.doi].outcome, Unknown) for work in works.values())
    return FoundWork(kept, unchecked, interrupted)


def hosts_message(found: Searched, settings: Settings, things: str) -> Iterator[str]:
    """Yield the message about the hosts that received `things`, once for each cache."""
    hosts = sorted(found.requests)
    if is_first_time(lookup_settings(settings), [f"search:{host}" for host in hosts]):
        yield f"sent {things} to {', '.join(hosts)} to find their DOIs (shown once)"


async def look_up_meant_works(
    documents: Sequence[Citing], learned: Learned, settings: Settings, most: int
) -> Learned:
    """Return the answers, with the works that citations with a wrong DOI may have meant.

    Raises:
        LookupSettingsError: if a server cannot be used.
    """
    if not most or learned.interrupted or not learned.online:
        return learned
    doubtful = _doubtful(documents, learned)
    if not doubtful:
        return learned
    part = bounded(doubtful.values(), most, settings, everywhere=False)
    found = await ask(part.wanted, registry_settings(settings), everywhere=False)
    others = {
        key: work
        for key, work in chosen(doubtful, found.answers)
        if work.doi != doubtful[key].claim.doi
    }
    known = await registered(others, settings)
    told = hosts_message(found, settings, "citations")
    messages = (*learned.works.messages, *told, *_left(part.left, known.unchecked), *found.messages)
    return learned.replace(
        proposals=known.works,
        works=learned.works.replace(messages=messages),
        interrupted=found.interrupted or known.interrupted,
    )


def _left(left: int, unchecked: int) -> Iterator[str]:
    """Yield the messages about citations without a result."""
    if left:
        citations = "1 citation was" if left == 1 else f"{left} citations were"
        yield f"{citations} not searched for, because --max-searches allows no more searches"
    if unchecked:
        works = "1 DOI was" if unchecked == 1 else f"{unchecked} DOIs were"
        yield f"{works} found by a search but not proposed, because the look-up failed"


def _doubtful(documents: Iterable[Citing], learned: Learned) -> dict[str, Cited]:
    """Return citations whose DOI is not registered or has a different work, by identity."""
    found: dict[str, Cited] = {}
    for claim in (claim for document in documents for claim in document.claims()):
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
    return isinstance(known, KnownWork) and isinstance(verdict_of(claim, known.work), Disagrees)
