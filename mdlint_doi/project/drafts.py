"""Documents that are judged as if every name in them were registered: here or elsewhere."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from functools import partial
from itertools import accumulate, chain, islice
from typing import Final

from mdlint_doi.lint.baseline import Baseline, KnownFindings
from mdlint_doi.lint.document import Document
from mdlint_doi.lint.engine import names_as_written, names_to_ask
from mdlint_doi.lint.facts import RunFacts
from mdlint_doi.lint.fixing import is_fixable
from mdlint_doi.lint.model import Finding, detached
from mdlint_doi.names.doi import Doi
from mdlint_doi.names.outcome import Found
from mdlint_doi.pipeline import Learned, facts_of
from mdlint_doi.project.documents import judged, read_document
from mdlint_doi.project.offline import (
    Files,
    Text,
    facts_for,
    lines_to_tell,
    size_of,
    sources,
)
from mdlint_doi.project.online import mentions_to_ask
from mdlint_doi.project.request import Task
from mdlint_doi.project.result import Tally
from mdlint_doi.text.value import Value

_REGISTERED: Final = Found()
FILES: Final = 32
"""Files of one part at most."""
BYTES: Final = 500_000
"""Bytes after which a part is full."""
ENOUGH: Final = 1_000_000
"""Bytes that one process judges before others are started; that takes as long."""


class Draft(Value):
    """What is kept of a document.

    Attributes:
        name: the document's.
        names: those in it that are asked.
        written: its names in each letter case, where a rule compares those of all documents.
        findings: what is wrong with it if all of them are registered; None: it must be read again.
        hidden: how many findings are known from a baseline.
        is_known: whether a baseline knows anything of it.
        outside: how many findings lie on lines that are not to be told.
        has_comments: what is said of its comments hangs on all names of the run.

    """

    name: str
    names: tuple[Doi, ...] = ()
    written: tuple[Doi, ...] = ()
    findings: Sequence[Finding] | None = None
    hidden: Baseline | None = None
    is_known: bool = False
    outside: int = 0
    has_comments: bool = False


class _Part(Value):
    """What a process made of some files."""

    tally: Tally
    drafts: list[Draft]


def drafts_of(
    task: Task, found: Files, tally: Tally, *, jobs: int, compares: bool
) -> Generator[Draft, None, None]:
    """Read and judge documents, a large tree in several processes; yield them in order.

    The processes are started before the first document is yielded: its names will be asked, for
    which the network may start threads, and a process with threads must not be copied.

    Args:
        task: what to do.
        found: the files.
        tally: takes what is noted of files.
        jobs: how many processes may read at the same time.
        compares: whether a rule compares the names of all documents.

    """
    texts = found.texts
    if jobs == 1 or not _is_large(found.names):
        yield from _drafts(task, texts, tally, compares=compares)
        return
    first = [*_drafts(task, _first(texts), tally, compares=compares)]
    work = partial(_drafted, compares=compares)
    following = _by_processes(task, texts, tally, jobs, work)
    yield from chain(first, [*islice(following, 1)], following)


def _by_processes(
    task: Task,
    found: Iterator[Text],
    tally: Tally,
    jobs: int,
    do: Callable[[Task, list[Text]], _Part],
) -> Iterator[Draft]:
    parts = _parts(found)
    first = next(parts, None)
    if first is None:
        return
    from mdlint_doi.project.processes import PartWork, in_processes

    done: deque[_Part] = deque()
    work = PartWork(do, done.append, _name)
    for _ in in_processes(task, chain([first], parts), work, tally, jobs):
        while done:
            part = done.popleft()
            tally.add(part.tally)
            yield from part.drafts


def _is_large(names: Sequence[str]) -> bool:
    """Return whether as much is left to read when processes would be started."""
    return any(size > 2 * ENOUGH for size in accumulate(map(size_of, names)))


def _drafts(task: Task, found: Iterable[Text], tally: Tally, *, compares: bool) -> Iterator[Draft]:
    """Judge documents as if their names were registered, if they are asked at all."""
    facts = facts_of(task.settings, Learned(online=task.settings.looks_up), (), task.today)
    for source in sources(found, tally):
        document = read_document(source, task.settings_of(source.name))
        written = names_as_written(document.mentions) if compares else ()
        draft = Draft(source.name, _names_to_ask(task, document), written)
        yield _judged(draft, task, document, facts_for(document, facts, task))


def _names_to_ask(task: Task, document: Document) -> tuple[Doi, ...]:
    if not task.settings.looks_up:
        return ()
    return names_to_ask(mentions_to_ask(task, (document,)), task.settings_of)


def _judged(draft: Draft, task: Task, document: Document, facts: RunFacts) -> Draft:
    """Return the draft with what is wrong with its document, if it need not be read again."""
    if document.problem or document.note or document.suppressions:
        return draft.replace(has_comments=bool(document.suppressions))
    known = task.baseline.known(draft.name) if task.baseline else KnownFindings()
    facts = facts.replace(outcomes=dict.fromkeys(draft.names, _REGISTERED))
    result = judged(document, facts, known, lines_to_tell(task, document.source))
    if task.fix and _has_fixes(result.findings, task):
        return draft
    return draft.replace(
        findings=tuple(detached(result.findings)),
        hidden=dict(result.hidden) if result.hidden else None,
        is_known=bool(known.counts),
        outside=result.outside,
    )


def _has_fixes(findings: Iterable[Finding], task: Task) -> bool:
    return any(is_fixable(one, unsafe=task.unsafe) for one in findings)


def _drafted(task: Task, part: list[Text], *, compares: bool) -> _Part:
    """Do a part of it, in a process."""
    tally = Tally()
    return _Part(tally, list(_drafts(task, part, tally, compares=compares)))


def _parts(found: Iterator[Text]) -> Iterator[list[Text]]:
    part: list[Text] = []
    size = 0
    for text in found:
        part.append(text)
        size += len(text[1])
        if len(part) >= FILES or size >= BYTES:
            yield part
            part, size = [], 0
    if part:
        yield part


def _first(found: Iterator[Text]) -> Iterator[Text]:
    """Yield the files that are judged before other processes are started."""
    size = 0
    for text in found:
        yield text
        size += len(text[1])
        if size > ENOUGH:
            return


def _name(text: Text) -> str:
    return text[0]
