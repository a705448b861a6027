"""Decide whether a citation describes the registered work.

Each fact is compared separately: authors, title, year, venue, volume and page (`facts_table`). A
*difference* concerns the work (a title or authors that are not registered), a part of it (an
erratum, a different part), or a detail (a wrong year). The certainty with which the document states
the fact limits the result. A title in a field is enough to show that a different work is meant. A
title that is recognized by the form of a reference makes a hint. A title that is guessed from words
shows nothing alone. Two differences count together. Correct references often differ in details, so
these are hints (`verdict_table`). The thresholds are in `thresholds`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mdlint_doi.text.numbers import listed
from mdlint_doi.works import conditions as on
from mdlint_doi.works.case import PLACE, PUBMED
from mdlint_doi.works.claim import Claim
from mdlint_doi.works.facts import CitationFacts, facts_of
from mdlint_doi.works.facts_table import FACTS
from mdlint_doi.works.folding import words
from mdlint_doi.works.found import FoundDifferences
from mdlint_doi.works.venues import is_venue_of
from mdlint_doi.works.verdict import (
    Agrees,
    CannotTell,
    Difference,
    Differs,
    Disagrees,
    Strength,
    Verdict,
    Years,
)
from mdlint_doi.works.verdict_case import CaseVerdict
from mdlint_doi.works.verdict_table import REASONS, VERDICTS
from mdlint_doi.works.work import Work


def agreement(claim: Claim, work: Work) -> Verdict:
    """Return whether a claim describes a work, with the evidence for it.

    Args:
        claim: the description of the work in the document.
        work: the work as registered.

    Returns:
        `Agrees`, `Disagrees`, `Differs` or `CannotTell`, each with the facts that were compared.
    """
    return verdict_on(facts_of(claim, work))


def verdict_on(f: CitationFacts) -> Verdict:
    """Return the verdict on the facts of a citation and a work."""
    found = FoundDifferences(f, tuple(differences(f)))
    same = tuple(_same(f, {difference.field for difference in found.differences}))
    evidence = f.evidence(
        ", ".join(
            dict.fromkeys(f"different {difference.field}" for difference in found.differences)
        )
    )._replace(
        differences=found.differences,
        same=same,
        is_same_title=on.SAME_TITLE.holds(f),
        is_translated=(on.HALF_ALIKE & ~on.NO_TITLE & (on.LANGUAGES | on.TRANSLATION)).holds(f),
    )
    case = next((case for case in VERDICTS if case.when.holds(found)), None)
    match case.then if case else None:
        case CaseVerdict.OTHER_WORK:
            return Disagrees(Strength.STRONG, evidence)
        case CaseVerdict.PERHAPS_OTHER_WORK:
            return Disagrees(Strength.WEAK, evidence)
        case CaseVerdict.SEVERAL_DETAILS:
            return Differs(evidence._replace(differences=found.rest), Strength.STRONG)
        case CaseVerdict.DETAILS:
            return Differs(evidence._replace(differences=found.rest), Strength.WEAK)
        case CaseVerdict.AGREES:
            return Agrees(evidence._replace(differences=(), reason=_are_same(f, same)))
        case None:
            return CannotTell(evidence._replace(differences=(), reason=_why_silent(f, same)))


def differences(f: CitationFacts) -> Iterator[Difference]:
    """Yield the differences: authors, title, then the details."""
    for fact in FACTS:
        case = fact.case_of(f)
        if case is not None and (difference := case.then.difference) is not None:
            yield Difference(fact.name, *fact.sides(f), *difference)


def _why_silent(f: CitationFacts, same: Sequence[str]) -> str:
    """Return why the facts neither support nor contradict the registered work."""
    if f.claim.caveat:
        return f.claim.caveat
    reason = next(reason for reason in REASONS if reason.when.holds(f))
    said = reason.words.format(text="text" if f.is_prose else "entry")
    found = [field for field in same if field in {"authors", "year"}]
    if not reason.after_same or "authors" not in found:
        return said
    return f"{_are_same(f, found)}{reason.after_same}{said}"


def _same(f: CitationFacts, differing: set[str]) -> Iterator[str]:
    """Yield the fields that are the same on both sides, in the words of reports."""
    claim, work, people = f.claim, f.work, f.people
    # A text may name only the first author, and other words in it may look like names.
    is_first = people.first_named and (not people.strangers or people.authors_named > 1)
    are_people = people.are_same and people.sure == len(people.fits)
    is_here = bool(claim.container) and is_venue_of(claim.container, work.containers)
    same = {
        "title": on.SAME_TITLE.holds(f),
        "authors": are_people or (f.is_prose and is_first),
        "year": f.years is Years.EQUAL,
        "venue": is_here,
    }
    yield from (field for field, holds in same.items() if holds and field not in differing)
    if f.claim.pubmed and f.claim.pubmed in f.work.pubmed:
        yield PUBMED
    if PLACE not in differing:
        places = {"volume": (claim.volume, work.volume), "page": (claim.pages, work.pages)}
        yield from (field for field, both in places.items() if _begin_alike(*both))


def _begin_alike(stated: str, registered: str) -> bool:
    """Return whether two numbers, or the first ones of two ranges, are the same."""
    first = words(stated)[:1]
    return bool(first) and first == words(registered)[:1]


def _are_same(f: CitationFacts, same: Sequence[str]) -> str:
    """Return a sentence about the fields that are the same: "title and authors are the same"."""
    is_one = len(same) == 1 and same[0] != "authors"
    said = f"the {same[0]} is the same" if is_one else f"{listed(same)} are the same"
    return f"{said}, and the year is nearly the same" if f.years is Years.NEAR else said
