"""`mdlint-doi record` keeps works beside the answers of look-ups."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from cli.command import NEVER_WAITS, Ran, config, mdlint_doi
from registries_server import RegistriesServer

ROW = {"doi": "10.1000/roots", "title": ["Roots of trees"], "authors": ["Doe"], "year": 2020}
DATA = {"doi": "10.2000/data", "agency": "DataCite", "title": ["Data"], "creators": ["Roe, A."]}


@pytest.fixture
def server() -> Iterator[RegistriesServer]:
    """Return services that hold two works."""
    with RegistriesServer([ROW, DATA]) as registries:
        yield registries


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Return a folder with a document that names both, and one that is not registered."""
    page = "<https://doi.org/10.1000/roots> <https://doi.org/10.2000/data> doi:10.1000/gone\n"
    (tmp_path / "a.md").write_text(page)
    return tmp_path


def record(server: RegistriesServer, folder: Path, *arguments: str, contact: str = "") -> Ran:
    """Run `mdlint-doi record` in a folder."""
    return mdlint_doi(
        *("record", *config(crossref_server=server.url), "--isolated", *arguments),
        cwd=folder,
        command=NEVER_WAITS,
        MDLINT_DOI_SERVER=server.url,
        MDLINT_DOI_DATACITE_SERVER=server.url,
        MDLINT_DOI_DEPTH="works",
        MDLINT_DOI_CONTACT=contact,
    )


def works(folder: Path) -> dict[str, Any]:
    """Return the works that the file holds."""
    members = json.loads((folder / "doi-records.json").read_text(encoding="utf-8"))
    found: dict[str, Any] = members.get("works", {})
    return found


def test_record(server: RegistriesServer, project: Path) -> None:
    """The works of all registered names go into the file; a second run leaves the same bytes."""
    ran = record(server, project, contact="me@example.org")
    assert (ran.code, ran.err) == (0, "doi-records.json: 3 DOIs, 2 works\n")
    assert works(project)["10.1000/roots"] == {
        "outcome": "work",
        "titles": {"main": ["Roots of trees"]},
        "people": [["Doe", ""]],
        "years": [2020],
        "type": "journal-article",
        "agency": "Crossref",
    }
    assert works(project)["10.2000/data"]["people"] == [["Roe", "A."]]
    assert any("mailto=me@example.org" in target for target in server.targets)
    before = (project / "doi-records.json").read_bytes()
    server.forget()
    assert record(server, project).code == 0
    assert (project / "doi-records.json").read_bytes() == before
    assert not server.requests["crossref list"]


def test_record_in_an_outage(server: RegistriesServer, project: Path) -> None:
    """What can't be learned stays as it was, is told, and fails a strict run for all works."""
    record(server, project)
    before = works(project)
    server.fail("403", service="crossref")
    ran = record(server, project, *config(use_cache=False), "--strict")
    assert (ran.code, works(project)) == (0, before)
    assert "HTTP 403" in ran.err
    ran = record(server, project, *config(use_cache=False), "--strict", "--depth", "all")
    assert (ran.code, works(project)) == (3, before)


def test_works_off(server: RegistriesServer, project: Path) -> None:
    """With `--depth registration` nobody is asked, and the file is as it always was."""
    ran = record(server, project, "--depth", "registration")
    assert ran.err == "doi-records.json: 3 DOIs\n"
    assert "works" not in (project / "doi-records.json").read_text(encoding="utf-8")
    assert {*server.requests} == {"doi single"}


def test_pruned(server: RegistriesServer, project: Path) -> None:
    """A work goes with its name."""
    record(server, project)
    (project / "a.md").write_text("<https://doi.org/10.2000/data>\n")
    assert record(server, project).code == 0
    assert len(works(project)) == 2
    assert record(server, project, "--prune").code == 0
    assert [*works(project)] == ["10.2000/data"]
