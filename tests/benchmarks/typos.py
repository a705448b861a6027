"""Which typos in a DOI are repaired: typos.py records.jsonl.gz [--names 300] [--seed 1].

Each line of the file has a `doi` and an `item`, a record of Crossref. Each DOI gets one typo of
each kind, and stands in an entry of a bibliography and alone in a text. Registered are, beside
these DOIs, most of those that differ from them in the last two digits, and a third of those that
differ in other digits, each for a different work: services register DOIs one after the other.

For each kind, the table shows for how many DOIs the right one was proposed or written, and for how
many a different one.
"""

from __future__ import annotations

import argparse
import gzip
import json
import re
import sys
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

from mdlint_doi.ask.readers.crossref import Crossref
from mdlint_doi.ask.store import Answer, AnsweredBy
from mdlint_doi.lint.document import Document
from mdlint_doi.lint.engine import candidates_to_look_up
from mdlint_doi.lint.rules import by_code
from mdlint_doi.lint.selection import RunFacts
from mdlint_doi.lint.settings import Settings
from mdlint_doi.names.doi import Doi, parse_or_none
from mdlint_doi.names.outcome import Cause, Found, Missing, Outcome, Unknown
from mdlint_doi.run.judge import Judge, read_document
from mdlint_doi.run.learned import Learned, WorksLearned
from mdlint_doi.run.similar import SimilarNames
from mdlint_doi.services import CROSSREF
from mdlint_doi.text.source import Source
from mdlint_doi.works.work import KnownWork, Person, Titles, Work

Item = dict[str, Any]
_SETTINGS: Final = Settings()
_FOUND: Final = Found(agency="Crossref")
_DENIED: Final = Unknown(Cause.UNCONFIRMED)
_BESIDE: Final = dict(zip("qwertyuiopasdfghjklzxcvbnm", "wertyuioposdfghjklkxcvbnmn", strict=True))
_OTHER: Final = KnownWork(
    Work(
        Titles(("The annual budget of a small town in the hills",)),
        (Person("Zorn"), Person("Ypsilanti")),
        years=(1987,),
        containers=("Journal of Municipal Accounting",),
        volume="3",
        pages="1-9",
    )
)


class World(NamedTuple):
    """The registered works.

    Attributes:
        works: the works of the chosen DOIs.
        shapes: their DOIs with `0` for each digit, and the keys of the DOIs with this shape.
    """

    works: Mapping[Doi, KnownWork]
    shapes: Mapping[str, Sequence[str]]

    def outcome(self, doi: Doi) -> Outcome:
        """Return whether a DOI is registered."""
        if doi in self.works:
            return _FOUND
        near = self.shapes.get(_shape(doi.key), ())
        draw = sha256(doi.key.encode()).digest()[0]
        is_next = any(key[:-2] == doi.key[:-2] for key in near)
        return _FOUND if near and draw < (180 if is_next else 85) else _DENIED


def _shape(name: str) -> str:
    return re.sub(r"[0-9]", "0", name)


def _changed(suffix: str, draw: Random, kind: str, how: Callable[[str, int], str]) -> str | None:
    """Return a suffix with a typo at one of the places where this kind may happen."""
    places = [at for at in range(len(suffix)) if _may(suffix, at, kind)]
    return how(suffix, draw.choice(places)) if places else None


def _may(text: str, at: int, kind: str) -> bool:
    sign, following = text[at], text[at + 1 : at + 2]
    return {
        "digit": sign.isdigit(),
        "inner digit": sign.isdigit() and 0 < at < len(text) - 1,
        "last digit": sign.isdigit() and at == len(text) - 1,
        "letter": sign.isalpha(),
        "separator": sign in "./-_" and 0 < at < len(text) - 1,
        "two digits": sign.isdigit() and following.isdigit() and sign != following,
        "two letters": sign.isalpha() and following.isalpha() and sign != following,
        "0": sign in "015",
    }[kind]


def _other_digit(text: str, at: int) -> str:
    return text[:at] + str((int(text[at]) + 3) % 10) + text[at + 1 :]


def _lost(text: str, at: int) -> str:
    return text[:at] + text[at + 1 :]


def _doubled(text: str, at: int) -> str:
    return text[:at] + text[at] + text[at:]


def _swapped(text: str, at: int) -> str:
    return text[:at] + text[at + 1] + text[at] + text[at + 2 :]


def _other_separator(text: str, at: int) -> str:
    return text[:at] + {".": "/", "/": ".", "-": "_", "_": "-"}[text[at]] + text[at + 1 :]


def _other_letter(text: str, at: int) -> str:
    return text[:at] + _BESIDE.get(text[at].lower(), "x") + text[at + 1 :]


def _look_alike(text: str, at: int) -> str:
    return text[:at] + {"0": "O", "1": "l", "5": "S"}[text[at]] + text[at + 1 :]


KINDS: Final[tuple[tuple[str, str, Callable[[str, int], str]], ...]] = (
    ("a separator for another", "separator", _other_separator),
    ("a lost separator", "separator", _lost),
    ("a lost letter", "letter", _lost),
    ("a doubled letter", "letter", _doubled),
    ("a wrong letter", "letter", _other_letter),
    ("two swapped letters", "two letters", _swapped),
    ("a letter for a digit", "0", _look_alike),
    ("the last digit lost", "last digit", _lost),
    ("a wrong last digit", "last digit", _other_digit),
    ("an inner digit lost", "inner digit", _lost),
    ("a wrong inner digit", "inner digit", _other_digit),
    ("a doubled digit", "digit", _doubled),
    ("two swapped digits", "two digits", _swapped),
)


