"""What is shown of a text can do nothing to a terminal or a log."""

from __future__ import annotations

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mdlint_doi.report import safe

HOSTILE = (
    "\x1b[2J\x1b]8;;http://evil\x07click\x1b]8;;\x07",
    "\x9b31m",
    "\u202egpj.exe",
    "\u2066abc\u2069",
    "a\r\nb\x85c\u2028d",
    "\x00\x07\x08\x7f",
    "\udce9\udcff",
    "%0A::error::gotcha",
    "::add-mask::secret",
    " ::stop-commands::x",
    "##[error]x ##vso[task.setvariable]y ##teamcity[x]",
    "\U000e0001\U000e0041",
    "]]><script>alert(1)</script>&amp;",
    "soft\xadhyphen\u200bzero\ufeffbom",
)


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_becomes_visible(text: str) -> None:
    """Each character that hides or moves something is an escape."""
    shown = safe.visible(text)
    assert not {unicodedata.category(c) for c in shown} & {"Cc", "Cf", "Cs", "Zl", "Zp"}
    assert not re.search(r"##(vso|teamcity)?\[", shown)


@given(st.text(st.characters()))
def test_visible_is_idempotent_and_encodable(text: str) -> None:
    """A second pass changes nothing; UTF-8 can carry the result on one line."""
    shown = safe.visible(text)
    assert safe.visible(shown) == shown
    assert shown.encode("utf-8").decode() == shown
    assert len(shown.splitlines()) <= 1


@given(st.text(st.sampled_from("#[]vsoVSO\x1b a")))
def test_no_command_of_a_build_service_survives(text: str) -> None:
    """However the pieces stand together, `##[` and `##vso[` never come out."""
    assert not re.search(r"##(vso|teamcity)?\[", safe.visible(text), re.IGNORECASE)


@given(st.text(st.characters(exclude_categories=["C", "Z"])))
def test_ordinary_text_stays(text: str) -> None:
    """Letters, marks, numbers, punctuation and symbols of all scripts are shown as they are."""
    assert "##" in text or safe.visible(text) == text


@given(st.text(st.characters()), st.integers(2, 50))
def test_shorten_keeps_the_limit(text: str, limit: int) -> None:
    """Never more than the limit; a text within it is unchanged."""
    short = safe.shorten(text, limit)
    assert len(short) <= limit
    assert short == text or (len(text) > limit and "…" in short)


@pytest.mark.parametrize("name", ["::error file=x::y.md", "\t::warning::a", "\u3000::debug::"])
def test_a_path_is_no_workflow_command(name: str) -> None:
    """A file named like a command doesn't begin a line as one."""
    assert not safe.path(name).strip().startswith("::")


def test_lone_surrogates_can_be_encoded() -> None:
    """A path of bytes that are no UTF-8 gets through, readable."""
    assert safe.encodable("caf\udce9.md") == r"caf\udce9.md"


def test_a_message_loses_its_end() -> None:
    """The beginning stays, so that no two quotations become one; what is short stays as it is."""
    text = f'10.1000/182 is registered as "{"a" * 300}"; the entry differs in title ("{"b" * 300}")'
    short = safe.message(text, 400)
    assert short == f"{text[:399]}…"
    assert safe.message(short, 400) == short
    assert safe.message("a\u200bb") == "a\\u200bb"
