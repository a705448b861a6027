"""How bibliographies agree with each other: works_pairs.py FILE [FILE …].

Where two files give one DOI, the entry of the one stands in for the record and that of the other is
checked, and the other way round: from file to finding, with default rules, against the tests' own
services. What differs is an error of one of the two files, or ours: each is printed, to be read.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))  # run as a script: the others stand there

from benchmarks.works_fields import Case, batches, findings, level_of

from mdlint_doi.formats.data.bibtex_block import BibEntry
from mdlint_doi.formats.data.bibtex_syntax import read_blocks
from mdlint_doi.works.folding import plain_tex
from mdlint_doi.works.people import people_of

BLOCK = re.compile(r"^[ \t]*@(?=\w+\s*[{(])", re.MULTILINE)
DOI = re.compile(r"""(?im)^\s*doi\s*=\s*[{"]\s*(?:https?://(?:dx\.)?doi\.org/)?(10\.[^\s{},"]+)""")
TYPES = {"inproceedings": "proceedings-article", "conference": "proceedings-article"}
TYPES |= {"book": "book", "proceedings": "proceedings", "inbook": "book-chapter"}
TYPES |= {"incollection": "book-chapter", "phdthesis": "dissertation", "techreport": "report"}
DATACITE = {"10.48550": "Preprint", "10.5281": "Software"}


def named(path: Path) -> dict[str, str]:
    """Return the text of the first entry for each DOI of a file."""
    found: dict[str, str] = {}
    for block in BLOCK.split(path.read_text("utf-8", "replace")):
        if doi := DOI.search(block):
            found.setdefault(doi[1].rstrip(".").replace("\\", "").lower(), f"@{block}")
    return found


def fields_of(text: str) -> dict[str, str]:
    """Return the type of an entry and its fields, TeX and all; macros are left out."""
    fields = {"bibtype": text[1:].partition("{")[0].strip().lower()}
    for entry in read_blocks(text):
        for field in entry.fields if isinstance(entry, BibEntry) else ():
            if field.literal:
                fields.setdefault(field.name.cut(text).lower(), field.text(text).text)
    return fields


def row_of(doi: str, fields: dict[str, str]) -> dict[str, object]:
    """Return an entry as a row of a registry."""
    prefix, people = doi.partition("/")[0], people_of(fields.get("author", ""))
    venues = [fields[name] for name in ("journal", "journaltitle", "booktitle") if name in fields]
    years = re.findall(r"\d{4}", fields.get("year") or fields.get("date", ""))
    kind = "posted-content" if prefix == "10.1101" else TYPES.get(fields["bibtype"])
    return {
        "doi": doi,
        "title": [plain_tex(fields["title"])],
        "authors": [person.family for person in people if not person.group],
        "given": [person.given for person in people if not person.group],
        "group_authors": [person.group for person in people if person.group],
        "year": int(years[0]) if years else None,
        "container": [plain_tex(venue) for venue in venues[:1]],
        "volume": plain_tex(fields.get("volume", "")),
        "page": plain_tex(fields.get("pages", "")).replace("--", "-"),
        "type": DATACITE.get(prefix) or kind or "journal-article",
        "agency": "DataCite" if prefix in DATACITE else "Crossref",
    }


def cases(files: list[Path]) -> Iterator[Case]:
    """Yield the first two entries of each DOI, each with the other one as its record."""
    seen: dict[str, str] = {}
    for path in files:
        for doi, text in named(path).items():
            first = seen.setdefault(doi, text)
            sides = fields_of(first), fields_of(text)
            if text.split() == first.split() or not all(side.get("title") for side in sides):
                continue
            for stated, record in (sides, sides[::-1]):
                registered, claim = row_of(doi, record), {**stated, "doi": doi}
                yield Case(form="bib", claim=claim, doi=doi, registered=registered, state="known")


def main() -> None:
    """Print what differs, then the counts."""
    found = list(cases([Path(path) for path in sys.argv[1:]]))
    counts: Counter[str] = Counter()
    for part in batches(found):
        for said in findings(part):
            counts[level_of(said)] += 1
            for finding in said:
                sys.stdout.write(f"{finding['severity']} {finding['code']} {finding['message']}\n")
    sys.stdout.write(f"{len(found) // 2} pairs, both ways: {dict(counts)}\n")


if __name__ == "__main__":
    main()
