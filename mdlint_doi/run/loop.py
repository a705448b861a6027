"""The main loop of a run: read, judge as if registered, look up, judge some again, finish.

If nothing is looked up and no rule compares documents, each document is finished as soon as it is
read. Otherwise, a draft of each document is kept. The first DOIs are looked up while other
documents are read, and several processes make the first judgements of a large tree.
"""

from __future__ import annotations

import os
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, nullcontext
from functools import partial
from itertools import accumulate, chain
from typing import TYPE_CHECKING, Final

from mdlint_doi.lint.document import Document
from mdlint_doi.lint.model import Mention
from mdlint_doi.lint.own_names import project_folder
from mdlint_doi.names.doi import Doi
from mdlint_doi.names.outcome import Cause, Missing, Unknown
from mdlint_doi.report.model import unread_notes
from mdlint_doi.run.compared import comparisons, judged_citations, unjudged_citations
from mdlint_doi.run.draft import (
    Draft,
    JudgedPart,
    draft_of,
    is_touched,
    names_excepted,
    own_by_folder,
    own_names_of,
    take_draft,
)
from mdlint_doi.run.files import (
    Files,
    Text,
    candidates,
    files_of,
    is_stdin,
    size_of,
    sources,
    texts,
)
from mdlint_doi.run.finish import finish, fixes_of
from mdlint_doi.run.judge import Judge, read_document
from mdlint_doi.run.learned import Learned
from mdlint_doi.run.request import Task, Wants
from mdlint_doi.run.result import Tally
from mdlint_doi.text.source import Source

if TYPE_CHECKING:
    from mdlint_doi.ask.resolve import Progress
    from mdlint_doi.ask.store import Answer
    from mdlint_doi.run.clean_files import CleanFiles
    from mdlint_doi.run.exceptions import ExceptionsInUse
    from mdlint_doi.run.fixes import Fixes
    from mdlint_doi.run.parallel import Item


ENOUGH: Final = 1_000_000
"""Bytes that one process judges before others are started, which takes as long."""
ENOUGH_FIXED: Final = ENOUGH // 5
"""The same if documents are also fixed."""
TOGETHER: Final = 50
"""DOIs that are looked up in the cache together: as many as in one request."""
NOTHING_YET: Final[Sequence[Doi]] = ()
"""An empty part of the DOIs, during which requests under way continue."""


def _first_judgements(
    task: Task, wants: Wants, files: Files, into: JudgedPart
) -> Generator[Sequence[Doi]]:
    """Read and judge documents, a large tree in several processes; yield the DOIs of each.

    A document from which the run needs nothing is finished at once, and no DOIs are yielded for it.
    The others become drafts. Other processes are started before anything is yielded: look-ups may
    start threads, and a process with threads must not be forked.
    """
    enough = _enough(task, wants, files)
    if enough is not None:
        waiting = [*_judged_here(task, wants, _first(files.texts, enough), into)]
        items: Iterator[Item] = files.texts if wants else files.paths
        first = next(items, None)
        if first is not None:
            from mdlint_doi.run.parallel import in_processes

            do = partial(_part, wants=wants)
            for part in in_processes(task, chain([first], items), do, into, jobs(task)):
                yield from waiting
                waiting = []
                yield _names_in(part.drafts)
        yield from waiting
    yield from _judged_here(task, wants, files.texts, into)


def _names_in(drafts: Iterable[Draft]) -> list[Doi]:
    """Return the DOIs of documents, in order."""
    return [doi for draft in drafts for doi in draft.names]


def jobs(task: Task) -> int:
    """Return the number of processes that judge at the same time; by default, one for each core."""
    if task.jobs:
        return task.jobs
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _enough(task: Task, wants: Wants, files: Files) -> int | None:
    """Return the number of bytes after which other processes are started; None: never."""
    if jobs(task) == 1:
        return None
    if wants:  # this must be known before the first look-up
        is_large = any(size > 2 * ENOUGH for size in accumulate(map(size_of, files.names)))
        return ENOUGH if is_large else None
    if files.are_many:  # the first file with a DOI may come late
        return 0
    return ENOUGH_FIXED if task.fix else ENOUGH


def _first(found: Iterator[Text], enough: int) -> Iterator[Text]:
    """Yield files until they have `enough` bytes."""
    size = 0
    while size < enough and (text := next(found, None)) is not None:
        yield text
        size += len(text[1])


