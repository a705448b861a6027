"""What the action says of broken DOIs: what is new, what is repaired, and how it is written."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import pytest
from broken import Key, body_of, broken_in, compared, marker, news_of, state_of
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

DAY, RUN = "2026-11-22", "https://github.com/o/r/actions/runs/42"
GONE = Key("DOI901", "10.1000/gone")


def _finding(code: str = "DOI901", doi: str = "10.1000/gone", **more: object) -> dict[str, Any]:
    plain = {"path": "a.md", "line": 3, "name": "not-registered", "message": "m"}
    return {**plain, "code": code, "doi": doi, "severity": "error", "fixed": False, **more}


def _mention(doi: str = "10.1000/gone", **more: object) -> dict[str, Any]:
    return {"doi": doi, "outcome": "found", "retracted": False, **more}


def test_what_counts_as_broken() -> None:
    """What the DOI system and the registries say; each DOI once, in any case of its letters."""
    found = broken_in(
        [
            _finding(),
            _finding(doi="10.1000/GONE", path="b.md", line=7),
            _finding("DOI201"),
            _finding("DOI916", severity="hint"),
            _finding("DOI904", fixed=True),
        ]
    )
    assert list(found) == [GONE]
    assert found[GONE].places == ("a.md:3", "b.md:7")


@pytest.mark.parametrize(
    ("code", "mention", "complete", "is_repaired"),
    [
        ("DOI901", {"outcome": "found", "retracted": None}, True, True),
        ("DOI901", {"outcome": "unknown", "retracted": None}, True, False),
        ("DOI901", {"outcome": None, "retracted": None}, True, False),
        ("DOI901", {"outcome": "found"}, False, False),
        ("DOI912", {"outcome": "found", "retracted": False}, True, True),
        ("DOI912", {"outcome": "found", "retracted": None}, True, False),
        ("DOI912", {"outcome": "missing", "retracted": None}, True, True),
        ("DOI901", {"doi": "10.1000/other", "outcome": "unknown"}, True, True),
        ("DOI901", {"doi": None, "outcome": None}, True, True),
    ],
)
def test_what_counts_as_repaired(
    code: str, mention: Mapping[str, Any], *, complete: bool, is_repaired: bool
) -> None:
    """Only what a whole run was sure of; what it could not ask stays listed as it was."""
    key = Key(code, "10.1000/gone")
    change = compared({key: "2026-01-01"}, {}, [_mention(**mention)], today=DAY, complete=complete)
    assert (change.repaired, change.unchecked) == (((key,), ()) if is_repaired else ((), (key,)))
    assert change.since == ({} if is_repaired else {key: "2026-01-01"})


def test_the_text_keeps_what_was_broken() -> None:
    """The next run reads from the text what this one wrote, with the days."""
    change = compared({GONE: "2026-01-01"}, broken_in([_finding()]), [], today=DAY, complete=True)
    body = body_of("T", change, day=DAY, run=RUN)
    assert body.startswith(marker("T"))
    assert marker("T") != marker("U")
    assert state_of(body) == {GONE: "2026-01-01"}
    assert state_of(body.replace("\n", "\r\n")) == {GONE: "2026-01-01"}  # as GitHub keeps it
    assert news_of(change) == ""


@pytest.mark.parametrize(
    "state", ["", "AAAA", "eJw=", "e30=", "eJyrrgUAAXUA+Q==", "eJyLNtQx0jGOBQAJPAIF"]
)
def test_a_state_that_somebody_changed_is_none(state: str) -> None:
    """It is data: what is no list of three texts says nothing."""
    assert state_of(f"<!-- mdlint-doi state: {state} -->") == {}


def test_thousands_of_dois_fit() -> None:
    """GitHub takes 65,536 characters; the rest is counted."""
    hostile = "`" * 150 + "\u202e" * 300
    findings = [
        _finding(doi=f"10.1000/{number:x}{number * 7919**9:x}", path=hostile, message=hostile)
        for number in range(1500)
    ]
    change = compared({}, broken_in(findings), [], today=DAY, complete=True)
    for text in (body_of("T", change, day=DAY, run=RUN), news_of(change)):
        assert len(text) < 65_536
        assert re.search(r"^The log of the run contains 14\d\d more\.$", text, re.MULTILINE)
    assert len(state_of(body_of("T", change, day=DAY, run=RUN))) > 500


@given(st.text(st.sampled_from("`@#<>[]()!-|\n\r\\*_& x:/\u202e\x1b"), max_size=30))
def test_what_a_document_says_stays_code(text: str) -> None:
    """No name, path or message makes markup, mentions a user, or ends the hidden comment."""
    finding = _finding(doi=f"10.1000/{text}", path=text, message=text, name=text)
    change = compared({}, broken_in([finding]), [], today=DAY, complete=True)
    body = body_of("T", change, day=DAY, run=RUN)
    assert list(state_of(body)) == [Key("DOI901", f"10.1000/{text}".lower())]
    outside = []
    for token in MarkdownIt("commonmark").parse(body):
        for child in token.children or ():
            assert child.type in {"text", "code_inline", "html_inline", "softbreak"} or (
                child.type in {"link_open", "link_close"}
            )
            if child.type in {"text", "html_inline"}:
                outside.append(child.content)
    assert not set("@#`\u202e\x1b") & set("".join(outside))
    assert [piece for piece in outside if piece.startswith("<")] == ["<br>"]
