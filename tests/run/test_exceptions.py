"""Exceptions that no document needs: told at their line, once a run, by a run over all files."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from cli.command import NEVER_WAITS, Ran, config, mdlint_doi
from registries_server import RegistriesServer
from run.registered import ROWS

PAGE = "See https://doi.org/10.1000/tulips and https://doi.org/10.1000/gone.\n"
HEAD = "[tool.mdlint-doi.exceptions]\n"


@pytest.fixture
def server() -> Iterator[RegistriesServer]:
    """Return services that hold the rows."""
    with RegistriesServer(ROWS) as services:
        yield services


def check(server: RegistriesServer, folder: Path, *words: str, where: str = ".") -> Ran:
    """Check a folder."""
    url = server.url
    return mdlint_doi(
        *("check", *config(server=url, crossref_server=url, datacite_server=url)),
        *config(cache_dir=str(folder.parent / "cache")),
        *("--depth", "works", "--output-format", "concise", *words),
        cwd=folder / where,
        command=NEVER_WAITS,
    )


def told(ran: Ran) -> list[str]:
    """Return the place of each stale exception."""
    return [line.partition(": ")[0] for line in ran.out.splitlines() if "DOI906" in line]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Return a project whose first exception is not needed, and whose second one is."""
    folder = tmp_path / "project"
    (folder / "docs").mkdir(parents=True)
    (folder / "docs" / "page.md").write_text(PAGE)
    (folder / "docs" / "other.md").write_text(PAGE)
    exceptions = '"10.1000/Tulips" = "not yet"\n"10.1000/gone" = "on purpose"\n'
    (folder / "pyproject.toml").write_text(f"{HEAD}{exceptions}'10.1000/nowhere' = 'x'\n")
    return folder


def test_once_at_its_line(server: RegistriesServer, project: Path) -> None:
    """The finding stands in the settings file, in the first run and in the second."""
    for _ in range(2):
        ran = check(server, project, ".")
        assert told(ran) == ["pyproject.toml:2:2"]
        assert "(reason: 'not yet')" in ran.out
        assert "Found 1 problem (1 warning) in pyproject.toml; 2 files checked" in ran.out
        assert ran.code == 1
    lines = (project / "pyproject.toml").read_text().splitlines(keepends=True)
    (project / "pyproject.toml").write_text("".join(lines[:1] + lines[2:]))
    assert check(server, project, ".").code == 0


@pytest.mark.parametrize(
    "words",
    [
        ("docs",),
        ("docs/page.md", "docs/other.md", "pyproject.toml"),
        (".", "--offline"),
        (".", "--depth", "registration"),
        (".", "--exclude", "other.md"),
        (".", "--config", 'exclude=["other.md"]'),
        (".", "--formats", "no-bibtex"),
        (".", "--ignore", "DOI906"),
        (".", "--isolated"),
        (".", "--since", "HEAD"),
        ("-", "."),
    ],
    ids=" ".join,
)
def test_never_of_a_part(server: RegistriesServer, project: Path, words: tuple[str, ...]) -> None:
    """A run that leaves out a file or a look-up does not know whether an exception is needed."""
    if "--since" in words:
        for git in (("init", "-q"), ("add", "."), ("commit", "-qm", "a")):
            who = ("-c", "user.name=a", "-c", "user.email=a@example.org")
            subprocess.run(["git", *who, *git], cwd=project, check=True)
    ran = check(server, project, *words)
    if words == ("-", "."):
        assert told(ran) == ["pyproject.toml:2:2"]
    elif words == (".", "--ignore", "DOI906"):
        assert ran.code == 0
    else:
        assert told(ran) == []


def test_a_file_that_is_known_clean_counts(server: RegistriesServer, project: Path) -> None:
    """A document that needs the exception is read although a run before found nothing in it."""
    (project / "docs" / "other.md").write_text("See https://doi.org/10.1000/tulips.\n")
    (project / "pyproject.toml").write_text(f"{HEAD}'10.1000/gone' = 'on purpose'\n")
    for words in (["docs/page.md"], ["."], ["."]):
        assert told(check(server, project, *words)) == []
    (project / "docs" / "page.md").write_text("See https://doi.org/10.1000/tulips.\n")
    (project / "docs" / "new.md").write_text("It was retracted: doi:10.1000/gone.\n")
    assert told(check(server, project, ".")) == ["pyproject.toml:2:2"]


