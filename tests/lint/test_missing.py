"""References without a DOI -> findings: where the rule holds, and what a finding says."""

from __future__ import annotations

import pytest
from lint.world import read

from mdlint_doi.lint import engine
from mdlint_doi.lint.document import Insert, LeftOut, Reference, never
from mdlint_doi.lint.model import Edit, Safety
from mdlint_doi.lint.rule_page import text
from mdlint_doi.lint.rules import rules_named, suppressions
from mdlint_doi.lint.rules.missing_doi import MISSING_DOI, missing_dois
from mdlint_doi.lint.selection import RunFacts
from mdlint_doi.lint.settings import Settings
from mdlint_doi.names.doi import Doi, parse
from mdlint_doi.names.outcome import Missing
from mdlint_doi.run.judge import read_document
from mdlint_doi.text.source import Source
from mdlint_doi.text.span import Span
from mdlint_doi.works.candidates import Cited, MeantWork, identity
from mdlint_doi.works.claim import claim_of_fields
from mdlint_doi.works.work import Titles, Update, Work

NAME = parse("10.1000/182")
CLAIM = claim_of_fields(None, Span(0, 4), titles=["Tulips"], people="Marlowe, A.", year="2017")
ON = Settings(select=("DOI921",))


def insert(doi: Doi) -> Edit:
    """Write a DOI at the end."""
    return Edit(Span(4, 4), f" {doi}")


def reference(left_out: LeftOut = LeftOut.NO, write: Insert = insert) -> Reference:
    """Return a reference."""
    return Reference(Source("a.md", "Text"), Span(0, 4), Cited(CLAIM), write, "key", left_out)


def facts(settings: Settings = ON, work: Work | None = None) -> RunFacts:
    """Return what a search brought."""
    key = identity(Cited(CLAIM))
    assert key is not None
    found = MeantWork(NAME, work or Work(Titles(("Tulips",)), containers=("J\x1b[31m",)))
    return RunFacts(settings=settings, proposals={key: found}, searched=True, online=True)


def test_a_finding_names_the_registered_work() -> None:
    """With its journal, harmless for a terminal, and an unsafe fix."""
    (finding,) = missing_dois([reference()], facts())
    assert (
        finding.message
        == 'the reference has no DOI; 10.1000/182 is registered as "Tulips", JU+001B[31m'
    )
    assert finding.message.isprintable()
    assert finding.fix is not None
    assert finding.fix.safety is Safety.UNSAFE
    assert (finding.code, finding.doi, finding.where) == ("DOI921", NAME, "key")


def test_a_retracted_work_is_told_as_such() -> None:
    """So that nobody adds it unseen."""
    gone = Work(Titles(("Tulips",)), updates=(Update("retraction"),))
    (finding,) = missing_dois([reference()], facts(work=gone))
    assert finding.message.endswith("; the work was retracted")


def test_where_nothing_can_be_written_there_is_no_fix() -> None:
    """The proposal stands all the same."""
    (finding,) = missing_dois([reference(write=never)], facts())
    assert finding.fix is None


def test_nothing_is_said_where_the_rule_does_not_hold() -> None:
    """Nor of what was left out or not found."""
    assert missing_dois([reference()], facts(Settings())) == []
    assert missing_dois([reference(LeftOut.KIND)], facts()) == []
    assert missing_dois([reference()], RunFacts(settings=ON)) == []


def test_its_page_says_who_finds_it() -> None:
    """Selecting it switches nothing on."""
    page = text(MISSING_DOI)
    assert "mdlint-doi search" in page
    assert "No: each reference is sent to Crossref." in page


def test_rules_that_are_named_are_found_by_code_and_name() -> None:
    """A family names none of them."""
    assert rules_named(("doi921", "Missing-DOI", "DOI9", "all")) == (MISSING_DOI, MISSING_DOI)


def test_of_a_mention_it_says_nothing() -> None:
    """It is about references that have none."""
    (mention,) = read("<https://doi.org/10.1000/182>").mentions
    assert list(MISSING_DOI.check(mention, facts())) == []


@pytest.mark.parametrize(("searched", "told"), [(False, 0), (True, 1)])
def test_a_comment_for_it_is_judged_by_a_search_alone(*, searched: bool, told: int) -> None:
    """A run of check cannot know whether the comment is of use."""
    document = read("<!-- mdlint-doi-disable DOI921 -->\n\nText\n")
    both = Settings(select=("DOI002", "DOI921"))
    known = RunFacts(settings=both, online=True, searched=searched)
    found = suppressions.apply((), document.suppressions, Source("page.md", "x" * 50), known)
    assert [finding.code for finding in found] == ["DOI002"] * told


@pytest.mark.parametrize(("name", "told"), [("10.1000/182", True), ("10.1000/183", False)])
def test_a_wrong_doi_is_told_what_was_meant(name: str, *, told: bool) -> None:
    """Where a search found the citation's work, and that is not the DOI itself."""
    text = (
        "Marlowe, A. (2017). Root competition between tulips in sandy soils. J. Imag. Bot. 1, 2."
        " https://doi.org/10.1000/183"
    )
    document = read_document(Source("a.md", text), Settings())
    (claim,) = document.claims()
    key = identity(Cited(claim))
    assert key is not None
    found = MeantWork(parse(name), Work(Titles(("Tulips",))))
    known = RunFacts(
        {parse("10.1000/183"): Missing()},
        settings=Settings(select=("DOI901",)),
        online=True,
        claims=document.claims,
        proposals={key: found},
    )
    (finding,) = engine.findings(document.mentions, known)
    assert finding.message.endswith('; did you mean 10.1000/182, registered as "Tulips"?') is told
    other = known.replace(proposals={"another": found})
    (finding,) = engine.findings(document.mentions, other)
    assert "did you mean" not in finding.message
