"""A shortDOI, an alias and the primary DOI of one work get the same verdicts about the work."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from cli.command import NEVER_WAITS, config, mdlint_doi
from registries_server import RegistriesServer

TULIPS = "Root competition between tulips and hyacinths in sandy soils"
ROWS = (
    {"doi": "10.1000/tulips", "title": [TULIPS], "authors": ["Marlowe"], "year": 2017},
    {
        "doi": "10.1000/gone",
        "title": ["A study of bees in winter gardens"],
        "authors": ["Bee"],
        "year": 2011,
        "updated-by": [{"DOI": "10.1000/notice", "type": "retraction", "updated": [[2012, 3, 4]]}],
    },
)
ALIASES = {"10/tul1p": "10.1000/tulips", "10.1000/old": "10.1000/tulips", "10/g0ne": "10.1000/gone"}
ENTRY = "@article{%s, doi = {%s}, author = {%s}, year = %s, title = {%s}}\n"
RIGHT = ("Marlowe, A.", 2017, TULIPS)
CAKES = ("Quill, B.", 2003, "Completely different cakes for every season of the year")


@pytest.fixture
def server() -> Iterator[RegistriesServer]:
    """Return services that hold the rows and aliases."""
    with RegistriesServer(ROWS) as services:
        for other, doi in ALIASES.items():
            services.add_alias(other, doi)
        yield services


def found(
    server: RegistriesServer, folder: Path, text: str, page: str = "refs.bib"
) -> tuple[list[str], int]:
    """Return a text's codes, except DOI903 and DOI904, and the number of compared references."""
    (folder / page).write_text(text, encoding="utf-8")
    url = server.url
    ran = mdlint_doi(
        *("check", "--isolated", "--depth", "works", page),
        *config(cache_dir="cache", server=url, crossref_server=url, datacite_server=url),
        cwd=folder,
        command=NEVER_WAITS,
    )
    compared = re.search(r"Compared ([0-9]+) reference", ran.out + ran.err)
    codes = re.findall(r"\b(DOI[0-9]+)\b", ran.out, re.MULTILINE)
    return [code for code in codes if code not in {"DOI903", "DOI904"}], int(
        compared[1]
    ) if compared else 0


@pytest.mark.parametrize("doi", ["10.1000/tulips", "10.1000/old", "10/tul1p"])
def test_one_work(server: RegistriesServer, tmp_path: Path, doi: str) -> None:
    """Each DOI of a work is compared with the reference beside it, and counts as compared."""
    assert found(server, tmp_path, ENTRY % ("a", doi, *RIGHT)) == ([], 1)
    assert found(server, tmp_path, ENTRY % ("a", doi, *CAKES)) == (["DOI911"], 1)
    page = f"Quill, B. (2003). {CAKES[2]}. *J. Cakes*, 12, 3. <https://doi.org/{doi}>\n"
    assert found(server, tmp_path, page, "page.md") == (["DOI911"], 1)


@pytest.mark.parametrize(
    ("text", "page"),
    [
        (ENTRY % ("a", "10/g0ne", "Bee, C.", 2011, "A study of bees in winter gardens"), "a.bib"),
        ("See <https://doi.org/g0ne>.\n", "page.md"),
        ("See {doi}`10/g0ne`.\n", "page.md"),
        ("See :doi:`10/g0ne`.\n", "page.rst"),
        (
            "cff-version: 1.2.0\ntitle: T\nreferences:\n- {title: B, doi: 10/g0ne}\n",
            "CITATION.cff",
        ),
    ],
)
def test_retraction(server: RegistriesServer, tmp_path: Path, text: str, page: str) -> None:
    """A retraction of a work is reported for its shortDOI in every carrier."""
    assert "DOI912" in found(server, tmp_path, text, page)[0]


def test_duplicates(server: RegistriesServer, tmp_path: Path) -> None:
    """Two entries of one work are duplicates, whichever of its DOIs they have."""
    names = ["10.1000/tulips", "10/tul1p", "10.1000/old"]
    for first in names:
        for second in names:
            text = ENTRY % ("a", first, *RIGHT) + ENTRY % ("b", second, *RIGHT)
            assert found(server, tmp_path, text) == (["DOI504"], 2), (first, second)
    text = ENTRY % ("a", "10/tul1p", *RIGHT) + ENTRY % (
        ("b", "10/g0ne", "Bee, C.", 2011, "A study of bees in winter gardens")
    )
    assert "DOI504" not in found(server, tmp_path, text)[0]
