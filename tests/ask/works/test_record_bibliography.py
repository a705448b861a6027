"""`mdlint-doi record --bibliography` writes an entry for each work that the documents mention."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from cli.command import NEVER_WAITS, Ran, config, mdlint_doi
from registries_server import RegistriesServer

ROOTS = {
    "doi": "10.1000/Roots",
    "title": ["Roots of trees"],
    "authors": ["Doe"],
    "given": ["Jo"],
    "year": 2020,
    "container": ["Journal of Trees"],
    "type": "journal-article",
}
LEAVES = {**ROOTS, "doi": "10.1000/leaves", "title": ["Leaves of trees"]}
HEADER = "% Written by mdlint-doi record; changes are lost. Put your own entries in another file.\n"
ENTRY = (
    "@article{doe2020roots,\n  author = {Doe, Jo},\n  title = {{Roots of trees}},\n"
    "  year = {2020},\n  journal = {Journal of Trees},\n  doi = {10.1000/Roots},\n}\n"
)


@pytest.fixture
def server() -> Iterator[RegistriesServer]:
    """Return services that hold two works."""
    with RegistriesServer([ROOTS, LEAVES]) as services:
        yield services


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Return a folder with a document that names a work, and a DOI that is not registered."""
    (tmp_path / "a.md").write_text("<https://doi.org/10.1000/Roots> doi:10.1000/gone\n")
    return tmp_path


def record(server: RegistriesServer, folder: Path, *arguments: str) -> Ran:
    """Run `mdlint-doi record` in a folder."""
    return mdlint_doi(
        *("record", *config(crossref_server=server.url), "--isolated", *arguments),
        cwd=folder,
        command=NEVER_WAITS,
        MDLINT_DOI_SERVER=server.url,
        MDLINT_DOI_DATACITE_SERVER=server.url,
        MDLINT_DOI_DEPTH="works",
    )


def test_an_entry_for_each_work(server: RegistriesServer, project: Path) -> None:
    """The file has the spelling of the document; a second run and one offline change nothing."""
    ran = record(server, project, "--bibliography", "refs.bib")
    assert ran.code == 0
    assert "refs.bib: 1 entry\n1 DOI has no entry (not registered): 10.1000/gone\n" in ran.err
    assert (project / "refs.bib").read_text() == f"{HEADER}\n{ENTRY}"
    before = (project / "refs.bib").stat().st_mtime_ns
    asked = sum(server.requests.values())
    assert record(server, project, "--offline", "--bibliography", "refs.bib").code == 0
    assert sum(server.requests.values()) == asked
    assert record(server, project, "--bibliography", "refs.bib").code == 0
    assert (project / "refs.bib").stat().st_mtime_ns == before


def test_a_doi_that_was_not_recorded(server: RegistriesServer, project: Path) -> None:
    """Offline, a DOI that the records file lacks fails the command, so a CI job notices it."""
    record(server, project, "--bibliography", "refs.bib")
    (project / "b.md").write_text("<https://doi.org/10.1000/leaves>\n")
    ran = record(server, project, "--offline", "--bibliography", "refs.bib")
    assert ran.code == 3
    assert "1 DOI of the documents cannot be found" in ran.err
    assert "(10.1000/leaves); run the command without --offline to look it up" in ran.err
    assert (project / "refs.bib").read_text() == f"{HEADER}\n{ENTRY}"
    (project / "c.md").write_text("<https://doi.org/10.1000/stems>\n")
    ran = record(server, project, "--offline", "--bibliography", "refs.bib")
    assert "2 DOIs of the documents cannot be found" in ran.err
    assert "(10.1000/leaves and 1 more)" in ran.err


@pytest.mark.parametrize(
    ("arguments", "code"),
    [([], 0), (["--strict"], 0), (["--depth", "all"], 0), (["--strict", "--depth", "all"], 3)],
)
def test_a_work_that_was_not_recorded(
    server: RegistriesServer, project: Path, arguments: list[str], code: int
) -> None:
    """Offline, a recorded DOI without a work fails the command only if all works are required."""
    record(server, project, "--depth", "registration")
    ran = record(server, project, "--offline", "--bibliography", "refs.bib", *arguments)
    assert "1 DOI has no entry (the work is not known): 10.1000/Roots" in ran.err
    assert ran.code == code


@pytest.mark.parametrize(("arguments", "code"), [([], 0), (["--strict"], 3), (["lost.md"], 2)])
def test_a_document_that_was_not_read(
    server: RegistriesServer, project: Path, arguments: list[str], code: int
) -> None:
    """Offline as online, the entries of the other documents are written, whatever the exit code."""
    (project / "open.bib").write_text("@article{a, doi = {10.1000/gone}")
    words = (".", *arguments, "--bibliography", "refs.bib")
    for more in ([], ["--offline"]):
        (project / "refs.bib").unlink(missing_ok=True)
        assert record(server, project, *words, *more).code == code
        assert (project / "refs.bib").read_text() == f"{HEADER}\n{ENTRY}"


