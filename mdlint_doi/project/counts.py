"""What the look-ups of a run came to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from mdlint_doi.lint.document import Document
from mdlint_doi.lint.model import Finding
from mdlint_doi.lint.rule import Compared, Facts
from mdlint_doi.lint.rules import by_code
from mdlint_doi.lint.setting_parts import Severity
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


def work_counts(
    learned: Learned, documents: Iterable[Document], facts: Facts, findings: Iterable[Finding]
) -> WorkCounts | None:
    """Return what came of asking for works; None where none was asked for or left out.

    Args:
        learned: what was.
        documents: all that were judged.
        facts: of the run.
        findings: of the run, those that are reported.

    """
    works = learned.works
    if not (works.asked or works.left_out):
        return None
    from mdlint_doi.works.work import KnownWork, NotHeld, UnknownWork

    judged = Counter[bool]()
    for document in documents if works.answers else ():
        judged.update(_judged(document, facts))
    kinds = Counter((_compared(one.code), one.severity) for one in findings)
    answers = works.answers.values()
    return WorkCounts(
        asked=works.asked,
        known=sum(isinstance(one, KnownWork) for one in answers),
        unknown=sum(isinstance(one, UnknownWork) for one in answers),
        not_read=tuple(
            Counter(one.agency for one in answers if isinstance(one, NotHeld)).most_common()
        ),
        compared=judged[True],
        untold=judged[False],
        other_works=sum(kinds[Compared.OTHER_WORK, one] for one in Severity),
        other_hints=kinds[Compared.OTHER_WORK, Severity.HINT],
        details=sum(kinds[Compared.DETAILS, one] for one in Severity),
        left_out=works.left_out,
        seconds=works.seconds,
        seconds_with_contact=works.seconds_with_contact,
    )


def _judged(document: Document, facts: Facts) -> Iterator[bool]:
    """Yield for each citation of a known work whether it could be judged.

    One that gives a name twice in the same words is one.
    """
    from mdlint_doi.lint.registered import verdict_on
    from mdlint_doi.works.verdict import CannotTell

    own = facts.replace(claims=document.claims)
    for mention in document.mentions:
        verdict = verdict_on(mention, own)
        if verdict is not None and own.claims.repeated(mention.span) is None:
            yield not isinstance(verdict, CannotTell)


def _compared(code: str) -> Compared | None:
    """Return as what the findings of a rule are counted here."""
    rule = by_code(code)
    return None if rule is None else rule.compared


def described_works(learned: Learned, findings: Iterable[Finding]) -> dict[Doi, str]:
    """Return what the DOIs of findings are registered as, in a line, where that is known."""
    if not learned.works.answers:
        return {}
    from mdlint_doi.lint.registered import described
    from mdlint_doi.works.work import KnownWork

    dois = {finding.doi for finding in findings if finding.doi is not None}
    known = {doi: learned.works.answers.get(doi) for doi in dois}
    return {doi: described(one.work) for doi, one in known.items() if isinstance(one, KnownWork)}
