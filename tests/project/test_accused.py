"""An accusation stands on an answer about one name alone, asked once more if need be."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from registries_server import RegistriesServer

from mdlint_doi.lint.settings import Settings
from mdlint_doi.project.request import Task
from mdlint_doi.project.run import check

TULIPS = "A field survey of wild tulips in the northern mountains"
ROOTS = "Sandstone weathering measured by laser interferometry"
PAGE = """\
- Doe J. (2015). "{tulips}". Journal of Flowers 12, 30-44. https://doi.org/10.2000/one

- Roe R. (2019). "{roots}". Journal of Stones 7, 1-9. https://doi.org/10.2000/two
"""


def row(doi: str, title: str, creator: str, year: int) -> dict[str, Any]:
    """Return a row of DataCite."""
    row: dict[str, Any] = {"doi": doi, "agency": "DataCite", "title": [title], "year": year}
    return {**row, "creators": [creator]}


@pytest.fixture
def server() -> Iterator[RegistriesServer]:
    """Return services that hold both works, and others."""
    with RegistriesServer() as one:
        one.add_row(row("10.2000/one", TULIPS, "Doe, J.", 2015))
        one.add_row(row("10.2000/two", ROOTS, "Roe, R.", 2019))
        yield one


def codes(server: RegistriesServer, path: Path) -> list[str]:
    """Return the findings on works of one run."""
    settings = Settings(
        server=server.url,
        crossref_server=server.url,
        datacite_server=server.url,
        works="all",
        cache_dir=str(path.parent / "cache"),
        select=("DOI911", "DOI912"),
    )
    return [one.code for one in check(Task((str(path),), settings)).report.findings]


def test_swapped(server: RegistriesServer, tmp_path: Path) -> None:
    """Where a list mixes works up, each is asked on its own before anybody is accused."""
    page = tmp_path / "a.md"
    page.write_text(PAGE.format(tulips=TULIPS, roots=ROOTS))
    server.lie = "swap"
    assert codes(server, page) == []
    assert server.requests["datacite single"] == 2


def test_accused(server: RegistriesServer, tmp_path: Path) -> None:
    """A real error is confirmed by one request, and remembered."""
    page = tmp_path / "a.md"
    page.write_text(
        PAGE.format(tulips=ROOTS, roots=ROOTS).replace("Doe J. (2015)", "Roe R. (2019)")
    )
    assert codes(server, page) == ["DOI911"]
    assert server.requests["datacite single"] == 1
    server.forget()
    assert codes(server, page) == ["DOI911"]
    assert not server.requests
