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
from mdlint_doi.run.compared import Judgement
from mdlint_doi.run.learned import CleanAnswers, Learned, WorksLearned
from mdlint_doi.works.work import KnownWork, NotHeld, UnknownWork, WorkOutcome


def work_counts(
    works: WorksLearned,
    citations: Iterable[Judgement],
    findings: Iterable[Finding],
    unjudged: Iterable[PathNote],
    clean: CleanAnswers | None,
) -> WorkCounts:
    """Return the counts of works.

    Args:
        works: the answers about works.
        citations: the result for each citation of a known work.
        findings: the findings of the run.
        unjudged: the places of citations that could not be judged, with the reasons.
        clean: the answers about files that were not read again; None: there are none.
    """
    kinds = Counter(
        (rule.compared, finding.severity)
        for finding in findings
        if (rule := by_code(finding.code)) is not None
    )
    clean = clean or CleanAnswers()
    answers = works.answers.values()
    keys = {doi.key for doi in works.answers}
    others = {key: agency for key, agency in clean.works.items() if key not in keys}
    agencies = Counter(answer.agency for answer in answers if isinstance(answer, NotHeld))
    agencies.update(agency for agency in others.values() if agency is not None)
    judged = Counter(clean.citations) + Counter(citations)
    return WorkCounts(
        asked=works.asked + len(others),
        known=sum(isinstance(answer, KnownWork) for answer in answers)
        + sum(agency is None for agency in others.values()),
        unknown=sum(isinstance(answer, UnknownWork) for answer in answers),
        not_read=tuple(agencies.most_common()),
        compared=judged[Judgement.AGREES] + judged[Judgement.DIFFERS],
        differing=judged[Judgement.DIFFERS],
        not_judged=judged[Judgement.UNDECIDED],
        unjudged=tuple(unjudged),
        other_works=sum(kinds[Compared.OTHER_WORK, severity] for severity in Severity),
        other_hints=kinds[Compared.OTHER_WORK, Severity.HINT],
        details=sum(kinds[Compared.DETAILS, severity] for severity in Severity),
        left_out=works.left_out,
        seconds=works.seconds,
        seconds_with_contact=works.seconds_with_contact,
    )


def described_works(learned: Learned, findings: Iterable[Finding]) -> dict[Doi, str]:
    """Return the known works of DOIs with findings, in one line each."""
    dois = {finding.doi for finding in findings if finding.doi is not None}
    known = {doi: learned.works.answers.get(doi) for doi in dois}
    return {
        doi: described(answer.work)
        for doi, answer in known.items()
        if isinstance(answer, KnownWork)
    }


def are_settled(works: Iterable[WorkOutcome | None]) -> bool:
    """Return whether each work is known, or of an agency whose records cannot be read."""
    return all(isinstance(work, KnownWork | NotHeld) for work in works)


def oldest_record(works: Iterable[WorkOutcome]) -> float | None:
    """Return the Unix time of the oldest record of a work; None if no work is known."""
    return min(
        (outcome.work.as_of for outcome in works if isinstance(outcome, KnownWork)), default=None
    )
