"""Count the works of a run, and list the citations that could not be judged."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING

from mdlint_doi.lint.severity import Severity
from mdlint_doi.report.model import PathNote, WorkCounts
from mdlint_doi.works.work import KnownWork, NotHeld, UnknownWork, WorkOutcome

if TYPE_CHECKING:
    from mdlint_doi.lint.model import Finding
    from mdlint_doi.names.doi import Doi
    from mdlint_doi.run.learned import Learned, WorksLearned


def work_counts(
    works: WorksLearned,
    citations: Iterable[bool],
    findings: Collection[Finding],
    unjudged: Iterable[PathNote] = (),
) -> WorkCounts:
    """Return the counts of works.

    `citations` has, for each citation of a known work, whether it could be judged; `unjudged` has
    the places of those that could not be judged, with the reasons.
    """
    clean = works.clean.values()
    answers = works.answers.values()
    not_read = [*(one.agency for one in answers if isinstance(one, NotHeld)), *filter(None, clean)]
    judged = Counter(citations)
    counts = WorkCounts(
        asked=works.asked,
        known=sum(isinstance(one, KnownWork) for one in answers) + sum(not by for by in clean),
        unknown=sum(isinstance(one, UnknownWork) for one in answers),
        not_read=tuple(Counter(not_read).most_common()),
        compared=judged[True],
        not_judged=judged[False],
        unjudged=tuple(unjudged),
        left_out=works.left_out,
        seconds=works.seconds,
        seconds_with_contact=works.seconds_with_contact,
    )
    return _with_findings(counts, findings) if findings else counts


def _with_findings(counts: WorkCounts, findings: Iterable[Finding]) -> WorkCounts:
    """Return the counts with those of findings; only files with findings need the rules."""
    from mdlint_doi.lint import rule, rules

    kinds = Counter(
        (found.compared, finding.severity)
        for finding in findings
        if (found := rules.by_code(finding.code)) is not None
    )
    other_works, details = rule.Compared.OTHER_WORK, rule.Compared.DETAILS
    return counts.replace(
        other_works=sum(kinds[other_works, one] for one in Severity),
        other_hints=kinds[other_works, Severity.HINT],
        details=sum(kinds[details, one] for one in Severity),
    )


def described_works(learned: Learned, findings: Collection[Finding]) -> dict[Doi, str]:
    """Return the known works of DOIs with findings, in one line each."""
    if not findings:
        return {}
    from mdlint_doi.lint.registered import described

    dois = {finding.doi for finding in findings if finding.doi is not None}
    known = {doi: learned.works.answers.get(doi) for doi in dois}
    return {doi: described(one.work) for doi, one in known.items() if isinstance(one, KnownWork)}


def unread_agency(work: WorkOutcome) -> str:
    """Return the agency whose records cannot be read; empty for other works."""
    return work.agency if isinstance(work, NotHeld) else ""


def oldest_record(works: Iterable[WorkOutcome]) -> float | None:
    """Return the Unix time of the oldest record of a work; None if no work is known."""
    return min((one.work.as_of for one in works if isinstance(one, KnownWork)), default=None)
