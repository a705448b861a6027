"""An accusation stands on an answer about one name alone, asked once more if need be."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from made_up_works import entries, made_up
from registries_server import RegistriesServer
from skipped_waits import skip_waits

from mdlint_doi.ask import works
from mdlint_doi.lint import registered
from mdlint_doi.lint.model import Finding
from mdlint_doi.lint.setting_types import Depth
from mdlint_doi.lint.settings import Settings
from mdlint_doi.lint.severity import Severity
from mdlint_doi.run.check import check
from mdlint_doi.run.request import Task
from mdlint_doi.works import agreement
from mdlint_doi.works.claim import Claim
from mdlint_doi.works.facts import CitationFacts, facts_of
from mdlint_doi.works.work import Work

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
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[RegistriesServer]:
    """Return services that hold both works, and others; nobody waits between requests."""
    skip_waits(monkeypatch)
    with RegistriesServer() as services:
        services.add_row(row("10.2000/one", TULIPS, "Doe, J.", 2015))
        services.add_row(row("10.2000/two", ROOTS, "Roe, R.", 2019))
        yield services


def codes(server: RegistriesServer, path: Path) -> list[str]:
    """Return the codes of the findings on works of one run."""
    return [finding.code for finding in findings(server, path)]


def findings(server: RegistriesServer, path: Path) -> list[Finding]:
    """Return the findings on works of one run."""
    settings = Settings(
        server=server.url,
        crossref_server=server.url,
        datacite_server=server.url,
        depth=Depth.ALL,
        cache_dir=str(path.parent / "cache"),
        select=("DOI911", "DOI912"),
    )
    return [*check(Task((str(path),), settings)).report.findings]


@pytest.mark.parametrize(
    ("agency", "how", "mixed"),
    [
        ("Crossref", "", 0.0),
        ("DataCite", "", 0.0),
        ("Crossref", "swapped", 1.0),
        pytest.param("Crossref", "swapped", 0.3, marks=pytest.mark.slow),
        *(
            pytest.param("Crossref", "shifted", mixed, marks=pytest.mark.slow)
            for mixed in (0.3, 1.0)
        ),
        ("DataCite", "shifted", 0.5),
    ],
)
def test_many(
    server: RegistriesServer, tmp_path: Path, agency: str, how: str, mixed: float
) -> None:
    """Of 200 entries the 80 wrong ones are accused at most, and no other, if lists are mixed up."""
    rows, wrong = made_up(200, seed=3, agency=agency), range(60, 140)
    for record in rows:
        server.add_row(record)
    (tmp_path / "a.bib").write_text("".join(entries(rows, wrong)))
    server.mixing, server.mixed, server.draw = how, mixed, Random(5)
    found = findings(server, tmp_path / "a.bib")
    lines = {
        finding.source.location(finding.span.start).line
        for finding in found
        if finding.severity is not Severity.HINT
    }
    accused = {line - 1 for line in lines}
    assert accused <= {*wrong}
    assert len(accused) >= 70
    service = agency.lower()
    if not how:
        assert accused == {*wrong}
        assert server.requests[f"{service} single"] == 10
        assert server.requests[f"{service} list"] == 6
        server.forget()
        assert len(findings(server, tmp_path / "a.bib")) == 80
        assert not server.requests


@pytest.mark.parametrize(
    ("right", "wrong", "how", "most"),
    [
        (0, 400, "", 40),
        (60, 60, "", 12),
        pytest.param(1000, 0, "", 30, marks=pytest.mark.slow),
        pytest.param(1000, 0, "swapped", 100, marks=pytest.mark.slow),
        pytest.param(300, 100, "swapped", 150, marks=pytest.mark.slow),
    ],
)
def test_requests(  # noqa: PLR0917 - a table
    server: RegistriesServer, tmp_path: Path, right: int, wrong: int, how: str, most: int
) -> None:
    """So many requests at most, and nobody is accused who is right; in a mixed list 4 % are not."""
    rows = made_up(right + wrong, seed=7)
    for record in rows:
        server.add_row(record)
    (tmp_path / "a.bib").write_text("".join(entries(rows, range(wrong))))
    server.mixing, server.mixed, server.draw = how, 1.0, Random(5)
    found = findings(server, tmp_path / "a.bib")
    lines = {finding.line for finding in found if finding.severity is not Severity.HINT}
    assert lines == {*range(1, wrong + 1)}
    asked = {name: count for name, count in server.requests.items() if "doi" not in name}
    assert sum(asked.values()) <= most, asked


def test_hint(server: RegistriesServer, tmp_path: Path) -> None:
    """A hint needs no second answer."""
    entry = "@article{a, author = {Doe, J.}, title = {%s}, year = {2015}, doi = {10.2000/one}}"
    (tmp_path / "a.bib").write_text(entry % "A field survey of wild tulips under grazing by sheep")
    (finding,) = findings(server, tmp_path / "a.bib")
    assert (finding.code, finding.severity) == ("DOI911", Severity.HINT)
    assert server.requests["datacite single"] == 0


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


def test_a_right_citation_is_no_excuse(server: RegistriesServer, tmp_path: Path) -> None:
    """Of two citations of one DOI the wrong one is confirmed, though the right one comes first."""
    page = tmp_path / "a.md"
    right = PAGE.format(tulips=TULIPS, roots=ROOTS)
    wrong = (
        right.partition("\n")[0].replace(TULIPS, ROOTS).replace("Doe J. (2015)", "Roe R. (2019)")
    )
    page.write_text(f"{right}\n{wrong}\n")
    assert codes(server, page) == ["DOI911"]
    assert server.requests["datacite single"] == 1


def test_a_claim_is_compared_once(
    server: RegistriesServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What decides whether a work is asked for again is what the document is judged by."""
    compared: list[Claim] = []

    def noted(claim: Claim, work: Work) -> CitationFacts:
        compared.append(claim)
        return facts_of(claim, work)

    registered.verdict_of.cache_clear()
    monkeypatch.setattr(agreement, "facts_of", noted)
    page = tmp_path / "a.md"
    page.write_text(PAGE.format(tulips=TULIPS, roots=ROOTS))
    assert not codes(server, page)
    assert len(compared) == 2


def test_an_answer_that_nobody_confirmed_accuses_nobody(
    server: RegistriesServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After Ctrl-C nobody is asked, and what a list alone says is held against no citation."""
    page = tmp_path / "a.md"
    page.write_text(PAGE.format(tulips=TULIPS, roots=ROOTS))
    server.lie = "swap"
    ask = works.ask

    async def interrupted(*arguments: Any, **named: Any) -> works.Asked:  # noqa: ANN401
        return (await ask(*arguments, **named)).replace(interrupted=True)

    monkeypatch.setattr(works, "ask", interrupted)
    assert codes(server, page) == []
    assert server.requests["datacite single"] == 0
