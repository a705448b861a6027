"""Log the problems of the cache; this module, with `logging`, is imported for the first one."""

from __future__ import annotations

from functools import lru_cache
from logging import getLogger
from typing import Final

_LOG: Final = getLogger("mdlint_doi.ask.cache_file")


@lru_cache(maxsize=64)
def warn_once(text: str) -> None:
    """Log a warning, once for each text: a run opens the cache several times."""
    _LOG.warning("%s", text)
