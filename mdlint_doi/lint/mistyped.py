"""Choose the DOI that was meant, among registered ones that differ by a single typo.

The description of the work decides. Without a description, a DOI is only proposed if it is the only
one that is registered, and a fix is only made for a clear edit: it replaces a look-alike or a
separator, or drops a doubled character.
"""

from __future__ import annotations

from collections.abc import Iterable

from mdlint_doi.lint.model import Mention
from mdlint_doi.lint.registered import did_you_mean, known_work, proposed, verdict_of
from mdlint_doi.lint.rule import Facts
from mdlint_doi.names.doi import Doi
from mdlint_doi.names.outcome import Missing
from mdlint_doi.names.typos import Typo, in_letters_of, is_near, typos
from mdlint_doi.text.value import Value
from mdlint_doi.works import thresholds
from mdlint_doi.works.claim import Claim, ClaimedIn
from mdlint_doi.works.verdict import Agrees, Differs, Disagrees, Verdict
from mdlint_doi.works.work import Work


class MeantDoi(Value):
    """The DOI that a mention of an unregistered DOI probably means.

    Attributes:
        doi: the DOI, in the letter case of the written one where both are the same.
        work: its registered work, if the text describes this work; otherwise None.
        is_fixed: whether the mention can be fixed with it; the fix is unsafe.
    """

    doi: Doi
    work: Work | None = None
    is_fixed: bool = False

    @property
    def question(self) -> str:
        """The end of a message, with the DOI and its work."""
        return did_you_mean(self.doi, self.work)


def meant_by(mention: Mention, facts: Facts) -> MeantDoi | None:
    """Return the DOI that a mention probably means; None if that is not certain enough.

    The best is a similar DOI whose work the text describes; then the result of a search; then the
    only similar DOI that is registered.
    """
    doi = mention.doi
    if doi is None:
        return None
    claims = [claim for claim in facts.claims.of(mention.span) if _is_reference(claim)]
    similar = similar_names(doi, facts)
    described = [typo for typo in similar if _is_described(typo.doi, claims, facts)]
    if len(described) == 1:
        work = known_work(facts.works.get(described[0].doi))
        return MeantDoi(in_letters_of(doi, described[0].doi), work, is_fixed=True)
    proposal = proposed(mention, facts)
    if proposal is not None:
        near = is_near(doi, proposal.doi)
        name = in_letters_of(doi, proposal.doi) if near else proposal.doi
        return MeantDoi(name, proposal.work, is_fixed=near)
    # After a list that was not complete, a more similar number may be registered.
    if (
        len(similar) != 1
        or _is_other(similar[0].doi, claims, facts)
        or (similar[0].is_number and doi in facts.similar_in_part)
    ):
        return None
    name = in_letters_of(doi, similar[0].doi)
    return MeantDoi(name, is_fixed=similar[0].edit.is_clear and not claims)


def similar_names(doi: Doi, facts: Facts) -> list[Typo]:
    """Return the registered DOIs that differ from an unregistered one by a single typo."""
    registered = set(facts.similar.get(doi, ()))
    known = facts.outcome(doi)
    if not (registered and isinstance(known, Missing)):
        return []
    possible = typos(doi, has_known_prefix=known.has_known_prefix)
    return [typo for typo in possible if typo.doi in registered]


def _is_reference(claim: Claim) -> bool:
    """Return whether a text describes a work, and does not only mention it."""
    in_fields = claim.origin is ClaimedIn.FIELDS and claim.is_comparable
    return in_fields or claim.signs >= thresholds.SIGNS_OF_REFERENCE


def _is_described(doi: Doi, claims: Iterable[Claim], facts: Facts) -> bool:
    """Return whether a reference describes the registered work of a DOI."""
    verdicts = _verdicts(doi, claims, facts)
    return any(isinstance(verdict, Agrees | Differs) for verdict in verdicts)


def _is_other(doi: Doi, claims: Iterable[Claim], facts: Facts) -> bool:
    """Return whether a reference describes a different work than that of a DOI."""
    return any(isinstance(verdict, Disagrees) for verdict in _verdicts(doi, claims, facts))


def _verdicts(doi: Doi, claims: Iterable[Claim], facts: Facts) -> list[Verdict]:
    work = known_work(facts.works.get(doi))
    return [] if work is None else [verdict_of(claim._replace(doi=doi), work) for claim in claims]
