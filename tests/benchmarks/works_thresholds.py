"""What higher and lower thresholds would cost: works_thresholds.py [NAME …] [--write].

Judges the labelled cases of `DOI_SHARED` and references that are rendered of their records, in
this process, with each number of `works.thresholds` as it is, lower and higher. Printed is how many
right references fail or are told, and what share of the wrong ones. `--write` makes the page of the
manual; it takes some minutes. With names, only the parts of these thresholds are made.
"""

from __future__ import annotations

import argparse
import ast
import os
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from textwrap import fill
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))  # run as a script: the others stand there

from benchmarks.rendered_references import rendered
from benchmarks.works_fields import SUFFIXES, text_of
from registries_records import crossref_record, datacite_record
from works.case_claims import cases_in, claim_of, work_of

from mdlint_doi.ask.readers import crossref, datacite
from mdlint_doi.lint.settings import Settings
from mdlint_doi.names.doi import parse
from mdlint_doi.run.judge import read_document
from mdlint_doi.text.source import Source
from mdlint_doi.works import thresholds
from mdlint_doi.works.agreement import agreement
from mdlint_doi.works.claim import Claim
from mdlint_doi.works.verdict import Differs, Disagrees, Strength
from mdlint_doi.works.work import Work

TESTS = Path(__file__).parents[1]
PAGE = TESTS.parent / "example_docs/development/thresholds.md"
_WIDTH = 120
"""The maximum length of a line of the page."""
HEAD = """\
# Thresholds of the comparison with records

The rules about works compare the references in a document with the records of the cited works. The
module `works/thresholds.py` contains the thresholds of this comparison. This page shows the effect
of lower and higher values; the values in bold are in use. `tests/benchmarks/works_thresholds.py`
generates this page.

A *likeness* is a number from 0 (nothing in common) to 1 (the same). *Content words* are all words
except articles, prepositions and similar words.

The values were tried on two kinds of references: labelled references from public bibliographies and
documents, and references that were generated from their records in 25 styles. The columns *correct*
show how many of {right:,} correct references fail a run, and how many are reported, including
hints. The columns *incorrect* show the corresponding shares of a sample of {wrong:,} incorrect
references.
"""
COLUMNS = """\
| value | correct: fail | correct: reported | incorrect: fail | incorrect: reported |
|---|---|---|---|---|
"""
STEPS = {int: 1, float: 0.1}
EVERY = 20  # of the wrong cases one in so many is judged


class Pair(NamedTuple):
    """A claim and its record."""

    claim: Claim
    work: Work
    is_right: bool


class Figures(NamedTuple):
    """How many fail, and how many are told, of right and of wrong ones."""

    right_fail: int
    right_told: int
    wrong_fail: float
    wrong_told: float


def pairs(folder: Path) -> Iterator[Pair]:
    """Yield the cases, and rendered references."""
    for name in ("match_cases.jsonl", "bib_cases.jsonl"):
        for case in cases_in(folder / name):
            yield Pair(claim_of(case), work_of(case), case["expected"] == "same")
    for case in cases_in(folder / "field_cases.jsonl"):
        if case["state"] == "known" and case["expected"] in {"right", "wrong"}:
            yield from _read(
                text_of(case),
                f"a{SUFFIXES[case['form']]}",
                {**case["registered"], "doi": case["doi"]},
                is_right=case["expected"] == "right",
            )
    for one in rendered(folder / "field_cases.jsonl", most=25):
        yield from _read(one.text, "a.md", one.row, is_right=one.kind == "right")


def _read(text: str, name: str, row: dict[str, object], *, is_right: bool) -> Iterator[Pair]:
    """Yield what a text says of the work of a row."""
    doi = parse(str(row["doi"]))
    if row.get("agency") == "DataCite":
        work = datacite.read_work(datacite_record(row)["attributes"], doi)
    else:
        work = crossref.read_work(crossref_record(row), doi)
    document = read_document(Source(name, text), Settings(formats=("python",)))
    claim = next((one for one in document.claims() if one.doi == doi), None)
    if claim is not None:
        yield Pair(claim, work, is_right)


def figures(found: list[Pair]) -> Figures:
    """Return what a run with today's numbers says of all."""
    counts = {(right, what): 0 for right in (True, False) for what in ("all", "fail", "told")}
    for claim, work, is_right in found:
        verdict = agreement(claim, work)
        counts[is_right, "all"] += 1
        if isinstance(verdict, Disagrees | Differs):
            counts[is_right, "told"] += 1
            counts[is_right, "fail"] += verdict.strength is Strength.STRONG
    wrong = max(counts[False, "all"], 1)
    return Figures(
        counts[True, "fail"],
        counts[True, "told"],
        counts[False, "fail"] / wrong,
        counts[False, "told"] / wrong,
    )


def rows(found: list[Pair], name: str, used: Figures) -> Iterator[str]:
    """Yield the rows of a threshold: the values that were tried, and what came of them."""
    value = getattr(thresholds, name)
    step = STEPS[type(value)]
    for tried in (value - step, value, value + step):
        setattr(thresholds, name, tried)
        one = used if tried == value else figures(found)
        shown = f"{tried:.2f}".rstrip("0") if isinstance(tried, float) else str(tried)
        mark = "**" if tried == value else ""
        shares = f"{one.wrong_fail:.1%} | {one.wrong_told:.1%}"
        yield f"| {mark}{shown}{mark} | {one.right_fail} | {one.right_told} | {shares} |\n"
    setattr(thresholds, name, value)


def names() -> dict[str, str]:
    """Return the names of all thresholds, with what is said of them."""
    body = ast.parse(Path(thresholds.__file__).read_text("utf-8")).body
    found: dict[str, str] = {}
    for one, behind in pairwise(body):
        if isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name):
            assert isinstance(behind, ast.Expr), f"{one.target.id} has no explanation"
            found[one.target.id] = " ".join(ast.literal_eval(behind.value).split())
    return found


def parts(found: list[Pair], chosen: list[str]) -> Iterator[tuple[str, str]]:
    """Yield each of the thresholds with its part of the page."""
    used = figures(found)
    for name in chosen:
        words = fill(names()[name], _WIDTH, break_long_words=False, break_on_hyphens=False)
        text = f"\n{words}\n\n{COLUMNS}{''.join(rows(found, name, used))}"
        yield name, text


def page(found: list[Pair], chosen: list[str]) -> str:
    """Return the page, with new parts for some of the thresholds."""
    right = sum(one.is_right for one in found)
    _, *old = PAGE.read_text("utf-8").split("\n## ")
    known = {name: text for name, _, text in (one.partition("\n") for one in old)}
    known |= dict(parts(found, chosen))
    pieces = (f"## {name}\n{known[name].rstrip()}" for name in names() if name in known)
    return (
        "\n\n".join([HEAD.format(right=right, wrong=len(found) - right).rstrip(), *pieces]) + "\n"
    )


def main() -> None:
    """Print the page, or write it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", choices=[[], *names()])
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    shared = Path(os.environ.get("DOI_SHARED", TESTS.parents[1] / "shared"))
    every = [*pairs(shared / "spec")]
    wrong = [one for one in every if not one.is_right][::EVERY]
    found = [*(one for one in every if one.is_right), *wrong]
    text = page(found, options.names or [*names()])
    if options.write:
        PAGE.write_text(text, encoding="utf-8")
    else:
        sys.stdout.write(text)


if __name__ == "__main__":
    main()
