"""What the server remembers of the works of a document."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from registries_server import RegistriesServer
from skipped_waits import skip_waits

from mdlint_doi.lint.setting_types import Depth
from mdlint_doi.lint.settings import Settings
from mdlint_doi.run.judge import read_document
from mdlint_doi.server.knowledge import Memory
from mdlint_doi.text.source import Source

ROW = {"doi": "10.1000/tulips", "title": ["On tulips"], "authors": ["Marlowe"], "year": 2017}


@pytest.mark.parametrize(("fault", "complete"), [("", True), ("500", False)])
def test_comments_about_works_are_judged_if_all_works_are_known(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: str, *, complete: bool
) -> None:
    """After an outage of Crossref a comment may be of use, although the DOI is registered."""
    skip_waits(monkeypatch)
    with RegistriesServer([ROW]) as server:
        if fault:
            server.fail(fault, service="crossref")
        url = server.url
        settings = Settings(
            server=url,
            crossref_server=url,
            depth=Depth.ALL,
            cache_dir=str(tmp_path),
            select=("all",),
        )
        document = read_document(Source("a.md", "See 10.1000/tulips.\n"), settings)
        memory = Memory()
        asyncio.run(memory.ask(document, settings))
    learned = memory.learned(document.mentions, settings)
    assert learned.online
    assert learned.works.complete is complete
