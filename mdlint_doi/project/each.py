"""One file after the other: read, judged, mended, forgotten.

This is all of an offline run, in one process or in each of several. Neither rules nor extractor
are imported before a file may hold a DOI.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from mdlint_doi.files.problem import FileProblem
from mdlint_doi.files.reading import decode, encode, read_bytes
from mdlint_doi.markdown.prefilter import may_hold_doi
from mdlint_doi.project.tally import Change, Tally
from mdlint_doi.project.task import STDIN, Task

if TYPE_CHECKING:
    from mdlint_doi.lint.model import Finding
    from mdlint_doi.lint.rules.registry import Facts
    from mdlint_doi.lint.settings import Settings
    from mdlint_doi.lint.source import Source
    from mdlint_doi.pipeline import Document


def candidates(paths: Iterable[str], settings: Settings, tally: Tally) -> Iterator[Source]:
    """Yield the documents in which something may be a DOI, and note the files that were read."""
    for path in paths:
        try:
            source = candidate(path, read_bytes(path), settings, tally)
        except FileProblem as problem:
            tally.problem(problem)
        else:
            if source is not None:
                yield source


def candidate(path: str, data: bytes, settings: Settings, tally: Tally) -> Source | None:
    """Return a document if something in it may be a DOI; note that it was read.

    Raises:
        FileProblem: if it is not UTF-8.

    """
    publishers = settings.may_select("DOI207", "publisher-url")
    may = may_hold_doi(data, servers=settings.servers, urls=publishers)
    source = decode(path, data) if may else None
    tally.files.append(path)
    return source


def check_each(task: Task, sources: Iterable[Source], tally: Tally, enough: int = 0) -> bool:
    """Judge documents, none of which needs the others; mend and write them where that is asked.

    Args:
        task: what to do.
        sources: the documents.
        tally: takes what is found.
        enough: stop after so many characters; 0: never.

    Returns:
        Whether it stopped because of that.

    """
    from mdlint_doi.pipeline import Learned, facts_of
    from mdlint_doi.project.documents import read_markdown

    facts = facts_of(task.settings, Learned(), ())
    done = 0
    for source in sources:
        finish(task, read_markdown(source, task.settings), facts, tally)
        done += len(source.text)
        if 0 < enough <= done:
            return True
    return False


def finish(task: Task, document: Document, facts: Facts, tally: Tally) -> None:
    """Judge a document; mend it and write it where that is asked."""
    from mdlint_doi.project.documents import judged, mended

    if not task.fix:
        _keep(judged(document, facts).findings, tally)
        return
    result = mended(document, facts, unsafe=task.unsafe)
    if result.source.text != document.source.text:
        try:
            _write(task, document.source, result.source)
        except FileProblem as problem:
            tally.problem(problem)
            result = judged(document, facts)
        else:
            tally.files_fixed += 1
            if _is_wanted(task, document.source):
                tally.changes.append(Change(document.source, result.source))
    _keep(result.findings, tally)
    tally.fixed += result.fixed


def _keep(findings: Sequence[Finding], tally: Tally) -> None:
    """Keep findings, and of their document no more than they need."""
    tally.findings += [finding.detached() for finding in findings]


def _is_stdin(task: Task, source: Source) -> bool:
    return STDIN in task.paths and source.name == task.stdin_name


def _is_wanted(task: Task, source: Source) -> bool:
    """Return whether the new text goes somewhere else than into the file."""
    return task.dry or _is_stdin(task, source)


def _write(task: Task, before: Source, after: Source) -> None:
    if _is_wanted(task, before):
        return
    from mdlint_doi.files.writing import write

    folders = [path for path in task.paths if os.path.isdir(path)]  # noqa: PTH112
    write(before.name, encode(before), after, [*folders, str(task.root or os.getcwd())])  # noqa: PTH109
