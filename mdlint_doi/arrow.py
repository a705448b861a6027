"""DOIs in Arrow record batches: the function that DuckDB, Daft, Dask and Spark can run.

Needs `pyarrow`, which the extra `arrow` installs. No engine is imported.
"""

from __future__ import annotations

from mdlint_doi.corpora.batches import findings, mentions
from mdlint_doi.corpora.parquet import FINDINGS, MENTIONS, VERDICTS
from mdlint_doi.corpora.verdicts import Verdicts

__all__ = ["FINDINGS", "MENTIONS", "VERDICTS", "Verdicts", "findings", "mentions"]
