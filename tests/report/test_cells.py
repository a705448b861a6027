"""Lines that are broken between words, and how many cells of a terminal they take."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from report.conftest import Make

from mdlint_doi.report.formats import lines
from mdlint_doi.report.model import Report
from mdlint_doi.report.safe import Style, link, paint, width, wrapped
from mdlint_doi.report.text import concise, render

_SEQUENCES = re.compile(r"\x1b\[[0-9;]*m|\x1b\]8;;[^\x1b]*\x1b\\")
_WORDS = st.text("ab=|文é\u0301", min_size=1, max_size=25)


@pytest.mark.parametrize(
    ("line", "rows"),
    [
        ("", [""]),
        ("one two", ["one two"]),
        ("one two three four fives", ["one two three four", "    fives"]),
        ("  = fix: replace 'a' with 'b'", ["  = fix: replace 'a'", "      with 'b'"]),
        (
            "a https://example.org/a/long/address b",
            ["a", "    https://example.org/a/long/address", "    b"],
        ),
        ("文文文文 文文文文 文文", ["文文文文 文文文文", "    文文"]),
        (
            f"{paint('one two three four', Style.GOOD, color=True)} fives",
            ["\x1b[32mone two three four\x1b[0m", "    fives"],
        ),
        (
            f"{link('DOI201', 'https://example.org/DOI201', links=True)} is a rule",
            [f"{link('DOI201', 'https://example.org/DOI201', links=True)} is a rule"],
        ),
    ],
)
def test_rows_of_a_line(line: str, rows: list[str]) -> None:
    """A row ends before the word that does not fit; colours, links and marks take no cell."""
    assert list(wrapped([line], 20)) == rows


def test_a_line_stays_whole_where_there_is_no_terminal() -> None:
    """A file or a pipe gets one line for each message."""
    line = "word " * 100
    assert list(wrapped([line, ""], None)) == [line, ""]


@given(st.lists(_WORDS, min_size=1, max_size=30), st.integers(20, 60), st.integers(0, 4))
def test_no_row_is_too_long(words: list[str], columns: int, margin: int) -> None:
    """Each row fits unless it is one word, and the rows have the words of the line in order."""
    line = " " * margin + " ".join(words)
    rows = list(wrapped([line], columns))
    assert [word for row in rows for word in row.split()] == words
    assert all(width(row) <= columns or " " not in row.strip() for row in rows)


def test_a_summary_fits_the_terminal() -> None:
    """A run without findings prints its summary alone."""
    fixed = Report((), ("docs/a.md",), elapsed=0.1, width=24)
    assert list(lines(fixed, "text")) == [
        "No problems found: 1",
        "    file checked in 0.1",
        "    s.",
    ]


def test_a_report_fits_the_terminal(finding: Make) -> None:
    """Headline, excerpt, fix and summary do; `concise` keeps its line for each finding."""
    found = finding("http://dx.doi.org/", replacement="https://doi.org/", doi="10.1000/182")
    report = Report((found,), ("docs/a.md",), color=True, width=48)
    rows = [_SEQUENCES.sub("", row) for row in render(report)]
    assert all(width(row) <= 48 for row in rows)
    whole = [_SEQUENCES.sub("", row) for row in render(report.replace(width=None))]
    assert len(rows) > len(whole)
    said, meant = ([row for row in some if " | " not in row] for some in (rows, whole))
    assert " ".join(" ".join(said).split()) == " ".join(" ".join(meant).split())
    assert next(iter(concise(report))).count("\n") == 0
    assert len(list(concise(report))) == len(list(concise(report.replace(width=None))))
