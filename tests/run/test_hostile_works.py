"""What a registry says of a work goes to no terminal, page, log or comment as it was sent."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterator
from pathlib import Path

import pytest
from bs4 import BeautifulSoup
from cli.command import config, mdlint_doi
from markdown_it import MarkdownIt
from registries_server import RegistriesServer

from mdlint_doi.report.formats import FORMATS

EVIL = (
    "\u2066\u200b\x85\u2028::error::gone ]]> <script>alert(1)</script> &lt;img src=x onerror=f()"
    "&gt; &amp;lt;b&amp;gt; ](javascript:f()) | `x` @team ![a](http://evil.example/p.png)"
    " www.evil.example ##vso[task.complete] %0A::error::"
)
RETURNED = "\x1b[31m\x07\x08\u202e\r\n::error::gone\n"
TULIPS = "Root competition between tulips and hyacinths in sandy soils"
GLACIERS = "Melting of small glaciers in the northern valleys"
FORBIDDEN = {"Cc", "Cf", "Cs", "Zl", "Zp"}


def row(doi: str, title: str, noise: str) -> dict[str, object]:
    """Return a retracted work, each of whose texts ends in noise."""
    notice = {"DOI": f"10.1000/n{noise}", "type": "retraction", "updated": [[2012, 3, 4]]}
    return {
        "doi": doi,
        "title": [title + noise],
        "subtitle": [noise],
        "authors": [f"Okafor{noise}", "Quill"],
        "group_authors": [f"Okafor{noise}"],
        "container": [f"Ice{noise}"],
        "publisher": f"Press{noise}",
        "volume": f"1{noise}",
        "page": f"2{noise}",
        "type": f"journal-article{noise}",
        "year": 2009,
        "updated-by": [notice],
    }


@pytest.fixture(params=[EVIL, RETURNED, EVIL * 200], ids=len)
def server(request: pytest.FixtureRequest) -> Iterator[RegistriesServer]:
    """Return services whose works are full of noise."""
    noise = request.param
    rows = [row("10.1000/glaciers", GLACIERS, noise), row("10.1000/gone", "A study of bees", noise)]
    with RegistriesServer(rows) as services:
        yield services


def servers(server: RegistriesServer) -> tuple[str, ...]:
    """Return the options that lead to it."""
    url = server.url
    return tuple(config(server=url, crossref_server=url, datacite_server=url))


@pytest.fixture
def printed(server: RegistriesServer, tmp_path: Path) -> dict[str, str]:
    """Return all reports of a citation of another work and of a retracted one, by format."""
    page = f"Marlowe, A. (2017). {TULIPS}. J. Imag. 12, 345. https://doi.org/10.1000/glaciers\n"
    (tmp_path / "page.md").write_text(f"{page}\nSee doi:10.1000/gone.\n")
    files = [word for name in FORMATS for word in ("-o", f"{name}={name}.out")]
    ran = mdlint_doi(
        *(
            "check",
            "--isolated",
            "--depth",
            "all",
            "--select",
            "DOI91",
            "--explain",
            *servers(server),
        ),
        *("--color", "always", *files, "page.md"),
        cwd=tmp_path,
    )
    assert ran.code == 1
    work = mdlint_doi(
        "lookup", "--depth", "all", "--isolated", *servers(server), "10.1000/glaciers", cwd=tmp_path
    )
    reports = {name: (tmp_path / f"{name}.out").read_text("utf-8") for name in FORMATS}
    return reports | {"log": ran.err, "work": work.out}


def test_nothing_of_it_gets_out(printed: dict[str, str]) -> None:
    """No control, no endless title, no command to a build service, no markup of theirs."""
    assert "DOI912" in printed["text"]
    for name, text in printed.items():
        unseen = {
            unicodedata.category(character) for character in text if character != "\n"
        } & FORBIDDEN
        assert not unseen, name
        assert len(text) < 200_000, name
    commands = [line for line in printed["github"].splitlines() if line.startswith(("::", "##"))]
    assert all(line.startswith(("::error file=", "::warning file=")) for line in commands)
    soup = BeautifulSoup(printed["html"], "html.parser")
    assert not soup.find_all(["img", "iframe"])
    assert all("alert" not in script.get_text() for script in soup.find_all("script"))
    links = [str(tag["href"]) for tag in soup.find_all(href=True)]
    assert not [link for link in links if "evil" in link or not link.startswith(("https://", "#"))]
    comment = BeautifulSoup(MarkdownIt("gfm-like").render(printed["markdown"]), "html.parser")
    assert not comment.find_all(["img", "script", "b"])
    assert {str(a["href"]).split("/")[2] for a in comment.find_all("a")} <= {"github.com"}
    assert "@team" not in printed["markdown"]
    assert json.loads(printed["sarif"])["version"] == "2.1.0"


def test_a_title_of_five_megabytes(tmp_path: Path) -> None:
    """It is not read to its end, is kept nowhere, and the citation counts as not judged."""
    (tmp_path / "page.md").write_text("See doi:10.1000/gone.\n")
    with RegistriesServer([row("10.1000/gone", "Bees", "A" * 5_000_000)]) as server:
        told = ("--depth", "all", "--select", "DOI91", *config(cache_dir="cache"), *servers(server))
        ran = mdlint_doi("check", "--isolated", *told, "page.md", cwd=tmp_path)
    assert (ran.code, "DOI916" in ran.out) == (0, True)
    assert len(ran.out) < 2_000
    assert sum(path.stat().st_size for path in (tmp_path / "cache").rglob("*.sqlite*")) < 200_000
