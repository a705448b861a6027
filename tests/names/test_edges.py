"""Where a name begins and ends, at the edges of the rules."""

from __future__ import annotations

import json

import pytest

from mdlint_doi import find
from mdlint_doi.names.outcome import Missing
from mdlint_doi.names.scan.scan_starts import stands_alone


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("10.1000/cafe\u0301 x", "10.1000/cafe\u0301"),  # a combining mark is kept at the end
        ("10.1000/a\uf900b", "10.1000/a"),  # the first and the last of the ideographs
        ("10.1000/a\ufaffb", "10.1000/a"),
        ("10.1000/a*(b c", "10.1000/a"),  # the bracket behind a star is looked at, too
        ("10.1000/a*(b)c", "10.1000/a*(b)c"),
    ],
)
def test_end(text: str, written: str) -> None:
    """A name ends before what no one would take for a part of it."""
    assert [candidate.written for candidate in find(text)] == [written]


@pytest.mark.parametrize(
    ("text", "at", "alone"),
    [("_10.1000/1_", 1, True), ("x_10.1000/1_", 2, False), ("x_10.1000/a", 2, False)],
)
def test_underscore_before(text: str, at: int, alone: bool) -> None:  # noqa: FBT001
    """Behind an underscore a name stands alone if no letter is before that."""
    assert stands_alone(text, at) is alone


def test_a_missing_name_was_not_found() -> None:
    """Without a code, an answer is the handle system's 100: handle not found."""
    assert Missing().code == 100


def test_an_address_of_escapes_alone_has_no_name() -> None:
    """Where nothing but markup follows a resolver, nothing is found."""
    assert find("doi.org/\\\\&lt;http://") == []


def test_candidates_go_into_json() -> None:
    """A candidate has its place, its text, and the DOI or the error."""
    text = "See doi:10.1000/182, and doi:10.1000/."
    members = json.loads(json.dumps([candidate.to_dict() for candidate in find(text)]))
    assert members[0] == {
        "start": 4,
        "end": 19,
        "written": "doi:10.1000/182",
        "doi": "10.1000/182",
        "url": "https://doi.org/10.1000/182",
        "error": None,
    }
    assert members[1]["doi"] is None
    assert "suffix" in members[1]["error"]
