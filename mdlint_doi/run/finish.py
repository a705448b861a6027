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
from mdlint_doi.run.judge import judged, keep, lines_to_tell
from mdlint_doi.run.learned import Learned, lookup_counts
from mdlint_doi.run.request import Task
from mdlint_doi.run.result import Tally

if TYPE_CHECKING:
    from mdlint_doi.run.fixes import Fixes

_NOTHING: Final = KnownFindings()
_NONE: Final[Mapping[str, bool]] = MappingProxyType({})


def fixes_of(task: Task, tally: Tally) -> AbstractContextManager[Fixes | None]:
    """Return the context in which documents are fixed; None is in it where none is."""
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
        document: as it was read.
        facts: what the rules may know, with the settings of the document.
        tally: takes what is found.
        fixes: those of the run; None: nothing is fixed.

    Returns:
        Whether the file had no findings before fixes and the baseline.
    """
    if document.problem:
        if fixes is not None:
            fixes.settle()
        tally.unparsed(document)
        return False
    if document.note:
        tally.notes.append(PathNote(document.name, document.note))
    known = task.baseline.known(document.name) if task.baseline else _NOTHING
    if fixes is not None:
        return fixes.take(document, facts, known)
    result = judged(document, facts, known, lines_to_tell(task, document.source))
    keep(task, document, facts, result, tally)
    return not (result.findings or result.outside or known.counts)


def end(  # noqa: PLR0913 - what the counts are made of
    tally: Tally,
    learned: Learned,
    settings: Settings,
    citations: Iterable[bool],
    *,
    unjudged: Iterable[PathNote] = (),
    registered: Mapping[str, bool] = _NONE,
) -> None:
    """Take what the look-ups of a run came to, once all its documents are judged.

    Args:
        tally: has the findings, and takes the counts.
        learned: what the look-ups brought.
        settings: those of the run.
        citations: for each citation of a known work, whether it could be judged.
        unjudged: where citations are that could not be judged, and why.
        registered: the keys of names of files that were not read again, and whether their handle
            records were.
    """
    tally.interrupted = tally.interrupted or learned.interrupted
    tally.notices += learned.works.messages
    tally.lookups = lookup_counts(learned, settings, registered)
    if learned.works.asked or learned.works.left_out:
        from mdlint_doi.run.work_counts import described_works, work_counts

        tally.works = work_counts(learned.works, citations, tally.findings, unjudged)
        tally.registered = described_works(learned, tally.findings)
