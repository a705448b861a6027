"""The labelled cases: a made-up sample here, the real ones in the shared folder."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from works.case_claims import Case, cases_in, claim_of, is_full_reference, work_of
from works.citing import said

from mdlint_doi.names.doi import Doi
from mdlint_doi.text.span import Span
from mdlint_doi.works.agreement import agreement
from mdlint_doi.works.claim import claim_of_fields
from mdlint_doi.works.folding import plain_title
from mdlint_doi.works.work import Person, Titles, Work

SAMPLE = list(cases_in(Path(__file__).parent / "sample_cases.jsonl"))


@pytest.mark.parametrize(
    "case", SAMPLE, ids=lambda case: str(case.get("text") or case["entry"]["title"])[:30]
)
def test_sample(case: Case) -> None:
    """Each made-up case has its verdict."""
    assert said(agreement(claim_of(case), work_of(case))) == case["expected"]


def _shares(path: Path) -> dict[str, Counter[str]]:
    """Return how often each verdict came, of right and wrong cases, all and full references."""
    found: dict[str, Counter[str]] = {}
    for case in cases_in(path):
        verdict = said(agreement(claim_of(case), work_of(case)))
        right = "right" if case["expected"] == "same" else "wrong"
        for group in [right, f"full {right}"] if is_full_reference(case) else [right]:
            found.setdefault(group, Counter())[verdict] += 1
    return found


def _share(found: Counter[str], *verdicts: str) -> float:
    return sum(found[verdict] for verdict in verdicts) / found.total()


@pytest.mark.slow
def test_citations(shared: Path) -> None:
    """Of real citations none that is right is accused; the bars of the project are kept."""
    found = _shares(shared / "spec/match_cases.jsonl")
    assert found["right"]["strong"] == 0
    assert _share(found["right"], "weak") <= 0.001
    assert found["right"]["differs"] <= 1  # this one has a wrong word in its title
    assert _share(found["right"], "agrees") >= 0.71  # those that cite the title
    assert _share(found["full right"], "agrees") >= 0.91
    assert _share(found["wrong"], "strong", "weak", "differs") >= 0.54
    assert _share(found["full wrong"], "strong", "weak", "differs") >= 0.70
    assert _share(found["wrong"], "agrees") <= 0.001
    assert _share(found["full wrong"], "agrees") <= 0.002


@pytest.mark.slow
def test_entries(shared: Path) -> None:
    """Of real BibTeX entries none that is right is accused, and 99 of 100 wrong ones are caught."""
    found = _shares(shared / "spec/bib_cases.jsonl")
    assert found["right"]["strong"] == found["right"]["weak"] == 0
    assert _share(found["right"], "agrees") >= 0.98
    assert _share(found["wrong"], "strong", "weak") >= 0.99
    assert _share(found["wrong"], "agrees") <= 0.001


def _work_of(record: dict[str, Any]) -> Work:
    """Return a real record as a work; reading them in earnest is not the matter here."""
    titles = [
        title if isinstance(title, str) else title.get("title", "") for title in _titles(record)
    ]
    years = [part[0] for key in ("issued", "published-print") for part in record.get(key, ())]
    return Work(
        titles=Titles(
            main=tuple(map(plain_title, titles)),
            subtitle=tuple(map(plain_title, record.get("subtitle", ()))),
            original=tuple(map(plain_title, record.get("original-title", ()))),
        ),
        people=tuple(Person(family=author) for author in record.get("authors") or ()),
        years=tuple(year for year in [record.get("year"), *years] if year),
        containers=tuple(record.get("container") or ()),
        type=str(record.get("type")),
    )


def _titles(record: dict[str, Any]) -> list[Any]:
    return record.get("title") or record.get("titles") or []


def test_awkward_records(shared: Path) -> None:
    """A work holds every awkward record, and each agrees with an entry that was made of it."""
    lines = (shared / "spec/works.jsonl").read_text("utf-8").splitlines()
    for work in map(_work_of, map(json.loads, lines)):
        people = tuple(work.people)
        for title in work.titles.forms or ("Something",):
            claim = claim_of_fields(
                Doi("10.5555", "one"),
                Span(0, 0),
                titles=[title],
                people=people,
                year=str(work.years[0]) if work.years else "",
            )
            expected = "agrees" if work.titles.forms else "silent"
            assert said(agreement(claim, work)) == expected, title
