"""What is shown of a large document before all of it is checked."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mdlint_doi.lint.model import Finding
from mdlint_doi.lint.settings import Settings
from mdlint_doi.run.learned import Learned
from mdlint_doi.run.request import Task
from mdlint_doi.server import checking
from mdlint_doi.server.actions import MOST
from mdlint_doi.server.checking import Checked
from mdlint_doi.server.provisional import provisional
from mdlint_doi.text.source import Source

_RUN = Task((), Settings(offline=True))
_BLOCKS = (
    "# A heading\n",
    "See http://dx.doi.org/10.1000/182 and\nhttps://doi.org/10.1000/183.\n",
    "- doi: 10.1000/184.\n- <http://doi.org/10.1000/185>\n",
    "```\nhttp://dx.doi.org/10.1000/186\n\nhttp://dx.doi.org/10.1000/187\n```\n",
    "[a]: http://dx.doi.org/10.1000/188\n",
    "\U0001f600 Nothing.\n",
)


def _checked(text: str, name: str = "a.md") -> Checked:
    return checking.check(checking.read(Source(name, text), _RUN), _RUN, Learned())


def _told(findings: object) -> list[tuple[object, ...]]:
    assert isinstance(findings, list | tuple)
    return [
        (finding.code, finding.span, finding.message, finding.fix, finding.line)
        for finding in findings
        if isinstance(finding, Finding)
    ]


@given(
    st.lists(st.sampled_from(_BLOCKS), min_size=1, max_size=30),
    st.sampled_from(
        ["x", "doi:10.1000/1 ", "http://dx.doi.org/10.1000/2", "\n\nhttp://doi.org/10.1000/3 "]
    ),
    st.data(),
)
def test_what_is_probable_is_so(blocks: list[str], new: str, data: st.DataObject) -> None:
    """What is shown after an edit is what the whole check finds, but for the edited lines."""
    text = "\n".join(blocks)
    start = data.draw(st.integers(0, len(text)))
    start = text.rfind("\n", 0, start) + 1
    after = text[:start] + new + text[start:]
    found, is_whole = provisional(_checked(text), Source("a.md", after))
    exact = _told(_checked(after).findings)
    if is_whole:
        assert _told(found) == exact


def test_code_is_not_looked_at() -> None:
    """In a fence nothing is said of an edit, nor in a document that switches rules off."""
    for first, last in (("```", "```"), ("<!-- mdlint-doi-disable DOI201 -->", "")):
        text = f"{first}\n" + "code\n\n" * 100 + f"{last}\n"
        old = "http://dx.doi.org/10.1000/182\n"
        at = text.index("code", 300)
        after = text[:at] + old + text[at:]
        found, is_whole = provisional(_checked(text), Source("a.md", after))
        assert not is_whole
        assert not [finding for finding in found if finding.code == "DOI201"]


def test_very_many_findings() -> None:
    """Those nearest to the edit are shown, and not more than an editor can show."""
    text = "See http://dx.doi.org/10.1000/182.\n\n" * 600
    found, _ = provisional(_checked(text), Source("a.md", f"{text}More."))
    assert len(found) == MOST
    assert found[-1].line == 1199


def test_other_formats() -> None:
    """Of a format whose parts mean nothing alone, what stands in other lines is kept."""
    lines = [f'  "a{at}": "http://dx.doi.org/10.1000/{at}",\n' for at in range(50)]
    text = '{\n  "@id": "b",\n' + "".join(lines) + '  "c": "d"\n}\n'
    at = text.index('"a30"')
    after = text[:at] + '"x": "y", ' + text[at:]
    checked = _checked(text, "codemeta.json")
    found, is_whole = provisional(checked, Source("codemeta.json", after))
    assert not is_whole
    exact = _checked(after, "codemeta.json").findings
    assert _told(found) == [row for row in _told(exact) if row[-1] != 33]


@pytest.mark.parametrize("new", ["x", "doi:10.1000/1 ", "http://dx.doi.org/10.1000/2 "])
@pytest.mark.parametrize("at", [0, 20, 40])
def test_prose_is_looked_at(new: str, at: int) -> None:
    """In prose the surroundings of an edit are looked at, and all is found."""
    blocks = [
        f"Paragraph {number} on http://dx.doi.org/10.1000/{number}.\n" for number in range(41)
    ]
    start = len("\n".join(blocks[:at])) + bool(at)
    text = "\n".join(blocks)
    after = text[:start] + new + text[start:]
    found, is_whole = provisional(_checked(text), Source("a.md", after))
    assert is_whole
    assert _told(found) == _told(_checked(after).findings)
