"""The same function run by a plain loop, DuckDB, Dask, Daft and Spark: the manual's recipes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import pyarrow as pa
import pyarrow.parquet as pq

from mdlint_doi.arrow import FINDINGS, MENTIONS, findings

Function = Callable[[Any], pa.RecordBatch]
_ROWS: Final = 64


def _schema(function: Function) -> pa.Schema:
    return FINDINGS if function is findings else MENTIONS


def loop(path: Path, function: Function) -> pa.Table:
    """Run it over the batches of a file."""
    batches = pq.ParquetFile(path).iter_batches(batch_size=_ROWS)
    return pa.Table.from_batches([function(batch) for batch in batches], _schema(function))


def duckdb(path: Path, function: Function) -> pa.Table:
    """Let DuckDB read the documents, and query what the function returns."""
    import duckdb as db

    with db.connect() as reading, db.connect() as asking:
        documents = reading.read_parquet(str(path)).select("path", "text")
        batches = map(function, documents.to_arrow_reader(_ROWS))
        found = pa.RecordBatchReader.from_batches(_schema(function), batches)
        return asking.from_arrow(found).to_arrow_table()


def dask(path: Path, function: Function) -> pa.Table:
    """Give Dask a task for each row group."""
    from dask import compute, delayed

    def part(number: int) -> pa.Table:
        return pa.Table.from_batches([function(pq.ParquetFile(path).read_row_group(number))])

    groups = pq.ParquetFile(path).num_row_groups
    parts = compute(*[delayed(part)(number) for number in range(groups)], scheduler="threads")
    return pa.concat_tables(parts)


def daft(path: Path, function: Function) -> pa.Table:
    """Give Daft a function over batches, one list of rows for each document."""
    import daft as engine

    schema = _schema(function)
    rows = pa.list_(pa.struct(list(schema)))

    @engine.func.batch(  # type: ignore[untyped-decorator]
        return_dtype=engine.DataType.from_arrow_type(rows), batch_size=_ROWS
    )
    def of_documents(paths: engine.Series, texts: engine.Series) -> pa.Array:
        batch = pa.record_batch({"path": paths.to_arrow(), "text": texts.to_arrow()})
        found = [function(batch.slice(at, 1)).to_pylist() for at in range(batch.num_rows)]
        return pa.array(found, rows)

    documents = engine.read_parquet(str(path))
    found = documents.select(of_documents(documents["path"], documents["text"]).alias("row"))
    each = found.where(found["row"].list_count() > 0).explode("row").to_arrow()
    parts = [pa.RecordBatch.from_struct_array(one) for one in each["row"].chunks]
    return pa.Table.from_batches(parts).cast(schema)


def spark(path: Path, function: Function) -> pa.Table:
    """Let Spark map record batches; needs Java."""
    from pyspark.sql import SparkSession
    from pyspark.sql.pandas.types import from_arrow_schema

    session = SparkSession.builder.master("local[2]").getOrCreate()

    def each(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        return map(function, batches)

    schema = from_arrow_schema(_schema(function))
    found = session.read.parquet(str(path)).select("path", "text").mapInArrow(each, schema)
    return found.toArrow()


RUN: Final[Mapping[str, Callable[[Path, Function], pa.Table]]] = {
    "loop": loop,
    "duckdb": duckdb,
    "dask": dask,
    "daft": daft,
    "spark": spark,
}
