"""Documents that are judged as they are read, as if every name in them were registered.

Most names are. A document of which that is learned is done: nothing of it was held but its
findings and its names, so that a large tree needs little memory. Any other document is read and
judged once more with what was learned, and so is one that is to be fixed, or whose comments may
turn out to do nothing. Where a rule looks at the names of all documents, they are first judged as
if each name were written in one letter case; those in which it is not are judged once more.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain

from mdlint_doi.lint.baseline import Baseline, Known
from mdlint_doi.lint.document import Document
from mdlint_doi.lint.engine import casings, names_as_written, names_to_ask
from mdlint_doi.lint.model import detached
from mdlint_doi.names.outcome import Found, Missing
from mdlint_doi.pipeline import Learned, Progress, facts_of, learn_names
from mdlint_doi.project.counts import lookup_counts
from mdlint_doi.project.documents import judged, read_document
from mdlint_doi.project.offline import (
    Text,
    facts_for,
    finish,
    lines_to_tell,
    sources,
    texts,
)
from mdlint_doi.project.online import mentions_to_ask, remember
from mdlint_doi.project.request import STDIN, Task
from mdlint_doi.project.result import Tally
from mdlint_doi.text.source import Source
from mdlint_doi.text.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from mdlint_doi.lint.model import Finding, Mention
    from mdlint_doi.lint.rule import Facts
    from mdlint_doi.lookup.answer import Answer
    from mdlint_doi.names.doi import Doi
    from mdlint_doi.names.outcome import Outcome
    from mdlint_doi.project.clean_files import Memory

_REGISTERED: Final = Found()
FILES: Final = 32
"""Files of one part at most."""
BYTES: Final = 500_000
"""Bytes after which a part is full."""
ENOUGH: Final = 1_000_000
"""Bytes that one process judges before others are started; that takes as long."""


class _Draft(Value):
    """What is kept of a document.

    Attributes:
        name: the document's.
        names: those in it that are asked.
        written: its names in each letter case, where a rule compares those of all documents.
        findings: what is wrong with it if all of them are registered; None: it must be read again.
        hidden: how many findings are known from a baseline.
        is_known: whether a baseline knows anything of it.
        outside: how many findings lie on lines that are not to be told.

    """

    name: str
    names: tuple[Doi, ...] = ()
    written: tuple[Doi, ...] = ()
    findings: Sequence[Finding] | None = None
    hidden: Baseline | None = None
    is_known: bool = False
    outside: int = 0


class _Part(Value):
    """What a process made of some files."""

    tally: Tally
    drafts: list[_Draft]


def check_ahead(  # noqa: PLR0913 - what a run is about
    task: Task,
    found: Iterator[Text],
    tally: Tally,
    progress: Progress | None,
    *,
    jobs: int,
    compares: bool = False,
    memory: Memory | None = None,
) -> None:
    """Judge documents; fix and write them where that is asked; remember which were clean.

    Args:
        task: what to do.
        found: the files.
        tally: takes what is found.
        progress: called with how many names were answered, and how many there are.
        jobs: how many processes may read at the same time.
        compares: whether a rule compares the names of all documents.
        memory: of clean documents.

    """
    run = _Run(task, tally, compares=compares)
    run.draft(found, jobs)
    learned = run.learn(progress)
    tally.lookups = lookup_counts(learned, task.settings)
    tally.interrupted = learned.interrupted
    clean = list(run.finish(learned))
    if memory is not None and tally.lookups is not None:
        remember(clean, learned, task.settings, memory)
        tally.lookups = memory.counted(tally.lookups, [doi.key for doi in learned.answers])


def _drafts(task: Task, found: Iterable[Text], tally: Tally, *, compares: bool) -> Iterator[_Draft]:
    """Judge documents as if their names were registered, if they are asked at all."""
    facts = facts_of(task.settings, Learned(online=task.settings.looks_up), (), task.today)
    for source in sources(found, tally):
        document = read_document(source, task.settings_of(source.name))
        written = names_as_written(document.mentions) if compares else ()
        draft = _Draft(source.name, _names_to_ask(task, document), written)
        yield _judged(draft, task, document, facts_for(document, facts, task))


def _names_to_ask(task: Task, document: Document) -> tuple[Doi, ...]:
    if not task.settings.looks_up:
        return ()
    return names_to_ask(mentions_to_ask(task, (document,)), task.settings_of)


def _judged(draft: _Draft, task: Task, document: Document, facts: Facts) -> _Draft:
    """Return the draft with what is wrong with its document, if it need not be read again."""
    if document.problem or document.note or document.suppressions:
        return draft
    known = task.baseline.known(draft.name) if task.baseline else Known()
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
    from mdlint_doi.lint.fixing import is_fixable

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


class _Run:
    """The documents of a run, and their names."""

    def __init__(self, task: Task, tally: Tally, *, compares: bool) -> None:
        self._task = task
        self._tally = tally
        self._draft_part = partial(_drafted, compares=compares)
        self._names: dict[Doi, Doi] = {}
        self._written: dict[str, Doi] = {}
        self._drafts: list[_Draft] = []
        self._held: dict[int, Document] = {}

    def draft(self, found: Iterator[Text], jobs: int) -> None:
        """Read and judge documents: the first ones here, many in several processes."""
        parts = _parts(found)
        size = 0
        for part in parts:
            self._take_part(self._draft_part(self._task, part))
            size += sum(len(data) for _, data in part)
            if jobs > 1 and size > ENOUGH:
                break
        if following := next(parts, None):
            from mdlint_doi.project.processes import Work, in_processes

            work = Work(self._draft_part, self._take_part, _name)
            in_processes(self._task, chain([following], parts), work, self._tally, jobs)

    def _take_part(self, part: _Part) -> None:
        self._tally.add(part.tally)
        for draft in part.drafts:
            names = tuple([self._names.setdefault(doi, doi) for doi in draft.names])
            written = tuple([self._written.setdefault(str(doi), doi) for doi in draft.written])
            self._drafts.append(draft.replace(names=names, written=written))

    def learn(self, progress: Progress | None) -> Learned:
        """Ask for the names, and for the candidates of those that are missing."""
        names, settings = tuple(self._names), self._task.settings
        if not settings.looks_up:
            return Learned()
        self._names.clear()  # the answers hold them from now on
        return learn_names(names, self._mentions, settings, progress, self._task.settings_of)

    def _mentions(self, answers: Mapping[Doi, Answer]) -> Iterator[Mention]:
        """Yield the mentions of documents with a name that is missing."""
        missing = {doi for doi, one in answers.items() if isinstance(one.outcome, Missing)}
        for which, draft in enumerate(self._drafts) if missing else ():
            if not missing.isdisjoint(draft.names):
                self._held[which] = self._read(draft.name)
                yield from self._held[which].mentions

    def _not_done(self, facts: Facts) -> Iterator[int]:
        for which, draft in enumerate(self._drafts):
            is_mixed = not facts.casings.keys().isdisjoint(draft.written)
            as_thought = all(_is_plain(facts.outcomes.get(doi)) for doi in draft.names)
            if draft.findings is None or is_mixed or not as_thought:
                yield which

    def _read(self, name: str) -> Document:
        """Return a document, read again; one without anything where that cannot be."""
        task, tally = self._task, Tally()
        is_stdin = STDIN in task.paths and name == task.stdin_name
        read = [(name, task.stdin)] if is_stdin else texts([name], tally)
        for source in sources(read, tally):
            return read_document(source, task.settings_of(name))
        self._tally.errors += tally.errors
        return Document(Source(name, ""))

    def finish(self, learned: Learned) -> Iterator[tuple[str, tuple[Doi, ...]]]:
        """Take the findings of all documents; yield the clean ones, with their names."""
        facts = facts_of(self._task.settings, learned, (), self._task.today)
        facts = facts.replace(casings=casings(self._written.values()))
        again = {*self._not_done(facts)}
        for which, draft in enumerate(self._drafts):
            if which in again:
                document = self._held.pop(which, None) or self._read(draft.name)
                is_clean = finish(self._task, document, facts, self._tally)
            else:
                is_clean = self._take(draft)
            if is_clean:
                yield draft.name, draft.names

    def _take(self, draft: _Draft) -> bool:
        findings = draft.findings or ()
        self._tally.findings += findings
        self._tally.hidden.update(draft.hidden or {})
        self._tally.outside += draft.outside
        return not (findings or draft.is_known or draft.outside)


def _name(text: Text) -> str:
    return text[0]


def _is_plain(outcome: Outcome | None) -> bool:
    """Return whether a name is registered, and no rule has anything to say of its record."""
    if not isinstance(outcome, Found):
        return False
    record = outcome.record
    return record is None or bool(record.target and not record.alias and not record.deleted)
