"""Documents that are judged after all of them were read and their names asked."""

from __future__ import annotations

from collections.abc import Iterable

from mdlint_doi.lint.source import Source
from mdlint_doi.pipeline import Progress, facts_of, learn
from mdlint_doi.project.counts import lookup_counts
from mdlint_doi.project.documents import read_markdown
from mdlint_doi.project.each import finish
from mdlint_doi.project.tally import Tally
from mdlint_doi.project.task import Task


def check_together(
    task: Task,
    sources: Iterable[Source],
    tally: Tally,
    progress: Progress | None,
) -> None:
    """Judge documents; mend and write them where that is asked."""
    documents = [read_markdown(source, task.settings) for source in sources]
    mentions = [mention for document in documents for mention in document.mentions]
    learned = learn(mentions, task.settings, progress)
    tally.lookups = lookup_counts(learned)
    tally.interrupted = learned.interrupted
    facts = facts_of(task.settings, learned, mentions)
    for document in documents:
        finish(task, document, facts, tally)
