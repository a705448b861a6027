"""The columns of all tables; functions that read Parquet files in parts and write whole ones.

Offsets and columns of documents count code points. Offsets begin at 0, lines and columns at 1. DOIs
are in their folded form, in which equal DOIs have equal texts, so join on it.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pyarrow as pa
import pyarrow.parquet as pq

from mdlint_doi.ask.settings import LookupSettingsError
from mdlint_doi.files.reading import FileProblem, in_words
from mdlint_doi.files.temporary import new_file

MENTIONS: Final = pa.schema(
    [
        ("path", pa.string()),  # the document, as it was given
        ("format", pa.string()),  # its format: `markdown`, `rst`, `bibtex`
        ("start", pa.int64()),  # the offset of the written DOI
        ("end", pa.int64()),  # the offset after its last code point
        ("line", pa.int32()),
        ("column", pa.int32()),
        ("form", pa.string()),  # the construct: `destination`, `text`, `role`, `field`
        ("doi", pa.string()),  # the folded DOI; null if the written text is not a DOI
        ("written", pa.string()),  # the written text, after decoding escapes of the format
        ("problem", pa.string()),  # why the document was not read, or not completely
    ]
)
"""The result of `mentions`: a row for each mention of a DOI, or for a problem."""

EDIT: Final = pa.struct([("start", pa.int64()), ("end", pa.int64()), ("replacement", pa.string())])

FINDINGS: Final = pa.schema(
    [
        ("path", pa.string()),
        ("start", pa.int64()),
        ("end", pa.int64()),
        ("line", pa.int32()),
        ("column", pa.int32()),
        ("end_line", pa.int32()),
        ("end_column", pa.int32()),
        ("code", pa.string()),  # `DOI201`
        ("name", pa.string()),  # `unusual-address`
        ("severity", pa.string()),  # `error`, `warning`, `hint`
        ("message", pa.string()),  # one line
        ("part", pa.string()),  # the part of a data file, `smith2019, doi`; otherwise null
        ("doi", pa.string()),  # the folded DOI; null if the finding is not about a DOI
        ("safety", pa.string()),  # the safety of the fix: `safe`, `unsafe`; null without a fix
        ("edits", pa.list_(EDIT)),  # the edits of the fix, which do not overlap
        ("problem", pa.string()),  # as in `MENTIONS`
    ]
)
"""The result of `findings`: a row for each finding, or for a problem."""

VERDICTS: Final = pa.schema(
    [
        ("doi", pa.string()),  # the folded DOI, by which the rows are sorted
        ("outcome", pa.string()),  # `found`, `missing`, `unknown`
        ("agency", pa.string()),  # the registration agency, `Crossref`; null: not known
        ("as_of", pa.timestamp("ms", "UTC")),  # the time for which the source states this
        ("source", pa.string()),  # `crossref`, `datacite`, `doi-system`
        ("code", pa.int16()),  # for `missing`: 100, or 301 if the prefix is not registered
        ("cause", pa.string()),  # for `unknown`: `offline`, `timeout`
        ("record", pa.string()),  # for `found`: the handle record as JSON; null: not read
        ("work", pa.string()),  # the registered work as JSON; null: not known
    ]
)
"""Verdicts on DOIs. A table needs `doi` and `outcome`; the other columns are optional."""
ROWS: Final = 500  # the most documents in memory at a time


@contextmanager
def reading(path: str | Path) -> Iterator[pq.ParquetFile]:
    """Open a Parquet file; errors within the context are problems with it.

    Raises:
        FileProblem: if it cannot be read, is truncated or damaged.
    """
    with naming(path):
        if not Path(path).is_file():
            raise FileProblem(
                str(path), "no such file" if not Path(path).exists() else "not a file"
            )
        with pq.ParquetFile(path, pre_buffer=False) as file:
            yield file


@contextmanager
def naming(path: str | Path, form: str = "Parquet") -> Iterator[None]:
    """Convert errors of reading to problems with a file.

    Args:
        path: the file to name.
        form: the name of its format.

    Raises:
        FileProblem: if it cannot be read, is truncated or damaged.
    """
    try:
        yield
    except LookupSettingsError:
        raise  # a ValueError about the file of verdicts, which it names
    except (OSError, pa.ArrowException, ValueError) as error:
        raise FileProblem(str(path), f"cannot be read as {form}: {first_line(error)}") from None


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Convert errors of writing to problems with a file.

    Raises:
        FileProblem: if it cannot be written.
    """
    try:
        yield
    except OSError as error:
        raise FileProblem(str(path), f"not written: {in_words(error)}") from None


def write(path: Path, schema: pa.Schema, batches: Iterable[pa.RecordBatch | pa.Table]) -> int:
    """Write batches to a file, which appears when it is complete; return the number of rows.

    Raises:
        FileProblem: if it cannot be written.
    """
    count = 0
    with writing(path):
        new = new_file(str(path.parent))
        try:
            with (
                open(new.handle, "wb", closefd=False) as file,
                pq.ParquetWriter(file, schema, compression="zstd") as writer,
            ):
                for batch in batches:
                    count += batch.num_rows
                    if batch.num_rows:
                        writer.write(batch)
            new.take_place(str(path))
        finally:
            new.remove()
    return count


def refuse_output(output: Path) -> None:
    """Check that an output can be a file.

    Raises:
        FileProblem: if it is a folder, a pipe or a device.
    """
    with writing(output):
        if output.is_dir():  # also true for an empty name
            raise FileProblem(str(output), "is a folder; give the name of a file in it")
        if output.exists() and not output.is_file():
            raise FileProblem(str(output), "not a regular file; not written")


def refuse_input(output: Path, inputs: Iterable[str | Path]) -> None:
    """Check that the output is not one of the inputs.

    Raises:
        FileProblem: if it is.
    """
    if output.exists() and any(output.samefile(path) for path in inputs if os.path.exists(path)):
        raise FileProblem(str(output), "is an input of this run; give the output a different name")


def joined(paths: Sequence[Path], schema: pa.Schema) -> Iterator[pa.Table]:
    """Yield the rows of files in order, as a table for each row group."""
    for path in paths:
        with reading(path) as file:
            for number in range(file.num_row_groups):
                yield file.read_row_group(number).cast(schema)


def first_line(error: Exception) -> str:
    """Return the first line of an error message, or the name of the error's class."""
    return (str(error) or type(error).__name__).splitlines()[0]
