"""What the look-ups of a run came to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from mdlint_doi.lint.model import Finding
from mdlint_doi.lint.rule import Compared
from mdlint_doi.lint.rules import by_code
from mdlint_doi.lint.settings import Settings, Severity
from mdlint_doi.names.doi import Doi
from mdlint_doi.names.outcome import Cause, Found, Missing, Unknown
from mdlint_doi.report.model import LookupCounts, WorkCounts
from mdlint_doi.run.learned import Learned, WorksLearned

if TYPE_CHECKING:
    from mdlint_doi.run.draft import ComparedMention


def lookup_counts(
    learned: Learned, settings: Settings, registered: Mapping[str, bool] | None = None
) -> LookupCounts | None:
    """Return what the look-ups of a run came to, candidates not counted; None without any.

    Args:
        learned: what they brought.
        settings: of the run.
        registered: the keys of names of files that are known to be clean, and whether their handle
            records were read.

    """
    if not learned.online:
        return None
    known = dict(registered or {})
    missing, unknown = 0, dict[Doi, Cause]()
    for doi, answer in learned.answers.items():
        match answer.outcome:
            case Found(record=record):
                known.setdefault(doi.key, record is not None)
            case Missing():
                missing += 1
            case Unknown(cause=cause):
                unknown[doi] = cause
    return LookupCounts(
        asked=len(known) + missing + len(unknown),
        found=len(known),
        missing=missing,
        unknown=tuple(sorted(Counter(unknown.values()).items())),
        records_read=sum(known.values()),
        not_checked=tuple(unknown),
        lock_file=settings.lock_file,
    )


def work_counts(
    works: WorksLearned, citations: Mapping[bool, int], findings: Iterable[Finding]
) -> WorkCounts | None:
    """Return what came of asking for works; None where none was asked for or left out.

    Args:
        works: what was.
        citations: how many of a known work could be judged (True), and how many could not.
        findings: of the run, those that are reported.

    """
    if not (works.asked or works.left_out):
        return None
    from mdlint_doi.works.work import KnownWork, NotHeld, UnknownWork

    kinds = Counter((_compared(one.code), one.severity) for one in findings)
    answers = works.answers.values()
    return WorkCounts(
        asked=works.asked,
        known=sum(isinstance(one, KnownWork) for one in answers),
        unknown=sum(isinstance(one, UnknownWork) for one in answers),
        not_read=tuple(
            Counter(one.agency for one in answers if isinstance(one, NotHeld)).most_common()
        ),
        compared=citations.get(True, 0),
        untold=citations.get(False, 0),
        other_works=sum(kinds[Compared.OTHER_WORK, one] for one in Severity),
        other_hints=kinds[Compared.OTHER_WORK, Severity.HINT],
        details=sum(kinds[Compared.DETAILS, one] for one in Severity),
        left_out=works.left_out,
        seconds=works.seconds,
        seconds_with_contact=works.seconds_with_contact,
    )


def judged_citations(compared: Iterable[ComparedMention]) -> Iterator[bool]:
    """Yield for each citation of a known work whether it could be judged.

    One that gives a name twice in the same words is one.
    """
    for one in compared:
        if one.verdict is not None and not one.is_repeated:
            from mdlint_doi.works.verdict import CannotTell

            yield not isinstance(one.verdict, CannotTell)


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
