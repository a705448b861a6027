"""The files of one folder give one DOI for their project: from files to findings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from registries_server import RegistriesServer

from mdlint_doi.lint.setting_types import Depth
from mdlint_doi.lint.settings import Settings
from mdlint_doi.run import loop
from mdlint_doi.run.check import check
from mdlint_doi.run.request import Task

OFFLINE = Settings(offline=True)
LINK = "https://doi.org/"


def badge(doi: str) -> str:
    """Return Zenodo's badge in Markdown."""
    return f"[![DOI](https://zenodo.org/badge/DOI/{doi}.svg)]({LINK}{doi})\n"


ZENODO, OTHER, JOSS = "10.5281/zenodo.7654321", "10.5281/zenodo.7654388", "10.21105/joss.09876"
CONCEPT = "10.5281/zenodo.7654320"


def said(folder: Path, files: Mapping[str, str], settings: Settings = OFFLINE) -> list[str]:
    """Return the files of which the rule says something."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    report = check(Task((str(folder),), settings)).report
    assert report.problems == ()
    found = [finding for finding in report.findings if finding.code == "DOI507"]
    return [str(Path(finding.path).relative_to(folder)) for finding in found]


@pytest.mark.parametrize("jobs", [1, 2])
def test_all_runs_say_the_same(tmp_path: Path, jobs: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """In several processes, with fixes, and where the rule is ignored or excepted."""
    monkeypatch.setattr(loop, "ENOUGH", 1)
    monkeypatch.setattr(loop, "ENOUGH_FIXED", 1)
    (tmp_path / "CITATION.cff").write_text(f"doi: {LINK}{JOSS}\n")
    (tmp_path / "README.md").write_text(badge(ZENODO).replace("](https", "](http"))
    task = Task((str(tmp_path),), OFFLINE, jobs=jobs)
    codes = ["DOI501", "DOI201", "DOI507"]
    assert sorted(finding.code for finding in check(task).report.findings) == sorted(codes)
    fixed = check(task.replace(fix=True)).report
    assert [finding.code for finding in fixed.findings] == ["DOI507"]
    assert len(fixed.fixed) == 2
    assert (tmp_path / "CITATION.cff").read_text() == f"doi: {JOSS}\n"
    assert said(tmp_path, {}, OFFLINE.replace(ignore=("DOI507",))) == []


def test_folders_are_apart(tmp_path: Path) -> None:
    """What another folder gives is another project's."""
    files = {"CITATION.cff": f"doi: {JOSS}\n", "a/README.md": badge(ZENODO)}
    assert said(tmp_path, files) == []
    assert said(tmp_path, {"a/CITATION.cff": f"doi: {JOSS}\n"}) == ["a/README.md"]


@pytest.fixture
def server() -> Iterator[RegistriesServer]:
    """Return DataCite with two versions of a work, and another work."""
    versions = [(ZENODO, CONCEPT, "v1.2.0"), (OTHER, CONCEPT, "v1.3"), ("10.5281/zenodo.8", "", "")]
    rows = [
        {
            "doi": doi,
            "agency": "DataCite",
            "title": ["Tulips"],
            "year": 2024,
            "type": "Software",
            "version": version or None,
            "relatedIdentifiers": [_related(concept)] if concept else [],
        }
        for doi, concept, version in (*versions, ("10.5281/zenodo.9", "10.5281/zenodo.7", "2"))
    ]
    rows.append({**rows[2], "doi": CONCEPT, "relatedIdentifiers": [_related(ZENODO, "HasVersion")]})
    with RegistriesServer(rows) as services:
        yield services


def _related(doi: str, kind: str = "IsVersionOf") -> dict[str, str]:
    return {"relationType": kind, "relatedIdentifier": doi, "relatedIdentifierType": "DOI"}


