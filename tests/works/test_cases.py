"""The tables of the judge: each case has an example, and a counter-example."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from mdlint_doi.lint.settings import Settings
from mdlint_doi.run.judge import read_document
from mdlint_doi.text.source import Source
from mdlint_doi.works.agreement import differences, verdict_on
from mdlint_doi.works.case import Case, CitedExample, Fact
from mdlint_doi.works.facts import CitationFacts, facts_of
from mdlint_doi.works.facts_table import FACTS
from mdlint_doi.works.found import FoundDifferences
from mdlint_doi.works.verdict_case import SilenceReason, VerdictCase
from mdlint_doi.works.verdict_table import REASONS, VERDICTS


def facts(example: CitedExample) -> CitationFacts:
    """Return the facts of an example, read as a run reads it."""
    name = "a.bib" if example.citation.startswith("@") else "a.md"
    (claim,) = read_document(Source(name, example.citation), Settings()).claims()
    return facts_of(claim, example.work)


def _cases() -> Iterator[Any]:
    for number, fact in enumerate(FACTS):
        for at, case in enumerate(fact.cases):
            yield pytest.param(fact, case, id=f"{number} {fact.name} {at}")


@pytest.mark.parametrize(("fact", "case"), [*_cases()])
def test_facts(fact: Fact, case: Case) -> None:
    """The case decides about its example, and not about its counter-example."""
    assert _place(fact, case.example) == fact.cases.index(case)
    assert _place(fact, case.counter_example) != fact.cases.index(case)


def _place(fact: Fact, example: CitedExample) -> int | None:
    case = fact.case_of(facts(example))
    return None if case is None else fact.cases.index(case)


@pytest.mark.parametrize("case", VERDICTS, ids=lambda case: case.then.value)
def test_verdicts(case: VerdictCase) -> None:
    """The case decides about its example, and not about its counter-example."""
    assert _decides(case.example) == VERDICTS.index(case)
    assert _decides(case.counter_example) != VERDICTS.index(case)


def _decides(example: CitedExample) -> int | None:
    f = facts(example)
    found = FoundDifferences(f, tuple(differences(f)))
    return next((at for at, case in enumerate(VERDICTS) if case.when.holds(found)), None)


@pytest.mark.parametrize("reason", REASONS, ids=lambda reason: reason.words)
def test_reasons(reason: SilenceReason) -> None:
    """The reason is given for its example."""
    f = facts(reason.example)
    assert _decides(reason.example) is None
    said = reason.words.format(text="text" if f.is_prose else "entry")
    assert verdict_on(f).evidence.reason.endswith(said)