def _part(task: Task, part: Sequence[Item], *, wants: Wants) -> JudgedPart:
    """Judge some files, in a separate process."""
    into = JudgedPart(Tally(), [])
    for _ in _judged_here(task, wants, _read(task, part, into.tally), into):
        pass  # the DOIs are in the drafts
    return into


def _read(task: Task, part: Iterable[Item], tally: Tally) -> Iterator[Text]:
    """Yield the files that may contain a DOI, until the parent process stops."""
    from mdlint_doi.run.parallel import goes_on

    for item in part:
        if not goes_on():
            return
        if isinstance(item, str):
            yield from candidates([item], task, tally)
        else:
            yield item


def _judged_here(
    task: Task, wants: Wants, found: Iterable[Text], into: JudgedPart
) -> Iterator[Sequence[Doi]]:
    """Judge documents one after the other: keep a draft and yield its DOIs, or finish them."""
    # As if all DOIs were looked up and registered.
    learned = Learned(online=task.settings.looks_up)
    judge = Judge(task.settings, learned, settings_of=task.settings_of, today=task.today)
    tally = into.tally
    with nullcontext() if wants else fixes_of(task, tally) as fixes:
        read = sources(found, tally)
        for source in read if fixes is None else fixes.current(read):
            document = read_document(source, task.settings_of(source.name))
            facts = judge.facts_for(document.name)
            names: Sequence[Doi] = ()
            if wants or own_names_of(document):
                draft = draft_of(document, task, wants, facts)
                into.drafts.append(draft)
                names = draft.names
            else:
                finish(task, document, facts, tally, fixes)
            yield names


def documents_of(task: Task, tally: Tally) -> list[Document]:
    """Return all documents of a task that may contain a DOI; note the files and unread parts."""
    read = sources(files_of(task, tally).texts, tally)
    documents = [read_document(source, task.settings_of(source.name)) for source in read]
    for document in documents:
        tally.problems += unread_notes(document)
    return documents


