"""Reading Which RA's lists: a name's Agency, or nothing."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mdlint_doi.ask.readers.which_ra import read_agencies
from mdlint_doi.names.outcome import Cause, Unknown

ASKED = ("10.1000/a", "10.1000/B")
GOOD = [{"DOI": "10.1000/a", "RA": "Crossref"}, {"DOI": "10.1000/b", "RA": "DataCite"}]


def read(answer: Any, status: int = 200) -> object:  # noqa: ANN401
    """Return what is read of a list."""
    return read_agencies(status, json.dumps(answer).encode(), ASKED)


def test_agencies() -> None:
    """Each name gets the Agency that stands beside it; the echo's case is no matter."""
    assert read(GOOD) == ("Crossref", "DataCite")


@pytest.mark.parametrize("status", ["DOI does not exist", "Invalid DOI", "Unknown", "Error", "new"])
def test_negatives(status: str) -> None:
    """Any status is nothing learned; it is never a proof that a name is missing."""
    assert read([{"DOI": "10.1000/a", "status": status}, GOOD[1]]) == (None, "DataCite")


@pytest.mark.parametrize(
    "member",
    [
        {"DOI": "10.1000/other", "RA": "Crossref"},
        {"DOI": "10.1000/a", "RA": "Crossref", "status": "Error"},
        {"DOI": "10.1000/a", "RA": ""},
        {"DOI": "10.1000/a", "RA": 1},
        {"RA": "Crossref"},
        "10.1000/a",
        None,
    ],
)
def test_odd_member(member: object) -> None:
    """A member that is not about the name, or says two things, is nothing learned."""
    assert read([member, GOOD[1]]) == (None, "DataCite")


@pytest.mark.parametrize("answer", [GOOD[:1], [*GOOD, GOOD[0]], GOOD[0], {}, None, "x", 1, []])
def test_other_form(answer: object) -> None:
    """A list of another length, or no list, says nothing about any name."""
    assert read(answer) == ()


def test_other_order() -> None:
    """Members that stand beside other names than their own prove nothing."""
    assert read(GOOD[::-1]) == (None, None)


def test_no_service() -> None:
    """A server without the service is another form, not a failure to be repeated."""
    assert read_agencies(404, b"<html>", ASKED) == ()
    assert read(GOOD, status=404) == ()


@pytest.mark.parametrize(
    ("status", "cause"),
    [(403, Cause.BLOCKED), (429, Cause.RATE_LIMITED), (500, Cause.SERVER_ERROR)],
)
def test_failures(status: int, cause: Cause) -> None:
    """A failure that may pass is Unknown."""
    outcome = read(GOOD, status)
    assert isinstance(outcome, Unknown)
    assert outcome.cause is cause


def test_web_page() -> None:
    """A web page with status 200 is Unknown."""
    assert isinstance(read_agencies(200, b"<html>", ASKED), Unknown)


@given(st.integers(100, 599), st.binary() | st.from_regex(rb'\[\{"DOI": ?"10.1000/a".*\]'))
def test_nothing_raises(status: int, raw: bytes) -> None:
    """Nothing a server can send raises."""
    agencies = read_agencies(status, raw, ("10.1000/a",))
    assert isinstance(agencies, Unknown) or len(agencies) in {0, 1}
