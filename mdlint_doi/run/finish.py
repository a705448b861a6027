"""Judge a document for the last time, and fix it on request."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING, Final

from mdlint_doi.lint.baseline import KnownFindings
from mdlint_doi.lint.document import Document
from mdlint_doi.lint.selection import RunFacts
from mdlint_doi.run.judge import judged, keep, reported_lines
from mdlint_doi.run.request import Task
from mdlint_doi.run.result import Tally

if TYPE_CHECKING:
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
    """Judge a document for the last time; fix it and write it where requested.

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
