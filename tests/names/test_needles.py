"""The prefilter: what it lets pass, what it keeps out, and what it loads."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from names.test_publishers import ADDRESSES

from mdlint_doi.formats.markdown.translate import extract
from mdlint_doi.lint.settings import Settings
from mdlint_doi.names.needles import may_hold_doi, places
from mdlint_doi.names.publisher_links import RULES
from mdlint_doi.names.spelling import PUBLISHERS, Notations
from mdlint_doi.text.source import Source


@pytest.mark.parametrize(
    "text",
    [
        "10.1000/182",
        "10.123/x",
        "10\\.1000\\/182",
        "10%2E1000%2F182",
        "10&#46;1000&#47;182",
        "10.1000.10/x",
        "DOI: 0.1101/x",
        "doi:dvr36h",
        "https://doi.org/dvr36h",
        "HTTPS://DX.DOI.ORG/abc",
        "https://doi-org.ezproxy.example.edu/x",
        "https://hdl.handle.net/10.1/x",
        "hdl:10.1/x",
        "DOI 10/abc",
        "DOI\uff1a10/abc",
        "{doi}`1101/x`",
        "info:doi/10.1/x",
        "id=doi%3A10.1%2Fx",
        "doi = DOI_HERE",
        "<!-- mdlint-doi-disable -->",
        "% mdlint-doi-enable",
    ],
)
def test_what_may_be_a_doi_passes(text: str) -> None:
    """Each spelling passes, alone and behind characters outside ASCII."""
    assert may_hold_doi(text.encode())
    assert may_hold_doi(f"é İ {text}".encode())


@pytest.mark.parametrize(
    "text",
    [
        "",
        "doing, doi, a doi-like thing, the doidb",
        "version 10.4.2, 10.0.0.0/8, 10.5 kg, 10/12/2020, [10.4.2](https://example.org)",
        "Python 3.10.1/bin and http://10.1.2.3:80/x",
        "what is a DOI? A DOI of it.",
    ],
)
def test_what_is_no_doi_does_not(text: str) -> None:
    """Prose about other things is not even decoded."""
    assert not may_hold_doi(text.encode())


def test_further_needles_are_taken_when_asked_for() -> None:
    """A configured server, and publishers' addresses, count only where a run wants them."""
    local, page = b"http://LOCALHOST:8410/abc", b"https://www.nature.com/articles/x"
    assert not may_hold_doi(local)
    assert may_hold_doi(local, Notations(("localhost:8410",)))
    assert not may_hold_doi(page)
    assert may_hold_doi(page, PUBLISHERS)
    assert not may_hold_doi(b"https://example.org/nature.html and http://localhost", PUBLISHERS)


@pytest.mark.parametrize("host", [rule.host for rule in RULES])
@pytest.mark.parametrize(
    "written",
    [
        "https://www.{}/x",
        "<a href='{}/x'>",
        "HTTP://{}/x".upper(),
        "https://www.{}.ezproxy.example.edu/x",
    ],
)
def test_publishers_hosts_pass(host: str, written: str) -> None:
    """So do hosts as a library's proxy writes them, and dots that are escaped or encoded."""
    for dot in (".", "\\.", "%2E", "&#46;"):
        text = written.format(host.replace(".", dot))
        assert may_hold_doi(text.encode(), PUBLISHERS)
        assert places(text, PUBLISHERS)
        assert not places(text)
    behind = f"https://0-{host.replace('.', '-')}.lib.example.edu/x"
    assert may_hold_doi(behind.encode(), PUBLISHERS)
    assert [place for place in places(f"İ {behind}", PUBLISHERS) if place > len("İ https://")]


@pytest.mark.parametrize("written", ["[t]({})", "See <{}>.", "See {} too.", "İ\n\n> [t]: {} 'x'\n"])
def test_no_publishers_address_is_missed(written: str) -> None:
    """What a reader takes for a publisher's address passes, and is found."""
    for address, name in ADDRESSES:
        text = written.format(address)
        assert may_hold_doi(text.encode(), PUBLISHERS)
        found = extract(Source("x.md", text), Settings(), PUBLISHERS).mentions
        assert str(found[0].doi) == name


def test_few_files_without_a_doi_pass(shared: Path) -> None:
    """Of the corpus's Markdown files without anything like a DOI none is read further."""
    for path in (shared / "corpus").rglob("*.md"):
        data = path.read_bytes()
        if b"10." not in data and b"doi" not in data.lower():
            assert not may_hold_doi(data)


def test_no_parser_is_loaded() -> None:
    """Neither the prefilter nor the extractor needs markdown-it-py."""
    code = (
        "import sys, mdlint_doi.formats.markdown.format\n"
        "import mdlint_doi.formats.markdown.translate as e\n"
        "from mdlint_doi.text.source import Source\n"
        "from mdlint_doi.lint.settings import Settings\n"
        "e.extract(Source('x', '[a](https://doi.org/10.1000/182)'), Settings())\n"
        "print(*sorted({'markdown_it', 'mdit_py_plugins', 'httpx', 'asyncio'} & set(sys.modules)))"
    )
    run = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert run.stdout.strip() == ""
