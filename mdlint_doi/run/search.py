"""The references of a tree that lack a DOI: read, searched, proposed.

Each file is read whatever it holds, since a reference without a DOI shows nothing that a quick look
could find. What is not searched is counted, with the reason.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from mdlint_doi.ask.search import announcement, asks_datacite
from mdlint_doi.ask.search import search as ask
from mdlint_doi.config.today import today
from mdlint_doi.formats.references import are_read, references_in
from mdlint_doi.lint.document import Document, Reference
from mdlint_doi.lint.registered import described
from mdlint_doi.lint.rules.missing_doi import MISSING_DOI, WORK_NOT_FOUND
from mdlint_doi.lint.selection import Selection
from mdlint_doi.report.model import SearchCounts
from mdlint_doi.report.summary import counted
from mdlint_doi.run.asking import registry_settings
from mdlint_doi.run.check import begun
from mdlint_doi.run.files import is_refused, paths_of, sources, texts_of
from mdlint_doi.run.judge import facts_of, read_document
from mdlint_doi.run.learned import Learned
from mdlint_doi.run.loop import finish, fixes_of
from mdlint_doi.run.request import Task
from mdlint_doi.run.result import Result, Tally, result_of
from mdlint_doi.run.searches import bounded, judged, registered, told_once
from mdlint_doi.works.candidates import identity
from mdlint_doi.works.search_verdict import (
    Differing,
    Matching,
    NotFound,
    Unjudged,
    judge_search,
)
from mdlint_doi.works.work import UnknownWork

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from mdlint_doi.ask.search import AsksVenue, Searched
    from mdlint_doi.run.asking import Progress
    from mdlint_doi.run.searches import Bounded
    from mdlint_doi.works.candidates import Cited, MeantWork


USUAL: Final = 200
"""Searches of a run, unless another number is given: that takes some three minutes."""
_WITH_WORK: Final = (Matching, Differing)
_LONG: Final = 2
"""Searches from which on the user is told beforehand how long they take."""


def search(task: Task, most: int = USUAL, progress: Progress | None = None) -> Result:
    """Search the DOIs that references lack; propose them, and write them where that is asked.

    Ctrl-C ends the run early; the result is what was known by then.

    Args:
        task: what to read, and what to do about it.
        most: searches at most; what the cache answers is none.
        progress: called with how many references are searched, and how many there are.

    Raises:
        SettingsError: for a baseline that cannot be used.
        LookupSettingsError: for a server that cannot be used.

    """
    task = begun(task)
    tally = Tally()
    tally.searches = SearchCounts()
    try:
        _run(task, most, tally, progress)
    except KeyboardInterrupt:
        tally.interrupted = True
    return result_of(task, tally)


def _run(task: Task, most: int, tally: Tally, progress: Progress | None) -> None:
    documents = _documents(task, tally)
    references = [one for document in documents for one in _selected(document, task)]
    cited = {key: one.cited for one in references if (key := _identity(one)) is not None}
    year = today().year
    asks_venue = _asks_venue(year) if _may_miss(references, task) else None
    part = bounded(cited.values(), most, task.settings, everywhere=True, asks_venue=asks_venue)
    found = _searched(part, task, progress, asks_venue)
    searches = dict(judged(cited, found, year))
    works = {key: one.found for key, one in searches.items() if isinstance(one, _WITH_WORK)}
    known, unchecked, interrupted = registered(works, task.settings)
    searches = {key: one for key, one in searches.items() if key in known or key not in works}
    proposals = {key: one for key, one in known.items() if isinstance(searches[key], Matching)}
    tally.interrupted = found.interrupted or interrupted
    unknown = sum(isinstance(one, UnknownWork) for one in found.answers.values())
    left_out = Counter(str(one.left_out) for one in references if one.left_out)
    unjudged = Counter(str(one) for one in searches.values() if isinstance(one, Unjudged))
    tally.searches = SearchCounts(
        searched=len(found.answers) - unknown,
        proposed=len(proposals),
        differing=len(known) - len(proposals),
        not_found=sum(isinstance(one, NotFound) for one in searches.values()),
        unjudged=tuple(unjudged.items()),
        unknown=unknown + unchecked,
        unchecked=unchecked,
        left=part.left,
        cached=found.cached,
        requests=sum(found.requests.values()),
        left_out=tuple(left_out.items()),
    )
    tally.notices += [*told_once(found, task.settings, "references"), *found.messages]
    facts = facts_of(task.settings, Learned(online=True), (), task.today)
    complete = not (tally.searches.undecided or tally.interrupted)
    facts = facts.replace(proposals=proposals, searches=searches, searched=complete)
    with fixes_of(task, tally) as fixes:
        for document in documents:
            finish(task, document, facts, tally, fixes)
    tally.registered = {one.doi: described(one.work) for one in known.values()}


def _documents(task: Task, tally: Tally) -> list[Document]:
    """Return the documents in which references are looked for; say how many others there are."""
    paths = list(paths_of(task, tally))
    wanted = [path for path in paths if are_read(path)]
    other = len(paths) - len(wanted)
    if other:
        tally.notices.append(
            "references are searched in .bib, CITATION.cff, Markdown and reStructuredText;"
            f" {counted(other, 'file')} of other formats not searched"
        )
    read = texts_of(task, iter(wanted), tally)
    found = sources((one for one in read if not is_refused(*one, tally)), tally)
    return [read_document(one, task.settings_of(one.name)) for one in found]


def _selected(document: Document, task: Task) -> list[Reference]:
    """Return the references of a document, unless the rule does not hold in it."""
    name = document.source.name
    holds = Selection.of(task.settings_of(name), name).has(MISSING_DOI.code)
    return references_in(document) if holds else []


def _identity(reference: Reference) -> str | None:
    return None if reference.left_out else identity(reference.cited)


def _may_miss(references: Iterable[Reference], task: Task) -> bool:
    """Return whether it is to be said that no service knows a work, and all are asked."""
    names = {one.source.name for one in references}
    holds = (Selection.of(task.settings_of(one), one).has(WORK_NOT_FOUND.code) for one in names)
    return any(holds) and asks_datacite(registry_settings(task.settings))


def _asks_venue(year: int) -> AsksVenue:
    """Return what says for which references other works of their venue are asked for."""

    def asks(cited: Cited, found: Sequence[MeantWork]) -> bool:
        return judge_search(cited, found, year, None) is Unjudged.OFF

    return asks


def _searched(
    part: Bounded, task: Task, progress: Progress | None, asks_venue: AsksVenue | None
) -> Searched:
    """Search, and say beforehand how long it takes, if it takes long."""
    settings = registry_settings(task.settings)
    if task.tell is not None and part.sent >= _LONG:
        task.tell(f"searching: {announcement(part.sent, settings)}")
    return ask(part.wanted, settings, progress, asks_venue=asks_venue)
