"""Rows of a batch -> documents: each read on its own, and none that ends the batch."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

import pyarrow as pa

from mdlint_doi.files.reading import FileProblem, decode, refuse_wide
from mdlint_doi.formats.table import by_name, entry_of, list_of, load
from mdlint_doi.lint.document import Document
from mdlint_doi.lint.facts import notations_of
from mdlint_doi.lint.settings import Settings
from mdlint_doi.names.notations import Notations
from mdlint_doi.text.source import Source

if TYPE_CHECKING:
    from mdlint_doi.formats.table import FormatEntry

MOST_BYTES: Final = 64 << 20
"""Of a document; of what is larger a row says so."""

_NO_PATH: Final = "<document>"


class Read(NamedTuple):
    """A document of a batch.

    Attributes:
        path: as the batch has it.
        format: the name of the format that it was read as; None if that is not known.
        document: with its `problem`, where it was not read.

    """

    path: str | None
    format: str | None
    document: Document


class _Row(NamedTuple):
    """What a batch has of a document; bytes are as in a file, text is decoded already."""

    path: str | None
    format: str | None
    data: bytes | None
    is_text: bool


def documents(batch: pa.RecordBatch | pa.Table, settings: Settings) -> Iterator[Read]:
    """Yield the documents of a batch, in order.

    Args:
        batch: with the columns `path` and `text`, and `format` if that does not follow from the
            path. `text` is text, or the bytes of a file.
        settings: of the run.

    Raises:
        ValueError: if a column is not there, or of no use.

    """
    notations = notations_of(settings)
    for row in _rows(batch):
        entry = by_name(row.format) if row.format else list_of(row.path or "") or _markdown()
        path = row.path if row.path is not None else _NO_PATH
        name = entry.name if entry else None
        yield Read(row.path, name, _document(row, path, entry, settings, notations))


def _markdown() -> FormatEntry:
    entry = by_name("markdown")
    assert entry is not None  # noqa: S101 - for the type checker
    return entry


def _rows(batch: pa.RecordBatch | pa.Table) -> Iterator[_Row]:
    texts = _column(batch, "text")
    is_text = not _is_binary(texts.type)
    # The bytes are decoded one by one: a batch may claim that its bytes are UTF-8.
    data = texts.cast(pa.large_binary())
    has_format = "format" in batch.schema.names
    formats = _column(batch, "format").cast(pa.large_binary()) if has_format else None
    for at, path in enumerate(_column(batch, "path").cast(pa.large_binary())):
        named = _word(formats[at].as_py()) if formats is not None else None
        yield _Row(_word(path.as_py()), named, data[at].as_py(), is_text)


def _column(batch: pa.RecordBatch | pa.Table, name: str) -> pa.Array | pa.ChunkedArray:
    if name not in batch.schema.names:
        message = f"a batch needs the columns 'path' and 'text'; it has {batch.schema.names}"
        raise ValueError(message)
    if batch.schema.names.count(name) > 1:
        message = f"a batch has several columns '{name}'"
        raise ValueError(message)
    column = batch.column(name)
    if pa.types.is_dictionary(column.type):
        column = column.cast(column.type.value_type)
    if not (_is_binary(column.type) or _is_text(column.type) or pa.types.is_null(column.type)):
        message = f"column '{name}' holds {column.type}; it must be text or bytes"
        raise ValueError(message)
    return column


def _is_text(kind: pa.DataType) -> bool:
    types = pa.types
    return bool(types.is_string(kind) or types.is_large_string(kind) or types.is_string_view(kind))


def _is_binary(kind: pa.DataType) -> bool:
    types = pa.types
    return bool(types.is_binary(kind) or types.is_large_binary(kind) or types.is_binary_view(kind))


def _word(data: bytes | None) -> str | None:
    return None if data is None else data.decode("utf-8", "backslashreplace")


def _document(
    row: _Row, path: str, entry: FormatEntry | None, settings: Settings, notations: Notations
) -> Document:
    """Return a document, or what stands for one that cannot be read."""
    try:
        return _opened(row, path, entry, settings, notations)
    except FileProblem as problem:
        why = problem.problem
    except Exception as error:  # noqa: BLE001 - one document never ends the batch
        why = f"could not be read: {type(error).__name__}"
    return Document(Source(path, ""), problem=why)


def _opened(
    row: _Row, path: str, entry: FormatEntry | None, settings: Settings, notations: Notations
) -> Document:
    """Return a document.

    Raises:
        FileProblem: if it cannot be one.

    """
    if entry is None:
        raise FileProblem(path, f"unknown format {row.format!a}")
    if row.data is None:
        raise FileProblem(path, "there is no text")
    if len(row.data) > MOST_BYTES:
        raise FileProblem(path, f"larger than {MOST_BYTES >> 20} MiB; not read")
    refuse_wide(path, row.data)
    form = load(entry.module)
    if not form.may_hold_doi(row.data, notations):
        return Document(Source(path, ""))
    return form.read(_source(row, path), settings)


def _source(row: _Row, path: str) -> Source:
    """Return the text: of a file as it says that it is encoded, else UTF-8.

    Raises:
        FileProblem: if it is something else.

    """
    data = row.data or b""
    entry = entry_of(path)
    if row.is_text and entry is not None and entry.declares_encoding:
        return decode("text", data).replace(name=path)
    return decode(path, data)
