"""What a look-up needs to know; made from the project's settings in `mdlint_doi.pipeline`."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

Strategy = Literal["auto", "handles", "which-ra"]


@dataclass(frozen=True, slots=True)
class LookupSettings:
    """How to ask the DOI system.

    Attributes:
        server: the base of `/api/handles/` and `/doiRA/`, without a final slash.
        strategy: `auto`, `handles` or `which-ra`.
        concurrency: requests in flight at most, 1 to 64.
        offline: answer from records and cache only.
        records: a records file to answer from; None: none.
        cache_dir: the cache's folder; None: the user's cache directory.
        use_cache: whether to read and write the cache.
        max_age: days for which a positive answer is believed; None: 30.

    """

    server: str = "https://doi.org"
    strategy: Strategy = "auto"
    concurrency: int = 10
    offline: bool = False
    records: Path | None = None
    cache_dir: Path | None = None
    use_cache: bool = True
    max_age: float | None = None
