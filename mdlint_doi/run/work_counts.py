"""Count the works of a run, and list the citations that could not be judged."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from mdlint_doi.lint.model import Finding
from mdlint_doi.lint.registered import described
from mdlint_doi.lint.rule import Compared
from mdlint_doi.lint.rules import by_code
from mdlint_doi.lint.severity import Severity
from mdlint_doi.names.doi import Doi
from mdlint_doi.report.model import PathNote, WorkCounts
from mdlint_doi.run.learned import Learned, WorksLearned
from mdlint_doi.works.work import KnownWork, NotHeld, UnknownWork, WorkOutcome


def work_counts(
    works: WorksLearned,
    citations: Iterable[bool],
    findings: Iterable[Finding],
    unjudged: Iterable[PathNote] = (),
) -> WorkCounts:
    """Return the counts of works.

    `citations` has, for each citation of a known work, whether it could be judged; `unjudged` has
    the places of those that could not be judged, with the reasons.
    """
    kinds = Counter(
        (rule.compared, one.severity) for one in findings if (rule := by_code(one.code)) is not None
    )
    answers = works.answers.values()
    judged = Counter(citations)
    return WorkCounts(
        asked=works.asked,
        known=sum(isinstance(one, KnownWork) for one in answers),
        unknown=sum(isinstance(one, UnknownWork) for one in answers),
        not_read=tuple(
            Counter(one.agency for one in answers if isinstance(one, NotHeld)).most_common()
        ),
        compared=judged[True],
        not_judged=judged[False],
        unjudged=tuple(unjudged),
        other_works=sum(kinds[Compared.OTHER_WORK, one] for one in Severity),
        other_hints=kinds[Compared.OTHER_WORK, Severity.HINT],
        details=sum(kinds[Compared.DETAILS, one] for one in Severity),
        left_out=works.left_out,
        seconds=works.seconds,
        seconds_with_contact=works.seconds_with_contact,
    )


def described_works(learned: Learned, findings: Iterable[Finding]) -> dict[Doi, str]:
    """Return the known works of DOIs with findings, in one line each."""
    dois = {finding.doi for finding in findings if finding.doi is not None}
    known = {doi: learned.works.answers.get(doi) for doi in dois}
    return {doi: described(one.work) for doi, one in known.items() if isinstance(one, KnownWork)}


def oldest_record(works: Iterable[WorkOutcome]) -> float | None:
    """Return the Unix time of the oldest record of a work; None if no work is known."""
    return min((one.work.as_of for one in works if isinstance(one, KnownWork)), default=None)
