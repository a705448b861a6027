"""A record of Crossref -> the work.

Sources: Crossref REST API, "Works metadata fields" (github.com/CrossRef/rest-api-doc,
api_format.md); what the fields really hold: `spec/metadata_facts.md` section 2.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from mdlint_doi.names.doi import Doi
from mdlint_doi.registries.values import (
    MOST_PEOPLE,
    MOST_RELATIONS,
    MOST_UPDATES,
    distinct,
    doi,
    items,
    member,
    number,
    objects,
    text,
    title,
    titles,
)
from mdlint_doi.works.work import Person, Relation, Titles, Update, Work

AGENCY: Final = "Crossref"
_DATES: Final = ("issued", "published", "published-print", "published-online", "published-other",
                 "posted")  # fmt: skip
_FIRST: Final = 1000
_LAST: Final = 2999


def read_work(record: Mapping[str, object], asked: Doi) -> Work:
    """Return the work of one record, read as far as it goes; never raises."""
    return Work(
        titles=_titles(record),
        people=_people(record.get("author")),
        editors=_people(record.get("editor")),
        years=_years(record),
        containers=distinct(
            (*titles(record.get("container-title")), *titles(record.get("short-container-title")))
        ),
        volume=number(record.get("volume")),
        issue=number(record.get("issue")),
        pages=number(record.get("page")) or number(record.get("article-number")),
        publisher=title(record.get("publisher")),
        type=text(record.get("type")),
        agency=AGENCY,
        updates=_updates(record.get("updated-by"), asked),
        relations=tuple(_relations(record.get("relation"), asked)),
    )


def _titles(record: Mapping[str, object]) -> Titles:
    """Return the titles; a subtitle that stands in a title already is none."""
    main = titles(record.get("title"))
    whole = " ".join(main).casefold()
    subtitle = titles(record.get("subtitle"))
    return Titles(
        main=main,
        subtitle=tuple(one for one in subtitle if one.casefold() not in whole),
        original=tuple(one for one in titles(record.get("original-title")) if one not in main),
        short=tuple(one for one in titles(record.get("short-title")) if one not in main),
    )


def _people(value: object) -> tuple[Person, ...]:
    people = (_person(one) for one in objects(value, MOST_PEOPLE))
    return tuple(one for one in people if one.name)


def _person(one: Mapping[str, object]) -> Person:
    family, given = title(one.get("family")), title(one.get("given"))
    if family:
        return Person(family, given)
    group = title(one.get("name")) or title(one.get("literal"))
    return Person(group=group) if group else Person(family=given)


def _years(record: Mapping[str, object]) -> tuple[int, ...]:
    """Return the distinct years of all dates but those of the record itself."""
    found: dict[int, None] = {}
    for name in _DATES:
        for parts in items(member(record.get(name), "date-parts"), 2):
            year = next(items(parts, 1), None)
            if type(year) is int and _FIRST <= year <= _LAST:
                found[year] = None
    return tuple(found)


def _updates(value: object, asked: Doi) -> tuple[Update, ...]:
    """Return what changed a work, each notice once: two sources may tell of it.

    The publisher is believed first. A new version that is the work itself is none.
    """
    found: dict[tuple[str, Doi | None], Update] = {}
    for one in objects(value, MOST_UPDATES):
        kind, notice = text(one.get("type")).casefold(), doi(one.get("DOI"))
        if not kind or (kind == "new_version" and notice == asked):
            continue
        update = Update(kind, notice, _date(one.get("updated")), text(one.get("source")))
        if (kind, notice) not in found or update.source == "publisher":
            found[kind, notice] = update
    return tuple(found.values())


def _date(value: object) -> str:
    """Return `2021-03-09`, `2021-03`, `2021` or nothing."""
    parts = next(items(member(value, "date-parts"), 1), None)
    parts = parts if isinstance(parts, list) else list(items(member(value, "date-parts"), 3))
    numbers: list[str] = []
    for part, most in zip(parts, (_LAST, 12, 31), strict=False):
        if type(part) is not int or not 1 <= part <= most:
            break
        numbers.append(f"{part:02d}" if numbers else f"{part:04d}")
    return "-".join(numbers)


def _relations(value: object, asked: Doi) -> Iterator[Relation]:
    """Yield relations to other DOIs, each once; both sides may have told of one."""
    pairs: Iterable[tuple[object, object]] = value.items() if isinstance(value, dict) else ()
    seen: set[tuple[str, Doi]] = set()
    for kind, others in pairs:
        for one in objects(others, MOST_RELATIONS):
            other = doi(one.get("id")) if text(one.get("id-type")).casefold() == "doi" else None
            named = (text(kind), other)
            if other is None or other == asked or named in seen or len(seen) >= MOST_RELATIONS:
                continue
            seen.add((named[0], other))
            yield Relation(named[0], other)
