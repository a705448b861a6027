"""Which settings hold for a whole run, and which the environment may give."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from mdlint_doi.services import servers

WHOLE_RUN: Final = (
    "offline",
    "strict",
    "fail-on",
    "server",
    *(key for key in servers() if key != "server"),
    "contact",
    "works",
    "read-records",
    "concurrency",
    "records",
    "cache-dir",
    "use-cache",
    "max-age",
    "baseline",
    "formats",
)
"""Keys that hold for all files of a run: those of the settings nearest to the current folder."""
ENVIRONMENT: Final[Mapping[str, str]] = {
    **{key: one.variable for key, one in servers().items()},
    "contact": "MDLINT_DOI_CONTACT",
    "works": "MDLINT_DOI_WORKS",
    "cache-dir": "MDLINT_DOI_CACHE_DIR",
}
ALLOW_HOSTS: Final = "MDLINT_DOI_ALLOW_HOSTS"
"""The variable that allows other servers than those which a repository may name."""
