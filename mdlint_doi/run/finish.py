"""Finish each document and the run, and collect the results.

A document is judged for the last time, and fixed on request. At the end of a run, its look-ups and
their outcomes are counted.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import AbstractContextManager, nullcontext
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from mdlint_doi.lint.baseline import KnownFindings
from mdlint_doi.lint.document import Document
from mdlint_doi.lint.selection import RunFacts
from mdlint_doi.lint.settings import Settings
from mdlint_doi.report.model import PathNote
from mdlint_doi.run.judge import judged, keep, reported_lines
from mdlint_doi.run.learned import Learned, lookup_counts
from mdlint_doi.run.request import Task
from mdlint_doi.run.result import Tally

if TYPE_CHECKING:
    from mdlint_doi.run.fixes import Fixes

_NOTHING: Final = KnownFindings()
_NONE: Final[Mapping[str, bool]] = MappingProxyType({})


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
    citations: Iterable[bool],
    *,
    unjudged: Iterable[PathNote] = (),
    registered: Mapping[str, bool] = _NONE,
) -> None:
    """Add the counts of look-ups to the tally, after all documents are judged.

    Args:
        tally: has the findings, and receives the counts.
        learned: the answers of the look-ups.
        settings: the settings of the run.
        citations: for each citation of a known work, whether it could be judged.
        unjudged: the places of citations that could not be judged, with the reasons.
        registered: the keys of DOIs in files that were not read again, and whether their handle
            records were read.
    """
    tally.interrupted = tally.interrupted or learned.interrupted
    tally.notices += (*learned.messages, *learned.works.messages)
    tally.lookups = lookup_counts(learned, settings, registered)
    if learned.works.asked or learned.works.left_out:
        from mdlint_doi.run.work_counts import described_works, work_counts

        tally.works = work_counts(learned.works, citations, tally.findings, unjudged)
        tally.registered = described_works(learned, tally.findings)
