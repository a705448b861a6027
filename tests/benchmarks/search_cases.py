"""Labelled references for `search_missing`: DOIs are taken away where they are known.

The cases are those of `DOI_SHARED/spec`, and entries of `.bib` files whose DOI is one of theirs. A
tenth gets look-alikes: decoys that a search could take for the work, in one case of six without the
work itself.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple
from zlib import crc32

from works.case_claims import is_full_reference

from mdlint_doi.formats.data.bibtex_block import BibEntry
from mdlint_doi.formats.data.bibtex_syntax import read_blocks
from mdlint_doi.names.doi import DoiSyntaxError
from mdlint_doi.names.normalize import normalize
from mdlint_doi.works.folding import Words, content, plain_tex, plain_title, words
from mdlint_doi.works.people import people_of

Row = dict[str, Any]
YEAR = re.compile(r"(?:1[5-9]|20)\d\d")
PREPRINTS = re.compile(
    r"10\.(?:1101/(?:\d|decoy)|48550/|7287/|31234/|20944/|26434/|21203/|5194/egusphere)"
)
CODE = re.compile(r"[\\={}]|<-|@references")
KINDS = ("preprint", "part", "erratum", "book", "bogus", "nothing")
"""Of look-alikes; `nothing`: all of them, and not the work itself."""
TYPES = {
    "inproceedings": "proceedings-article",
    "conference": "proceedings-article",
    "incollection": "book-chapter",
    "inbook": "book-chapter",
    "book": "book",
    "phdthesis": "dissertation",
    "techreport": "report",
}


class Case(NamedTuple):
    """A reference.

    Attributes:
        text: an entry of BibTeX, or an item of a list.
        doi: the right one; empty where none is registered.
        title: as the entry has it; empty in prose.
        is_entry: whether it is an entry.
        full: whether it tells title, people and year, and more where there is more to tell.
        alike: which look-alikes it has; empty without any.

    """

    text: str
    doi: str
    title: str
    is_entry: bool
    full: bool
    alike: str = ""


def world(spec: Path, bibs: Iterable[Path]) -> tuple[list[Case], list[Row]]:
    """Return the cases, and the rows of the fake registry."""
    rows = {row["doi"]: row for row in _registered(spec)}
    for row in rows.values():
        if PREPRINTS.match(row["doi"]) or "rxiv" in str(row.get("container")).lower():
            row["type"] = "posted-content"
    cases = [*_of_bibs(bibs, rows), *_of_entries(spec, rows), *_of_prose(spec, rows)]
    kept: list[Case] = []
    for number, case in enumerate({(case.text, case.doi): case for case in cases}.values()):
        if crc32(case.text.encode()) % 10 and case.doi:
            kept.append(case)
            continue
        kind = KINDS[number % len(KINDS)]
        decoys = [*_decoys(kind, rows[case.doi], number)]
        kept.append(case._replace(alike=kind))
        rows |= {row["doi"]: row for row in decoys}
    gone = {case.doi for case in kept if case.alike == "nothing"}
    kept = [case._replace(doi="" if case.doi in gone else case.doi) for case in kept]
    return kept, [row for doi, row in rows.items() if doi not in gone]


def _lines(path: Path) -> Iterator[Row]:
    for line in path.read_text("utf-8").splitlines():
        yield json.loads(line)


def _registered(spec: Path) -> Iterator[Row]:
    """Yield the works: as they are registered, or as another entry with the DOI tells."""
    for case in _lines(spec / "bib_cases.jsonl"):
        entry = case["entry"]
        people = [person.name for person in people_of(entry.get("author") or "")]
        year = next((int(digits) for digits in YEAR.findall(str(entry.get("year")))), None)
        told = {"title": plain_tex(entry["title"]), "authors": people, "year": year}
        yield {"doi": case["doi"].lower(), **told}
    for name in ("bib_cases.jsonl", "match_cases.jsonl"):
        for case in _lines(spec / name):
            if name == "match_cases.jsonl" or case["expected"] == "same":
                yield {"doi": case["doi"].lower(), **case["registered"]}
    for row in _lines(spec / "works.jsonl"):
        yield {**row, "doi": row["doi"].lower()}


def _of_bibs(bibs: Iterable[Path], rows: dict[str, Row]) -> Iterator[Case]:
    """Yield the entries of files whose DOI is registered, without the DOI wherever it stands."""
    for path in bibs:
        text = path.read_bytes().decode("utf-8", "replace")
        for block in read_blocks(text):
            if isinstance(block, BibEntry):
                yield from _of_block(block, text, rows)


def _of_block(block: BibEntry, text: str, rows: dict[str, Row]) -> Iterator[Case]:
    fields = {field.name.cut(text).lower(): field for field in block.fields}
    doi = _doi(fields["doi"].text(text).text) if "doi" in fields else ""
    if doi not in rows or not {"title", "author", "year"} <= fields.keys():
        return
    kind = block.type.cut(text).lower()
    if kind in TYPES:
        rows[doi]["type"] = TYPES[kind]
    dropped = {"doi", "url", "note", "eprint", "link", "abstract", "file"}
    pairs = [(name, field.value.cut(text)) for name, field in fields.items() if name not in dropped]
    written = "".join(f",\n  {name} = {value}" for name, value in pairs)
    full = kind in {*TYPES, "article"} and bool(
        {"journal", "booktitle", "publisher"} & fields.keys()
    )
    title = fields["title"].text(text).text
    yield Case(f"@{kind}{{KEY{written}\n}}\n", doi, title, is_entry=True, full=full)


def _doi(text: str) -> str:
    try:
        return normalize(text.strip().strip("{}").replace("\\_", "_")).key.lower()
    except DoiSyntaxError:
        return ""


def _of_entries(spec: Path, rows: dict[str, Row]) -> Iterator[Case]:
    for case in _lines(spec / "bib_cases.jsonl"):
        entry = case["entry"]
        if case["expected"] == "same" and all(
            entry.get(name) for name in ("title", "author", "year")
        ):
            text = "".join(f",\n  {name} = {{{value}}}" for name, value in entry.items())
            doi = case["doi"].lower()
            if text.count("{") == text.count("}"):
                yield Case(
                    f"@article{{KEY{text}\n}}\n", doi, entry["title"], is_entry=True, full=True
                )


def _of_prose(spec: Path, rows: dict[str, Row]) -> Iterator[Case]:
    for case in _lines(spec / "match_cases.jsonl"):
        record = case["registered"]
        if case["expected"] == "same" and is_full_reference(case):
            text = " ".join(case["text"].split())
            full = _is_full(text, record)
            yield Case(f"- {text}\n", case["doi"].lower(), "", is_entry=False, full=full)


def _is_full(text: str, record: Row) -> bool:
    """Return whether a text gives title, first author and year of what is registered."""
    told = Words(text)
    title = content(words(plain_title(record["title"])))
    people, year = record.get("authors") or [], record.get("year")
    if not (title and people and year) or CODE.search(text):
        return False
    near = any(abs(int(digits) - year) <= 1 for digits in YEAR.findall(text))
    stands = sum(map(told.has, title)) >= 0.8 * len(title)
    return near and stands and told.has(words(people[0])[-1]) and len(told.all) <= 140


def _decoys(kind: str, row: Row, number: int) -> Iterator[Row]:
    """Yield records that could be taken for the work of a row; for `nothing`, all of them."""
    base = {**row, "type": "journal-article"}
    for name, make in MAKERS.items():
        if kind in {name, "nothing"}:
            yield from make(base, row.get("type", ""), number)


def _preprints(base: Row, kind: str, number: int) -> Iterator[Row]:
    year = base.get("year") or 2015
    for back in (0, 1) if kind != "posted-content" else ():
        row = {**base, "type": "posted-content", "year": year - back, "container": ""}
        yield {**row, "doi": f"10.1101/decoy.{number}.{back}"}


def _parts(base: Row, _kind: str, number: int) -> Iterator[Row]:
    title = base["title"]
    yield {**base, "doi": f"10.5555/part.{number}.2", "title": f"{title} II"}
    yield {**base, "doi": f"10.5555/part.{number}.3", "title": f"{title}. Part III: More of it"}


def _errata(base: Row, _kind: str, number: int) -> Iterator[Row]:
    for at, word in enumerate(("Erratum to", "Correction", "Comment on", "Author Correction")):
        yield {**base, "doi": f"10.5555/{number}.{at}", "title": f"{word}: {base['title']}"}


def _books(base: Row, kind: str, number: int) -> Iterator[Row]:
    other = "book-chapter" if kind == "book" else "book"
    yield {**base, "doi": f"10.5555/book.{number}", "type": other, "container": "A Series"}


def _copies(base: Row, _kind: str, number: int) -> Iterator[Row]:
    for at, year in enumerate((2025, 2025, base.get("year"))):
        row = {**base, "type": "posted-content", "year": year, "container": ""}
        yield {**row, "doi": f"10.65215/copy.{number}.{at}"}
    yield {**base, "doi": f"10.65215/copy.{number}.9"}


MAKERS = {
    "preprint": _preprints,
    "part": _parts,
    "erratum": _errata,
    "book": _books,
    "bogus": _copies,
}
