"""How many DOIs of a second part or of a notice are told under the work itself: works_parts.py.

References to the works of `spec/field_cases.jsonl` of the shared folder, in a `.bib` entry and in
styles of running text, stand beside the DOI of an erratum, a comment, a reply or the second part,
whose record is made of that of the work. Right ones are told, too: the same references beside their
own DOI, and those to the part or notice beside its DOI. `--shown KIND` prints the references of a
kind that are not told, or told though they are right.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))  # run as a script: the others stand there

from benchmarks.rendered_references import records, stated, styles
from registries_records import crossref_record

from mdlint_doi.ask.readers import crossref
from mdlint_doi.lint.settings import Settings
from mdlint_doi.names.doi import parse
from mdlint_doi.run.judge import read_document
from mdlint_doi.text.source import Source
from mdlint_doi.works.agreement import agreement
from mdlint_doi.works.verdict import Differs, Disagrees, Strength

Row = dict[str, Any]
PARTS = {
    "part: T. Part II": "{title}. Part II",
    "part: T, Part 2": "{title}, Part 2",
    "part: T (Part 2)": "{title} (Part 2)",
    "part: T II": "{title} II",
    "part: T - II": "{title} – II",
    "part: Part II: T": "Part II: {title}",
    "part: T. Part II: more": "{title}. Part II: Applications to gardens by the sea",
    "part: T: II. more": "{title}: II. Applications to gardens by the sea",
    "part: T. 2. more": "{title}. 2. Applications to gardens by the sea",
    "part: T II: more": "{title} II: applications to gardens by the sea",
}
NOTICES = {
    "notice: Erratum: T": "Erratum: {title}",
    "notice: Correction to: T": "Correction to: {title}",
    "notice: Corrigendum to “T”": "Corrigendum to “{title}”",
    "notice: Retraction Note: T": "Retraction Note: {title}",
    "notice: Comment on “T”": "Comment on “{title}”",
    "notice: Reply to: T": "Reply to: {title}",
    "notice: T: rejoinder": "{title}: Rejoinder",
    "notice: T (Erratum)": "{title} (Erratum)",
}
PART_OR_NOTICE = re.compile(
    r"\b(?:[IVX]{2,}|part \w|comment|erratum|correction|review)\b|\b\d\.", re.IGNORECASE
)
"""In the titles of works of which no part or notice is made."""
STYLES = ("apa", "ieee", "vancouver", "names in full", "linked")
"""Of running text: with the year, in quotation marks, with initials, without a volume, a link."""


def references(row: Row) -> Iterator[tuple[str, str, str]]:
    """Yield the form of each reference to a work, the name of its file, and its text."""
    reference = stated(row)
    people = " and ".join(f"{family}, {given}" for family, given in reference.people)
    fields = {"title": f"{{{reference.title}}}", "author": people, "journal": reference.journal}
    fields |= {
        "year": str(reference.year),
        "volume": reference.volume,
        "pages": reference.pages,
        "doi": reference.doi,
    }
    lines = "".join(f"  {name} = {{{value}}},\n" for name, value in fields.items() if value)
    yield "fields", "a.bib", f"@article{{key,\n{lines}}}\n"
    for style, text in styles(reference):
        if style in STYLES:
            yield "prose", "a.md", text


def is_told(name: str, text: str, row: Row) -> str:
    """Return whether a reference beside the DOI of a record is told: `fails`, `hint` or nothing."""
    doi = parse(row["doi"])
    document = read_document(Source(name, text), Settings())
    claim = next((claim for claim in document.claims() if claim.doi == doi), None)
    if claim is None:
        return ""
    verdict = agreement(claim, crossref.read_work(crossref_record(row), doi))
    if not isinstance(verdict, Differs | Disagrees):
        return ""
    return "fails" if verdict.strength is Strength.STRONG else "hint"


def counted(rows: list[Row], shown: str | None) -> dict[tuple[str, str], Counter[str]]:
    """Return how many references of each kind and form are told."""
    counts: dict[tuple[str, str], Counter[str]] = {}
    for row in rows:
        title = row["title"][0].rstrip(".")
        others = {
            kind: {**row, "title": [form.format(title=title)]}
            for kind, form in {**PARTS, **NOTICES}.items()
        }
        pairs = [("right: the work itself", row, row)]
        pairs += [(kind, row, other) for kind, other in others.items()]
        pairs += [(f"right: {kind}", other, other) for kind, other in others.items()]
        for kind, cited, registered in pairs:
            for form, name, text in references(cited):
                told = is_told(name, text, registered)
                counts.setdefault((kind, form), Counter())[told] += 1
                if shown and kind.endswith(shown) and bool(told) == kind.startswith("right"):
                    sys.stdout.write(f"{kind} {told}: {text}\n    {registered['title']}\n")
    return counts


def main() -> None:
    """Print the table."""
    shared = Path(os.environ.get("DOI_SHARED", Path(__file__).parents[3] / "shared"))
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--most", type=int, default=150, help="works, 150 if not given")
    parser.add_argument("--shown")
    options = parser.parse_args()
    every = records(shared / "spec/field_cases.jsonl")
    every = [row for row in every if not PART_OR_NOTICE.search(row["title"][0])]
    rows = every[:: -(-len(every) // options.most)]
    sums: dict[tuple[str, str], Counter[str]] = {}
    for (kind, form), counts in counted(rows, options.shown).items():
        group = "right" if kind.startswith("right") else kind.partition(":")[0]
        sums.setdefault((f"all: {group}", form), Counter()).update(counts)
        sums[kind, form] = counts
    for (kind, form), counts in sorted(sums.items()):
        told = counts.total() - counts[""]
        shares = f"{counts['fails']:5} fail, {told:5} told ({told / counts.total():6.1%})"
        sys.stdout.write(f"{kind:40} {form:7} {counts.total():5}: {shares}\n")


if __name__ == "__main__":
    main()