@pytest.mark.parametrize(
    ("cff", "readme", "expected"),
    [
        (f"doi: {CONCEPT}\n", ZENODO, []),
        (f"doi: {ZENODO}\n", OTHER, ["README.md"]),
        (f"doi: {ZENODO}\n", "10.5281/zenodo.9", ["README.md"]),
        (f"version: 1.3.0\ndoi: {ZENODO}\n", ZENODO, ["CITATION.cff"]),
    ],
)
def test_what_records_tell(
    server: RegistriesServer, tmp_path: Path, cff: str, readme: str, expected: list[str]
) -> None:
    """Two versions of one work, two works, and a version that the file is not about.

    A run with this rule alone looks the works up, too. The last run, from the cache, says the same:
    such files are never taken for clean.
    """
    url = server.url
    asked = Settings(
        server=url, crossref_server=url, datacite_server=url, cache_dir=str(tmp_path / "cache")
    )
    files = {"project/CITATION.cff": cff, "project/README.md": badge(readme)}
    told = [f"project/{name}" for name in expected]
    assert said(tmp_path, files, asked.replace(select=("DOI507",))) == told
    assert said(tmp_path, files, asked) == told
    assert said(tmp_path, {}, asked) == told


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_page_of_the_manual(
    server: RegistriesServer, tmp_path: Path, jobs: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its request is compared with the files of the project, and with what is registered."""
    monkeypatch.setattr(loop, "ENOUGH", 1)
    url, cache = server.url, str(tmp_path / "cache")
    asked = Settings(server=url, crossref_server=url, datacite_server=url, cache_dir=cache)
    old = f"# Citing\n\nPlease cite version 1.2, doi:{ZENODO}.\n"
    wrong = f"# Citing\n\nPlease cite version 1.3, doi:{ZENODO}.\n"
    files = {
        "a/CITATION.cff": f"version: 1.3.0\ndoi: {OTHER}\n",
        "a/docs/citing.md": old,
        "b/README.md": badge(CONCEPT),
        "b/doc/how-to-cite.md": wrong,
        "c/doc/index.md": wrong,
        "d/doc/citing.md": old,
        "e/README.md": badge(CONCEPT),
        "e/doc/citing.md": old,
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    expected = {"a/docs/citing.md": "a different version", "b/doc/how-to-cite.md": "version 1.3"}
    for _ in range(2):
        report = check(Task((str(tmp_path),), asked, jobs=jobs)).report
        found = [finding for finding in report.findings if finding.code == "DOI507"]
        told = {str(Path(finding.path).relative_to(tmp_path)): finding.message for finding in found}
        assert told.keys() == expected.keys()
        assert all(words in told[name] for name, words in expected.items())


def test_a_file_that_did_not_change_is_compared_anew(
    server: RegistriesServer, tmp_path: Path
) -> None:
    """A README that was clean is held against what CITATION.cff gives by now."""
    server.add("10.21105/joss.09876", {"DOI": JOSS, "title": ["Tulips"]}, "Crossref")
    cache = str(tmp_path / "cache")
    asked = Settings(
        server=server.url, depth=Depth.REGISTRATION, select=("DOI507",), cache_dir=cache
    )
    files = {"project/CITATION.cff": f"doi: {ZENODO}\n", "project/README.md": badge(ZENODO)}
    assert said(tmp_path, files, asked) == []
    changed = {"project/CITATION.cff": f"doi: {JOSS}\n"}
    assert said(tmp_path, changed, asked) == ["project/README.md"]


def test_works_of_other_documents_are_not_asked_for(
    server: RegistriesServer, tmp_path: Path
) -> None:
    """Without the rules that compare references, only files with own DOIs need works."""
    cache = str(tmp_path / "cache")
    asked = Settings(server=server.url, datacite_server=server.url, cache_dir=cache)
    settings = asked.replace(ignore=("DOI9",), crossref_server=server.url)
    files = {
        "project/page.md": f"See {LINK}10.5281/zenodo.9.\n",
        "project/README.md": badge(ZENODO),
    }
    assert said(tmp_path, files, settings) == []
    targets = [target for target in server.targets if "/api/handles/" not in target]
    assert any("7654321" in target for target in targets)
    assert not any("zenodo.9" in target for target in targets)
