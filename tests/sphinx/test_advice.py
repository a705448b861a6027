from __future__ import annotations

from mdlint_doi.formats.rst.role_text import role_for
from mdlint_doi.names.doi import parse


def test_a_title_over_two_lines_is_told_in_one() -> None:
    """A message of the log is one line, whatever the link's text is."""
    assert (
        role_for(parse("10.1000/182"), "two\n  lines", "a.rst") == ":doi:`two lines <10.1000/182>`"
    )
