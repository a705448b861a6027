"""The functions that convert Arrow record batches of documents to mentions or findings.

They are pure: the rows of a document depend only on the document, the settings and the verdicts. So
the result does not depend on the splitting of a table into batches.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

import pyarrow as pa

from mdlint_doi.ask.store import Answer, AnsweredBy
from mdlint_doi.corpora.parquet import FINDINGS, MENTIONS
from mdlint_doi.corpora.verdicts import KnownVerdicts, Verdicts, known_of
from mdlint_doi.file_formats import FormatEntry, by_name, chosen_entry, entry_of, list_of
from mdlint_doi.files.reading import FileProblem, decode, refuse_wide
from mdlint_doi.formats import load
from mdlint_doi.lint.document import Document, Unread
from mdlint_doi.lint.engine import candidates_to_look_up, dois_to_look_up
from mdlint_doi.lint.model import Finding, Mention
from mdlint_doi.lint.selection import notations_of
from mdlint_doi.lint.settings import Settings
from mdlint_doi.lint.severity import Severity
from mdlint_doi.names.doi import Doi
from mdlint_doi.names.outcome import Cause, Found, Unknown
from mdlint_doi.names.spelling import Notations
from mdlint_doi.report.model import unread_notes
from mdlint_doi.run.judge import Judge
from mdlint_doi.run.learned import Learned, WorksLearned
from mdlint_doi.text.source import Source

MOST_BYTES: Final = 64 << 20  # the most bytes of a document; a larger one is not read
_NOT_HELD = Unknown(Cause.OFFLINE, "not among the verdicts")
_REGISTERED = Found()


class Read(NamedTuple):
    """A document of a batch, after reading.

    Attributes:
        path: the path in the batch; None if there is none.
        format: the name of the format; None if it is unknown.
        document: the document, with the parts that could not be read.
    """

    path: str | None
    format: str | None
    document: Document


class Row(NamedTuple):
    """A document of a batch, before reading.

    Attributes:
        path: the path; None if there is none.
        format: the name of the format; None if it follows from the path.
        data: the text in UTF-8, or the bytes of a file; None if there is no text.
        is_text: whether `data` is a text in UTF-8, and not the bytes of a file.
        problem: the reason why there is no text; empty without a problem.
    """

    path: str | None
    format: str | None
    data: bytes | None
    is_text: bool
    problem: str = ""


def documents(rows: Iterable[Row], settings: Settings) -> Iterator[Read]:
    """Yield the documents of rows, in order."""
    notations = notations_of(settings)
    for row in rows:
        unnamed = _entry_of(row.path or "", settings)
        entry = by_name(row.format) if row.format else unnamed
        path = row.path if row.path is not None else "<document>"
        name = entry.name if entry else None
        yield Read(row.path, name, _document(row, path, entry, settings, notations))


def _entry_of(path: str, settings: Settings) -> FormatEntry | None:
    """Return the format of a document by its path; Markdown for an unknown name."""
    return chosen_entry(path, settings.read_as) or list_of(path) or by_name("markdown")


def rows_of(batch: pa.RecordBatch | pa.Table) -> Iterator[Row]:
    """Yield the rows of a batch; see `mentions`.

    Raises:
        ValueError: if a column is missing.
    """
    texts = _column(batch, "text")
    is_text = not _is_binary(texts.type)
    # Values are decoded one by one: a batch may wrongly claim that its bytes are UTF-8.
    data = texts.cast(pa.large_binary())
    has_format = "format" in batch.schema.names
    formats = _column(batch, "format").cast(pa.large_binary()) if has_format else None
    for at, path in enumerate(_column(batch, "path").cast(pa.large_binary())):
        named = _word(formats[at].as_py()) if formats is not None else None
        yield Row(_word(path.as_py()), named, data[at].as_py(), is_text)


def _column(batch: pa.RecordBatch | pa.Table, name: str) -> pa.Array | pa.ChunkedArray:
    if name not in batch.schema.names:
        message = f"a batch needs the columns 'path' and 'text'; it has {batch.schema.names}"
        raise ValueError(message)
    if batch.schema.names.count(name) > 1:
        message = f"a batch has several columns named '{name}'"
        raise ValueError(message)
    column = batch.column(name)
    types = pa.types
    if types.is_dictionary(column.type):
        column = column.cast(column.type.value_type)
    texts = (types.is_string, types.is_large_string, types.is_string_view, types.is_null)
    if not (_is_binary(column.type) or any(is_text(column.type) for is_text in texts)):
        message = f"column '{name}' contains {column.type}; it must contain text or bytes"
        raise ValueError(message)
    return column


def _is_binary(kind: pa.DataType) -> bool:
    types = pa.types
    return bool(types.is_binary(kind) or types.is_large_binary(kind) or types.is_binary_view(kind))


def _word(data: bytes | None) -> str | None:
    return None if data is None else data.decode("utf-8", "backslashreplace")


def _document(
    row: Row, path: str, entry: FormatEntry | None, settings: Settings, notations: Notations
) -> Document:
    """Return a document; if it cannot be read, an empty one with the problem."""
    try:
        return _opened(row, path, entry, settings, notations)
    except FileProblem as problem:
        why = problem.problem
    except Exception as error:  # noqa: BLE001 - one document must not end the batch
        why = f"could not be read: {type(error).__name__}"
    return Document(Source(path, ""), unread=(Unread(why, is_whole=True),))


def _opened(
    row: Row, path: str, entry: FormatEntry | None, settings: Settings, notations: Notations
) -> Document:
    """Return a document; raise FileProblem if it cannot be read."""
    if entry is None:
        raise FileProblem(path, f"unknown format {row.format!a}")
    if row.data is None:
        raise FileProblem(path, row.problem or "there is no text")
    if len(row.data) > MOST_BYTES:
        raise FileProblem(path, f"larger than {MOST_BYTES >> 20} MiB; not read")
    refuse_wide(path, row.data)
    form = load(entry.module)
    if not form.may_hold_doi(row.data, notations):
        return Document(Source(path, ""))
    # Bytes are in the encoding that the file declares; a text is UTF-8, whatever it declares.
    declared = entry_of(path)
    if row.is_text and declared is not None and declared.declares_encoding:
        return form.read(decode("text", row.data).replace(name=path), settings)
    return form.read(decode(path, row.data), settings)


def mentions(
    batch: pa.RecordBatch | pa.Table, *, settings: Settings | None = None
) -> pa.RecordBatch:
    """Return the mentions of DOIs in documents (schema `MENTIONS`), one row for each.

    Args:
        batch: the documents, with the columns `path`, `text` (a text, or the bytes of a file) and,
            if the format does not follow from the path, `format` (`markdown`, `rst`, `bibtex`, …).
        settings: the settings for reading; None: the defaults.

    Raises:
        ValueError: if a column is missing, occurs twice or has a wrong type. An unreadable document
            becomes a row with a problem.
    """
    reads = documents(rows_of(batch), settings or Settings())
    rows = [row for read in reads for row in _mention_rows(read)]
    return pa.RecordBatch.from_pylist(rows, MENTIONS)


def findings(
    batch: pa.RecordBatch | pa.Table,
    verdicts: pa.RecordBatch | pa.Table | Verdicts | None = None,
    *,
    settings: Settings | None = None,
) -> pa.RecordBatch:
    """Return the findings about documents (schema `FINDINGS`), one row for each.

    A DOI without a verdict counts as not checked, never as not registered. Without verdicts, only
    rules that need no look-up report findings.

    Args:
        batch: the documents, as for `mentions`.
        verdicts: a table or a file (schema `VERDICTS`); None: no DOI is known.
        settings: the rules to use; None: the defaults.

    Raises:
        ValueError: if a column is missing, occurs twice or has a wrong type.
        LookupSettingsError: if a file of verdicts or a verdict cannot be used.
    """
    return findings_of(rows_of(batch), verdicts, settings or Settings())


def findings_of(
    rows: Iterable[Row],
    verdicts: pa.RecordBatch | pa.Table | Verdicts | None,
    settings: Settings,
) -> pa.RecordBatch:
    """Return the findings about the documents of rows; see `findings`."""
    reads = list(documents(rows, settings))
    learned = None if verdicts is None else _Learned(reads, verdicts, settings)
    found = [row for read in reads for row in _finding_rows(read, learned, settings)]
    return pa.RecordBatch.from_pylist(found, FINDINGS)


def _mention_rows(read: Read) -> Iterator[dict[str, object]]:
    head: dict[str, object] = {"path": read.path, "format": read.format}
    if read.document.unread:
        yield {**head, **_problem(read.document)}
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


def _problem(document: Document) -> dict[str, object]:
    """Return why a document could not be read, or not completely, and the first place."""
    first, *others = unread_notes(document)
    more = (f"; line {note.line or 1}: {note.message}" for note in others)
    problem = f"{first.message}{''.join(more)}"
    return {"line": first.line, "column": first.column, "problem": problem}


def _key(doi: Doi | None) -> str | None:
    return None if doi is None else doi.key


class _Learned:
    """The verdicts on the DOIs of a batch and on their suggestions."""

    def __init__(
        self,
        reads: Iterable[Read],
        verdicts: pa.RecordBatch | pa.Table | Verdicts,
        settings: Settings,
    ) -> None:
        self._settings = settings
        every = [mention for read in reads for mention in read.document.mentions]
        self._known = known_of(dois_to_look_up(every, self._settings_of), verdicts)
        wanted = candidates_to_look_up(every, self._known.outcomes, self._settings_of)
        others = dict.fromkeys(doi for group in wanted.values() for doi in group)
        self._others = known_of(others, verdicts) if others else KnownVerdicts()

    def _settings_of(self, _: str) -> Settings:
        return self._settings

    def of(self, mentions: Iterable[Mention]) -> Learned:
        """Return the answers about the DOIs of one document, as after look-ups."""
        mentions = list(mentions)
        names = dois_to_look_up(mentions, self._settings_of)
        answers = {
            doi: Answer(self._known.outcomes.get(doi, _NOT_HELD), AnsweredBy.RECORDS)
            for doi in names
        }
        wanted = candidates_to_look_up(mentions, self._known.outcomes, self._settings_of)
        suggestions = {
            doi: tuple(other for other in group if self._is_found(other))
            for doi, group in wanted.items()
        }
        found = dict.fromkeys(doi for group in suggestions.values() for doi in group)
        candidates = {doi: Answer(_REGISTERED, AnsweredBy.RECORDS) for doi in found}
        known = {**self._others.works, **self._known.works}
        works = {doi: known[doi] for doi in (*names, *found) if doi in known}
        learned = WorksLearned(answers=works)
        return Learned(answers, candidates, suggestions, online=True, works=learned)

    def _is_found(self, doi: Doi) -> bool:
        both = (self._known, self._others)
        return any(isinstance(verdicts.outcomes.get(doi), Found) for verdicts in both)


def _finding_rows(
    read: Read, learned: _Learned | None, settings: Settings
) -> Iterator[dict[str, object]]:
    document = read.document
    if document.unread:
        severity = Severity.ERROR if document.is_unread else Severity.WARNING
        yield {"path": read.path, "severity": severity.value, **_problem(document)}
    if not (document.mentions or document.suppressions):
        return
    known = learned.of(document.mentions) if learned is not None else Learned()
    for finding in Judge(settings, known, mentions=document.mentions).of(document).findings:
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
            {"start": edit.span.start, "end": edit.span.end, "replacement": edit.replacement}
            for edit in fix.edits
        ],
    }
