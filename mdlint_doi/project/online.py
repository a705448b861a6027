"""Documents that are judged after all of them were read and their names asked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING

from mdlint_doi.learn import Progress
from mdlint_doi.lint.document import Document
from mdlint_doi.lint.engine import names_to_ask
from mdlint_doi.lint.model import Mention
from mdlint_doi.lint.settings import Settings
from mdlint_doi.names.doi import Doi
from mdlint_doi.names.outcome import Found, Unknown
from mdlint_doi.pipeline import Learned, facts_of
from mdlint_doi.project.counts import described_works, lookup_counts, work_counts
from mdlint_doi.project.documents import read_document
from mdlint_doi.project.offline import finish, fixes_of
from mdlint_doi.project.request import Task
from mdlint_doi.project.result import Tally
from mdlint_doi.text.source import Source

if TYPE_CHECKING:
    from mdlint_doi.ask.store import Answer
    from mdlint_doi.project.clean_files import CleanFiles


def check_together(
    task: Task,
    sources: Iterable[Source],
    tally: Tally,
    progress: Progress | None,
    memory: CleanFiles | None = None,
) -> None:
    """Judge documents; fix and write them where that is asked; remember which were clean."""
    from mdlint_doi.project.beside import learn_all

    documents = [read_document(source, task.settings_of(source.name)) for source in sources]
    learned = learn_all(
        documents,
        mentions_to_ask(task, documents),
        task.settings,
        settings_of=task.settings_of,
        progress=progress,
        tell=task.tell,
    )
    if task.max_searches:
        from mdlint_doi.project.did_you_mean import learn_meant

        learned = learn_meant(documents, learned, task.settings, task.max_searches)
    clean = judge_together(task, documents, learned, tally)
    if memory is not None and tally.lookups is not None:
        names_of = (
            (one.source.name, names_to_ask(one.mentions, task.settings_of)) for one in clean
        )
        if _is_settled(learned, task.settings):
            remember(names_of, learned.answers, memory, _oldest(learned))
        memory.count.take(learned.answers)
        tally.lookups = memory.count.counts(task.settings.lock_file)


def mentions_of(documents: Iterable[Document]) -> list[Mention]:
    """Return the mentions of all documents."""
    return [mention for document in documents for mention in document.mentions]


def mentions_to_ask(task: Task, documents: Iterable[Document]) -> list[Mention]:
    """Return the mentions whose names are to be asked."""
    if task.since is None:
        return mentions_of(documents)
    from mdlint_doi.project.since import asked

    return [mention for document in documents for mention in asked(task, document)]


def judge_together(
    task: Task,
    documents: Sequence[Document],
    learned: Learned,
    tally: Tally,
) -> list[Document]:
    """Judge documents with what was learned of all their names; return those that were clean."""
    tally.lookups = lookup_counts(learned, task.settings)
    tally.interrupted = learned.interrupted
    tally.learned = learned if task.keeps_mentions else None
    tally.notices += learned.works.messages
    facts = facts_of(task.settings, learned, mentions_of(documents), task.today)
    with fixes_of(task, tally) as fixes:
        clean = [one for one in documents if finish(task, one, facts, tally, fixes)]
    tally.works = work_counts(learned, documents, facts, tally.findings)
    tally.registered = described_works(learned, tally.findings)
    return clean


def _is_settled(learned: Learned, settings: Settings) -> bool:
    """Return whether no name and no work was left open.

    Where one was, a comment that does nothing is not reported.
    """
    asked = chain(learned.answers.values(), learned.candidates.values())
    if any(isinstance(answer.outcome, Unknown) for answer in asked):
        return False
    return learned.works.complete or not settings.asks_works


def remember(
    clean: Iterable[tuple[str, Sequence[Doi]]],
    answers: Mapping[Doi, Answer],
    memory: CleanFiles,
    since: float | None = None,
) -> None:
    """Note clean documents, given with their names, if all of these are registered.

    Args:
        clean: the documents.
        answers: to their names.
        memory: where they are noted.
        since: when the oldest record of a work was read; None: none was asked.

    """
    from mdlint_doi.ask.services.names_json import text

    for name, names in clean:
        found = {doi.key: answers[doi].outcome for doi in names if doi in answers}
        if len(found) == len(names) and all(isinstance(one, Found) for one in found.values()):
            memory.note(name, {key: text(found[key]) for key in sorted(found)}, since)


def _oldest(learned: Learned) -> float | None:
    """Return when the oldest record of a work was read; None where none is known."""
    if not learned.works.answers:
        return None
    from mdlint_doi.works.work import KnownWork

    works = [one.work for one in learned.works.answers.values() if isinstance(one, KnownWork)]
    return min((one.as_of for one in works), default=None)
