"""The order of an entry's fields, and an arXiv number before a DOI, take no finding away."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import date
from itertools import zip_longest
from pathlib import Path
from random import Random
from typing import Any

import pytest
from lint.world import findings, read

from mdlint_doi.lint import engine
from mdlint_doi.lint.selection import RunFacts
from mdlint_doi.lint.settings import Settings
from mdlint_doi.names.doi import parse
from mdlint_doi.names.outcome import Found
from mdlint_doi.run.judge import read_document
from mdlint_doi.text.source import Source
from mdlint_doi.works.work import KnownWork, Person, Titles, Work

TITLE = "Root competition between tulips and hyacinths in sandy soils"
RIGHT = f'"{TITLE}" (Marlowe, Quill 2017)'
OTHER = '"Ocular drift in solitary bees under polarised light" (Okafor, Dune 1998)'
NEARLY = f'"{TITLE.replace("sandy", "heavy")}" (Marlowe, Quill 2017)'
NUMBER, SECOND = "1701.00001", "1702.00002"
PREPRINT, ARTICLE = f"10.48550/arXiv.{NUMBER}", "10.1000/182"
STATED = (
    ("title", TITLE),
    ("author", "Marlowe, Ada and Quill, Eve"),
    ("year", "2017"),
    ("abstract", "Sand " * 300),
)
ENTRIES: tuple[tuple[tuple[str, str], ...], ...] = (
    # As the bibliographies of computer science export it, with the number in several places.
    (
        ("journal", f"arXiv preprint arXiv:{NUMBER}"),
        ("volume", f"abs/{NUMBER}"),
        ("doi", PREPRINT),
        ("url", f"https://arxiv.org/abs/{NUMBER}"),
    ),
    (("eprint", NUMBER), ("archivePrefix", "arXiv"), ("doi", PREPRINT)),
    (("eprint", NUMBER), ("eprinttype", "arxiv"), ("url", f"https://doi.org/{PREPRINT}")),
    (("eprint", NUMBER), ("archivePrefix", "arXiv"), ("url", f"https://arxiv.org/pdf/{NUMBER}v2")),
    (("eprint", NUMBER), ("url", f"https://arxiv.org/abs/{SECOND}"), ("note", f"arXiv:{SECOND}")),
    (("eprint", NUMBER), ("note", f"See https://doi.org/{PREPRINT}")),
    (("eprint", NUMBER), ("note", f"See arXiv:{NUMBER}"), ("howpublished", f"arXiv:{NUMBER}")),
    (("eprint", NUMBER), ("doi", ARTICLE), ("url", f"https://doi.org/{PREPRINT}")),
    (("url", f"https://doi.org/{ARTICLE}"), ("ee", f"https://doi.org/{ARTICLE}")),
    (
        ("doi", ARTICLE),
        ("url", f"https://doi.org/{ARTICLE}"),
        ("ee", f"http://dx.doi.org/{ARTICLE}"),
    ),
)
COMPARED = {"DOI505", "DOI506", "DOI911", "DOI917", "DOI919"}


def entry(fields: Sequence[tuple[str, str]]) -> str:
    """Return the text of an entry."""
    lines = "".join(f"  {name} = {{{value}}},\n" for name, value in fields)
    return f"@article{{key,\n{lines}}}\n"


def told(text: str, work: str, file: str = "books.bib") -> Counter[tuple[str, ...]]:
    """Return how often each thing is said of a text, wherever in it."""
    works = ((PREPRINT, work), (ARTICLE, work))
    settings = Settings(select=("default", "DOI2", "DOI5"))
    found = findings(text, settings=settings, file=file, works=works)
    return Counter(
        (finding.code, finding.severity.value, str(finding.doi), finding.message)
        for finding in found
    )


def orders(fields: Sequence[tuple[str, str]], draw: Random) -> Iterator[list[tuple[str, str]]]:
    """Yield fields backwards, with each one first, and in some orders of chance."""
    yield [*fields][::-1]
    for field in fields:
        yield [field, *(other for other in fields if other is not field)]
    for _ in range(8):
        yield draw.sample(fields, len(fields))


@pytest.mark.parametrize("work", [RIGHT, OTHER, NEARLY])
@pytest.mark.parametrize("fields", ENTRIES)
def test_every_order_gives_the_same(fields: tuple[tuple[str, str], ...], work: str) -> None:
    """Whatever stands first, the same is said; nothing of a right entry, once of a wrong one."""
    whole = (*STATED, *fields)
    usual = told(entry(whole), work)
    compared = Counter(code for code, *_ in usual.elements() if code in COMPARED)
    others = {"DOI911": 1} if work == OTHER else {"DOI917": 1} if work == NEARLY else {}
    is_of_two = {ARTICLE, PREPRINT} <= {
        value.removeprefix("https://doi.org/") for _, value in fields
    }
    assert compared == dict.fromkeys(others, 2 if is_of_two else 1)
    for order in orders(whole, Random(46)):
        assert told(entry(order), work) == usual, order


@pytest.mark.parametrize("first", ["eprint", "doi"])
def test_made_up_people(first: str) -> None:
    """A number before the DOI does not silence what needs no look-up."""
    fields = [("author", "Doe, John"), ("year", "2107"), ("eprint", NUMBER), ("doi", PREPRINT)]
    text = entry(sorted(fields, key=lambda field: field[0] != first))
    found = Counter(code for code, *_ in told(text, RIGHT).elements() if code in COMPARED)
    assert (found["DOI505"], found["DOI506"]) == (1, 1)


@pytest.mark.parametrize(
    "rest",
    [
        "arXiv:{0}. https://doi.org/{1}",
        "https://doi.org/{1}. arXiv:{0}",
        "[arXiv:{0}](https://arxiv.org/abs/{0}). https://doi.org/{1}",
        "https://doi.org/{1} [arXiv:{0}](https://arxiv.org/abs/{0}).",
    ],
)
def test_a_number_in_prose(rest: str) -> None:
    """Beside the DOI that follows from it, a number changes nothing; one finding is enough."""
    cited = f"- Marlowe, A. and Quill, E. (2017). *{TITLE}*. "
    text = cited + rest.format(NUMBER, PREPRINT)
    found = Counter(code for code, *_ in told(text, OTHER, "page.md").elements())
    assert found["DOI911"] == 1
    assert not COMPARED & {code for code, *_ in told(text, RIGHT, "page.md")}


def test_an_address_that_no_rule_reads_as_a_doi() -> None:
    """A publisher's page before the DOI is asked nothing, so it silences nothing."""
    page = "https://onlinelibrary.wiley.com/doi/10.1000/182"
    text = f"- Marlowe, A. and Quill, E. (2017). [{TITLE}]({page}). https://doi.org/{ARTICLE}"
    assert [code for code, *_ in told(text, OTHER, "page.md")].count("DOI911") == 1


