"""Functions for DOIs in Arrow record batches, which DuckDB, Daft, Dask and Spark can run.

This module needs `pyarrow`, which the extra `arrow` installs. It imports no engine.
"""

from __future__ import annotations

from mdlint_doi.corpora.batches import findings, mentions
from mdlint_doi.corpora.parquet import FINDINGS, MENTIONS, VERDICTS
from mdlint_doi.corpora.verdicts import Verdicts

__all__ = ["FINDINGS", "MENTIONS", "VERDICTS", "Verdicts", "findings", "mentions"]
