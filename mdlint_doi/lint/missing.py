"""References without a DOI, and what a search found for them -> findings (DOI921 to DOI923)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from mdlint_doi.lint.facts import RunFacts
from mdlint_doi.lint.message_text import shown
from mdlint_doi.lint.model import Finding, Fix, Safety
from mdlint_doi.lint.reference import LeftOut, Reference
from mdlint_doi.lint.registered import described, side_by_side
from mdlint_doi.lint.rule import Rule
from mdlint_doi.lint.rules.missing_doi import DIFFERING_FIELDS, MISSING_DOI, WORK_NOT_FOUND
from mdlint_doi.lint.selection import Selection
from mdlint_doi.services import CROSSREF, DATACITE
from mdlint_doi.works.candidates import MeantWork, identity
from mdlint_doi.works.search_verdict import Differing, Matching, NotFound
from mdlint_doi.works.verdict import Difference
from mdlint_doi.works.work import retraction


def missing_dois(references: Iterable[Reference], facts: RunFacts) -> list[Finding]:
    """Return what a search says of the references of one document, the selected rules only."""
    found = []
    for one in references:
        key = identity(one.cited) if one.left_out is LeftOut.NO else None
        if key is not None:
            codes = Selection.of(facts.settings, one.source.name).codes
            found += [each for each in _findings(one, key, facts) if each.code in codes]
    return found


def _findings(reference: Reference, key: str, facts: RunFacts) -> Iterator[Finding]:
    proposal, verdict = facts.proposals.get(key), facts.searches.get(key)
    if proposal is not None:
        yield _proposal(reference, proposal)
    if isinstance(verdict, (Matching, Differing)) and verdict.differences:
        yield _difference(reference, verdict.found, verdict.differences)
    if isinstance(verdict, NotFound):
        place = shown(reference.cited.claim.container)
        message = (
            f"not found in {CROSSREF.agency} and {DATACITE.agency}; {CROSSREF.agency} has other"
            f' works of "{place}" of that year; check that the reference exists'
        )
        yield _finding(WORK_NOT_FOUND, reference, message)


def _proposal(reference: Reference, proposal: MeantWork) -> Finding:
    edit = reference.insert(proposal.doi)
    place = f", {shown(proposal.work.containers[0])}" if proposal.work.containers else ""
    retracted = "; it was retracted" if retraction(proposal.work) else ""
    message = (
        f"no DOI here; {shown(str(proposal.doi))} is registered{_held(proposal)} as"
        f" {described(proposal.work)}{place}{retracted}"
    )
    fix = Fix((edit,), Safety.UNSAFE, proposal.doi) if edit is not None else None
    return _finding(MISSING_DOI, reference, message, proposal, fix)


def _difference(
    reference: Reference, found: MeantWork, differences: tuple[Difference, ...]
) -> Finding:
    message = (
        f"{shown(str(found.doi))} is registered{_held(found)} as {described(found.work)}, but"
        f" differs in {side_by_side(differences)}"
    )
    return _finding(DIFFERING_FIELDS, reference, message, found)


def _held(found: MeantWork) -> str:
    return f" with {shown(found.work.agency)}" if found.work.agency else ""


def _finding(
    rule: Rule,
    reference: Reference,
    message: str,
    found: MeantWork | None = None,
    fix: Fix | None = None,
) -> Finding:
    return Finding(
        rule.code,
        rule.name,
        rule.severity,
        message,
        reference.source,
        reference.span,
        found.doi if found is not None else None,
        fix,
        reference.where,
    )
