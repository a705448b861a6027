"""A reference, the words of its parts, and what may be wrong in it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from textwrap import wrap
from typing import Any, Final

from mdlint_doi.names.doi import Doi, parse
from mdlint_doi.works.work import Person, Titles, Work

_PLACE: Final = re.compile(r"\{([A-Za-z][A-Za-z /]*)\}")
_WORD: Final = re.compile(r"[\s.\-]+")
INVENTED_PEOPLE: Final = (
    *(("Ravensdale", "Mira"), ("Okonjo", "Felix"), ("Tillinghast", "Greta")),
    *(("Bezerra Pinto", "Caio"), ("Whitcombe", "Nora"), ("Yliharju", "Pekka")),
    *(("Dragunov", "Sasha"), ("Castellanos", "Ines")),
)
_TITLES: Final = (
    "Seasonal migration of alpine marmots along abandoned railway cuttings",
    "A comparison of glazing techniques in early Baltic ceramics",
    "Learning to schedule ferries under uncertain tides and demand",
    "Pollen records from peat bogs on the outer islands",
    "How apprentices learn to judge the pitch of church bells",
    "Predicting the spread of rust in coastal wheat with small sensors",
)
_JOURNALS: Final = (
    *("Annals of Bell Founding", "Baltic Archaeology", "Transactions on Ferry Systems"),
    *("Review of Peatland Ecology", "Acta Marmotica", "Wheat Science Letters"),
)


@dataclass(frozen=True, slots=True)
class Reference:
    """A reference; people are pairs of family and given names."""

    people: tuple[tuple[str, str], ...]
    title: str
    year: int
    journal: str
    volume: str
    pages: str
    doi: str

    @property
    def families(self) -> list[str]:
        """The family names, in order."""
        return [family for family, _ in self.people]


def references() -> list[Reference]:
    """Return the references of the works beside this file, as they are registered."""
    return [
        Reference(
            tuple(zip(work["authors"], work["given"], strict=True)),
            work["title"][0],
            work["year"],
            work["container"][0],
            work["volume"],
            work["page"],
            work["doi"],
        )
        for work in _rows()
    ]


def works() -> Iterator[tuple[Doi, Work]]:
    """Yield the works with their DOIs, and a first part of each under a DOI of its own."""
    for row in _rows():
        names = zip(row["authors"], row["given"], strict=True)
        people = tuple(Person(family, given) for family, given in names)
        work = Work(
            titles=Titles((row["title"][0],)),
            people=people,
            years=(row["year"],),
            containers=tuple(row["container"]),
            volume=row["volume"],
            issue=row.get("issue", ""),
            pages=row["page"],
            type=row["type"],
            agency=row["agency"],
        )
        yield parse(row["doi"]), work
        part = Titles((f"{row['title'][0]}. Part I",))
        yield parse(_first_part(row["doi"])), work.replace(titles=part)


def _rows() -> list[dict[str, Any]]:
    text = Path(__file__).with_name("works.jsonl").read_text("utf-8")
    return [json.loads(line) for line in text.splitlines()]


def _first_part(doi: str) -> str:
    return f"{doi}.part1"


Truth = Callable[[Reference, Reference, Random], Reference]
"""Returns a reference with a mistake, given it, the one of another work, and chance."""


def _in_lower_case(right: Reference, other: Reference, draw: Random) -> Reference:
    first, *rest = right.title.split()
    plain = (word.lower() if word[1:].islower() else word for word in rest)
    return replace(right, title=" ".join((first, *plain)))


def _with_title(right: Reference, other: Reference, draw: Random) -> Reference:
    return replace(right, title=draw.choice(_TITLES))


def _with_people(right: Reference, other: Reference, draw: Random) -> Reference:
    return replace(right, people=tuple(draw.sample(INVENTED_PEOPLE, len(right.people))))


def _with_person(at: Callable[[int], int]) -> Truth:
    """Return the truth in which the author at a place is replaced, given the number of authors."""

    def changed(right: Reference, other: Reference, draw: Random) -> Reference:
        people = list(right.people)
        people[at(len(people))] = draw.choice(INVENTED_PEOPLE)
        return replace(right, people=tuple(people))

    return changed


def _with_added(right: Reference, other: Reference, draw: Random) -> Reference:
    at = draw.randrange(1, len(right.people))
    added = draw.choice(INVENTED_PEOPLE)
    return replace(right, people=(*right.people[:at], added, *right.people[at:]))


def _earlier(years: int) -> Truth:
    return lambda right, _other, _draw: replace(right, year=right.year - years)


TRUTHS: Final[Mapping[str, Truth]] = {
    "right": lambda right, _other, _draw: right,
    "right, title in lower case": _in_lower_case,
    "other DOI": lambda right, other, _draw: replace(right, doi=other.doi),
    "invented title": _with_title,
    "invented authors": _with_people,
    "first author replaced": _with_person(lambda _: 0),
    "middle author replaced": _with_person(lambda size: size // 2),
    "last author replaced": _with_person(lambda size: size - 1),
    "author added between": _with_added,
    "year 3 too early": _earlier(3),
    "year 10 too early": _earlier(10),
    "other journal": lambda right, _other, draw: replace(right, journal=draw.choice(_JOURNALS)),
    "part II for part I": lambda right, _other, _draw: replace(
        right, title=f"{right.title}. Part II", doi=_first_part(right.doi)
    ),
}
"""What is right or wrong in a reference."""
OF_LISTS: Final = frozenset(
    {"middle author replaced", "last author replaced", "author added between"}
)
"""The mistakes that are compared only where the whole list of authors is shown."""


def filled(text: str, reference: Reference, styles: Mapping[str, str]) -> str:
    """Return a text with the parts of a reference in place of the words in braces."""

    def part(found: re.Match[str]) -> str:
        name = found[1]
        if name.startswith("wrapped "):
            style = filled(styles[name.removeprefix("wrapped ")], reference, styles)
            return "\n  ".join(wrap(style, 70))
        if name in styles:
            return filled(styles[name], reference, styles)
        return _PARTS[name](reference) if name in _PARTS else found[0]

    return _PLACE.sub(part, text)


def _initials(given: str, mark: str = ".", between: str = " ") -> str:
    return between.join(f"{word[0].upper()}{mark}" for word in _WORD.split(given) if word)


def _joined(names: Sequence[str], last: str, between: str = ", ") -> str:
    return between.join(names[:-1]) + last + names[-1]


def _each(write: Callable[[str, str], str]) -> Callable[[Reference], list[str]]:
    return lambda reference: [write(family, given) for family, given in reference.people]


def _behind_first(reference: Reference) -> list[str]:
    """Return the names with only the first one turned around."""
    (family, given), *rest = reference.people
    return [f"{family}, {given}", *(f"{given} {family}" for family, given in rest)]


def _mla(reference: Reference) -> str:
    return f"{', '.join(reference.people[0])}, et al"


def _lines(pieces: Iterable[str]) -> str:
    return "".join(f"{piece}\n" for piece in pieces)


_WITH_INITIALS: Final = _each(lambda family, given: f"{family}, {_initials(given)}")
_PARTS: Final[Mapping[str, Callable[[Reference], str]]] = {
    "title": lambda of: of.title,
    "line": lambda of: "=" * len(of.title),
    "year": lambda of: str(of.year),
    "journal": lambda of: of.journal,
    "volume": lambda of: of.volume,
    "pages": lambda of: of.pages,
    "doi": lambda of: of.doi,
    "address": lambda of: f"https://doi.org/{of.doi}",
    "role": lambda of: f"{{doi}}`{of.doi}`",
    "role with title": lambda of: f"{{doi}}`{of.title} <{of.doi}>`",
    "key": lambda of: f"{of.people[0][0][:3]}{of.year % 100:02}",
    "first": lambda of: f"{of.people[0][0]} et al.",
    "families": lambda of: ", ".join(of.families),
    "people": lambda of: ", ".join(_each(lambda family, given: f"{given} {family}")(of)),
    "people APA": lambda of: _joined(_WITH_INITIALS(of), ", & "),
    "people MLA": _mla,
    "people Chicago": lambda of: _joined(_behind_first(of), ", and "),
    "people IEEE": lambda of: _joined(
        _each(lambda family, given: f"{_initials(given)} {family}")(of), ", and "
    ),
    "people Vancouver": lambda of: ", ".join(
        _each(lambda family, given: f"{family} {_initials(given, '', '')}")(of)
    ),
    "people Harvard": lambda of: _joined(_WITH_INITIALS(of), " and "),
    "people ACS": lambda of: "; ".join(_WITH_INITIALS(of)),
    "people GB/T": lambda of: ", ".join(
        _each(lambda family, given: f"{family.upper()} {_initials(given, '')}")(of)
    ),
    "people GOST": lambda of: ", ".join(
        _each(lambda family, given: f"{family} {_initials(given)}")(of)
    ),
    "people DIN": lambda of: " ; ".join(_each(lambda family, given: f"{family}, {given}")(of)),
    "people BibTeX": lambda of: " and ".join(_each(lambda family, given: f"{family}, {given}")(of)),
    "people YAML": lambda of: ", ".join(
        _each(lambda family, given: json.dumps(f"{given} {family}", ensure_ascii=False))(of)
    ),
    "people RIS": lambda of: _lines(_each(lambda family, given: f"AU  - {family}, {given}")(of)),
    "people CFF": lambda of: _lines(
        _each(lambda family, given: f"    - family-names: {family}\n      given-names: {given}")(of)
    ),
    "people CSL": lambda of: ", ".join(
        _each(
            lambda family, given: json.dumps({"family": family, "given": given}, ensure_ascii=False)
        )(of)
    ),
}
"""The words of the parts, by the names that stand in braces in `shapes.toml`."""