def records(path: Path, most: int) -> dict[Doi, tuple[Item, KnownWork]]:
    """Return the first records that describe a work fully."""
    reader = Crossref(CROSSREF.address, "")
    found: dict[Doi, tuple[Item, KnownWork]] = {}
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            item = row.get("item", {})
            doi = parse_or_none(row["doi"])
            if doi is None or row["agency"] != "Crossref" or not _is_full(item):
                continue
            works = [work for _, work in reader.works([item], {doi.key: doi})]
            if works and isinstance(works[0], Work):
                found[doi] = item, KnownWork(works[0])
            if len(found) == most:
                break
    return found


def _is_full(item: Item) -> bool:
    people = [person for person in item.get("author", []) if person.get("family")]
    return bool(people and item.get("title") and item.get("issued"))


def entry(item: Item, name: str) -> str:
    """Return the entry of a bibliography for a record, with a different DOI."""
    people = " and ".join(
        f"{person['family']}, {person.get('given', '')}"
        for person in item["author"]
        if person.get("family")
    )
    year = item["issued"]["date-parts"][0][0]
    fields = {
        "author": people,
        "title": item["title"][0],
        "journal": next(iter(item.get("container-title", [])), ""),
        "year": str(year),
        "volume": item.get("volume", ""),
        "pages": item.get("page", ""),
        "doi": name,
    }
    lines = (f"  {key} = {{{value}}},\n" for key, value in fields.items() if value)
    return f"@article{{key,\n{''.join(lines)}}}\n"


def proposed(world: World, file: str, text: str) -> tuple[Doi | None, Doi | None, bool]:
    """Return the written DOI, the proposed one, and whether an unsafe fix writes it."""
    document = read_document(Source(file, text), _SETTINGS)
    written = next((mention.doi for mention in document.mentions if mention.doi is not None), None)
    if written is None or isinstance(world.outcome(written), Found):
        return None, None, False
    judge = Judge(_SETTINGS, _learned(world, document, written))
    facts = judge.facts_for(file).replace(claims=document.claims)
    return written, *_of_finding(document, facts)


def _learned(world: World, document: Document, written: Doi) -> Learned:
    answers = {written: Answer(Missing(), AnsweredBy.NETWORK)}
    outcomes: dict[Doi, Outcome] = {written: Missing()}
    several = candidates_to_look_up(document.mentions, outcomes, lambda _: _SETTINGS)
    known = {doi: world.outcome(doi) for group in several.values() for doi in group}
    suggestions = {
        doi: tuple(candidate for candidate in group if isinstance(known[candidate], Found))
        for doi, group in several.items()
    }
    found = {doi: Answer(outcome, AnsweredBy.NETWORK) for doi, outcome in known.items()}
    learned = Learned(answers, found, suggestions, online=True)
    if any(suggestions.values()):
        return learned
    similar = SimilarNames([written], document.mentions, answers)
    for names in similar.lists():
        similar.take({doi: Answer(world.outcome(doi), AnsweredBy.NETWORK) for doi in names})
    works = {doi: world.works.get(doi, _OTHER) for doi in similar.answers}
    return learned.replace(
        candidates={**found, **similar.answers},
        similar=similar.registered,
        works=WorksLearned(meant=works),
    )


def _of_finding(document: Document, facts: RunFacts) -> tuple[Doi | None, bool]:
    rule = by_code("DOI901")
    assert rule is not None
    for mention in document.mentions:
        for problem in rule.check(mention, facts):
            meant = re.search(r"did you mean (\S+?)[,?]? ?(?:registered|or|\Z)", problem.message)
            doi = parse_or_none(meant[1].rstrip("?,")) if meant else None
            return doi, problem.fix is not None
    return None, False


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("records", type=Path)
    parser.add_argument("--names", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    found = records(options.records, options.names)
    world = World(
        {doi: work for doi, (_, work) in found.items()},
        {shape: [doi.key for doi in found if _shape(doi.key) == shape] for shape in
         {_shape(doi.key) for doi in found}},
    )  # fmt: skip
    out = sys.stdout.write
    out(f"{len(found)} DOIs; right, fixed and wrong with a reference, then alone, in per cent\n")
    total = Counter[str]()
    for kind, place, how in KINDS:
        draw = Random(f"{options.seed} {kind}")
        row = Counter[str]()
        for doi, (item, _) in found.items():
            suffix = _changed(doi.suffix, draw, place, how)
            name = f"{doi.prefix}/{suffix}"
            if suffix is None or parse_or_none(name) is None:
                continue
            texts = (("entry", "a.bib", entry(item, name)),
                     ("alone", "a.md", f"<https://doi.org/{name}>\n"))  # fmt: skip
            for way, file, text in texts:
                written, meant, is_fixed = proposed(world, file, text)
                if written is None:
                    continue
                row[way] += 1
                row[f"{way} right"] += meant == doi
                row[f"{way} fixed"] += meant == doi and is_fixed
                row[f"{way} wrong"] += meant not in {None, doi}
                row[f"{way} wrong fix"] += meant not in {None, doi} and is_fixed
        total.update(row)
        out(_row(kind, row))
    out(_row("all", total))
    out(f"wrong fixes: {total['entry wrong fix']} and {total['alone wrong fix']}\n")


def _row(kind: str, row: Mapping[str, int]) -> str:
    cells = [f"{row['entry']:5}"]
    for way in ("entry", "alone"):
        cells += [
            f"{100 * row[f'{way} {result}'] / max(1, row[way]):6.1f}"
            for result in ("right", "fixed", "wrong")
        ]
    return f"{kind:24} {' '.join(cells)}\n"


if __name__ == "__main__":
    main()
