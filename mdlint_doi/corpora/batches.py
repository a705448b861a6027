"""The functions over Arrow record batches: documents in, mentions or findings out.

They are pure: what they return of a document depends on nothing but the document, the settings and
the verdicts, so that any split of a table into batches gives the same rows.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import pyarrow as pa

from mdlint_doi.ask.store import Answer, AnsweredBy
from mdlint_doi.config.today import today_for
from mdlint_doi.corpora.rows import Read, documents
from mdlint_doi.corpora.schemas import FINDINGS, MENTIONS
from mdlint_doi.corpora.verdicts import KnownVerdicts, Verdicts, known_of
from mdlint_doi.lint.document import Document
from mdlint_doi.lint.engine import candidates_to_ask, names_to_ask
from mdlint_doi.lint.facts import RunFacts
from mdlint_doi.lint.model import Finding, Mention
from mdlint_doi.lint.settings import Settings
from mdlint_doi.names.doi import Doi
from mdlint_doi.names.outcome import Cause, Found, Unknown
from mdlint_doi.run.judge import facts_of, judge
from mdlint_doi.run.learned import Learned, WorksLearned

_NOT_HELD = Answer(Unknown(Cause.OFFLINE, "not among the verdicts"), AnsweredBy.RECORDS)


def mentions(
    batch: pa.RecordBatch | pa.Table, *, settings: Settings | None = None
) -> pa.RecordBatch:
    """Return the places of documents that present a DOI (schema `MENTIONS`).

    Args:
        batch: with the columns `path` and `text` (text, or the bytes of a file) and, if it does
            not follow from the path, `format`: `markdown`, `rst`, `bibtex`, ….
        settings: for what is read; None: the defaults.

    Raises:
        ValueError: if a column is not there. Never for what a document holds: that is a row.

    """
    rows = [row for read in documents(batch, settings or Settings()) for row in _mention_rows(read)]
    return _batch(rows, MENTIONS)


def findings(
    batch: pa.RecordBatch | pa.Table,
    verdicts: pa.RecordBatch | pa.Table | Verdicts | None = None,
    *,
    settings: Settings | None = None,
) -> pa.RecordBatch:
    """Return what is wrong with documents (schema `FINDINGS`), each place in a row of its own.

    Args:
        batch: as for `mentions`.
        verdicts: what is known of the names (schema `VERDICTS`), in a table or a file. A name that
            is not among them counts as not checked, never as not registered. None: only the
            rules that need no look-up speak.
        settings: which rules; None: the defaults.

    Raises:
        ValueError: if a column is not there. Never for what a document holds: that is a row.

    """
    settings = settings or Settings()
    reads = list(documents(batch, settings))
    learned = None if verdicts is None else _Learned(reads, verdicts, settings)
    rows = [row for read in reads for row in _finding_rows(read, learned, settings)]
    return _batch(rows, FINDINGS)


def _batch(rows: Iterable[Mapping[str, object]], schema: pa.Schema) -> pa.RecordBatch:
    return pa.RecordBatch.from_pylist(list(rows), schema=schema)


def _mention_rows(read: Read) -> Iterator[dict[str, object]]:
    head: dict[str, object] = {"path": read.path, "format": read.format}
    if problem := _problem(read):
        yield {**head, "problem": problem}
    for mention in read.document.mentions:
        span = mention.written.whole
        location = mention.source.location(span.start)
        yield {
            **head,
            "start": span.start,
            "end": span.end,
            "line": location.line,
            "column": location.column,
            "form": mention.form.value,
            "doi": _key(mention.doi),
            "written": mention.written.text,
        }


def _problem(read: Read) -> str:
    """Return why a document was not read, or not wholly; empty if it was."""
    return read.document.problem or read.document.note


def _key(doi: Doi | None) -> str | None:
    return None if doi is None else doi.key


class _Learned:
    """What the verdicts say of the names of a batch, and of those that may have been meant."""

    def __init__(
        self,
        reads: Iterable[Read],
        verdicts: pa.RecordBatch | pa.Table | Verdicts,
        settings: Settings,
    ) -> None:
        self._settings = settings
        every = [one for read in reads for one in read.document.mentions]
        self._known = known_of(names_to_ask(every, self._settings_of), verdicts)
        wanted = candidates_to_ask(every, self._known.outcomes, self._settings_of)
        others = dict.fromkeys(one for group in wanted.values() for one in group)
        self._others = known_of(others, verdicts) if others else KnownVerdicts()

    def _settings_of(self, _: str) -> Settings:
        return self._settings

    def of(self, mentions: Iterable[Mention]) -> Learned:
        """Return what is known of the names of one document, as after its look-ups."""
        mentions = list(mentions)
        names = names_to_ask(mentions, self._settings_of)
        answers = {doi: self._answer(doi) for doi in names}
        wanted = candidates_to_ask(mentions, self._known.outcomes, self._settings_of)
        suggestions = {
            doi: tuple(one for one in group if self._is_found(one)) for doi, group in wanted.items()
        }
        works = {doi: self._known.works[doi] for doi in names if doi in self._known.works}
        return Learned(
            answers, suggestions=suggestions, online=True, works=WorksLearned(answers=works)
        )

    def _answer(self, doi: Doi) -> Answer:
        outcome = self._known.outcomes.get(doi)
        return _NOT_HELD if outcome is None else Answer(outcome, AnsweredBy.RECORDS)

    def _is_found(self, doi: Doi) -> bool:
        both = (self._known.outcomes.get(doi), self._others.outcomes.get(doi))
        return any(isinstance(one, Found) for one in both)


def _facts(document: Document, learned: _Learned | None, settings: Settings) -> RunFacts:
    known = learned.of(document.mentions) if learned is not None else Learned()
    return facts_of(settings, known, document.mentions, today_for(settings))


def _finding_rows(
    read: Read, learned: _Learned | None, settings: Settings
) -> Iterator[dict[str, object]]:
    document = read.document
    if problem := _problem(read):
        yield {"path": read.path, "problem": problem}
    if not (document.mentions or document.suppressions):
        return
    for finding in judge(document, _facts(document, learned, settings)):
        yield {"path": read.path, **_members(finding)}


def _members(finding: Finding) -> dict[str, object]:
    fix = finding.fix
    return {
        "start": finding.span.start,
        "end": finding.span.end,
        "line": finding.line,
        "column": finding.column,
        "end_line": finding.end_line,
        "end_column": finding.end_column,
        "code": finding.code,
        "name": finding.name,
        "severity": finding.severity.value,
        "message": finding.message,
        "part": finding.where or None,
        "doi": _key(finding.doi),
        "safety": fix and fix.safety.value,
        "edits": fix
        and [
            {"start": one.span.start, "end": one.span.end, "replacement": one.replacement}
            for one in fix.edits
        ],
    }
