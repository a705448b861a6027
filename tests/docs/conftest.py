"""The DOI system that the examples of the manual ask."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from docs.examples import MANUAL
from handle_server import HandleServer
from handle_world import Entry


@pytest.fixture(scope="session")
def doi_system() -> Iterator[HandleServer]:
    """Run a fake DOI system that knows what the manual's records file knows."""
    text = (MANUAL / "doi-records.json").read_text(encoding="utf-8")
    with HandleServer() as server:
        for name, record in json.loads(text)["records"].items():
            server.world.entries[name] = _entry(record)
        yield server


def _entry(record: dict[str, Any]) -> Entry:
    agency = record.get("agency", "Crossref")
    if record["outcome"] == "missing":
        return Entry("noprefix" if record["code"] == 301 else "missing", agency)
    if "alias" in record:
        return Entry(f"alias:{record['alias']}", agency)
    if "deleted" in record:
        return Entry("deleted", agency)
    if "read" in record and "target" not in record:
        return Entry("notarget", agency)
    return Entry("ok", agency, record.get("target"))
