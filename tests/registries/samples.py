"""What tests of registries share: awkward real records, and settings for the fake services."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

from registries_server import RegistriesServer

from mdlint_doi.lookup.settings import Limits, LookupSettings
from mdlint_doi.registries.settings import RegistrySettings

ROWS: Final[dict[str, dict[str, Any]]] = {
    row["doi"]: row
    for row in map(
        json.loads,
        Path(__file__).with_name("sample_works.jsonl").read_text(encoding="utf-8").splitlines(),
    )
}
SHORT: Final = Limits(connect=4.0, request=10.0, base=0.01, patience=10.0)
"""Limits with short waits between requests."""


def asking(server: RegistriesServer, cache: Path | None = None, **changes: Any) -> RegistrySettings:  # noqa: ANN401
    """Return settings that ask this server, with a cache only if its folder is named."""
    lookup = LookupSettings(
        server=server.url, limits=SHORT, cache_dir=cache, use_cache=cache is not None
    )
    lookup = lookup.replace(**changes.pop("lookup", {}))
    settings = RegistrySettings(lookup=lookup, crossref=server.url, datacite=server.url)
    return settings.replace(**changes)
