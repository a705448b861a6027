"""References without a DOI, and what a search found for them -> findings (DOI921)."""

from __future__ import annotations

from collections.abc import Iterable

from mdlint_doi.lint.facts import RunFacts
from mdlint_doi.lint.message_text import shown
from mdlint_doi.lint.model import Finding, Fix, Safety
from mdlint_doi.lint.reference import LeftOut, Reference
from mdlint_doi.lint.registered import described
from mdlint_doi.lint.rules.missing_doi import MISSING_DOI
from mdlint_doi.lint.selection import Selection
from mdlint_doi.works.candidates import MeantWork, identity
from mdlint_doi.works.updates import retraction


def missing_dois(references: Iterable[Reference], facts: RunFacts) -> list[Finding]:
    """Return a finding for each reference of one document for which a DOI is proposed."""
    found = []
    for one in references:
        proposal = _proposal(one, facts)
        if proposal is not None:
            found.append(_finding(one, proposal))
    return found


def _proposal(reference: Reference, facts: RunFacts) -> MeantWork | None:
    if not Selection.of(facts.settings, reference.source.name).has(MISSING_DOI.code):
        return None
    key = identity(reference.cited) if reference.left_out is LeftOut.NO else None
    return None if key is None else facts.proposals.get(key)


def _finding(reference: Reference, proposal: MeantWork) -> Finding:
    edit = reference.insert(proposal.doi)
    place = f", {shown(proposal.work.containers[0])}" if proposal.work.containers else ""
    retracted = "; it was retracted" if retraction(proposal.work) else ""
    return Finding(
        MISSING_DOI.code,
        MISSING_DOI.name,
        MISSING_DOI.severity,
        f"no DOI here; {shown(str(proposal.doi))} is registered as"
        f" {described(proposal.work)}{place}{retracted}",
        reference.source,
        reference.span,
        proposal.doi,
        Fix((edit,), Safety.UNSAFE, proposal.doi) if edit is not None else None,
        reference.where,
    )
