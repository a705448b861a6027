"""Runs over identifiers: what they ask, and what they load."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from cli.command import config, mdlint_doi
from registries_server import RegistriesServer

from mdlint_doi import Settings, check_paths

TULIPS = "Root competition between tulips and hyacinths in sandy soils"
NUMBERS = [f"2301.{number:05}" for number in range(1, 41)]
ROWS = [
    {
        "doi": f"10.48550/arXiv.{number}",
        "agency": "DataCite",
        "title": [TULIPS],
        "authors": ["Marlowe"],
        "year": 2023,
        "type": "Preprint",
    }
    for number in NUMBERS
]


def test_forty_numbers_take_one_request_for_names_and_one_for_works(tmp_path: Path) -> None:
    """All numbers of a project are asked at once, as names are."""
    entries = (
        f"@misc{{a{number}, title = {{{TULIPS}}}, author = {{Marlowe, Ada}}, year = 2023,"
        f" eprint = {{{number}}}, archivePrefix = {{arXiv}}}}"
        for number in NUMBERS
    )
    (tmp_path / "refs.bib").write_text("\n".join(entries), encoding="utf-8")
    (tmp_path / "page.md").write_text(f"See arXiv:{NUMBERS[0]}v2.\n", encoding="utf-8")
    with RegistriesServer(ROWS) as server:
        url = server.url
        own = Settings(server=url, crossref_server=url, datacite_server=url, use_cache=False)
        result = check_paths([tmp_path], own)
        assert result.findings == ()
        assert server.requests == {"doi single": 1, "datacite list": 1}


@pytest.fixture(scope="module")
def server() -> Iterator[RegistriesServer]:
    """Run services that hold the rows."""
    with RegistriesServer(ROWS) as services:
        yield services


def _run(server: RegistriesServer, folder: Path, *arguments: str) -> str:
    url = server.url
    more = {} if "off" in arguments else {"crossref_server": url, "datacite_server": url}
    own = config(use_cache=False, server=url, **more)
    return mdlint_doi(*arguments, "--isolated", *own, cwd=folder).out


@pytest.mark.parametrize(
    "written",
    ["arXiv:2301.00001v2", "https://arxiv.org/abs/2301.00001", "arxiv.org/pdf/2301.00001.pdf"],
)
def test_commands_take_identifiers(server: RegistriesServer, tmp_path: Path, written: str) -> None:
    """`lookup` answers for the DOI that follows."""
    short = _run(server, tmp_path, "lookup", "--depth", "registration", written)
    assert short.startswith("10.48550/arXiv.2301.00001  registered")
    assert f'"{TULIPS}"' in _run(server, tmp_path, "lookup", "--depth", "all", written)


def test_a_search_leaves_identifiers_out(server: RegistriesServer, tmp_path: Path) -> None:
    """A reference with a number of arXiv needs no search: its DOI follows."""
    entry = f"@misc{{a, title = {{{TULIPS}}}, author = {{Marlowe, Ada}}, year = 2023, %s}}\n"
    (tmp_path / "refs.bib").write_text(entry % "eprint = {2301.00001}, archivePrefix = {arXiv}")
    printed = _run(server, tmp_path, "search", "refs.bib")
    assert "1 reference with an arXiv" in printed
    assert not [target for target in server.targets if "query" in target]


def test_mentions_show_identifiers(server: RegistriesServer, tmp_path: Path) -> None:
    """`--dump` has a line for each, with the DOI that follows, or none if nothing does."""
    (tmp_path / "page.md").write_text("See arXiv:2301.00001v2 and arXiv:1619.05729.\n")
    printed = _run(server, tmp_path, "check", "--dump", "--online", "page.md")
    rows = [json.loads(line) for line in printed.splitlines()]
    assert [(row["column"], row["doi"], row["outcome"]) for row in rows] == [
        (11, "10.48550/arXiv.2301.00001", "found"),
        (34, None, None),
    ]


def test_a_run_without_identifiers_loads_nothing_for_them(tmp_path: Path) -> None:
    """Neither rules nor a reader are loaded, nor what finds identifiers in a text."""
    (tmp_path / "page.md").write_text("Nothing of the kind, in 2301.00001.\n", encoding="utf-8")
    program = (
        "import sys; from mdlint_doi.cli import main\n"
        "try: main()\nexcept SystemExit: pass\n"
        "print('MODULES', *sys.modules)"
    )
    command = [sys.executable, "-c", program, "check", "--isolated", "page.md"]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=tmp_path)
    loaded = set(done.stdout.partition("MODULES")[2].split())
    own = {
        module.removeprefix("mdlint_doi.") for module in loaded if module.startswith("mdlint_doi.")
    }
    assert own
    assert not own & {"names.repository_numbers", "commonmark.parse"}
    assert not {module for module in own if module.startswith("lint.rules")}
