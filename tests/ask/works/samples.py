"""What tests of registries share: awkward real records, and settings for the fake services."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

from registries_server import RegistriesServer
from skipped_waits import NO_WAITS

from mdlint_doi import services
from mdlint_doi.ask.settings import LookupSettings, RegistrySettings
from mdlint_doi.services import Lists, Pace, Service

ROWS: Final[dict[str, dict[str, Any]]] = {
    row["doi"]: row
    for row in map(
        json.loads,
        Path(__file__).with_name("sample_works.jsonl").read_text(encoding="utf-8").splitlines(),
    )
}
SHORT: Final = NO_WAITS.replace(connect=4.0, request=10.0)
"""Limits without waits between requests."""


def asking(server: RegistriesServer, cache: Path | None = None, **changes: Any) -> RegistrySettings:  # noqa: ANN401
    """Return settings that ask this server, with a cache only if its folder is named."""
    lookup = LookupSettings(
        server=server.url, limits=SHORT, cache_dir=cache, use_cache=cache is not None
    )
    lookup = lookup.replace(**changes.pop("lookup", {}))
    settings = RegistrySettings(lookup=lookup, crossref=server.url, datacite=server.url)
    return settings.replace(**changes)


def with_pace(lists: int = 1, singles: int = 5) -> tuple[Service, ...]:
    """Return the table of services with so many requests a second to Crossref without contact."""
    row = services.CROSSREF.replace(
        lists=Lists(Pace(lists, 3, 1, 3)), singles=Pace(singles, 10, 1, 3)
    )
    return tuple(row if service is services.CROSSREF else service for service in services.SERVICES)
