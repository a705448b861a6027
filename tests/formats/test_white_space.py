"""White space in a DOI or in its address is one rule, alike in all formats."""

from __future__ import annotations

from pathlib import Path

import pytest
from handle_server import HandleServer
from hypothesis import given
from hypothesis import strategies as st
from lint.world import findings

from mdlint_doi import Settings, fix_paths
from mdlint_doi.lint.model import Safety
from mdlint_doi.lint.setting_types import Depth
from mdlint_doi.names.scan.white_space import closed_up, spaced_end
from mdlint_doi.text.placed_text import PlacedText

DOI = "10.1016/j.cell.2019.01.001"
FOUND = ((DOI, "found"),)
ADDRESSES = (
    f"https://doi.org/ {DOI}",
    f"https://doi.org /{DOI}",
    f"https://doi. org/{DOI}",
    f"https://doi .org/{DOI}",
    f"http://dx.doi.org/  {DOI}",
    f"https://doi.org/10. {DOI[3:]}",
)
CARRIERS = {
    "page.md": "See {} now.\n",
    "cells.md": "| a |\n|---|\n| {} |\n",
    "block.md": "<p>See {} now.</p>\n",
    "angle.md": "See <{}> now.\n",
    "target.md": "See [it](<{}>) now.\n",
    "href.md": '<p>See <a href="{}">it</a>.</p>\n',
    "front.md": '---\nurl: "{}"\n---\n\nSee.\n',
    "page.rst": "See {} now.\n",
    "note.rst": ".. note::\n\n   See {} now.\n",
    "module.py": '"""See {} now."""\n',
    "page.txt": "See {} now.\n",
    "page.tex": "See \\href{{{}}}{{it}} now.\n",
    "text.tex": "See {} now.\n",
    "refs.bib": "@misc{{a, url = {{{}}}}}\n",
    "notes.bib": "@misc{{a, note = {{See {} now}}}}\n",
    "CITATION.cff": 'title: Tides\nurl: "{}"\n',
    "codemeta.json": '{{"@context": "https://w3id.org/codemeta/3.0", "identifier": "{}"}}\n',
    "refs.ris": "TY  - JOUR\nUR  - {}\nER  - \n",
    "page.html": "<p>See {} now.</p>\n",
}


@pytest.mark.parametrize("carrier", CARRIERS)
@pytest.mark.parametrize("address", ADDRESSES)
def test_a_blank_in_an_address_is_told(carrier: str, address: str) -> None:
    """Wherever the blank is and whatever carries the address, the whole DOI is named."""
    found = findings(CARRIERS[carrier].format(address), file=carrier, outcomes=FOUND)
    assert found
    assert any(finding.severity.value == "error" for finding in found)
    assert any(DOI in finding.message or str(finding.doi) == DOI for finding in found)


@pytest.mark.parametrize("carrier", ["page.md", "page.rst", "page.txt", "page.tex", "refs.bib"])
@pytest.mark.parametrize(
    "text", [f"https://doi.org/\n{DOI}", f"doi:{DOI[:15]}\n{DOI[15:]}", f"doi:10.\n{DOI[3:]}"]
)
def test_a_line_end_in_an_address_is_told(carrier: str, text: str) -> None:
    """A DOI that a line end cuts is DOI402, in plain text and LaTeX as in Markdown."""
    template = CARRIERS[carrier].replace("url =", "note =")
    found = findings(template.format(text), "DOI4", file=carrier, outcomes=FOUND)
    assert [(finding.code, str(finding.doi)) for finding in found] == [("DOI402", DOI)]


@pytest.mark.parametrize("end", [" now.", ", and", ")", ""])
def test_the_repair(end: str) -> None:
    """The fix closes the address up; it is safe only if the DOI is registered."""
    text = f"See https://doi.org/ {DOI}{end}\n"
    for outcomes, safety in ((), Safety.UNSAFE), (FOUND, Safety.SAFE):
        (found,) = findings(text, "DOI4", outcomes=outcomes)
        assert found.fix is not None
        assert found.fix.safety is safety
        (edit,) = found.fix.edits
        assert edit.span.cut(text) == f"https://doi.org/ {DOI}"
        assert edit.replacement == f"https://doi.org/{DOI}"


def test_the_repair_is_made(handle_server: HandleServer, tmp_path: Path) -> None:
    """The guard lets the fix pass: the page links the DOI where it linked the front page."""
    handle_server.add(DOI)
    path = tmp_path / "page.md"
    path.write_text(f"See https://doi.org/ {DOI} now.\n", encoding="utf-8")
    own = Settings(server=handle_server.url, use_cache=False, depth=Depth.REGISTRATION)
    assert fix_paths([path], own).findings == ()
    assert path.read_text(encoding="utf-8") == f"See https://doi.org/{DOI} now.\n"


@pytest.mark.parametrize(
    "text",
    [
        "The resolver is https://doi.org/ and more.",
        "See https://doi.org/ or 10.1000/182.",
        "See https://doi.org 10.1000/182.",
        "In 10. 2014/15 was built.",
        "10. 2014/15\n11. 2015/16",
        "The host doi. org is down.",
    ],
)
def test_other_white_space(text: str) -> None:
    """Nothing is told where a sentence goes on behind an address or a number."""
    assert findings(text, "DOI4", outcomes=(("10.1000/182", "found"),)) == []


@given(st.text(alphabet="doi.rg/:10 \t\nhtps2a", max_size=60))
def test_only_white_space_is_left_out(text: str) -> None:
    """The closed-up text is the text without some of its white space, in any text."""
    closed = closed_up(PlacedText(text, 0))
    joined, joints = closed.text, closed.joints
    assert "".join(joined.text.split()) == "".join(text.split())
    assert len(joints) == 0 or len(joined.text) < len(text)
    for reach in range(len(text)):
        assert spaced_end(text, 0, reach) >= reach
