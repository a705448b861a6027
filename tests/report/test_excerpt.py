"""The carets stand below the text that they mean."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from linear import is_within

from mdlint_doi.lint.model import Finding
from mdlint_doi.lint.severity import Severity
from mdlint_doi.report.model import Report
from mdlint_doi.report.text import LINES, WIDTH, ExcerptLine, finding_lines, rows
from mdlint_doi.text.source import Source
from mdlint_doi.text.span import Span


def carets_of(row: ExcerptLine) -> str:
    """Return the line below another one."""
    return " " * row.before + "^" * row.marked


def shown(text: str, part: str) -> list[tuple[int, str, str]]:
    """Return number, line and carets of each row for a part of a text."""
    at = text.index(part)
    excerpt = rows(Source("a.md", text), Span(at, at + len(part)))
    return [(row.number, row.text, carets_of(row)) for row in excerpt]


@pytest.mark.parametrize(
    ("text", "part", "line", "carets"),
    [
        pytest.param("ab cd ef", "cd", "ab cd ef", "   ^^", id="plain"),
        pytest.param("\tcd", "cd", "    cd", "    ^^", id="tab"),
        pytest.param("ab\tcd", "cd", "ab  cd", "    ^^", id="tab inside"),
        pytest.param("漢字 cd", "cd", "漢字 cd", "     ^^", id="wide before"),
        pytest.param("a 漢字 b", "漢字", "a 漢字 b", "  ^^^^", id="wide inside"),
        pytest.param("e\u0301e\u0301 cd", "cd", "e\u0301e\u0301 cd", "   ^^", id="combining"),
        pytest.param("\x1bX cd", "cd", r"\x1bX cd", "      ^^", id="escape before"),
        pytest.param("a \u202e b", "\u202e", r"a \u202e b", "  ^^^^^^", id="escape inside"),
        pytest.param("##[x] cd", "cd", r"#\x23[x] cd", "         ^^", id="log command"),
        pytest.param("ab", "b", "ab", " ^", id="end"),
    ],
)
def test_carets_stand_below_the_span(text: str, part: str, line: str, carets: str) -> None:
    """Whatever the width of what stands before and in it."""
    assert shown(text, part) == [(1, line, carets)]


def test_an_empty_span_gets_one_caret() -> None:
    """At the end of the text, too."""
    source = Source("a.md", "ab\ncd")
    assert [(row.number, carets_of(row)) for row in rows(source, Span(5, 5))] == [(2, "  ^")]
    assert [carets_of(row) for row in rows(Source("a.md", ""), Span(0, 0))] == ["^"]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_a_span_over_lines_shows_each(end: str) -> None:
    """Each line has its own carets; line ends are not shown."""
    assert shown(f"ab{end}cd{end}ef", f"b{end}c") == [(1, "ab", " ^"), (2, "cd", "^")]


def test_a_span_up_to_the_line_end_shows_one_line() -> None:
    """The next line is not touched by a span that ends where it begins."""
    assert len(shown("ab\ncd", "b\n")) == 1


def test_many_lines_are_cut() -> None:
    """Three lines say enough."""
    assert len(shown("a\n" * 50, "a\n" * 50)) == LINES


def test_a_long_line_is_cut_to_a_window() -> None:
    """The span is seen, and both ends say that something is missing."""
    [(_, line, carets)] = shown("x" * 500 + " 10.1000/182 " + "y" * 500, "10.1000/182")
    assert line.startswith("…")
    assert line.endswith("…")
    assert len(line) <= WIDTH + 2
    start = carets.index("^")
    assert line[start : start + carets.count("^")] == "10.1000/182"


def test_a_long_span_shows_its_beginning() -> None:
    """The carets end with the window."""
    [(_, line, carets)] = shown("ab " + "z" * 1000 + " cd", "z" * 1000)
    assert line.endswith("z…")
    assert carets == "   " + "^" * (len(line) - 4)


def test_a_window_does_not_begin_with_a_combining_mark() -> None:
    """The mark would stand on the ellipsis."""
    [(_, line, _)] = shown("e\u0301" * 300 + "END" + "f" * 300, "END")
    assert line.startswith("…e\u0301")


def test_five_megabytes_on_one_line_are_quick() -> None:
    """Each of many findings on the line costs the same as on a short one."""
    text = "10.1000/182 " * 420_000
    source = Source("a.md", text)

    def shown_all() -> None:
        for at in range(0, len(text), 5000):
            list(rows(source, Span(at, at + 11)))

    assert is_within(shown_all, 500)


@given(st.data(), st.text(st.sampled_from("ab\t\n\r漢\u0301\x1b# [\u202e"), max_size=300))
def test_any_span_of_any_text_can_be_shown(data: st.DataObject, text: str) -> None:
    """At least one row, one caret in each, nothing raw."""
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    excerpt = list(rows(Source("a.md", text), Span(start, end)))
    assert 1 <= len(excerpt) <= LINES
    for row in excerpt:
        assert set(carets_of(row).strip()) == {"^"}
        assert not set(row.text) & set("\t\n\r\x1b\u202e")


def cells(text: str) -> int:
    """Return how many cells of a terminal a harmless text takes."""
    return sum(
        0 if unicodedata.category(letter) in {"Mn", "Me"}
        else 2 if unicodedata.east_asian_width(letter) in {"W", "F"}
        else 1
        for letter in text
    )  # fmt: skip


@given(
    text=st.text(st.sampled_from("ab漢字\t\u0301\u202e##[] \x1b"), min_size=1, max_size=300),
    width=st.integers(1, 130),
    data=st.data(),
)
def test_rows_fit_the_terminal(text: str, width: int, data: st.DataObject) -> None:
    """No line is wider than the terminal, wide characters and escapes counted, nor its carets."""
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    for row in rows(Source("a.md", text), Span(start, end), width):
        assert cells(row.text) <= max(width, 16)
        assert len(carets_of(row)) <= max(width, 16) + 1
        assert "^" in carets_of(row)


def test_the_report_fits_the_terminal() -> None:
    """Margin, line and carets together."""
    source = Source("a.md", "x" * 50 + " 漢" * 60 + " https://dx.doi.org/10.1000/182 " + "字" * 60)
    at = source.text.index("https")
    finding = Finding("DOI201", "unusual-address", Severity.ERROR, "m", source, Span(at, at + 30))
    _, _, line, carets = finding_lines(finding, Report(width=60))
    assert cells(line) <= 60
    assert line.startswith("1 | …")
    assert carets.index("^") == cells(line[: line.index("https")])
