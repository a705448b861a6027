"""Documents that are judged as they are read, as if every name in them were registered.

Most names are. A document of which that is learned is done: nothing of it was held but its
findings and its names, and these only until the names of some thousands of documents are answered,
so that a tree of any size needs little memory. The first names are asked while other documents are
read. Any other document is read and judged once more with what was learned, and so is one that is
to be fixed, or whose comments may turn out to do nothing: what is told of these hangs on all names
of the run, so they are the last. Where a rule compares the names of all documents, these are judged
as if each name were written in one letter case, and all drafts are held; those in which it is not
are judged once more.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing
from itertools import chain
from typing import TYPE_CHECKING, Final

from mdlint_doi.ask.resolve import NameResolver
from mdlint_doi.learn import Progress, learn_names, lookup_settings
from mdlint_doi.lint.document import Document
from mdlint_doi.lint.engine import casings
from mdlint_doi.lint.facts import RunFacts
from mdlint_doi.lint.model import Mention
from mdlint_doi.names.doi import Doi
from mdlint_doi.names.outcome import Found, Missing, Outcome
from mdlint_doi.pipeline import Learned, facts_of
from mdlint_doi.project.distinct import Count
from mdlint_doi.project.documents import read_document
from mdlint_doi.project.drafts import Draft, drafts_of
from mdlint_doi.project.earlier import Earlier
from mdlint_doi.project.offline import Files, finish, fixes_of, sources, texts
from mdlint_doi.project.online import remember
from mdlint_doi.project.request import STDIN, Task
from mdlint_doi.project.result import Tally
from mdlint_doi.text.source import Source

if TYPE_CHECKING:
    from mdlint_doi.ask.store import Answer
    from mdlint_doi.project.clean_files import CleanFiles
    from mdlint_doi.project.fixes import Fixes


NAMES: Final = 10_000
"""Names after which documents are judged and forgotten: so many are held at a time."""
TOGETHER: Final = 50
"""Names that are looked for in the cache together: as many as one request asks."""


def check_ahead(  # noqa: PLR0913 - what a run is about
    task: Task,
    found: Files,
    tally: Tally,
    progress: Progress | None,
    *,
    jobs: int,
    compares: bool = False,
    memory: CleanFiles | None = None,
) -> None:
    """Judge documents; fix and write them where that is asked; remember which were clean.

    Args:
        task: what to do.
        found: the files.
        tally: takes what is found.
        progress: called with how many names were answered, and about how many there are.
        jobs: how many processes may read at the same time.
        compares: whether a rule compares the names of all documents.
        memory: of clean documents.

    """
    run = _Run(task, tally, memory, compares=compares)
    try:
        run.check(found, jobs, progress)
    finally:
        if task.settings.looks_up:
            tally.lookups = run.count.counts(task.settings.lock_file)


class _Run:
    """The documents of a run, of which those are held whose names are asked.

    Attributes:
        count: of all names that were answered.

    """

    def __init__(
        self, task: Task, tally: Tally, memory: CleanFiles | None, *, compares: bool
    ) -> None:
        self.count = memory.count if memory is not None else Count()
        self._task = task
        self._tally = tally
        self._memory = memory
        self._compares = compares
        self._written: dict[str, Doi] = {}
        self._drafts: list[Draft] = []
        self._last: list[Draft] = []
        self._held: dict[int, Document] = {}
        self._earlier = Earlier(task.settings)
        self._is_read = False

    def check(self, found: Files, jobs: int, progress: Progress | None) -> None:
        """Read documents, ask for their names, and judge them, some thousands at a time."""
        told = self._told(progress, len(found.names)) if progress is not None else None
        with ExitStack() as stack:
            resolver: NameResolver | None = None
            drafts = drafts_of(self._task, found, self._tally, jobs=jobs, compares=self._compares)
            stack.enter_context(closing(drafts))
            names = self._names(drafts)
            while not self._is_read:
                some = self._some(names)
                learned = Learned(online=self._task.settings.looks_up)
                if first := next(filter(None, some), ()):
                    resolver = resolver or stack.enter_context(self._resolver())
                    learned = self.learn(resolver, chain([first], some), told)
                if learned.interrupted:
                    self._is_read = self._tally.interrupted = True
                self._finish(learned)

    def _resolver(self) -> NameResolver:
        return NameResolver(lookup_settings(self._task.settings))

    def learn(
        self, resolver: NameResolver, names: Iterable[Sequence[Doi]], progress: Progress | None
    ) -> Learned:
        """Ask for names, and for the candidates of those that are missing."""
        settings_of = self._task.settings_of
        return learn_names(resolver, names, self._mentions, settings_of, progress=progress)

    def _told(self, progress: Progress, files: int) -> Progress:
        """Return what tells how many names were answered, and there are if all files are alike."""

        def told(done: int, known: int) -> None:
            before, read = len(self.count), len(self._tally.files)
            total = (before + known) * files // read if 0 < read < files else before + known
            progress(before + done, total)

        return told

    def _some(self, names: Iterator[Sequence[Doi]]) -> Iterator[Sequence[Doi]]:
        """Yield the names that were not asked before, some together, until there are many.

        Nothing is yielded for a document whose names wait for others, so that what is asked goes
        on while documents are read.
        """
        count = 0
        fresh: list[Doi] = []
        for some in names:
            fresh += self._earlier.fresh(some)
            if len(fresh) >= TOGETHER:
                yield fresh
                count, fresh = count + len(fresh), []
            else:
                yield ()
            if count + len(fresh) >= NAMES and not self._compares:
                break
        if fresh:
            yield fresh

    def _names(self, drafts: Iterable[Draft]) -> Iterator[Sequence[Doi]]:
        for draft in drafts:
            written = tuple([self._written.setdefault(str(doi), doi) for doi in draft.written])
            self._drafts.append(draft.replace(written=written) if written else draft)
            yield draft.names
        self._is_read = True

    def _mentions(self, answers: Mapping[Doi, Answer]) -> Iterator[Mention]:
        """Yield the mentions of documents with a name that is missing."""
        missing = self._earlier.without_suggestions(
            doi for doi, one in answers.items() if isinstance(one.outcome, Missing)
        )
        for draft in self._drafts if missing else ():
            if not missing.isdisjoint(draft.names):
                self._held[id(draft)] = self._read(draft.name)
                yield from self._held[id(draft)].mentions

    def _read(self, name: str, fixes: Fixes | None = None) -> Document:
        """Return a document, read again; one without anything where that cannot be."""
        task, tally = self._task, Tally()
        is_stdin = STDIN in task.paths and name == task.stdin_name
        read = [(name, task.stdin)] if is_stdin else texts([name], tally)
        found = sources(read, tally)
        for source in found if fixes is None else fixes.current(found):
            return read_document(source, task.settings_of(name))
        self._tally.errors += tally.errors
        return Document(Source(name, ""))

    def _finish(self, learned: Learned) -> None:
        """Take the findings of documents, remember which are clean, and forget them."""
        drafts = [*self._last, *self._drafts] if self._is_read else self._drafts
        every = (doi for draft in drafts for doi in draft.names)
        learned = self._earlier.completed(learned, every)
        self.count.take(learned.answers)
        undecided = self._earlier.undecided
        facts = facts_of(self._task.settings, learned, (), self._task.today)
        facts = facts.replace(undecided=undecided, casings=casings(self._written.values()))
        with fixes_of(self._task, self._tally) as fixes:
            for draft in drafts:
                if draft.has_comments and not self._is_read:
                    self._last.append(draft)
                    self._earlier.keep(draft.names, learned.answers)
                    continue
                is_clean = self._is_clean(draft, facts, fixes)
                if is_clean and not (draft.has_comments and undecided):
                    self._remember(draft, learned)
                elif self._memory is not None:
                    self._memory.forget(draft.name)
        self._drafts = []
        self._held.clear()

    def _remember(self, draft: Draft, learned: Learned) -> None:
        if self._memory is not None:
            remember([(draft.name, draft.names)], learned.answers, self._memory)

    def _is_clean(self, draft: Draft, facts: RunFacts, fixes: Fixes | None) -> bool:
        """Take the findings of a document; return whether it has none, and never had."""
        is_mixed = not facts.casings.keys().isdisjoint(draft.written)
        as_thought = all(_is_plain(facts.outcomes.get(doi)) for doi in draft.names)
        if draft.findings is None or is_mixed or not as_thought:
            document = self._held.pop(id(draft), None) or self._read(draft.name, fixes)
            return finish(self._task, document, facts, self._tally, fixes)
        self._tally.findings += draft.findings
        self._tally.hidden.update(draft.hidden or {})
        self._tally.outside += draft.outside
        return not (draft.findings or draft.is_known or draft.outside)


def _is_plain(outcome: Outcome | None) -> bool:
    """Return whether a name is registered, and no rule has anything to say of its record."""
    if not isinstance(outcome, Found):
        return False
    record = outcome.record
    return record is None or bool(record.target and not record.alias and not record.deleted)
