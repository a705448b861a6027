"""What the look-ups of a run came to."""

from __future__ import annotations

from collections.abc import Iterable

from mdlint_doi.lint.document import Document
from mdlint_doi.lint.model import Finding
from mdlint_doi.lint.rule import Facts
from mdlint_doi.lint.settings import Settings
from mdlint_doi.names.doi import Doi
from mdlint_doi.pipeline import Learned
from mdlint_doi.project.distinct import Count
from mdlint_doi.report.model import LookupCounts, WorkCounts


def lookup_counts(learned: Learned, settings: Settings) -> LookupCounts | None:
    """Return what the look-ups of a run came to, candidates not counted."""
    if not learned.online:
        return None
    count = Count()
    count.take(learned.answers)
    return count.counts(settings.lock_file)


def work_counts(learned: Learned, documents: Iterable[Document], facts: Facts) -> WorkCounts | None:
    """Return what came of asking for works; None where none was asked for or left out.

    Args:
        learned: what was.
        documents: all that were judged.
        facts: of the run.

    """
    works = learned.works
    if not (works.asked or works.left_out):
        return None
    from mdlint_doi.works.work import KnownWork, UnknownWork

    judged = disagree = 0
    for document in documents if works.answers else ():
        compared, other = _compared(document, facts)
        judged, disagree = judged + compared, disagree + other
    answers = works.answers.values()
    return WorkCounts(
        asked=works.asked,
        known=sum(isinstance(one, KnownWork) for one in answers),
        unknown=sum(isinstance(one, UnknownWork) for one in answers),
        judged=judged,
        disagree=disagree,
        left_out=works.left_out,
        seconds=works.seconds,
        seconds_with_contact=works.seconds_with_contact,
    )


def _compared(document: Document, facts: Facts) -> tuple[int, int]:
    """Return how many citations of a document could be judged, and how many disagree."""
    from mdlint_doi.lint.registered import verdict_on
    from mdlint_doi.works.verdict import CannotTell, Disagrees

    own = facts.replace(claims=document.claims)
    verdicts = [verdict_on(mention, own) for mention in document.mentions]
    told = [one for one in verdicts if one is not None and not isinstance(one, CannotTell)]
    return len(told), sum(isinstance(one, Disagrees) for one in told)


def described_works(learned: Learned, findings: Iterable[Finding]) -> dict[Doi, str]:
    """Return what the DOIs of findings are registered as, in a line, where that is known."""
    if not learned.works.answers:
        return {}
    from mdlint_doi.lint.registered import described
    from mdlint_doi.works.work import KnownWork

    dois = {finding.doi for finding in findings if finding.doi is not None}
    known = {doi: learned.works.answers.get(doi) for doi in dois}
    return {doi: described(one.work) for doi, one in known.items() if isinstance(one, KnownWork)}
