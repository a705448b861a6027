"""How repositories agree with bibliographies: works_repositories.py FOLDER … [--truth FOLDER …].

Each FOLDER holds a repository. What its documents say beside a DOI is compared with every entry of
a `.bib` file that gives the same DOI: one of the repositories, or of `--truth`, but not the entry
itself. So a registry is not needed, and what disagrees is an error of one of the two, or ours:
each is printed, to be read. Two entries of one file that give one DOI are compared, too.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from mdlint_doi.lint.settings import Settings
from mdlint_doi.names.doi import Doi
from mdlint_doi.run.judge import read_document
from mdlint_doi.text.source import Source
from mdlint_doi.works.agreement import agreement
from mdlint_doi.works.claim import Claim
from mdlint_doi.works.verdict import Agrees, Disagrees, Verdict
from mdlint_doi.works.work import Titles, Work

SUFFIXES = frozenset({".md", ".rst", ".bib", ".ipynb", ".py", ".rmd", ".qmd", ".cff"})
LARGEST = 3_000_000
SETTINGS = Settings(formats=("python",))


class Told(NamedTuple):
    """What a document of a repository says beside a DOI, and where."""

    repository: str
    place: str
    claim: Claim


def told(folder: Path) -> Iterator[Told]:
    """Yield what the documents of a repository say."""
    for path in sorted(folder.rglob("*")):
        if path.suffix.lower() not in SUFFIXES or not path.is_file() or path.is_symlink():
            continue
        data = path.read_bytes()
        if len(data) > LARGEST or b"10." not in data:
            continue
        text = data.decode("utf-8", "replace").replace("\r\n", "\n")
        document = read_document(Source(str(path), text), SETTINGS)
        for claim in document.claims():
            line = document.source.location(claim.span.start).line
            yield Told(folder.name, f"{path.relative_to(folder)}:{line}", claim)


def work(claim: Claim) -> Work:
    """Return an entry as if it were registered."""
    return Work(
        Titles((claim.titles[0].text,)),
        people=claim.people,
        years=claim.years,
        containers=(claim.container,) if claim.container else (),
        volume=claim.volume,
        pages=claim.pages,
    )


def said(verdict: Verdict) -> str:
    """Return a verdict in a word."""
    if isinstance(verdict, Disagrees):
        return verdict.strength.value
    return "agrees" if isinstance(verdict, Agrees) else "silent"


def main() -> None:
    """Print the disagreements and the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--truth", nargs="*", type=Path, default=[])
    options = parser.parse_args()
    documents = [document for folder in options.folders for document in told(folder)]
    entries: dict[Doi, list[Told]] = defaultdict(list)
    for entry in [*documents, *(document for folder in options.truth for document in told(folder))]:
        if entry.claim.doi and entry.claim.titles and ".bib:" in entry.place:
            entries[entry.claim.doi].append(entry)
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    seen: set[object] = set()
    for document in documents:
        for other in entries[document.claim.doi] if document.claim.doi else ():
            same = (document.repository, document.place) == (other.repository, other.place)
            registered = work(other.claim)
            compared = (document.claim.doi, document.claim.words, registered)
            if same or compared in seen:
                continue
            seen.add(compared)
            verdict = agreement(document.claim, registered)
            counts[document.repository][said(verdict)] += 1
            counts[f"all, from {document.claim.origin.value}"][said(verdict)] += 1
            if isinstance(verdict, Disagrees):
                where = f"{document.repository} {document.place}, {other.repository} {other.place}"
                sys.stdout.write(f"{said(verdict)}: {document.claim.doi} {where}\n")
                sys.stdout.write(
                    f"    {document.claim.words[:300]}\n    {other.claim.words[:300]}\n"
                )
    for group, found in sorted(counts.items()):
        sys.stdout.write(f"{group:40} {found.total():5}: {dict(found)}\n")


if __name__ == "__main__":
    main()
