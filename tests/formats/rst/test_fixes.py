"""Fixes of reStructuredText: only DOIs change, and docutils makes the same page."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from linear import is_within
from markdown_it.utils import read_fixture_file
from stated_fixes import stated

from mdlint_doi import fix_text
from mdlint_doi.formats.rst.guard import SameDoctree
from mdlint_doi.lint.edits import apply_edits
from mdlint_doi.lint.guard import WorkError
from mdlint_doi.lint.model import Edit
from mdlint_doi.lint.settings import Settings
from mdlint_doi.run.check import check
from mdlint_doi.run.request import Task
from mdlint_doi.text.span import Span

_SETTINGS = Settings(offline=True, extend_select=("DOI209",))
_CASES = [
    pytest.param(text, expected, id=title)
    for _, title, text, expected in read_fixture_file(Path(__file__).with_name("fixes.txt"))
]
_PIECES = (
    *(
        "http://dx.doi.org/10.1000/182",
        "`x <http://doi.org/10.1000/1>`_",
        "`http://doi.org/10.1000/8 <http://doi.org/10.1000/8>`_",
        ":doi:`doi:10.1000/2`",
    ),
    *(
        "DOI:`10.1000/3`",
        "doi:10.1000/4",
        "\n\n.. _t: http://doi.org/10.1000/5\n\n",
        "t_",
        "``",
        "`",
        "*",
    ),
    *("https://doi.org/10.1002/a(1)1:1<1::A>3.0.CO;2-L", "10.1000/6", "word", "<", ">", "\\", "_"),
    *("   :target: http://doi.org/10.1000/7", ".. image:: x", ".. note::", "   ", "\n", "\n\n"),
    *("====", "::", "- ", ".. comment", "|", "|s|", " ", " ", "(", ")", "\r\n", "\t", "__"),
)


def _fixed(text: str) -> str:
    return fix_text(text, "rst", _SETTINGS, unsafe=True)


def _without_dois(text: str) -> list[str]:
    return [word for word in text.split() if "10.1" not in word]


@pytest.mark.parametrize(("text", "expected"), _CASES)
def test_a_fix(text: str, expected: str) -> None:
    """The text after all fixes is that of the fixture; another run changes nothing."""
    assert _fixed(text) == expected
    assert _fixed(expected) == expected


@settings(max_examples=150, deadline=None)
@given(st.lists(st.sampled_from(_PIECES), max_size=12).map("".join))
def test_only_dois_change(text: str) -> None:
    """Words without a DOI stay, in order; a second run changes nothing."""
    once = _fixed(text)
    assert _fixed(once) == once
    assert _without_dois(once) == _without_dois(text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x 10.1000/1\n", "y 10.1000/1\n"),
        ("`x <http://doi.org/10.1000/1>`_\n", "`x <https://doi.org/10.1000/1>`__ y\n"),
        (".. note:: 10.1000/1\n", ".. tip:: 10.1000/1\n"),
        ("10.1000/1\n\n- x\n", "10.1000/1\n- x\n"),
        (".. card:: a\n   :link: x\n", ".. card:: a\n   :link: y\n"),
        ("``10.1000/1``\n", "``10.1000/2``\n"),
        ("|s| 10.1000/1\n", "|t| 10.1000/1\n"),
        (".. include:: /etc/hostname\n", ".. include:: /etc/passwd\n"),
    ],
)
def test_the_guard_sees_other_changes(before: str, after: str) -> None:
    """What is no DOI may not change, nor what a DOI in code is."""
    assert not SameDoctree()(before, after, [])
    assert SameDoctree()(before, before, [])


@pytest.mark.parametrize(
    "text",
    [
        "a:" * 20_000,
        "*a " * 20_000,
        "- " * 3_000 + "x",
        "`" * 20_000,
        "\n".join(" " * at + "x" for at in range(400)),
    ],
    ids=["colons", "stars", "items", "backticks", "deep"],
)
def test_the_guard_gives_up_what_takes_docutils_long(text: str) -> None:
    """There is no fix in a text that would hold a run up, and no crash."""
    before = f"{text}\n\nhttp://doi.org/10.1000/1\n"
    after = before.replace("http:", "https:")
    with pytest.raises(WorkError):
        SameDoctree()(before, after, [])


@pytest.mark.parametrize(
    "text",
    [
        "".join(" " * at + f"http://dx.doi.org/10.1000/{at}\n\n" for at in range(220)),
        f"{'* ' * 20}a\n\n" * 2_500 + "http://dx.doi.org/10.1000/1\n",
        f"{'* ' * 200}http://dx.doi.org/10.1000/1\n\n" * 30,
    ],
    ids=["quotes in each other", "items in each other", "items on a line"],
)
@pytest.mark.parametrize("form", ["{}", "```{{eval-rst}}\n{}```\n"], ids=["rst", "markdown"])
def test_no_nesting_holds_a_run_up(text: str, form: str) -> None:
    """What is too deep, or too much, for docutils is refused without a look for each fix."""
    whole = form.format(text)
    name = "rst" if form == "{}" else "markdown"
    assert is_within(lambda: fix_text(whole, name, Settings(offline=True)), 300)


def test_without_docutils_nothing_is_fixed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the guard cannot be loaded the file stays, and the run says so."""
    for name in [
        module for module in sys.modules if module.startswith("mdlint_doi.formats.rst.guard")
    ]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "docutils", None)
    page = tmp_path / "a.rst"
    page.write_text("http://doi.org/10.1000/1\n", encoding="utf-8")
    report = check(Task((str(page),), Settings(offline=True), fix=True)).report
    assert page.read_text(encoding="utf-8") == "http://doi.org/10.1000/1\n"
    assert [finding.code for finding in report.findings] == ["DOI201"]
    (note,) = report.notes
    assert "docutils" in note.message


def test_a_target_keeps_its_name() -> None:
    """Other pages may refer to it, so a fix that renames it is no fix, though nothing here does."""
    before = ".. _roots: http://dx.doi.org/10.1000/182\n"
    address = Edit(Span(11, 40), "https://doi.org/10.1000/182")
    for edits, expected in (((address,), True), ((Edit(Span(4, 9), "tulip"), address), False)):
        after = apply_edits(before, edits)
        fixes = stated(*edits, was="10.1000/182", doi="10.1000/182")
        assert SameDoctree()(before, after, fixes) is expected, after
