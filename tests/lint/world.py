"""A text in, findings out, against a DOI system that is a table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date
from typing import Any

from example_works import after_search, facts_of, outcome_of, outcome_of_work

from mdlint_doi.formats.markdown.translate import extract
from mdlint_doi.formats.references import references_in
from mdlint_doi.lint import engine
from mdlint_doi.lint.document import Document
from mdlint_doi.lint.edits import apply_edits
from mdlint_doi.lint.model import Edit, Finding, Mention
from mdlint_doi.lint.rule import Example
from mdlint_doi.lint.rules import suppressions
from mdlint_doi.lint.rules.exceptions import STALE_EXCEPTION, is_decided, stale_exception
from mdlint_doi.lint.rules.made_up_fields import made_up_references
from mdlint_doi.lint.rules.missing_doi import missing_dois
from mdlint_doi.lint.running_names import as_registered
from mdlint_doi.lint.selection import RunFacts, Selection
from mdlint_doi.lint.setting_types import DoiException
from mdlint_doi.lint.settings import Settings
from mdlint_doi.names.doi import parse
from mdlint_doi.names.outcome import Unknown
from mdlint_doi.run.draft import own_names_of
from mdlint_doi.run.judge import read_document
from mdlint_doi.text.source import Source

Outcomes = Iterable[tuple[str, str]]

EXCEPTIONS = (DoiException("10.1000/excepted", "registered next month"),)


def read(text: str, settings: Settings | None = None, file: str = "page.md") -> Document:
    """Return the mentions and comments of a text, of Markdown publishers' addresses too."""
    settings = settings or Settings()
    if not file.endswith(".md"):
        return read_document(Source(file, text), settings)
    return extract(Source(file, text), settings, settings.notations)


def facts_for(
    mentions: tuple[Mention, ...],
    settings: Settings,
    outcomes: Outcomes = (),
    works: Outcomes = (),
) -> RunFacts:
    """Return the facts of a run; with any outcomes, names that they leave out are missing."""
    table = {parse(name): outcome_of("found") for name, _ in works}
    table |= {parse(name): outcome_of(word) for name, word in outcomes}
    facts = facts_of(mentions, settings, table)
    if not table:
        return facts
    known_works = {parse(name): outcome_of_work(word) for name, word in works}
    undecided = any(isinstance(outcome, Unknown) for outcome in facts.outcomes.values())
    return facts.replace(works=known_works, works_complete=True, undecided=undecided)


def findings(
    text: str,
    *select: str,
    outcomes: Outcomes = (),
    settings: Settings | None = None,
    file: str = "page.md",
    works: Outcomes = (),
    others: Outcomes = (),
) -> list[Finding]:
    """Return what the selected rules (or those of `settings`) say of a text."""
    settings = settings or Settings(select=select or ("default",), exceptions=EXCEPTIONS)
    document = read(text, settings, file)
    facts = facts_for(document.mentions, settings, outcomes, works)
    document = as_registered(document, facts.outcomes)
    facts = facts.replace(claims=document.claims, today=date(2026, 11, 23))
    files = [read_document(Source(*pair), settings) for pair in ((file, text), *others)]
    facts = facts.replace(own=tuple(own for parsed in files if (own := own_names_of(parsed))))
    references = references_in(files[0])
    facts = after_search(facts, references)
    of_references = [*missing_dois(references, facts), *made_up_references(references, facts)]
    found = [*engine.findings(document.mentions, facts), *of_references]
    if Selection.of(settings).has(STALE_EXCEPTION.code):
        found += stale_exceptions(document, facts)
    return suppressions.apply(found, document.suppressions, document.source, facts)


def stale_exceptions(document: Document, facts: RunFacts) -> Iterator[Finding]:
    """Yield the findings about exceptions that a document, the only one, does not need."""
    for exception, is_needed in engine.excepted(document.mentions, facts).items():
        if not is_needed and is_decided(exception, facts):
            yield stale_exception(exception, document.source, document.mentions[0].span)


def world(one: Example) -> dict[str, Any]:
    """Return what an example says of its file and of what is known."""
    return {"outcomes": one.outcomes, "works": one.works, "file": one.file, "others": one.others}


def fixed(
    text: str,
    *select: str,
    outcomes: Outcomes = (),
    file: str = "page.md",
    works: Outcomes = (),
    others: Outcomes = (),
) -> str:
    """Return the text after one round of all fixes that do not overlap, unsafe ones too."""
    edits: list[Edit] = []
    end = -1
    known: dict[str, Any] = {"outcomes": outcomes, "works": works, "others": others}
    for finding in findings(text, *select, file=file, **known):
        if finding.fix and finding.fix.edits[0].span.start >= end:
            edits += finding.fix.edits
            end = finding.fix.edits[-1].span.end
    return apply_edits(text, edits)
