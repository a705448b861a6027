"""Where lines begin and end, whatever ends them."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from mdlint_doi.text.source import line_ends, line_spans, line_starts

_TEXTS = st.text(alphabet="a\r\n\u2028", max_size=30)


@given(_TEXTS)
def test_lines_end_where_the_standard_says(text: str) -> None:
    """A line feed, a return, or both end one line: the spans are what a split gives."""
    lines = re.split(r"\r\n|\r|\n", text)
    assert len(line_starts(text)) == len(lines)
    assert [re.split(r"[\r\n]", text[at:])[0] for at in line_starts(text)] == lines
    spans = [text[start:end] for start, end in line_spans(text)]
    assert spans == (lines[:-1] if not lines[-1] else lines)


@given(_TEXTS)
def test_the_next_line_begins_behind_the_end(text: str) -> None:
    """From line to line one comes by the starts that are known, and behind the last one out."""
    starts = list(line_starts(text))
    line_end = line_ends(text)
    found = [0]
    while found[-1] < len(text):
        found.append(line_end(found[-1])[1])
    assert found[: len(starts)] == starts
    assert found[-1] in {len(text), len(text) + 1}