class Loop:
    """A run that keeps a draft of each document."""

    def __init__(
        self, task: Task, tally: Tally, files: Files, memory: CleanFiles | None = None
    ) -> None:
        """Start without documents; `memory` stores clean files (None: none are stored)."""
        self.drafts: list[Draft] = []
        """The drafts of the documents that were read."""
        self._task = task
        self._wants = Wants.of(task)
        self._tally = tally
        self._files = files
        self._memory = memory
        self._held: dict[str, Document] = {}

    def check(self, progress: Progress | None) -> None:
        """Read documents, look up their DOIs, and finish them."""
        with closing(self.reading()) as reading:
            try:
                learned = self._waited_for(reading, progress)
            except KeyboardInterrupt:
                learned = Learned(online=self._wants.names, interrupted=True)
        self.finish(learned)

    def _waited_for(self, reading: Iterable[Sequence[Doi]], progress: Progress | None) -> Learned:
        if not self._wants.names:
            for _ in reading:
                pass  # the documents are read without look-ups
            return Learned()
        from mdlint_doi.ask.event_loop import wait_for

        return wait_for(self.learned(_together(reading), progress))

    def reading(self) -> Generator[Sequence[Doi]]:
        """Read documents, and judge them for the first time; yield the DOIs of each."""
        into = JudgedPart(self._tally, self.drafts)
        return _first_judgements(self._task, self._wants, self._files, into)

    async def learned(self, names: Iterator[Sequence[Doi]], progress: Progress | None) -> Learned:
        """Return the answers about DOIs, which may be read while others are looked up."""
        if not self._wants.names:
            return Learned()
        from mdlint_doi.run.asking import look_up_dois

        task, files = self._task, len(self._files.names)

        def estimated(done: int, known: int) -> None:
            """Report the number of answers, and an estimate of the DOIs in all files."""
            read = len(self._tally.files)
            if progress is not None:
                progress(done, known * files // read if 0 < read < files else known)

        if not self._wants.claims:
            return await look_up_dois(
                names,
                self.mentions_of,
                task.settings,
                settings_of=task.settings_of,
                progress=progress and estimated,
            )
        from mdlint_doi.run.works import look_up_all

        every = tuple(chain.from_iterable(names))  # the choice of works depends on all of them
        learned = await look_up_all(
            self.drafts,
            [every],
            self.mentions_of,
            task.settings,
            settings_of=task.settings_of,
            progress=progress,
            tell=task.tell,
        )
        if task.max_searches:
            from mdlint_doi.run.search import look_up_meant_works

            learned = await look_up_meant_works(
                self.drafts, learned, task.settings, task.max_searches
            )
        return learned

    def mentions_of(self, answers: Mapping[Doi, Answer]) -> Iterator[Mention]:
        """Yield the mentions in documents with an unregistered DOI."""
        missing = {doi for doi, answer in answers.items() if isinstance(answer.outcome, Missing)}
        for draft in self.drafts if missing else ():
            if not missing.isdisjoint(draft.names):
                document = self._read_again(draft)
                if not self._task.fix:  # a fix under a different name may change the text
                    self._held[draft.name] = document
                yield from document.mentions

    def _read_again(self, draft: Draft, fixes: Fixes | None = None) -> Document:
        """Return a document, read again; empty if it cannot be read."""
        task = self._task
        tally = Tally()
        name = draft.name
        found = [(name, task.stdin)] if is_stdin(task, name) else texts([name], tally)
        read = sources(found, tally)
        for source in read if fixes is None else fixes.current(read):
            return read_document(source, task.settings_of(name))
        if fixes is not None or not task.fix:
            self._tally.problems += tally.problems
        return Document(Source(name, ""))

    def finish(self, learned: Learned) -> None:
        """Finish the documents; judge those again for which an answer matters."""
        task, tally = self._task, self._tally
        if learned.interrupted and learned.online:
            learned = _with_names_left(learned, self.drafts)
        tally.learned = learned
        judge = Judge(
            task.settings,
            learned,
            settings_of=task.settings_of,
            written=chain.from_iterable(draft.written for draft in self.drafts),
            today=task.today,
        )
        folders = own_by_folder(self.drafts)
        noted = {note.path for note in tally.problems}  # each run must report these
        exceptions = _exceptions_of(task, learned, tally, judge)
        with fixes_of(task, tally) as fixes:
            for draft in self.drafts:
                compared = [*comparisons(draft, judge.facts)]
                judgements = [*judged_citations(compared)]
                tally.citations += judgements
                tally.unjudged += unjudged_citations(draft.name, compared)
                facts = judge.facts_for(draft.name)
                has_exceptions = names_excepted(draft, facts)
                is_asked = has_exceptions and exceptions is not None
                if is_asked or is_touched(draft, compared, facts):
                    document = self._held.pop(draft.name, None) or self._read_again(draft, fixes)
                    given = folders.get(project_folder(draft.name), ()) if draft.own else ()
                    facts = facts.replace(own=given)
                    is_clean = finish(task, document, facts, tally, fixes)
                    if has_exceptions and exceptions is not None:
                        exceptions.take(document, facts)
                else:
                    is_clean = take_draft(draft, tally)
                if self._memory is not None:
                    is_open = draft.own or has_exceptions or draft.name in noted
                    is_clean = is_clean and not is_open
                    self._memory.take(draft, learned, judgements, is_clean=is_clean)
        if exceptions is not None:
            tally.findings += exceptions.findings()
        if self._memory is not None:
            tally.clean = self._memory.answers


def _exceptions_of(
    task: Task, learned: Learned, tally: Tally, judge: Judge
) -> ExceptionsInUse | None:
    """Return the object that collects the exceptions of a run; None if there are none."""
    if not any(settings.exceptions for settings in task.every_settings()):
        return None
    from mdlint_doi.run.exceptions import exceptions_in_use

    return exceptions_in_use(task, learned, tally, judge.facts)


def _together(reading: Iterable[Sequence[Doi]]) -> Iterator[Sequence[Doi]]:
    """Yield the DOIs of several documents together, while documents are read.

    A part is yielded after each document, `NOTHING_YET` if its DOIs wait for more. So requests
    under way continue between two documents.
    """
    waiting = list[Doi]()
    for names in reading:
        waiting += names
        if len(waiting) >= TOGETHER:
            yield waiting
            waiting = []
        else:
            yield NOTHING_YET
    if waiting:
        yield waiting


def _with_names_left(learned: Learned, drafts: Iterable[Draft]) -> Learned:
    """Return the answers with one for each DOI; DOIs that were not looked up are `Unknown`."""
    from mdlint_doi.ask.store import Answer, AnsweredBy

    nothing = Answer(Unknown(Cause.INTERRUPTED), AnsweredBy.NETWORK)
    names = chain.from_iterable(draft.names for draft in drafts)
    return learned.replace(answers={**dict.fromkeys(names, nothing), **learned.answers})
