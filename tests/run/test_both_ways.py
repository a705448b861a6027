"""A document that nothing touches says the same with all that is learned as it said without it."""

from __future__ import annotations

import pickle
from collections.abc import Iterator, Mapping
from datetime import date
from pathlib import PurePath
from random import Random
from typing import Final

import pytest
from example_works import outcome_of, outcome_of_work

from mdlint_doi.lint.document import Document
from mdlint_doi.lint.engine import casings, dois_to_look_up, names_as_written
from mdlint_doi.lint.model import Finding, detached
from mdlint_doi.lint.rule import Example, Need
from mdlint_doi.lint.rules import RULES
from mdlint_doi.lint.selection import RunFacts
from mdlint_doi.lint.settings import Settings
from mdlint_doi.names.doi import Doi, DoiSyntaxError, parse
from mdlint_doi.names.outcome import Found, Outcome
from mdlint_doi.run.compared import comparisons
from mdlint_doi.run.draft import Draft, draft_of, is_touched
from mdlint_doi.run.judge import judged, read_document
from mdlint_doi.run.request import Task, Wants
from mdlint_doi.text.source import Source
from mdlint_doi.works.work import WorkOutcome

SETTINGS: Final = Settings(select=("all",), extend_select=("DOI913",))
TASK: Final = Task(("page.md",), SETTINGS)
WANTS: Final = Wants(names=True, writing=True, claims=True, all_last=False)
TODAY: Final = date(2026, 11, 23)
TO_COME: Final = Example(
    "@book{m, doi = {10.1000/182}, author = {Marlowe, Ada}, year = {2107}, title = {Tulips}}",
    works=(("10.1000/182", '"Tulips" (Marlowe 2107)'),),
    file="books.bib",
)
"""A year that the record confirms."""
EXAMPLES: Final = (TO_COME, *(example for rule in RULES for example in (*rule.bad, *rule.good)))
WORKS: Final = sorted({word for example in EXAMPLES for _, word in example.works})
STATES: Final = ("found",) * 12 + ("missing", "no-prefix", "unknown", "no-target", "deleted")


def outcome(chance: Random) -> Outcome:
    """Return what is learned of a name: most are registered, and no record of them was read."""
    word = chance.choice((*STATES, "alias:10.1000/182"))
    return Found() if word == "found" and chance.random() < 0.8 else outcome_of(word)


def learned(document: Document, example: Example, chance: Random) -> RunFacts:
    """Return what an example says of its names, and of the others anything."""
    names = dois_to_look_up(document.mentions, lambda _: SETTINGS)
    stated = {parse(name): outcome_of(word) for name, word in example.outcomes}
    outcomes = {doi: stated.get(doi) or outcome(chance) for doi in names}
    works: dict[Doi, WorkOutcome] = {
        doi: outcome_of_work(chance.choice(WORKS)) for doi in names if chance.random() < 0.5
    }
    works |= {parse(name): outcome_of_work(word) for name, word in example.works}
    outcomes |= {doi: Found() for doi in works if doi in outcomes and doi not in stated}
    written = [*names_as_written(document.mentions), *_others(names, chance)]
    return RunFacts(
        outcomes,
        casings=casings(written),
        online=True,
        today=TODAY,
        works=works,
        settings=SETTINGS,
        undecided=chance.random() < 0.5,
        works_complete=chance.random() < 0.5,
    )


def _others(names: tuple[Doi, ...], chance: Random) -> Iterator[Doi]:
    """Yield names as another document may write them."""
    for doi in names:
        if chance.random() < 0.05:
            try:
                yield parse(str(doi).upper())
            except DoiSyntaxError:
                continue


def at_first(document: Document) -> Draft:
    """Return the draft of a document, as it comes back from another process."""
    facts = RunFacts(settings=SETTINGS, online=True, today=TODAY)
    draft: Draft = pickle.loads(pickle.dumps(draft_of(document, TASK, WANTS, facts)))
    return draft


def at_last(document: Document, facts: RunFacts) -> list[Finding]:
    """Return what is wrong with a document by all that is known."""
    return list(detached(judged(document, facts).findings))


def both_ways(document: Document, facts: RunFacts) -> bool | None:
    """Return whether a document is touched; if not, None where there was a work to compare."""
    draft = at_first(document)
    compared = [*comparisons(draft, facts)]
    if is_touched(draft, compared, facts):
        return True
    assert list(draft.findings or ()) == at_last(document, facts)
    return None if compared else False


def test_each_rule_on_works_says_what_it_hears() -> None:
    """A rule that may report a work declares for which verdicts, and no other rule does."""
    for rule in RULES:
        of_works = Need.WORKS in rule.needs and not rule.is_about_settings
        may_report = of_works or rule.unchecked
        assert (rule.may_report is not None) == may_report, rule.code


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.text[:20])
def test_an_example(example: Example) -> None:
    """With what it says of its names and works."""
    document = read_document(Source(example.file, example.text), SETTINGS)
    both_ways(document, learned(document, example, Random(1)))


@pytest.mark.parametrize("seed", range(400))
def test_a_document_of_several_examples(seed: int) -> None:
    """Of any rules, with anything said of its names."""
    chance = Random(seed)
    example = chance.choice(EXAMPLES)
    document = made(example, chance)
    both_ways(document, learned(document, example, chance))


def made(example: Example, chance: Random) -> Document:
    """Return a document of an example, and others of its kind."""
    kinds = by_kind()[PurePath(example.file).suffix]
    several = example.file.endswith((".md", ".rst", ".bib"))
    texts = [example.text, *chance.sample(kinds, min(len(kinds), 4) if several else 0)]
    chance.shuffle(texts)
    return read_document(Source(example.file, "\n\n".join(texts) + "\n"), SETTINGS)


def by_kind() -> Mapping[str, list[str]]:
    """Return the texts of all examples by the suffix of their files."""
    found: dict[str, list[str]] = {}
    for example in EXAMPLES:
        found.setdefault(PurePath(example.file).suffix, []).append(example.text)
    return found


def test_that_most_cases_are_met() -> None:
    """Documents that are touched, others with works, and others without."""
    met = set[bool | None]()
    for seed in range(100):
        chance = Random(seed)
        example = chance.choice(EXAMPLES)
        document = made(example, chance)
        met.add(both_ways(document, learned(document, example, chance)))
    assert met == {True, False, None}