def test_entries_of_a_document_that_was_not_read(server: RegistriesServer, project: Path) -> None:
    """Offline as online, entries stay that a document may need which could not be read."""
    other = project / "b.md"
    other.write_text("<https://doi.org/10.1000/leaves>\n")
    assert record(server, project, "--bibliography", "refs.bib").code == 0
    before = (project / "refs.bib").read_text()
    assert before.count("@article") == 2
    other.write_bytes(b"\xff\xfe\x00<https://doi.org/10.1000/leaves>\n")
    for more in ([], ["--offline"]):
        record(server, project, "--bibliography", "refs.bib", *more)
        assert (project / "refs.bib").read_text() == before
    other.unlink()
    record(server, project, "--bibliography", "refs.bib")
    assert (project / "refs.bib").read_text() == f"{HEADER}\n{ENTRY}"


def test_both_formats(server: RegistriesServer, project: Path) -> None:
    """A file that the command wrote is no bibliography that somebody else made."""
    (project / "b.md").write_text("---\nbibliography: refs.json\n---\n\nA page.\n")
    assert "refs.bib: 1 entry" in record(server, project, "--bibliography", "refs.bib").err
    for name in ("refs.json", "refs.bib"):
        ran = record(server, project, "--offline", "--bibliography", name)
        assert (ran.code, f"{name}: 1 entry\n" in ran.err) == (0, True), ran.err


def test_the_result_is_silent_under_the_own_check(server: RegistriesServer, project: Path) -> None:
    """Each entry agrees with the record that it comes from."""
    record(server, project, "--bibliography", "refs.bib")
    check = ("check", "--isolated", "--offline", "--records", "doi-records.json")
    ran = mdlint_doi(*check, "--depth", "all", "refs.bib", cwd=project)
    assert (ran.code, "no differences" in ran.out) == (0, True), ran.out


def test_an_entry_by_hand_wins(server: RegistriesServer, project: Path) -> None:
    """A DOI in a bibliography of the project gets no second entry, in any letter case."""
    (project / "own.bib").write_text("@article{r, title={Roots of trees}, doi={10.1000/ROOTS}}")
    ran = record(server, project, "--bibliography", "refs.bib")
    assert "refs.bib: 0 entries; 1 DOI described in other files" in ran.err
    assert (project / "refs.bib").read_text() == f"{HEADER}"


@pytest.mark.parametrize("name", ["refs.bib", "refs.json"])
def test_a_foreign_file_is_never_overwritten(
    server: RegistriesServer, project: Path, name: str
) -> None:
    """The error comes before any request."""
    text = "@misc{a}\n" if name.endswith("bib") else '[{"id": "a"}]\n'
    (project / name).write_text(text)
    ran = record(server, project, "--bibliography", name)
    assert (ran.code, sum(server.requests.values())) == (2, 0)
    assert f"{name}: was not written by mdlint-doi; name another file" in ran.err
    assert (project / name).read_text() == text


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["--bibliography", "refs.ris"], "a bibliography is a .bib or a .json file"),
        (["--bibliography", "no/refs.bib"], "the folder no does not exist"),
        (["--offline"], "--offline is for --bibliography"),
        (["--offline", "--bibliography", "refs.bib"], "doi-records.json: does not exist"),
        (["--offline", "--prune", "--bibliography", "refs.bib"], "--prune needs a run without it"),
    ],
)
def test_wrong_usage(
    server: RegistriesServer, project: Path, arguments: list[str], why: str
) -> None:
    """Exit code 2 before any request, and nothing is written."""
    ran = record(server, project, *arguments)
    assert (ran.code, sum(server.requests.values())) == (2, 0)
    assert why in ran.err
    assert [path.name for path in project.iterdir()] == ["a.md"]


def test_keys_stay(server: RegistriesServer, project: Path) -> None:
    """A key that somebody cites does not change when works with the same data are added."""
    record(server, project, "--bibliography", "refs.bib")
    path = project / "refs.bib"
    path.write_text(path.read_text().replace("{doe2020roots,", "{mine,"))
    (project / "b.md").write_text("<https://doi.org/10.1000/leaves>\n")
    record(server, project, "--bibliography", "refs.bib")
    text = path.read_text()
    assert ENTRY.replace("doe2020roots", "mine") in text
    assert "@article{doe2020leaves," in text


def test_in_an_outage_entries_stay(server: RegistriesServer, project: Path) -> None:
    """A DOI that could not be checked keeps its entry; one that is no longer mentioned loses it."""
    (project / "b.md").write_text("<https://doi.org/10.1000/leaves>\n")
    record(server, project, "--bibliography", "refs.bib")
    (project / "b.md").unlink()
    server.fail("503")
    (project / "doi-records.json").unlink()
    config_ = ("--config", "use-cache = false")
    ran = record(server, project, *config_, "--bibliography", "refs.bib")
    assert ran.code == 3
    server.forget()
    server.fail("503", service="crossref")
    record(server, project, *config_, "--bibliography", "refs.bib")
    assert (project / "refs.bib").read_text() == f"{HEADER}\n{ENTRY}"


def test_csl_json(server: RegistriesServer, project: Path) -> None:
    """The same works as items; the first one says who wrote the file, and a second run agrees."""
    for _ in range(2):
        assert record(server, project, "--bibliography", "refs.json").code == 0
    (item,) = json.loads((project / "refs.json").read_text())
    assert item.pop("custom") == {"written-by": "mdlint-doi record"}
    assert (item["id"], item["DOI"]) == ("doe2020roots", "10.1000/Roots")
