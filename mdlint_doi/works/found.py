"""The facts of a citation together with those that differ."""

from __future__ import annotations

from typing import Final, NamedTuple

from mdlint_doi.works import thresholds
from mdlint_doi.works.candidates import years_apart
from mdlint_doi.works.case import PLACE, PUBMED
from mdlint_doi.works.claim import CitedAs
from mdlint_doi.works.facts import CitationFacts
from mdlint_doi.works.venues import is_conference
from mdlint_doi.works.verdict import Difference, Of

WEIGHTY: Final = frozenset({"year", "venue", PLACE})
"""Details that count against the work if its title or its authors also differ."""


class FoundDifferences(NamedTuple):
    """The facts of a citation, and those that differ.

    Attributes:
        facts: the facts.
        differences: the differences, in the order in which they are reported.
    """

    facts: CitationFacts
    differences: tuple[Difference, ...]

    @property
    def fields(self) -> set[str]:
        """The fields that differ; a PubMed number may be that of another version."""
        return {difference.field for difference in self.differences} - {PUBMED}

    @property
    def rest(self) -> tuple[Difference, ...]:
        """The differences that do not show a different work."""
        return tuple(difference for difference in self.differences if difference.of is not Of.WORK)

    @property
    def details(self) -> set[str]:
        """The fields that differ without showing a different work."""
        return {difference.field for difference in self.rest} - {PUBMED}

    @property
    def weight(self) -> int:
        """The weight of all differences, if one shows a different work."""
        of_work = [
            difference.certainty for difference in self.differences if difference.of is Of.WORK
        ]
        return sum(of_work) + len(WEIGHTY & self.fields) if of_work else 0

    @property
    def years_apart(self) -> int:
        """The number of years between citation and record; 0 if one is missing."""
        return years_apart(self.facts.claim, self.facts.work) or 0


def may_be_version(found: FoundDifferences) -> bool:
    """Return whether the citation may describe the preprint or the conference paper of the work.

    A journal publishes the article up to some years after the conference paper. A preprint may have
    a different title and year than the published version, but it has no venue.
    """
    f = found.facts
    if "authors" in found.details and f.people.strangers:
        return False
    if "venue" not in found.details:
        years_earlier = min(f.work.years, default=0) - max(f.claim.years, default=0)
        is_earlier = 0 < years_earlier < thresholds.YEARS_OF_VERSIONS
        return found.details <= {"title", "authors", "year"} and is_earlier and not f.is_preprint
    is_paper = f.claim.cited_as is CitedAs.PAPER or is_conference(f.claim.container)
    is_registered_as_paper = any(map(is_conference, f.work.containers))
    if is_paper is is_registered_as_paper or not (f.claim.years and f.work.years):
        return False
    both = f.claim.years, f.work.years
    papers, articles = both if is_paper else both[::-1]
    return 0 <= max(articles) - min(papers) < thresholds.YEARS_OF_VERSIONS
