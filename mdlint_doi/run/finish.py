"""Finish each document and the run, and collect the results.

A document is judged for the last time, and fixed on request. At the end of a run, its look-ups and
their outcomes are counted.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING, Final

from mdlint_doi.lint.baseline import KnownFindings
from mdlint_doi.lint.document import Document
from mdlint_doi.lint.selection import RunFacts
from mdlint_doi.lint.settings import Settings
from mdlint_doi.report.model import PathNote
from mdlint_doi.run.judge import judged, keep, reported_lines
from mdlint_doi.run.learned import NOTHING_CLEAN, CleanAnswers, Learned, lookup_counts
from mdlint_doi.run.request import Task
from mdlint_doi.run.result import Tally

if TYPE_CHECKING:
    from mdlint_doi.run.compared import Judgement
    from mdlint_doi.run.fixes import Fixes

_NOTHING: Final = KnownFindings()


def fixes_of(task: Task, tally: Tally) -> AbstractContextManager[Fixes | None]:
    """Return the context that fixes documents; its value is None if nothing is fixed."""
    if task.fix:
        from mdlint_doi.run.fixes import Fixes

        return Fixes(task, tally)
    return nullcontext()


def finish(
    task: Task, document: Document, facts: RunFacts, tally: Tally, fixes: Fixes | None
) -> bool:
    """Judge a document; fix it and write it where requested.

    Args:
        task: the options of the run.
        document: the document as it was read.
        facts: the facts of the run, with the settings of the document.
        tally: receives the results.
        fixes: the fixes of the run; None: nothing is fixed.

    Returns:
        Whether the file had no findings before fixes and the baseline.
    """
    known = task.baseline.known(document.name) if task.baseline else _NOTHING
    if fixes is not None:
        return fixes.take(document, facts, known) and not document.unread
    result = judged(document, facts, known, reported_lines(task, document.source))
    keep(task, document, facts, result, tally)
    return not (result.findings or result.outside or known.counts or document.unread)


def end(  # noqa: PLR0913 - independent values
    tally: Tally,
    learned: Learned,
    settings: Settings,
    citations: Iterable[Judgement],
    *,
    unjudged: Iterable[PathNote] = (),
    clean: CleanAnswers = NOTHING_CLEAN,
) -> None:
    """Add the counts of look-ups to the tally, after all documents are judged.

    Args:
        tally: has the findings, and receives the counts.
        learned: the answers of the look-ups.
        settings: the settings of the run.
        citations: the result for each citation of a known work.
        unjudged: the places of citations that could not be judged, with the reasons.
        clean: the answers about files that were not read again.
    """
    tally.interrupted = tally.interrupted or learned.interrupted
    tally.notices += (*learned.messages, *learned.works.messages)
    tally.lookups = lookup_counts(learned, settings, clean)
    if learned.works.asked or learned.works.left_out or clean.works:
        from mdlint_doi.run.work_counts import described_works, work_counts

        tally.works = work_counts(learned.works, citations, tally.findings, unjudged, clean)
        tally.registered = described_works(learned, tally.findings)
