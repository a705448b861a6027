"""References in running text, rendered of records in two dozen styles, right and wrong.

The records are those of the right entries in `spec/field_cases.jsonl` of the shared folder. A wrong
reference has the title, the people, the year, or volume and page of another record, or all of them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

Row = dict[str, Any]
Names = tuple[tuple[str, str], ...]
WRONG = ("title", "people", "year", "place", "all")


class Stated(NamedTuple):
    """What a reference states."""

    people: Names
    title: str
    journal: str
    year: int
    volume: str
    pages: str
    doi: str


class Rendered(NamedTuple):
    """A reference, what is wrong with it (`right`: nothing), its style, and the record."""

    text: str
    kind: str
    style: str
    row: Row


def _initials(given: str, mark: str = ". ") -> str:
    parts = given.replace("-", " ").split()
    return mark.join(part[0] for part in parts) + mark.strip()


def _names(people: Names, form: str) -> list[str]:
    """Return names: `Roe, M.`, `Roe M`, `M. Roe`, `Max Roe`, or the first one turned."""
    forms = {
        "turned": lambda family, given: f"{family}, {_initials(given)}",
        "short": lambda family, given: f"{family} {_initials(given, '')}",
        "forward": lambda family, given: f"{_initials(given)} {family}",
        "full": lambda family, given: f"{given} {family}",
    }
    if form == "first turned":
        first = f"{people[0][0]}, {people[0][1]}"
        return [first, *(forms["full"](*person) for person in people[1:])]
    return [forms[form](*person) for person in people]


def _joined(names: list[str], last: str = "and") -> str:
    if len(names) < 3:
        return f" {last} ".join(names)
    return f"{', '.join(names[:-1])}, {last} {names[-1]}"


def styles(one: Stated) -> Iterator[tuple[str, str]]:
    """Yield the name of each style, and the reference in it."""
    people, title, journal, year, volume, pages, doi = one
    link, page = f"https://doi.org/{doi}", pages.split("-")[0]
    turned, forward = _names(people, "turned"), _names(people, "forward")
    full, chicago = _names(people, "full"), _names(people, "first turned")
    apa, aps = _joined(turned, "&"), _joined(forward)
    yield "apa", f"{apa} ({year}). {title}. *{journal}*, {volume}(3), {pages}. {link}"
    yield "apa, no volume", f"- {apa} ({year}). {title}. *{journal}*. {link}"
    yield "apa, article", f"{apa} ({year}). {title}. *{journal}*, *{volume}*, {page}. {link}"
    yield "apa, plain", f"{apa} ({year}). {title}. *{journal}* {volume}, {pages}. {link}"
    yield "apa, colon", f"{apa} ({year}). {title}. *{journal}*, {volume}:{pages}. {link}"
    yield "apa, volume", f"{apa} ({year}). {title}. *{journal}* {volume}. {link}"
    quoted = f'"{title}." *{journal}*'
    yield "chicago", f"{_joined(chicago)}. {year}. {quoted} {volume} (3): {pages}. {link}."
    mla = chicago[0] + (", et al." if len(people) > 2 else ".")
    yield "mla", f"{mla} {quoted}, vol. {volume}, no. 3, {year}, pp. {pages}, {link}."
    ieee = f'"{title}," *{journal}*, vol. {volume}, no. 3, pp. {pages}, {year}, doi: {doi}.'
    yield "ieee", f"[1] {aps}, {ieee}"
    short = ", ".join(_names(people, "short"))
    yield "vancouver", f"1. {short}. {title}. {journal}. {year};{volume}(3):{pages}. doi:{doi}"
    yield "nature", f"{apa} {title}. *{journal}* **{volume}**, {pages} ({year}). {link}"
    yield "ams", f"{aps}, *{title}*, {journal} **{volume}** ({year}), {pages}. {link}"
    yield (
        "acm",
        f"{_joined(full)}. {year}. {title}. *{journal}* {volume}, 3 ({year}), {pages}. {link}",
    )
    yield "lncs", f"{', '.join(turned)}: {title}. {journal} {volume}(3), {pages} ({year}). {link}"
    harvard = f"{title}. {journal}, {volume}(3), pp.{pages}. {link}"
    yield "harvard", f"{_joined(turned)}, {year}. {harvard}"
    yield "elsevier", f"{', '.join(forward)}, {title}, {journal} {volume} ({year}) {pages}. {link}"
    yield "aps", f"{aps}, {journal} **{volume}**, {page} ({year}). {link}"
    yield "aanda", f"{apa} {year}, {journal}, {volume}, {page}. {link}"
    yield "names in full", f"- {_joined(full)}. {title}. {journal}, {year}. {link}"
    yield "preprint", f"- {_joined(full)}. {title}. Preprint, {year}. {link}"
    yield "commas", f"{', '.join(full)}. {title}. {year}. {link}"
    yield "linked", f"- [{title}]({link}) - {', '.join(full)}. *{journal}* {year}."
    yield "bold", f"- **{title}**, {full[0]} et al., {journal} {year}. [paper]({link})"
    yield "quoted", f'- "{title}" ({year}), {_joined(full)} [doi]({link})'
    yield "sentence", f"Please cite {people[0][0]} et al. ({year}), *{title}*, {journal}, {link}"


def rendered(path: Path, most: int = 60) -> Iterator[Rendered]:
    """Yield references to records of a file of cases, in all styles, right and wrong."""
    draw, rows = Random(4), records(path)
    draw.shuffle(rows)
    for number, row in enumerate(rows[:most]):
        if not row.get("volume"):
            first = draw.randrange(1, 300)
            row |= {"volume": str(draw.randrange(2, 60)), "page": f"{first}-{first + 9}"}
        other = rows[-1 - number * 7 % len(rows)]
        right, wrong = stated(row), stated(other)
        place = {"volume": str(draw.randrange(61, 99)), "pages": "701-709"}
        year = right.year + draw.choice((-4, 4))
        changes: dict[str, dict[str, Any]] = {
            "right": {},
            "title": {"title": wrong.title},
            "people": {"people": wrong.people},
            "year": {"year": year},
            "place": place,
            "all": {"title": wrong.title, "people": wrong.people, "year": wrong.year, **place},
        }
        if {family for family, _ in right.people} & {family for family, _ in wrong.people}:
            continue
        for kind, change in changes.items():
            for style, text in styles(right._replace(**change)):
                yield Rendered(text, kind, style, row)


def stated(row: Row) -> Stated:
    """Return what a right reference to a record states."""
    people = tuple(zip(row["authors"], row["given"], strict=False))
    journal = (row.get("container") or ["Journal"])[0] or "Journal"
    title = row["title"][0].rstrip(".")
    pages = row.get("page") or ""
    return Stated(people, title, journal, row["year"], row.get("volume") or "", pages, row["doi"])


def records(path: Path) -> list[Row]:
    """Return the records of Crossref with two to eight people, each once."""
    found: dict[str, Row] = {}
    for case in map(json.loads, path.read_text("utf-8").splitlines()):
        row = case["registered"] or {}
        authors, given = row.get("authors", ()), row.get("given", ())
        is_whole = row.get("title") and row.get("year") and 2 <= len(authors) <= 8
        if case["state"] == "known" and is_whole and len(given) == len(authors) and all(given):
            found.setdefault(case["doi"], {**row, "doi": case["doi"]})
    return [*found.values()]
