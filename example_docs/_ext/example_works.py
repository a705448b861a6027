"""Convert the words in the examples of rules to facts about DOIs and works."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from mdlint_doi.lint import engine
from mdlint_doi.lint.document import Reference
from mdlint_doi.lint.model import Mention
from mdlint_doi.lint.selection import RunFacts
from mdlint_doi.lint.settings import Settings
from mdlint_doi.names.doi import Doi, parse
from mdlint_doi.names.outcome import Cause, Found, HandleRecord, Missing, Outcome, Unknown
from mdlint_doi.names.typos import typos
from mdlint_doi.text.pattern import pattern
from mdlint_doi.works.candidates import MeantWork, identity
from mdlint_doi.works.search_verdict import FEWEST, Matching, judge_search
from mdlint_doi.works.work import (
    KnownWork,
    NotHeld,
    Person,
    Relation,
    Titles,
    UnknownWork,
    Update,
    Work,
    WorkOutcome,
)

_HELD: Final = "registered with "
_WORK: Final = pattern(r'"(?P<title>[^"]*)"(?: \((?P<people>[^()]*?) ?(?P<year>\d{4})\))?')
_NO_YEAR: Final = 9999
"""The current year in examples, so that none of their works is too new."""


def facts_of(
    mentions: tuple[Mention, ...], settings: Settings, table: Mapping[Doi, Outcome]
) -> RunFacts:
    """Return the facts of a run for an example.

    Args:
        mentions: the mentions of the example.
        settings: the settings of the run.
        table: the outcomes of look-ups; a DOI that is not in it counts as not registered. Empty:
            the run is offline.
    """
    casings = engine.casings(engine.names_as_written(mentions))
    if not table:
        return RunFacts(settings=settings, casings=casings)
    known: dict[Doi, Outcome] = {
        doi: table.get(doi, Missing())
        for doi in engine.dois_to_look_up(mentions, lambda _: settings)
    }
    candidates = engine.candidates_to_look_up(mentions, known, lambda _: settings)
    for names in candidates.values():
        known |= {doi: table.get(doi, Missing()) for doi in names if doi not in known}
    suggestions = {
        doi: tuple(one for one in names if isinstance(known[one], Found))
        for doi, names in candidates.items()
    }
    similar = {
        doi: tuple(one.doi for one in typos(doi) if isinstance(table.get(one.doi), Found))
        for doi, found in suggestions.items()
        if not found
    }
    known |= {doi: table[doi] for found in similar.values() for doi in found}
    return RunFacts(
        outcomes=known,
        suggestions=suggestions,
        similar={doi: found for doi, found in similar.items() if found},
        casings=casings,
        settings=settings,
        online=True,
    )


def outcome_of(word: str) -> Outcome:
    """Return the outcome for a word of an `Example`, such as `found` or `alias:10.1000/182`."""
    kind, _, alias = word.partition(":")
    target = "https://publisher.example/1"
    outcomes: dict[str, Outcome] = {
        "found": Found(HandleRecord(target)),
        "missing": Missing(),
        "no-prefix": Missing(301),
        "unknown": Unknown(Cause.TIMEOUT),
        "offline": Unknown(Cause.OFFLINE),
        "no-target": Found(HandleRecord()),
        "deleted": Found(HandleRecord(target, deleted=True)),
        "alias": Found(HandleRecord(alias=alias)),
    }
    return outcomes[kind]


def after_search(facts: RunFacts, references: Iterable[Reference]) -> RunFacts:
    """Return facts with the results of a search that finds all known works."""
    found = [
        MeantWork(doi, one.work.replace(type=one.work.type or "journal-article"))
        for doi, one in facts.works.items()
        if isinstance(one, KnownWork)
    ]
    named = ((identity(one.cited), one.cited) for one in references)
    searches = {
        key: judge_search(cited, found, _NO_YEAR, FEWEST)
        for key, cited in named
        if key is not None and found
    }
    proposals = {key: one.found for key, one in searches.items() if isinstance(one, Matching)}
    return facts.replace(proposals=proposals, searches=searches)


def outcome_of_work(words: str) -> WorkOutcome:
    """Return the outcome for the words of an `Example` about a work.

    The words are `unknown`, `registered with AGENCY`, or `"TITLE" (PEOPLE YEAR)` with optional
    updates, relations or a version after semicolons.

    Raises:
        ValueError: if the words have a different form.
    """
    if words == "unknown":
        return UnknownWork(Cause.TIMEOUT)
    if words.startswith(_HELD):
        return NotHeld(words.removeprefix(_HELD))
    main, *others = words.split("; ")
    work = _WORK.fullmatch(main)
    if work is None:
        raise ValueError(words)
    people = tuple(Person(one) for one in (work["people"] or "").split(", ") if one)
    years = (int(work["year"]),) if work["year"] else ()
    updates, relations = [], []
    version = ""
    for kind, *rest in map(str.split, others):
        if kind == "version":
            version = rest[0]
        elif kind[0].isupper() or kind.startswith("is-"):
            relations.append(Relation(kind, parse(rest[0])))
        else:
            notice = parse(rest[0]) if rest else None
            updates.append(Update(kind, notice, *rest[1:]))
    titles = Titles(main=(work["title"],))
    work_of_words = Work(titles, people, years=years, version=version)
    return KnownWork(work_of_words.replace(updates=tuple(updates), relations=tuple(relations)))
