"""One file after the other: read, judged, fixed, forgotten.

This is all of an offline run, in one process or in each of several. Neither rules nor extractor
are imported before a file may hold a DOI.
"""

from __future__ import annotations

import os
from contextlib import nullcontext
from typing import TYPE_CHECKING, Final

from mdlint_doi.config.today import today_for
from mdlint_doi.files.reading import FileProblem, decode, read_bytes, refuse_wide
from mdlint_doi.formats.table import format_of
from mdlint_doi.names.notations import STANDARD, Notations
from mdlint_doi.project.request import STDIN, Task
from mdlint_doi.report.model import PathNote
from mdlint_doi.text.value import Value

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from contextlib import AbstractContextManager

    from mdlint_doi.lint.document import Document
    from mdlint_doi.lint.facts import RunFacts
    from mdlint_doi.lint.settings import Settings
    from mdlint_doi.project.documents import Judged
    from mdlint_doi.project.fixes import Fixes
    from mdlint_doi.project.result import Tally
    from mdlint_doi.text.changed_lines import ChangedLines
    from mdlint_doi.text.source import Source


_FRONT_MATTER: Final = (b"---", b"\xef\xbb\xbf---")
Text = tuple[str, bytes]
"""A file's name, and what is in it."""


class Files(Value):
    """The files of a run.

    Attributes:
        names: of all of them.
        texts: those that are to be checked, read as they are wanted.

    """

    names: Sequence[str]
    texts: Iterator[Text]


def size_of(path: str) -> int:
    """Return the bytes of a file; 0 of one that cannot be had."""
    try:
        return os.stat(path).st_size  # noqa: PTH116 - many paths
    except OSError:
        return 0


def texts(paths: Iterable[str], tally: Tally) -> Iterator[Text]:
    """Yield the files that can be read."""
    for path in paths:
        try:
            data = read_bytes(path)
        except FileProblem as problem:
            tally.problem(problem)
        else:
            yield path, data


def _notations(settings: Settings) -> Notations:
    """Return what counts as a DOI: no rule that is on by default looks at publishers' addresses."""
    if settings.selects_default:
        return settings.notations.without_publishers
    from mdlint_doi.lint.facts import notations_of

    return notations_of(settings)


def wanted(read: Iterable[Text], task: Task, tally: Tally) -> Iterator[Text]:
    """Yield the files in which something may be a DOI; the others are done, and noted."""
    settings: Settings | None = None
    notations = STANDARD
    for path, data in read:
        of_file = task.settings_of(path)
        if of_file is not settings:
            settings = of_file
            notations = _notations(settings)
        if is_refused(path, data, tally):
            continue
        if data.startswith(_FRONT_MATTER) and b"bibliography" in data:
            _note_bibliographies(path, data, task, tally)
        may_hold_doi = format_of(path).may_hold_doi
        if may_hold_doi(data, notations):
            yield path, data
        else:
            tally.files.append(path)


def _note_bibliographies(path: str, data: bytes, task: Task, tally: Tally) -> None:
    from mdlint_doi.project.bibliographies import named_in

    tally.bibliographies += named_in(task, path, data)


def is_refused(path: str, data: bytes, tally: Tally) -> bool:
    """Note a file whose bytes would hide every DOI."""
    try:
        refuse_wide(path, data)
    except FileProblem as problem:
        tally.problem(problem)
        return True
    return False


def sources(read: Iterable[Text], tally: Tally) -> Iterator[Source]:
    """Yield the documents that files hold, and note the files."""
    for path, data in read:
        try:
            source = decode(path, data)
        except FileProblem as problem:
            tally.problem(problem)
        else:
            tally.files.append(path)
            yield source


def candidates(paths: Iterable[str], task: Task, tally: Tally) -> Iterator[Source]:
    """Yield the documents in which something may be a DOI."""
    return sources(wanted(texts(paths, tally), task, tally), tally)


