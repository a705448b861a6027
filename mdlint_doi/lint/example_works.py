"""What a name is registered as, from the words of an `Example`: for tests and pages of rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from mdlint_doi.lint.reference import Reference
from mdlint_doi.names.doi import Doi, parse
from mdlint_doi.names.outcome import Cause
from mdlint_doi.text.pattern import pattern
from mdlint_doi.works.candidates import Candidate, choose, identity
from mdlint_doi.works.work import (
    Known,
    NotHeld,
    Person,
    Relation,
    Titles,
    Unknown,
    Update,
    Work,
    WorkOutcome,
)

_WORK: Final = pattern(r'"(?P<title>[^"]*)"(?: \((?P<people>[^()]*?) ?(?P<year>\d{4})\))?')


def proposals_of(
    references: Iterable[Reference], works: Mapping[Doi, WorkOutcome]
) -> dict[str, Candidate]:
    """Return what a search that finds all of these works proposes for references."""
    found = [
        Candidate(doi, one.work._replace(type=one.work.type or "journal-article"))
        for doi, one in works.items()
        if isinstance(one, Known)
    ]
    chosen = ((identity(one.cited), choose(one.cited, found)) for one in references)
    return {key: one for key, one in chosen if key is not None and one is not None}


def outcome_of_work(words: str) -> WorkOutcome:
    """Return the outcome that the words of an `Example` stand for.

    Raises:
        ValueError: for words that stand for none.

    """
    if words == "unknown":
        return Unknown(Cause.TIMEOUT)
    if words.startswith("held by "):
        return NotHeld(words.removeprefix("held by "))
    main, *others = words.split("; ")
    work = _WORK.fullmatch(main)
    if work is None:
        raise ValueError(words)
    people = tuple(Person(one) for one in (work["people"] or "").split(", ") if one)
    years = (int(work["year"]),) if work["year"] else ()
    updates, relations = [], []
    for kind, *rest in map(str.split, others):
        if kind[0].isupper() or kind.startswith("is-"):
            relations.append(Relation(kind, parse(rest[0])))
        else:
            notice = parse(rest[0]) if rest else None
            updates.append(Update(kind, notice, *rest[1:]))
    titles = Titles(main=(work["title"],))
    return Known(
        Work(titles, people, years=years, updates=tuple(updates), relations=tuple(relations))
    )
