"""Read Parquet files in pieces, and write them as a whole; the columns of all tables.

Offsets, lines and columns count code points. Offsets begin at 0, lines and columns at 1. DOIs are
in their folded form, in which DOIs are compared: join on it.
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
        ("path", pa.string()),  # of the document, as it was given
        ("format", pa.string()),  # what it was read as: `markdown`, `rst`, `bibtex`
        ("start", pa.int64()),  # where the written DOI begins
        ("end", pa.int64()),  # behind its last code point
        ("line", pa.int32()),
        ("column", pa.int32()),
        ("form", pa.string()),  # of which construct: `destination`, `text`, `role`, `field`
        ("doi", pa.string()),  # the folded name; null where what stands there is none
        ("written", pa.string()),  # as the document means it, escapes undone
        ("problem", pa.string()),  # why the document was not read, or not wholly
    ]
)
"""The result of `mentions`: a row for each place with a DOI, or for a problem."""

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
        ("part", pa.string()),  # of a data file, `smith2019, doi`; null in a document
        ("doi", pa.string()),  # the folded name, if the finding is about one
        ("safety", pa.string()),  # of the fix: `safe`, `unsafe`; null without a fix
        ("edits", pa.list_(EDIT)),  # what fixes it; they do not overlap
        ("problem", pa.string()),  # as in `MENTIONS`
    ]
)
"""The result of `findings`: a row for each finding, or for a problem."""

VERDICTS: Final = pa.schema(
    [
        ("doi", pa.string()),  # the folded name; rows are sorted by it
        ("outcome", pa.string()),  # `found`, `missing`, `unknown`
        ("agency", pa.string()),  # `Crossref`; null: not known
        ("as_of", pa.timestamp("ms", "UTC")),  # when the source says that this was so
        ("source", pa.string()),  # `crossref`, `datacite`, `doi-system`
        ("code", pa.int16()),  # of `missing`: 100, or 301 where the prefix is not registered
        ("cause", pa.string()),  # of `unknown`: `offline`, `timeout`
        ("record", pa.string()),  # of `found`: the handle record as JSON; null: not read
        ("work", pa.string()),  # what it is registered as, as JSON; null: not known
    ]
)
"""Known DOIs. A table needs `doi` and `outcome`; the other columns are optional."""
ROWS: Final = 500  # documents that are held at a time


@contextmanager
def reading(path: str | Path) -> Iterator[pq.ParquetFile]:
    """Open a file.

    Raises:
        FileProblem: if it cannot be read, is cut or damaged.
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
    """Name the file if it cannot be read.

    Raises:
        FileProblem: if it is cut or damaged.
    """
    try:
        yield
    except LookupSettingsError:
        raise  # of the verdicts
    except (OSError, pa.ArrowException, ValueError) as error:
        raise FileProblem(str(path), f"cannot be read as {form}: {first_line(error)}") from None


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Name the file if it cannot be written.

    Raises:
        FileProblem: if it cannot be written.
    """
    try:
        yield
    except OSError as error:
        raise FileProblem(str(path), f"not written: {in_words(error)}") from None


def write(path: Path, schema: pa.Schema, batches: Iterable[pa.RecordBatch | pa.Table]) -> int:
    """Write a file that appears when it is complete; return the number of rows.

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
    """Make sure that a file can be written.

    Raises:
        FileProblem: if it is a folder, a pipe or a device.
    """
    with writing(output):
        if output.is_dir():  # an empty name, too
            raise FileProblem(str(output), "is a folder; give the name of a file in it")
        if output.exists() and not output.is_file():
            raise FileProblem(str(output), "not a regular file; not written")


def refuse_input(output: Path, inputs: Iterable[str | Path]) -> None:
    """Make sure that the output is none of the inputs.

    Raises:
        FileProblem: if it is one of them.
    """
    if output.exists() and any(output.samefile(path) for path in inputs if os.path.exists(path)):
        raise FileProblem(str(output), "is an input of this run; give the output a different name")


def joined(paths: Sequence[Path], schema: pa.Schema) -> Iterator[pa.Table]:
    """Yield the rows of files, in order, a row group at a time."""
    for path in paths:
        with reading(path) as file:
            for number in range(file.num_row_groups):
                yield file.read_row_group(number).cast(schema)


def first_line(error: Exception) -> str:
    """Return the first part of the error message of a library."""
    return (str(error) or type(error).__name__).splitlines()[0]