def check_each(task: Task, sources: Iterable[Source], tally: Tally, enough: int = 0) -> bool:
    """Judge documents, none of which needs the others; fix and write them where that is asked.

    Args:
        task: what to do.
        sources: the documents.
        tally: takes what is found.
        enough: stop after so many characters; 0: never.

    Returns:
        Whether it stopped because of that.

    """
    from mdlint_doi.pipeline import Learned, facts_of
    from mdlint_doi.project.documents import read_document

    facts = facts_of(task.settings, Learned(), (), task.today)
    done = 0
    with fixes_of(task, tally) as fixes:
        for source in sources if fixes is None else fixes.current(sources):
            document = read_document(source, task.settings_of(source.name))
            finish(task, document, facts, tally, fixes)
            done += len(source.text)
            if 0 < enough <= done:
                return True
    return False


def fixes_of(task: Task, tally: Tally) -> AbstractContextManager[Fixes | None]:
    """Return the context in which documents are fixed; None is in it where none is."""
    if task.fix:
        from mdlint_doi.project.fixes import Fixes

        return Fixes(task, tally)
    return nullcontext()


def facts_for(document: Document, facts: RunFacts, task: Task) -> RunFacts:
    """Return the facts with the settings of one document."""
    settings = task.settings_of(document.source.name)
    if settings is facts.settings:
        return facts
    return facts.replace(settings=settings, today=facts.today or today_for(settings))


def finish(
    task: Task, document: Document, facts: RunFacts, tally: Tally, fixes: Fixes | None
) -> bool:
    """Judge a document; fix it and write it where that is asked.

    Args:
        task: what to do.
        document: as it was read.
        facts: what is known of its names.
        tally: takes what is found.
        fixes: take the document, where it is to be fixed.

    Returns:
        Whether it was clean as it was, and no baseline knows of it.

    """
    from mdlint_doi.lint.baseline import KnownFindings
    from mdlint_doi.project.documents import judged

    if document.problem:
        if fixes is not None:
            fixes.settle()
        tally.unparsed(FileProblem(document.source.name, document.problem))
        return False
    if document.note:
        tally.skipped.append(PathNote(document.source.name, document.note))
    facts = facts_for(document, facts, task)
    known = task.baseline.known(document.source.name) if task.baseline else KnownFindings()
    if fixes is not None:
        return fixes.take(document, facts, known)
    result = judged(document, facts, known, lines_to_tell(task, document.source))
    keep(task, document, facts, result, tally)
    return not (result.findings or result.outside or known.counts)


def keep(task: Task, document: Document, facts: RunFacts, result: Judged, tally: Tally) -> None:
    """Keep findings, and of their document no more than they need."""
    from mdlint_doi.lint.model import detached

    tally.findings += detached(result.findings)
    tally.hidden.update(result.hidden)
    tally.outside += result.outside
    if task.keeps_mentions:
        _keep_mentions(task, document, result, facts, tally)


def lines_to_tell(task: Task, source: Source) -> ChangedLines | None:
    """Return the lines of a document whose findings are told; None: all of them."""
    if task.since is None:
        return None
    from mdlint_doi.project.since import lines_of

    return lines_of(task.since, source)


def _keep_mentions(
    task: Task, document: Document, result: Judged, facts: RunFacts, tally: Tally
) -> None:
    """Keep the mentions of a document as it is now."""
    from mdlint_doi.project.documents import mentioned, read_document

    if result.source.text != document.source.text and not task.dry:
        document = read_document(result.source, task.settings_of(document.source.name))
    tally.mentions += mentioned(document, facts)


def is_stdin(task: Task, source: Source) -> bool:
    """Return whether a document came from standard input."""
    return STDIN in task.paths and source.name == task.stdin_name


def roots_of(task: Task) -> list[str]:
    """Return the folders that fixes stay in: the project's, and those named that lie elsewhere.

    A named folder in the project could be a stranger's link. The file system's root is no project.
    """
    project = os.path.abspath(task.root or os.getcwd())  # noqa: PTH100, PTH109
    named = [os.path.abspath(path) for path in task.paths if os.path.isdir(path)]  # noqa: PTH100, PTH112
    if project == os.path.dirname(project):  # noqa: PTH120
        return named
    return [project, *(path for path in named if not path.startswith(os.path.join(project, "")))]  # noqa: PTH118
