"""What a name is registered as, from the words of an `Example`: for tests and pages of rules."""

from __future__ import annotations

from typing import Final

from mdlint_doi.names.doi import parse
from mdlint_doi.names.outcome import Cause
from mdlint_doi.text.pattern import pattern
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
