"""Markup around a DOI that was meant as a link and is none, in Markdown and reStructuredText."""

from __future__ import annotations

import docutils.core
import docutils.nodes
import pytest

from mdlint_doi.lint.model import Finding
from mdlint_doi.lint.settings import Settings
from mdlint_doi.run.fixes import with_fixes
from mdlint_doi.run.judge import Judge, read_document
from mdlint_doi.text.source import Source

_OFFLINE = Settings(offline=True)
_A = "https://doi.org/10.1000/182"
_SICI = "https://doi.org/10.1002/(SICI)1097-4571(199806)49:8{}693::AID-ASI4{}3.0.CO;2-O"
_RAW, _ENCODED = _SICI.format("<", ">"), _SICI.format("%3C", "%3E")
_MARKDOWN = [
    (f"[**Paper**({_A})", f"[**Paper**]({_A})"),
    (f"See [Paper({_A}) and [x](b).", f"See [Paper]({_A}) and [x](b)."),
    (f"[DOI: 10.1000/182]{_A}", f"[DOI: 10.1000/182]({_A})"),
    (f"[Paper]{_A} and more", f"[Paper]({_A}) and more"),
    (f"[Paper] ({_A})", f"[Paper]({_A})"),
    (f"- [Paper] ({_A}).", f"- [Paper]({_A})."),
    (f"[Paper]({_A}", f"[Paper]({_A})"),
    (f"[Paper]({_A} and more.", f"[Paper]({_A}) and more."),
    (
        "[Paper] (https://doi.org/10.1016/S0010-4655(00)00228-9)",
        "[Paper](https://doi.org/10.1016/S0010-4655(00)00228-9)",
    ),
]
_RST = [
    (f"a `x <{_RAW}>`_ b", f"a `x <{_ENCODED}>`__ b"),
    (f"a `x <{_RAW}>`__ b", f"a `x <{_ENCODED}>`__ b"),
    (f"a `w <{_A}>` b", f"a `w <{_A}>`__ b"),
    (f"a `DOI <{_A}>` b", f"a `DOI <{_A}>`__ b"),
    (f"a `DOI<{_A}>`_ b", f"a `DOI <{_A}>`__ b"),
    ("a `DOI: 10.1000/182`__ b", f"a `DOI: 10.1000/182 <{_A}>`__ b"),
]


def _findings(text: str, name: str) -> list[Finding]:
    document = read_document(Source(name, text), _OFFLINE)
    return [*Judge(_OFFLINE).of(document).findings]


def _fixed(text: str, name: str) -> str:
    document = read_document(Source(name, text), _OFFLINE)
    return with_fixes(document, Judge(_OFFLINE).facts, unsafe=True).source.text


@pytest.mark.parametrize(("text", "fixed"), _MARKDOWN)
def test_brackets_that_make_no_link_are_repaired(text: str, fixed: str) -> None:
    """DOI401 reports them, the unsafe fix makes the link, and then nothing is reported."""
    assert [finding.code for finding in _findings(text, "a.md")] == ["DOI401"]
    assert _fixed(text, "a.md") == fixed
    assert _findings(fixed, "a.md") == []


def test_brackets_in_the_wrong_order_are_reported() -> None:
    """The message has the correct link; the guard refuses the fix, because a bracket is lost."""
    text = f"[[10.1000/182](]{_A})"
    (finding,) = _findings(text, "a.md")
    assert finding.message.endswith(f"write [10.1000/182]({_A})")
    assert _fixed(text, "a.md") == text


@pytest.mark.parametrize(
    "text",
    [
        f"As in [12] ({_A}) and [A] ({_A}).",
        f"[1]{_A}",
        f"- [x] ({_A})",
        f"A note[^note]({_A}) there.\n\n[^note]: b",
        f"[see Smith ({_A}) and more]",
        f"[see Smith ({_A}) and more",
        f"Title [Data set] ({_A})",
        f"`[Paper] ({_A})`",
        f"\\[Paper\\] ({_A})",
        f"[Paper] [x]({_A})",
        f"[Paper]({_A}) ({_A})",
        f"[Paper] ({_A})\n\n[Paper]: https://example.org",
        f"[Paper]: {_A}",
        "[Paper] (https://example.org)",
    ],
)
def test_other_brackets_are_text(text: str) -> None:
    """Numbers, notes, descriptions, code, links and other addresses are not reported."""
    assert [finding.code for finding in _findings(text, "a.md")] == []


@pytest.mark.parametrize(("text", "fixed"), _RST)
def test_phrases_that_are_no_link_are_repaired(text: str, fixed: str) -> None:
    """Docutils makes no link of them, and one after the fix."""
    assert [finding.code for finding in _findings(text, "a.rst")] == ["DOI401"]
    assert _fixed(text, "a.rst") == fixed
    assert (_links(text), len(_links(fixed))) == ([], 1)
    assert _findings(fixed, "a.rst") == []


@pytest.mark.parametrize(
    "text",
    [
        f"a `x <{_A}>`_ b",
        "a `DOI: 10.1000/182`__ b\n\n__ https://example.org",
        "a `10.1000/182`_ b",
        "a `10.1000/182` b",
        f".. default-role:: doi\n\na `w <{_A}>` b",
        "a `w <https://example.org>` b",
    ],
)
def test_other_phrases_are_not_reported(text: str) -> None:
    """Links, names, titles and other addresses are as they should be."""
    assert [finding.code for finding in _findings(text, "a.rst") if finding.code == "DOI401"] == []


def test_a_docstring_may_be_markdown() -> None:
    """A phrase in backquotes is code there, unless the module shows reStructuredText."""
    text = f'"""See `w <{_A}>`.\n{{}}\n"""\n'
    assert _findings(text.format(""), "a.py") == []
    found = _findings(text.format(":doi:`10.1000/183`"), "a.py")
    assert [finding.code for finding in found] == ["DOI401"]


def test_a_text_may_have_no_markup() -> None:
    """In a `.txt` file, a phrase in backquotes is reported only if the file is reStructuredText."""
    text = f"See `w <{_A}>`.\n"
    assert _findings(text, "a.txt") == []
    found = _findings(f"{text}\n.. note:: B\n", "a.txt")
    assert [finding.code for finding in found] == ["DOI401"]


def test_a_second_address_in_a_link_is_reported() -> None:
    """Docutils links both as one address."""
    text = f"{_A},https://doi.org/10.1000/183 b"
    assert _links(text) == [text[:-2]]
    assert [finding.code for finding in _findings(text, "a.rst")] == ["DOI401"]


def _links(text: str) -> list[str]:
    settings = {"report_level": 5, "halt_level": 5}
    tree = docutils.core.publish_doctree(text, settings_overrides=settings)
    return [
        reference["refuri"]
        for reference in tree.findall(docutils.nodes.reference)
        if "refuri" in reference
    ]
