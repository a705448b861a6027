"""Lists of authors, right ones in variants and wrong ones: works_people.py [--lists N].

The lists are those of the records in `spec/field_cases.jsonl` of the shared folder. A right list is
written with initials, cut, turned, transliterated or misspelt by a letter, for example; in a wrong
one, an author is replaced, added or left out. Each is judged in an entry and in a reference in
running text, in this process. Software is left out, because it gets authors with each release.
`--shown KIND` prints the lists of a kind that are judged wrongly.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

from mdlint_doi.lint.settings import Settings
from mdlint_doi.run.judge import read_document
from mdlint_doi.text.source import Source
from mdlint_doi.works.agreement import agreement
from mdlint_doi.works.facts import is_repository
from mdlint_doi.works.verdict import Differs, Disagrees
from mdlint_doi.works.work import Person, Titles, Work

CUT = "cut, and others"
NAME = "10.1000/182"
STRANGERS = [
    *("Quillfeather Oswin", "Brackenridge Tove", "Zabriskie Orla", "Hollingberry Ned"),
    *("Vantongeren Piet", "Undurraga Inés", "Fjeldstad Rune", "Ostrowicz Jan", "Haverkort Lies"),
    *("Pemberley Joan", "Grigoleit Udo", "Castellanza Rita", "Dumortier Luc", "Yamagishi Ken"),
]
Names = list[tuple[str, str]]  # family, given
Change = Callable[[Names, Random], Names | None]


def _initials(names: Names, _: Random) -> Names:
    return [(family, " ".join(f"{part[0]}." for part in given.split())) for family, given in names]


def _first_initial(names: Names, _: Random) -> Names:
    return [(family, given[:1]) for family, given in names]


def _cut(names: Names, draw: Random) -> Names | None:
    """Return the first names only, as beside "and others"."""
    return names[: draw.randrange(1, len(names))] if len(names) > 1 else None


def _turned(names: Names, _: Random) -> Names:
    return [(given, family) for family, given in names]


def _ascii(names: Names, _: Random) -> Names:
    def plain(text: str) -> str:
        apart = unicodedata.normalize("NFD", text.replace("ø", "o").replace("ß", "ss"))
        return "".join(letter for letter in apart if not unicodedata.combining(letter))

    return [(plain(family), plain(given)) for family, given in names]


def _umlauts(names: Names, _: Random) -> Names:
    table = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "ø": "oe", "å": "aa"})
    return [(family.translate(table), given.translate(table)) for family, given in names]


def _misspelt(names: Names, draw: Random) -> Names | None:
    """Return the names with one letter of one family name lost, doubled, changed or exchanged."""
    at = draw.randrange(len(names))
    family, given = names[at]
    if len(family) < 5:
        return None
    place = draw.randrange(1, len(family) - 1)
    lost, rest = family[:place], family[place + 1 :]
    letter = family[place]
    new = draw.choice(
        [
            f"{lost}{rest}",
            f"{lost}{letter}{letter}{rest}",
            f"{lost}{draw.choice('aeiou')}{rest}",
            f"{lost}{rest[:1]}{letter}{rest[1:]}",
        ]
    )
    return [*names[:at], (new, given), *names[at + 1 :]]


def _other_order(names: Names, draw: Random) -> Names | None:
    return draw.sample(names, len(names)) if len(names) > 1 else None


def _suffix(names: Names, draw: Random) -> Names:
    at = draw.randrange(len(names))
    return [*names[:at], (names[at][0], f"{names[at][1]}, Jr."), *names[at + 1 :]]


def _without_particle(names: Names, _: Random) -> Names | None:
    short = [(family.rpartition(" ")[2] or family, given) for family, given in names]
    return short if short != names else None


def _stranger(draw: Random) -> tuple[str, str]:
    family, _, given = draw.choice(STRANGERS).partition(" ")
    return family, given


def _replaced(at: Callable[[int, Random], int]) -> Change:
    def change(names: Names, draw: Random) -> Names | None:
        if len(names) < 2:
            return None
        place = at(len(names), draw)
        return [*names[:place], _stranger(draw), *names[place + 1 :]]

    return change


def _before(names: Names, draw: Random) -> Names | None:
    return [_stranger(draw), *names] if len(names) > 1 else None


def _between(names: Names, draw: Random) -> Names | None:
    place = draw.randrange(1, len(names)) if len(names) > 1 else 0
    return [*names[:place], _stranger(draw), *names[place:]] if place else None


def _appended(names: Names, draw: Random) -> Names | None:
    return [*names, _stranger(draw)]


def _first_left_out(names: Names, _: Random) -> Names | None:
    return names[1:] if len(names) > 1 else None


RIGHT: dict[str, Change] = {
    "as registered": lambda names, _: names,
    "initials": _initials,
    "first initial": _first_initial,
    CUT: _cut,
    "turned": _turned,
    "ASCII": _ascii,
    "umlauts": _umlauts,
    "misspelt": _misspelt,
    "other order": _other_order,
    "suffix": _suffix,
    "without particle": _without_particle,
}
WRONG: dict[str, Change] = {
    "first replaced": _replaced(lambda _, __: 0),
    "middle replaced": _replaced(lambda size, draw: draw.randrange(1, max(size - 1, 2))),
    "last replaced": _replaced(lambda size, _: size - 1),
    "put before": _before,
    "put between": _between,
    "first left out": _first_left_out,
    "appended": _appended,
}
RECORDS = {"record cut": 3, "group in the record": 0}
"""Right lists beside a record that is cut after some authors, or with a group as the last one."""


def works(path: Path) -> Iterator[tuple[Names, Work]]:
    """Yield the lists and records of a file of cases, once for each DOI."""
    seen = set()
    for line in path.read_text("utf-8").splitlines():
        case = json.loads(line)
        row = case.get("registered") or {}
        given = row.get("given") or []
        title = row["title"][0] if isinstance(row.get("title"), list) else row.get("title", "")
        names = [*zip(row.get("authors") or [], given, strict=False)]
        if case.get("doi") in seen or not names or len(given) != len(row["authors"]):
            continue
        if is_repository(title) or row.get("type") in {
            "software",
            "dataset",
            "Software",
            "Dataset",
        }:
            continue
        if not all(family and first for family, first in names) or not row.get("year"):
            continue
        seen.add(case["doi"])
        container = row.get("container") or []
        yield (
            names,
            Work(
                titles=Titles((title,)),
                people=tuple(Person(family, first) for family, first in names),
                years=(int(row["year"]),),
                containers=tuple([container] if isinstance(container, str) else container),
                type="journal-article",
                agency="Crossref",
            ),
        )


def entry(names: Names, work: Work, kind: str) -> str:
    """Return an entry of a `.bib` file."""
    people = " and ".join(f"{family}, {given}" for family, given in names)
    people += " and others" if kind == CUT else ""
    fields = f"author = {{{people}}}, title = {{{work.titles.shown}}}, year = {work.years[0]}"
    return f"@article{{key, {fields}, doi = {{{NAME}}}}}"


def reference(names: Names, work: Work, kind: str) -> str:
    """Return an item of a list of references, in the style of the APA."""
    if kind == "turned":  # "Marlowe Ada, Okafor Ben"
        short = [f"{given} {family}" for family, given in names]
    else:
        short = [
            f"{family}, {' '.join(f'{name[0]}.' for name in given.split())}"
            for family, given in names
        ]
    people = ", ".join(short[:-1]) + (", & " if short[1:] else "") + short[-1]
    people = f"{', '.join(short)}, et al." if kind == CUT else people
    where = f"*{work.containers[0]}*" if work.containers else "*Journal*"
    return f"- {people} ({work.years[0]}). {work.titles.shown}. {where}. https://doi.org/{NAME}"


def is_reported(text: str, work: Work) -> bool | None:
    """Return whether a citation is reported, including hints; None if it is not read."""
    name = "a.bib" if text.startswith("@") else "a.md"
    claim = next(iter(read_document(Source(name, text), Settings()).claims()), None)
    if claim is None:
        return None
    return isinstance(agreement(claim, work), Disagrees | Differs)


def trials(names: Names, work: Work, draw: Random) -> Iterator[tuple[str, Names, Work]]:
    """Yield the kind, the names and the record of each list."""
    for kind, change in {**RIGHT, **WRONG}.items():
        changed = change(names, draw)
        if changed:
            yield kind, changed, work
    if len(names) > RECORDS["record cut"]:
        yield "record cut", names, work.replace(people=work.people[:3])
    group = Person(group="The Imaginary Botany Consortium")
    yield "group in the record", names, work.replace(people=(*work.people, group))


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lists", type=int, default=200)
    parser.add_argument("--shown", default="")
    options = parser.parse_args()
    shared = Path(os.environ.get("DOI_SHARED", Path(__file__).parents[3] / "shared"))
    known = [*works(shared / "spec/field_cases.jsonl")]
    draw = Random(61)
    draw.shuffle(known)
    counts: Counter[tuple[Any, ...]] = Counter()
    for names, work in known[: options.lists]:
        for kind, changed, stated in trials(names[:30], work, draw):
            record = stated.replace(people=stated.people[:31])
            for form in (entry, reference):
                text = form(changed, record, kind)
                reported = is_reported(text, record)
                counts[form.__name__, kind, reported] += 1
                is_wrong = kind in WRONG
                if options.shown == kind and reported is not is_wrong:
                    sys.stdout.write(f"{text}\n")
    for form in (entry, reference):
        for kind in (*RIGHT, *RECORDS, *WRONG):
            told, silent = (counts[form.__name__, kind, reported] for reported in (True, False))
            share = f"{told / max(told + silent, 1):7.1%}"
            said = f"{form.__name__:10} {kind:20} {told + silent:5} lists, {told:5} reported"
            sys.stdout.write(f"{said} {share}\n")
    for form in (entry, reference):
        right = [
            sum(counts[form.__name__, kind, reported] for kind in (*RIGHT, *RECORDS))
            for reported in (True, False)
        ]
        said = f"{right[0]} of {sum(right)} right lists are reported"
        sys.stdout.write(f"{form.__name__}: {said}\n")


if __name__ == "__main__":
    main()