def test_two_entries_of_one_doi() -> None:
    """What is said of an entry says nothing of the next one with the same fields."""
    whole = (*STATED[:3], ("doi", ARTICLE))
    for fields in (whole, whole[::-1]):
        found = Counter(code for code, *_ in told(entry(fields) * 2, OTHER).elements())
        assert found["DOI911"] == 2


def fields_of(case: dict[str, Any]) -> list[tuple[str, str]]:
    """Return the fields of a labelled case, with a number of arXiv in four of them, and its DOI."""
    stated = case.get("entry") or case["claim"]
    added = {
        "eprint": NUMBER,
        "archivePrefix": "arXiv",
        "journal": f"arXiv preprint arXiv:{NUMBER}",
        "volume": f"abs/{NUMBER}",
        "url": f"https://arxiv.org/abs/{NUMBER}",
    }
    left_out = {"doi", "bibtype", *added}
    own = {name: str(value) for name, value in stated.items() if name not in left_out}
    return [*({**own, **added}).items()]


def record_of(case: dict[str, Any]) -> Work:
    """Return the registered work of a labelled case."""
    record = case["registered"]
    families, given = record.get("authors") or (), record.get("given") or ()
    titles, places = record["title"], record.get("container") or ()
    return Work(
        titles=Titles((titles,) if isinstance(titles, str) else tuple(titles)),
        people=tuple(Person(*person) for person in zip_longest(families, given, fillvalue="")),
        years=(record["year"],) if record.get("year") else (),
        containers=(places,) if isinstance(places, str) else tuple(places),
        volume=str(record.get("volume") or ""),
        pages=str(record.get("page") or ""),
        type=record.get("type") or "",
    )


def codes_of(fields: Sequence[tuple[str, str]], work: Work) -> Counter[tuple[str, ...]]:
    """Return what is said of an entry and its works, by rule, severity, DOI and message."""
    settings = Settings(select=("default", "DOI5"))
    document = read_document(Source("a.bib", entry(fields)), settings)
    known = dict.fromkeys((parse(PREPRINT), parse(ARTICLE)), KnownWork(work))
    facts = RunFacts(
        settings=settings,
        outcomes=dict.fromkeys(known, Found()),
        works=known,
        claims=document.claims,
        today=date(2026, 11, 23),
    )
    found = engine.findings(document.mentions, facts)
    return Counter(
        (finding.code, finding.severity.value, str(finding.doi), finding.message)
        for finding in found
    )


def labelled(path: Path, step: int) -> Iterator[tuple[bool, dict[str, Any]]]:
    """Yield entries of a file whose work is known, and whether they are wrong."""
    for case in map(json.loads, path.read_text("utf-8").splitlines()[::step]):
        is_known = "entry" in case or (case["form"] == "bib" and case["state"] == "known")
        if is_known and case["expected"] in {"same", "right", "different", "wrong"}:
            yield case["expected"] in {"different", "wrong"}, case


@pytest.mark.slow
@pytest.mark.parametrize("doi", [PREPRINT, ARTICLE])
@pytest.mark.parametrize(
    ("file", "step", "share"), [("bib_cases.jsonl", 67, 0.99), ("field_cases.jsonl", 9, 0.7)]
)
def test_every_order_of_labelled_cases(
    shared: Path, file: str, step: int, share: float, doi: str
) -> None:
    """Real entries get the same wherever DOI and number stand; of wrong ones as many are told."""
    draw, told_of = Random(46), {True: list[bool](), False: list[bool]()}
    for is_wrong, case in labelled(shared / "spec" / file, step):
        fields, work = [("doi", doi), *fields_of(case)], record_of(case)
        usual = codes_of(fields, work)
        for order in (fields[::-1], *(draw.sample(fields, len(fields)) for _ in range(3))):
            assert codes_of(order, work) == usual, order
        told_of[is_wrong].append(not COMPARED.isdisjoint(code for code, *_ in usual))
    assert sum(told_of[True]) >= share * len(told_of[True])
    # Of few right entries, one may be reported: a record lacks one of its authors.
    assert sum(told_of[False]) <= max(1, 0.04 * len(told_of[False]))


def test_two_citations_of_one_doi_in_a_text() -> None:
    """What the second says is its own, if it is not what the first says."""
    text = f"- Quill, A. (2019). A title of gardens. https://doi.org/{ARTICLE}\n"
    text += f"- Roe, B. (2001). Quite another title of cats. https://doi.org/{ARTICLE}\n"
    claims = read(text).claims
    assert len(claims()) == 2
    assert [claims.repeated(claim.span) for claim in claims()] == [None, None]