def test_an_outage_tells_nothing(server: RegistriesServer, project: Path) -> None:
    """Without the answer about the work, nobody knows whether an exception is needed."""
    server.fail("503", service="crossref")
    assert told(check(server, project, ".")) == []


def test_what_is_never_registered_there(server: RegistriesServer, project: Path) -> None:
    """An agency whose records are not read is no reason to keep an exception."""
    (project / "docs" / "page.md").write_text("See https://doi.org/10.2000/medra.\n")
    (project / "pyproject.toml").write_text(f"{HEAD}\n'10.2000/medra' = 'x'\n")
    assert told(check(server, project, ".")) == ["pyproject.toml:3:2"]


def test_only_the_named_rules_count(server: RegistriesServer, project: Path) -> None:
    """An exception for a rule that reports nothing is not needed, whatever others report."""
    table = "{reason = 'on purpose', rules = ['DOI911']}"
    (project / "pyproject.toml").write_text(f"{HEAD}'10.1000/gone' = {table}\n")
    ran = check(server, project, ".")
    assert ran.out.count("DOI912") == 2
    assert told(ran) == ["pyproject.toml:2:2"]
    (project / "pyproject.toml").write_text(f"{HEAD}'10.1000/gone' = {table}\n".replace("1'", "2'"))
    assert check(server, project, ".").code == 0


def test_each_settings_file_for_itself(server: RegistriesServer, project: Path) -> None:
    """A nearer file's exceptions are judged by the documents below it."""
    (project / "docs" / "mdlint-doi.toml").write_text("exceptions.'10.1000/gone' = 'x'\n")
    (project / "docs" / "page.md").write_text("See https://doi.org/10.1000/tulips.\n")
    (project / "docs" / "other.md").write_text("It was retracted: doi:10.1000/gone.\n")
    (project / "README.md").write_text("See https://doi.org/10.1000/gone.\n")
    (project / "pyproject.toml").write_text(f"{HEAD}'10.1000/gone' = 'on purpose'\n")
    assert told(check(server, project, ".")) == ["docs/mdlint-doi.toml:1:13"]
    assert told(check(server, project, "docs")) == ["docs/mdlint-doi.toml:1:13"]
    assert told(check(server, project, where="docs")) == ["mdlint-doi.toml:1:13"]


def test_all_formats_take_the_place(server: RegistriesServer, project: Path) -> None:
    """Every report has the finding with the path of the settings file; a baseline never has it."""
    for name in ("json", "sarif", "gitlab", "junit", "rdjson", "github", "markdown", "html"):
        ran = check(server, project, ".", "--output-format", name)
        assert "pyproject.toml" in ran.out, name
    check(server, project, ".", "--write-baseline", "baseline.json")
    assert json.loads((project / "baseline.json").read_text())["findings"] == []
    assert told(check(server, project, ".", "--baseline", "baseline.json"))
    before = (project / "pyproject.toml").read_text()
    for options in (["--fix", "--unsafe-fixes"], ["--add-suppressions"]):
        ran = check(server, project, ".", *options)
        assert (ran.code, told(ran)) == (1, ["pyproject.toml:2:2"])
    assert (project / "pyproject.toml").read_text() == before


def test_a_file_that_is_named(server: RegistriesServer, project: Path) -> None:
    """With `--config FILE`, the run must read the folder of the file and the current one."""
    (project / "ci").mkdir()
    (project / "ci" / "doi.toml").write_text("exceptions = {'10.1000/tulips' = 'x'}\n")
    (project / "ci" / "page.md").write_text("See https://doi.org/10.1000/tulips.\n")
    named = ("--config", "ci/doi.toml")
    assert told(check(server, project, ".", *named)) == ["ci/doi.toml:1:16"]
    assert told(check(server, project, "ci", *named)) == []
