"""Does a citation speak of the registered work?

Silence is the default. A work agrees where its title stands in the citation, or its people and
year do and no other title is claimed. It disagrees where two witnesses that do not depend on each
other say so: another title is claimed, *and* nobody of its people is named or another year is
given. One witness alone makes a weak disagreement at most; nothing is said of all else.

The method and its figures are those of `spec/matching.md`; `tests/benchmarks/works_agreement.py`
prints today's.

The verdict on the fields of an entry.
"""

from __future__ import annotations

from mdlint_doi.works.claim import Claim, ClaimedIn
from mdlint_doi.works.comparison import compare
from mdlint_doi.works.field_verdict import verdict_on_fields
from mdlint_doi.works.prose import verdict_on_prose
from mdlint_doi.works.verdict import Verdict
from mdlint_doi.works.work import Work


def agreement(claim: Claim, work: Work) -> Verdict:
    """Return whether a claim speaks of a work, with the evidence for it."""
    comparison = compare(claim, work)
    if claim.origin is ClaimedIn.FIELDS:
        return verdict_on_fields(comparison)
    return verdict_on_prose(comparison)
